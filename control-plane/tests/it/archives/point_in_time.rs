//! Databases that Litestream replicates, and sites restored to a point in time.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use platform::clock::{Clock as _, SystemClock};
use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use super::{PASSPHRASE, export, import, is_whole, labels, pair, with_site};
use crate::support::{Installation, failure};

/// Time in which Litestream copies a change: it looks every second.
const COPIED: Duration = Duration::from_millis(2500);
/// Tables that Litestream adds.
const TABLES: &str = "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
                      CREATE TABLE _litestream_lock (id INTEGER);
                      INSERT INTO _litestream_seq VALUES (1, 7)";

/// The program, which `scripts/test` installs. `None` under another clock, which Litestream doesn't share.
fn program() -> Option<PathBuf> {
    let found = std::env::var_os("SUDS_TEST_LITESTREAM").filter(|_| std::env::var_os("FAKETIME").is_none());
    if found.is_none() {
        eprintln!("NOT TESTED: Litestream isn't installed, or has another clock");
    }
    found.map(PathBuf::from)
}

/// Running Litestream; killed when dropped.
struct Litestream(Child);

impl Litestream {
    fn start(program: &Path, config: &Path) -> Self {
        let mut command = Command::new(program);
        command.arg("replicate").arg("-config").arg(config).stdin(Stdio::null());
        Self(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    /// Lets it copy the last changes.
    fn stop(mut self) {
        let killed = Command::new("kill").arg(self.0.id().to_string()).status().unwrap();
        assert!(killed.success());
        self.0.wait().unwrap();
    }
}

impl Drop for Litestream {
    fn drop(&mut self) {
        // Fails when it has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn open(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file);
    options.connect().await.unwrap()
}

async fn litestream_tables(file: &Path) -> i64 {
    let mut file = open(file).await;
    sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_schema WHERE name LIKE '\\_litestream%' ESCAPE '\\'")
        .fetch_one(&mut file)
        .await
        .unwrap()
}

async fn ledger_entries(file: &Path) -> i64 {
    let mut file = open(file).await;
    sqlx::query_scalar("SELECT COUNT(*) FROM ledger_entries")
        .fetch_one(&mut file)
        .await
        .unwrap()
}

#[tokio::test]
async fn tables_of_litestream_are_accepted_and_not_archived() {
    let installation = with_site();
    let database = installation.site_folder().join("site.sqlite");
    let mut file = open(&database).await;
    sqlx::raw_sql(TABLES).execute(&mut file).await.unwrap();
    file.close().await.unwrap();
    is_whole(&installation);

    let snapshot = installation.dir.path().join("snapshot.sqlite");
    platform::db::snapshot(&database, &snapshot).await.unwrap();
    assert_eq!(litestream_tables(&snapshot).await, 0);
    assert_eq!(litestream_tables(&database).await, 2);

    installation.json(&["site", "backup", "sparkle"]);
    installation.json(&["site", "restore", "sparkle", "--latest", "--yes"]);
    assert_eq!(labels(&installation, "sparkle"), ["Lane 1"]);
    assert_eq!(litestream_tables(&database).await, 0);
    let exported = export(&installation);
    let other = Installation::new();
    let account = other.account();
    let imported = import(&other, &account, &exported, PASSPHRASE);
    assert!(imported.status.success(), "{imported:?}");

    // Triggers of these tables aren't Litestream's.
    let mut file = open(&database).await;
    let trigger = "CREATE TRIGGER hidden AFTER INSERT ON _litestream_seq BEGIN DELETE FROM jobs; END";
    sqlx::raw_sql(TABLES).execute(&mut file).await.unwrap();
    sqlx::raw_sql(trigger).execute(&mut file).await.unwrap();
    file.close().await.unwrap();
    let checked = installation.run(&["site", "check", "sparkle"]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&checked.stdout).contains("hidden"),
        "{checked:?}"
    );
}

#[test]
fn configuration_covers_the_control_database_and_each_site() {
    let installation = with_site();
    let id = installation.json(&["site", "show", "sparkle"])["id"].clone();
    let id = id.as_str().unwrap();
    let data = installation.data_dir();
    let listed = installation.json(&["litestream", "config"]);
    let path = |name: &str| json!({ "type": "file", "path": data.join("objects/litestream").join(name) });
    assert_eq!(listed[0]["name"], "control");
    assert_eq!(listed[0]["replica"], path("control"));
    assert_eq!(
        listed[1]["path"],
        json!(data.join("sites").join(id).join("site.sqlite"))
    );
    assert_eq!(listed[1]["replica"], path(id));
    let elsewhere = installation
        .suds()
        .env("AWS_REGION", "eu-central-1")
        .args(["litestream", "config", "--to", "s3://copies/suds"])
        .output()
        .unwrap();
    let text = String::from_utf8(elsewhere.stdout).unwrap();
    let entry = format!("bucket: \"copies\"\n      path: \"suds/{id}\"\n      region: \"eu-central-1\"\n");
    assert!(text.contains(&entry), "{text}");
    let wrong = installation.run(&["litestream", "config", "--to", "copies"]);
    assert!(failure(&wrong).contains("s3://bucket/prefix"), "{wrong:?}");
}

#[test]
fn restore_to_a_point_in_time_explains_what_is_missing() {
    let installation = with_site();
    let restore = |at: &str| installation.run(&["site", "restore", "sparkle", "--yes", "--at", at]);
    let said = |at: &str| {
        let output = restore(at);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(restore("yesterday").status.code(), Some(2));
    assert!(said("2120-01-01T00:00").contains("in the future"));
    let missing = installation
        .suds()
        .env("SUDS_LITESTREAM", "/nowhere/litestream")
        .args(["site", "restore", "sparkle", "--yes", "--at", "2026-01-01T00:00Z"])
        .output()
        .unwrap();
    let missing = String::from_utf8(missing.stderr).unwrap();
    assert!(missing.contains("SUDS_LITESTREAM"), "{missing}");
    is_whole(&installation);
}

/// Litestream runs while the server is killed during writes. Nothing that the server acknowledged is lost.
#[tokio::test]
async fn site_is_restored_to_a_point_in_time() {
    let Some(program) = program() else { return };
    let installation = with_site();
    let copies = format!("file://{}", installation.dir.path().join("copies").display());
    let printed = installation.run(&["litestream", "config", "--to", &copies]);
    let config = installation.dir.path().join("litestream.yml");
    std::fs::write(&config, &printed.stdout).unwrap();
    let variables = [("SUDS_LITESTREAM", program.to_str().unwrap())];
    let mut server = installation.serve_with(&variables);
    let litestream = Litestream::start(&program, &config);
    tokio::time::sleep(COPIED).await;

    let fill = ["demo-data", "--site", "sparkle", "--customers", "60", "--orders", "900"];
    installation.json(&fill);
    for lane in 2..6 {
        pair(&installation, &format!("Lane {lane}"));
    }
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let server = installation.serve_with(&variables);
    pair(&installation, "Lane 6");
    let database = installation.site_folder().join("site.sqlite");
    let (known, entries) = (labels(&installation, "sparkle"), ledger_entries(&database).await);
    assert!((1..=6).all(|lane| known.contains(&format!("Lane {lane}"))), "{known:?}");
    tokio::time::sleep(COPIED).await;
    let middle = SystemClock.now();
    pair(&installation, "Later");
    tokio::time::sleep(COPIED).await;
    let end = SystemClock.now();

    let restore = |at: Timestamp| {
        let mut command = installation.suds();
        command
            .envs(variables)
            .args(["--json", "site", "restore", "sparkle", "--yes"]);
        command
            .args(["--at", &at.to_string(), "--from", &copies])
            .output()
            .unwrap()
    };
    let refused = restore(middle);
    assert!(
        String::from_utf8_lossy(&refused.stderr).contains("litestream has the site's file open"),
        "{refused:?}"
    );
    assert!(labels(&installation, "sparkle").contains(&"Later".to_owned()));
    litestream.stop();

    let output = restore(middle);
    assert!(output.status.success(), "{output:?}");
    let restored: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(restored["hold"]["reason"], "restored");
    let until: Timestamp = restored["madeAt"].as_str().unwrap().parse().unwrap();
    assert!(
        until < middle && until > middle - SignedDuration::from_mins(2),
        "{restored}"
    );
    assert_eq!(labels(&installation, "sparkle"), known);
    assert_eq!(ledger_entries(&database).await, entries);
    assert_eq!(litestream_tables(&database).await, 0);
    is_whole(&installation);

    // The copies of the replaced file stay, and those of the new one follow.
    let again = Litestream::start(&program, &config);
    tokio::time::sleep(COPIED).await;
    again.stop();
    let output = restore(end);
    assert!(output.status.success(), "{output:?}");
    let all = labels(&installation, "sparkle");
    assert!(
        all.len() == known.len() + 1 && all.contains(&"Later".to_owned()),
        "{all:?}"
    );
    assert_eq!(server.terminate(), Some(0));

    // Without a server, and with the time of the site's zone.
    let again = Litestream::start(&program, &config);
    tokio::time::sleep(COPIED).await;
    again.stop();
    let zone = jiff::tz::TimeZone::get("America/Phoenix").unwrap();
    let local = middle.to_zoned(zone).datetime().to_string();
    let output = installation
        .suds()
        .envs(variables)
        .args(["site", "restore", "sparkle", "--yes", "--at", &local, "--from", &copies])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(labels(&installation, "sparkle"), known);
    let early = restore("2020-01-01T00:00:00Z".parse().unwrap());
    assert!(String::from_utf8_lossy(&early.stderr).contains("no copy"), "{early:?}");
}
