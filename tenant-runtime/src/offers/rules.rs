//! Validation of offers, their claims and the expiration of claimed items (docs/RULES.md#deals-and-promo-codes). Pure.

use std::sync::LazyLock;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use platform::text::visible;
use serde::Deserialize;
use unicode_normalization::UnicodeNormalization as _;
use utoipa::ToSchema;

use super::manifest::{LIMITS, OfferManifest};
use super::{Award, Claimed, Offer, OfferExpiry, OfferKind, Stored};
use crate::catalog::rules::allowed_at;
use crate::fields::text::REQUIRED;
use crate::fields::{Checked, FieldErrors, Limits, Notes, Search};
use crate::wallet::KioskRules;
use crate::wallet::rules::item::Moment;
use crate::wallet::rules::{Expiry, ItemKind};

pub(super) mod sheet;

static AWARD_LIMITS: LazyLock<Limits> = LazyLock::new(Limits::of::<Award>);
static EXPIRY_LIMITS: LazyLock<Limits> = LazyLock::new(Limits::of::<OfferExpiry>);
static KIOSK_LIMITS: LazyLock<Limits> = LazyLock::new(Limits::of::<KioskRules>);

pub(super) const CODE_TAKEN: &str = "Another promo code already uses this code.";

/// Reason why an offer can't be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    NotBegun,
    /// It ended, was withdrawn, or its item would already be expired.
    Over,
    Elsewhere,
    /// As often as a customer may.
    Claimed,
    /// As often as all may.
    SoldOut,
}

/// Offer status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum OfferState {
    Running,
    /// It hasn't started.
    Coming,
    /// Or claimed as often as all may.
    Ended,
    Withdrawn,
}

impl OfferState {
    pub(super) fn of(stored: &Stored, now: Timestamp) -> Self {
        let Stored { offer, claimed, .. } = stored;
        if stored.withdrawn_at.is_some() {
            Self::Withdrawn
        } else if offer.ends_at.is_some_and(|end| end <= now)
            || offer.total_cap.is_some_and(|cap| claimed.in_all >= cap)
        {
            Self::Ended
        } else if offer.starts_at > now {
            Self::Coming
        } else {
            Self::Running
        }
    }
}

/// Filters of an offer list.
pub(super) struct OfferFilter {
    pub(super) search: Search,
    pub(super) state: Option<OfferState>,
}

impl OfferFilter {
    pub(super) fn lets_through(&self, stored: &Stored, now: Timestamp) -> bool {
        let Offer {
            name,
            code,
            description,
            ..
        } = &stored.offer;
        self.state.is_none_or(|state| state == OfferState::of(stored, now))
            && self
                .search
                .finds([name.as_str(), code.as_deref().unwrap_or_default(), description])
    }
}

impl Stored {
    /// Whether a customer can claim it at `location` (0: anywhere), given their earlier claims.
    ///
    /// # Errors
    /// The first reason why not, in the documented order.
    pub(super) fn may_be_claimed(&self, location: i64, moment: Moment) -> Result<(), Refusal> {
        let Claimed { by_customer, in_all } = self.claimed;
        if moment.now < self.offer.starts_at {
            return Err(Refusal::NotBegun);
        }
        if self.is_over(moment) {
            return Err(Refusal::Over);
        }
        if !allowed_at(&self.offer.locations, location) {
            return Err(Refusal::Elsewhere);
        }
        if by_customer >= self.offer.claim_limit {
            return Err(Refusal::Claimed);
        }
        if self.offer.total_cap.is_some_and(|cap| in_all >= cap) {
            return Err(Refusal::SoldOut);
        }
        Ok(())
    }

    /// Whether a list contains it, even for customers who claimed it: their client hides it.
    pub(super) fn is_listed(&self, location: i64, moment: Moment) -> bool {
        matches!(self.may_be_claimed(location, moment), Ok(()) | Err(Refusal::Claimed))
    }

    fn is_over(&self, moment: Moment) -> bool {
        let is_past = self.offer.ends_at.is_some_and(|end| end <= moment.now);
        let expires_at_once = matches!(self.offer.expiry, OfferExpiry::Fixed { date } if date < moment.today);
        self.withdrawn_at.is_some() || is_past || expires_at_once
    }
}

impl Offer {
    /// Wallet item of a claim.
    pub(super) fn item(&self) -> ItemKind {
        match self.award {
            Award::Item => ItemKind::Item,
            Award::DollarDiscItem { amount } => ItemKind::DollarDiscItem { amount },
            Award::DollarDiscTrans { amount } => ItemKind::DollarDiscTrans { amount },
        }
    }

