//! Key that wraps the keys of all sites: a file that only its owner may read, never part of a backup or export.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;

use super::cipher::{self, CannotOpen};
use super::site::{Purpose, SecretKey, SiteKeys, derive};
use crate::ids::SiteId;
use crate::random::Random;

/// Current master key with previous ones, which unwrap what they have wrapped.
#[derive(Debug, Clone)]
pub struct MasterKey {
    version: u32,
    key: SecretKey,
    /// By version.
    older: BTreeMap<u32, SecretKey>,
}

#[derive(Debug, thiserror::Error)]
pub enum MasterKeyError {
    #[error("master key file {}: {source}", .path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("master key file {}: expected 64 hexadecimal digits, or lines with a version and 64 digits", .path.display())]
    Damaged { path: PathBuf },
    #[error("master key file {}: other users can read it; set its mode to 0600", .path.display())]
    Exposed { path: PathBuf },
}

impl MasterKeyError {
    fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, source }
    }
}

impl MasterKey {
    /// Version of a key that was never rotated. Its file may not name one.
    const FIRST_VERSION: u32 = 1;

    pub(super) fn of(key: SecretKey) -> Self {
        Self {
            version: Self::FIRST_VERSION,
            key,
            older: BTreeMap::new(),
        }
    }

    /// Reads the key, or makes one where there is no file yet.
    ///
    /// # Errors
    /// The file can't be read or written, holds something else, or is open to others than its owner.
    pub fn open_or_create(path: &Path, random: &dyn Random) -> Result<Self, MasterKeyError> {
        match fs::read_to_string(path) {
            Ok(text) => Self::check(path, &text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let text = format!("{}\n", HEXLOWER.encode(&random.bytes::<32>()));
                create(path, &text, random).map_err(MasterKeyError::io(path))?;
                // If another process was faster, its file counts.
                Self::check(path, &fs::read_to_string(path).map_err(MasterKeyError::io(path))?)
            }
            Err(error) => Err(MasterKeyError::io(path)(error)),
        }
    }

    /// Creates a new current key and adds it to the file. Everything wrapped with the previous keys must be rewrapped
    /// before those are removed.
    ///
    /// # Errors
    /// The file can't be written; it is then unchanged.
    pub fn rotate(&self, path: &Path, random: &dyn Random) -> Result<Self, MasterKeyError> {
        let mut older = self.older.clone();
        older.insert(self.version, self.key.clone());
        let (version, key) = (self.version + 1, SecretKey::new(random.bytes()));
        let line = |(version, key): (&u32, &SecretKey)| format!("{version} {}\n", HEXLOWER.encode(key.expose()));
        let text: String = std::iter::once((&version, &key))
            .chain(older.iter().rev())
            .map(line)
            .collect();
        replace(path, &text, random).map_err(MasterKeyError::io(path))?;
        Ok(Self { version, key, older })
    }

    fn check(path: &Path, text: &str) -> Result<Self, MasterKeyError> {
        let metadata = fs::metadata(path).map_err(MasterKeyError::io(path))?;
        if metadata.permissions().mode() & 0o077 != 0 {
            return Err(MasterKeyError::Exposed { path: path.to_owned() });
        }
        let mut keys = BTreeMap::new();
        for line in text.trim_end().lines() {
            let read = versioned(line).filter(|(version, _)| !keys.contains_key(version));
            let (version, key) = read.ok_or_else(|| MasterKeyError::Damaged { path: path.to_owned() })?;
            keys.insert(version, key);
        }
        match keys.pop_last() {
            Some((version, key)) => Ok(Self {
                version,
                key,
                older: keys,
            }),
            None => Err(MasterKeyError::Damaged { path: path.to_owned() }),
        }
    }

    /// Version of the current key.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Whether there are previous keys.
    pub fn has_older(&self) -> bool {
        !self.older.is_empty()
    }

    /// Whether the data was wrapped, or sealed for the console, with the current key.
    pub fn is_of_this_version(&self, sealed: &[u8]) -> bool {
        cipher::key_version(sealed) == Some(self.version)
    }

    /// Keys of the provider's console, which don't belong to a site: for staff tokens and encrypted staff data.
    pub fn keys_of_console(&self) -> SiteKeys {
        console_of(self.version, &self.key)
    }

    /// The console keys that decrypt `sealed`.
    pub fn keys_of_console_for(&self, sealed: &[u8]) -> SiteKeys {
        let older = cipher::key_version(sealed).and_then(|version| Some((version, self.older.get(&version)?)));
        // No other key can open it.
        older.map_or_else(|| self.keys_of_console(), |(version, key)| console_of(version, key))
    }

    /// A site's keys in their stored form.
    pub fn wrap(&self, keys: &SiteKeys, site: SiteId) -> Vec<u8> {
        cipher::seal(
            self.key.expose(),
            self.version,
            place(site).as_bytes(),
            &keys.to_bytes(),
        )
    }

    /// # Errors
    /// The keys were wrapped by another master key or for another site.
    pub fn unwrap(&self, site: SiteId, wrapped: &[u8]) -> Result<SiteKeys, CannotOpen> {
        let version = cipher::key_version(wrapped).ok_or(CannotOpen)?;
        let key = match self.older.get(&version) {
            Some(older) => older,
            None => &self.key,
        };
        let bytes = cipher::open(key.expose(), version, place(site).as_bytes(), wrapped)?;
        SiteKeys::from_bytes(&bytes).ok_or(CannotOpen)
    }
}

