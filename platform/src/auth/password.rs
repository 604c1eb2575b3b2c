//! Password hashing with argon2id (RFC 9106), limited so that it can't exhaust the machine.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use crate::ids::SiteId;
use crate::random::{Random, SystemRandom};
use crate::turns::{Asked, Turn, Turns};
use argon2::password_hash::phc::{Output, PasswordHash};
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use secrecy::{ExposeSecret as _, SecretString};
use unicode_normalization::UnicodeNormalization as _;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// 19 MiB, two passes, one lane: OWASP's recommendation, about 25 ms on one core.
    Standard,
    /// For tests and demos.
    Fast,
}

impl Cost {
    /// Maximum wait of a request. With cheap hashes, only a stalled machine makes anyone wait, and no one is rejected
    /// for that.
    const fn longest_queue(self) -> Duration {
        Duration::from_secs(match self {
            Self::Standard => 2,
            Self::Fast => 60,
        })
    }
}

/// Too many passwords are waiting to be hashed. Try again later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many password checks are in progress")]
pub struct Busy;

/// Hashes and checks passwords of all sites, a few at a time. Clones share the queue.
#[derive(Debug, Clone)]
pub struct Hashers(Arc<Inner>);

/// Hashes and checks passwords of one site or the console. They take turns, no matter how many passwords are waiting in
/// one queue.
#[derive(Debug, Clone)]
pub struct Hasher {
    inner: Arc<Inner>,
    line: Line,
}

/// Queue of passwords: a site's or the console's.
type Line = Option<SiteId>;

#[derive(Debug)]
struct Inner {
    argon2: Argon2<'static>,
    /// Checked if the account doesn't exist, so that both cases take the same time.
    dummy: String,
    turns: Arc<Turns<Line>>,
    longest_queue: Duration,
    /// Duration of the latest hash in microseconds.
    latest: AtomicU64,
    done: AtomicU64,
}

impl Hashers {
    pub fn new(cost: Cost) -> Self {
        // One core stays free for other requests, even during a flood of logins.
        let parallel = available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1));
        Self::with_queue(cost, parallel, cost.longest_queue())
    }

    fn with_queue(cost: Cost, parallel: usize, longest_queue: Duration) -> Self {
        let params = match cost {
            Cost::Standard => Params::DEFAULT,
            Cost::Fast => Params::new(Params::MIN_M_COST, Params::MIN_T_COST, 1, None).unwrap_or(Params::DEFAULT),
        };
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let started = Instant::now();
        let dummy = hash_now(&argon2, &(&SystemRandom as &dyn Random).token());
        let took = micros(started);
        Self(Arc::new(Inner {
            argon2,
            dummy,
            turns: Turns::new(parallel),
            longest_queue,
            latest: AtomicU64::new(took),
            done: AtomicU64::new(0),
        }))
    }

    /// The hasher of a site.
    pub fn of(&self, site: SiteId) -> Hasher {
        Hasher {
            inner: Arc::clone(&self.0),
            line: Some(site),
        }
    }

    /// The hasher of the console.
    pub fn of_console(&self) -> Hasher {
        Hasher {
            inner: Arc::clone(&self.0),
            line: None,
        }
    }

    /// Maximum wait of a request before its password is checked.
    pub fn longest_queue(&self) -> Duration {
        self.0.longest_queue
    }

    /// Number of passwords hashed or checked so far.
    pub fn done(&self) -> u64 {
        self.0.done.load(Ordering::Relaxed)
    }
}

/// `password` in Unicode's composed form (NFC), because keyboards and systems write an accented letter as one code point
/// or as two (NIST SP 800-63B).
fn composed(password: &SecretString) -> SecretString {
    password.expose_secret().nfc().collect::<String>().into()
}

impl Hasher {
    /// The PHC string to store.
    ///
    /// # Errors
    /// [`Busy`] when the wait is longer than [`Hashers::longest_queue`].
    pub async fn hash(&self, password: SecretString) -> Result<String, Busy> {
        self.in_turn(move |inner| hash_now(&inner.argon2, composed(&password).expose_secret()))
            .await
    }

    /// Verifies a password. `None` for an account that doesn't exist: returns false after the same work.
    ///
    /// # Errors
    /// [`Busy`] if the wait exceeds [`Hashers::longest_queue`].
    pub async fn verify(&self, password: SecretString, stored: Option<String>) -> Result<bool, Busy> {
        self.in_turn(move |inner| {
            let known = stored.is_some();
            let stored = stored.unwrap_or_else(|| inner.dummy.clone());
            let (composed, entered) = (composed(&password), password.expose_secret());
            let matches = PasswordHash::new(&stored).is_ok_and(|hash| {
                let verifies = |text: &str| inner.argon2.verify_password(text.as_bytes(), &hash).is_ok();
                // Earlier builds hashed what the keyboard sent.
                verifies(composed.expose_secret()) || (composed.expose_secret() != entered && verifies(entered))
            });
            matches && known
        })
        .await
    }

