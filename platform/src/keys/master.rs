//! The key that wraps the keys of all sites: a file that only its owner may read, never part of a backup or export.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;

use super::cipher::{self, CannotOpen};
use super::site::{Purpose, SecretKey, SiteKeys, derive};
use crate::ids::SiteId;
use crate::random::Random;

#[derive(Debug, Clone)]
pub struct MasterKey(SecretKey);

#[derive(Debug, thiserror::Error)]
pub enum MasterKeyError {
    #[error("master key file {}: {source}", .path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("master key file {}: expected 64 hexadecimal digits", .path.display())]
    Damaged { path: PathBuf },
    #[error("master key file {}: others may read it; set its mode to 0600", .path.display())]
    Exposed { path: PathBuf },
}

impl MasterKey {
    const VERSION: u32 = 1;

    pub(super) const fn of(key: SecretKey) -> Self {
        Self(key)
    }

    /// Reads the key, or makes one where there is no file yet.
    ///
    /// # Errors
    /// When the file cannot be read or written, holds something else, or is open to others than its owner.
    pub fn open_or_create(path: &Path, random: &dyn Random) -> Result<Self, MasterKeyError> {
        match fs::read_to_string(path) {
            Ok(text) => Self::check(path, &text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                create(path, random).map_err(|source| MasterKeyError::Io {
                    path: path.to_owned(),
                    source,
                })?;
                // The file that is there now counts, should another process have been faster.
                let text = fs::read_to_string(path);
                Self::check(
                    path,
                    &text.map_err(|source| MasterKeyError::Io {
                        path: path.to_owned(),
                        source,
                    })?,
                )
            }
            Err(source) => Err(MasterKeyError::Io {
                path: path.to_owned(),
                source,
            }),
        }
    }

    fn check(path: &Path, text: &str) -> Result<Self, MasterKeyError> {
        let metadata = fs::metadata(path).map_err(|source| MasterKeyError::Io {
            path: path.to_owned(),
            source,
        })?;
        if metadata.permissions().mode() & 0o077 != 0 {
            return Err(MasterKeyError::Exposed { path: path.to_owned() });
        }
        let bytes = HEXLOWER
            .decode(text.trim_end().as_bytes())
            .ok()
            .and_then(|bytes| <[u8; 32]>::try_from(bytes).ok());
        bytes
            .map(|bytes| Self(SecretKey::new(bytes)))
            .ok_or_else(|| MasterKeyError::Damaged { path: path.to_owned() })
    }

    /// The keys of the provider's console, which belong to no site: tokens of staff and what is sealed for them.
    pub fn keys_of_console(&self) -> SiteKeys {
        SiteKeys::of(derive(&self.0, Purpose("console")))
    }

    /// The keys of a site in the form in which they are stored.
    pub fn wrap(&self, keys: &SiteKeys, site: SiteId) -> Vec<u8> {
        cipher::seal(self.0.expose(), Self::VERSION, place(site).as_bytes(), &keys.to_bytes())
    }

    /// # Errors
    /// When the keys were wrapped by another master key or for another site.
    pub fn unwrap(&self, site: SiteId, wrapped: &[u8]) -> Result<SiteKeys, CannotOpen> {
        let bytes = cipher::open(self.0.expose(), Self::VERSION, place(site).as_bytes(), wrapped)?;
        SiteKeys::from_bytes(&bytes).ok_or(CannotOpen)
    }
}

fn place(site: SiteId) -> String {
    format!("site-keys/{site}")
}

/// Writes the file aside and links it into place, so that no half-written key is ever found under its name.
fn create(path: &Path, random: &dyn Random) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let aside = path.with_extension(format!("new-{}", random.digits(8)));
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&aside)?;
    // The mode given at creation is narrowed by the umask, never widened, but may lack the owner's bits.
    file.set_permissions(Permissions::from_mode(0o600))?;
    writeln!(file, "{}", HEXLOWER.encode(&random.bytes::<32>()))?;
    file.sync_all()?;
    let linked = fs::hard_link(&aside, path);
    fs::remove_file(&aside)?;
    match linked {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Purpose;
    use crate::random::SystemRandom;

    #[test]
    fn key_is_made_once_and_readable_by_its_owner_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys/master");
        let first = MasterKey::open_or_create(&path, &SystemRandom).unwrap();
        let again = MasterKey::open_or_create(&path, &SystemRandom).unwrap();
        assert_eq!(first.0.expose(), again.0.expose());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path().join("keys")).unwrap().count(), 1);
    }

    #[test]
    fn exposed_and_damaged_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("master");
        MasterKey::open_or_create(&path, &SystemRandom).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        let exposed = MasterKey::open_or_create(&path, &SystemRandom);
        assert!(matches!(exposed, Err(MasterKeyError::Exposed { .. })));
        fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
        for text in ["", "00", &"g".repeat(64)] {
            fs::write(&path, text).unwrap();
            let damaged = MasterKey::open_or_create(&path, &SystemRandom);
            assert!(matches!(damaged, Err(MasterKeyError::Damaged { .. })), "{text}");
        }
    }

    #[test]
    fn the_console_has_keys_of_its_own_under_each_master() {
        let folder = tempfile::tempdir().unwrap();
        let key = |name: &str| {
            let master = MasterKey::open_or_create(&folder.path().join(name), &SystemRandom).unwrap();
            *master.keys_of_console().derive(Purpose("any")).expose()
        };
        assert_eq!(key("one"), key("one"));
        assert_ne!(key("one"), key("two"));
    }

    #[test]
    fn wrapped_keys_belong_to_their_site_and_master() {
        let folder = tempfile::tempdir().unwrap();
        let master = MasterKey::open_or_create(&folder.path().join("one"), &SystemRandom).unwrap();
        let foreign = MasterKey::open_or_create(&folder.path().join("two"), &SystemRandom).unwrap();
        let (site, other) = (SiteId::generate(&SystemRandom), SiteId::generate(&SystemRandom));
        let keys = SiteKeys::generate(&SystemRandom);
        let wrapped = master.wrap(&keys, site);
        let purpose = Purpose("any");
        let unwrapped = master.unwrap(site, &wrapped).unwrap();
        assert_eq!(unwrapped.derive(purpose).expose(), keys.derive(purpose).expose());
        assert_eq!(master.unwrap(other, &wrapped).unwrap_err(), CannotOpen);
        assert_eq!(foreign.unwrap(site, &wrapped).unwrap_err(), CannotOpen);
    }
}
