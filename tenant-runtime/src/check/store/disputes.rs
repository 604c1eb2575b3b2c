//! Disputed charges.

use crate::check::words;
use crate::domain::CheckedSite;

/// Charged-back amounts are in the ledger while the bank has them, and an order's money never leaves twice: not more
/// than was charged, and not what was refunded.
pub(crate) async fn disputes_off_their_books(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH disputed AS (
               SELECT order_id, SUM(amount) FILTER (WHERE state = 'open') AS open,
                      SUM(amount) FILTER (WHERE state IN ('lost', 'accepted')) AS lost,
                      SUM(amount) FILTER (WHERE state <> 'won') AS gone
               FROM checkout_disputes GROUP BY order_id),
           booked AS (
               SELECT order_id, SUM(amount) FILTER (WHERE account_kind = 'disputed') AS disputed,
                      SUM(amount) FILTER (WHERE account_kind = 'chargebacks') AS chargebacks
               FROM ledger_entries WHERE account_kind IN ('disputed', 'chargebacks') GROUP BY order_id),
           returned AS (
               SELECT order_id, SUM(amount) AS amount FROM checkout_reversals
               WHERE state <> 'declined' AND destination = 'card' GROUP BY order_id),
           charged AS (
               SELECT order_id, SUM(amount) AS amount FROM payments
               WHERE state IN ('approved', 'refunded') GROUP BY order_id),
           named AS (SELECT order_id FROM disputed UNION SELECT order_id FROM booked)
           SELECT COALESCE(n.order_id, 0) AS "order_id!: i64", COALESCE(d.open, 0) AS "open!: i64", COALESCE(d.lost, 0) AS "lost!: i64",
                  COALESCE(b.disputed, 0) AS "disputed!: i64", COALESCE(b.chargebacks, 0) AS "chargebacks!: i64",
                  COALESCE(r.amount, 0) AS "returned!: i64", COALESCE(c.amount, 0) AS "charged!: i64"
           FROM named n
           LEFT JOIN disputed d ON d.order_id = n.order_id
           LEFT JOIN booked b ON b.order_id IS n.order_id
           LEFT JOIN returned r ON r.order_id = n.order_id
           LEFT JOIN charged c ON c.order_id = n.order_id
           WHERE COALESCE(b.disputed, 0) <> COALESCE(d.open, 0)
              OR COALESCE(b.chargebacks, 0) <> COALESCE(d.lost, 0)
              OR COALESCE(d.gone, 0) > 0 AND COALESCE(d.gone, 0) + COALESCE(r.amount, 0) > COALESCE(c.amount, 0)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let order = words::order(site, row.order_id).await?;
        found.push(format!(
            "{order}: of {} charged and {} refunded, {} is disputed and {} charged back, but the ledger has {} and {}.",
            site.money(row.charged),
            site.money(row.returned),
            site.money(row.open),
            site.money(row.lost),
            site.money(row.disputed),
            site.money(row.chargebacks)
        ));
    }
    Ok(found)
}

/// A dispute voids the order's codes, and is due, as staff recorded it.
pub(crate) async fn disputes_off_the_audit_log(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH logged AS (
               SELECT CAST(substr(subject, 7) AS INTEGER) AS order_id, detail ->> 'dispute' AS dispute,
                      MAX(COALESCE("after" ->> 'takeBack', detail ->> 'takeBack', 0)) AS voids,
                      MAX(detail ->> 'respondBy') AS due
               FROM audit
               WHERE subject >= 'order:' AND subject < 'order;' AND action IN ('dispute_recorded', 'dispute_codes_taken')
               GROUP BY 1, 2),
           compared AS (
               SELECT d.order_id, d.respond_by, d.took_back, l.due, d.took_back <> l.voids AS voids_differ,
                      d.respond_by <> l.due AS due_differs
               FROM checkout_disputes d JOIN logged l ON l.dispute = d.id AND l.order_id = d.order_id
               WHERE l.due IS NOT NULL)
           SELECT order_id, respond_by, took_back AS "took_back!: bool", due AS "due!: String",
                  voids_differ AS "voids_differ!: bool", due_differs AS "due_differs!: bool"
           FROM compared WHERE voids_differ OR due_differs"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let order = words::order(site, row.order_id).await?;
        if row.voids_differ {
            let voids = if row.took_back { "voids" } else { "doesn't void" };
            found.push(format!(
                "{order}: its dispute {voids} its codes, unlike in the audit log."
            ));
        }
        if row.due_differs {
            let (due, logged) = (row.respond_by, row.due);
            found.push(format!(
                "{order}: its dispute is due on {due}, but the audit log has {logged}."
            ));
        }
    }
    Ok(found)
}
