//! A control database that is older than the sites, or newer than the build.

use std::path::PathBuf;
use std::process::Stdio;

use platform::db::{ConnectionKind, connect};
use serde_json::Value;
use sqlx::Connection as _;

use super::{PASSPHRASE, is_whole, labels, pair, with_passphrase, with_site};
use crate::support::{Installation, create, failure, merchants};

/// An installation whose control database was replaced by an older one: it doesn't know the site `sparkle`. Also returns the account,
/// the site's ID and the result of `act`, which runs while the site is still known.
fn stray_after<T>(act: impl FnOnce(&Installation) -> T) -> (Installation, String, String, T) {
    let installation = Installation::new();
    let account = installation.account();
    let control = installation.data_dir().join("control.sqlite");
    let older = std::fs::read(&control).unwrap();
    installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    pair(&installation, "Lane 1");
    let id = installation.json(&["site", "show", "sparkle"])["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let result = act(&installation);
    std::fs::write(&control, older).unwrap();
    (installation, account, id, result)
}

/// The same with a second kiosk, which the returned export lacks.
fn with_stray() -> (Installation, String, String, PathBuf) {
    stray_after(|installation| {
        let file = super::export(installation);
        pair(installation, "Lane 2");
        file
    })
}

#[tokio::test]
async fn stray_site_is_named_adopted_and_never_overwritten() {
    let (installation, account, id, file) = with_stray();
    let adopt = format!("suds site adopt --id {id}");
    let checked = installation.run(&["site", "check", "--all"]);
    assert_eq!(checked.status.code(), Some(1));
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(said.contains(&adopt) && said.contains("sparkle"), "{said}");

    let log = installation.dir.path().join("log");
    let server = installation.serve_logging_to(Stdio::from(std::fs::File::create(&log).unwrap()));
    assert_eq!(server.terminate(), Some(0));
    let log = std::fs::read_to_string(log).unwrap();
    assert_eq!(log.lines().filter(|line| line.contains(&adopt)).count(), 1, "{log}");

    let words = ["site", "import", file.to_str().unwrap(), "--account", &account, "--yes"];
    let refused = failure(&with_passphrase(&installation, PASSPHRASE, &words));
    assert!(refused.contains(&adopt), "{refused}");

    let adopted = installation.json(&["site", "adopt", "--id", &id]);
    assert_eq!(
        (&adopted["subdomain"], &adopted["hold"]["reason"], &adopted["accountId"]),
        (&"sparkle".into(), &"adopted".into(), &account.as_str().into())
    );
    assert_eq!(labels(&installation, "sparkle"), ["Lane 1", "Lane 2"]);
    is_whole(&installation);
    let again = failure(&installation.run(&["site", "adopt", "--id", &id]));
    assert!(again.contains("already exists"), "{again}");
    installation.json(&["site", "backup", "sparkle"]);
}

/// The copy of the control database is from the moment when the site was being created.
#[tokio::test]
async fn finished_site_is_not_removed_as_half_made() {
    let installation = with_site();
    let id = installation.json(&["site", "show", "sparkle"])["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let control = installation.data_dir().join("control.sqlite");
    write(
        &control,
        "DELETE FROM site_files; DELETE FROM site_due; UPDATE sites SET state = 'creating'",
    )
    .await;
    let checked = installation.run(&["site", "check", "--all"]);
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(said.contains(&format!("suds site adopt --id {id}")), "{said}");
    installation.json(&["site", "adopt", "--id", &id]);
    assert_eq!(labels(&installation, "sparkle"), ["Lane 1"]);
    is_whole(&installation);
}

#[test]
fn stray_site_needs_its_key_and_an_account() {
    let (installation, account, id, _) = with_stray();
    let identity = installation.site_folder().join("site.json");
    let known = std::fs::read_to_string(&identity).unwrap();
    let adopt = ["site", "adopt", "--id", &id];

    std::fs::write(
        &identity,
        known.replace(&account, "00000000-0000-4000-8000-000000000001"),
    )
    .unwrap();
    let refused = failure(&installation.run(&adopt));
    assert!(
        refused.contains("Sparkle Auto Spa") && refused.contains("--account"),
        "{refused}"
    );
    std::fs::remove_file(&identity).unwrap();
    let refused = failure(&installation.run(&adopt));
    assert!(
        refused.contains("the key of site") && refused.contains("is lost"),
        "{refused}"
    );
    // Another site's identity.
    let other = with_site();
    let others = std::fs::read_to_string(other.site_folder().join("site.json")).unwrap();
    let other_id = other.json(&["site", "show", "sparkle"])["id"]
        .as_str()
        .unwrap()
        .to_owned();
    std::fs::write(&identity, others.replace(&other_id, &id)).unwrap();
    let refused = failure(&installation.run(&adopt));
    assert!(refused.contains("master key"), "{refused}");

    std::fs::write(&identity, known).unwrap();
    let words = [&adopt[..], &["--account", &account, "--subdomain", "shiny"]].concat();
    assert_eq!(installation.json(&words)["subdomain"], "shiny");
}

/// A site of a build without `site.json` is adopted with the key in its newest backup.
#[test]
fn stray_site_is_adopted_with_the_key_of_its_backup() {
    let (installation, account, id, _) = stray_after(|installation| installation.json(&["site", "backup", "sparkle"]));
    std::fs::remove_file(installation.site_folder().join("site.json")).unwrap();
    let refused = failure(&installation.run(&["site", "adopt", "--id", &id]));
    assert!(refused.contains("--account"), "{refused}");
    installation.json(&["site", "adopt", "--id", &id, "--account", &account]);
    assert_eq!(labels(&installation, "sparkle"), ["Lane 1"]);
    is_whole(&installation);
}

#[test]
fn identity_follows_renames_and_rotations() {
    let installation = with_site();
    let read = || -> Value {
        let text = std::fs::read(installation.site_folder().join("site.json")).unwrap();
        serde_json::from_slice(&text).unwrap()
    };
    let first = read();
    installation.json(&["site", "rename", "sparkle", "shiny"]);
    installation.json(&["keys", "rotate"]);
    let now = read();
    assert_eq!(
        (&first["subdomain"], &now["subdomain"]),
        (&"sparkle".into(), &"shiny".into())
    );
    assert_ne!(first["wrappedKey"], now["wrappedKey"]);
}

async fn write(file: &std::path::Path, sql: &'static str) {
    let mut file = connect(file, ConnectionKind::Writer).await.unwrap();
    sqlx::raw_sql(sql).execute(&mut file).await.unwrap();
    file.close().await.unwrap();
}

#[tokio::test]
async fn database_of_a_newer_build_is_refused_with_the_next_step() {
    let installation = with_site();
    installation.json(&["site", "backup", "sparkle"]);
    let file = installation.site_folder().join("site.sqlite");
    write(&file, "PRAGMA user_version = 9999").await;
    let checked = installation.run(&["site", "check", "sparkle"]);
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(
        said.contains("newer than this build's") && said.contains("update suds"),
        "{said}"
    );

    let control = installation.data_dir().join("control.sqlite");
    write(
        &control,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'newer', 1, x'00', 0)",
    )
    .await;
    for words in [
        &["site", "list"][..],
        &["site", "backup", "--all"],
        &["serve"],
        &["keys", "rotate"],
    ] {
        let said = failure(&installation.run(words));
        assert!(
            said.contains("version 9999, newer than this build's") && said.contains("install the newer version"),
            "{said}"
        );
    }
}
