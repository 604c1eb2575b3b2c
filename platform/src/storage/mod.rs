//! Objects: files by key, in a local folder or an S3-compatible store.
//!
//! [`Objects`] is the whole store, for data of the installation. A tenant's code gets a [`TenantStorage`], which can't
//! access anything outside its own prefix.

mod calls;
mod disk_cache;
mod store_clock;
mod tenant;
#[cfg(test)]
mod tests;
mod visitors;

use std::collections::BTreeMap;
use std::ops::Range;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path as FilePath, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, PoisonError, RwLock};

use bytes::Bytes;
use futures_util::TryStreamExt as _;
use futures_util::stream::BoxStream;
use jiff::SignedDuration;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{ClientConfigKey, GetOptions, ObjectStore, ObjectStoreExt as _, WriteMultipart};
use tokio::io::AsyncReadExt as _;

use crate::ids::SiteId;
use store_clock::StoreClock;

pub use disk_cache::DiskCache;
pub use tenant::TenantStorage;
pub use visitors::{Listed, PATIENCE};

#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    #[error("not an object key: {0:?}")]
    InvalidKey(String),
    #[error("object store: {0}")]
    Store(#[from] object_store::Error),
    #[error("object store folder: {0}")]
    Folder(#[from] std::io::Error),
    #[error("object store folder {} is open to other users (mode {mode:04o}); run `chmod 700 {}`", .path.display(), .path.display())]
    Exposed { path: PathBuf, mode: u32 },
    #[error(
        "AWS_ENDPOINT starts with http://, so that everything would be sent unencrypted; use https://, or set AWS_ALLOW_HTTP=true"
    )]
    Unencrypted,
    #[error("the object store doesn't respond")]
    TimedOut,
    #[error("the object store didn't return what was stored")]
    Lost,
}

/// Location of an object store: `s3://bucket/prefix` or `file:///folder`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ObjectsAddress {
    Folder(PathBuf),
    S3 { bucket: String, prefix: Option<Path> },
}

/// Invalid address of an object store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("use s3://bucket/prefix or file:///folder")]
pub struct InvalidAddress;

impl FromStr for ObjectsAddress {
    type Err = InvalidAddress;

    fn from_str(text: &str) -> Result<Self, InvalidAddress> {
        if let Some(folder) = text.strip_prefix("file://").filter(|folder| folder.starts_with('/')) {
            return Ok(Self::Folder(PathBuf::from(folder)));
        }
        let address = text.strip_prefix("s3://").ok_or(InvalidAddress)?;
        let (bucket, prefix) = address.split_once('/').unwrap_or((address, ""));
        if bucket.is_empty() {
            return Err(InvalidAddress);
        }
        let prefix = match prefix.trim_matches('/') {
            "" => None,
            prefix => Some(path(prefix).map_err(|_| InvalidAddress)?),
        };
        Ok(Self::S3 {
            bucket: bucket.to_owned(),
            prefix,
        })
    }
}

/// Bytes of a file that are read at once.
const PIECE: usize = 1 << 20;
/// Parts of an upload that may wait for the store's answer.
const PIECES_UNDER_WAY: usize = 4;

/// The bytes of an object, piece by piece.
pub type Pieces = BoxStream<'static, Result<Bytes, StorageError>>;

#[derive(Debug, Clone)]
struct Connected {
    store: Arc<dyn ObjectStore>,
    clock: Arc<StoreClock>,
}

/// The object store of the installation.
#[derive(Debug, Clone)]
pub struct Objects {
    /// Replaced when credentials change.
    connected: Arc<RwLock<Connected>>,
    /// Folder, if the objects are local files.
    folder: Option<PathBuf>,
    /// Copies of pictures, for a store that can be away.
    cache: Option<Arc<DiskCache>>,
    away: Arc<visitors::Away>,
}