    /// The PHC strings of several secrets, with one salt and in one turn. [`Self::position`] then needs one hash for all.
    ///
    /// # Errors
    /// [`Busy`] when the wait is longer than [`Hashers::longest_queue`].
    pub async fn hash_all(&self, secrets: Vec<SecretString>) -> Result<Vec<String>, Busy> {
        self.in_turn(move |inner| {
            let salt = (&SystemRandom as &dyn Random).bytes::<16>();
            let hash = |secret: &SecretString| hash_with(&inner.argon2, secret.expose_secret(), &salt);
            secrets.iter().map(hash).collect()
        })
        .await
    }

    /// Position of the hash of `secret` in `stored`. Takes one hash for each salt in `stored`, at least one, whether or not
    /// the secret is among them.
    ///
    /// # Errors
    /// [`Busy`] when the wait is longer than [`Hashers::longest_queue`].
    pub async fn position(&self, secret: SecretString, stored: Vec<String>) -> Result<Option<usize>, Busy> {
        self.in_turn(move |inner| position_now(inner, secret.expose_secret(), &stored))
            .await
    }

    /// Whether a stored hash has other parameters than the current ones and should be replaced at the next login.
    pub fn is_outdated(&self, stored: &str) -> bool {
        let Ok(hash) = PasswordHash::new(stored) else {
            return true;
        };
        let same = Params::try_from(&hash).is_ok_and(|params| {
            let present = self.inner.argon2.params();
            (params.m_cost(), params.t_cost(), params.p_cost())
                == (present.m_cost(), present.t_cost(), present.p_cost())
        });
        !same || hash.algorithm.as_str() != Algorithm::Argon2id.as_str()
    }

    async fn in_turn<T: Send + 'static>(&self, work: impl FnOnce(&Inner) -> T + Send + 'static) -> Result<T, Busy> {
        let inner = Arc::clone(&self.inner);
        let turn = self.turn().await?;
        let done = tokio::task::spawn_blocking(move || {
            // Held in here: the work continues even if the caller disconnects, so their turn mustn't be passed on early.
            let _turn = turn;
            let started = Instant::now();
            let result = work(&inner);
            inner.latest.store(micros(started), Ordering::Relaxed);
            inner.done.fetch_add(1, Ordering::Relaxed);
            result
        });
        done.await.map_err(|_| Busy)
    }

    async fn turn(&self) -> Result<Turn<Line>, Busy> {
        let Inner {
            turns,
            latest,
            longest_queue,
            ..
        } = &*self.inner;
        let wait = Duration::from_micros(turns.ahead(self.line) as u64 * latest.load(Ordering::Relaxed));
        if wait > *longest_queue {
            return Err(Busy);
        }
        match turns.ask(self.line) {
            Asked::Now(turn) => Ok(turn),
            Asked::Later(turn) => {
                let turn = tokio::time::timeout(*longest_queue, turn);
                turn.await.map_err(|_| Busy)?.map_err(|_| Busy)
            }
        }
    }
}

fn hash_now(argon2: &Argon2<'_>, password: &str) -> String {
    hash_with(argon2, password, &(&SystemRandom as &dyn Random).bytes::<16>())
}

fn hash_with(argon2: &Argon2<'_>, password: &str, salt: &[u8]) -> String {
    // Fails only for passwords over 4 GiB. The empty string matches nothing.
    argon2
        .hash_password_with_salt(password.as_bytes(), salt)
        .map(|hash| hash.to_string())
        .unwrap_or_default()
}

fn position_now(inner: &Inner, secret: &str, stored: &[String]) -> Option<usize> {
    // By everything before the hash itself: parameters and salt.
    let mut made: HashMap<&str, Option<Output>> = HashMap::new();
    let mut found = None;
    for (position, text) in stored.iter().enumerate() {
        let (Some((start, _)), Ok(hash)) = (text.rsplit_once('$'), PasswordHash::new(text)) else {
            continue;
        };
        let output = made.entry(start).or_insert_with(|| output_like(&hash, secret));
        if output.is_some() && *output == hash.hash {
            found = Some(position);
        }
    }
    if made.is_empty() {
        hash_now(&inner.argon2, secret);
    }
    found
}

/// Hash of `secret` with the salt and parameters of `hash`.
fn output_like(hash: &PasswordHash, secret: &str) -> Option<Output> {
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::try_from(hash).ok()?);
    argon2
        .hash_password_with_salt(secret.as_bytes(), hash.salt.as_ref()?)
        .ok()?
        .hash
}

