//! Ledger consistency, also with the orders it books.

use crate::check::{seals, words};
use crate::domain::CheckedSite;

/// Entries of each transaction sum to zero.
pub(crate) async fn unbalanced_transactions(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT COALESCE(source_kind, '') AS "kind!: String", COALESCE(CAST(source_id AS TEXT), '') AS "source!: String",
                  MAX(order_id) AS "order_id?: i64", SUM(amount) AS "sum!: i64"
           FROM ledger_entries GROUP BY txn_id HAVING SUM(amount) <> 0"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let source = seals::source(site, (&row.kind, &row.source), row.order_id).await?;
        found.push(format!(
            "{source}: the ledger entries of its {} sum to {} instead of 0.",
            row.kind.replace('_', " "),
            site.money(row.sum)
        ));
    }
    Ok(found)
}

/// An order's payments are in the ledger as money at the processor or the customer's bank; unpaid orders have none.
/// Exceptions: a charge approved too late while it is reversed, and refunds to gift cards.
pub(crate) async fn orders_off_their_ledger(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH booked AS (
               SELECT order_id, SUM(amount) AS amount FROM ledger_entries
               WHERE account_kind IN ('clearing', 'disputed', 'chargebacks') AND order_id IS NOT NULL GROUP BY order_id),
           on_gift_cards AS (
               SELECT order_id, SUM(amount) AS amount FROM checkout_reversals
               WHERE state = 'done' AND destination = 'gift_card' GROUP BY order_id)
           SELECT o.id AS "id!", o.state, o.total, COALESCE(booked.amount, 0) AS "booked!: i64"
           FROM checkout_orders o LEFT JOIN booked ON booked.order_id = o.id LEFT JOIN on_gift_cards g ON g.order_id = o.id
           WHERE (o.state = 'paid' AND COALESCE(booked.amount, 0) <> o.total)
              OR (o.state IN ('pending', 'unknown', 'flagged', 'failed', 'voided', 'refunded')
                  AND COALESCE(booked.amount, 0) <> IIF(o.state = 'refunded', COALESCE(g.amount, 0), 0)
                  AND NOT (o.state = 'failed' AND (
                      EXISTS (SELECT 1 FROM jobs WHERE unique_key = 'checkout.take_back:' || o.id AND dead = 0)
                      OR EXISTS (SELECT 1 FROM checkout_reversals
                                 WHERE order_id = o.id AND state IN ('initiated', 'unknown')))))"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let order = words::order(site, row.id).await?;
        found.push(format!(
            "{order} is {} and comes to {}, but the ledger has {} as received.",
            words::state(&row.state),
            site.money(row.total),
            site.money(row.booked)
        ));
    }
    Ok(found)
}

/// Sales and tax of an order match its lines, minus refunds. Gift cards aren't sales.
pub(crate) async fn orders_off_their_sales(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH lines AS (
               SELECT l.order_id,
                      SUM(l.price + l.discount) FILTER (WHERE l.product_type NOT IN ('GiftCard', 'GiftCardRecharge')) AS sales,
                      SUM(l.taxes) AS taxes
               FROM checkout_order_lines l LEFT JOIN checkout_reversals r ON r.id = l.reversal_id AND r.state = 'done'
               WHERE r.id IS NULL GROUP BY l.order_id),
           booked AS (
               SELECT order_id, -SUM(amount) FILTER (WHERE account_kind = 'sales') AS sales,
                      -SUM(amount) FILTER (WHERE account_kind = 'tax') AS taxes
               FROM ledger_entries WHERE account_kind IN ('sales', 'tax') AND order_id IS NOT NULL GROUP BY order_id),
           compared AS (
               SELECT o.id, COALESCE(booked.sales, 0) AS booked_sales, COALESCE(booked.taxes, 0) AS booked_taxes,
                      iif(o.state IN ('pending', 'unknown', 'flagged', 'failed'), 0, COALESCE(lines.sales, 0)) AS sales,
                      iif(o.state IN ('pending', 'unknown', 'flagged', 'failed'), 0, COALESCE(lines.taxes, 0)) AS taxes
               FROM checkout_orders o
               LEFT JOIN lines ON lines.order_id = o.id
               LEFT JOIN booked ON booked.order_id = o.id)
           SELECT id AS "id!: i64", booked_sales AS "booked_sales!: i64", booked_taxes AS "booked_taxes!: i64",
                  sales AS "sales!: i64", taxes AS "taxes!: i64"
           FROM compared WHERE booked_sales <> sales OR booked_taxes <> taxes"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let order = words::order(site, row.id).await?;
        found.push(format!(
            "{order}: the ledger has {} of sales and {} of tax, but its lines come to {} and {}.",
            site.money(row.booked_sales),
            site.money(row.booked_taxes),
            site.money(row.sales),
            site.money(row.taxes)
        ));
    }
    Ok(found)
}