impl Objects {
    /// A folder, made for its owner only when it is missing. Writes reach the disk before they are acknowledged.
    pub fn local(root: &FilePath) -> Result<Self, StorageError> {
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(root)?;
        let store = LocalFileSystem::new_with_prefix(root)?.with_fsync(true);
        Ok(Self {
            folder: Some(root.to_owned()),
            ..Self::remote(store)
        })
    }

    /// For tests.
    pub fn in_memory() -> Self {
        Self::remote(InMemory::new())
    }

    /// The store at `address`. Credentials, region and endpoint of S3 come from the `AWS_*` variables; `aws` overrides the
    /// environment.
    pub fn at(address: &ObjectsAddress, aws: &[(String, String)]) -> Result<Self, StorageError> {
        match address {
            ObjectsAddress::Folder(folder) => {
                let objects = Self::local(folder)?;
                match std::fs::metadata(folder)?.permissions().mode() & 0o777 {
                    // Backups and images of every site are in it.
                    mode if mode & 0o077 != 0 => Err(StorageError::Exposed {
                        path: folder.clone(),
                        mode,
                    }),
                    _ => Ok(objects),
                }
            }
            ObjectsAddress::S3 { bucket, prefix } => {
                let mut builder = AmazonS3Builder::from_env();
                for (name, value) in aws {
                    if let Ok(key) = name.to_ascii_lowercase().parse() {
                        builder = builder.with_config(key, value);
                    }
                }
                if is_unencrypted(&builder) {
                    return Err(StorageError::Unencrypted);
                }
                let clock = Arc::<StoreClock>::default();
                let store = calls::seen(builder.with_bucket_name(bucket), Arc::clone(&clock)).build()?;
                Ok(match prefix {
                    None => Self::connected(store, clock),
                    Some(prefix) => Self::connected(PrefixStore::new(store, prefix.clone()), clock),
                })
            }
        }
    }

    /// Removes what interrupted writes have left in a folder. No write may be in progress.
    ///
    /// # Errors
    /// The disk fails.
    pub fn remove_unfinished(&self) -> std::io::Result<()> {
        self.folder.as_deref().map_or(Ok(()), remove_unfinished)
    }

    fn remote(store: impl ObjectStore) -> Self {
        Self::connected(store, Arc::default())
    }

    fn connected(store: impl ObjectStore, clock: Arc<StoreClock>) -> Self {
        let store = Arc::new(store);
        Self {
            connected: Arc::new(RwLock::new(Connected { store, clock })),
            folder: None,
            cache: None,
            away: Arc::default(),
        }
    }

    fn store(&self) -> Arc<dyn ObjectStore> {
        self.now_connected().store
    }

    /// Lead of the store's clock over this machine's at its last response, to about a second. `None` if responses have no date, as with a
    /// folder.
    pub fn clock_ahead(&self) -> Option<SignedDuration> {
        self.now_connected().clock.ahead()
    }

