//! Builds on the local disk, while the object store is away.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::support::{Installation, Served, create, get, merchants, web_build};

fn address(objects: &Path) -> String {
    format!("file://{}", objects.display())
}

/// An installation with a site and a build, whose objects are in another folder.
fn installation(objects: &Path) -> Installation {
    let installation = Installation::new();
    let account = installation.account();
    let build = web_build("1.5.1");
    let run = |words: &[&str]| {
        let mut command = installation.suds();
        let output = command
            .env("SUDS_OBJECTS", address(objects))
            .args(words)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
    };
    run(&["build", "publish", build.path().to_str().unwrap()]);
    run(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    installation
}

async fn readiness(server: &Served) -> (u16, String) {
    let answer = get(server.address, "localhost", "/readyz", &[]).await;
    (answer.status().as_u16(), answer.text().await.unwrap())
}

async fn becomes_ready(server: &Served) -> String {
    for _ in 0..200 {
        let (status, text) = readiness(server).await;
        if status == 200 {
            return text;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{:?}", readiness(server).await);
}

async fn statuses(server: &Served) -> [u16; 2] {
    let page = get(server.address, "sparkle.localhost", "/", &[("accept", "text/html")]).await;
    let script = get(server.address, "sparkle.localhost", "/v/1.5.1/assets/app-1.js", &[]).await;
    [page.status().as_u16(), script.status().as_u16()]
}

#[tokio::test]
async fn pages_are_served_while_the_object_store_is_away() {
    let folder = tempfile::tempdir().unwrap();
    let objects = folder.path().join("objects");
    let installation = installation(&objects);
    let url = address(&objects);
    let server = installation.serve_with(&[("SUDS_OBJECTS", &url)]);
    let (_, text) = readiness(&server).await;
    assert!(
        text.starts_with("ready\nok disk: "),
        "a start waits for the copies: {text}"
    );
    assert_eq!(server.terminate(), Some(0));

    // Everything is gone, and the server starts again.
    std::fs::rename(&objects, folder.path().join("away")).unwrap();
    let server = installation.serve_with(&[("SUDS_OBJECTS", &url)]);
    assert_eq!(readiness(&server).await.0, 200);
    assert_eq!(statuses(&server).await, [200, 200]);
    assert_eq!(server.terminate(), Some(0));

    // A damaged copy isn't served.
    let copy = installation.data_dir().join("cache/builds/1.5.1/index.html");
    std::fs::write(&copy, "damaged").unwrap();
    let server = installation.serve_with(&[("SUDS_OBJECTS", &url)]);
    let (status, text) = readiness(&server).await;
    assert_eq!(status, 503);
    assert!(
        text.contains("fail builds: build 1.5.1 isn't on the local disk"),
        "{text}"
    );
    assert_eq!(server.terminate(), Some(0));
    std::fs::remove_dir_all(&objects).unwrap();
    std::fs::rename(folder.path().join("away"), &objects).unwrap();
    let server = installation.serve_with(&[("SUDS_OBJECTS", &url)]);
    becomes_ready(&server).await;
    assert_ne!(std::fs::read_to_string(copy).unwrap(), "damaged");
}

#[tokio::test]
async fn new_build_does_not_take_a_server_out_of_rotation() {
    let folder = tempfile::tempdir().unwrap();
    let objects = folder.path().join("objects");
    let installation = installation(&objects);
    let server = installation.serve_with(&[("SUDS_OBJECTS", &address(&objects))]);
    becomes_ready(&server).await;
    let next = web_build("1.6.0");
    for words in [
        vec!["build", "publish", next.path().to_str().unwrap()],
        vec!["environment", "run", "demo", "1.6.0"],
    ] {
        assert!(installation.run(&words).status.success());
        let (status, text) = readiness(&server).await;
        assert_eq!(status, 200, "{text}");
    }
    let copied = || async { readiness(&server).await.1.contains("ok builds: ") };
    for _ in 0..400 {
        if copied().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{:?}", readiness(&server).await);
}

#[tokio::test]
async fn server_is_alive_at_livez() {
    let installation = Installation::new();
    let server = installation.serve_logging_to(Stdio::null());
    assert_eq!(get(server.address, "localhost", "/livez", &[]).await.status(), 200);
    let text = becomes_ready(&server).await;
    for name in [
        "disk",
        "control database",
        "master key",
        "builds",
        "object store",
        "clock",
    ] {
        assert!(text.contains(&format!("ok {name}: ")), "{name}: {text}");
    }
}
