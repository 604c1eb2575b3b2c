//! Pictures of a site: stored under a name made of their content, served so that they cannot run anything.

use std::ops::Range;
use std::path::Path;

use axum::extract::Path as UrlPath;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use data_encoding::HEXLOWER;
use platform::http::ApiError;
use platform::storage::{StorageError, TenantStorage};
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

/// What a `Range` header asks for (RFC 9110, section 14.2).
#[derive(Debug, PartialEq, Eq)]
enum Asked {
    Whole,
    Part(Range<u64>),
    /// More than there is.
    Nothing,
}

/// One range; several, or what cannot be read, count as the whole, as they may.
fn asked(header: Option<&str>, size: u64) -> Asked {
    let range = header.and_then(|text| text.trim().strip_prefix("bytes="));
    let Some((first, last)) = range.and_then(|range| range.split_once('-')) else {
        return Asked::Whole;
    };
    let number = |text: &str| text.trim().parse::<u64>();
    let part = match (first.trim(), last.trim()) {
        ("", last) => number(last).map(|bytes| size.saturating_sub(bytes)..size),
        (first, "") => number(first).map(|first| first..size),
        (first, last) => match (number(first), number(last)) {
            (Ok(first), Ok(last)) if first <= last => Ok(first..last.saturating_add(1).min(size)),
            _ => return Asked::Whole,
        },
    };
    match part {
        Ok(part) if part.start < part.end => Asked::Part(part),
        Ok(_) => Asked::Nothing,
        Err(_) => Asked::Whole,
    }
}

/// A picture of this site, or the part of it that players of videos ask for. Its name is its digest, so it never changes.
pub(super) async fn get_upload(
    tenant: Tenant,
    UrlPath(name): UrlPath<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (stem, extension) = name.rsplit_once('.').ok_or_else(ApiError::not_found)?;
    let kind = kind_of(extension).ok_or_else(ApiError::not_found)?;
    if stem.len() != 32 || !stem.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(ApiError::not_found());
    }
    let (storage, key) = (tenant.storage(), format!("uploads/{name}"));
    let failed = |error: StorageError| ApiError::internal(&error);
    let range = headers.get(header::RANGE).and_then(|value| value.to_str().ok());
    let part = match range {
        Some(range) => {
            let size = storage
                .size(&key)
                .await
                .map_err(failed)?
                .ok_or_else(ApiError::not_found)?;
            Some((asked(Some(range), size), size))
        }
        None => None,
    };
    let (status, range, content) = match part {
        Some((Asked::Part(part), size)) => {
            let range = format!("bytes {}-{}/{size}", part.start, part.end - 1);
            let content = storage.get_range(&key, part).await.map_err(failed)?;
            (StatusCode::PARTIAL_CONTENT, Some(range), content)
        }
        Some((Asked::Nothing, size)) => (
            StatusCode::RANGE_NOT_SATISFIABLE,
            Some(format!("bytes */{size}")),
            Bytes::new(),
        ),
        Some((Asked::Whole, _)) | None => {
            let content = storage.get(&key).await.map_err(failed)?;
            (StatusCode::OK, None, content.ok_or_else(ApiError::not_found)?)
        }
    };
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
    let mut response = (status, headers, content).into_response();
    let answered = response.headers_mut();
    answered.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    if let Some(range) = range {
        let range = HeaderValue::from_str(&range).map_err(|error| ApiError::internal(&error))?;
        answered.insert(header::CONTENT_RANGE, range);
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_the_standard_says() {
        for (header, expected) in [
            ("bytes=0-1", Asked::Part(0..2)),
            ("bytes=5-", Asked::Part(5..10)),
            ("bytes=-3", Asked::Part(7..10)),
            ("bytes=-30", Asked::Part(0..10)),
            ("bytes=8-99", Asked::Part(8..10)),
            ("bytes=9-18446744073709551615", Asked::Part(9..10)),
            ("bytes=10-", Asked::Nothing),
            ("bytes=12-15", Asked::Nothing),
            ("bytes=-0", Asked::Nothing),
            ("bytes=3-2", Asked::Whole),
            ("bytes=0-1,4-5", Asked::Whole),
            ("bytes=a-b", Asked::Whole),
            ("bytes=-", Asked::Whole),
            ("lines=0-1", Asked::Whole),
            ("", Asked::Whole),
        ] {
            assert_eq!(asked(Some(header), 10), expected, "{header}");
        }
        assert_eq!(asked(None, 10), Asked::Whole);
    }
}
