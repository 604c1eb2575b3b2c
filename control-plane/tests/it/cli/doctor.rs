//! `suds doctor`.

use serde_json::Value;

use crate::support::{Installation, create, merchants};

fn states(installation: &Installation, words: &[&str]) -> (Option<i32>, Vec<(String, String)>) {
    let output = installation
        .suds()
        .args(["--json", "doctor"])
        .args(words)
        .output()
        .unwrap();
    let checks: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |check: &Value, field: &str| check[field].as_str().unwrap().to_owned();
    let found = checks.as_array().unwrap().iter();
    let found = found.map(|check| (text(check, "name"), text(check, "state"))).collect();
    (output.status.code(), found)
}

fn state<'a>(checks: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = checks.iter().find(|(known, _)| known == name);
    found.map(|(_, state)| state.as_str())
}

fn installation() -> Installation {
    let installation = Installation::new();
    let account = installation.account();
    installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    installation
}

#[test]
fn sound_installation_passes_with_and_without_a_server() {
    let installation = installation();
    let (code, alone) = states(&installation, &[]);
    assert_eq!(code, Some(0), "{alone:?}");
    for name in [
        "disk",
        "control database",
        "master key",
        "site keys",
        "site files",
        "schema versions",
        "file owners",
        "clock",
        "builds",
        "object store",
        "email server",
    ] {
        assert_eq!(state(&alone, name), Some("ok"), "{name}: {alone:?}");
    }
    assert_eq!(state(&alone, "backups"), Some("warn"), "there is none yet");
    assert_eq!(state(&alone, "SUDS_ORIGIN"), Some("warn"), "production requires it");
    installation.json(&["site", "backup", "sparkle"]);
    let _server = installation.serve();
    let (code, beside) = states(&installation, &[]);
    assert_eq!((code, state(&beside, "backups")), (Some(0), Some("ok")));
    assert_eq!(state(&beside, "trusted proxies"), Some("ok"));
    let (_, offline) = states(&installation, &["--offline"]);
    assert_eq!(state(&offline, "object store"), None);
}

#[test]
fn missing_and_stray_site_files_are_found() {
    let installation = installation();
    let stray = installation.data_dir().join("sites/stray");
    std::fs::create_dir(&stray).unwrap();
    let (code, checks) = states(&installation, &["--offline"]);
    assert_eq!((code, state(&checks, "site files")), (Some(0), Some("warn")));
    std::fs::remove_dir(stray).unwrap();
    std::fs::remove_file(installation.site_folder().join("site.sqlite")).unwrap();
    let (code, checks) = states(&installation, &["--offline"]);
    assert_eq!((code, state(&checks, "site files")), (Some(1), Some("fail")));
    let text = String::from_utf8(installation.run(&["doctor", "--offline"]).stdout).unwrap();
    assert!(
        text.contains("FAIL  site files: no file for sparkle\n      → "),
        "{text}"
    );
}

#[test]
fn invalid_variables_are_results() {
    let installation = installation();
    let output = installation
        .suds()
        .env("SUDS_LISTEN", "abc")
        .env("SUDS_DNS", "ns")
        .args(["--json", "doctor"])
        .output();
    let output = output.unwrap();
    let checks: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), checks.as_array().unwrap().len()), (Some(1), 2));
}
