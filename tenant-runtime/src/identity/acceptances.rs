//! Policy versions accepted at sign-up.

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use super::Acceptance;
use super::store::acceptances;
use crate::site::{self, TextKind};

/// What is accepted by signing up.
const BY_SIGNING_UP: [TextKind; 2] = [TextKind::Terms, TextKind::Privacy];

/// Keeps that a customer accepted what is in force, within the transaction of the sign-up.
pub(super) async fn keep(db: &mut TenantWrite, customer_id: i64, now: Timestamp) -> Result<(), sqlx::Error> {
    for kind in BY_SIGNING_UP {
        // Where nothing is written, nothing is accepted.
        let text = site::newest_text(db, kind).await?.filter(|text| !text.html.is_empty());
        if let Some(text) = text {
            acceptances::insert(db, customer_id, text.text_id, now.as_millisecond()).await?;
        }
    }
    Ok(())
}

/// Who accepted an edition by signing up, at most `limit`, the newest customers first; only those before the customer `before`, if
/// one is named.
///
/// # Errors
/// When the database refuses.
pub async fn of_text(
    db: &mut TenantRead,
    text_id: i64,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<Acceptance>, sqlx::Error> {
    acceptances::of_text(db, text_id, before, limit).await
}

/// What a customer accepted by signing up.
///
/// # Errors
/// When the database refuses.
pub async fn of_customer(db: &mut TenantRead, customer_id: i64) -> Result<Vec<Acceptance>, sqlx::Error> {
    acceptances::of_customer(db, customer_id).await
}
