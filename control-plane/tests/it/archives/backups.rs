//! Backups, and sites restored from them.

use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use super::{files_below, is_whole, labels, pair, with_site};
use crate::support::{create, failure, get, merchants};

#[tokio::test]
async fn restore_returns_a_site_to_its_backup() {
    let installation = with_site();
    let server = installation.serve();
    let backed_up = installation.json(&["site", "backup", "sparkle"]);
    let first = backed_up[0]["backup"]["name"].as_str().unwrap().to_owned();
    pair(&installation, "Lane 2");
    let all = installation.json(&["site", "backup", "--all", "--keep", "2"]);
    assert_eq!(all[0]["problem"], Value::Null, "{all}");
    assert_eq!(
        installation
            .json(&["site", "backups", "sparkle"])
            .as_array()
            .unwrap()
            .len(),
        2
    );

    installation.json(&["site", "restore", "sparkle", "--backup", &first, "--yes"]);
    assert_eq!(labels(&installation, "sparkle"), ["Lane 1"]);
    let key = "/api/v1/accounts/site-key?subdomain=sparkle";
    assert_eq!(get(server.address, "sparkle.localhost", key, &[]).await.status(), 200);
    installation.json(&["site", "restore", "sparkle", "--latest", "--yes"]);
    assert_eq!(labels(&installation, "sparkle"), ["Lane 1", "Lane 2"]);
    is_whole(&installation);

    // The oldest is deleted and can no longer be named.
    installation.json(&["site", "backup", "sparkle", "--keep", "2"]);
    let gone = installation.run(&["site", "restore", "sparkle", "--backup", &first, "--yes"]);
    assert!(failure(&gone).contains("no backup"), "{gone:?}");
    assert_eq!(installation.run(&["site", "restore", "sparkle"]).status.code(), Some(2));
    let folder = installation.site_folder();
    assert!(
        files_below(&folder)
            .iter()
            .all(|name| name.starts_with("site.") || (name.starts_with("replaced-") && name.ends_with(".sqlite"))),
        "{:?}",
        files_below(&folder)
    );
}

/// A damaged file returns 503 and is restored from the backup, including images.
#[tokio::test]
async fn damaged_site_is_restored_from_its_backup() {
    let installation = with_site();
    installation.json(&["site", "backup", "sparkle"]);
    let folder = installation.site_folder();
    let file = folder.join("site.sqlite");
    let mut content = std::fs::read(&file).unwrap();
    content[..100].fill(0xff);
    std::fs::write(&file, content).unwrap();
    let objects = installation.data_dir().join("objects");
    let pictures = files_below(&objects);
    std::fs::remove_dir_all(objects.join("sites")).unwrap();

    let server = installation.serve();
    let config = "/api/v1/accounts/states";
    let app_key = installation.json(&["site", "show", "sparkle"])["appKey"]
        .as_str()
        .unwrap()
        .to_owned();
    let headers = [("app-key", app_key.as_str())];
    assert_eq!(
        get(server.address, "sparkle.localhost", config, &headers)
            .await
            .status(),
        503
    );
    installation.json(&["site", "restore", "sparkle", "--latest", "--yes"]);
    assert_eq!(
        get(server.address, "sparkle.localhost", config, &headers)
            .await
            .status(),
        200
    );
    assert_eq!(files_below(&objects), pictures);
    is_whole(&installation);
}

/// Kills the real process at moments spread over a restore.
#[test]
fn killed_restore_leaves_either_the_old_or_the_new_file() {
    let installation = with_site();
    installation.json(&["site", "backup", "sparkle"]);
    pair(&installation, "Lane 2");
    installation.json(&["site", "backup", "sparkle"]);
    let backups = installation.json(&["site", "backups", "sparkle"]);
    let name = |at: usize| backups[at]["name"].as_str().unwrap().to_owned();
    let (both, one) = (name(0), name(1));
    for kill in 0..16_u64 {
        let wanted = if kill % 2 == 0 { &one } else { &both };
        let mut child = installation
            .suds()
            .args(["site", "restore", "sparkle", "--backup", wanted, "--yes"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(20 + kill * 12));
        // Fails when it has ended already.
        let _ = child.kill();
        child.wait().unwrap();
        is_whole(&installation);
        let found = labels(&installation, "sparkle");
        assert!(found == ["Lane 1"] || found == ["Lane 1", "Lane 2"], "{found:?}");
    }
    // Leftovers are removed by the next run.
    installation.json(&["site", "restore", "sparkle", "--latest", "--yes"]);
    let folder = installation.site_folder();
    assert!(
        files_below(&folder)
            .iter()
            .all(|name| name.starts_with("site.") || (name.starts_with("replaced-") && name.ends_with(".sqlite"))),
        "{:?}",
        files_below(&folder)
    );
}

/// As left by a machine whose clock was a year ahead for a while.
#[test]
fn backup_from_the_future_is_named_and_never_the_latest() {
    let installation = with_site();
    installation.json(&["site", "backup", "sparkle"]);
    let id = installation.json(&["site", "show", "sparkle"])["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let folder = installation.data_dir().join("objects/backups").join(id);
    let first = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    let future = "29991230T020000.000Z-abcdef";
    std::fs::copy(&first, folder.join(format!("{future}.suds"))).unwrap();
    pair(&installation, "Lane 2");
    for _ in 0..2 {
        installation.json(&["site", "backup", "sparkle", "--keep", "2"]);
    }
    let listed = installation.json(&["site", "backups", "sparkle"]);
    let is_from_future = |at: usize| listed[at]["isFromFuture"].as_bool().unwrap();
    assert_eq!(listed.as_array().unwrap().len(), 3, "it counts in no --keep: {listed}");
    assert_eq!((is_from_future(0), is_from_future(1)), (true, false));
    let text = installation.run(&["site", "backups", "sparkle"]);
    assert!(
        String::from_utf8_lossy(&text.stdout).contains("in the future"),
        "{text:?}"
    );

    let restored = installation.run(&["site", "restore", "sparkle", "--latest", "--yes"]);
    let said = String::from_utf8_lossy(&restored.stderr);
    assert!(
        said.contains(listed[1]["name"].as_str().unwrap()) && said.contains("created at"),
        "{said}"
    );
    assert_eq!(labels(&installation, "sparkle"), ["Lane 1", "Lane 2"]);
    let restored = installation.run(&["site", "restore", "sparkle", "--backup", future, "--yes"]);
    let said = String::from_utf8_lossy(&restored.stderr);
    assert!(said.contains("dated in the future"), "{said}");
}

#[test]
fn backup_of_another_site_is_rejected() {
    let installation = with_site();
    let account = installation.json(&["account", "list"])[0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let other = installation.json(&create(&account, "bubbles", "demo", &merchants().join("sparkle")));
    installation.json(&["site", "backup", "sparkle"]);
    let sparkle = installation.json(&["site", "show", "sparkle"]);
    let backups = installation.data_dir().join("objects/backups");
    let id = |site: &Value| site["id"].as_str().unwrap().to_owned();
    std::fs::rename(backups.join(id(&sparkle)), backups.join(id(&other))).unwrap();
    let refused = installation.run(&["site", "restore", "bubbles", "--latest", "--yes"]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && said.contains("another site"), "{said}");
    assert_eq!(labels(&installation, "bubbles"), Vec::<String>::new());
    is_whole(&installation);
}
