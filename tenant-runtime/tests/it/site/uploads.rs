use reqwest::Method;
use std::path::Path;
use tenant_runtime::http::Role;
use tenant_runtime::provision::Manifest;
use tenant_runtime::site::{PictureError, put_picture};

use crate::support::{Installation, TestSite};

/// The merchant of a demo, whose logo is an SVG.
pub(super) async fn merchant() -> TestSite {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tenants/sparkle");
    let manifest = Manifest::read(&folder).unwrap();
    let installation = Installation::new().await;
    installation.site_from("sparkle", &folder, &manifest).await
}

#[tokio::test]
async fn range_requests_return_parts_of_an_upload() {
    let site = merchant().await;
    let visitor = site.visitor();
    let config = visitor.get("/accounts/site-config").await.succeeded();
    let path = config["logo"].as_str().unwrap();
    let whole = visitor.get(path).await;
    assert_eq!((whole.status, whole.header("accept-ranges")), (200, Some("bytes")));
    let size = whole.text.len();
    let part = async |range: &str| visitor.send(Method::GET, path, None, &[("Range", range)]).await;
    for (range, text, told) in [
        ("bytes=0-3", &whole.text[..4], format!("bytes 0-3/{size}")),
        (
            "bytes=-6",
            &whole.text[size - 6..],
            format!("bytes {}-{}/{size}", size - 6, size - 1),
        ),
        (
            "bytes=4-999999",
            &whole.text[4..],
            format!("bytes 4-{}/{size}", size - 1),
        ),
    ] {
        let reply = part(range).await;
        assert_eq!((reply.status, reply.text.as_str()), (206, text), "{range}");
        assert_eq!(reply.header("content-range"), Some(told.as_str()));
        assert_eq!(reply.header("content-type"), Some("image/svg+xml"));
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    }
    let beyond = part("bytes=999999-").await;
    assert_eq!((beyond.status, beyond.text.as_str()), (416, ""));
    assert_eq!(beyond.header("content-range"), Some(format!("bytes */{size}").as_str()));
    assert_eq!(part("bytes=0-1,3-4").await.status, 200);
    visitor
        .send(
            Method::GET,
            &format!("/uploads/{}.mp4", "0".repeat(32)),
            None,
            &[("Range", "bytes=0-1")],
        )
        .await
        .refused(404, "not_found");
}

/// A name that is not among the site's pictures is not looked for in the store, not even when it is there by now.
#[tokio::test]
async fn invented_names_do_not_reach_the_object_store() {
    let site = merchant().await;
    let visitor = site.visitor();
    let name = format!("{}.svg", "0".repeat(32));
    visitor.get(&format!("/uploads/{name}")).await.refused(404, "not_found");
    let storage = site.installation.runtime.objects.tenant(site.site.id);
    storage.put(&format!("uploads/{name}"), "<svg/>").await.unwrap();
    visitor.get(&format!("/uploads/{name}")).await.refused(404, "not_found");

    let mut db = site.tenant().await.write().await.unwrap();
    db.changes_public_data();
    db.commit().await.unwrap();
    let served = visitor.get(&format!("/uploads/{name}")).await;
    assert_eq!((served.status, served.text.as_str()), (200, "<svg/>"));
    assert_eq!(served.header("content-length"), Some("6"));
}

#[tokio::test]
async fn svg_is_served_compressed_if_accepted() {
    let site = merchant().await;
    let visitor = site.visitor();
    let config = visitor.get("/accounts/site-config").await.succeeded();
    let path = config["carousel"][0]["image"].as_str().unwrap();
    let whole = visitor.get(path).await;
    assert_eq!((whole.status, whole.header("content-encoding")), (200, None));
    assert_eq!(whole.header("vary"), Some("accept-encoding"));
    let asked = async |headers: &[(&str, &str)]| visitor.send(Method::GET, path, None, headers).await;
    let compressed = asked(&[("Accept-Encoding", "gzip, br")]).await;
    assert_eq!(
        (compressed.status, compressed.header("content-encoding")),
        (200, Some("br"))
    );
    assert_eq!(compressed.header("content-type"), Some("image/svg+xml"));
    let length: usize = compressed.header("content-length").unwrap().parse().unwrap();
    assert!(length * 2 < whole.text.len(), "{length} of {}", whole.text.len());
    let part = asked(&[("Accept-Encoding", "br"), ("Range", "bytes=0-3")]).await;
    assert_eq!((part.status, part.header("content-encoding")), (206, None));
    assert_eq!(part.text, whole.text[..4]);
    visitor.get(&format!("{path}.br")).await.refused(404, "not_found");
}

