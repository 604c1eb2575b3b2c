//! Seals of the ledger: changing, adding or removing an entry by hand breaks the chain.

use futures_util::TryStreamExt as _;

use super::words;
use crate::domain::CheckedSite;
use crate::ledger::{Sealed, seals};

/// An entry with a wrong or missing seal.
struct Broken {
    order_id: Option<i64>,
    source_kind: String,
    source_id: String,
    account_kind: String,
    account_id: Option<i64>,
    amount: i64,
    has_seal: bool,
}

/// Each entry contains the keyed hash of itself and its predecessor, and the last entry ever booked exists.
pub(crate) async fn broken_seals(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let seals = seals(site.keys());
    // Only a ledger without any seal waits for them: entries are sealed together, once.
    let has_none = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM ledger_unsealed)
                  AND NOT EXISTS (SELECT 1 FROM ledger_entries WHERE seal IS NOT NULL) AS "waits!: bool""#
    )
    .fetch_one(site.conn())
    .await?;
    let is_waiting = has_none && !site.is_sealed();
    let mut broken = Vec::new();
    let mut before: Option<Vec<u8>> = None;
    let mut last = 0;
    let mut entries = sqlx::query!(
        r#"SELECT id AS "id!", txn_id, account, account_kind, account_id, source_kind,
                  CAST(source_id AS TEXT) AS "source_id?: String", amount, order_id, location_id, at, seal
           FROM ledger_entries ORDER BY id"#
    )
    .fetch(site.conn());
    while let Some(entry) = entries.try_next().await? {
        last = entry.id;
        let sealed = Sealed {
            txn_id: &entry.txn_id,
            account: &entry.account,
            account_kind: entry.account_kind.as_deref(),
            account_id: entry.account_id,
            source_kind: entry.source_kind.as_deref(),
            source_id: entry.source_id,
            amount: entry.amount,
            order_id: entry.order_id,
            location_id: entry.location_id,
            at: entry.at,
        };
        let is_right = match &entry.seal {
            Some(seal) => seal.as_slice() == seals.of(before.as_deref(), &sealed),
            None => is_waiting,
        };
        if !is_right {
            broken.push(Broken {
                order_id: entry.order_id,
                source_kind: entry.source_kind.clone().unwrap_or_default(),
                source_id: sealed.source_id.clone().unwrap_or_default(),
                account_kind: entry.account_kind.clone().unwrap_or_default(),
                account_id: entry.account_id,
                amount: entry.amount,
                has_seal: entry.seal.is_some(),
            });
        }
        before = entry.seal.or(before);
    }
    drop(entries);
    let booked = sqlx::query_scalar!(
        r#"SELECT COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'ledger_entries'), 0) AS "seq!: i64""#
    )
    .fetch_one(site.conn())
    .await?;
    let mut found = Vec::with_capacity(broken.len());
    for entry in broken {
        found.push(told(site, &entry).await?);
    }
    if booked > last {
        let missing = match booked - last {
            1 => "entry is".to_owned(),
            count => format!("{count} entries are"),
        };
        found.push(format!("The ledger's last {missing} missing."));
    }
    if is_waiting && !has_job(site).await? {
        found.push("Earlier ledger entries have no seals, and no background job adds them.".to_owned());
    }
    Ok(found)
}

async fn has_job(site: &mut CheckedSite<'_>) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM jobs WHERE unique_key = 'ledger.seal:all' AND dead = 0) AS "has_job!: bool""#
    )
    .fetch_one(site.conn())
    .await
}

async fn told(site: &mut CheckedSite<'_>, entry: &Broken) -> Result<String, sqlx::Error> {
    let account = match entry.account_id {
        Some(card) if entry.account_kind == "gift_card" => words::gift_card(site, card).await?.to_lowercase(),
        _ => entry.account_kind.replace('_', " "),
    };
    let amount = site.money(entry.amount);
    let source = source(site, (&entry.source_kind, &entry.source_id), entry.order_id).await?;
    Ok(if entry.has_seal {
        format!(
            "{source}: the ledger entry of {amount} in {account} doesn't match its seal. It was changed by hand, or the one before it was removed."
        )
    } else {
        format!("{source}: the ledger entry of {amount} in {account} has no seal. It was added or changed by hand.")
    })
}

/// Source of a ledger transaction.
pub(super) async fn source(
    site: &mut CheckedSite<'_>,
    (kind, id): (&str, &str),
    order_id: Option<i64>,
) -> Result<String, sqlx::Error> {
    if let Some(order) = order_id {
        return words::order(site, order).await;
    }
    match kind {
        "kiosk_sale" => kiosk_sale(site, id.parse().unwrap_or_default()).await,
        "hold" => {
            let card = sqlx::query_scalar!("SELECT gift_card_id FROM gift_card_holds WHERE id = ?", id)
                .fetch_optional(site.conn())
                .await?;
            words::gift_card(site, card.unwrap_or_default()).await
        }
        "adjustment" => {
            let id: i64 = id.parse().unwrap_or_default();
            let card = sqlx::query_scalar!("SELECT gift_card_id FROM gift_card_movements WHERE id = ?", id)
                .fetch_optional(site.conn())
                .await?;
            words::gift_card(site, card.unwrap_or_default()).await
        }
        _ => Ok("A ledger transaction without a source".to_owned()),
    }
}

/// `The kiosk sale of 12.00 at Main Street`
pub(super) async fn kiosk_sale(site: &mut CheckedSite<'_>, id: i64) -> Result<String, sqlx::Error> {
    let sale = sqlx::query!(
        "SELECT s.amount, l.name FROM terminal_sales s JOIN catalog_locations l ON l.id = s.location_id WHERE s.id = ?",
        id
    )
    .fetch_optional(site.conn())
    .await?;
    Ok(match sale {
        Some(sale) => format!("The kiosk sale of {} at {}", site.money(sale.amount), sale.name),
        None => "A kiosk sale that doesn't exist".to_owned(),
    })
}
