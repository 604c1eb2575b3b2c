//! Serves a build's files: immutable for a year, in the browser's preferred encoding, and cached in memory.

use std::sync::Arc;

use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use moka::future::Cache;
use platform::storage::{Objects, StorageError};
use platform::tenancy::SiteDirectory;
use tenant_runtime::http::accepts;

use super::files::{Encoding, FILE_LIST, FileList};
use super::local::LocalBuilds;
use super::rules::{is_file_path, media_type};
use super::{Version, object_key};

/// Number of cached file lists; a fleet runs only a few builds.
const FILE_LISTS: u64 = 32;

/// Number of cached unknown versions.
const MISSES: u64 = 10_000;

type AssetKey = (Version, String, Option<Encoding>);

/// Recently requested files, limited by total size. A version's files never change while the process runs.
#[derive(Clone)]
pub struct AssetCache {
    objects: Objects,
    local: Arc<LocalBuilds>,
    files: Cache<AssetKey, Bytes>,
    lists: Cache<Version, Arc<FileList>>,
    /// Versions that weren't builds at this state of the directory. Publishing a build changes it.
    missing: Cache<Version, u64>,
    directory: Arc<SiteDirectory>,
}

impl AssetCache {
    /// Caches up to about `bytes` of files in memory.
    pub fn new((objects, local): (Objects, Arc<LocalBuilds>), bytes: u64, directory: Arc<SiteDirectory>) -> Self {
        let weigh = |_: &AssetKey, file: &Bytes| u32::try_from(file.len()).unwrap_or(u32::MAX).max(256);
        Self {
            objects,
            local,
            files: Cache::builder().max_capacity(bytes).weigher(weigh).build(),
            lists: Cache::new(FILE_LISTS),
            missing: Cache::new(MISSES),
            directory,
        }
    }

    /// A published file of a build, even if it isn't served.
    ///
    /// # Errors
    /// The object store fails.
    pub async fn file(&self, version: &Version, name: &str) -> Result<Option<Bytes>, Arc<StorageError>> {
        self.load((version.clone(), name.to_owned(), None)).await
    }

    async fn load(&self, key: AssetKey) -> Result<Option<Bytes>, Arc<StorageError>> {
        if let Some(hit) = self.files.get(&key).await {
            return Ok(Some(hit));
        }
        let name = format!("{}{}", key.1, key.2.map_or("", Encoding::ending));
        let Some(bytes) = self.read(&key.0, &name).await? else {
            return Ok(None);
        };
        self.files.insert(key, bytes.clone()).await;
        Ok(Some(bytes))
    }

    /// From the local disk, or else from the object store.
    async fn read(&self, version: &Version, name: &str) -> Result<Option<Bytes>, Arc<StorageError>> {
        if let Some(bytes) = self.local.read(version, name).await {
            return Ok(Some(bytes));
        }
        self.objects
            .get_soon(&object_key(version, name))
            .await
            .map_err(Arc::new)
    }

    async fn list(&self, version: &Version) -> Result<Option<Arc<FileList>>, Arc<StorageError>> {
        if let Some(hit) = self.lists.get(version).await {
            return Ok(Some(hit));
        }
        let generation = self.directory.generation();
        if self.missing.get(version).await == Some(generation) {
            return Ok(None);
        }
        if let Some(list) = self.local.list(version) {
            return Ok(Some(Arc::new(list)));
        }
        let Some(bytes) = self.read(version, FILE_LIST).await? else {
            self.missing.insert(version.clone(), generation).await;
            return Ok(None);
        };
        let list: Arc<FileList> = Arc::new(serde_json::from_slice(&bytes).unwrap_or_default());
        self.lists.insert(version.clone(), Arc::clone(&list)).await;
        Ok(Some(list))
    }
}

/// Serves `GET /v/<version>/<file>`.
pub async fn serve_asset(cache: &AssetCache, version: &str, file: &str, request: &HeaderMap) -> Response {
    let Ok(version) = version.parse::<Version>() else {
        return not_found();
    };
    if !is_file_path(file) {
        return not_found();
    }
    match find(cache, version, file, request).await {
        Ok(Some(response)) => response,
        Ok(None) => not_found(),
        Err(error) => {
            tracing::error!(%error, "failed to read a build file");
            (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "2")]).into_response()
        }
    }
}

async fn find(
    cache: &AssetCache,
    version: Version,
    file: &str,
    request: &HeaderMap,
) -> Result<Option<Response>, Arc<StorageError>> {
    let Some(list) = cache.list(&version).await? else {
        return Ok(None);
    };
    let (Some(encodings), Some(media_type)) = (list.get(file), media_type(file)) else {
        return Ok(None);
    };
    let encoding = encodings
        .iter()
        .copied()
        .find(|encoding| accepts(request, encoding.token()));
    let Some(bytes) = cache.load((version, file.to_owned(), encoding)).await? else {
        return Ok(None);
    };

    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("public, max-age=31536000, immutable"),
    );
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if !encodings.is_empty() {
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.token()));
    }
    Ok(Some(response))
}

/// Browsers don't cache a missing file, because its build may still be publishing.
fn not_found() -> Response {
    (
        StatusCode::NOT_FOUND,
        [
            (header::CACHE_CONTROL, "no-store"),
            (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        ],
        "Not found.\n",
    )
        .into_response()
}
