//! Calls to the object store while a visitor waits. They have a short timeout, and pictures are cached on disk.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use tokio::time::Instant;

use super::disk_cache::DiskCache;
use super::{Objects, Pieces, StorageError, TenantStorage};

/// Longest wait of a visitor for the object store.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// Largest object that is kept on disk, in bytes. Longer ones, such as videos, are streamed.
const LARGEST_COPY: u64 = 16 * 1024 * 1024;

/// Until when calls of visitors fail at once, because the store didn't respond.
#[derive(Debug, Default)]
pub(super) struct Away(Mutex<Option<Instant>>);

impl Away {
    fn is_away(&self) -> bool {
        let until = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        until.is_some_and(|until| Instant::now() < until)
    }

    fn set(&self, until: Option<Instant>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = until;
    }
}

impl Objects {
    /// Keeps copies of pictures in `cache`.
    #[must_use]
    pub fn with_cache(mut self, cache: DiskCache) -> Self {
        self.cache = Some(Arc::new(cache));
        self
    }

    /// The object, or an error after [`PATIENCE`].
    ///
    /// # Errors
    /// The store fails or doesn't respond in time.
    pub async fn get_soon(&self, key: &str) -> Result<Option<Bytes>, StorageError> {
        self.soon(self.get(key)).await
    }

    /// Whether the store stores, returns and deletes an object.
    ///
    /// # Errors
    /// It doesn't, or not in time.
    pub async fn probe(&self, key: &str) -> Result<(), StorageError> {
        let call = async {
            self.put(key, Bytes::from_static(b"probe")).await?;
            let found = self.get(key).await?;
            self.delete(key).await?;
            match found {
                Some(content) if content == "probe" => Ok(()),
                _ => Err(StorageError::Lost),
            }
        };
        // Asked even if the store was away a moment ago.
        match tokio::time::timeout(PATIENCE, call).await {
            Ok(result) => result,
            Err(_) => Err(StorageError::TimedOut),
        }
    }

    async fn soon<T>(&self, call: impl Future<Output = Result<T, StorageError>>) -> Result<T, StorageError> {
        if self.away.is_away() {
            return Err(StorageError::TimedOut);
        }
        match tokio::time::timeout(PATIENCE, call).await {
            Ok(result) => {
                self.away.set(None);
                result
            }
            Err(_) => {
                self.away.set(Some(Instant::now() + PATIENCE));
                Err(StorageError::TimedOut)
            }
        }
    }
}

impl TenantStorage {
    /// Like [`TenantStorage::get`], for a picture that a visitor waits for.
    ///
    /// # Errors
    /// The store fails or doesn't respond in time, and there is no copy.
    pub async fn get_soon(&self, key: &str) -> Result<Option<Bytes>, StorageError> {
        let key = self.inside(key)?;
        if let Some(copy) = self.copy(&key).await {
            return Ok(Some(copy));
        }
        let found = self.objects.get_soon(&key).await?;
        if let Some(content) = &found {
            self.keep(&key, content).await;
        }
        Ok(found)
    }

    /// Like [`TenantStorage::read`], for an object of `size` bytes that a visitor waits for.
    ///
    /// # Errors
    /// The store fails or doesn't respond in time, and there is no copy.
    pub async fn read_soon(&self, key: &str, size: u64, range: Range<u64>) -> Result<Option<Pieces>, StorageError> {
        if self.objects.cache.is_none() || size > LARGEST_COPY {
            let pieces = self.objects.soon(self.read(key, Some(range))).await?;
            return Ok(pieces.map(|pieces| with_patience(pieces).boxed()));
        }
        let content = self.get_soon(key).await?;
        let part = |content: Bytes| {
            let at = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(content.len());
            content.slice(at(range.start)..at(range.end))
        };
        Ok(content.map(|content| stream::iter([Ok(part(content))]).boxed()))
    }

    /// Like [`TenantStorage::sizes`]. Lists the copies if the store fails.
    ///
    /// # Errors
    /// The store fails or doesn't respond in time, and there are no copies.
    pub async fn sizes_soon(&self, prefix: &str) -> Result<Listed, StorageError> {
        let error = match self.objects.soon(self.sizes(prefix)).await {
            Ok(sizes) => return Ok(Listed::Store(sizes)),
            Err(error) => error,
        };
        let Some(cache) = self.objects.cache.clone() else {
            return Err(error);
        };
        let own = format!("{}/", self.prefix);
        let inside = self.inside(prefix)?;
        let listed = tokio::task::spawn_blocking(move || cache.sizes(&inside)).await;
        let sizes: BTreeMap<String, u64> = listed
            .unwrap_or_default()
            .into_iter()
            .filter_map(|(key, size)| Some((key.strip_prefix(&own)?.to_owned(), size)))
            .collect();
        if sizes.is_empty() {
            return Err(error);
        }
        Ok(Listed::Copies(sizes))
    }

    async fn copy(&self, key: &str) -> Option<Bytes> {
        let (cache, key) = (self.objects.cache.clone()?, key.to_owned());
        tokio::task::spawn_blocking(move || cache.get(&key)).await.ok()?
    }

    async fn keep(&self, key: &str, content: &Bytes) {
        let Some(cache) = self.objects.cache.clone() else {
            return;
        };
        if content.len() as u64 > LARGEST_COPY {
            return;
        }
        let (key, content) = (key.to_owned(), content.clone());
        let kept = tokio::task::spawn_blocking(move || cache.put(&key, &content)).await;
        if let Ok(Err(error)) = kept {
            tracing::warn!(%error, "failed to save a local copy of an image");
        }
    }
}

/// Keys with sizes, and where they come from.
#[derive(Debug, Clone)]
pub enum Listed {
    Store(BTreeMap<String, u64>),
    /// Only the copies on disk, while the store is away.
    Copies(BTreeMap<String, u64>),
}

/// Ends a download that makes no progress.
fn with_patience(pieces: Pieces) -> impl futures_util::Stream<Item = Result<Bytes, StorageError>> + Send {
    stream::unfold(Some(pieces), |state| async {
        let mut pieces = state?;
        match tokio::time::timeout(PATIENCE, pieces.next()).await {
            Ok(Some(piece)) => Some((piece, Some(pieces))),
            Ok(None) => None,
            Err(_) => Some((Err(StorageError::TimedOut), None)),
        }
    })
}
