//! Backups count once they have been opened and checked.

use std::process::Output;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use super::{labels, pair, with_site};
use crate::support::{Installation, failure, get};

async fn change(installation: &Installation, sql: &'static str) {
    let path = installation.site_folder().join("site.sqlite");
    let mut file = SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    sqlx::raw_sql(sql).execute(&mut file).await.unwrap();
    file.close().await.unwrap();
}

fn kinds(installation: &Installation) -> Vec<String> {
    let listed = installation.json(&["site", "backups", "sparkle"]);
    let kinds = listed.as_array().unwrap().iter().map(|backup| &backup["kind"]);
    kinds.map(|kind| kind.as_str().unwrap().to_owned()).collect()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[tokio::test]
async fn backup_that_fails_its_check_is_kept_but_never_the_latest() {
    let installation = with_site();
    installation.json(&["site", "backup", "sparkle"]);
    pair(&installation, "Lane 2");
    change(&installation, "UPDATE terminals SET created_at = 99999999999999").await;
    assert_eq!(installation.run(&["site", "check", "sparkle"]).status.code(), Some(1));

    let refused = failure(&installation.run(&["site", "backup", "sparkle", "--keep", "1"]));
    assert!(
        refused.contains("failed its check") && refused.contains("created_at"),
        "{refused}"
    );
    let all = installation.run(&["--json", "site", "backup", "--all", "--keep", "1"]);
    assert_eq!(all.status.code(), Some(1), "{all:?}");
    assert_eq!(
        kinds(&installation),
        ["failed", "passed"],
        "only the newest failed one stays"
    );
    let text = installation.run(&["site", "backups", "sparkle"]);
    assert!(String::from_utf8_lossy(&text.stdout).contains("failed its check"));

    let failed = installation.json(&["site", "backups", "sparkle"])[0]["name"].clone();
    let restored = installation.run(&["site", "restore", "sparkle", "--latest", "--yes"]);
    assert!(stderr(&restored).contains(failed.as_str().unwrap()), "{restored:?}");
    assert_eq!(labels(&installation, "sparkle"), ["Lane 1"]);
    let by_name = [
        "site",
        "restore",
        "sparkle",
        "--backup",
        failed.as_str().unwrap(),
        "--yes",
    ];
    let restored = installation.run(&by_name);
    assert!(stderr(&restored).contains("failed its check"), "{restored:?}");
    assert_eq!(labels(&installation, "sparkle"), ["Lane 1", "Lane 2"]);
}

#[tokio::test]
async fn damaged_site_yields_no_backup() {
    let installation = with_site();
    installation.json(&["site", "backup", "sparkle"]);
    change(
        &installation,
        "PRAGMA foreign_keys = OFF; UPDATE terminals SET location_id = 999",
    )
    .await;
    let refused = failure(&installation.run(&["site", "backup", "sparkle"]));
    assert!(refused.contains("a row references a missing row"), "{refused}");
    assert_eq!(kinds(&installation), ["failed", "passed"]);
}

#[tokio::test]
async fn failed_background_job_does_not_fail_a_backup() {
    let installation = with_site();
    change(
        &installation,
        "INSERT INTO jobs (kind, payload, due_at, attempts, dead, last_error, created_at)
         VALUES ('identity.empty_wal', '{}', 0, 3, 1, 'no answer', 0)",
    )
    .await;
    assert_eq!(installation.run(&["site", "check", "sparkle"]).status.code(), Some(1));
    installation.json(&["site", "backup", "sparkle"]);
    installation.json(&["site", "restore", "sparkle", "--latest", "--yes"]);
    let jobs = installation.json(&["jobs", "list", "--site", "sparkle", "--state", "dead"]);
    assert_eq!(jobs.as_array().unwrap().len(), 1, "the backup itself is unchanged");
}

async fn metrics_of(installation: &Installation) -> Vec<String> {
    let server = installation.serve_with(&[("SUDS_METRICS_TOKEN", "secret")]);
    let text = get(
        server.address,
        "localhost",
        "/metrics",
        &[("authorization", "Bearer secret")],
    )
    .await;
    let text = text.text().await.unwrap();
    assert_eq!(server.terminate(), Some(0));
    text.lines().map(str::to_owned).collect()
}

fn value(lines: &[String], metric: &str) -> f64 {
    let line = lines.iter().find_map(|line| line.strip_prefix(metric)).unwrap();
    line.trim().parse().unwrap()
}

#[tokio::test]
async fn time_of_the_last_backup_is_a_metric_that_survives_a_restart() {
    let installation = with_site();
    let of_site = "suds_last_backup_timestamp_seconds{site=\"sparkle\"}";
    let before = metrics_of(&installation).await;
    assert!(value(&before, of_site).abs() < 1.0, "{before:?}");
    assert!(
        value(&before, "suds_sites_without_recent_backup").abs() < 1.0,
        "it is new"
    );

    installation.json(&["site", "backup", "sparkle"]);
    let lines = metrics_of(&installation).await;
    let at = value(&lines, of_site);
    assert!(at > 1.7e9, "{lines:?}");
    assert!((value(&lines, "suds_oldest_backup_timestamp_seconds") - at).abs() < 1.0);

    change(&installation, "UPDATE terminals SET created_at = 99999999999999").await;
    failure(&installation.run(&["site", "backup", "sparkle"]));
    let lines = metrics_of(&installation).await;
    assert!(
        (value(&lines, of_site) - at).abs() < 1.0,
        "a failed backup doesn't count"
    );
}

#[test]
fn backups_are_kept_by_hour_day_and_week() {
    let installation = with_site();
    installation.json(&["site", "backup", "sparkle"]);
    let manual = installation.json(&["site", "backups", "sparkle"])[0]["name"].clone();
    let words = [
        "site",
        "backup",
        "--all",
        "--keep-hourly",
        "1",
        "--keep-daily",
        "1",
        "--keep-weekly",
        "1",
    ];
    for _ in 0..3 {
        installation.json(&words);
    }
    // A schedule doesn't delete what someone backed up before an upgrade.
    let left = installation.json(&["site", "backups", "sparkle"]);
    assert_eq!(
        (left.as_array().unwrap().len(), &left[1]["name"]),
        (2, &manual),
        "{left}"
    );
    assert!(manual.as_str().unwrap().ends_with("-manual"), "{manual}");
    let controls = || std::fs::read_dir(installation.data_dir().join("objects/backups/control")).unwrap();
    assert_eq!(controls().count(), 2);
    installation.json(&["site", "backup", "--all", "--keep", "1"]);
    let left = installation.json(&["site", "backups", "sparkle"]);
    assert_eq!((left.as_array().unwrap().len(), controls().count()), (1, 1), "{left}");
    let both = installation.run(&["site", "backup", "sparkle", "--keep", "1", "--keep-daily", "1"]);
    assert_eq!(both.status.code(), Some(2));
}
