//! Publishing builds and serving them.

mod crashes;
mod local;
mod shell;

use control_plane::builds::{self, PublishError, Republish};
use control_plane::serve::{Mode, Server};
use serde_json::Value;

use crate::support::{Installation, create, failure, get, header, merchants, web_build};

#[tokio::test]
async fn build_version_is_published_once() {
    let installation = Installation::new();
    let plane = installation.open().await;
    let folder = web_build("1.5.1");
    let read = || builds::read_folder(folder.path()).unwrap();
    let first = builds::publish(&plane, &read(), Republish::Refuse, "test")
        .await
        .unwrap();
    let again = builds::publish(&plane, &read(), Republish::Refuse, "test")
        .await
        .unwrap();
    assert_eq!(first, again, "the same contents change nothing");
    // Publishing again replaces lost and damaged files.
    let [lost, damaged] = ["builds/1.5.1/index.html", "builds/1.5.1/assets/app-1.js"];
    plane.objects.delete(lost).await.unwrap();
    plane.objects.put(damaged, "damaged").await.unwrap();
    builds::publish(&plane, &read(), Republish::Refuse, "test")
        .await
        .unwrap();
    assert!(plane.objects.exists(lost).await.unwrap());
    let script = std::fs::read(folder.path().join("assets/app-1.js")).unwrap();
    assert_eq!(plane.objects.get(damaged).await.unwrap().unwrap(), script);

    std::fs::write(folder.path().join("assets/app-2.js"), "other").unwrap();
    let refused = builds::publish(&plane, &read(), Republish::Refuse, "test")
        .await
        .unwrap_err();
    assert!(matches!(refused, PublishError::Published(_)), "{refused}");
    let replaced = builds::publish(&plane, &read(), Republish::Replace, "test")
        .await
        .unwrap();
    assert_ne!(replaced.digest, first.digest);
}

#[test]
fn folder_without_a_build_is_rejected_by_name() {
    let folder = web_build("1.5.1");
    let problem = || {
        builds::read_folder(folder.path())
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    assert_eq!(problem(), "");
    std::fs::write(folder.path().join("assets/run.sh"), "").unwrap();
    assert!(problem().contains("run.sh"), "{}", problem());
    std::fs::remove_file(folder.path().join("assets/run.sh")).unwrap();
    std::os::unix::fs::symlink("/etc/hostname", folder.path().join("assets/name.txt")).unwrap();
    assert!(problem().contains("name.txt"), "{}", problem());
    std::fs::remove_file(folder.path().join("assets/name.txt")).unwrap();
    let script = folder.path().join("assets/app-1.js");
    std::fs::rename(&script, folder.path().join("assets/app-2.js")).unwrap();
    assert!(problem().contains("assets/app-1.js"), "{}", problem());
    std::fs::rename(folder.path().join("assets/app-2.js"), &script).unwrap();
    let info = folder.path().join("build.json");
    let told = std::fs::read_to_string(&info).unwrap();
    std::fs::write(&info, told.replace('}', r#","contract":2}"#)).unwrap();
    assert!(problem().contains("contract 2"), "{}", problem());
    std::fs::write(&info, told.replace('}', r#","contract":1}"#)).unwrap();
    assert_eq!(problem(), "");
    let shell = folder.path().join("index.html");
    let whole = std::fs::read_to_string(&shell).unwrap();
    std::fs::write(&shell, whole.replace("/v/1.5.1/", "/v/1.5.0/")).unwrap();
    assert!(problem().contains("no script"), "{}", problem());
    std::fs::write(folder.path().join("index.html"), "<html lang=\"en\"></html>").unwrap();
    assert!(
        problem().contains("index.html") && problem().contains("suds:head"),
        "{}",
        problem()
    );
    std::fs::write(folder.path().join("build.json"), "{\"version\":\"../1\"}").unwrap();
    assert!(problem().contains("build.json"), "{}", problem());
}

#[tokio::test]
async fn assets_are_served_in_an_encoding_the_browser_accepts() {
    let installation = Installation::new();
    let server = Server::start(installation.config(), Mode::Installation).await.unwrap();
    let folder = web_build("1.5.1");
    let read = builds::read_folder(folder.path()).unwrap();
    builds::publish(&server.plane, &read, Republish::Refuse, "test")
        .await
        .unwrap();
    let asset = async |path: &str, encodings: &str| {
        get(server.address, "localhost", path, &[("accept-encoding", encodings)]).await
    };

    for (accepted, encoding, body) in [
        ("gzip, deflate, br", "br", "brotli form"),
        ("gzip", "gzip", "gzip form"),
        ("br;q=0, gzip;q=0.5", "gzip", "gzip form"),
        ("identity", "", "console.log('plain')"),
    ] {
        let response = asset("/v/1.5.1/assets/app-1.js", accepted).await;
        assert_eq!(response.status(), 200);
        assert_eq!(header(&response, "content-encoding"), encoding, "{accepted}");
        assert_eq!(header(&response, "content-type"), "text/javascript; charset=utf-8");
        assert_eq!(
            header(&response, "cache-control"),
            "public, max-age=31536000, immutable"
        );
        assert_eq!(header(&response, "x-content-type-options"), "nosniff");
        assert_eq!(response.text().await.unwrap(), body);
    }
    let svg = asset("/v/1.5.1/assets/logo-1.svg", "br").await;
    assert_eq!(
        (svg.status().as_u16(), header(&svg, "content-encoding")),
        (200, ""),
        "there is no compressed form"
    );
    for path in [
        "/v/1.5.1/index.html",
        "/v/1.5.1/assets/app-1.js.br",
        "/v/1.5.1/files.list",
        "/v/1.5.1/assets/..%2Fbuild.json",
        "/v/1.5.2/assets/app-1.js",
        "/v/..%2F..%2Fkeys/master",
    ] {
        let response = asset(path, "br").await;
        assert_eq!(response.status(), 404, "{path}");
        assert_eq!(header(&response, "cache-control"), "no-store", "{path}");
    }
    assert!(server.stop().await);
}

#[tokio::test]
async fn environment_switches_its_sites_to_a_build_and_back() {
    let installation = Installation::new();
    let server = installation.serve();
    let account = installation.account();
    installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    let publish = |version: &str| {
        let folder = web_build(version);
        installation.json(&["build", "publish", folder.path().to_str().unwrap()]);
    };
    publish("1.5.1");
    publish("1.5.2");
    let host = format!("sparkle.localhost:{}", server.address.port());
    let served = async || {
        let answer = get(server.address, &host, "/api/v1/system/app-version", &[]).await;
        let answer: Value = answer.json().await.unwrap();
        let shell = get(server.address, &host, "/", &[]).await.text().await.unwrap();
        let version = answer["resultData"]["appVersion"].as_str().unwrap().to_owned();
        assert!(shell.contains(&format!(r#""version":"{version}""#)), "{shell}");
        version
    };
    assert_eq!(served().await, "1.5.1", "a new build waits until it is wanted");
    for version in ["1.5.2", "1.5.1"] {
        let moved = installation.json(&["environment", "run", "demo", version]);
        assert_eq!(
            (&moved[0]["name"], &moved[0]["appVersion"]),
            (&"demo".into(), &version.into())
        );
        assert_eq!(served().await, version, "at once");
    }
    for (words, expected) in [
        (["environment", "run", "demo", "1.5.3"], "isn't published"),
        (["environment", "run", "moon", "1.5.2"], "no environment"),
    ] {
        let said = failure(&installation.run(&words));
        assert!(said.contains(expected), "{said}");
    }
    assert_eq!(served().await, "1.5.1");
}
