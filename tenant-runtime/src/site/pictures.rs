//! Pictures of a site: stored under a name made of their content, served so that they cannot run anything.

use std::path::Path;

use axum::extract::Path as UrlPath;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use platform::http::ApiError;
use platform::storage::TenantStorage;
use sha2::{Digest, Sha256};

use crate::tenant::Tenant;

/// Where a site's pictures are served, and their prefix among the site's objects.
pub const UPLOADS: &str = "/uploads/";

/// Media types by extension: the closed list of what a site may show.
const KINDS: &[(&str, &str)] = &[
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("webp", "image/webp"),
    ("mp4", "video/mp4"),
];

/// Stores the picture `content` of a file called `name`; answers the path under which it is served.
pub(super) async fn put(storage: &TenantStorage, name: &str, content: Vec<u8>) -> Result<String, String> {
    let extension = Path::new(name)
        .extension()
        .and_then(|text| text.to_str())
        .unwrap_or_default()
        .to_ascii_lowercase();
    if kind_of(&extension).is_none() {
        return Err(format!("{name}: svg, png, webp or mp4 is expected"));
    }
    let digest = HEXLOWER.encode(&Sha256::digest(&content)[..16]);
    let stored = format!("{digest}.{extension}");
    storage
        .put(&format!("uploads/{stored}"), content)
        .await
        .map_err(|error| format!("{name}: {error}"))?;
    Ok(format!("{UPLOADS}{stored}"))
}

fn kind_of(extension: &str) -> Option<&'static str> {
    KINDS
        .iter()
        .find(|(known, _)| *known == extension)
        .map(|(_, kind)| *kind)
}

/// A picture of this site. Its name is its digest, so it never changes.
pub(super) async fn get_upload(tenant: Tenant, UrlPath(name): UrlPath<String>) -> Result<Response, ApiError> {
    let (stem, extension) = name.rsplit_once('.').ok_or_else(ApiError::not_found)?;
    let kind = kind_of(extension).ok_or_else(ApiError::not_found)?;
    if stem.len() != 32 || !stem.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(ApiError::not_found());
    }
    let content = tenant
        .storage()
        .get(&format!("uploads/{name}"))
        .await
        .map_err(|error| ApiError::internal(&error))?
        .ok_or_else(ApiError::not_found)?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (
            header::CACHE_CONTROL,
            HeaderValue::from_static("public, max-age=31536000, immutable"),
        ),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        // Opened by itself, a picture is a document without rights.
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox"),
        ),
    ];
    Ok((headers, content).into_response())
}
