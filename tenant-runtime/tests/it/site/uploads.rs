use reqwest::Method;
use std::path::Path;
use tenant_runtime::provision::Manifest;
use tenant_runtime::site::put_picture;

use crate::support::{Installation, TestSite};

/// The merchant of a demo, whose logo is an SVG.
pub(super) async fn merchant() -> TestSite {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tenants/sparkle");
    let manifest = Manifest::read(&folder).unwrap();
    let installation = Installation::new().await;
    installation.site_from("sparkle", &folder, &manifest).await
}

#[tokio::test]
async fn parts_of_an_upload_are_served() {
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
async fn names_that_were_made_up_do_not_reach_the_store() {
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
async fn a_drawing_comes_compressed_to_whoever_takes_that() {
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
async fn a_photograph_is_served_in_the_widths_in_which_it_is_shown() {
    let site = merchant().await;
    let storage = site.installation.runtime.objects.tenant(site.site.id);
    let photograph = image::RgbImage::from_fn(700, 350, |x, y| image::Rgb([(x % 256) as u8, (y % 256) as u8, 90]));
    let mut file = std::io::Cursor::new(Vec::new());
    photograph.write_to(&mut file, image::ImageFormat::Jpeg).unwrap();
    let file = file.into_inner();
    let path = put_picture(&storage, "Photo.JPG", file.clone()).await.unwrap();
    let stem = path.strip_suffix("-700x350.jpg").unwrap();
    let stored = async || storage.list("uploads").await.unwrap();
    let before = stored().await;
    assert_eq!(put_picture(&storage, "again.jpg", file).await.unwrap(), path);
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
async fn a_picture_that_cannot_be_read_is_refused_by_its_name() {
    let storage = platform::storage::Objects::in_memory().tenant(merchant().await.site.id);
    for (name, content) in [
        ("hero.png", &b"no picture"[..]),
        ("hero.jpg", b""),
        ("hero.gif", b"GIF89a"),
    ] {
        let refused = put_picture(&storage, name, content.to_vec()).await.unwrap_err();
        assert!(refused.starts_with(&format!("{name}: ")), "{refused}");
    }
    assert_eq!(storage.list("uploads").await.unwrap(), Vec::<String>::new());
}
