//! Objects of one tenant.

use std::collections::BTreeMap;
use std::ops::Range;

use bytes::Bytes;

use super::{Objects, Pieces, StorageError, path};
use crate::ids::SiteId;

/// The part of the object store that belongs to one tenant: everything under `sites/<id>/`.
#[derive(Debug, Clone)]
pub struct TenantStorage {
    pub(super) objects: Objects,
    pub(super) prefix: String,
}

impl TenantStorage {
    pub(super) fn of(objects: Objects, site: SiteId) -> Self {
        Self {
            objects,
            prefix: format!("sites/{site}"),
        }
    }

    pub async fn put(&self, key: &str, content: impl Into<Bytes>) -> Result<(), StorageError> {
        self.objects.put(&self.inside(key)?, content).await
    }

    pub async fn get(&self, key: &str) -> Result<Option<Bytes>, StorageError> {
        self.objects.get(&self.inside(key)?).await
    }

    pub async fn read(&self, key: &str, range: Option<Range<u64>>) -> Result<Option<Pieces>, StorageError> {
        self.objects.read(&self.inside(key)?, range).await
    }

    pub async fn exists(&self, key: &str) -> Result<bool, StorageError> {
        self.objects.exists(&self.inside(key)?).await
    }

    /// Keys as [`put`](Self::put) took them, without the tenant's prefix.
    pub async fn list(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        Ok(self.sizes(prefix).await?.into_keys().collect())
    }

    /// The same, with sizes in bytes.
    pub async fn sizes(&self, prefix: &str) -> Result<BTreeMap<String, u64>, StorageError> {
        let sizes = self.objects.sizes(&self.inside(prefix)?).await?;
        let own = format!("{}/", self.prefix);
        Ok(sizes
            .into_iter()
            .filter_map(|(key, size)| Some((key.strip_prefix(&own)?.to_owned(), size)))
            .collect())
    }

    /// Every key of the tenant.
    pub async fn list_all(&self) -> Result<Vec<String>, StorageError> {
        let own = format!("{}/", self.prefix);
        let keys = self.objects.list(&self.prefix).await?;
        Ok(keys
            .iter()
            .filter_map(|key| Some(key.strip_prefix(&own)?.to_owned()))
            .collect())
    }

    pub async fn delete(&self, key: &str) -> Result<(), StorageError> {
        self.objects.delete(&self.inside(key)?).await
    }

    pub(super) fn inside(&self, key: &str) -> Result<String, StorageError> {
        // Checked before it is joined, so that the key alone must be harmless.
        path(key)?;
        Ok(format!("{}/{key}", self.prefix))
    }
}
