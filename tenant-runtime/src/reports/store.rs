use jiff::civil::Date;
use platform::db::TenantRead;

use super::rules::{Key, Membership, Parts, Window};
use crate::checkout::RefundReason;

/// Entries in one ledger account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Posted {
    pub(super) key: Key,
    /// The sum of what is below zero.
    pub(super) credit: i64,
    /// The sum of what is above zero.
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
    let numbers: Vec<i64> = serde_json::from_str(array).map_err(|error| sqlx::Error::Decode(error.into()))?;
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

/// The same by who took the money.
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

/// Kiosk sales with their own tender: number and minor units, net. They have no order.
pub(super) async fn kiosk_sales(db: &mut TenantRead, window: &Window) -> Result<(i64, i64), sqlx::Error> {
    let (from, until) = (window.start(), window.end());
    let row = sqlx::query!(
        r#"SELECT COUNT(*) AS "count!: i64", COALESCE(-SUM(amount), 0) AS "amount!: i64" FROM ledger_entries
           WHERE account_kind = 'sales' AND at >= ?1 AND at < ?2 AND order_id IS NULL"#,
        from,
        until
    )
    .fetch_one(db.conn())
    .await?;
    Ok((row.count, row.amount))
}

/// Sales of a product: an order's lines are sold with its sale and refunded with their reversal.
pub(super) struct ProductSales {
    /// `None`: it stood for nothing of the catalogue.
    pub(super) product_id: Option<i64>,
    pub(super) name: String,
    pub(super) sold: i64,
    pub(super) gross: i64,
    pub(super) discounts: i64,
    pub(super) refunds: i64,
    pub(super) refunded_discounts: i64,
}

pub(super) async fn by_product(db: &mut TenantRead, window: &Window) -> Result<Vec<ProductSales>, sqlx::Error> {
    let (from, until) = (window.start(), window.end());
    sqlx::query_as!(
        ProductSales,
        r#"WITH sold AS (
               SELECT l.product_id, MAX(l.name) AS name, COUNT(*) FILTER (WHERE l.part_of IS NULL) AS sold,
                      SUM(l.price + l.discount) AS gross, SUM(l.discount) AS discounts
               FROM ledger_entries e CROSS JOIN checkout_order_lines l ON l.order_id = e.order_id
               WHERE e.account_kind = 'sales' AND e.at >= ?1 AND e.at < ?2 AND e.amount < 0
                 AND l.product_type NOT IN ('GiftCard', 'GiftCardRecharge')
               GROUP BY l.product_id),
           returned AS (
               SELECT l.product_id, MAX(l.name) AS name, SUM(l.price + l.discount) AS refunds,
                      SUM(l.discount) AS discounts
               FROM checkout_reversals r CROSS JOIN checkout_order_lines l ON l.reversal_id = r.id
               WHERE r.state = 'done' AND r.settled_at >= ?1 AND r.settled_at < ?2
                 AND l.product_type NOT IN ('GiftCard', 'GiftCardRecharge')
               GROUP BY l.product_id),
           products AS (SELECT product_id FROM sold UNION SELECT product_id FROM returned)
           SELECT p.product_id AS "product_id: i64", COALESCE(sold.name, returned.name) AS "name!: String",
                  COALESCE(sold.sold, 0) AS "sold!: i64", COALESCE(sold.gross, 0) AS "gross!: i64",
                  COALESCE(sold.discounts, 0) AS "discounts!: i64", COALESCE(returned.refunds, 0) AS "refunds!: i64",
                  COALESCE(returned.discounts, 0) AS "refunded_discounts!: i64"
           FROM products p
           LEFT JOIN sold ON sold.product_id IS p.product_id
           LEFT JOIN returned ON returned.product_id IS p.product_id"#,
        from,
        until
    )
    .fetch_all(db.conn())
    .await
}

/// Refund or void that succeeded.
pub(super) struct Refund {
    /// `None`: none was chosen.
    pub(super) reason: Option<RefundReason>,
    /// Of its order.
    pub(super) location_id: Option<i64>,
    /// Milliseconds.
    pub(super) at: i64,
    /// Minor units, with taxes.
    pub(super) to_card: i64,
    /// Minor units, with taxes.
    pub(super) to_gift_card: i64,
}

