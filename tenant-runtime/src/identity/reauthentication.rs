//! Password confirmation before something that can't be undone.

use platform::db::TenantRead;
use secrecy::SecretString;

use super::guessing::{self, Target};
use super::{IdentityError, store};
use crate::http::Person;
use crate::tenant::Tenant;

/// Proof that the caller just entered the password.
pub struct Proof {
    customer_id: i64,
    hash: String,
}

impl Proof {
    /// Checks again in the following transaction, because the password may have changed since.
    ///
    /// # Errors
    /// [`IdentityError::WrongPassword`]
    pub async fn still_holds(&self, db: &mut TenantRead) -> Result<(), IdentityError> {
        if store::password_hash(db, self.customer_id).await?.as_ref() == Some(&self.hash) {
            Ok(())
        } else {
            Err(IdentityError::WrongPassword)
        }
    }
}

/// Verifies the password of the logged-in person. Guesses are limited, so that an unlocked phone doesn't help an
/// attacker.
///
/// # Errors
/// [`IdentityError::WrongPassword`], or [`IdentityError::TooManyGuesses`] after five wrong attempts, as at login.
pub async fn reauthenticate(tenant: &Tenant, person: &Person, password: SecretString) -> Result<Proof, IdentityError> {
    let guess = guessing::begin(tenant, Target::session(tenant, person.id)).await?;
    let stored = store::password_hash(&mut tenant.read().await?, person.id).await?;
    let matches = tenant.hasher().verify(password, stored.clone()).await?;
    let right = stored.filter(|_| matches);
    if right.is_none() || guess.failed_before() {
        let mut db = tenant.write().await?;
        match &right {
            Some(_) => guess.was_right(&mut db).await?,
            None => guess.was_wrong(&mut db, tenant).await?,
        }
        db.commit().await?;
    }
    let customer_id = person.id;
    right
        .map(|hash| Proof { customer_id, hash })
        .ok_or(IdentityError::WrongPassword)
}
