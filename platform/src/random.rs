//! Randomness. Injected, so that a seed reproduces a run.

use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};

use data_encoding::BASE64URL_NOPAD;
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};

/// A source of random bytes. In production they are unpredictable.
pub trait Random: Debug + Send + Sync {
    fn fill(&self, bytes: &mut [u8]);
}

pub type SharedRandom = Arc<dyn Random>;

impl dyn Random + '_ {
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill(&mut bytes);
        bytes
    }

    /// 256 bits as 43 characters of unpadded base64url, for links, headers and cookies.
    pub fn token(&self) -> String {
        BASE64URL_NOPAD.encode(&self.bytes::<32>())
    }

    /// `length` characters, drawn uniformly from `alphabet`. Empty if `alphabet` is empty.
    pub fn string(&self, alphabet: &str, length: usize) -> String {
        let characters: Vec<char> = alphabet.chars().collect();
        (0..length)
            .filter_map(|_| characters.get(self.below(characters.len() as u64) as usize))
            .collect()
    }

    /// `count` decimal digits, including leading zeros.
    pub fn digits(&self, count: usize) -> String {
        self.string("0123456789", count)
    }

    /// A uniform number from `0..n`. 0 if `n` is 0.
    pub fn below(&self, n: u64) -> u64 {
        if n == 0 {
            return 0;
        }
        // Values from the incomplete last multiple of n would favor small results, so they are skipped.
        let rest = (u64::MAX % n + 1) % n;
        loop {
            let draw = u64::from_le_bytes(self.bytes());
            if draw <= u64::MAX - rest {
                return draw % n;
            }
        }
    }
}

/// Cryptographically secure randomness of the operating system, through one generator per thread.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemRandom;

impl Random for SystemRandom {
    #[expect(clippy::disallowed_methods, reason = "this is the one place that asks the machine")]
    fn fill(&self, bytes: &mut [u8]) {
        rand::rng().fill_bytes(bytes);
    }
}

/// Same bytes for the same seed, for tests.
#[derive(Debug)]
pub struct SeededRandom(Mutex<StdRng>);

impl SeededRandom {
    pub fn new(seed: u64) -> Self {
        Self(Mutex::new(StdRng::seed_from_u64(seed)))
    }
}

impl Random for SeededRandom {
    fn fill(&self, bytes: &mut [u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).fill_bytes(bytes);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn same_seed_repeats_a_run() {
        let draw = |seed| {
            let random: SharedRandom = Arc::new(SeededRandom::new(seed));
            (random.token(), random.digits(12), random.below(1000))
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
    }

    #[test]
    fn helpers_keep_to_length_and_alphabet() {
        let random: &dyn Random = &SystemRandom;
        assert_eq!(random.token().len(), 43);
        assert_eq!(random.digits(12).len(), 12);
        assert!(random.digits(200).bytes().all(|digit| digit.is_ascii_digit()));
        assert_eq!(random.string("ÄB", 5).chars().count(), 5);
        assert_eq!(random.string("", 5), "");
    }

    #[test]
    fn below_reaches_every_value_under_the_limit() {
        let random: &dyn Random = &SeededRandom::new(1);
        let seen: BTreeSet<u64> = (0..500).map(|_| random.below(6)).collect();
        assert_eq!(seen, (0..6).collect());
        assert_eq!(random.below(1), 0);
        assert_eq!(random.below(0), 0);
    }
}
