//! Archives: a whole site in one file, for export and import or backup and restore, and backups of the control database.
//!
//! An archive is a readable head and a sealed zip ([`seal`]) of `manifest.json`, `manifest.mac`, the database and the
//! objects. A passphrase opens an export; the site's key, wrapped by the installation's master key, opens a backup. The
//! manifest lists every other part with its size and digest, and is authenticated by a keyed digest with the site's own
//! key. So nothing in an archive is trusted before its author is known to have had the key.

mod adopt_stray;
mod age;
mod backup;
mod control;
mod endpoint;
mod epochs;
mod error;
mod export;
mod import;
mod ledger_seals;
mod leftovers;
mod manifest;
mod pack;
mod point_in_time;
mod replaced;
mod restore;
mod retention;
mod rules;
mod seal;
mod sole_use;
mod unpack;
mod verify;
mod work_files;

pub use adopt_stray::{StrayAdoption, adopt_stray};
pub(crate) use age::is_overdue;
pub(crate) use backup::FAILED;
pub use backup::{back_up, list};
pub use control::{back_up_control, recover_control};
pub use endpoint::routes;
pub use error::ArchiveError;
pub use export::{Exported, Purpose, export};
pub use import::{Import, import};
pub(crate) use leftovers::remove_leftovers;
pub use point_in_time::{Moment, restore_to};
pub use restore::{Restored, restore};
pub use retention::Retention;
pub(crate) use rules::made_at;
pub use rules::{Backup, BackupKind, latest, newer_failed};

use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;

/// Minimum length of a passphrase in characters, because an attacker with the file has unlimited time.
pub const SHORTEST_PASSPHRASE: usize = 12;

/// Passphrase of an export. It passes through the command line's socket and is never printed.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Passphrase(String);

impl Passphrase {
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The passphrase in Unicode's composed form (NFC), as passwords are stored: keyboards and systems write an accented
    /// letter as one code point or as two.
    fn composed(&self) -> Self {
        Self(self.0.nfc().collect())
    }

    /// Passphrases to try with an archive. Earlier builds sealed with the text as entered.
    fn candidates(&self) -> Vec<Self> {
        let composed = self.composed();
        if composed.0 == self.0 {
            vec![composed]
        } else {
            vec![composed, self.clone()]
        }
    }

    fn secret(&self) -> SecretString {
        SecretString::from(self.0.as_str())
    }

    fn is_short(&self) -> bool {
        self.0.chars().count() < SHORTEST_PASSPHRASE
    }
}

impl std::fmt::Debug for Passphrase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Passphrase([redacted])")
    }
}