fn micros(started: Instant) -> u64 {
    started.elapsed().as_micros().try_into().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(text: &str) -> SecretString {
        text.into()
    }

    fn site(seed: u64) -> SiteId {
        SiteId::generate(&crate::random::SeededRandom::new(seed))
    }

    #[tokio::test]
    async fn correct_password_matches() {
        let hasher = Hashers::new(Cost::Fast).of(site(1));
        let hash = hasher.hash(secret("Sün-1234")).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$"));
        assert_eq!(hasher.verify(secret("Sün-1234"), Some(hash.clone())).await, Ok(true));
        for other in [
            "Sun-1234",
            "s\u{fc}n-1234",
            "S\u{fc}n-1234 ",
            " S\u{fc}n-1234",
            "S\u{fc}n-123",
        ] {
            assert_eq!(
                hasher.verify(secret(other), Some(hash.clone())).await,
                Ok(false),
                "{other:?}"
            );
        }
        // Some algorithms ignore what follows the 72nd byte.
        let long = "S\u{fc}n-1234".repeat(20);
        let hash = hasher.hash(secret(&long)).await.unwrap();
        assert_eq!(hasher.verify(secret(&(long + "x")), Some(hash)).await, Ok(false));
    }

    #[tokio::test]
    async fn composed_and_decomposed_letters_are_the_same_password() {
        let hasher = Hashers::new(Cost::Fast).of(site(1));
        let (composed, decomposed) = ("Grün!Seife9é", "Gru\u{308}n!Seife9e\u{301}");
        for (chosen, entered) in [(composed, decomposed), (decomposed, composed), (decomposed, decomposed)] {
            let hash = hasher.hash(secret(chosen)).await.unwrap();
            assert_eq!(hasher.verify(secret(entered), Some(hash)).await, Ok(true));
        }
        let earlier = hash_now(&hasher.inner.argon2, decomposed);
        assert_eq!(
            hasher.verify(secret(decomposed), Some(earlier)).await,
            Ok(true),
            "hash of an earlier build"
        );
    }

    #[tokio::test]
    async fn nothing_matches_an_unknown_account_or_a_damaged_hash() {
        let hasher = Hashers::new(Cost::Fast).of(site(1));
        assert_eq!(hasher.verify(secret("any"), None).await, Ok(false));
        assert_eq!(hasher.verify(secret(""), Some(String::new())).await, Ok(false));
        assert_eq!(hasher.verify(secret("any"), Some("$argon2id$".into())).await, Ok(false));
    }

    #[tokio::test]
    async fn hash_of_another_cost_verifies_and_is_outdated() {
        let hasher = |cost| Hashers::new(cost).of(site(1));
        let (standard, fast) = (hasher(Cost::Standard), hasher(Cost::Fast));
        let hash = standard.hash(secret("Abcdef1!")).await.unwrap();
        assert!(hash.contains("$m=19456,t=2,p=1$"), "{hash}");
        assert!(!standard.is_outdated(&hash));
        assert!(fast.is_outdated(&hash));
        assert!(standard.is_outdated("plain"));
        assert_eq!(fast.verify(secret("Abcdef1!"), Some(hash)).await, Ok(true));
    }

    #[tokio::test]
    async fn secret_is_found_among_hashes_of_any_salt_and_cost() {
        let hashers = Hashers::new(Cost::Fast);
        let (fast, standard) = (hashers.of(site(1)), Hashers::new(Cost::Standard).of(site(1)));
        let mut stored = fast.hash_all(vec![secret("one"), secret("two")]).await.unwrap();
        stored.push(String::new());
        stored.extend(standard.hash_all(vec![secret("three")]).await.unwrap());
        for (text, position) in [
            ("one", Some(0)),
            ("two", Some(1)),
            ("three", Some(3)),
            ("four", None),
            ("", None),
        ] {
            let found = fast.position(secret(text), stored.clone()).await;
            assert_eq!(found, Ok(position), "{text}");
        }
        assert_eq!(fast.position(secret("one"), Vec::new()).await, Ok(None));
    }

    #[tokio::test]
    async fn long_queue_of_one_site_is_rejected_and_delays_no_other() {
        let hashers = Hashers::with_queue(Cost::Fast, 1, Cost::Fast.longest_queue());
        let (crowded, quiet) = (hashers.of(site(1)), hashers.of(site(2)));
        let turns = &hashers.0.turns;
        let held = turns.ask(Some(site(1)));
        let crowd: Vec<_> = (0..4).map(|_| turns.ask(Some(site(1)))).collect();
        hashers.0.latest.store(1_000_000, Ordering::Relaxed);
        assert_eq!(crowded.hash(secret("any")).await, Err(Busy));
        let waiting = tokio::spawn(async move { quiet.hash(secret("any")).await });
        while turns.ahead(Some(site(3))) < 2 {
            tokio::task::yield_now().await;
        }
        drop(crowd);
        drop(held);
        assert!(waiting.await.unwrap().is_ok());
        assert!(crowded.hash(secret("any")).await.is_ok());
    }

    #[tokio::test]
    async fn waiting_for_a_hash_is_limited() {
        let hashers = Hashers::with_queue(Cost::Fast, 1, Duration::from_millis(20));
        let _held = hashers.0.turns.ask(Some(site(1)));
        assert_eq!(hashers.of(site(2)).verify(secret("any"), None).await, Err(Busy));
    }
}
