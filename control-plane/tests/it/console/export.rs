//! A site is exported from the console and imported elsewhere.

use std::process::Stdio;

use reqwest::{Method, Response};
use serde_json::{Value, json};

use super::{Caller, Demo, PASSWORD};
use crate::support::{Installation, http};

const PASSPHRASE: &str = "lather, rinse, repeat";

async fn asked(caller: &Caller, path: &str) -> Response {
    let url = format!("http://{}/api/v1{path}", caller.address);
    let request = http().build().unwrap().post(url).header("host", &caller.host);
    let request = request.json(&json!({ "passphrase": PASSPHRASE, "password": PASSWORD }));
    let token = caller.token.as_deref().unwrap();
    request.bearer_auth(token).send().await.unwrap()
}

/// The path of the demo's only site, and its id.
async fn site_of(owner: &Caller) -> (String, Value) {
    let listed = owner.get("/provider/sites?search=sparkle").await;
    let id = listed["items"][0]["id"].clone();
    (format!("/provider/sites/{}/export", id.as_str().unwrap()), id)
}

#[tokio::test(flavor = "multi_thread")]
async fn operator_exports_a_site_as_an_importable_file() {
    let demo = Demo::start().await;
    let (operator, member) = demo.newcomer("demo", "operator").await;
    let (path, id) = site_of(&operator).await;

    // Several at once wait for one another, and each is whole.
    let answers = futures_util::future::join_all((0..3).map(|_| asked(&operator, &path))).await;
    let mut sizes = Vec::new();
    for answer in answers {
        assert_eq!(answer.status(), 200);
        let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(
            (header("content-type"), header("cache-control")),
            ("application/octet-stream".to_owned(), "no-store".to_owned())
        );
        let name = header("content-disposition");
        assert!(
            name.starts_with("attachment; filename=\"sparkle-") && name.ends_with(".suds\""),
            "{name}"
        );
        let length: usize = header("content-length").parse().unwrap();
        let archive = answer.bytes().await.unwrap();
        assert_eq!(archive.len(), length);
        sizes.push(length);

        let there = Installation::new();
        let account = there.account();
        let file = there.dir.path().join("sparkle.suds");
        std::fs::write(&file, &archive).unwrap();
        let mut import = there.suds();
        import.env("SUDS_PASSPHRASE", PASSPHRASE).stdin(Stdio::null());
        import.args([
            "--json",
            "site",
            "import",
            "--yes",
            file.to_str().unwrap(),
            "--account",
            &account,
        ]);
        let taken = import.output().unwrap();
        assert!(taken.status.success(), "{}", String::from_utf8_lossy(&taken.stderr));
        let taken: Value = serde_json::from_slice(&taken.stdout).unwrap();
        assert_eq!((&taken["id"], &taken["state"]), (&id, &json!("active")));
        let reports = there.json(&["site", "check", "--all"]);
        assert_eq!(reports[0]["problems"], json!([]));
    }
    let trail = operator.get("/provider/audit?action=site.export").await;
    let rows = trail["items"].as_array().unwrap();
    assert_eq!(rows.len(), 3, "{trail}");
    for row in rows {
        assert_eq!((&row["actor"], &row["subject"]), (&member["id"], &id));
        assert!(sizes.contains(&usize::try_from(row["details"]["bytes"].as_u64().unwrap()).unwrap()));
        assert!(!row.to_string().contains(PASSPHRASE));
    }
    // Nothing of it stays here.
    for entry in std::fs::read_dir(demo.server.plane.dir().root()).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(!name.to_string_lossy().contains("archive"), "{name:?}");
    }
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn export_requires_an_operator() {
    let demo = Demo::start().await;
    let owner = demo.owner("demo").await;
    let (path, _) = site_of(&owner).await;
    let body = |passphrase: &str| Some(json!({ "passphrase": passphrase, "password": PASSWORD }));

    let short = json!({ "passphrase": "short", "password": demo.staff("demo").1 });
    let (status, short) = owner.call(Method::POST, &path, Some(short)).await;
    assert_eq!((status, &short["errorCode"]), (422, &json!("invalid_fields")));
    assert!(short["fields"]["passphrase"].is_string(), "{short}");
    let none = owner.refused(Method::POST, &path, Some(json!({}))).await;
    assert_eq!(none, (400, "malformed".to_owned()));
    let wrong = owner.call(Method::POST, &path, body(PASSPHRASE)).await;
    assert_eq!(
        (wrong.0, &wrong.1["errorCode"]),
        (403, &json!("wrong_password")),
        "{}",
        wrong.1
    );
    assert!(wrong.1["fields"]["password"].is_string(), "{}", wrong.1);

    let (viewer, _) = demo.newcomer("demo", "viewer").await;
    let refused = viewer.refused(Method::POST, &path, body(PASSPHRASE)).await;
    assert_eq!(refused, (403, "not_admin".to_owned()));
    let elsewhere = demo.owner("dev").await;
    let refused = elsewhere.refused(Method::POST, &path, body(PASSPHRASE)).await;
    assert_eq!(refused, (404, "not_found".to_owned()));
    let stranger = demo.caller();
    let refused = stranger.refused(Method::POST, &path, body(PASSPHRASE)).await;
    assert_eq!(refused, (401, "invalid_token".to_owned()));
    // A site's host has no such route, for any caller.
    let mut at_site = demo.at_site().await;
    at_site.token.clone_from(&owner.token);
    assert_eq!(at_site.refused(Method::POST, &path, body(PASSPHRASE)).await.0, 404);

    let trail = owner.get("/provider/audit?action=site.export").await;
    assert_eq!(trail["items"], json!([]), "nothing was exported");
    assert!(demo.server.stop().await);
}
