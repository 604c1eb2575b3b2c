//! Backup codes of the console, stored and compared as at sites.

use data_encoding::HEXLOWER;
use platform::auth::second_factor::{
    is_like_recovery_code, recovery_code_digest, recovery_code_secret, recovery_codes,
};
use uuid::Uuid;

use super::store;
use crate::db::ControlWrite;
use crate::plane::ControlPlane;
use crate::staff::StaffError;

/// Start of a slow hash. Earlier builds stored SHA-256 (hex).
const SLOW: &str = "$argon2id$";

/// New backup codes and their hashes.
pub(super) struct NewCodes {
    codes: Vec<String>,
    hashes: Vec<String>,
}

impl NewCodes {
    /// # Errors
    /// Too many hashes are being made.
    pub(super) async fn generate(plane: &ControlPlane) -> Result<Self, StaffError> {
        let codes = recovery_codes(&*plane.random);
        let secrets = codes
            .iter()
            .map(|code| recovery_code_secret(&recovery_code_digest(code)));
        let hashes = plane.hasher().hash_all(secrets.collect()).await?;
        Ok(Self { codes, hashes })
    }

    /// The same for a member without a confirmed factor, who gets codes with the first one.
    ///
    /// # Errors
    /// Too many hashes are being made, or the database can't be read.
    pub(super) async fn generate_for_first(plane: &ControlPlane, member: Uuid) -> Result<Option<Self>, StaffError> {
        if super::is_set_up(&mut plane.db.read().await?, member).await? {
            return Ok(None);
        }
        Ok(Some(Self::generate(plane).await?))
    }

    /// Replaces the codes of a member. Returns the new ones.
    pub(super) async fn store(self, db: &mut ControlWrite, member: Uuid) -> Result<Vec<String>, sqlx::Error> {
        store::delete_recovery_codes(db, member).await?;
        for hash in &self.hashes {
            store::insert_recovery_code(db, member, hash).await?;
        }
        Ok(self.codes)
    }
}

/// Result of comparing an entered code with the stored hashes.
pub(super) struct Compared {
    /// Hash of the entered code, if it is one of them.
    pub(super) matching: Option<String>,
    /// Old hashes with their replacements.
    replaced: Vec<(String, String)>,
}

/// Compares `code` with the unused backup codes of a member. A wrong code and a member without codes take the same time.
///
/// # Errors
/// Too many hashes are being made, or the database can't be read.
pub(super) async fn compare(plane: &ControlPlane, member: Uuid, code: &str) -> Result<Compared, StaffError> {
    let stored = store::recovery_code_hashes(&mut plane.db.read().await?, member).await?;
    let (mut slow, old): (Vec<_>, Vec<_>) = stored.into_iter().partition(|hash| hash.starts_with(SLOW));
    let mut replaced = Vec::new();
    if !old.is_empty() {
        let digest = |hash: &String| HEXLOWER.decode(hash.as_bytes()).unwrap_or_default();
        let secrets = old.iter().map(|hash| recovery_code_secret(&digest(hash))).collect();
        let hashes = plane.hasher().hash_all(secrets).await?;
        replaced = old.into_iter().zip(hashes).collect();
        slow.extend(replaced.iter().map(|(_, hash)| hash.clone()));
    }
    let mut matching = None;
    if is_like_recovery_code(code) {
        let secret = recovery_code_secret(&recovery_code_digest(code));
        let position = plane.hasher().position(secret, slow.clone()).await?;
        matching = position.map(|position| slow.swap_remove(position));
    }
    Ok(Compared { matching, replaced })
}

impl Compared {
    /// Stores the slow hashes that replace old ones.
    pub(super) async fn replace_old(&self, db: &mut ControlWrite, member: Uuid) -> Result<(), sqlx::Error> {
        for (old, hash) in &self.replaced {
            store::replace_recovery_code(db, member, old, hash).await?;
        }
        Ok(())
    }
}
