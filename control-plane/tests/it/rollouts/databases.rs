use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use control_plane::sites::{CreateSite, Creation, Start};
use serde_json::Value;
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use super::World;
use crate::kill::from_environment;
use crate::support::{Installation, merchants};

/// A size for every commit; each site takes all migrations since the seventh. `scripts/soak` asks for more.
const SITES: usize = 40;
const KILLS: usize = 8;
/// Files of this schema do not say yet whose they are.
const OLD: i64 = 7;

/// An empty file of an old schema.
async fn old_file(folder: &Path) -> PathBuf {
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tenant-runtime/migrations");
    let kept = folder.join("migrations");
    std::fs::create_dir(&kept).unwrap();
    for entry in std::fs::read_dir(migrations).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if name[..4].parse::<i64>().unwrap() <= OLD {
            std::fs::copy(entry.path(), kept.join(name)).unwrap();
        }
    }
    let file = folder.join("old.sqlite");
    let mut connection = SqliteConnectOptions::new()
        .filename(&file)
        .create_if_missing(true)
        .connect()
        .await
        .unwrap();
    let migrator = Migrator::new(kept).await.unwrap();
    migrator.run_direct(None, &mut connection, false).await.unwrap();
    connection.close().await.unwrap();
    assert_eq!(version_of(&file).await, OLD);
    file
}

async fn version_of(file: &Path) -> i64 {
    let mut connection = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    let version = sqlx::query_scalar::<_, i64>("PRAGMA user_version")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    let sound: String = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!(sound, "ok");
    connection.close().await.unwrap();
    version
}

/// Number of `files` of `bytes` with an old schema that a sweep has started with, judged by their size, because opening
/// hundreds of them takes longer than migrating a few.
fn begun(files: &[PathBuf], bytes: u64) -> usize {
    let is_begun = |file: &&PathBuf| {
        file.with_extension("sqlite-wal").exists() || file.metadata().is_ok_and(|metadata| metadata.len() != bytes)
    };
    files.iter().filter(is_begun).count()
}

/// Sites of an old schema, and their files.
async fn old_sites(count: usize) -> (Installation, Vec<PathBuf>) {
    let world = World::new().await;
    let old = old_file(world.installation.dir.path()).await;
    let account = control_plane::accounts::create(&world.plane, "Old", None, "test")
        .await
        .unwrap();
    let mut files = Vec::new();
    for number in 0..count {
        let request = CreateSite {
            account_id: account.id,
            subdomain: format!("wash-{number:04}").parse().unwrap(),
            environment: "dev".to_owned(),
            start: Start::Folder(merchants().join("sparkle")),
            owner: None,
            actor: "test".to_owned(),
        };
        let creation = Creation::reserve(&world.plane, request).await.unwrap();
        let folder = world
            .installation
            .data_dir()
            .join("sites")
            .join(creation.site.id.to_string());
        std::fs::create_dir(&folder).unwrap();
        std::fs::copy(&old, folder.join("site.sqlite")).unwrap();
        creation.activate().await.unwrap();
        files.push(folder.join("site.sqlite"));
    }
    world.plane.close().await;
    (world.installation, files)
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_migration_continues_where_it_stopped() {
    let sites = from_environment("SUDS_MIGRATIONS").unwrap_or(SITES);
    let kills = from_environment("SUDS_MIGRATION_KILLS").unwrap_or(KILLS);
    let (installation, files) = old_sites(sites).await;
    let bytes = files[0].metadata().unwrap().len();
    let mut cut_off = 0;
    let latest = tenant_runtime::SCHEMA.latest();
    for kill in 1..=kills {
        let mut sweep = installation
            .suds()
            .args(["site", "migrate", "--all"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while begun(&files, bytes) < sites * kill / (kills + 1) && sweep.try_wait().unwrap().is_none() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        // SIGKILL.
        sweep.kill().unwrap();
        cut_off += usize::from(sweep.wait().unwrap().code().is_none());
        for file in &files {
            let version = version_of(file).await;
            assert!((OLD..=latest).contains(&version), "{version}");
        }
        let rollouts = installation.json(&["rollout", "status"]);
        assert_eq!(
            rollouts["items"].as_array().unwrap().len(),
            1,
            "it is taken up again, not begun anew: {rollouts}"
        );
    }
    println!("{cut_off} of {kills} sweeps over {sites} sites were cut off");
    assert!(cut_off * 2 > kills, "most of them while they were at work: {cut_off}");
    let reports = installation.json(&["site", "migrate", "--all"]);
    assert_eq!(reports.as_array().unwrap().len(), sites);
    assert!(
        reports
            .as_array()
            .unwrap()
            .iter()
            .all(|report| report["problems"] == Value::Array(Vec::new()))
    );
    for file in &files {
        assert_eq!(version_of(file).await, latest);
    }
    assert_eq!(
        installation.json(&["rollout", "status"])["items"],
        Value::Array(Vec::new())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn site_that_fails_to_migrate_is_named_and_skipped() {
    let (installation, files) = old_sites(3).await;
    std::fs::write(
        &files[1],
        "no database at all, and long enough to be taken for one".repeat(50),
    )
    .unwrap();
    let output = installation
        .suds()
        .args(["--json", "site", "migrate", "--all"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let reports: Value = serde_json::from_slice(&output.stdout).unwrap();
    let ill: Vec<_> = reports
        .as_array()
        .unwrap()
        .iter()
        .filter(|report| report["problems"] != Value::Array(Vec::new()))
        .collect();
    assert_eq!(ill.len(), 1, "{reports}");
    assert_eq!(ill[0]["subdomain"], "wash-0001");
    for file in [&files[0], &files[2]] {
        assert_eq!(version_of(file).await, tenant_runtime::SCHEMA.latest());
    }
    let one = installation.json(&["site", "migrate", "wash-0000"]);
    assert_eq!(one[0]["problems"], Value::Array(Vec::new()));
    let rollouts = installation.json(&["rollout", "list", "--kind", "database"]);
    assert_eq!(
        (
            &rollouts["items"][0]["state"],
            &rollouts["items"][0]["waves"][0]["failed"]
        ),
        (&Value::from("done"), &Value::from(1))
    );
}
