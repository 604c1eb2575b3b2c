//! Environment variables and settings that are rejected at start.

use std::net::TcpListener;

use serde_json::Value;

use crate::support::{Installation, copy_folder, create, failure, merchants};

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

    assert!(failure(&installation.run(&["serve"])).contains("SUDS_PASSWORD_HASH"));
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
    let mut anonymous = installation.suds();
    let refused = anonymous.env_remove("SUDS_PASSWORD_HASH").arg("serve").output();
    assert!(failure(&refused.unwrap()).contains("SUDS_PROVIDER_NAME"));
    for (variable, value) in [
        ("SUDS_CAPTCHA", "none"),
        ("SUDS_PAYSTUB_URL", "http://127.0.0.1:9"),
        ("SUDS_DOMAIN_PROOF", "off"),
    ] {
        let mut serve = installation.suds();
        let refused = serve
            .env_remove("SUDS_PASSWORD_HASH")
            .env(variable, value)
            .arg("serve")
            .output()
            .unwrap();
        assert!(failure(&refused).contains(variable));
    }
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