    /// Expiration of the wallet item.
    pub(super) fn item_expiry(&self, zone: &TimeZone) -> Expiry {
        match (self.expiry, self.ends_at) {
            (OfferExpiry::WithOffer, Some(end)) => {
                // The last day on which it can be claimed: at midnight the day before.
                let last = end - SignedDuration::from_millis(1);
                Expiry::On(last.to_zoned(zone.clone()).date())
            }
            (OfferExpiry::None | OfferExpiry::WithOffer, _) => Expiry::Never,
            (OfferExpiry::Relative { days }, _) => Expiry::Days(days),
            (OfferExpiry::Fixed { date }, _) => Expiry::On(date),
        }
    }
}

/// The code that a customer entered.
pub(super) fn entered_code(entered: &str) -> Checked<String> {
    match LIMITS.text("code", &visible(entered)) {
        Ok(code) if code.is_empty() => Err(REQUIRED),
        checked => checked,
    }
}

/// Normalized code for comparisons.
pub(super) fn code_key(code: &str) -> String {
    let visible = visible(code);
    visible.trim().nfkc().flat_map(char::to_lowercase).collect()
}

/// The offer that was declared or entered at `now`. `locations`: those that the site has.
///
/// # Errors
/// The message of each field at fault.
pub(super) fn check(
    kind: OfferKind,
    entered: &OfferManifest,
    locations: &[i64],
    now: Timestamp,
) -> Result<Offer, FieldErrors> {
    let mut notes = Notes::default();
    let starts_at = entered.starts_at.unwrap_or(now);
    if entered
        .award
        .amount()
        .is_some_and(|amount| !AWARD_LIMITS.allow("amount", amount))
    {
        notes.take::<()>("award.amount", Err("Enter an amount from 1 to 100,000."));
    }
    if entered.ends_at.is_some_and(|end| end <= starts_at) {
        notes.take::<()>("endsAt", Err("Enter an end after the start."));
    }
    match entered.expiry {
        OfferExpiry::WithOffer if entered.ends_at.is_none() => {
            notes.take::<()>(
                "expiry",
                Err("Add an end date to the discount, or choose a different expiration."),
            );
        }
        OfferExpiry::Relative { days } if !EXPIRY_LIMITS.allow("days", days) => {
            notes.take::<()>("expiry.days", Err("Enter 1 to 3,650 days."));
        }
        _ => {}
    }
    if !LIMITS.allow("claimLimit", entered.claim_limit) {
        notes.take::<()>("claimLimit", Err(AT_LEAST_ONE));
    }
    if entered.total_cap.is_some_and(|cap| !LIMITS.allow("totalCap", cap)) {
        notes.take::<()>("totalCap", Err(AT_LEAST_ONE));
    }
    if entered.locations.iter().any(|id| !locations.contains(id)) {
        notes.take::<()>("locations", Err("Unknown location."));
    }
    let kiosk_item = entered.kiosk.kiosk_item.as_deref().unwrap_or_default();
    notes.take("kiosk.kioskItem", KIOSK_LIMITS.text("kioskItem", kiosk_item));
    let offer = Offer {
        name: notes.take("name", LIMITS.text("name", &entered.name)),
        description: notes.take("description", LIMITS.text("description", &entered.description)),
        terms: notes.take("terms", LIMITS.text("terms", &entered.terms)),
        code: notes.take("code", new_code(kind, entered.code.as_deref())),
        award: entered.award,
        starts_at,
        ends_at: entered.ends_at,
        claim_limit: entered.claim_limit,
        total_cap: entered.total_cap,
        expiry: entered.expiry,
        locations: entered.locations.clone(),
        kiosk: entered.kiosk.clone(),
    };
    notes.into_result(offer)
}

const AT_LEAST_ONE: &str = "Enter a number of 1 or more.";

fn new_code(kind: OfferKind, entered: Option<&str>) -> Checked<Option<String>> {
    match (kind, entered) {
        (OfferKind::Deal, None) => Ok(None),
        (OfferKind::Deal, Some(_)) => Err("Deals don't have codes. Leave this blank."),
        (OfferKind::Promo, entered) => {
            let code = entered_code(entered.unwrap_or_default())?;
            if code.chars().any(|c| c.is_whitespace() || c.is_control()) {
                return Err("Enter a code without spaces.");
            }
            Ok(Some(code))
        }
    }
}

#[cfg(test)]
mod tests;
