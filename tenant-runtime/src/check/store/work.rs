//! Work that was promised with a commit.

use platform::db::TenantRead;
use platform::jobs::{self, JobState};

use super::told;

/// Dead jobs: their work is done by hand, or not at all.
pub(crate) async fn dead_jobs(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let dead = jobs::list(db, Some(JobState::Dead)).await?;
    Ok(told(dead, |job| {
        let error = job.last_error.unwrap_or_default();
        format!("job {} ({}) is dead: {error}", job.id, job.kind)
    }))
}

/// The payment of an open order is looked up until it is settled.
pub(crate) async fn open_orders_that_nobody_asks_about(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
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
