//! Objects: files by key, in a local folder or an S3-compatible store.
//!
//! [`Objects`] is the whole store, for what belongs to the installation. A tenant's code gets a [`TenantStorage`], which
//! cannot name anything outside of its own prefix.

use std::ops::Range;
use std::path::Path as FilePath;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::TryStreamExt as _;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{ObjectStore, ObjectStoreExt as _};

use crate::ids::SiteId;

#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    #[error("not an object key: {0:?}")]
    InvalidKey(String),
    #[error("not an object store address: expected s3://bucket/prefix or file:///folder")]
    InvalidUrl,
    #[error("object store: {0}")]
    Store(#[from] object_store::Error),
    #[error("object store folder: {0}")]
    Folder(#[from] std::io::Error),
}

/// The object store of the installation.
#[derive(Debug, Clone)]
pub struct Objects(Arc<dyn ObjectStore>);

/// The part of the object store that belongs to one tenant: everything under `sites/<id>/`.
#[derive(Debug, Clone)]
pub struct TenantStorage {
    objects: Objects,
    prefix: String,
}

impl Objects {
    /// A folder, made when it is missing. Writes reach the disk before they are acknowledged.
    pub fn local(root: &FilePath) -> Result<Self, StorageError> {
        std::fs::create_dir_all(root)?;
        Ok(Self(Arc::new(LocalFileSystem::new_with_prefix(root)?.with_fsync(true))))
    }

    /// For tests.
    pub fn in_memory() -> Self {
        Self(Arc::new(InMemory::new()))
    }

    /// `s3://bucket/prefix`, with credentials, region and endpoint from the usual `AWS_*` variables, or `file:///folder`.
    pub fn from_url(url: &str) -> Result<Self, StorageError> {
        if let Some(folder) = url.strip_prefix("file://").filter(|folder| folder.starts_with('/')) {
            return Self::local(FilePath::new(folder));
        }
        let address = url.strip_prefix("s3://").ok_or(StorageError::InvalidUrl)?;
        let (bucket, prefix) = address.split_once('/').unwrap_or((address, ""));
        if bucket.is_empty() {
            return Err(StorageError::InvalidUrl);
        }
        let store = AmazonS3Builder::from_env().with_bucket_name(bucket).build()?;
        match prefix.trim_matches('/') {
            "" => Ok(Self(Arc::new(store))),
            prefix => Ok(Self(Arc::new(PrefixStore::new(store, path(prefix)?)))),
        }
    }

    pub fn tenant(&self, site: SiteId) -> TenantStorage {
        TenantStorage {
            objects: self.clone(),
            prefix: format!("sites/{site}"),
        }
    }

    /// Writes an object, or replaces it as a whole.
    pub async fn put(&self, key: &str, content: impl Into<Bytes>) -> Result<(), StorageError> {
        self.0.put(&path(key)?, content.into().into()).await?;
        Ok(())
    }

    /// `None` when there is no such object.
    pub async fn get(&self, key: &str) -> Result<Option<Bytes>, StorageError> {
        match self.0.get(&path(key)?).await {
            Ok(found) => Ok(Some(found.bytes().await?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Bytes of an object; `None` when there is no such object.
    pub async fn size(&self, key: &str) -> Result<Option<u64>, StorageError> {
        match self.0.head(&path(key)?).await {
            Ok(found) => Ok(Some(found.size)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The bytes `range` of an object, which must have them.
    pub async fn get_range(&self, key: &str, range: Range<u64>) -> Result<Bytes, StorageError> {
        Ok(self.0.get_range(&path(key)?, range).await?)
    }

    pub async fn exists(&self, key: &str) -> Result<bool, StorageError> {
        Ok(self.size(key).await?.is_some())
    }

    /// The keys under a prefix, which is a whole number of segments, in order.
    pub async fn list(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        let found: Vec<_> = self.0.list(Some(&path(prefix)?)).try_collect().await?;
        let mut keys: Vec<String> = found.into_iter().map(|object| object.location.into()).collect();
        keys.sort();
        Ok(keys)
    }

    /// Removes an object. It is no error when there is none.
    pub async fn delete(&self, key: &str) -> Result<(), StorageError> {
        match self.0.delete(&path(key)?).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

impl TenantStorage {
    pub async fn put(&self, key: &str, content: impl Into<Bytes>) -> Result<(), StorageError> {
        self.objects.put(&self.inside(key)?, content).await
    }

    pub async fn get(&self, key: &str) -> Result<Option<Bytes>, StorageError> {
        self.objects.get(&self.inside(key)?).await
    }

    pub async fn size(&self, key: &str) -> Result<Option<u64>, StorageError> {
        self.objects.size(&self.inside(key)?).await
    }

    pub async fn get_range(&self, key: &str, range: Range<u64>) -> Result<Bytes, StorageError> {
        self.objects.get_range(&self.inside(key)?, range).await
    }

    pub async fn exists(&self, key: &str) -> Result<bool, StorageError> {
        self.objects.exists(&self.inside(key)?).await
    }

    /// Keys as [`put`](Self::put) took them, without the tenant's prefix.
    pub async fn list(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        let keys = self.objects.list(&self.inside(prefix)?).await?;
        let own = format!("{}/", self.prefix);
        Ok(keys
            .iter()
            .filter_map(|key| key.strip_prefix(&own).map(ToOwned::to_owned))
            .collect())
    }

    pub async fn delete(&self, key: &str) -> Result<(), StorageError> {
        self.objects.delete(&self.inside(key)?).await
    }

    fn inside(&self, key: &str) -> Result<String, StorageError> {
        // Checked before it is joined, so that the key alone must be harmless.
        path(key)?;
        Ok(format!("{}/{key}", self.prefix))
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SeededRandom;

    #[tokio::test]
    async fn objects_come_back_from_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let objects = Objects::local(&folder.path().join("objects")).unwrap();
        assert_eq!(objects.get("builds/1.5.1/index.html").await.unwrap(), None);
        objects.put("builds/1.5.1/index.html", "<html>").await.unwrap();
        objects.put("builds/1.5.1/assets/app.js", "1").await.unwrap();
        objects.put("builds/1.5.10/index.html", "other").await.unwrap();
        assert_eq!(objects.get("builds/1.5.1/index.html").await.unwrap().unwrap(), "<html>");
        assert!(objects.exists("builds/1.5.1/assets/app.js").await.unwrap());
        assert!(!objects.exists("builds/1.5.1/assets").await.unwrap());
        let listed = objects.list("builds/1.5.1").await.unwrap();
        assert_eq!(listed, ["builds/1.5.1/assets/app.js", "builds/1.5.1/index.html"]);
        objects.delete("builds/1.5.1/index.html").await.unwrap();
        objects.delete("builds/1.5.1/index.html").await.unwrap();
        assert!(!objects.exists("builds/1.5.1/index.html").await.unwrap());
    }

    #[tokio::test]
    async fn tenants_do_not_see_each_other() {
        let objects = Objects::in_memory();
        let random = SeededRandom::new(1);
        let (one, two) = (SiteId::generate(&random), SiteId::generate(&random));
        objects.tenant(one).put("uploads/a.svg", "one").await.unwrap();
        objects.tenant(two).put("uploads/b.svg", "two").await.unwrap();
        assert_eq!(objects.tenant(one).list("uploads").await.unwrap(), ["uploads/a.svg"]);
        assert_eq!(objects.tenant(one).get("uploads/b.svg").await.unwrap(), None);
        assert!(objects.exists(&format!("sites/{two}/uploads/b.svg")).await.unwrap());
    }

    #[tokio::test]
    async fn keys_that_lead_elsewhere_are_refused() {
        let tenant = Objects::in_memory().tenant(SiteId::generate(&SeededRandom::new(1)));
        let long = "a".repeat(513);
        for key in [
            "",
            "/",
            "/a",
            "a/",
            "a//b",
            ".",
            "..",
            "../b",
            "a/../../b",
            ".hidden",
            "a/.b",
            "a\\b",
            "a%2fb",
            "ä",
            "a b",
            "a\0",
            &long,
        ] {
            assert!(
                matches!(tenant.put(key, "x").await, Err(StorageError::InvalidKey(_))),
                "{key:?}"
            );
            assert!(
                matches!(tenant.get(key).await, Err(StorageError::InvalidKey(_))),
                "{key:?}"
            );
        }
    }

    #[test]
    fn addresses_of_stores_are_checked() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Objects::from_url(&format!("file://{}", folder.path().display())).is_ok());
        assert!(Objects::from_url("s3://bucket/some/prefix").is_ok());
        for url in ["", "bucket", "s3://", "file://relative", "https://example.com"] {
            assert!(matches!(Objects::from_url(url), Err(StorageError::InvalidUrl)), "{url}");
        }
    }
}
