//! `suds doctor`.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;

use jiff::SignedDuration;
use platform::clock::{Clock as _, SystemClock};
use serde_json::Value;

use crate::name_server::{Answer, NameServer};
use crate::support::{Installation, create, get, merchants};

fn states(installation: &Installation, words: &[&str]) -> (Option<i32>, Vec<(String, String)>) {
    states_with(installation, words, &[])
}

fn states_with(
    installation: &Installation,
    words: &[&str],
    variables: &[(&str, &str)],
) -> (Option<i32>, Vec<(String, String)>) {
    let output = installation
        .suds()
        .envs(variables.iter().copied())
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
        "sandbox",
        "builds",
        "object store",
        "object store clock",
        "stray objects",
        "images",
        "litestream",
        "certificates",
        "trusted proxies",
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
fn shell_without_the_variables_of_the_server_is_named() {
    let installation = installation();
    let data = installation.data_dir();
    let doctor = |variables: &[(&str, &str)]| {
        let mut command = std::process::Command::new(installation.suds().get_program());
        command.env_clear().envs(variables.iter().copied());
        let output = command.args(["doctor", "--offline", "--data-dir"]).arg(&data).output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    let bare = doctor(&[]);
    assert!(bare.contains("warn  variables: this environment has none"), "{bare}");
    assert!(!bare.contains("SUDS_ORIGIN"), "{bare}");
    let set = doctor(&[("SUDS_PROVIDER_NAME", "Suds")]);
    assert!(set.contains("warn  SUDS_ORIGIN: "), "{set}");
    let missing = doctor(&[("SUDS_ENV_FILE", "/nowhere/suds.env")]);
    assert!(
        missing.contains("FAIL  variables: SUDS_ENV_FILE: can't read /nowhere/suds.env")
            && missing.ends_with("\n1 check, 0 warnings, 1 failure\n"),
        "{missing}"
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

#[test]
fn stray_and_missing_objects_are_found() {
    let installation = installation();
    let objects = installation.data_dir().join("objects");
    let stray = objects.join("sites/0190a1b2-0000-7000-8000-000000000000");
    std::fs::create_dir(&stray).unwrap();
    std::fs::write(stray.join("left.png"), "left").unwrap();
    let (code, checks) = states(&installation, &[]);
    assert_eq!((code, state(&checks, "stray objects")), (Some(0), Some("warn")));
    assert_eq!(state(&checks, "images"), Some("ok"));
    std::fs::remove_dir_all(stray).unwrap();
    std::fs::rename(objects.join("sites"), objects.join("moved")).unwrap();
    let (code, checks) = states(&installation, &[]);
    assert_eq!((code, state(&checks, "images")), (Some(1), Some("fail")), "{checks:?}");
    assert_eq!(state(&checks, "stray objects"), Some("ok"));
}

#[test]
fn signing_key_of_the_email_server_is_looked_up() {
    let installation = installation();
    let names = NameServer::start();
    let dns = names.address.to_string();
    let check = |selector: Option<&str>| {
        let mut variables = vec![
            ("SUDS_DNS", dns.as_str()),
            ("SUDS_ORIGIN", "http://{site}.wash.example"),
            ("SUDS_MAIL", "smtp://127.0.0.1:9"),
        ];
        variables.extend(selector.map(|selector| ("SUDS_DKIM_SELECTOR", selector)));
        let (_, checks) = states_with(&installation, &[], &variables);
        state(&checks, "DKIM").unwrap().to_owned()
    };
    assert_eq!(check(None), "warn");
    assert_eq!(check(Some("mail")), "warn");
    let key = vec!["v=DKIM1; k=rsa; p=MIGf".to_owned()];
    names.set("mail._domainkey.wash.example", Answer::Txt(key));
    assert_eq!(check(Some("mail")), "ok");
}

/// With a store that knows no object, and whose clock is an hour ahead.
#[test]
fn clock_of_the_object_store_is_compared() {
    let installation = installation();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        while let Ok((mut stream, _)) = listener.accept() {
            let _ = stream.read(&mut [0; 8192]);
            let ahead = SystemClock.now() + SignedDuration::from_hours(1);
            let date = ahead.strftime("%a, %d %b %Y %H:%M:%S GMT");
            let answer =
                format!("HTTP/1.1 404 Not Found\r\nDate: {date}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            // The client may be gone.
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    let variables = [
        ("SUDS_OBJECTS", "s3://suds"),
        ("AWS_ENDPOINT", endpoint.as_str()),
        ("AWS_ALLOW_HTTP", "true"),
        ("AWS_REGION", "nowhere"),
        ("AWS_ACCESS_KEY_ID", "id"),
        ("AWS_SECRET_ACCESS_KEY", "secret"),
    ];
    let (code, checks) = states_with(&installation, &[], &variables);
    assert_eq!(
        (code, state(&checks, "object store clock")),
        (Some(1), Some("fail")),
        "{checks:?}"
    );
}

#[test]
fn certificates_are_checked_where_pages_are_behind_tls() {
    let installation = installation();
    let set = installation
        .suds()
        .env("SUDS_DOMAIN_PROOF", "off")
        .args(["site", "domain", "sparkle", "www.sparkle.invalid"])
        .status();
    assert!(set.unwrap().success());
    let variables = [("SUDS_ORIGIN", "https://{site}.wash.invalid")];
    let (_, checks) = states_with(&installation, &[], &variables);
    // Neither host exists.
    let found = checks.iter().filter(|(name, _)| name == "certificates");
    let found: Vec<_> = found.map(|(_, state)| state.as_str()).collect();
    assert!(found == ["warn", "warn"] || found == ["warn"], "{checks:?}");
    let (_, checks) = states_with(&installation, &["--offline"], &variables);
    assert_eq!(state(&checks, "certificates"), None);
}

#[tokio::test]
async fn proxies_are_shown_as_the_server_sees_them() {
    let installation = installation();
    let server = installation.serve();
    assert_eq!(
        state(&states(&installation, &["--offline"]).1, "trusted proxies"),
        Some("ok")
    );
    let forwarded = [("x-forwarded-for", "203.0.113.9")];
    get(server.address, "sparkle.localhost", "/", &forwarded).await;
    let (code, checks) = states(&installation, &["--offline"]);
    assert_eq!((code, state(&checks, "trusted proxies")), (Some(1), Some("fail")));
    assert_eq!(server.terminate(), Some(0));
    let server = installation.serve_with(&[("SUDS_TRUSTED_PROXIES", "127.0.0.1")]);
    get(server.address, "sparkle.localhost", "/", &forwarded).await;
    let text = String::from_utf8(installation.run(&["doctor", "--offline"]).stdout).unwrap();
    assert!(
        text.contains("ok    trusted proxies: requests came through 127.0.0.1, which is trusted"),
        "{text}"
    );
}
