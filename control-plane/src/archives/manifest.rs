//! Manifest of an archive and its verification.

use data_encoding::{BASE64, HEXLOWER};
use jiff::Timestamp;
use platform::auth::password::Cost;
use platform::ids::SiteId;
use platform::keys::{MasterKey, Purpose, SALT_LENGTH, SiteKeys, key_of_passphrase};
use platform::tenancy::FIRST_EPOCH;
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq as _;

use super::seal::{Head, Lock, Seal};
use super::{ArchiveError, Passphrase};
use crate::packages::{AppIds, Signers};

const SEAL: Purpose = Purpose("archive-manifest");

/// File names of the parts.
pub(super) const MANIFEST: &str = "manifest.json";
pub(super) const MAC: &str = "manifest.mac";
pub(super) const DATABASE: &str = "site.sqlite.br";
pub(super) const OBJECTS: &str = "objects/";

/// Maximum size of a manifest: several hundred thousand objects.
pub(super) const LONGEST_MANIFEST: u64 = 64 << 20;

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Manifest {
    pub(super) format: u32,
    /// Digest of the head; `None` in format 1.
    #[serde(default)]
    pub(super) head: Option<String>,
    pub(super) site: SiteId,
    pub(super) subdomain: String,
    pub(super) environment: String,
    pub(super) production: bool,
    pub(super) app_key: String,
    pub(super) schema_version: i64,
    pub(super) made_at: Timestamp,
    /// Epoch of the copy; 1 in archives without epochs.
    #[serde(default = "first_epoch")]
    pub(super) epoch: i64,
    /// Whether the site's ledger had been sealed; `None` in archives of earlier builds.
    #[serde(default)]
    pub(super) ledger_sealed: Option<bool>,
    /// App store IDs and signing identities.
    pub(super) packages: Option<(AppIds, Signers)>,
    pub(super) keys: WrappedKeys,
    pub(super) database: Part,
    pub(super) objects: Vec<ObjectPart>,
}

fn first_epoch() -> i64 {
    FIRST_EPOCH
}

/// Wrapped keys of the site (base64), unreadable with the archive alone.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum WrappedKeys {
    Passphrase { salt: String, wrapped: String },
    Installation { wrapped: String },
}

/// Size and SHA-256 (hex) of an unpacked part.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Part {
    pub(super) bytes: u64,
    pub(super) sha256: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct ObjectPart {
    /// Relative to the site's prefix.
    pub(super) key: String,
    #[serde(flatten)]
    pub(super) part: Part,
}

/// Key wrapping of an archive.
pub(super) enum Wrap<'a> {
    Passphrase(&'a Passphrase, [u8; SALT_LENGTH]),
    Installation(&'a MasterKey),
}

impl Wrap<'_> {
    pub(super) fn wrap(&self, keys: &SiteKeys, site: SiteId) -> Result<WrappedKeys, ArchiveError> {
        Ok(match self {
            Self::Passphrase(passphrase, salt) => WrappedKeys::Passphrase {
                salt: BASE64.encode(salt),
                wrapped: BASE64.encode(&key_of_passphrase(&passphrase.secret(), salt)?.wrap(keys, site)),
            },
            Self::Installation(master) => WrappedKeys::Installation {
                wrapped: BASE64.encode(&master.wrap(keys, site)),
            },
        })
    }

    /// Head of the archive and the secret that seals it.
    pub(super) fn seal(&self, keys: &SiteKeys, site: SiteId, cost: Cost) -> (Head, Seal) {
        let (lock, seal) = match self {
            Self::Passphrase(passphrase, _) => (Lock::Passphrase {}, Seal::of_passphrase(passphrase, cost)),
            Self::Installation(master) => {
                let wrapped = BASE64.encode(&master.wrap(keys, site));
                (Lock::Installation { wrapped }, Seal::of_site(keys))
            }
        };
        (Head { site, lock }, seal)
    }
}

impl WrappedKeys {
    /// Unwraps the keys with the passphrase or the installation's master key.
    pub(super) fn unwrap(
        &self,
        site: SiteId,
        passphrase: Option<&Passphrase>,
        master: &MasterKey,
    ) -> Result<SiteKeys, ArchiveError> {
        let decoded = |text: &str| {
            let damaged = |_| ArchiveError::Damaged("unreadable keys".to_owned());
            BASE64.decode(text.as_bytes()).map_err(damaged)
        };
        match self {
            Self::Passphrase { salt, wrapped } => {
                let passphrase = passphrase.ok_or(ArchiveError::PassphraseWanted)?;
                let salt = <[u8; SALT_LENGTH]>::try_from(decoded(salt)?);
                let salt = salt.map_err(|_| ArchiveError::Damaged("unreadable salt".to_owned()))?;
                let key = key_of_passphrase(&passphrase.secret(), &salt)?;
                let opened = key.unwrap(site, &decoded(wrapped)?);
                opened.map_err(|_| ArchiveError::WrongPassphrase)
            }
            Self::Installation { wrapped } => {
                let opened = master.unwrap(site, &decoded(wrapped)?);
                opened.map_err(|_| ArchiveError::AnotherInstallation)
            }
        }
    }
}

/// Authentication code of a manifest: a keyed digest (hexadecimal) that requires the site's key.
pub(super) fn mac(keys: &SiteKeys, manifest: &[u8]) -> String {
    HEXLOWER.encode(&keys.hmac(SEAL, manifest))
}

/// Whether `mac` matches the manifest.
pub(super) fn is_sealed(keys: &SiteKeys, manifest: &[u8], mac: &[u8]) -> bool {
    self::mac(keys, manifest).as_bytes().ct_eq(mac).into()
}
