//! Deals, which customers find in a list, and promo codes, which they enter. Both add an item to the wallet
//! (docs/RULES.md#deals-and-promo-codes).

mod admin;
mod claim;
mod deals;
mod error;
mod import;
pub mod manifest;
mod promo_codes;
mod rules;
mod store;

pub use store::{claims_of, is_withdrawn};

use jiff::Timestamp;
use jiff::civil::Date;
use platform::db::{TenantRead, TenantWrite};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use crate::catalog::{self, Basis, MOST_BYTES, ProductType};
use crate::domain::Event;
use crate::error::Fault;
use crate::fields::describe_limits;
use crate::http::{Caller, Captcha, Policy, Routes, limits, routes};
use crate::site;
use crate::tenant::TenantContext;
use crate::wallet::KioskRules;
use manifest::OfferManifest;

/// Distribution of an offer to customers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub(crate) enum OfferKind {
    /// From the list.
    Deal,
    /// By entering its code.
    Promo,
}

impl OfferKind {
    /// As in URLs.
    const fn plural(self) -> &'static str {
        match self {
            Self::Deal => "deals",
            Self::Promo => "promo-codes",
        }
    }
}

/// Benefit of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema, IntoStaticStr)]
#[serde(tag = "type", deny_unknown_fields)]
#[schemars(transform = describe_limits::<Award>)]
#[strum(const_into_str)]
pub enum Award {
    /// Item at the wash, with rules for the kiosk.
    Item,
    /// Discount on one item, in minor units.
    DollarDiscItem {
        #[schema(minimum = 1, maximum = 100000)]
        amount: i64,
    },
    /// Discount on the whole purchase, in minor units.
    DollarDiscTrans {
        #[schema(minimum = 1, maximum = 100000)]
        amount: i64,
    },
}

impl Award {
    /// Minor units off the price.
    pub(crate) const fn amount(self) -> Option<i64> {
        match self {
            Self::Item => None,
            Self::DollarDiscItem { amount } | Self::DollarDiscTrans { amount } => Some(amount),
        }
    }
}

/// Expiry of claimed items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
#[schemars(transform = describe_limits::<OfferExpiry>)]
pub enum OfferExpiry {
    /// Never expires.
    #[default]
    None,
    /// Expires when the offer ends.
    WithOffer,
    /// Days, including the day of the claim.
    Relative {
        #[schema(minimum = 1, maximum = 3650)]
        days: i64,
    },
    /// Last valid day, as a local date.
    Fixed {
        #[schemars(with = "String")]
        #[schema(value_type = String, format = Date)]
        date: Date,
    },
}

/// An offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) terms: String,
    /// Code of a promo code, as advertised.
    pub(crate) code: Option<String>,
    pub(crate) award: Award,
    pub(crate) starts_at: Timestamp,
    /// The first instant when it can no longer be claimed.
    pub(crate) ends_at: Option<Timestamp>,
    /// Maximum claims per customer.
    pub(crate) claim_limit: i64,
    /// Claim limit across all customers.
    pub(crate) total_cap: Option<i64>,
    pub(crate) expiry: OfferExpiry,
    /// Locations where it can be claimed and used; empty for all.
    pub(crate) locations: Vec<i64>,
    pub(crate) kiosk: KioskRules,
}

/// A current or past offer of the site.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    pub(crate) id: i64,
    /// Incremented by each change.
    pub(crate) version: i64,
    pub(crate) offer: Offer,
    /// When it was withdrawn.
    pub(crate) withdrawn_at: Option<Timestamp>,
    pub(crate) claimed: Claimed,
}

/// Number of claims of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claimed {
    /// By this person, with any account.
    pub(crate) by_customer: i64,
    pub(crate) in_all: i64,
}

/// Claim in its customer's data export.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimRecord {
    pub name: String,
    /// Code, for promo codes.
    pub code: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    pub date: Timestamp,
}

