//! Service worker of a build: the only file with a fixed URL, so browsers revalidate it every time.

use axum::response::{IntoResponse as _, Response};
use data_encoding::HEXLOWER;
use headers::{ETag, HeaderMapExt as _};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use platform::http::ApiError;
use sha2::{Digest as _, Sha256};
use tenant_runtime::http::not_modified;

use super::assets::{AssetCache, serve_asset};
use super::rules::Version;

/// In the web build.
pub(super) const FILE: &str = "service-worker.js";

/// Content security policy of the worker: only its own site.
const POLICY: &str = "default-src 'self'";

/// Serves `GET /service-worker.js` with the worker of the site's build.
///
/// # Errors
/// The object store fails.
pub async fn serve_service_worker(
    cache: &AssetCache,
    version: &Version,
    request: &HeaderMap,
) -> Result<Response, ApiError> {
    let worker = cache.file(version, FILE).await.map_err(ApiError::internal)?;
    let worker = worker.ok_or_else(ApiError::not_found)?;
    let tag = format!("W/\"{}\"", HEXLOWER.encode(&Sha256::digest(&worker)[..12]));
    let tag: ETag = tag.parse().map_err(ApiError::internal)?;
    let mut response = if not_modified(request, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        serve_asset(cache, &version.to_string(), FILE, request).await
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.typed_insert(tag);
    Ok(response)
}