fn console_of(version: u32, key: &SecretKey) -> SiteKeys {
    SiteKeys::of_version(version, derive(key, Purpose("console")))
}

/// A line of the file: `<version> <digits>`, or only the digits for the first key.
fn versioned(line: &str) -> Option<(u32, SecretKey)> {
    let (version, digits) = match line.split_once(' ') {
        Some((version, digits)) => (version.parse().ok().filter(|version| *version > 0)?, digits),
        None => (MasterKey::FIRST_VERSION, line),
    };
    let bytes = HEXLOWER.decode(digits.trim().as_bytes()).ok()?;
    Some((version, SecretKey::new(bytes.try_into().ok()?)))
}

fn place(site: SiteId) -> String {
    format!("site-keys/{site}")
}

/// Writes a temporary file and links it into place, so that the name never refers to a partly written key.
fn create(path: &Path, text: &str, random: &dyn Random) -> io::Result<()> {
    let folder = folder_of(path);
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let aside = write_aside(path, text, random)?;
    let linked = fs::hard_link(&aside, path);
    fs::remove_file(&aside)?;
    match linked {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    File::open(folder)?.sync_all()
}

/// Replaces the existing file.
fn replace(path: &Path, text: &str, random: &dyn Random) -> io::Result<()> {
    let aside = write_aside(path, text, random)?;
    if let Err(error) = fs::rename(&aside, path) {
        fs::remove_file(&aside)?;
        return Err(error);
    }
    File::open(folder_of(path))?.sync_all()
}

fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Writes a durable file next to `path` that only its owner may read.
fn write_aside(path: &Path, text: &str, random: &dyn Random) -> io::Result<PathBuf> {
    let aside = path.with_extension(format!("new-{}", random.digits(8)));
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&aside)?;
    // The umask can only remove bits from the mode given at creation, even the owner's.
    file.set_permissions(Permissions::from_mode(0o600))?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    Ok(aside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Purpose;
    use crate::random::SystemRandom;

    #[test]
    fn key_is_created_once_and_readable_by_its_owner_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys/master");
        let first = MasterKey::open_or_create(&path, &SystemRandom).unwrap();
        let again = MasterKey::open_or_create(&path, &SystemRandom).unwrap();
        assert_eq!(first.key.expose(), again.key.expose());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path().join("keys")).unwrap().count(), 1);
    }

    #[test]
    fn exposed_and_damaged_key_files_are_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("master");
        MasterKey::open_or_create(&path, &SystemRandom).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        let exposed = MasterKey::open_or_create(&path, &SystemRandom);
        assert!(matches!(exposed, Err(MasterKeyError::Exposed { .. })));
        fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
        let digits = "0".repeat(64);
        let twice = format!("2 {digits}\n2 {digits}\n");
        for text in [
            "",
            "00",
            &"g".repeat(64),
            &format!("0 {digits}"),
            &format!("new {digits}"),
            &twice,
        ] {
            fs::write(&path, text).unwrap();
            let damaged = MasterKey::open_or_create(&path, &SystemRandom);
            assert!(matches!(damaged, Err(MasterKeyError::Damaged { .. })), "{text}");
        }
    }

    #[test]
    fn console_keys_differ_by_master_key() {
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

    #[test]
    fn new_key_opens_earlier_keys_until_they_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("master");
        let first = MasterKey::open_or_create(&path, &SystemRandom).unwrap();
        let (site, keys) = (SiteId::generate(&SystemRandom), SiteKeys::generate(&SystemRandom));
        let (wrapped, purpose) = (first.wrap(&keys, site), Purpose("any"));
        let sealed = first.keys_of_console().seal(purpose, "here", b"secret");

        let second = first.rotate(&path, &SystemRandom).unwrap();
        let third = second.rotate(&path, &SystemRandom).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let read = MasterKey::open_or_create(&path, &SystemRandom).unwrap();
        assert_eq!((read.version(), read.has_older()), (3, true));
        let newest = third.wrap(&keys, site);
        for (wrapped, is_newest) in [(&wrapped, false), (&second.wrap(&keys, site), false), (&newest, true)] {
            let opened = read.unwrap(site, wrapped).unwrap();
            assert_eq!(opened.derive(purpose).expose(), keys.derive(purpose).expose());
            assert_eq!(read.is_of_this_version(wrapped), is_newest);
        }
        assert_eq!(first.unwrap(site, &newest).unwrap_err(), CannotOpen);
        let console = read.keys_of_console_for(&sealed);
        assert_eq!(console.open(purpose, "here", &sealed), Ok(b"secret".to_vec()));
        assert!(read.keys_of_console().open(purpose, "here", &sealed).is_err());

        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.lines().next().unwrap()).unwrap();
        let alone = MasterKey::open_or_create(&path, &SystemRandom).unwrap();
        assert_eq!((alone.version(), alone.has_older()), (3, false));
        assert!(alone.unwrap(site, &newest).is_ok() && alone.unwrap(site, &wrapped).is_err());
    }

    #[test]
    fn key_file_that_cannot_be_replaced_stays_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("master");
        let key = MasterKey::open_or_create(&path, &SystemRandom).unwrap();
        let missing = folder.path().join("nowhere/master");
        assert!(matches!(
            key.rotate(&missing, &SystemRandom),
            Err(MasterKeyError::Io { .. })
        ));
        assert_eq!(MasterKey::open_or_create(&path, &SystemRandom).unwrap().version(), 1);
    }
}
