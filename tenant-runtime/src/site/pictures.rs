//! Images of a site: stored under a name derived from their content, and served so that they can't run scripts.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write as _;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use data_encoding::HEXLOWER;
use platform::http::{ApiError, Path as UrlPath};
use platform::sandbox::{SandboxError, SiteSandbox};
use platform::storage::{Listed, StorageError, TenantStorage};
use sha2::{Digest, Sha256};

use super::raster::{ImageRefusal, ScaleImage, Scaled, widths_of};
use crate::error::Fault;
use crate::http::accepts;
use crate::tenant::Tenant;

/// Served path of a site's images, and their prefix among its objects.
pub const UPLOADS: &str = "/uploads/";

/// Allowed media types of pictures by extension.
const KINDS: &[(&str, &str)] = &[
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("webp", "image/webp"),
    ("mp4", "video/mp4"),
];

/// Suffix of an SVG file's compressed variant, never part of a URL.
const COMPRESSED: &str = ".br";

/// Extensions of bitmap images.
const BITMAPS: [&str; 4] = ["png", "jpg", "jpeg", "webp"];

/// Reason why an image wasn't stored.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// It can't be displayed, with the reason as text.
    #[error("{0}")]
    Unreadable(String),
    #[error("the image has too many pixels")]
    TooManyPixels,
    #[error("can't store the image: {0}")]
    Storage(Box<dyn Error + Send + Sync>),
}

impl From<ImageRefusal> for PictureError {
    fn from(refusal: ImageRefusal) -> Self {
        match refusal {
            ImageRefusal::TooManyPixels => Self::TooManyPixels,
            ImageRefusal::Unreadable(why) => Self::Unreadable(why),
        }
    }
}

impl From<SandboxError> for PictureError {
    fn from(error: SandboxError) -> Self {
        match error {
            // Images have no depth, and few bytes are quickly read.
            SandboxError::Exhausted => Self::TooManyPixels,
            SandboxError::Unavailable(_) => Self::storage(error),
        }
    }
}

impl PictureError {
    fn storage(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Storage(cause.into())
    }
}

/// Stores the picture `content` of a file named `name` and returns the path under which it is served. Photos are also
/// stored in their display widths: the path contains the size (`<digest>-<width>x<height>.jpg`), from which the other
/// paths follow (`<digest>-<width>x<height>-640.webp`).
///
/// # Errors
/// Its name or content isn't a supported picture, or the store fails.
pub async fn put(
    storage: &TenantStorage,
    sandbox: &SiteSandbox,
    name: &str,
    content: Bytes,
) -> Result<String, PictureError> {
    let known = storage.sizes("uploads").await.map_err(PictureError::storage)?;
    put_beside(&known, storage, sandbox, name, content).await
}

/// Stores a picture like [`put`], for a site whose uploads are `known`.
pub(super) async fn put_beside(
    known: &BTreeMap<String, u64>,
    storage: &TenantStorage,
    sandbox: &SiteSandbox,
    name: &str,
    content: Bytes,
) -> Result<String, PictureError> {
    let extension = Path::new(name)
        .extension()
        .and_then(|text| text.to_str())
        .unwrap_or_default()
        .to_ascii_lowercase();
    if kind_of(&extension).is_none() {
        let expected = "use svg, png, jpg, webp or mp4";
        return Err(PictureError::Unreadable(expected.to_owned()));
    }
    let digest = HEXLOWER.encode(&Sha256::digest(&content)[..16]);
    if let Some(stored) = original(known, &digest, &extension) {
        return Ok(format!("{UPLOADS}{stored}"));
    }
    let scaled = if BITMAPS.contains(&&*extension) {
        let task = ScaleImage {
            extension: extension.clone(),
            content: content.clone(),
        };
        sandbox.run(task).await??
    } else {
        None
    };
    let stem = match &scaled {
        Some(image) => format!("{digest}-{}x{}", image.width, image.height),
        None => digest,
    };
    let key = format!("uploads/{stem}.{extension}");
    if extension == "svg" {
        let text = content.clone();
        let compressed = tokio::task::spawn_blocking(move || compressed(&text)).await;
        let compressed = compressed
            .map_err(PictureError::storage)?
            .map_err(PictureError::storage)?;
        let key = format!("{key}{COMPRESSED}");
        storage.put(&key, compressed).await.map_err(PictureError::storage)?;
    }
    for Scaled { width, webp } in scaled.into_iter().flat_map(|image| image.versions) {
        let key = format!("uploads/{stem}-{width}.webp");
        let stored = storage.put(&key, webp.into_vec()).await;
        stored.map_err(PictureError::storage)?;
    }
    // Last, so that anyone who finds it also finds the others.
    storage.put(&key, content).await.map_err(PictureError::storage)?;
    Ok(format!("{UPLOADS}{stem}.{extension}"))
}

