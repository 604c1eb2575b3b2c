//! Keys of a site.

use std::fmt;

use hkdf::hmac::Hmac;
use hkdf::{Hkdf, HmacImpl};
use secrecy::{ExposeSecret as _, SecretBox};
use sha2::Sha256;

use super::cipher::{self, CannotOpen};
use crate::random::Random;

/// Purpose of a derived key. Two purposes never share a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purpose(pub &'static str);

/// A key that can't be printed by accident and is wiped when dropped.
pub struct SecretKey(SecretBox<[u8; 32]>);

impl SecretKey {
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(SecretBox::new(Box::new(bytes)))
    }

    pub fn expose(&self) -> &[u8; 32] {
        self.0.expose_secret()
    }
}

impl Clone for SecretKey {
    fn clone(&self) -> Self {
        Self::new(*self.expose())
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey([redacted])")
    }
}

/// Derives a key for a purpose with HKDF-SHA256 (RFC 5869).
pub(super) fn derive(from: &SecretKey, purpose: Purpose) -> SecretKey {
    let mut key = [0; 32];
    // Expansion fails only for more than 255 × 32 bytes.
    let expanded = Hkdf::<Sha256>::new(None, from.expose()).expand(purpose.0.as_bytes(), &mut key);
    debug_assert!(expanded.is_ok());
    SecretKey::new(key)
}

/// HMAC-SHA256 with one key. Cheap to clone.
#[derive(Clone)]
pub struct Mac(Hmac<Sha256>);

impl Mac {
    /// Digest of `message`.
    pub fn digest(&self, message: &[u8]) -> [u8; 32] {
        let mut hmac = self.0.clone();
        HmacImpl::update(&mut hmac, message);
        HmacImpl::finalize(hmac).into()
    }
}

impl fmt::Debug for Mac {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Mac([redacted])")
    }
}

/// A site's data key, from which all its other keys are derived.
#[derive(Debug, Clone)]
pub struct SiteKeys {
    version: u32,
    data_key: SecretKey,
}

impl SiteKeys {
    const FIRST_VERSION: u32 = 1;

    /// Generates a random data key.
    pub fn generate(random: &dyn Random) -> Self {
        Self::of(SecretKey::new(random.bytes()))
    }

    pub(super) fn of(data_key: SecretKey) -> Self {
        Self::of_version(Self::FIRST_VERSION, data_key)
    }

    pub(super) fn of_version(version: u32, data_key: SecretKey) -> Self {
        Self { version, data_key }
    }

    /// The key for a purpose.
    pub fn derive(&self, purpose: Purpose) -> SecretKey {
        derive(&self.data_key, purpose)
    }

    /// Encrypts. `associated` says where the result is stored (table, row, field), and is needed again to decrypt it.
    pub fn seal(&self, purpose: Purpose, associated: &str, plaintext: &[u8]) -> Vec<u8> {
        cipher::seal(
            self.derive(purpose).expose(),
            self.version,
            associated.as_bytes(),
            plaintext,
        )
    }

    pub fn open(&self, purpose: Purpose, associated: &str, sealed: &[u8]) -> Result<Vec<u8>, CannotOpen> {
        cipher::open(
            self.derive(purpose).expose(),
            self.version,
            associated.as_bytes(),
            sealed,
        )
    }

    /// Keyed digest to look up a value that is only stored encrypted.
    pub fn hmac(&self, purpose: Purpose, message: &[u8]) -> [u8; 32] {
        let mut hmac = <Hmac<Sha256> as HmacImpl>::new_from_slice(self.derive(purpose).expose());
        HmacImpl::update(&mut hmac, message);
        HmacImpl::finalize(hmac).into()
    }

    /// Keyed digests of many messages for a purpose.
    pub fn mac(&self, purpose: Purpose) -> Mac {
        Mac(<Hmac<Sha256> as HmacImpl>::new_from_slice(
            self.derive(purpose).expose(),
        ))
    }

    /// `version (4) | data key (32)`: the input for wrapping with the master key.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        [&self.version.to_be_bytes()[..], self.data_key.expose()].concat()
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (version, data_key) = bytes.split_first_chunk::<4>()?;
        Some(Self {
            version: u32::from_be_bytes(*version),
            data_key: SecretKey::new(data_key.try_into().ok()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SeededRandom;

    const CODES: Purpose = Purpose("codes");
    const TOKENS: Purpose = Purpose("tokens");

    fn keys(seed: u64) -> SiteKeys {
        SiteKeys::generate(&SeededRandom::new(seed))
    }

    #[test]
    fn sealed_data_opens_only_in_its_context() {
        let keys = keys(1);
        let sealed = keys.seal(CODES, "items/7/code", b"123456789012");
        assert_eq!(keys.open(CODES, "items/7/code", &sealed), Ok(b"123456789012".to_vec()));
        assert_eq!(keys.open(CODES, "items/8/code", &sealed), Err(CannotOpen));
        assert_eq!(keys.open(CODES, "", &sealed), Err(CannotOpen));
        assert_eq!(keys.open(TOKENS, "items/7/code", &sealed), Err(CannotOpen));
        assert_eq!(self::keys(2).open(CODES, "items/7/code", &sealed), Err(CannotOpen));
    }

    #[test]
    fn every_modified_byte_is_detected() {
        let keys = keys(1);
        let sealed = keys.seal(CODES, "here", b"secret");
        for position in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[position] ^= 1;
            assert_eq!(keys.open(CODES, "here", &changed), Err(CannotOpen), "byte {position}");
        }
        for length in 0..sealed.len() {
            assert_eq!(
                keys.open(CODES, "here", &sealed[..length]),
                Err(CannotOpen),
                "{length} bytes"
            );
        }
    }

    #[test]
    fn sealing_twice_gives_different_bytes() {
        let keys = keys(1);
        assert_ne!(keys.seal(CODES, "here", b"secret"), keys.seal(CODES, "here", b"secret"));
    }

    #[test]
    fn ciphertext_names_its_key_version() {
        let sealed = keys(1).seal(CODES, "here", b"secret");
        assert_eq!(sealed[..5], [1, 0, 0, 0, 1]);
    }

    #[test]
    fn derived_keys_differ_by_site_and_purpose() {
        let all = [keys(1).derive(CODES), keys(1).derive(TOKENS), keys(2).derive(CODES)];
        assert_ne!(all[0].expose(), all[1].expose());
        assert_ne!(all[0].expose(), all[2].expose());
        assert_eq!(all[0].expose(), keys(1).derive(CODES).expose());
        assert_eq!(keys(1).hmac(CODES, b"x"), keys(1).hmac(CODES, b"x"));
        assert_eq!(keys(1).mac(CODES).digest(b"x"), keys(1).hmac(CODES, b"x"));
        assert_ne!(keys(1).hmac(CODES, b"x"), keys(2).hmac(CODES, b"x"));
    }

    #[test]
    fn keys_are_hidden_in_debug_output() {
        let keys = keys(1);
        let shown = format!("{keys:?} {:?}", keys.derive(CODES));
        assert!(shown.contains("[redacted]"));
        assert!(!shown.contains(&format!("{:?}", keys.data_key.expose())));
    }
}
