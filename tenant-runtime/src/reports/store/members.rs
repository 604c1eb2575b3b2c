//! Memberships, their billing periods and their sales.

use platform::db::TenantRead;

use super::super::rules::{Key, Membership, Parts, Window};

/// The memberships that lasted past an instant.
pub(in crate::reports) async fn memberships(db: &mut TenantRead, since: i64) -> Result<Vec<Membership>, sqlx::Error> {
    sqlx::query_as!(
        Membership,
        "SELECT product_id, monthly_price, joined_at, ended_at FROM club_memberships
         WHERE ended_at IS NULL OR ended_at >= ?",
        since
    )
    .fetch_all(db.conn())
    .await
}

/// Club months that started within the report's days.
pub(in crate::reports) struct Months {
    pub(in crate::reports) declined: i64,
    pub(in crate::reports) recovered: i64,
}

/// Results of periods whose first charge was declined.
pub(in crate::reports) async fn declined_months(db: &mut TenantRead, window: &Window) -> Result<Months, sqlx::Error> {
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
pub(in crate::reports) async fn club_sales(
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