/// File name of the stored picture with this digest.
fn original<'a>(known: &'a BTreeMap<String, u64>, digest: &str, extension: &str) -> Option<&'a str> {
    let from = format!("uploads/{digest}");
    let names = known.range(from.clone()..).map(|(key, _)| key);
    names
        .take_while(|key| key.starts_with(&from))
        .filter_map(|key| key.strip_prefix("uploads/"))
        .find(|name| {
            let parts = name.rsplit_once('.');
            parts.is_some_and(|(stem, of)| of == extension && is_original(stem))
        })
}

/// Quality of stored Brotli copies: the two above take ten times as long for a few percent.
const BROTLI_QUALITY: u32 = 9;

fn compressed(text: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut writer = brotli::CompressorWriter::new(Vec::new(), 4096, BROTLI_QUALITY, 20);
    writer.write_all(text)?;
    writer.flush()?;
    Ok(writer.into_inner())
}

/// Whether the file `<stem>.<extension>` is an uploaded picture, not one of its scaled versions.
pub(super) fn is_original(stem: &str) -> bool {
    is_stem(stem) && stem.split('-').count() < 3
}

/// Whether a file name can be a picture's: its digest, then its size, then the width it was scaled to.
fn is_stem(stem: &str) -> bool {
    let mut parts = stem.split('-');
    let digest = parts.next().unwrap_or_default();
    let number = |text: &str| (1..=5).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    digest.len() == 32
        && digest.bytes().all(|byte| byte.is_ascii_hexdigit())
        && parts.next().is_none_or(|size| {
            size.split_once('x')
                .is_some_and(|(width, height)| number(width) && number(height))
        })
        && parts.next().is_none_or(number)
        && parts.next().is_none()
}

/// Variants encoded in the path of a bitmap image.
#[derive(Debug, PartialEq, Eq)]
pub struct Sources {
    pub width: u32,
    pub height: u32,
    /// Available widths, as in the `srcset` attribute.
    pub srcset: String,
}

/// Variants of a served path; `None` if it isn't a bitmap image of ours, or has a single file.
pub fn sources(path: &str) -> Option<Sources> {
    let (stem, _) = path.strip_prefix(UPLOADS)?.rsplit_once('.')?;
    let (_, size) = stem.split_once('-').filter(|_| is_stem(stem))?;
    let (width, height) = size.split_once('x')?;
    let (width, height) = (width.parse().ok()?, height.parse().ok()?);
    let candidates = widths_of(width).map(|width| format!("{UPLOADS}{stem}-{width}.webp {width}w"));
    Some(Sources {
        width,
        height,
        srcset: candidates.collect::<Vec<_>>().join(", "),
    })
}

fn kind_of(extension: &str) -> Option<&'static str> {
    KINDS
        .iter()
        .find(|(known, _)| *known == extension)
        .map(|(_, kind)| *kind)
}

/// Requested range (RFC 9110, section 14.2).
#[derive(Debug, PartialEq, Eq)]
enum Asked {
    Whole,
    Part(Range<u64>),
    /// Beyond the end.
    Nothing,
}

/// One range. Several or unreadable ones return the whole file, which the standard allows.
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

/// Images of the site with their sizes in bytes. Read once per version of the public data, so that made-up names never
/// reach the object store.
pub(super) async fn known(tenant: &Tenant) -> Result<Arc<BTreeMap<String, u64>>, Fault> {
    let list = || async {
        let sizes = match tenant.storage().sizes_soon("uploads").await {
            Ok(Listed::Store(sizes)) => sizes,
            // Incomplete, so it isn't cached.
            Ok(Listed::Copies(_)) => return Err(Fault::internal(StorageError::TimedOut)),
            Err(error) => return Err(Fault::internal(error)),
        };
        let weight = u32::try_from(sizes.len() * 100).unwrap_or(u32::MAX);
        Ok((sizes, weight))
    };
    tenant.cached("uploads", "", list).await
}

/// Like [`known`], or only the copies on disk while the object store is away.
async fn known_or_copies(tenant: &Tenant) -> Result<Arc<BTreeMap<String, u64>>, Fault> {
    match known(tenant).await {
        Ok(known) => Ok(known),
        Err(error) => match tenant.storage().sizes_soon("uploads").await {
            Ok(Listed::Store(sizes) | Listed::Copies(sizes)) => Ok(Arc::new(sizes)),
            Err(_) => Err(error),
        },
    }
}

