//! The master key is changed, and everything still opens.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::{Installation, create, failure, get, merchants};

fn with_sites() -> Installation {
    let installation = Installation::new();
    let account = installation.account();
    for name in ["sparkle", "tidal"] {
        installation.json(&create(&account, name, "demo", &merchants().join(name)));
    }
    installation
}

fn key_file(installation: &Installation) -> PathBuf {
    installation.data_dir().join("keys/master")
}

fn lines(installation: &Installation) -> Vec<String> {
    let text = std::fs::read_to_string(key_file(installation)).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn is_whole(installation: &Installation) {
    let reports = installation.json(&["site", "check", "--all"]);
    assert_eq!(reports.as_array().unwrap().len(), 2);
    for report in reports.as_array().unwrap() {
        assert_eq!(report["problems"], json!([]), "{report}");
    }
}

#[tokio::test]
async fn new_master_key_rewraps_existing_keys() {
    let installation = with_sites();
    let backup = installation.json(&["site", "backup", "sparkle"])[0]["backup"]["name"].clone();
    let rotated = installation.json(&["keys", "rotate"]);
    assert_eq!(rotated, json!({ "version": 2, "sites": 2, "secondFactors": 0 }));
    is_whole(&installation);

    // With a running server, which knows both immediately.
    let server = installation.serve();
    let rotated = installation.json(&["keys", "rotate"]);
    assert_eq!(rotated, json!({ "version": 3, "sites": 2, "secondFactors": 0 }));
    let account = installation.account();
    installation.json(&create(&account, "northstar", "demo", &merchants().join("northstar")));
    for name in ["sparkle", "tidal", "northstar"] {
        let answer = get(
            server.address,
            &format!("{name}.localhost"),
            "/api/v1/system/site-config",
            &[],
        )
        .await;
        assert_eq!(answer.status(), 200, "{name}");
    }
    // Everything wrapped by the first key can be opened as long as that key exists.
    let restore = ["site", "restore", "sparkle", "--backup", backup.as_str().unwrap()];
    installation.json(&restore);
    assert_eq!(server.terminate(), Some(0));
    let kept = lines(&installation);
    assert_eq!(kept.len(), 3);
    assert!(kept[0].starts_with("3 ") && kept[2].starts_with("1 "));
    let trail = installation.json(&["audit", "--action", "keys.rotate"]);
    let subjects = trail["items"].as_array().unwrap().iter().map(|row| &row["subject"]);
    assert!(subjects.eq([&json!("master-key:3"), &json!("master-key:2")]), "{trail}");

    std::fs::write(key_file(&installation), format!("{}\n", kept[0])).unwrap();
    let reports = installation.json(&["site", "check", "--all"]);
    assert_eq!(
        reports.as_array().unwrap().len(),
        3,
        "the newest key alone opens every site"
    );
    let refused = installation.run(&restore);
    assert_eq!(refused.status.code(), Some(1));
    let text = String::from_utf8(refused.stderr).unwrap();
    let (named, reason) = text.split_once('\n').unwrap();
    assert!(named.contains("restoring sparkle from 2"), "{named}");
    assert!(reason.contains("master key"), "but no backup of before: {reason}");
    let text = String::from_utf8(installation.run(&["keys", "rotate"]).stdout).unwrap();
    assert!(text.starts_with("MASTER KEY") && text.contains('4'), "{text}");
}

#[test]
fn interrupted_rotation_is_finished_at_the_next_start() {
    let installation = with_sites();
    let old = lines(&installation).remove(0);
    // As if the process had died with the file written and nothing wrapped.
    let new = "5".repeat(64);
    std::fs::write(key_file(&installation), format!("2 {new}\n1 {old}\n")).unwrap();
    is_whole(&installation);
    std::fs::write(key_file(&installation), format!("2 {new}\n")).unwrap();
    is_whole(&installation);
    assert_eq!(installation.json(&["keys", "rotate"])["version"], Value::from(3));
}

#[test]
fn read_only_key_file_keeps_the_current_key() {
    let installation = with_sites();
    let before = lines(&installation);
    let mut rotate = installation.suds();
    rotate
        .env("SUDS_MASTER_KEY_FILE", "/proc/self/none/master")
        .args(["keys", "rotate"]);
    failure(&rotate.output().unwrap());
    assert_eq!(lines(&installation), before);
    is_whole(&installation);
}

/// A restored machine with the key file of another installation.
#[test]
fn key_of_another_installation_is_refused() {
    let installation = with_sites();
    let own = std::fs::read_to_string(key_file(&installation)).unwrap();
    std::fs::write(key_file(&installation), format!("{}\n", "7".repeat(64))).unwrap();
    let serve = failure(&installation.run(&["serve"]));
    assert!(serve.contains("from another installation"), "{serve}");
    failure(&installation.run(&["account", "create", "--company", "Sparkle"]));
    std::fs::write(key_file(&installation), own).unwrap();
    is_whole(&installation);
}