    fn now_connected(&self) -> Connected {
        self.connected.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Uses the store and credentials of `other` from now on, in all copies.
    pub fn replace(&self, other: &Self) {
        *self.connected.write().unwrap_or_else(PoisonError::into_inner) = other.now_connected();
    }

    pub fn tenant(&self, site: SiteId) -> TenantStorage {
        TenantStorage::of(self.clone(), site)
    }

    /// Writes an object, or replaces it as a whole.
    pub async fn put(&self, key: &str, content: impl Into<Bytes>) -> Result<(), StorageError> {
        self.store().put(&path(key)?, content.into().into()).await?;
        Ok(())
    }

    /// Writes the content of a file as an object, piece by piece, so that length costs no memory. It is there when it is whole.
    pub async fn put_file(&self, key: &str, file: &FilePath) -> Result<(), StorageError> {
        let mut file = tokio::fs::File::open(file).await?;
        let mut upload = WriteMultipart::new(self.store().put_multipart(&path(key)?).await?);
        let mut piece = vec![0; PIECE];
        loop {
            let read = file.read(&mut piece).await?;
            if read == 0 {
                break;
            }
            upload.wait_for_capacity(PIECES_UNDER_WAY).await?;
            upload.write(&piece[..read]);
        }
        upload.finish().await?;
        Ok(())
    }

    /// `None` when there is no such object.
    pub async fn get(&self, key: &str) -> Result<Option<Bytes>, StorageError> {
        match self.store().get(&path(key)?).await {
            Ok(found) => Ok(Some(found.bytes().await?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The bytes `range` of an object, which must have them, or all of them. Read from the store as they are taken, so that
    /// length costs no memory. `None` when there is no such object.
    pub async fn read(&self, key: &str, range: Option<Range<u64>>) -> Result<Option<Pieces>, StorageError> {
        let options = GetOptions {
            range: range.map(Into::into),
            ..GetOptions::default()
        };
        match self.store().get_opts(&path(key)?, options).await {
            Ok(found) => Ok(Some(Box::pin(found.into_stream().map_err(StorageError::from)))),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    pub async fn exists(&self, key: &str) -> Result<bool, StorageError> {
        match self.store().head(&path(key)?).await {
            Ok(_) => Ok(true),
            Err(object_store::Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// The keys under a prefix, which is a whole number of segments, in order.
    pub async fn list(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        Ok(self.sizes(prefix).await?.into_keys().collect())
    }

    /// Keys under a prefix, with their sizes in bytes.
    pub async fn sizes(&self, prefix: &str) -> Result<BTreeMap<String, u64>, StorageError> {
        let found = self.store().list(Some(&path(prefix)?));
        let sizes = found.map_ok(|object| (object.location.into(), object.size));
        Ok(sizes.try_collect().await?)
    }

    /// Names of the folders directly under a prefix, in order.
    pub async fn folders(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        let found = self.store().list_with_delimiter(Some(&path(prefix)?)).await?;
        let name = |folder: &Path| folder.filename().map(str::to_owned);
        Ok(found.common_prefixes.iter().filter_map(name).collect())
    }

    /// Deletes an object. A missing one isn't an error.
    pub async fn delete(&self, key: &str) -> Result<(), StorageError> {
        if let Some(cache) = &self.cache {
            cache.remove(key);
        }
        match self.store().delete(&path(key)?).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Removes everything under a prefix of whole segments. For local files, this includes leftovers of interrupted
    /// writes, which lists don't show.
    pub async fn delete_under(&self, prefix: &str) -> Result<(), StorageError> {
        for key in self.list(prefix).await? {
            self.delete(&key).await?;
        }
        if let Some(cache) = &self.cache {
            cache.remove(path(prefix)?.as_ref());
        }
        let Some(folder) = &self.folder else { return Ok(()) };
        match tokio::fs::remove_dir_all(folder.join(path(prefix)?.as_ref())).await {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }
}

/// Whether requests would go to an `http://` address that isn't allowed.
fn is_unencrypted(builder: &AmazonS3Builder) -> bool {
    let endpoint = builder.get_config_value(&AmazonS3ConfigKey::Endpoint);
    let allowed = builder.get_config_value(&AmazonS3ConfigKey::Client(ClientConfigKey::AllowHttp));
    endpoint.is_some_and(|endpoint| endpoint.starts_with("http://")) && allowed.as_deref() != Some("true")
}

/// Removes unfinished files, which the store names `<object>#<number>`. No key contains `#`.
fn remove_unfinished(folder: &FilePath) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            remove_unfinished(&entry.path())?;
        } else if kind.is_file() && entry.file_name().as_encoded_bytes().contains(&b'#') {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Keys are segments of letters, digits, dot, hyphen and underscore, none of them hidden or leading upwards.
fn path(key: &str) -> Result<Path, StorageError> {
    let segment = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    if key.len() <= 512 && key.split('/').all(segment) {
        Path::parse(key).map_err(|_| StorageError::InvalidKey(key.to_owned()))
    } else {
        Err(StorageError::InvalidKey(key.chars().take(80).collect()))
    }
}
