//! `suds upgrade check`, and the files that a package contains.

use platform::db::{ConnectionKind, connect};
use serde_json::Value;

use crate::support::{Installation, create, failure, merchants};

fn finding<'a>(report: &'a Value, subject: &str) -> &'a Value {
    let findings = report["findings"].as_array().unwrap();
    findings.iter().find(|finding| finding["subject"] == subject).unwrap()
}

#[tokio::test]
async fn upgrade_check_reports_old_backups_and_newer_schemas_beside_a_server() {
    let installation = Installation::new();
    let account = installation.account();
    installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    let server = installation.serve();
    let report = installation.json(&["upgrade", "check"]);
    for subject in ["control database", "site databases", "settings"] {
        assert_eq!(finding(&report, subject)["level"], "ok", "{report}");
    }
    assert_eq!(finding(&report, "backups")["level"], "warning", "{report}");
    installation.json(&["site", "backup", "sparkle"]);
    let report = installation.json(&["upgrade", "check"]);
    assert_eq!(finding(&report, "backups")["level"], "ok", "{report}");
    assert_eq!(server.terminate(), Some(0));

    let file = installation.site_folder().join("site.sqlite");
    let mut site = connect(&file, ConnectionKind::Writer).await.unwrap();
    sqlx::query("PRAGMA user_version = 9999")
        .execute(&mut site)
        .await
        .unwrap();
    sqlx::Connection::close(site).await.unwrap();
    let blocked = installation.run(&["upgrade", "check"]);
    let text = String::from_utf8_lossy(&blocked.stdout);
    assert!(
        text.contains("sparkle") && text.contains("install the newer version"),
        "{text}"
    );
    assert_eq!(blocked.status.code(), Some(1));
}

#[test]
fn upgrade_check_needs_an_installation() {
    let installation = Installation::without_directory();
    let refused = installation.run(&["upgrade", "check"]);
    assert!(failure(&refused).contains("no data directory"));
    assert!(!installation.data_dir().exists());
}

#[test]
fn every_command_has_a_man_page() {
    let installation = Installation::new();
    let folder = installation.dir.path().join("man");
    std::fs::create_dir(&folder).unwrap();
    assert!(installation.run(&["man", folder.to_str().unwrap()]).status.success());
    for page in ["suds.1", "suds-serve.1", "suds-site-backup.1"] {
        let text = std::fs::read_to_string(folder.join(page)).unwrap();
        assert!(text.contains(".SH SYNOPSIS"), "{page}");
    }
    let hidden = std::fs::read_dir(&folder).unwrap().filter(|page| {
        let name = page.as_ref().unwrap().file_name();
        name.to_string_lossy().contains("sandbox")
    });
    assert_eq!(hidden.count(), 0, "hidden commands have no page");
}
