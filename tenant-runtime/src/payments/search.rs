//! Charges that another copy of a file may have made: looks up each derived reference at the processor.

use std::sync::Arc;

use futures_util::StreamExt as _;
use jiff::Timestamp;
use platform::money::Currency;
use platform::tenancy::{OpenSite, Site};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use utoipa::ToSchema;

use super::look_up::look_up_paid;
use super::processor::{ChargeRequest, Decline, Found, Initiator, Processor};
use super::site_processor::Processors;
use super::store::accounts;
use super::{card, charge, payer};
use crate::error::Fault;

/// Concurrent lookups.
const AT_ONCE: usize = 8;

/// Maximum attempts per charge that are looked up: dunning makes five, and staff can add some.
const MOST_ATTEMPTS: u32 = 12;

/// A charge to be made, which may already have been made.
#[derive(Clone, Debug)]
pub struct ExpectedCharge {
    pub customer_id: i64,
    /// Minor units.
    pub amount: i64,
    /// As in [`NewPayment`](super::NewPayment).
    pub paid_for: String,
}

/// Result of looking up a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum ChargeSearch {
    /// It was charged. The release uses that charge.
    Found,
    /// It was charged, and voided or refunded since. After the release, the member is asked to pay again.
    Reversed,
    /// The processor has no such charge.
    NotFound,
    /// The processor has no lookup, or the site has no processor or card for it.
    NotOffered,
    /// The processor didn't respond.
    NoAnswer,
}

/// Looks up whether the merchant accounts of `site` have the charges. Charges nothing.
pub async fn search_charges(
    processors: &Processors,
    (site, open): (&Site, &OpenSite),
    currency: Currency,
    expected: Vec<ExpectedCharge>,
    now: Timestamp,
) -> Result<Vec<ChargeSearch>, Fault> {
    let mut db = open.read().await?;
    let accounts = accounts::known(&mut db, now.as_millisecond()).await?;
    // The account in use, and those that another copy of the file has used.
    let accounts: Vec<_> = accounts.iter().filter(|one| one.is_in_use || one.is_asked).collect();
    let adapters: Vec<_> = accounts
        .iter()
        .filter_map(|account| processors.adapter(site, &account.row()?))
        .collect();
    let is_known = |account_id| accounts.iter().any(|account| account.id == account_id);
    let mut searches = Vec::with_capacity(expected.len());
    for one in expected {
        let card = card::chargeable_of(&mut db, (site.id, &site.keys), one.customer_id).await?;
        let Some(card) = card.filter(|card| !adapters.is_empty() && is_known(card.account_id)) else {
            searches.push(None);
            continue;
        };
        let (attempt, reference, _) = charge::next_attempt(&mut db, &site.keys, &one.paid_for).await?;
        let request = ChargeRequest {
            reference,
            payer: payer(site.id, one.customer_id),
            token: card.token,
            network_id: card.network_id,
            amount: one.amount,
            currency,
            initiator: Initiator::Recurring,
        };
        searches.push(Some((attempt, one.paid_for, request)));
    }
    drop(db);
    let search = Search {
        site,
        adapters: &adapters,
        now,
    };
    let searches = searches.into_iter().map(|wanted| async {
        match wanted {
            Some((attempt, paid_for, request)) => search.attempts(attempt, &paid_for, request).await,
            None => ChargeSearch::NotOffered,
        }
    });
    Ok(futures_util::stream::iter(searches).buffered(AT_ONCE).collect().await)
}

struct Search<'a> {
    site: &'a Site,
    adapters: &'a [Arc<dyn Processor>],
    now: Timestamp,
}

impl Search<'_> {
    /// Looks up one attempt after the other, because a declined or reversed one may have been followed by another.
    async fn attempts(&self, first: u32, paid_for: &str, mut request: ChargeRequest) -> ChargeSearch {
        let mut is_reversed = false;
        for attempt in first..first + MOST_ATTEMPTS {
            request.reference = charge::reference_of(&self.site.keys, paid_for, attempt);
            match self.look_up(&request).await {
                Found::Approved(_) | Found::OtherAmount(..) => return ChargeSearch::Found,
                Found::Declined(decline) => is_reversed = is_reversed || decline.code == Decline::REVERSED,
                Found::Nothing => break,
                Found::NoLookUp => return ChargeSearch::NotOffered,
                Found::NoAnswer(why) => {
                    tracing::error!(site.id = %self.site.id, why, "the processor didn't respond to a lookup");
                    return ChargeSearch::NoAnswer;
                }
            }
        }
        if is_reversed {
            ChargeSearch::Reversed
        } else {
            ChargeSearch::NotFound
        }
    }

    /// Result at the first account that has the charge or can't be asked.
    async fn look_up(&self, request: &ChargeRequest) -> Found {
        let mut last = Found::Nothing;
        for adapter in self.adapters {
            match look_up_paid(&**adapter, request, self.now).await {
                Found::Nothing => {}
                Found::NoLookUp => last = Found::NoLookUp,
                found => return found,
            }
        }
        last
    }
}
