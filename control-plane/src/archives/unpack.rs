//! Reads untrusted archives. Names in an archive never become file names, and nothing longer than the authenticated
//! manifest allows is written.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use data_encoding::HEXLOWER;
use platform::keys::{MasterKey, SiteKeys};
use sha2::{Digest as _, Sha256};
use zip::ZipArchive;

use super::manifest::{DATABASE, LONGEST_MANIFEST, MAC, MANIFEST, Manifest, OBJECTS, ObjectPart, Part, is_sealed};
use super::seal::{self, Source};
use super::{ArchiveError, Passphrase};

/// Maximum size of an object. Uploads are smaller.
const LARGEST_OBJECT: u64 = 256 << 20;
/// Maximum compression ratio of a part, beyond a few megabytes. Databases of repetitive data reach about 100.
const MOST_GROWTH: u64 = 500;
const ALWAYS_ALLOWED: u64 = 16 << 20;
const BUFFER: usize = 64 * 1024;

/// An archive with a verified manifest.
pub(super) struct Opened {
    zip: ZipArchive<Box<dyn Source>>,
    pub(super) manifest: Manifest,
    pub(super) keys: SiteKeys,
}

/// Opens an archive and verifies that its manifest was created with the site's key.
///
/// # Errors
/// It isn't an archive, is damaged, or its keys can't be unwrapped.
pub(super) fn open(path: &Path, passphrase: Option<&Passphrase>, master: &MasterKey) -> Result<Opened, ArchiveError> {
    let mut opened = Err(ArchiveError::WrongPassphrase);
    let candidates = passphrase.map(Passphrase::candidates).unwrap_or_default();
    for candidate in &candidates {
        opened = open_with(path, Some(candidate), master);
        if !matches!(opened, Err(ArchiveError::WrongPassphrase)) {
            return opened;
        }
    }
    if candidates.is_empty() {
        open_with(path, None, master)
    } else {
        opened
    }
}

fn open_with(path: &Path, passphrase: Option<&Passphrase>, master: &MasterKey) -> Result<Opened, ArchiveError> {
    let unsealed = seal::open(File::open(path)?, passphrase, master)?;
    let mut zip = ZipArchive::new(unsealed.source)?;
    let text = read_small(&mut zip, MANIFEST, LONGEST_MANIFEST)?;
    let mac = read_small(&mut zip, MAC, 1024)?;
    /// Minimal header, readable before anything is verified.
    #[derive(serde::Deserialize)]
    struct Begin {
        format: u32,
    }
    let Begin { format } = serde_json::from_slice(&text)?;
    if format != unsealed.format {
        return Err(ArchiveError::Format(format));
    }
    let manifest: Manifest = serde_json::from_slice(&text)?;
    let keys = manifest.keys.unwrap(manifest.site, passphrase, master)?;
    if !is_sealed(&keys, &text, &mac) {
        return Err(damaged("the manifest was modified"));
    }
    if let Some((head, digest)) = unsealed.head
        && (manifest.head != Some(digest) || manifest.site != head.site)
    {
        return Err(damaged("its head belongs to another archive"));
    }
    let latest = tenant_runtime::SCHEMA.latest();
    if manifest.schema_version > latest {
        let found = manifest.schema_version;
        return Err(ArchiveError::TooNew { found, latest });
    }
    let mut wanted: BTreeSet<String> = [MANIFEST, MAC, DATABASE].map(str::to_owned).into();
    for object in &manifest.objects {
        if object.part.bytes > LARGEST_OBJECT || !wanted.insert(format!("{OBJECTS}{}", object.key)) {
            return Err(damaged("an object is too large or listed twice"));
        }
    }
    let names = zip.file_names().map(|name| name.map(std::borrow::Cow::into_owned));
    let found = names.collect::<Result<BTreeSet<String>, _>>()?;
    if found != wanted || zip.len() != wanted.len() {
        return Err(damaged("its parts don't match its manifest"));
    }
    Ok(Opened { zip, manifest, keys })
}

impl Opened {
    /// Writes the database to the new file `into`.
    ///
    /// # Errors
    /// It differs from the manifest, or the disk fails.
    pub(super) fn database(&mut self, into: &Path) -> Result<(), ArchiveError> {
        let part = self.manifest.database.clone();
        let stored = self.zip.by_name(DATABASE)?;
        if part.bytes > stored.compressed_size().saturating_mul(MOST_GROWTH) + ALWAYS_ALLOWED {
            return Err(damaged("the database is too large"));
        }
        let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(into)?;
        let copied = copy(brotli::Decompressor::new(stored, BUFFER), &file, &part)?;
        file.sync_all()?;
        copied
            .then_some(())
            .ok_or_else(|| damaged("the database is incomplete"))
    }

    /// Reads every object without keeping it.
    ///
    /// # Errors
    /// One differs from the manifest.
    pub(super) fn verify_objects(&mut self) -> Result<(), ArchiveError> {
        for object in &self.manifest.objects {
            let stored = self.zip.by_name(&format!("{OBJECTS}{}", object.key))?;
            if !copy(stored, io::sink(), &object.part)? {
                return Err(damaged("an object is incomplete"));
            }
        }
        Ok(())
    }

    /// Content of an object.
    ///
    /// # Errors
    /// It differs from the manifest.
    pub(super) fn object(&mut self, object: &ObjectPart) -> Result<Vec<u8>, ArchiveError> {
        let stored = self.zip.by_name(&format!("{OBJECTS}{}", object.key))?;
        let mut content = Vec::new();
        if !copy(stored, &mut content, &object.part)? {
            return Err(damaged("an object is incomplete"));
        }
        Ok(content)
    }
}

/// Copies `from` and returns whether it is the expected part. Reads at most one byte more than expected.
fn copy(from: impl Read, mut into: impl Write, part: &Part) -> Result<bool, ArchiveError> {
    let mut from = from.take(part.bytes.saturating_add(1));
    let mut digest = Sha256::new();
    let mut bytes = 0;
    let mut buffer = vec![0; BUFFER];
    loop {
        let read = match from.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            // The archive itself is wrong, because it could be opened and read before.
            Err(error) => return Err(damaged(&error.to_string())),
        };
        bytes += read as u64;
        if bytes > part.bytes {
            return Ok(false);
        }
        digest.update(&buffer[..read]);
        into.write_all(&buffer[..read])?;
    }
    Ok(bytes == part.bytes && HEXLOWER.encode(&digest.finalize()) == part.sha256)
}

fn read_small(zip: &mut ZipArchive<Box<dyn Source>>, name: &str, most: u64) -> Result<Vec<u8>, ArchiveError> {
    let part = zip.by_name(name)?;
    let mut content = Vec::new();
    part.take(most + 1)
        .read_to_end(&mut content)
        .map_err(|error| damaged(&error.to_string()))?;
    if content.len() as u64 > most {
        return Err(damaged("the manifest is too long"));
    }
    Ok(content)
}

fn damaged(problem: &str) -> ArchiveError {
    ArchiveError::Damaged(problem.to_owned())
}
