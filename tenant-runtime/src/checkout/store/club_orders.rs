//! Club orders and refunds that billing waits for.

use jiff::Timestamp;
use platform::db::TenantRead;

/// Whether a customer's order for a club may still be paid, by a response, a lookup or staff.
pub async fn has_open_club_order(db: &mut TenantRead, customer_id: i64) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM checkout_orders o JOIN checkout_order_lines l ON l.order_id = o.id
             WHERE o.customer_id = ? AND o.origin = 'shop' AND o.state IN ('pending', 'unknown', 'flagged')
               AND l.product_type = 'AppClub') AS "open!: bool""#,
        customer_id
    )
    .fetch_one(db.conn())
    .await
}

/// Time when an order or refund was unresolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    pub since: Timestamp,
    pub until: Timestamp,
}

/// Club orders of the customer in the shop, and refunds that were to end a membership or a change of club, settled after `after`, by
/// their start.
pub async fn ended_waits(db: &mut TenantRead, customer_id: i64, after: Timestamp) -> Result<Vec<Wait>, sqlx::Error> {
    let after = after.as_millisecond();
    let rows = sqlx::query!(
        r#"SELECT since AS "since!: i64", until AS "until!: i64" FROM (
               SELECT o.created_at AS since, o.settled_at AS until
                 FROM checkout_orders o JOIN checkout_order_lines l ON l.order_id = o.id
                WHERE o.customer_id = ?1 AND o.origin = 'shop' AND o.settled_at > ?2 AND l.product_type = 'AppClub'
               UNION
               SELECT r.created_at, r.settled_at
                 FROM checkout_reversals r JOIN checkout_orders o ON o.id = r.order_id
                WHERE o.customer_id = ?1 AND r.settled_at > ?2
                  AND (r.ends_membership = 1 OR EXISTS (SELECT 1 FROM checkout_order_lines l
                         WHERE l.reversal_id = r.id AND l.starts_on IS NOT NULL))
           ) ORDER BY since"#,
        customer_id,
        after
    )
    .fetch_all(db.conn())
    .await?;
    let wait = |since, until| {
        Some(Wait {
            since: Timestamp::from_millisecond(since).ok()?,
            until: Timestamp::from_millisecond(until).ok()?,
        })
    };
    Ok(rows.iter().filter_map(|row| wait(row.since, row.until)).collect())
}
