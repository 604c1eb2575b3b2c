//! SQL of the reports: ledger entries, offers and names. The files below read the other subjects.

pub(super) mod liability;
pub(super) mod members;
pub(super) mod redemptions;
pub(super) mod sales;

use platform::causes::undecodable;
use platform::db::TenantRead;

use super::rules::{Key, Parts, Window};

/// Entries in one ledger account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Posted {
    pub(super) key: Key,
    /// Sum of negative amounts.
    pub(super) credit: i64,
    /// Sum of positive amounts.
    pub(super) debit: i64,
    /// Number of negative and positive entries.
    pub(super) credits: i64,
    pub(super) debits: i64,
}

/// The pieces of a time, for a statement.
fn json(parts: &Parts) -> Result<String, sqlx::Error> {
    serde_json::to_string(&parts.pieces).map_err(|error| sqlx::Error::Encode(error.into()))
}

/// The key of a row that a statement has counted.
fn key(parts: &Parts, row: i64) -> Key {
    let row = usize::try_from(row).ok().and_then(|row| parts.rows.get(row));
    row.copied().unwrap_or(Key::Other)
}

/// The entries of `account`, by when. Each piece is a stretch of the index, summed without sorting anything.
pub(super) async fn by_time(db: &mut TenantRead, account: &str, parts: &Parts) -> Result<Vec<Posted>, sqlx::Error> {
    let pieces = json(parts)?;
    let rows = sqlx::query!(
        r#"WITH pieces (starts, ends, number) AS MATERIALIZED (
               SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?2))
           SELECT p.number AS "row!: i64",
                  (SELECT json_array(COALESCE(SUM(e.amount), 0), COALESCE(SUM(abs(e.amount)), 0), COUNT(*),
                                     COALESCE(SUM(e.amount < 0), 0))
                   FROM ledger_entries e
                   WHERE e.account_kind = ?1 AND e.at >= p.starts AND e.at < p.ends) AS "sums!: String"
           FROM pieces p"#,
        account,
        pieces
    )
    .fetch_all(db.conn())
    .await?;
    let posted = |row: i64, sums: &str| {
        let [balance, turnover, count, credits] = numbers(sums)?;
        Ok(Posted {
            key: key(parts, row),
            credit: (balance - turnover) / 2,
            debit: (balance + turnover) / 2,
            credits,
            debits: count - credits,
        })
    };
    rows.into_iter().map(|row| posted(row.row, &row.sums)).collect()
}

/// Numbers of a statement's array.
fn numbers<const COUNT: usize>(array: &str) -> Result<[i64; COUNT], sqlx::Error> {
    let numbers: Vec<i64> = serde_json::from_str(array).map_err(undecodable)?;
    let count = numbers.len();
    let numbers = <[i64; COUNT]>::try_from(numbers);
    numbers.map_err(|_| sqlx::Error::Decode(format!("{count} numbers in place of {COUNT}").into()))
}

/// The same by the location of the order, or of the kiosk that took the money itself. Each is summed apart, in the order of the
/// index: a group would have to be sorted.
pub(super) async fn by_location(
    db: &mut TenantRead,
    account: &str,
    window: &Window,
) -> Result<Vec<Posted>, sqlx::Error> {
    let (from, until) = (window.start(), window.end());
    let rows = sqlx::query!(
        r#"SELECT place.id AS "location_id?: i64",
                  (SELECT json_array(COALESCE(SUM(e.amount) FILTER (WHERE e.amount < 0), 0),
                                     COALESCE(SUM(e.amount) FILTER (WHERE e.amount > 0), 0),
                                     COUNT(*) FILTER (WHERE e.amount < 0),
                                     COUNT(*) FILTER (WHERE e.amount > 0))
                   FROM ledger_entries e
                   WHERE e.account_kind = ?1 AND e.location_id IS place.id AND e.at >= ?2 AND e.at < ?3) AS "sums!: String"
           FROM (SELECT id FROM catalog_locations UNION ALL SELECT NULL) place"#,
        account,
        from,
        until
    )
    .fetch_all(db.conn())
    .await?;
    let mut posted = Vec::with_capacity(rows.len());
    for row in rows {
        let [credit, debit, credits, debits] = numbers(&row.sums)?;
        if credits + debits > 0 {
            posted.push(Posted {
                key: row.location_id.map_or(Key::Other, Key::Id),
                credit,
                debit,
                credits,
                debits,
            });
        }
    }
    Ok(posted)
}