pub fn routes() -> Routes {
    let staff = Policy::attendant(limits::READ);
    let manager = Policy::manager(limits::WRITE);
    Routes::default()
        .call(
            routes!(deals::list_deals),
            Policy::customer(limits::READ).team_only_while_closed(),
        )
        .call(
            routes!(deals::claim_deal),
            Policy::confirmed(limits::WRITE)
                .takes_idempotency_key()
                .team_only_while_closed(),
        )
        .call(
            routes!(promo_codes::claim_promo_code),
            Policy::confirmed(limits::WRITE)
                .captcha(Captcha::AfterWrongCodes)
                .takes_idempotency_key()
                .team_only_while_closed(),
        )
        .call(routes!(admin::list_all_deals), staff.table_for(Caller::Manager))
        .call(routes!(admin::get_deal), staff)
        .call(routes!(admin::add_deal), manager.takes_idempotency_key())
        .call(routes!(admin::change_deal), manager)
        .call(routes!(admin::withdraw_deal), manager)
        .call(routes!(admin::move_deal), manager)
        .call(routes!(import::import_deals), manager.body_limit(MOST_BYTES))
        .call(routes!(admin::list_promo_codes), staff.table_for(Caller::Manager))
        .call(routes!(admin::get_promo_code), staff)
        .call(routes!(admin::add_promo_code), manager.takes_idempotency_key())
        .call(routes!(admin::change_promo_code), manager)
        .call(routes!(admin::withdraw_promo_code), manager)
        .call(routes!(admin::move_promo_code), manager)
        .call(routes!(import::import_promo_codes), manager.body_limit(MOST_BYTES))
}

/// Basis of offer amounts: mostly they are used for washes.
async fn basis(db: &mut TenantRead) -> Result<Basis, sqlx::Error> {
    catalog::basis(db, ProductType::AppWash.tax_class()).await
}

/// Keeps offers' values and local times unchanged.
pub async fn on_event(db: &mut TenantWrite, tenant: &TenantContext, event: Event) -> Result<(), Fault> {
    match event {
        Event::PriceBasisChanged { gross } => Ok(rebase(db, gross).await?),
        Event::TimeZoneChanged { before } => follow_zone(db, tenant.now(), before).await,
        _ => Ok(()),
    }
}

/// Keeps offers' values unchanged when prices start or stop including tax.
pub async fn rebase(db: &mut TenantWrite, gross: bool) -> Result<(), sqlx::Error> {
    let rate = catalog::usual_rate(db, ProductType::AppWash.tax_class()).await?;
    for (id, amount) in store::amounts(db).await? {
        store::set_amount(db, id, amount.rebased(gross, rate).columns(rate)).await?;
    }
    Ok(())
}

/// Moves starts and ends of offers that aren't over to the same local time in the site's new time zone.
async fn follow_zone(db: &mut TenantWrite, now: Timestamp, before: i64) -> Result<(), Fault> {
    let change = site::zone_change(db, before).await?;
    for (id, starts_at, ends_at) in store::coming(db, now.as_millisecond()).await? {
        let period = (
            change.moved_millis(starts_at),
            ends_at.map(|at| change.moved_millis(at)),
        );
        store::set_period(db, id, period).await?;
    }
    Ok(())
}

/// Inserts a manifest's offers into an empty site. `locations`: those of the site.
///
/// # Errors
/// The outer error is the database's, the inner one the manifest's, with its place.
pub async fn provision(
    db: &mut TenantWrite,
    now: Timestamp,
    locations: &[i64],
    deals: &[OfferManifest],
    promo_codes: &[OfferManifest],
) -> Result<Result<(), (String, String)>, sqlx::Error> {
    let basis = basis(db).await?;
    for (kind, list, declared) in [
        (OfferKind::Deal, "deals", deals),
        (OfferKind::Promo, "promoCodes", promo_codes),
    ] {
        for (index, declared) in declared.iter().enumerate() {
            let offer = match rules::check(kind, declared, locations, now) {
                Ok(offer) => offer,
                Err(errors) => {
                    let (field, message) = errors.into_iter().next().unwrap_or_default();
                    return Ok(Err((format!("{list}[{index}].{field}"), message.to_owned())));
                }
            };
            if store::insert(db, kind, &offer, basis, now.as_millisecond())
                .await?
                .is_none()
            {
                return Ok(Err((format!("{list}[{index}].code"), rules::CODE_TAKEN.to_owned())));
            }
        }
    }
    Ok(Ok(()))
}
