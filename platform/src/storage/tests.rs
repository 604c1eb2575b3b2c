use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;

use super::*;
use crate::random::SeededRandom;

#[tokio::test]
async fn objects_are_read_back_from_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let objects = Objects::local(&folder.path().join("objects")).unwrap();
    assert_eq!(objects.get("builds/1.5.1/index.html").await.unwrap(), None);
    objects.put("builds/1.5.1/index.html", "<html>").await.unwrap();
    objects.put("builds/1.5.1/assets/app.js", "1").await.unwrap();
    objects.put("builds/1.5.10/index.html", "other").await.unwrap();
    assert_eq!(objects.get("builds/1.5.1/index.html").await.unwrap().unwrap(), "<html>");
    assert!(objects.exists("builds/1.5.1/assets/app.js").await.unwrap());
    assert!(!objects.exists("builds/1.5.1/assets").await.unwrap());
    let listed = objects.list("builds/1.5.1").await.unwrap();
    assert_eq!(listed, ["builds/1.5.1/assets/app.js", "builds/1.5.1/index.html"]);
    objects.delete("builds/1.5.1/index.html").await.unwrap();
    objects.delete("builds/1.5.1/index.html").await.unwrap();
    assert!(!objects.exists("builds/1.5.1/index.html").await.unwrap());
}

#[tokio::test]
async fn removed_prefix_is_empty_even_after_an_interrupted_write() {
    let folder = tempfile::tempdir().unwrap();
    let objects = Objects::local(folder.path()).unwrap();
    objects.put("sites/a/logo.svg", "<svg>").await.unwrap();
    objects.put("sites/ab/logo.svg", "<svg>").await.unwrap();
    // Named like an unfinished upload in the store.
    std::fs::write(folder.path().join("sites/a/icon.png#1"), "half").unwrap();
    objects.delete_under("sites/a").await.unwrap();
    objects.delete_under("sites/a").await.unwrap();
    assert!(!folder.path().join("sites/a").exists());
    assert_eq!(objects.list("sites").await.unwrap(), ["sites/ab/logo.svg"]);
}

#[tokio::test]
async fn unfinished_writes_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let objects = Objects::local(folder.path()).unwrap();
    objects.put("backups/a/one.suds", "whole").await.unwrap();
    let unfinished = folder.path().join("backups/a/two.suds#1");
    std::fs::write(&unfinished, "half").unwrap();
    objects.remove_unfinished().unwrap();
    assert!(!unfinished.exists());
    assert!(objects.exists("backups/a/one.suds").await.unwrap());
    Objects::in_memory().remove_unfinished().unwrap();
}

#[test]
fn folder_that_others_may_read_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("objects");
    let address = ObjectsAddress::Folder(path.clone());
    Objects::at(&address, &[]).unwrap();
    let mode = || std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(), 0o700);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let problem = Objects::at(&address, &[]).unwrap_err().to_string();
    assert!(problem.contains("chmod 700") && problem.contains("0755"), "{problem}");
}

#[tokio::test]
async fn long_object_is_streamed() {
    let folder = tempfile::tempdir().unwrap();
    let objects = Objects::local(folder.path()).unwrap();
    let content: Vec<u8> = (0..1_000_000_u32).map(|at| (at % 251) as u8).collect();
    objects.put("videos/long.mp4", content.clone()).await.unwrap();
    let pieces = |range| {
        let objects = objects.clone();
        async move {
            let pieces = objects.read("videos/long.mp4", range).await.unwrap().unwrap();
            pieces.try_collect::<Vec<_>>().await.unwrap()
        }
    };
    let whole = pieces(None).await;
    assert!(whole.iter().all(|piece| piece.len() < 100_000));
    assert_eq!(whole.concat(), content);
    assert_eq!(pieces(Some(10..300_000)).await.concat(), content[10..300_000]);
    assert!(objects.read("videos/none.mp4", None).await.unwrap().is_none());
    let copy = folder.path().join("videos/long.mp4");
    objects.put_file("videos/copy.mp4", &copy).await.unwrap();
    assert_eq!(objects.get("videos/copy.mp4").await.unwrap().unwrap(), content);
}

#[tokio::test]
async fn tenants_are_isolated() {
    let objects = Objects::in_memory();
    let random = SeededRandom::new(1);
    let (one, two) = (SiteId::generate(&random), SiteId::generate(&random));
    objects.tenant(one).put("uploads/a.svg", "one").await.unwrap();
    objects.tenant(two).put("uploads/b.svg", "two").await.unwrap();
    assert_eq!(objects.tenant(one).list("uploads").await.unwrap(), ["uploads/a.svg"]);
    assert_eq!(objects.tenant(one).get("uploads/b.svg").await.unwrap(), None);
    assert!(objects.exists(&format!("sites/{two}/uploads/b.svg")).await.unwrap());
}

