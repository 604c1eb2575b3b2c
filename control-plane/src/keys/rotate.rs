//! `suds keys rotate`: creates a new master key and rewraps everything the previous keys have wrapped.
//!
//! The key file is written first and keeps the previous keys. So a crash at any point leaves everything readable, and
//! the next start rewraps the rest.

use data_encoding::BASE64;
use platform::keys::{CannotOpen, MasterKeyError};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::db::{ControlDbError, ControlWrite};
use crate::plane::ControlPlane;
use crate::{sites, staff};

/// Reason why the master key wasn't changed, or not everything is rewrapped yet.
#[derive(Debug, thiserror::Error)]
pub enum RotateError {
    #[error("{0}.")]
    File(#[from] MasterKeyError),
    #[error("can't decrypt the key of {0} ({1}); check the master key")]
    Closed(String, CannotOpen),
    #[error("{0}.")]
    Database(#[from] ControlDbError),
}

impl From<sqlx::Error> for RotateError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

/// A new master key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rotated {
    /// Version of the key, starting at 1.
    pub version: u32,
    /// Number of sites whose keys were rewrapped.
    pub sites: u64,
    /// Number of rewrapped authenticator secrets of staff.
    pub second_factors: u64,
}

/// Creates a new master key. Sites' data keys stay the same; staff sessions end, because the console's keys are derived
/// from it.
///
/// # Errors
/// See [`RotateError`]. If the file was written, the new key is active anyway.
pub async fn rotate(plane: &ControlPlane, actor: &str) -> Result<Rotated, RotateError> {
    // One at a time: two rotations at once would write the same version.
    let _turn = plane.rotating.lock().await;
    let next = plane.master().rotate(plane.key_file(), plane.random.as_ref())?;
    // Before anything is wrapped with it, so that everyone can unwrap it.
    plane.shared_master().replace(next);
    let mut db = plane.db.write().await?;
    let rotated = wrap_in(&mut db, plane).await?;
    let details = json!({ "sites": rotated.sites, "secondFactors": rotated.second_factors });
    let subject = (None, &*format!("master-key:{}", rotated.version));
    plane.audit(&mut db, actor, "keys.rotate", subject, details).await?;
    db.commit().await?;
    sites::identity::save(plane, None).await;
    Ok(rotated)
}

/// Rewraps the keys that an interrupted rotation left wrapped with earlier master keys.
///
/// # Errors
/// The control database can't be written, or a key can't be unwrapped.
pub(crate) async fn wrap_anew(plane: &ControlPlane) -> Result<(), RotateError> {
    if !plane.master().has_older() {
        return Ok(());
    }
    let mut db = plane.db.write().await?;
    let rotated = wrap_in(&mut db, plane).await?;
    if rotated.sites + rotated.second_factors > 0 {
        db.commit().await?;
        tracing::info!(rotated.sites, rotated.second_factors, "master key rotation finished");
    }
    Ok(())
}

async fn wrap_in(db: &mut ControlWrite, plane: &ControlPlane) -> Result<Rotated, RotateError> {
    let master = plane.master();
    let mut sites = 0;
    for (id, wrapped) in sites::store::wrapped_keys(db).await? {
        let closed = |error| RotateError::Closed(format!("site {id}"), error);
        let wrapped = BASE64.decode(wrapped.as_bytes()).map_err(|_| closed(CannotOpen))?;
        if master.is_of_this_version(&wrapped) {
            continue;
        }
        let keys = master.unwrap(id, &wrapped).map_err(closed)?;
        sites::store::set_wrapped_key(db, id, &BASE64.encode(&master.wrap(&keys, id))).await?;
        sites += 1;
    }
    Ok(Rotated {
        version: master.version(),
        sites,
        second_factors: staff::seal_second_factors_anew(db, &master).await?,
    })
}
