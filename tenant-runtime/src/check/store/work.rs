//! Work that was promised with a commit.

use platform::db::TenantRead;

use super::told;

/// Work on money that was given up is done by a person, or by nobody. A mail may come to nothing: mailboxes disappear.
pub(in crate::check) async fn dead_jobs(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", kind, last_error FROM jobs
           WHERE dead = 1 AND (kind LIKE 'payments.%' OR kind LIKE 'checkout.sweep%' OR kind = 'checkout.take_back')"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!(
            "job {} ({}) is dead: {}",
            row.id,
            row.kind,
            row.last_error.unwrap_or_default()
        )
    }))
}

/// How the payment of an open order went is asked for until somebody tells.
pub(in crate::check) async fn open_orders_that_nobody_asks_about(
    db: &mut TenantRead,
) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT o.id AS "id!", o.state FROM checkout_orders o
           WHERE o.state IN ('pending', 'unknown', 'flagged')
             AND NOT EXISTS (SELECT 1 FROM jobs WHERE unique_key = 'checkout.sweep:' || o.id AND dead = 0)"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!("order {} is {} and nobody asks how its payment went", row.id, row.state)
    }))
}
