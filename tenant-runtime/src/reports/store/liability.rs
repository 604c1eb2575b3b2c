//! Gift card balances and codes that are still valid.

use jiff::civil::Date;
use platform::db::TenantRead;

use super::super::rules::{Parts, Window};
use super::Posted;

/// Loads and payments of gift cards, by time. Each has a ledger account, read once.
pub(in crate::reports) async fn gift_cards(
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
pub(in crate::reports) async fn gift_card_balance(db: &mut TenantRead, until: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COALESCE(-SUM(amount), 0) AS "balance!: i64" FROM ledger_entries
           WHERE account_kind = 'gift_card' AND at < ?"#,
        until
    )
    .fetch_one(db.conn())
    .await
}

/// Sold codes that are still valid.
pub(in crate::reports) struct Unused {
    pub(in crate::reports) product_id: Option<i64>,
    pub(in crate::reports) codes: i64,
    /// Their net sales price.
    pub(in crate::reports) value: i64,
}

/// `today`: the local day.
pub(in crate::reports) async fn unused_codes(db: &mut TenantRead, today: Date) -> Result<Vec<Unused>, sqlx::Error> {
    let today = today.to_string();
    sqlx::query_as!(
        Unused,
        r#"SELECT l.product_id, COUNT(*) AS "codes!: i64",
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
