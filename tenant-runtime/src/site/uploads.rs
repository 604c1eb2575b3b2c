//! Pictures and videos that the merchant's people upload: told apart by their content, whatever they are called, and cleaned.

use platform::audit;
use platform::http::{Answer, ApiError, Envelope};
use resvg::usvg::roxmltree;
use serde::Serialize;
use serde_json::json;
use svg_hush::data_url_filter;
use utoipa::ToSchema;

use super::drawing::Drawing;
use super::error::SiteError;
use super::pictures::{self, UPLOADS};
use crate::error::Fault;
use crate::http::{Person, UploadedFile};
use crate::tenant::Tenant;

/// Most bytes of an upload: a video's. It is held in memory for a moment.
pub(super) const MOST_BYTES: usize = 32 << 20;

/// Most bytes of a picture made of pixels, as cameras write it.
const MOST_OF_PICTURE: usize = 12 << 20;

/// Most bytes of a drawing, which is read as text.
const MOST_OF_DRAWING: usize = 1 << 20;

/// Elements and texts of a drawing.
const MOST_ELEMENTS: u32 = 50_000;

/// How deep elements of a drawing lie in one another.
const DEEPEST: usize = 64;

/// Most bytes that one site's pictures take in all.
const MOST_OF_SITE: u64 = 1 << 30;

/// What was stored.
#[derive(Serialize, ToSchema)]
pub(super) struct Uploaded {
    /// Paths under which it is served.
    urls: Vec<String>,
}

/// One of the site's pictures or videos, as it was uploaded.
#[derive(Serialize, ToSchema)]
pub(super) struct Upload {
    /// Path under which it is served.
    url: String,
    bytes: u64,
}

#[derive(Serialize, ToSchema)]
pub(super) struct Uploads {
    items: Vec<Upload>,
}

/// The one file of an upload, as a form brings it (`multipart/form-data`).
#[derive(ToSchema)]
pub(super) struct UploadForm {
    #[schema(format = Binary)]
    #[expect(dead_code, reason = "describes the form, which is read as it comes")]
    file: String,
}

/// Upload a picture or a video
///
/// SVG, PNG, JPEG, WebP or MP4, told apart by its content. Scripts, styles and links of an SVG are taken out. The same content
/// has the same address.
#[utoipa::path(post, path = "/accounts/upload", tag = "admin",
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<Uploaded>)))]
pub(super) async fn upload_picture(
    tenant: Tenant,
    person: Person,
    UploadedFile(content): UploadedFile,
) -> Result<Answer<Uploaded>, ApiError> {
    let url = store(&tenant, &person, content.into()).await?;
    Ok(Answer(Uploaded { urls: vec![url] }))
}

/// Pictures and videos of the site
///
/// As they were uploaded, without the sizes that were made of them.
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

async fn store(tenant: &Tenant, person: &Person, content: Vec<u8>) -> Result<String, SiteError> {
    let (extension, content) = match kind_of(&content) {
        Some("mp4") => ("mp4", content),
        Some(extension) if content.len() <= MOST_OF_PICTURE => (extension, content),
        Some(_) => return Err(SiteError::TooLarge),
        None => {
            let clean = tokio::task::spawn_blocking(move || cleaned(&content)).await;
            ("svg", clean.map_err(Fault::internal)??)
        }
    };
    let known = tenant.storage().sizes("uploads").await.map_err(Fault::internal)?;
    if known.values().sum::<u64>() + content.len() as u64 > MOST_OF_SITE {
        return Err(SiteError::NoRoom);
    }
    let url = pictures::put(tenant.storage(), &format!("upload.{extension}"), content).await?;
    let mut db = tenant.write().await?;
    let entry = audit::Entry {
        actor: &format!("customer:{}", person.id),
        action: "picture_uploaded",
        subject: &format!("upload:{}", url.trim_start_matches(UPLOADS)),
        detail: json!({}),
    };
    audit::record(&mut db, tenant.now(), entry).await?;
    // Which pictures there are is known once a version of it.
    db.changes_public_data();
    db.commit().await?;
    Ok(url)
}

/// The extension that suits a file by its first bytes, for what is not a drawing.
fn kind_of(content: &[u8]) -> Option<&'static str> {
    let kind = infer::get(content)?.extension();
    ["png", "jpg", "webp", "mp4"].into_iter().find(|known| *known == kind)
}

