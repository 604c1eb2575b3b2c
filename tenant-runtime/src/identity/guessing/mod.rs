//! Slowing down password guessing, at the log-in and inside a session alike. Guesses at one account take turns, so that
//! many at once gain nothing; one that comes too early is neither looked at nor counted.

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

use super::IdentityError;
use crate::error::Fault;
use crate::tenant::{Tenant, TenantContext};

const TARGET: Purpose = Purpose("password-guesses-at");

/// What is guessed at, as a keyed digest: an address leads to a person.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Target(String);

impl Target {
    /// The account with this address, whether or not there is one: both are counted alike, so that a wait tells nothing.
    pub(super) fn log_in(tenant: &TenantContext, email_key: &str) -> Self {
        Self::of(tenant, "log-in", email_key)
    }

    /// The account of a session. Counted apart, so that guesses at the log-in do not keep the owner from changing the password.
    pub(super) fn session(tenant: &TenantContext, customer_id: i64) -> Self {
        Self::of(tenant, "session", &customer_id.to_string())
    }

    /// The second step of an account's log-in.
    pub(super) fn second_factor(tenant: &TenantContext, customer_id: i64) -> Self {
        Self::of(tenant, "second-factor", &customer_id.to_string())
    }

    fn of(tenant: &TenantContext, door: &str, who: &str) -> Self {
        let digest = tenant.keys().hmac(TARGET, format!("{door}\n{who}").as_bytes());
        Self(HEXLOWER.encode(&digest[..16]))
    }
}

/// The guesses that are being checked in this process, which is the only one of its sites.
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

/// A password that is being checked. Keep it until what came of it is committed: the next one waits for that.
pub(super) struct Guess {
    target: Target,
    failed_before: bool,
    _turn: Option<Turn>,
}

/// Begins a guess at `target`. `trusted`: a device that the account knows, which has not to wait for others.
///
/// # Errors
/// [`IdentityError::TooManyGuesses`] when it comes too early.
pub(super) async fn begin(tenant: &Tenant, target: Target, trusted: bool) -> Result<Guess, IdentityError> {
    let turn = if trusted {
        None
    } else {
        let key = (tenant.id(), target.clone());
        let longest = tenant.runtime.hashers.longest_queue();
        Some(tenant.runtime.state::<Guesses>()?.turn(key, longest).await?)
    };
    let failures = store::failures(&mut tenant.read().await?, &target.0).await?;
    match rules::wait(failures, tenant.now()) {
        Some(wait) if !trusted => Err(IdentityError::TooManyGuesses(Wait(wait))),
        _ => Ok(Guess {
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

/// Forgets what was guessed at an account that has a new password, or is about to be deleted.
pub(super) async fn forget(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    email_key: &str,
) -> Result<(), sqlx::Error> {
    store::forget(db, &Target::log_in(tenant, email_key).0).await?;
    store::forget(db, &Target::second_factor(tenant, customer_id).0).await?;
    store::forget(db, &Target::session(tenant, customer_id).0).await
}
