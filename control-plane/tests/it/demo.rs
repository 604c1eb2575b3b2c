//! `suds serve --demo`, in this process.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};

use control_plane::config::Config;
use control_plane::serve::{DemoError, DemoSource, Mode, ServeError, Server};
use platform::config::Env;
use serde_json::{Value, json};

use crate::support::{Installation, copy_folder, create, get, header, http, merchants, web_build};

fn config(installation: &Installation) -> Config {
    let env = Env::default()
        .with("SUDS_DATA_DIR", installation.data_dir().to_string_lossy())
        .with("SUDS_LISTEN", "127.0.0.1:0")
        .with("SUDS_PASSWORD_HASH", "fast");
    Config::from_env(&env).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn demo_starts_within_seconds_and_restarts() {
    let installation = Installation::new();
    let folder = web_build("1.5.1");
    let mode = Mode::Demo(DemoSource {
        merchants: merchants(),
        web_build: folder.path().to_owned(),
    });
    let started = Instant::now();
    let server = Server::start(config(&installation), mode.clone()).await.unwrap();
    // Ten seconds is the bar; a crowded machine and a build without optimisation get twelve times that.
    assert!(started.elapsed() < Duration::from_secs(120), "{:?}", started.elapsed());

    assert_eq!(get(server.address, "anything", "/readyz", &[]).await.status(), 200);
    let mut colours = BTreeSet::new();
    for site in ["bluewave", "foamco", "northstar", "sparkle", "tidal"] {
        let host = format!("{site}.localhost");
        let html = get(server.address, &host, "/", &[]).await.text().await.unwrap();
        let brand = html
            .split("--brand:")
            .nth(1)
            .unwrap()
            .split(';')
            .next()
            .unwrap()
            .to_owned();
        assert!(colours.insert(brand), "two sites look alike");
        let icon = get(server.address, &host, "/icons/icon.svg", &[]).await;
        assert!(
            icon.status().is_success() || icon.status().is_redirection(),
            "{site}: {}",
            icon.status()
        );
    }

    let reference = get(server.address, "sparkle.localhost", "/api/v1/docs", &[])
        .await
        .text()
        .await
        .unwrap();
    assert!(reference.contains("/api/v1/orders/{transRecordId}"), "{reference}");
    let crash = http()
        .build()
        .unwrap()
        .post(format!("http://{}/api/v1/users/errors", server.address))
        .header("Host", "sparkle.localhost")
        .json(&json!({"error": "TypeError: x is undefined", "stack": "at y"}));
    assert_eq!(crash.send().await.unwrap().status(), 200);

    let file = installation.data_dir().join("demo-credentials.json");
    let credentials: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    let rows = credentials.as_array().unwrap();
    assert_eq!(
        rows.iter().filter(|row| row["role"] == "owner").count(),
        5,
        "{credentials}"
    );
    assert_eq!(
        rows.iter().filter(|row| row["role"] == "customer").count(),
        5,
        "{credentials}"
    );
    let terminals: Vec<_> = rows.iter().filter(|row| row["role"] == "terminal").collect();
    assert_eq!(terminals.len(), 5, "{credentials}");
    for row in terminals {
        assert_eq!(
            terminal_at(&server, row).await["location"]["id"],
            row["locationId"],
            "{row}"
        );
    }
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let staff: Vec<_> = rows.iter().filter(|row| row["role"] == "staff").collect();
    let environments: Vec<_> = staff.iter().map(|row| row["environment"].as_str().unwrap()).collect();
    assert_eq!(environments, ["demo", "dev", "prod"], "{credentials}");
    assert!(
        staff
            .iter()
            .all(|row| row.get("site").is_none()
                && row["url"].as_str().unwrap().starts_with("http://console.localhost:")),
        "{credentials}"
    );
    for row in rows.iter().filter(|row| row["role"] == "customer") {
        assert_eq!(read_by(&server, row, "payment").await["onFile"], true, "{row}");
        let vehicle = read_by(&server, row, "vehicle").await;
        for field in ["make", "model", "year", "license", "color", "state"] {
            assert_ne!(vehicle[field], "", "{row}: {field}");
        }
    }

    let unknown = get(server.address, "nosuch.localhost", "/", &[("accept", "text/html")]).await;
    assert_eq!(
        (unknown.status().as_u16(), header(&unknown, "content-type")),
        (404, "text/html; charset=utf-8")
    );
    let page = unknown.text().await.unwrap();
    assert!(
        page.contains("We couldn&#x27;t find the site for the specified subdomain."),
        "{page}"
    );
    let front = get(server.address, "localhost", "/", &[("accept", "text/html")])
        .await
        .text()
        .await
        .unwrap();
    assert!(
        front.contains("Northstar Hand Wash") && front.contains("five car washes"),
        "{front}"
    );
    assert_eq!(get(server.address, "a_b.localhost", "/", &[]).await.status(), 400);
    assert!(server.stop().await);

    let again = Server::start(config(&installation), mode).await.unwrap();
    let html = get(again.address, "tidal.localhost", "/", &[])
        .await
        .text()
        .await
        .unwrap();
    assert!(html.contains("Tidal Detail House"));
    let kept: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!(kept, credentials, "a restart keeps the log-ins");
    assert_eq!(read_by(&again, &rows[1], "payment").await["onFile"], true);
    assert!(again.stop().await);
}

/// Terminal of the demo, as returned by `GET /terminal/me`.
async fn terminal_at(server: &Server, row: &Value) -> Value {
    let text = |field: &str| row[field].as_str().unwrap();
    let host = text("url").trim_start_matches("http://");
    let key = format!("Bearer {}", text("terminalKey"));
    let headers = [("authorization", key.as_str())];
    let answer: Value = get(server.address, host, "/api/v1/terminal/me", &headers)
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(answer["resultData"]["terminalId"], row["terminalId"], "{answer}");
    answer["resultData"].clone()
}

/// Data of a demo person, logged in with the credentials in the file: `payment`, `vehicle`.
async fn read_by(server: &Server, row: &Value, what: &str) -> Value {
    let text = |field: &str| row[field].as_str().unwrap();
    let host = text("url").trim_start_matches("http://");
    let shell = get(server.address, host, "/", &[]).await.text().await.unwrap();
    let app_key = shell.split("\"appKey\":\"").nth(1).unwrap().split('"').next().unwrap();
    let answer: Value = http()
        .build()
        .unwrap()
        .post(format!("http://{}/api/v1/users/login", server.address))
        .header("host", host)
        .header("app-key", app_key)
        .json(&json!({ "email": text("email"), "password": text("password") }))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    let bearer = format!("Bearer {}", answer["resultData"]["accessToken"].as_str().unwrap());
    let headers = [("app-key", app_key), ("authorization", &bearer)];
    let answer: Value = get(server.address, host, &format!("/api/v1/users/{what}"), &headers)
        .await
        .json()
        .await
        .unwrap();
    answer["resultData"].clone()
}

#[tokio::test]
async fn directory_without_a_demo_is_left_unchanged() {
    let installation = Installation::new();
    installation.account();
    let mode = Mode::Demo(DemoSource {
        merchants: merchants(),
        web_build: installation.dir.path().join("none"),
    });
    let refused = Server::start(config(&installation), mode).await.err().unwrap();
    assert!(
        matches!(refused, ServeError::Demo(DemoError::ForeignDirectory(_))),
        "{refused}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn directory_with_a_site_in_production_is_refused() {
    let installation = Installation::new();
    let build = web_build("1.5.1");
    installation.json(&["build", "publish", build.path().to_str().unwrap()]);
    installation.json(&["environment", "create", "live", "--production"]);
    let merchant = installation.dir.path().join("sparkle");
    copy_folder(&merchants().join("sparkle"), &merchant);
    let manifest = merchant.join("site.json");
    let declared = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(
        &manifest,
        declared.replace(r#""endpoints": "stub""#, r#""endpoints": "production""#),
    )
    .unwrap();
    let account = installation.account();
    installation.json(&create(&account, "sparkle", "live", &merchant));
    // A demo created the directory before.
    std::fs::write(installation.data_dir().join("demo"), "").unwrap();
    let mode = Mode::Demo(DemoSource {
        merchants: merchants(),
        web_build: build.path().to_owned(),
    });
    let refused = Server::start(config(&installation), mode).await.err().unwrap();
    assert!(
        matches!(&refused, ServeError::Demo(DemoError::Production(environment)) if environment == "live"),
        "{refused}"
    );
}
