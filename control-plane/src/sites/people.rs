//! Login methods of a site's people, for operators.

use platform::db::DbError;
use platform::ids::SiteId;
use platform::tenancy::Unavailable;
use serde_json::json;
use tenant_runtime::fields::email_key;
use tenant_runtime::identity;
use tenant_runtime::identity::second_factor_shapes::PasskeyUse;

use super::owners::OwnersError;
use super::{SiteRecord, open, store};
use crate::plane::ControlPlane;

/// People of a site who have passkeys.
///
/// # Errors
/// The site's file can't be read.
pub async fn passkey_use(plane: &ControlPlane, id: SiteId) -> Result<PasskeyUse, OwnersError> {
    let open = open(plane, id).await?;
    let counted = identity::passkey_use(&mut open.read().await?).await;
    Ok(counted.map_err(|error| Unavailable::from(DbError::from(error)))?)
}

/// Resets the two-factor authentication of someone who lost their login methods. The password alone is then enough.
///
/// # Errors
/// See [`OwnersError`].
pub async fn reset_second_factor(
    plane: &ControlPlane,
    id: SiteId,
    email: &str,
    actor: &str,
) -> Result<SiteRecord, OwnersError> {
    let file = open(plane, id).await?;
    let mut db = file.write().await?;
    let is_reset = identity::reset_second_factor(&mut db, plane.now(), &email_key(email)).await;
    if !is_reset.map_err(|error| Unavailable::from(DbError::from(error)))? {
        return Err(OwnersError::NoSecondFactor(email.to_owned()));
    }
    db.commit().await.map_err(Unavailable::from)?;
    let mut db = plane.db.write().await?;
    let site = store::find(&mut db, id).await?.ok_or(OwnersError::Gone)?;
    let subject = (Some(&*site.environment), &*id.to_string());
    plane
        .audit(&mut db, actor, "site.reset_second_factor", subject, json!({}))
        .await?;
    db.commit().await?;
    Ok(site)
}
