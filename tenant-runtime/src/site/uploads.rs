//! Images and videos uploaded by the team: detected by content, regardless of their name, and sanitized.

use bytes::Bytes;
use platform::audit::{self, Change};
use platform::http::{Answer, ApiError, Envelope};
use serde::Serialize;
use utoipa::ToSchema;

use super::error::SiteError;
use super::pictures::{self, UPLOADS};
use super::svg::CleanDrawing;
use crate::error::Fault;
use crate::http::{Person, UploadedFile};
use crate::tenant::Tenant;

/// Maximum bytes of an upload, which is for videos. It is briefly held in memory.
pub(super) const MOST_BYTES: usize = 32 << 20;

/// Maximum bytes of a bitmap picture, as from a camera.
const MOST_OF_PICTURE: usize = 12 << 20;

/// Maximum bytes of all pictures of a site.
const MOST_OF_SITE: u64 = 1 << 30;

/// Stored upload.
#[derive(Serialize, ToSchema)]
pub(super) struct Uploaded {
    /// Paths of the file and its generated sizes.
    urls: Vec<String>,
}

/// Uploaded image or video.
#[derive(Serialize, ToSchema)]
pub(super) struct Upload {
    /// Path of the file.
    url: String,
    bytes: u64,
}

#[derive(Serialize, ToSchema)]
pub(super) struct Uploads {
    items: Vec<Upload>,
}

/// File upload with one file (`multipart/form-data`).
#[derive(ToSchema)]
pub(super) struct UploadForm {
    #[schema(format = Binary)]
    #[expect(dead_code, reason = "describes the form, which is read as it comes")]
    file: String,
}

/// Upload an image or video
///
/// SVG, PNG, JPEG, WebP or MP4, detected by content. Scripts, styles and links are removed from SVG files. The same content
/// always gets the same URL.
#[utoipa::path(post, path = "/accounts/upload", tag = "admin",
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<Uploaded>)))]
pub(super) async fn upload_picture(
    tenant: Tenant,
    person: Person,
    UploadedFile(content): UploadedFile,
) -> Result<Answer<Uploaded>, ApiError> {
    let url = store(&tenant, &person, content).await?;
    Ok(Answer(Uploaded { urls: vec![url] }))
}

/// List uploaded images and videos
///
/// Original uploads, without generated sizes.
#[utoipa::path(get, path = "/accounts/uploads", tag = "admin", responses((status = 200, body = Envelope<Uploads>)))]
pub(super) async fn list_uploads(tenant: Tenant) -> Result<Answer<Uploads>, ApiError> {
    let known = pictures::known(&tenant).await?;
    let items = known.iter().filter_map(|(key, bytes)| {
        let name = key.strip_prefix("uploads/")?;
        let (stem, _) = name.rsplit_once('.')?;
        pictures::is_original(stem).then(|| Upload {
            url: format!("{UPLOADS}{name}"),
            bytes: *bytes,
        })
    });
    Ok(Answer(Uploads { items: items.collect() }))
}

async fn store(tenant: &Tenant, person: &Person, content: Bytes) -> Result<String, SiteError> {
    let (extension, content) = match kind_of(&content) {
        Some("mp4") => ("mp4", content),
        Some(extension) if content.len() <= MOST_OF_PICTURE => (extension, content),
        Some(_) => return Err(SiteError::TooLarge),
        None => {
            let clean = tenant.sandbox().run(CleanDrawing { content }).await??;
            ("svg", clean.into_vec().into())
        }
    };
    let known = tenant.storage().sizes("uploads").await.map_err(Fault::internal)?;
    if known.values().sum::<u64>() + content.len() as u64 > MOST_OF_SITE {
        return Err(SiteError::NoRoom);
    }
    let name = format!("upload.{extension}");
    let url = pictures::put_beside(&known, tenant.storage(), &tenant.sandbox(), &name, content).await?;
    let mut db = tenant.write().await?;
    let subject = format!("upload:{}", url.trim_start_matches(UPLOADS));
    let change = Change::made(url.as_str());
    audit::note(
        &mut db,
        tenant.now(),
        &person.actor(),
        "picture_uploaded",
        &subject,
        change,
    )
    .await?;
    // The list of images is cached per version.
    db.changes_public_data();
    db.commit().await?;
    Ok(url)
}

/// File extension by the first bytes, except for drawings.
fn kind_of(content: &[u8]) -> Option<&'static str> {
    let kind = infer::get(content)?.extension();
    ["png", "jpg", "webp", "mp4"].into_iter().find(|known| *known == kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_file_type_is_rejected() {
        for other in [
            &b""[..],
            b"MZ\x90\x00 an executable that is called picture.png",
            b"GIF89a",
            b"%PDF-1.7",
            b"PK\x03\x04",
            b"<svg",
        ] {
            assert_eq!(kind_of(other), None);
        }
        assert_eq!(kind_of(b"\x89PNG\r\n\x1a\n"), Some("png"));
    }
}
