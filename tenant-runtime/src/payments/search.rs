//! Charges that another copy of a file may have made: looks up each derived reference at the processor.

use futures_util::StreamExt as _;
use platform::money::Currency;
use platform::tenancy::{OpenSite, Site};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use utoipa::ToSchema;

use super::processor::{ChargeRequest, Found, Initiator, Processor};
use super::site_processor::Processors;
use super::{card, charge, payer, store};
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
    /// The processor has no such charge.
    NotFound,
    /// The processor has no lookup, or the site has no processor or card for it.
    NotOffered,
    /// The processor didn't respond.
    NoAnswer,
}

/// Looks up whether the processor of `site` has made the charges. Charges nothing.
pub async fn search_charges(
    processors: &Processors,
    (site, open): (&Site, &OpenSite),
    currency: Currency,
    expected: Vec<ExpectedCharge>,
) -> Result<Vec<ChargeSearch>, Fault> {
    let mut db = open.read().await?;
    let row = store::find_processor(&mut db).await?;
    let account_id = row.as_ref().map(|row| row.account_id);
    let Some(adapter) = row.and_then(|row| processors.adapter(site, &row)) else {
        return Ok(vec![ChargeSearch::NotOffered; expected.len()]);
    };
    let mut searches = Vec::with_capacity(expected.len());
    for one in expected {
        let card = card::chargeable_of(&mut db, (site.id, &site.keys), one.customer_id).await?;
        let Some(card) = card.filter(|card| Some(card.account_id) == account_id) else {
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
    let searches = searches.into_iter().map(|search| async {
        match search {
            Some((attempt, paid_for, request)) => search_one(&*adapter, site, attempt, &paid_for, request).await,
            None => ChargeSearch::NotOffered,
        }
    });
    Ok(futures_util::stream::iter(searches).buffered(AT_ONCE).collect().await)
}

/// Looks up one attempt after the other, because a declined one may have been followed by another.
async fn search_one(
    adapter: &dyn Processor,
    site: &Site,
    first: u32,
    paid_for: &str,
    mut request: ChargeRequest,
) -> ChargeSearch {
    for attempt in first..first + MOST_ATTEMPTS {
        request.reference = charge::reference_of(&site.keys, paid_for, attempt);
        match adapter.look_up(&request).await {
            Found::Approved(_) | Found::OtherAmount(..) => return ChargeSearch::Found,
            Found::Declined(_) => {}
            Found::Nothing => return ChargeSearch::NotFound,
            Found::NoLookUp => return ChargeSearch::NotOffered,
            Found::NoAnswer(why) => {
                tracing::error!(site.id = %site.id, why, "the processor didn't respond to a lookup");
                return ChargeSearch::NoAnswer;
            }
        }
    }
    ChargeSearch::NotFound
}
