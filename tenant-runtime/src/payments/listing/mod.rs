//! Transactions that the processor knows and a site's file lacks, as after a restore.

mod store;

use std::collections::BTreeMap;

use jiff::Timestamp;
use platform::db::TenantRead;
use platform::money::{Currency, parse_decimal};
use platform::tenancy::{OpenSite, Site};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use utoipa::ToSchema;

use super::account::account_label;
use super::processor::{ListedTransaction, Listing, Processor, TransactionKind};
use super::rules::PaymentState;
use super::site_processor::Processors;
use super::store::accounts;
use crate::error::Fault;
use store::KnownPayment;

/// Result of listing the processor's transactions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum ListingState {
    Listed,
    /// Its protocol has no such list.
    NotOffered,
    /// It didn't respond, or not with a list.
    Unreachable,
    /// The site has no processor allowed in its environment.
    NoProcessor,
}

/// A transaction known to the processor but not in the site's database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTransaction {
    pub kind: TransactionKind,
    pub reference: String,
    pub transaction: String,
    /// Minor units. `None`: the processor's format can't be parsed.
    pub amount: Option<i64>,
    pub at: Option<Timestamp>,
}

/// The response about a merchant account, compared with the site's database.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Name of the processor in manifests; for a previous account with its ID.
    pub processor: Option<String>,
    pub state: ListingState,
    pub unknown: Vec<UnknownTransaction>,
}

/// Gets the transactions of a period from every merchant account that `site` knows and compares them with its database.
/// The first result is for the current account, or says that there is none. Charges nothing.
pub async fn unknown_transactions(
    processors: &Processors,
    (site, open): (&Site, &OpenSite),
    (from, until): (Timestamp, Timestamp),
    currency: &Currency,
) -> Result<Vec<Compared>, Fault> {
    let mut db = open.read().await?;
    let accounts = accounts::known(&mut db, until.as_millisecond()).await?;
    drop(db);
    let mut all = Vec::with_capacity(accounts.len() + 1);
    if !accounts.first().is_some_and(|account| account.is_in_use) {
        all.push(Compared {
            processor: None,
            state: ListingState::NoProcessor,
            unknown: Vec::new(),
        });
    }
    for account in accounts {
        let adapter = account.row().and_then(|row| processors.adapter(site, &row));
        let (state, listed) = match adapter {
            Some(adapter) => list(site, &*adapter, (from, until)).await,
            None => (ListingState::NoProcessor, Vec::new()),
        };
        let mut db = open.read().await?;
        let name = if account.is_in_use {
            account.processor
        } else {
            account_label(&mut db, account.id).await?
        };
        all.push(Compared {
            processor: Some(name),
            state,
            unknown: unknown_of(&mut db, listed, currency).await?,
        });
    }
    Ok(all)
}

async fn list(
    site: &Site,
    adapter: &dyn Processor,
    (from, until): (Timestamp, Timestamp),
) -> (ListingState, Vec<ListedTransaction>) {
    match adapter.list(from, until).await {
        Listing::Listed(listed) => (ListingState::Listed, listed),
        Listing::NotOffered => (ListingState::NotOffered, Vec::new()),
        Listing::NoAnswer(why) => {
            tracing::error!(site.id = %site.id, why, "failed to list the processor's transactions");
            (ListingState::Unreachable, Vec::new())
        }
    }
}

/// Those of `listed` that the database lacks.
async fn unknown_of(
    db: &mut TenantRead,
    mut listed: Vec<ListedTransaction>,
    currency: &Currency,
) -> Result<Vec<UnknownTransaction>, sqlx::Error> {
    let mut known = BTreeMap::new();
    for one in &mut listed {
        // The number of a reversal starts with its charge's number.
        if let Some((charge, _)) = one.reference.split_once('-') {
            one.reference = charge.to_owned();
        }
        if !known.contains_key(&one.reference)
            && let Some(payment) = store::known(db, &one.reference).await?
        {
            known.insert(one.reference.clone(), payment);
        }
    }
    Ok(compare(listed, &known, currency))
}

/// Time of the newest payment in a file. `None` without payments.
pub async fn newest_payment(db: &mut TenantRead) -> Result<Option<Timestamp>, sqlx::Error> {
    let newest = store::newest(db).await?;
    Ok(newest.and_then(|ms| Timestamp::from_millisecond(ms).ok()))
}

/// Those of `listed` that aren't in `known`, the payments in the database by reference.
fn compare(
    listed: Vec<ListedTransaction>,
    known: &BTreeMap<String, KnownPayment>,
    currency: &Currency,
) -> Vec<UnknownTransaction> {
    let mut refunded: BTreeMap<String, i64> = BTreeMap::new();
    let mut unknown = Vec::new();
    for one in listed {
        let amount = parse_decimal(&one.amount, currency);
        let payment = known.get(&one.reference);
        let is_known = match (one.kind, payment) {
            (_, None) => false,
            (TransactionKind::Charge, Some(_)) => true,
            (TransactionKind::Void, Some(payment)) => payment.state == PaymentState::Voided.into_str(),
            (TransactionKind::Refund, Some(payment)) => {
                let so_far = refunded.entry(one.reference.clone()).or_default();
                *so_far += amount.unwrap_or_default();
                *so_far <= payment.refunded
            }
        };
        if !is_known {
            unknown.push(UnknownTransaction {
                kind: one.kind,
                reference: one.reference,
                transaction: one.transaction,
                amount,
                at: one.at,
            });
        }
    }
    unknown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(kind: TransactionKind, reference: &str, amount: &str) -> ListedTransaction {
        ListedTransaction {
            kind,
            reference: reference.to_owned(),
            transaction: format!("{reference}-1"),
            amount: amount.to_owned(),
            at: None,
        }
    }

    #[test]
    fn comparison_names_what_the_file_lacks() {
        use TransactionKind::{Charge, Refund, Void};
        let payment = |state: PaymentState, refunded| KnownPayment {
            state: state.into_str().to_owned(),
            refunded,
        };
        let known = BTreeMap::from([
            ("kept".to_owned(), payment(PaymentState::Approved, 0)),
            ("partly".to_owned(), payment(PaymentState::Approved, 500)),
            ("voided".to_owned(), payment(PaymentState::Voided, 0)),
        ]);
        let all = vec![
            listed(Charge, "kept", "10.00"),
            listed(Charge, "lost", "38.00"),
            listed(Refund, "lost", "38.00"),
            listed(Refund, "partly", "5.00"),
            listed(Refund, "partly", "2.00"),
            listed(Void, "voided", "9.00"),
            listed(Void, "kept", "10.00"),
        ];
        let unknown = compare(all, &known, &"USD".parse().unwrap());
        let named: Vec<_> = unknown
            .iter()
            .map(|one| (one.kind, &*one.reference, one.amount))
            .collect();
        assert_eq!(
            named,
            [
                (Charge, "lost", Some(3800)),
                (Refund, "lost", Some(3800)),
                (Refund, "partly", Some(200)),
                (Void, "kept", Some(1000)),
            ]
        );
    }
}