/// Refunds and voids that succeeded, except those of charges without a sale.
pub(super) async fn refunds(db: &mut TenantRead, window: &Window) -> Result<Vec<Refund>, sqlx::Error> {
    let (from, until) = (window.start(), window.end());
    let rows = sqlx::query!(
        r#"SELECT r.reason, o.location_id, r.settled_at AS "at!", r.amount, r.destination = 'gift_card' AS "is_gift_card!: bool"
           FROM checkout_reversals r JOIN checkout_orders o ON o.id = r.order_id
           WHERE r.state = 'done' AND r.settled_at >= ?1 AND r.settled_at < ?2 AND o.state <> 'failed'"#,
        from,
        until
    )
    .fetch_all(db.conn())
    .await?;
    let refund = |reason: Option<String>, location_id, at, amount, is_gift_card| Refund {
        reason: reason.and_then(|reason| reason.parse().ok()),
        location_id,
        at,
        to_card: if is_gift_card { 0 } else { amount },
        to_gift_card: if is_gift_card { amount } else { 0 },
    };
    Ok(rows
        .into_iter()
        .map(|row| refund(row.reason, row.location_id, row.at, row.amount, row.is_gift_card))
        .collect())
}

/// Loads and payments of gift cards, by time. Each has a ledger account, read once.
pub(super) async fn gift_cards(
    db: &mut TenantRead,
    window: &Window,
    parts: &Parts,
) -> Result<Vec<Posted>, sqlx::Error> {
    let (from, until) = (window.start(), window.end());
    let rows = sqlx::query!(
        r#"SELECT at, amount FROM ledger_entries
           WHERE account_kind = 'gift_card' AND at >= ?1 AND at < ?2"#,
        from,
        until
    )
    .fetch_all(db.conn())
    .await?;
    let posted = |at: i64, amount: i64| Posted {
        key: parts.row_at(at),
        credit: amount.min(0),
        debit: amount.max(0),
        credits: 0,
        debits: 0,
    };
    Ok(rows.into_iter().map(|row| posted(row.at, row.amount)).collect())
}

/// Balance of all gift cards before a time.
pub(super) async fn gift_card_balance(db: &mut TenantRead, until: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COALESCE(-SUM(amount), 0) AS "balance!: i64" FROM ledger_entries
           WHERE account_kind = 'gift_card' AND at < ?"#,
        until
    )
    .fetch_one(db.conn())
    .await
}

/// Sold codes that are still valid.
pub(super) struct Unused {
    pub(super) product_id: Option<i64>,
    pub(super) name: String,
    pub(super) codes: i64,
    /// Their net sales price.
    pub(super) value: i64,
}

/// `today`: the local day.
pub(super) async fn unused_codes(db: &mut TenantRead, today: Date) -> Result<Vec<Unused>, sqlx::Error> {
    let today = today.to_string();
    sqlx::query_as!(
        Unused,
        r#"SELECT l.product_id, MAX(l.name) AS "name!: String", COUNT(*) AS "codes!: i64",
                  SUM(l.price / l.quantity) AS "value!: i64"
           FROM wallet_items w JOIN checkout_order_lines l ON l.id = w.order_line_id
           WHERE w.state IN ('active', 'reserved') AND w.order_line_id IS NOT NULL
             AND (w.expires_on IS NULL OR w.expires_on >= ?)
           GROUP BY l.product_id"#,
        today
    )
    .fetch_all(db.conn())
    .await
}

/// The memberships that lasted past an instant.
pub(super) async fn memberships(db: &mut TenantRead, since: i64) -> Result<Vec<Membership>, sqlx::Error> {
    sqlx::query_as!(
        Membership,
        "SELECT product_id, monthly_price, joined_at, ended_at FROM club_memberships
         WHERE ended_at IS NULL OR ended_at >= ?",
        since
    )
    .fetch_all(db.conn())
    .await
}

/// Months of clubs that began within the days of a report.
pub(super) struct Months {
    pub(super) declined: i64,
    pub(super) recovered: i64,
}

/// Results of periods whose first charge was declined.
pub(super) async fn declined_months(db: &mut TenantRead, window: &Window) -> Result<Months, sqlx::Error> {
    let (from, to) = (window.from.to_string(), window.to.to_string());
    sqlx::query_as!(
        Months,
        r#"SELECT COUNT(*) AS "declined!: i64", COUNT(*) FILTER (WHERE state = 'paid') AS "recovered!: i64"
           FROM club_periods
           WHERE period_start >= ?1 AND period_start <= ?2
             AND (attempts > 1 OR (attempts = 1 AND state IN ('due', 'unpaid')))"#,
        from,
        to
    )
    .fetch_one(db.conn())
    .await
}

