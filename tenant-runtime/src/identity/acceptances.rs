//! Policy versions accepted at sign-up.

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use super::Acceptance;
use super::store::acceptances;
use crate::site::{self, TextKind};

/// Policies accepted at sign-up.
const BY_SIGNING_UP: [TextKind; 2] = [TextKind::Terms, TextKind::Privacy];

/// Records that a customer accepted the current policies, in the transaction of the sign-up.
pub(super) async fn keep(db: &mut TenantWrite, customer_id: i64, now: Timestamp) -> Result<(), sqlx::Error> {
    for kind in BY_SIGNING_UP {
        // Without a policy, nothing is accepted.
        let text = site::newest_text(db, kind).await?.filter(|text| !text.html.is_empty());
        if let Some(text) = text {
            acceptances::insert(db, customer_id, text.text_id, now.as_millisecond()).await?;
        }
    }
    Ok(())
}

/// Acceptances of a version at sign-up, newest customers first, at most `limit`; `before`: only customers before this
/// one.
pub async fn of_text(
    db: &mut TenantRead,
    text_id: i64,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<Acceptance>, sqlx::Error> {
    acceptances::of_text(db, text_id, before, limit).await
}

/// Policies a customer accepted at sign-up.
pub async fn of_customer(db: &mut TenantRead, customer_id: i64) -> Result<Vec<Acceptance>, sqlx::Error> {
    acceptances::of_customer(db, customer_id).await
}
