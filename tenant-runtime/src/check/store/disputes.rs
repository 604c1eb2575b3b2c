use platform::db::TenantRead;

use super::told;

/// What banks took back stands in the books as long as they have it, and no money of an order goes out twice: neither more than was
/// charged, nor what is refunded.
pub(crate) async fn disputes_off_their_books(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH disputed AS (
               SELECT order_id, SUM(amount) FILTER (WHERE state = 'open') AS open,
                      SUM(amount) FILTER (WHERE state IN ('lost', 'accepted')) AS lost,
                      SUM(amount) FILTER (WHERE state <> 'won') AS gone
               FROM checkout_disputes GROUP BY order_id),
           booked AS (
               SELECT order_id, SUM(amount) FILTER (WHERE account = 'disputed') AS disputed,
                      SUM(amount) FILTER (WHERE account = 'chargebacks') AS chargebacks
               FROM ledger_entries WHERE account IN ('disputed', 'chargebacks') GROUP BY order_id),
           returned AS (
               SELECT order_id, SUM(amount) AS amount FROM checkout_reversals WHERE state <> 'declined' GROUP BY order_id),
           charged AS (
               SELECT order_id, SUM(amount) AS amount FROM payments
               WHERE state IN ('approved', 'refunded') GROUP BY order_id),
           named AS (SELECT order_id FROM disputed UNION SELECT order_id FROM booked)
           SELECT n.order_id AS "order_id?: i64", COALESCE(d.open, 0) AS "open!: i64", COALESCE(d.lost, 0) AS "lost!: i64",
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
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!(
            "order {:?}: of {} charged and {} given back {} are disputed and {} lost, but the books hold {} and {}",
            row.order_id, row.charged, row.returned, row.open, row.lost, row.disputed, row.chargebacks
        )
    }))
}