/// The same by recipient.
pub(super) async fn by_taker(db: &mut TenantRead, account: &str, window: &Window) -> Result<Vec<Posted>, sqlx::Error> {
    let (from, until) = (window.start(), window.end());
    let rows = sqlx::query!(
        r#"SELECT CASE WHEN e.order_id IS NULL THEN 'kiosk_' || s.tender ELSE 'processor' END AS "taker?: String",
                  COALESCE(SUM(e.amount) FILTER (WHERE e.amount < 0), 0) AS "credit!: i64",
                  COALESCE(SUM(e.amount) FILTER (WHERE e.amount > 0), 0) AS "debit!: i64",
                  COUNT(*) FILTER (WHERE e.amount < 0) AS "credits!: i64",
                  COUNT(*) FILTER (WHERE e.amount > 0) AS "debits!: i64"
           FROM ledger_entries e
           LEFT JOIN terminal_sales s ON e.order_id IS NULL AND e.source_kind = 'kiosk_sale' AND s.id = e.source_id
           WHERE e.account_kind = ?1 AND e.at >= ?2 AND e.at < ?3 GROUP BY 1"#,
        account,
        from,
        until
    )
    .fetch_all(db.conn())
    .await?;
    let taker = |taker: Option<String>| taker.and_then(|taker| taker.parse().ok());
    Ok(rows
        .into_iter()
        .map(|row| Posted {
            key: taker(row.taker).map_or(Key::Other, Key::Taker),
            credit: row.credit,
            debit: row.debit,
            credits: row.credits,
            debits: row.debits,
        })
        .collect())
}

/// Results of an offer.
pub(super) struct OfferUse {
    /// `None` for discounts without an offer.
    pub(super) offer_id: Option<i64>,
    pub(super) claims: i64,
    pub(super) used: i64,
    pub(super) discount: i64,
}

pub(super) async fn offers(db: &mut TenantRead, window: &Window) -> Result<Vec<OfferUse>, sqlx::Error> {
    let (from, until) = (window.start(), window.end());
    sqlx::query_as!(
        OfferUse,
        r#"WITH claimed AS (
               SELECT c.offer_id, COUNT(*) AS claims, SUM(w.use_count > 0) AS used
               FROM offer_claims c JOIN wallet_items w ON w.id = c.item_id
               WHERE c.claimed_at >= ?1 AND c.claimed_at < ?2 GROUP BY c.offer_id),
           given AS (
               SELECT c.offer_id, SUM(e.amount) AS discount
               FROM ledger_entries e
               JOIN checkout_orders o ON o.id = e.order_id
               LEFT JOIN offer_claims c ON c.item_id = o.discount_item_id
               WHERE e.account_kind = 'discounts' AND e.amount > 0 AND e.at >= ?1 AND e.at < ?2 GROUP BY c.offer_id)
           SELECT claimed.offer_id AS "offer_id: i64", claimed.claims AS "claims!: i64", claimed.used AS "used!: i64",
                  COALESCE(given.discount, 0) AS "discount!: i64"
           FROM claimed LEFT JOIN given ON given.offer_id = claimed.offer_id
           UNION ALL
           SELECT offer_id, 0, 0, discount FROM given
           WHERE offer_id IS NULL OR offer_id NOT IN (SELECT offer_id FROM claimed)"#,
        from,
        until
    )
    .fetch_all(db.conn())
    .await
}

/// Names of locations, products or offers.
pub(super) async fn location_names(db: &mut TenantRead) -> Result<Vec<(i64, String)>, sqlx::Error> {
    let rows = sqlx::query!(r#"SELECT id AS "id!", name FROM catalog_locations"#)
        .fetch_all(db.conn())
        .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.name)).collect())
}

pub(super) async fn product_names(db: &mut TenantRead) -> Result<Vec<(i64, String)>, sqlx::Error> {
    let rows = sqlx::query!(r#"SELECT id AS "id!", name FROM catalog_products"#)
        .fetch_all(db.conn())
        .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.name)).collect())
}

pub(super) async fn offer_names(db: &mut TenantRead) -> Result<Vec<(i64, String)>, sqlx::Error> {
    let rows = sqlx::query!(r#"SELECT id AS "id!", name FROM offers"#)
        .fetch_all(db.conn())
        .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.name)).collect())
}
