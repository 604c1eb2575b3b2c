//! Key derived from a passphrase, which wraps the keys of a site that leave the installation.

use argon2::{Algorithm, Argon2, Params, Version};
use secrecy::{ExposeSecret as _, SecretString};

use super::master::MasterKey;
use super::site::SecretKey;

/// Salt length in bytes.
pub const SALT_LENGTH: usize = 16;

/// Memory in KiB, passes and lanes: the second recommendation of RFC 9106, because an attacker with the file has
/// unlimited time.
const MEMORY: u32 = 64 * 1024;
const PASSES: u32 = 3;
const LANES: u32 = 4;

/// Invalid passphrase or salt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("can't derive a key from this passphrase")]
pub struct NoKey;

/// Derives a key from `passphrase` and a salt (argon2id, RFC 9106). Takes about a tenth of a second and 64 MiB, so
/// don't call it on serving threads.
///
/// # Errors
/// The passphrase exceeds the algorithm's limit of 4 GiB.
pub fn key_of_passphrase(passphrase: &SecretString, salt: &[u8; SALT_LENGTH]) -> Result<MasterKey, NoKey> {
    let params = Params::new(MEMORY, PASSES, LANES, Some(32)).map_err(|_| NoKey)?;
    let mut key = [0; 32];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into(passphrase.expose_secret().as_bytes(), salt, &mut key)
        .map_err(|_| NoKey)?;
    Ok(MasterKey::of(SecretKey::new(key)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::SiteId;
    use crate::keys::{CannotOpen, Purpose, SiteKeys};
    use crate::random::SeededRandom;

    #[test]
    fn passphrase_opens_only_what_it_wrapped() {
        let random = SeededRandom::new(1);
        let (site, keys) = (SiteId::generate(&random), SiteKeys::generate(&random));
        let key = |text: &str, salt| key_of_passphrase(&SecretString::from(text), &[salt; SALT_LENGTH]).unwrap();
        let wrapped = key("correct horse", 1).wrap(&keys, site);
        let opened = key("correct horse", 1).unwrap(site, &wrapped).unwrap();
        let purpose = Purpose("any");
        assert_eq!(opened.derive(purpose).expose(), keys.derive(purpose).expose());
        for other in [key("correct horse ", 1), key("correct horse", 2)] {
            assert_eq!(other.unwrap(site, &wrapped).unwrap_err(), CannotOpen);
        }
    }
}