/// A picture of this site, or the part requested by a video player. Its name is its digest, so it never changes.
pub(super) async fn get_upload(
    tenant: Tenant,
    UrlPath(name): UrlPath<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (stem, extension) = name.rsplit_once('.').ok_or_else(ApiError::not_found)?;
    let kind = kind_of(extension).ok_or_else(ApiError::not_found)?;
    if !is_stem(stem) {
        return Err(ApiError::not_found());
    }
    let key = format!("uploads/{name}");
    let known = known_or_copies(&tenant).await?;
    let size = *known.get(&key).ok_or_else(ApiError::not_found)?;
    let compressed_key = format!("{key}{COMPRESSED}");
    let compressed_size = known.get(&compressed_key).copied();
    // A range refers to the uncompressed text.
    let takes_compressed = accepts(&headers, "br") && !headers.contains_key(header::RANGE);
    let (key, size, is_compressed) = match compressed_size.filter(|_| takes_compressed) {
        Some(size) => (compressed_key, size, true),
        None => (key, size, false),
    };
    let range = headers.get(header::RANGE).and_then(|value| value.to_str().ok());
    let (status, told, part) = match asked(range, size) {
        Asked::Whole => (StatusCode::OK, None, Some(0..size)),
        Asked::Part(part) => {
            let told = format!("bytes {}-{}/{size}", part.start, part.end - 1);
            (StatusCode::PARTIAL_CONTENT, Some(told), Some(part))
        }
        Asked::Nothing => (StatusCode::RANGE_NOT_SATISFIABLE, Some(format!("bytes */{size}")), None),
    };
    let length = part.as_ref().map_or(0, |part| part.end - part.start);
    let content = match part.filter(|_| length > 0) {
        Some(part) => {
            let pieces = tenant.storage().read_soon(&key, size, part).await;
            let pieces = pieces.map_err(ApiError::internal)?;
            Body::from_stream(pieces.ok_or_else(ApiError::not_found)?)
        }
        None => Body::empty(),
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CONTENT_LENGTH, HeaderValue::from(length)),
        (header::ACCEPT_RANGES, HeaderValue::from_static("bytes")),
        (
            header::CACHE_CONTROL,
            HeaderValue::from_static("public, max-age=31536000, immutable"),
        ),
        // Opened on its own, a picture is a document without permissions.
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox"),
        ),
    ];
    let mut response = (status, headers, content).into_response();
    if compressed_size.is_some() {
        let varies = HeaderValue::from_static("accept-encoding");
        response.headers_mut().insert(header::VARY, varies);
    }
    if is_compressed {
        let encoding = HeaderValue::from_static("br");
        response.headers_mut().insert(header::CONTENT_ENCODING, encoding);
    }
    if let Some(told) = told {
        let told = HeaderValue::from_str(&told).map_err(ApiError::internal)?;
        response.headers_mut().insert(header::CONTENT_RANGE, told);
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn compressed_svg_is_complete() {
        let text = "<path d=\"M0 0\"/>".repeat(400);
        let mut out = String::new();
        let compressed = compressed(text.as_bytes()).unwrap();
        brotli::Decompressor::new(&compressed[..], 4096)
            .read_to_string(&mut out)
            .unwrap();
        assert_eq!(out, text);
    }

    #[test]
    fn names_contain_digest_size_and_width() {
        let digest = "0123456789abcdef0123456789abcdef";
        for ending in ["", "-1600x800", "-1600x800-640"] {
            assert!(is_stem(&format!("{digest}{ending}")), "{ending}");
        }
        for ending in [
            "-",
            "-640",
            "-1600x",
            "-x8",
            "-1600x800-",
            "-1600x800-640-1",
            "-1600x800-640x3",
            "0",
            "-123456x1",
        ] {
            assert!(!is_stem(&format!("{digest}{ending}")), "{ending}");
        }
        assert!(!is_stem("") && !is_stem("0123-1600x800"));
    }

    #[test]
    fn path_lists_the_available_widths() {
        let stem = "/uploads/0123456789abcdef0123456789abcdef";
        let found = sources(&format!("{stem}-700x350.jpg")).unwrap();
        assert_eq!((found.width, found.height), (700, 350));
        assert_eq!(
            found.srcset,
            format!("{stem}-700x350-320.webp 320w, {stem}-700x350-640.webp 640w, {stem}-700x350-700.webp 700w")
        );
        for other in [
            format!("{stem}.svg"),
            format!("{stem}-700x350-320.webp"),
            "/uploads/a-1x1.jpg".to_owned(),
            String::new(),
        ] {
            assert_eq!(sources(&other), None, "{other}");
        }
    }

    #[test]
    fn ranges_follow_rfc_9110() {
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