/// Payments for clubs: product and time. Joins from the periods, which are few, to each entry.
pub(super) async fn club_sales(
    db: &mut TenantRead,
    window: &Window,
    parts: &Parts,
) -> Result<Vec<(Option<i64>, Key, i64)>, sqlx::Error> {
    let (from, until) = (window.start(), window.end());
    let rows = sqlx::query!(
        r#"SELECT l.product_id AS "product_id?: i64", e.at AS "at!: i64", (SELECT SUM(price + discount) FROM checkout_order_lines
                                                                    WHERE id = l.id OR part_of = l.id) AS "amount!: i64"
           FROM club_periods p
           CROSS JOIN checkout_order_lines l ON l.id = p.order_line_id
           CROSS JOIN ledger_entries e ON e.order_id = l.order_id
           WHERE p.state = 'paid' AND +e.account_kind = 'sales' AND e.amount < 0 AND +e.at >= ?1 AND +e.at < ?2"#,
        from,
        until
    )
    .fetch_all(db.conn())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.product_id, parts.row_at(row.at), row.amount))
        .collect())
}

/// Redemptions at kiosks.
pub(super) struct Redeemed {
    pub(super) key: Key,
    pub(super) codes: i64,
    pub(super) club: i64,
}

/// By when.
pub(super) async fn redemptions_by_time(db: &mut TenantRead, parts: &Parts) -> Result<Vec<Redeemed>, sqlx::Error> {
    let pieces = json(parts)?;
    let rows = sqlx::query!(
        r#"WITH pieces (starts, ends, number) AS MATERIALIZED (
               SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1))
           SELECT p.number AS "row!: i64",
                  (SELECT json_array(COUNT(*), COUNT(r.item_id)) FROM terminal_redemptions r
                   WHERE r.state = 'confirmed' AND r.settled_at >= p.starts AND r.settled_at < p.ends) AS "counts!: String"
           FROM pieces p"#,
        pieces
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| redeemed(key(parts, row.row), &row.counts))
        .collect()
}

/// By where.
pub(super) async fn redemptions_by_location(
    db: &mut TenantRead,
    window: &Window,
) -> Result<Vec<Redeemed>, sqlx::Error> {
    let (from, until) = (window.start(), window.end());
    let rows = sqlx::query!(
        r#"SELECT l.id AS "id!",
                  (SELECT json_array(COUNT(*), COUNT(r.item_id)) FROM terminal_redemptions r
                   WHERE r.state = 'confirmed' AND r.location_id = l.id AND r.settled_at >= ?1
                     AND r.settled_at < ?2) AS "counts!: String"
           FROM catalog_locations l"#,
        from,
        until
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| redeemed(Key::Id(row.id), &row.counts))
        .collect()
}

fn redeemed(key: Key, counts: &str) -> Result<Redeemed, sqlx::Error> {
    let [all, codes] = numbers(counts)?;
    Ok(Redeemed {
        key,
        codes,
        club: all - codes,
    })
}

/// Gift card payments at kiosks: location, time, minor units.
pub(super) async fn gift_card_payments(
    db: &mut TenantRead,
    parts: &Parts,
) -> Result<Vec<(Option<i64>, Key, i64)>, sqlx::Error> {
    let pieces = json(parts)?;
    let rows = sqlx::query!(
        r#"SELECT h.location_id AS "location_id?: i64", piece.value ->> 2 AS "row!: i64",
                  -SUM(e.amount) AS "amount!: i64"
           FROM json_each(?1) piece CROSS JOIN ledger_entries e
             ON e.account_kind = 'kiosks' AND e.at >= piece.value ->> 0 AND e.at < piece.value ->> 1
           LEFT JOIN gift_card_holds h ON e.source_kind = 'hold' AND h.id = e.source_id
           GROUP BY h.location_id, piece.value ->> 2"#,
        pieces
    )
    .fetch_all(db.conn())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.location_id, key(parts, row.row), row.amount))
        .collect())
}

/// Results of an offer.
pub(super) struct OfferUse {
    /// `None`: discounts that no offer brought.
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
               WHERE e.account_kind = 'discounts' AND e.at >= ?1 AND e.at < ?2 GROUP BY c.offer_id)
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