/// A drawing without anything that could run, call elsewhere or lead away.
fn cleaned(content: &[u8]) -> Result<Vec<u8>, SiteError> {
    let text = content.trim_ascii_start();
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    if !text.trim_ascii_start().starts_with(b"<") {
        return Err(SiteError::UnknownKind);
    }
    if content.len() > MOST_OF_DRAWING {
        return Err(SiteError::TooLarge);
    }
    let unreadable = |error: &dyn std::fmt::Display| SiteError::Unreadable(error.to_string());
    check_shape(content).map_err(|error| unreadable(&error))?;
    let mut filter = svg_hush::Filter::new();
    filter.set_data_url_filter(data_url_filter::allow_standard_images);
    let mut clean = Vec::new();
    filter.filter(content, &mut clean).map_err(|error| unreadable(&error))?;
    // What cannot be drawn here is no picture for anybody else.
    Drawing::read("svg", &clean).map_err(SiteError::Unreadable)?;
    Ok(clean)
}

/// Refuses what takes cleaning and drawing a long time for its size: an element in an element in an element.
fn check_shape(content: &[u8]) -> Result<(), String> {
    let text = std::str::from_utf8(content).map_err(|error| error.to_string())?;
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        nodes_limit: MOST_ELEMENTS,
        ..roxmltree::ParsingOptions::default()
    };
    let document = roxmltree::Document::parse_with_options(text, options).map_err(|error| error.to_string())?;
    let is_too_deep = |node: roxmltree::Node<'_, '_>| node.ancestors().nth(DEEPEST).is_some();
    if document.descendants().any(is_too_deep) {
        return Err("its elements lie too deep in one another".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(content: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 9 9\">{content}</svg>"
        )
    }

    #[test]
    fn a_drawing_keeps_what_is_drawn_and_loses_what_acts() {
        let picture = "<rect width=\"9\" height=\"9\" fill=\"#ff0000\"/>";
        for hostile in [
            "<script>alert(1)</script>",
            "<script href=\"https://evil.example/x.js\"/>",
            "<g onload=\"alert(1)\"/>",
            "<foreignObject><body xmlns=\"http://www.w3.org/1999/xhtml\" onload=\"alert(1)\"/></foreignObject>",
            "<a xlink:href=\"javascript:alert(1)\"><circle r=\"1\"/></a>",
            "<image xlink:href=\"https://evil.example/x.png\" width=\"1\" height=\"1\"/>",
            "<use href=\"data:image/svg+xml;base64,PHN2Zz4=#x\"/>",
            "<style>@import url(https://evil.example/x.css);</style>",
            "<animate attributeName=\"href\" values=\"javascript:go(1)\"/>",
            "<set attributeName=\"onmouseover\" to=\"go(1)\"/>",
            "<iframe src=\"https://evil.example\"/>",
        ] {
            let clean = cleaned(svg(&format!("{hostile}{picture}")).as_bytes()).unwrap();
            let clean = String::from_utf8(clean).unwrap();
            assert!(clean.contains("#ff0000") || clean.contains("rect"), "{clean}");
            // What is left of an animation has nothing that it could change.
            let calls = ["url(http", "href=\"http", "href=\"data:image/svg", "attributeName"];
            for word in ["alert", "<script", "onload", "foreignObject", "iframe", "@import"]
                .into_iter()
                .chain(calls)
            {
                assert!(!clean.contains(word), "{hostile} leaves {clean}");
            }
        }
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        for other in [
            &b""[..],
            b"MZ\x90\x00 an executable that is called picture.svg",
            b"GIF89a",
            b"%PDF-1.7",
            b"PK\x03\x04",
            b"<!doctype html><script>alert(1)</script>",
            b"<svg",
            b"<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY a \"x\"><!ENTITY b \"&a;&a;\">]><text>&b;</text>",
        ] {
            assert_eq!(kind_of(other), None);
            assert!(cleaned(other).is_err(), "{:?}", String::from_utf8_lossy(other));
        }
        for (open, close) in [("<g>", "</g>"), ("<g>", "")] {
            let deep = svg(&(open.repeat(40_000) + &close.repeat(40_000)));
            assert!(cleaned(deep.as_bytes()).is_err());
        }
        let many = svg(&"<g/>".repeat(60_000));
        assert!(cleaned(many.as_bytes()).is_err());
        let entities = (1..12).map(|n| format!("<!ENTITY e{n} \"{}\">", format!("&e{};", n - 1).repeat(10)));
        let bomb = format!(
            "<!DOCTYPE svg [<!ENTITY e0 \"suds\">{}]>{}",
            entities.collect::<String>(),
            svg("<text>&e11;</text>")
        );
        assert!(cleaned(bomb.as_bytes()).is_err() || cleaned(bomb.as_bytes()).unwrap().len() < MOST_OF_DRAWING);
        let large = svg(&" ".repeat(MOST_OF_DRAWING));
        assert!(matches!(cleaned(large.as_bytes()), Err(SiteError::TooLarge)));
    }
}
