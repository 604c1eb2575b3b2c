//! Refunds and voids.

use crate::check::words;
use crate::domain::CheckedSite;

/// What was refunded of an order is deducted from it, whole and once: in the ledger, on its lines and in its state. No line of a failed
/// order was sold, and other rules check its money.
pub(crate) async fn refunds_off_their_lines(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH booked AS (
               SELECT order_id, SUM(amount) AS amount FROM ledger_entries
               WHERE account_kind IN ('clearing', 'disputed', 'chargebacks') AND order_id IS NOT NULL GROUP BY order_id),
           returned AS (
               SELECT order_id, SUM(amount) AS amount FROM checkout_reversals WHERE state = 'done' GROUP BY order_id),
           lines AS (
               SELECT l.order_id, SUM(l.refunded) AS amount
               FROM checkout_order_lines l JOIN checkout_reversals r ON r.id = l.reversal_id
               WHERE r.state = 'done' GROUP BY l.order_id)
           SELECT o.id AS "id!", o.state, o.total, COALESCE(booked.amount, 0) AS "booked!: i64",
                  COALESCE(returned.amount, 0) AS "returned!: i64", COALESCE(lines.amount, 0) AS "lines!: i64"
           FROM checkout_orders o
           LEFT JOIN booked ON booked.order_id = o.id
           LEFT JOIN returned ON returned.order_id = o.id
           LEFT JOIN lines ON lines.order_id = o.id
           WHERE (o.state <> 'failed' AND COALESCE(returned.amount, 0) <> COALESCE(lines.amount, 0))
              OR (o.state IN ('partially_refunded', 'refunded', 'voided')
                  AND COALESCE(booked.amount, 0) <> o.total - COALESCE(returned.amount, 0))
              OR (o.state = 'paid' AND COALESCE(returned.amount, 0) <> 0)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let order = words::order(site, row.id).await?;
        found.push(format!(
            "{order} is {}: of {} it refunded {} and its lines {}, but the ledger still has {} as received.",
            words::state(&row.state),
            site.money(row.total),
            site.money(row.returned),
            site.money(row.lines),
            site.money(row.booked)
        ));
    }
    Ok(found)
}
