//! Environment variables and settings that are rejected at start.

use std::net::TcpListener;

use serde_json::Value;

use crate::support::{Installation, copy_folder, create, failure, failures, merchants};

#[test]
fn port_in_use_is_reported_in_one_line() {
    let installation = Installation::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let refused = installation
        .suds()
        .env("SUDS_LISTEN", &address)
        .arg("serve")
        .output()
        .unwrap();
    let said = failure(&refused);
    assert!(said.contains(&address) && said.contains("SUDS_LISTEN"), "{said}");
}

#[test]
fn test_settings_are_rejected_at_start_in_production() {
    let installation = Installation::new();
    let account = installation.account();
    let folder = installation.dir.path().join("merchant");
    copy_folder(&merchants().join("northstar"), &folder);
    let path = folder.join("site.json");
    let mut manifest: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    manifest["processor"]["endpoints"] = Value::from("sandbox");
    std::fs::write(&path, manifest.to_string()).unwrap();
    installation.json(&create(&account, "northstar", "prod", &folder));

    let all = failures(&installation.run(&["serve"]));
    for variable in [
        "SUDS_PASSWORD_HASH",
        "SUDS_ORIGIN",
        "SUDS_OBJECTS",
        "SUDS_MAIL",
        "SUDS_PROVIDER_NAME",
        "SUDS_SUPPORT_EMAIL",
    ] {
        assert!(
            all.iter().any(|line| line.starts_with(&format!("suds: {variable}: "))),
            "{all:?}"
        );
    }
    assert_eq!(all.len(), 6, "{all:?}");
    // Neither does the command line accept a domain there without proof.
    let mut domain = installation.suds();
    domain.env("SUDS_DOMAIN_PROOF", "off");
    let claimed = domain
        .args(["--json", "site", "domain", "northstar", "wash.example"])
        .output();
    let claimed: Value = serde_json::from_slice(&claimed.unwrap().stdout).unwrap();
    assert_eq!(
        (&claimed["customDomain"], &claimed["domainClaim"]["state"]),
        (&Value::Null, &Value::from("waiting"))
    );

    let other = Installation::new();
    let account = other.account();
    let _server = other.serve();
    let refused = other.run(&create(&account, "northstar", "prod", &folder));
    assert!(
        failure(&refused).contains("SUDS_PASSWORD_HASH"),
        "nor is such a site made beside a running server"
    );
    let complete = || {
        let mut serve = installation.suds();
        serve
            .env_remove("SUDS_PASSWORD_HASH")
            .env("SUDS_ORIGIN", "https://{site}.example.com")
            .env(
                "SUDS_OBJECTS",
                format!("file://{}/objects", installation.dir.path().display()),
            )
            .env("SUDS_MAIL", "smtp://localhost:9")
            .env("SUDS_PROVIDER_NAME", "Wash Tech")
            .env("SUDS_SUPPORT_EMAIL", "help@washtech.example");
        serve
    };
    for (variable, value) in [
        ("SUDS_CAPTCHA", "none"),
        ("SUDS_PAYSTUB_URL", "http://127.0.0.1:9"),
        ("SUDS_DOMAIN_PROOF", "off"),
        ("SUDS_ORIGIN", "http://{site}.example.com"),
        ("SUDS_MAIL", "capture"),
        ("SUDS_LIMITS_SCALE", "100"),
    ] {
        let refused = complete().env(variable, value).arg("serve").output().unwrap();
        assert!(failure(&refused).contains(variable));
    }
}

#[test]
fn all_invalid_variables_are_reported_at_once() {
    let installation = Installation::new();
    let mut serve = installation.suds();
    serve
        .env("SUDS_LISTEN", "abc")
        .env("SUDS_LIMITS_SCALE", "0")
        .env("SUDS_DNS", "ns.example")
        .env("SUDS_OBJECT", "s3://bucket");
    let said = failures(&serve.arg("serve").output().unwrap());
    // The typo first, because it is often the reason for a fault.
    assert_eq!(said.len(), 4, "{said:?}");
    assert!(said[0].starts_with("suds: unknown variable SUDS_OBJECT;"), "{said:?}");
    assert!(said[1..].iter().all(|line| line.starts_with("suds: SUDS_")), "{said:?}");
}

#[test]
fn variables_of_a_file_override_the_environment() {
    let installation = Installation::new();
    let file = installation.dir.path().join("suds.env");
    std::fs::write(&file, "# Suds\nSUDS_LISTEN=\"abc\"\n").unwrap();
    let mut serve = installation.suds();
    let refused = serve.env("SUDS_ENV_FILE", &file).arg("serve").output().unwrap();
    assert!(failure(&refused).contains("SUDS_LISTEN"));
    std::fs::write(&file, "secret\n").unwrap();
    let said = failure(&serve.output().unwrap());
    assert!(said.contains("line 1") && !said.contains("secret"), "{said}");
}

#[test]
fn invalid_variables_are_named() {
    let installation = Installation::new();
    for (name, value) in [
        ("SUDS_LOG", "loud"),
        ("SUDS_OTLP_ENDPOINT", "collector:4318"),
        ("SUDS_OBJECTS", "zzz"),
        ("SUDS_MAIL", "smtp://mail.example?tls=none"),
    ] {
        for words in [["account", "list"].as_slice(), &["serve"]] {
            let said = failure(&installation.suds().env(name, value).args(words).output().unwrap());
            assert!(said.starts_with(&format!("suds: {name}: ")), "{said}");
        }
    }
}
