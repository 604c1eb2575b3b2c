//! Help from the provider for people who lost their login methods.

use jiff::Timestamp;
use platform::audit::{self, Change};
use platform::db::{Acting, TenantRead, TenantWrite};

use super::shapes::PasskeyUse;
use super::store;
use crate::identity::session::{self, EndReason};
use crate::identity::store as people;

/// Actor in the site's audit log.
const PROVIDER: &str = "provider";

/// People who have passkeys.
///
/// # Errors
/// The site's file can't be read.
pub async fn passkey_use(db: &mut TenantRead) -> Result<PasskeyUse, sqlx::Error> {
    store::passkey_use(db).await
}

/// Resets the two-factor authentication of the account with this address. Its password alone is then enough, and its sessions end.
/// Returns false if no account with two-factor authentication has the address.
///
/// # Errors
/// The site's file can't be written.
pub async fn reset(db: &mut TenantWrite, now: Timestamp, email_key: &str) -> Result<bool, sqlx::Error> {
    let id = people::holder(db, email_key).await?;
    if id == people::NOBODY || !super::is_set_up(db, id).await? {
        return Ok(false);
    }
    store::delete_all(db, id).await?;
    session::end_all(db, now, id, EndReason::Staff).await?;
    // With a role, so that the merchant's people read of it.
    db.is_made_by(Some(Acting {
        actor: PROVIDER.to_owned(),
        role: PROVIDER,
    }));
    let subject = format!("customer:{id}");
    audit::note(db, now, PROVIDER, "second_factor_reset", &subject, Change::default()).await?;
    Ok(true)
}