#[tokio::test]
async fn path_traversal_keys_are_rejected() {
    let tenant = Objects::in_memory().tenant(SiteId::generate(&SeededRandom::new(1)));
    let long = "a".repeat(513);
    for key in [
        "",
        "/",
        "/a",
        "a/",
        "a//b",
        ".",
        "..",
        "../b",
        "a/../../b",
        ".hidden",
        "a/.b",
        "a\\b",
        "a%2fb",
        "ä",
        "a b",
        "a\0",
        &long,
    ] {
        assert!(
            matches!(tenant.put(key, "x").await, Err(StorageError::InvalidKey(_))),
            "{key:?}"
        );
        assert!(
            matches!(tenant.get(key).await, Err(StorageError::InvalidKey(_))),
            "{key:?}"
        );
    }
}

#[test]
fn object_store_urls_are_validated() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o700)).unwrap();
    let address = |text: &str| text.parse::<ObjectsAddress>();
    for good in [
        &format!("file://{}", folder.path().display()),
        "s3://bucket/some/prefix",
        "s3://bucket",
    ] {
        assert!(Objects::at(&address(good).unwrap(), &[]).is_ok(), "{good}");
    }
    for bad in [
        "",
        "zzz",
        "s3://",
        "s3://bucket/../up",
        "file://relative",
        "https://example.com",
    ] {
        assert_eq!(address(bad), Err(InvalidAddress), "{bad}");
    }
}

/// With a store that accepts connections and never responds.
#[tokio::test]
async fn visitor_gives_up_on_a_silent_store_and_gets_copies() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let aws = [
        ("AWS_ENDPOINT", &*endpoint),
        ("AWS_ALLOW_HTTP", "true"),
        ("AWS_REGION", "nowhere"),
        ("AWS_ACCESS_KEY_ID", "id"),
        ("AWS_SECRET_ACCESS_KEY", "secret"),
    ];
    let aws = aws.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let folder = tempfile::tempdir().unwrap();
    let objects = Objects::in_memory().with_cache(DiskCache::open(folder.path(), 10_000).unwrap());
    let tenant = objects.tenant(SiteId::generate(&SeededRandom::new(1)));
    tenant.put("uploads/a.png", "picture").await.unwrap();
    tenant.put("uploads/b.png", "another").await.unwrap();
    assert_eq!(tenant.get_soon("uploads/a.png").await.unwrap().unwrap(), "picture");

    objects.replace(&Objects::at(&"s3://suds".parse().unwrap(), &aws).unwrap());
    let started = std::time::Instant::now();
    assert!(matches!(
        tenant.get_soon("uploads/b.png").await,
        Err(StorageError::TimedOut)
    ));
    assert!(started.elapsed() < PATIENCE * 2);
    let again = std::time::Instant::now();
    assert!(tenant.get_soon("uploads/b.png").await.is_err());
    assert!(again.elapsed() < PATIENCE / 2, "it was away a moment ago");
    let listed = match tenant.sizes_soon("uploads").await.unwrap() {
        Listed::Copies(sizes) => sizes,
        Listed::Store(_) => panic!("the store is away"),
    };
    assert_eq!(
        listed.into_iter().collect::<Vec<_>>(),
        [("uploads/a.png".to_owned(), 7)]
    );
    let pieces = tenant.read_soon("uploads/a.png", 7, 1..3).await.unwrap().unwrap();
    assert_eq!(pieces.try_collect::<Vec<_>>().await.unwrap().concat(), b"ic");
}

#[test]
fn unencrypted_store_must_be_allowed() {
    let address = "s3://bucket/suds".parse().unwrap();
    let at = |variables: &[(&str, &str)]| {
        let mut aws = vec![
            ("AWS_REGION".to_owned(), "nowhere".to_owned()),
            ("AWS_ACCESS_KEY_ID".to_owned(), "id".to_owned()),
            ("AWS_SECRET_ACCESS_KEY".to_owned(), "secret".to_owned()),
        ];
        aws.extend(
            variables
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned())),
        );
        Objects::at(&address, &aws)
    };
    let plain = ("AWS_ENDPOINT", "http://127.0.0.1:9");
    assert!(matches!(at(&[plain]), Err(StorageError::Unencrypted)));
    assert!(at(&[plain, ("AWS_ALLOW_HTTP", "true")]).is_ok());
    assert!(at(&[("AWS_ENDPOINT", "https://127.0.0.1:9")]).is_ok());
}
