//! Writes an archive: a snapshot of the database, then every object, then the manifest.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use platform::keys::SiteKeys;
use platform::storage::TenantStorage;
use platform::tenancy::Lookup;
use sha2::{Digest as _, Sha256};
use tenant_runtime::demo_data::Progress;
use tokio::runtime::Handle;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

use super::ArchiveError;
use super::manifest::{DATABASE, MAC, MANIFEST, Manifest, OBJECTS, ObjectPart, Part, Wrap, mac};
use super::seal::{self, FORMAT, Head, Seal, Sealing};
use super::work_files::{UNFINISHED, WorkFile};
use crate::plane::ControlPlane;
use crate::sites::SiteRecord;
use crate::{fleet, packages};

/// Compression level for databases: 4 of 11, which takes about as long as reading.
pub(super) const QUALITY: u32 = 4;
pub(super) const WINDOW: u32 = 22;
pub(super) const BUFFER: usize = 64 * 1024;

/// Writes an archive of `site` to the empty file `into`. Returns its size in bytes.
///
/// # Errors
/// The site or its objects can't be read, or the disk fails.
pub(super) async fn pack(
    plane: &ControlPlane,
    site: &SiteRecord,
    wrap: Wrap<'_>,
    into: File,
    told: &Progress<'_>,
) -> Result<u64, ArchiveError> {
    // One at a time: each occupies a core, and there is only room for one snapshot.
    let _turn = plane.packing.lock().await;
    let entry = plane.directory_entry(&Lookup::Id(site.id)).await?;
    let entry = entry.ok_or(ArchiveError::Gone)?;
    // Before the snapshot, so that concurrent changes count as missing from it.
    let made_at = plane.now();
    let ledger_sealed = fleet::store::is_ledger_sealed(&mut plane.db.read().await?, site.id).await?;
    let snapshot = WorkFile::private(plane.dir().snapshot())?;
    plane.open_sites().snapshot(site.id, snapshot.path()).await?;
    let storage = plane.objects.tenant(site.id);
    let keys: Vec<String> = storage.list_all().await?;
    let total = keys.len() + 1;

    let cost = plane.passphrase_cost(entry.environment.production);
    let (head, seal) = wrap.seal(&entry.keys, site.id, cost);
    let (mut parts, head, database) = {
        let path = snapshot.path().to_owned();
        blocking(move || {
            let (mut parts, head) = Parts::begin(seal, &head, into)?;
            let part = parts.database(&path)?;
            Ok((parts, head, part))
        })
        .await?
    };
    drop(snapshot);
    told(1, total);
    let mut objects = Vec::new();
    for (done, key) in keys.into_iter().enumerate() {
        // An object deleted in the meantime either isn't referenced by the snapshot, or its deletion is an
        // inconsistency.
        if let Some(part) = parts.object(&storage, &key).await? {
            objects.push(ObjectPart { key, part });
        }
        told(done + 2, total);
    }
    let packages = packages::store::find(&mut plane.db.read().await?, site.id).await?;
    let manifest = Manifest {
        format: FORMAT,
        head: Some(head),
        site: site.id,
        subdomain: site.subdomain.to_string(),
        environment: site.environment.clone(),
        production: entry.environment.production,
        app_key: site.app_key.clone(),
        schema_version: tenant_runtime::SCHEMA.latest(),
        made_at,
        epoch: entry.epoch,
        ledger_sealed: Some(ledger_sealed),
        packages,
        keys: wrap.wrap(&entry.keys, site.id)?,
        database,
        objects,
    };
    blocking(move || parts.finish(&manifest, &entry.keys)).await
}

/// An archive being written. Each byte is sealed before it reaches the disk.
struct Parts {
    zip: ZipWriter<StreamWriter<Sealing>>,
}

impl Parts {
    /// Also returns the digest of the head.
    fn begin(seal: Seal, head: &Head, file: File) -> Result<(Self, String), ArchiveError> {
        let (sealing, digest) = seal.begin(head, file)?;
        let zip = ZipWriter::new_stream(sealing);
        Ok((Self { zip }, digest))
    }

    fn start(&mut self, name: &str) -> Result<(), ArchiveError> {
        // Pictures are already compressed, and we compress the database ourselves.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .large_file(true)
            .unix_permissions(0o600);
        Ok(self.zip.start_file(name, options)?)
    }

    fn database(&mut self, path: &Path) -> Result<Part, ArchiveError> {
        self.start(DATABASE)?;
        let mut digest = Sha256::new();
        let mut bytes = 0;
        let mut file = File::open(path)?;
        let mut compressed = brotli::CompressorWriter::new(&mut self.zip, BUFFER, QUALITY, WINDOW);
        let mut buffer = vec![0; BUFFER];
        loop {
            let read = file.read(&mut buffer)?;
            if read == 0 {
                break;
            }
            digest.update(&buffer[..read]);
            bytes += read as u64;
            compressed.write_all(&buffer[..read])?;
        }
        compressed.flush()?;
        drop(compressed);
        Ok(Part {
            bytes,
            sha256: HEXLOWER.encode(&digest.finalize()),
        })
    }

    async fn object(&mut self, storage: &TenantStorage, key: &str) -> Result<Option<Part>, ArchiveError> {
        let Some(content) = storage.get(key).await? else {
            return Ok(None);
        };
        self.start(&format!("{OBJECTS}{key}"))?;
        tokio::task::block_in_place(|| self.zip.write_all(&content))?;
        Ok(Some(Part {
            bytes: content.len() as u64,
            sha256: HEXLOWER.encode(&Sha256::digest(&content)),
        }))
    }

    fn finish(mut self, manifest: &Manifest, keys: &SiteKeys) -> Result<u64, ArchiveError> {
        let text = serde_json::to_vec_pretty(manifest)?;
        self.start(MANIFEST)?;
        self.zip.write_all(&text)?;
        self.start(MAC)?;
        self.zip.write_all(mac(keys, &text).as_bytes())?;
        seal::finish(self.zip.finish()?.into_inner())
    }
}

/// Runs blocking disk work outside the threads that serve requests.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ArchiveError> + Send + 'static,
) -> Result<T, ArchiveError> {
    Handle::current().spawn_blocking(work).await.map_err(io::Error::other)?
}

/// Creates an empty file next to the archive's target, readable only by its owner.
pub(super) fn new_file(folder: &Path) -> io::Result<(File, tempfile::TempPath)> {
    Ok(tempfile::Builder::new()
        .prefix(UNFINISHED)
        .tempfile_in(folder)?
        .into_parts())
}

/// The folder of a path.
pub(super) fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}
