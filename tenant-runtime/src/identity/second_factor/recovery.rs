//! Backup codes, stored as slow hashes. Earlier builds stored SHA-256, which the next login replaces.
//!
//! Hashes are made before a transaction, because they take turns with passwords.

use platform::auth::second_factor::{
    is_like_recovery_code, recovery_code_digest, recovery_code_secret, recovery_codes,
};
use platform::db::TenantWrite;

use super::store;
use crate::error::Fault;
use crate::identity::IdentityError;
use crate::tenant::{Tenant, TenantContext};

/// Start of a slow hash.
const SLOW: &[u8] = b"$argon2id$";

/// New backup codes and their hashes.
pub(super) struct NewCodes {
    codes: Vec<String>,
    hashes: Vec<String>,
}

impl NewCodes {
    /// # Errors
    /// Too many hashes are being made.
    pub(super) async fn generate(tenant: &TenantContext) -> Result<Self, IdentityError> {
        let codes = recovery_codes(&*tenant.runtime.random);
        let secrets = codes
            .iter()
            .map(|code| recovery_code_secret(&recovery_code_digest(code)));
        let hashes = tenant.hasher().hash_all(secrets.collect()).await.map_err(Fault::from)?;
        Ok(Self { codes, hashes })
    }

    /// The same for someone without a confirmed factor, who gets codes with the first one.
    ///
    /// # Errors
    /// Too many hashes are being made, or the database can't be read.
    pub(super) async fn generate_for_first(tenant: &Tenant, customer_id: i64) -> Result<Option<Self>, IdentityError> {
        if super::is_set_up(&mut tenant.read().await?, customer_id).await? {
            return Ok(None);
        }
        Ok(Some(Self::generate(tenant).await?))
    }

    /// Replaces the codes of a person. Returns the new ones.
    pub(super) async fn store(self, db: &mut TenantWrite, customer_id: i64) -> Result<Vec<String>, sqlx::Error> {
        store::delete_recovery_codes(db, customer_id).await?;
        for hash in &self.hashes {
            store::insert_recovery_code(db, customer_id, hash.as_bytes()).await?;
        }
        Ok(self.codes)
    }
}

/// Result of comparing an entered code with the stored hashes.
#[derive(Default)]
pub(super) struct Compared {
    /// Hash of the entered code, if it is one of them.
    matching: Option<Vec<u8>>,
    /// Old hashes with their replacements.
    replaced: Vec<(Vec<u8>, Vec<u8>)>,
}

/// Compares `code` with the unused backup codes of a person. A wrong code and a person without codes take the same time.
///
/// # Errors
/// Too many hashes are being made, or the database can't be read.
pub(super) async fn compare(tenant: &Tenant, customer_id: i64, code: &str) -> Result<Compared, IdentityError> {
    let stored = store::recovery_code_hashes(&mut tenant.read().await?, customer_id).await?;
    let (mut slow, old): (Vec<_>, Vec<_>) = stored.into_iter().partition(|hash| hash.starts_with(SLOW));
    let mut replaced = Vec::new();
    if !old.is_empty() {
        let secrets = old.iter().map(|digest| recovery_code_secret(digest)).collect();
        let hashes = tenant.hasher().hash_all(secrets).await.map_err(Fault::from)?;
        replaced = old
            .into_iter()
            .zip(hashes.into_iter().map(String::into_bytes))
            .collect();
        slow.extend(replaced.iter().map(|(_, hash)| hash.clone()));
    }
    let mut matching = None;
    if is_like_recovery_code(code) {
        let texts = slow.iter().map(|hash| String::from_utf8_lossy(hash).into_owned());
        let secret = recovery_code_secret(&recovery_code_digest(code));
        let position = tenant.hasher().position(secret, texts.collect()).await;
        let position = position.map_err(Fault::from)?;
        matching = position.map(|position| slow.swap_remove(position));
    }
    Ok(Compared { matching, replaced })
}

impl Compared {
    /// Stores the slow hashes that replace old ones, whether or not the code was right.
    pub(super) async fn replace_old(&self, db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
        for (old, hash) in &self.replaced {
            store::replace_recovery_code(db, customer_id, old, hash).await?;
        }
        Ok(())
    }

    /// Uses up the entered code. Returns false if it is wrong or was used in the meantime.
    pub(super) async fn use_up(&self, db: &mut TenantWrite, customer_id: i64, now: i64) -> Result<bool, sqlx::Error> {
        match &self.matching {
            Some(hash) => store::use_recovery_code(db, customer_id, hash, now).await,
            None => Ok(false),
        }
    }
}