#[tokio::test]
async fn photo_is_served_in_its_widths() {
    let site = merchant().await;
    let storage = site.installation.runtime.objects.tenant(site.site.id);
    let photograph = image::RgbImage::from_fn(700, 350, |x, y| image::Rgb([(x % 256) as u8, (y % 256) as u8, 90]));
    let mut file = std::io::Cursor::new(Vec::new());
    photograph.write_to(&mut file, image::ImageFormat::Jpeg).unwrap();
    let file = file.into_inner();
    let sandbox = site.installation.runtime.sandbox.of(site.site.id);
    let put = async |name: &str| {
        put_picture(&storage, &sandbox, name, file.clone().into())
            .await
            .unwrap()
    };
    let path = put("Photo.JPG").await;
    let stem = path.strip_suffix("-700x350.jpg").unwrap();
    let stored = async || storage.list("uploads").await.unwrap();
    let before = stored().await;
    assert_eq!(put("again.jpg").await, path);
    assert_eq!(stored().await, before);

    let mut db = site.tenant().await.write().await.unwrap();
    db.changes_public_data();
    db.commit().await.unwrap();
    let visitor = site.visitor();
    let whole = visitor.get(&path).await;
    assert_eq!((whole.status, whole.header("content-type")), (200, Some("image/jpeg")));
    for width in [320, 640, 700] {
        let reply = visitor.get(&format!("{stem}-700x350-{width}.webp")).await;
        assert_eq!(
            (reply.status, reply.header("content-type")),
            (200, Some("image/webp")),
            "{width}"
        );
        assert_eq!(
            reply.header("cache-control"),
            Some("public, max-age=31536000, immutable")
        );
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    }
    for none in [200, 960, 1920] {
        visitor
            .get(&format!("{stem}-700x350-{none}.webp"))
            .await
            .refused(404, "not_found");
    }
}

#[tokio::test]
async fn unreadable_image_is_rejected() {
    let site = merchant().await;
    let storage = platform::storage::Objects::in_memory().tenant(site.site.id);
    let sandbox = site.installation.runtime.sandbox.of(site.site.id);
    for (name, content) in [
        ("hero.png", &b"no picture"[..]),
        ("hero.jpg", b""),
        ("hero.gif", b"GIF89a"),
    ] {
        let refused = put_picture(&storage, &sandbox, name, content.to_vec().into())
            .await
            .unwrap_err();
        assert!(matches!(refused, PictureError::Unreadable(_)), "{name}: {refused}");
    }
    assert_eq!(storage.list("uploads").await.unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn uploads_are_served_and_listed() {
    let site = merchant().await;
    let manager = site.staff(Role::Manager).await;
    let listed = async || manager.get("/accounts/uploads").await.succeeded()["items"].clone();
    let before = listed().await.as_array().unwrap().len();
    assert!(before > 0, "what the site came with is among them");

    let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9' onload='alert(1)'><circle r='4'/></svg>";
    let mut photograph = std::io::Cursor::new(Vec::new());
    let pixels = image::RgbImage::from_pixel(400, 200, image::Rgb([9, 90, 190]));
    pixels.write_to(&mut photograph, image::ImageFormat::Png).unwrap();
    let video = [&[0, 0, 0, 24][..], b"ftypisom\0\0\x02\0isomiso2", &[0; 400]].concat();
    let files: [(Vec<u8>, &str); 3] = [
        (svg.into(), "image/svg+xml"),
        (photograph.into_inner(), "image/png"),
        (video, "video/mp4"),
    ];
    for (file, kind) in &files {
        let uploaded = manager.upload("/accounts/upload", file).await.succeeded();
        let url = uploaded["urls"][0].as_str().unwrap().to_owned();
        let again = manager.upload("/accounts/upload", file).await.succeeded();
        assert_eq!(again, uploaded, "the same content has the same address");
        let served = site.visitor().get(&url).await;
        assert_eq!(
            (served.status, served.header("content-type")),
            (200, Some(*kind)),
            "{url}"
        );
        assert!(!served.text.contains("alert"));
        if *kind == "image/png" {
            let small = url.replace(".png", "-320.webp");
            assert_eq!(site.visitor().get(&small).await.status, 200);
        }
    }
    let items = listed().await;
    assert_eq!(items.as_array().unwrap().len(), before + 3, "{items}");
}

#[tokio::test]
async fn invalid_image_is_rejected() {
    let site = merchant().await;
    let manager = site.staff(Role::Manager).await;
    for file in [
        &b"MZ\x90\x00"[..],
        b"",
        b"<html><script>alert(1)</script></html>",
        b"\x89PNG\r\n\x1a\nno",
    ] {
        let refusal = manager.upload("/accounts/upload", file).await;
        let refusal = refusal.refused(422, "invalid_fields");
        assert!(refusal["fields"]["file"].is_string(), "{refusal}");
    }
    let large = [b"\x89PNG\r\n\x1a\n".as_slice(), &vec![0; 13 << 20]].concat();
    manager
        .upload("/accounts/upload", large)
        .await
        .refused(413, "too_large");
    let attendant = site.staff(Role::Attendant).await;
    let refusal = attendant.upload("/accounts/upload", "<svg/>").await;
    refusal.refused(403, "not_admin");
}
