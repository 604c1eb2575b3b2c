//! Slows down password guessing at login and within sessions. Guesses at one account are serialized, so that parallel
//! ones gain nothing. A guess that comes too early is neither checked nor counted.

pub mod rules;
mod store;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use data_encoding::HEXLOWER;
use platform::db::TenantWrite;
use platform::ids::SiteId;
use platform::keys::Purpose;
use platform::quota::Wait;
use tokio::sync::OwnedMutexGuard;

use super::{IdentityError, device};
use crate::error::Fault;
use crate::tenant::{Tenant, TenantContext};

const TARGET: Purpose = Purpose("password-guesses-at");

/// Target of guesses, as a keyed digest, because an address identifies a person.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Target(String);

impl Target {
    /// Account with this address, existing or not. Both are counted alike, so that a wait reveals nothing.
    pub(super) fn log_in(tenant: &TenantContext, email_key: &str) -> Self {
        Self::of(tenant, "log-in", email_key)
    }

    /// The account with this address, from a device with this key (its SHA-256). Counted apart, so that strangers' guesses do not
    /// delay the person's own device, and a stolen key gains no more than five tries.
    pub(super) fn device(tenant: &TenantContext, email_key: &str, key_hash: &[u8]) -> Self {
        Self::of(tenant, "device", &format!("{}\n{email_key}", HEXLOWER.encode(key_hash)))
    }

    /// Account of a session. Counted separately, so that failed logins don't prevent the owner from changing the
    /// password.
    pub(super) fn session(tenant: &TenantContext, customer_id: i64) -> Self {
        Self::of(tenant, "session", &customer_id.to_string())
    }

    /// Second step of an account's login.
    pub(super) fn second_factor(tenant: &TenantContext, customer_id: i64) -> Self {
        Self::of(tenant, "second-factor", &customer_id.to_string())
    }

    fn of(tenant: &TenantContext, door: &str, who: &str) -> Self {
        let digest = tenant.keys().hmac(TARGET, format!("{door}\n{who}").as_bytes());
        Self(HEXLOWER.encode(&digest[..16]))
    }
}

/// Guesses being checked in this process, which is the only one for its sites.
#[derive(Clone, Default)]
pub struct Guesses(Arc<Mutex<HashMap<Key, Arc<Turns>>>>);

type Key = (SiteId, Target);
type Turns = tokio::sync::Mutex<()>;

impl Guesses {
    fn by_target(&self) -> MutexGuard<'_, HashMap<Key, Arc<Turns>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits, `longest` at most, until no other guess at the same target is being checked.
    async fn turn(&self, key: Key, longest: Duration) -> Result<Turn, Fault> {
        let turns = Arc::clone(self.by_target().entry(key.clone()).or_default());
        let mut turn = Turn {
            guesses: self.clone(),
            key,
            held: None,
        };
        let held = tokio::time::timeout(longest, turns.lock_owned()).await;
        turn.held = Some(held.map_err(|_| Fault::Busy)?);
        Ok(turn)
    }
}

/// One's turn to guess, or the wait for it.
struct Turn {
    guesses: Guesses,
    key: Key,
    held: Option<OwnedMutexGuard<()>>,
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.held = None;
        let mut by_target = self.guesses.by_target();
        let is_last = |turns: &Arc<Turns>| Arc::strong_count(turns) == 1;
        if by_target.get(&self.key).is_some_and(is_last) {
            by_target.remove(&self.key);
        }
    }
}

/// Password check in progress. Keep it until its result is committed, because the next check waits for that.
pub(super) struct Guess {
    target: Target,
    failed_before: bool,
    _turn: Turn,
}

/// Starts a guess at `target`.
///
/// # Errors
/// [`IdentityError::TooManyGuesses`] if it comes too early.
pub(super) async fn begin(tenant: &Tenant, target: Target) -> Result<Guess, IdentityError> {
    let key = (tenant.id(), target.clone());
    let longest = tenant.runtime.hashers.longest_queue();
    let turn = tenant.runtime.state::<Guesses>()?.turn(key, longest).await?;
    let failures = store::failures(&mut tenant.read().await?, &target.0).await?;
    match rules::wait(failures, tenant.now()) {
        Some(wait) => Err(IdentityError::TooManyGuesses(Wait(wait))),
        None => Ok(Guess {
            target,
            failed_before: failures.is_some(),
            _turn: turn,
        }),
    }
}

impl Guess {
    /// Writes down that the password was wrong.
    pub(super) async fn was_wrong(&self, db: &mut TenantWrite, tenant: &TenantContext) -> Result<(), sqlx::Error> {
        let now = tenant.now();
        store::forget_before(db, (now - rules::REMEMBERED).as_millisecond()).await?;
        store::note_failure(db, &self.target.0, now.as_millisecond()).await
    }

    /// Forgets the wrong ones before.
    pub(super) async fn was_right(&self, db: &mut TenantWrite) -> Result<(), sqlx::Error> {
        store::forget(db, &self.target.0).await
    }

    /// Whether there is anything to forget. If not, a right password needs no turn.
    pub(super) fn failed_before(&self) -> bool {
        self.failed_before
    }
}

/// Resets the guesses by strangers at the account with this address, because its own device just logged in.
pub(super) async fn forget_strangers(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    email_key: &str,
) -> Result<(), sqlx::Error> {
    store::forget(db, &Target::log_in(tenant, email_key).0).await
}

/// Resets the guesses at an account with a new password, or before its deletion.
pub(super) async fn forget(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    email_key: &str,
) -> Result<(), sqlx::Error> {
    for key_hash in device::key_hashes(db, customer_id).await? {
        store::forget(db, &Target::device(tenant, email_key, &key_hash).0).await?;
    }
    forget_strangers(db, tenant, email_key).await?;
    store::forget(db, &Target::second_factor(tenant, customer_id).0).await?;
    store::forget(db, &Target::session(tenant, customer_id).0).await
}
