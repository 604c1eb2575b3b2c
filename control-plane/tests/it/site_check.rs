//! `suds site check` and its consequences.

use std::time::{Duration, Instant};

use serde_json::Value;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use crate::support::{Installation, create, failure, get, merchants};

/// Two sites of one account, nothing being wrong with either. Answers their ids.
fn sparkle_and_bluewave(installation: &Installation) -> [String; 2] {
    let account = installation.account();
    let made = ["sparkle", "bluewave"].map(|site| {
        installation.json(&create(&account, site, "demo", &merchants().join(site)))["id"]
            .as_str()
            .unwrap()
            .to_owned()
    });
    installation.json(&["site", "check", "--all"]);
    made
}

#[tokio::test]
async fn file_of_another_site_is_reported_and_not_served() {
    let installation = Installation::new();
    let made = sparkle_and_bluewave(&installation);
    let file = |id: &str| installation.data_dir().join("sites").join(id).join("site.sqlite");
    let own = std::fs::read(file(&made[0])).unwrap();
    for (content, problem) in [
        (std::fs::read(file(&made[1])).unwrap(), made[1].as_str()),
        (Vec::new(), "empty"),
    ] {
        std::fs::write(file(&made[0]), content).unwrap();
        let checked = installation.run(&["--json", "site", "check", "--all"]);
        assert_eq!(checked.status.code(), Some(1));
        let reports: Value = serde_json::from_slice(&checked.stdout).unwrap();
        let of = |site: &str| {
            let report = reports
                .as_array()
                .unwrap()
                .iter()
                .find(|report| report["subdomain"] == site);
            report.unwrap()["problems"].to_string()
        };
        assert!(of("sparkle").contains(problem), "{reports}");
        assert_eq!(of("bluewave"), "[]");

        let log = installation.dir.path().join("log");
        let server = installation.serve_logging_to(std::fs::File::create(&log).unwrap().into());
        let status = async |site: &str| {
            let host = format!("{site}.localhost:{}", server.address.port());
            get(server.address, &host, "/api/v1/system/site-config", &[])
                .await
                .status()
        };
        assert_eq!(
            (status("sparkle").await, status("bluewave").await),
            (503.try_into().unwrap(), 200.try_into().unwrap())
        );
        assert_eq!(server.terminate(), Some(0));
        let log = std::fs::read_to_string(log).unwrap();
        assert!(
            log.lines()
                .any(|line| line.contains("\"level\":\"ERROR\"") && line.contains(&made[0])),
            "{log}"
        );
    }
    std::fs::write(file(&made[0]), own).unwrap();
    installation.json(&["site", "check", "--all"]);
}

/// Removes the owner from a copy of a site's file, as in files from before this record.
async fn unsign(file: &std::path::Path) {
    let mut file = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    sqlx::raw_sql(
        "DROP TRIGGER site_file_no_delete; DELETE FROM site_file;
         CREATE TRIGGER site_file_no_delete BEFORE DELETE ON site_file BEGIN SELECT RAISE(ABORT, 'a file keeps its site'); END;
         PRAGMA wal_checkpoint(TRUNCATE)",
    )
    .execute(&mut file)
    .await
    .unwrap();
    file.close().await.unwrap();
}

#[tokio::test]
async fn backup_without_a_site_id_is_adopted() {
    let installation = Installation::new();
    let made = sparkle_and_bluewave(&installation);
    let file = |id: &str| installation.data_dir().join("sites").join(id).join("site.sqlite");
    let (own, others) = (
        std::fs::read(file(&made[0])).unwrap(),
        std::fs::read(file(&made[1])).unwrap(),
    );
    let adopt = ["site", "adopt", "sparkle"];
    let said = failure(&installation.run(&adopt));
    assert!(said.contains("already in use"), "{said}");

    // Another site's file, whether it says so or not.
    std::fs::write(file(&made[0]), &others).unwrap();
    let said = failure(&installation.run(&adopt));
    assert!(said.contains(&made[1]), "{said}");
    unsign(&file(&made[0])).await;
    let said = failure(&installation.run(&adopt));
    assert!(said.contains("another site"), "{said}");
    std::fs::write(file(&made[0]), "").unwrap();
    failure(&installation.run(&adopt));

    // The site's own file, from before this record.
    std::fs::write(file(&made[0]), &own).unwrap();
    unsign(&file(&made[0])).await;
    assert_eq!(installation.run(&["site", "check", "sparkle"]).status.code(), Some(1));
    assert_eq!(installation.json(&adopt)["id"], made[0].as_str());
    assert_eq!(
        installation.json(&["site", "check", "sparkle"])[0]["problems"],
        serde_json::json!([])
    );
    // Also its own earlier file, which has a different origin than on record, with a running server too.
    std::fs::write(file(&made[0]), &own).unwrap();
    let server = installation.serve();
    let status = async || {
        let host = format!("sparkle.localhost:{}", server.address.port());
        get(server.address, &host, "/api/v1/system/site-config", &[])
            .await
            .status()
            .as_u16()
    };
    assert_eq!(status().await, 503);
    installation.json(&adopt);
    assert_eq!(status().await, 200);
    let said = failure(&installation.run(&adopt));
    assert!(said.contains("open"), "{said}");
    assert_eq!(server.terminate(), Some(0));
    installation.json(&["site", "check", "--all"]);
}

#[tokio::test]
async fn dead_job_is_listed_checked_retried_or_discarded() {
    let installation = Installation::new();
    let account = installation.account();
    let made = installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    let folder = installation.data_dir().join("sites").join(made["id"].as_str().unwrap());
    let options = SqliteConnectOptions::new().filename(folder.join("site.sqlite"));
    let mut file = options.connect().await.unwrap();
    sqlx::raw_sql(
        "INSERT INTO jobs (kind, payload, due_at, attempts, dead, last_error, created_at) VALUES
             ('identity.empty_wal', '{}', 0, 3, 1, 'the log is being read', 0),
             ('test.unknown', '{\"email\":\"ada@example.com\"}', 0, 1, 1, 'nobody', 0)",
    )
    .execute(&mut file)
    .await
    .unwrap();
    file.close().await.unwrap();

    let list = ["jobs", "list", "--site", "sparkle", "--state", "dead"];
    let dead = installation.json(&list);
    let told = |job: &Value| (job["kind"].clone(), job["state"].clone(), job["lastError"].clone());
    assert_eq!(
        told(&dead[0]),
        (
            "identity.empty_wal".into(),
            "dead".into(),
            "the log is being read".into()
        )
    );
    let text = installation.run(&list).stdout;
    let text = String::from_utf8(text).unwrap();
    assert!(
        text.contains("test.unknown") && !text.contains("ada@example.com"),
        "{text}"
    );
    assert_eq!(installation.json(&["jobs", "show", "--site", "sparkle", "1"]), dead[0]);
    let shown = installation.run(&["jobs", "show", "--site", "sparkle", "1"]).stdout;
    let shown = String::from_utf8(shown).unwrap();
    assert!(
        shown.contains("kind      identity.empty_wal\n") && shown.contains("error     the log is being read\n"),
        "{shown}"
    );
    let said = failure(&installation.run(&["jobs", "show", "--site", "sparkle", "99"]));
    assert!(said.contains("no job 99"), "{said}");
    let checked = installation.run(&["site", "check", "sparkle"]);
    assert_eq!(checked.status.code(), Some(1));
    let text = String::from_utf8(checked.stdout).unwrap();
    assert!(
        text.contains("Background job 1 (identity.empty_wal) failed: the log is being read"),
        "{text}"
    );
    let waiting = ["jobs", "list", "--site", "sparkle", "--state", "waiting"];
    assert_eq!(installation.json(&waiting), Value::Array(Vec::new()));

    assert_eq!(
        installation.run(&["jobs", "retry", "--site", "sparkle"]).status.code(),
        Some(2)
    );
    for verb in ["retry", "discard"] {
        let said = failure(&installation.run(&["jobs", verb, "--site", "sparkle", "99"]));
        assert!(said.contains("no failed job 99"), "{said}");
    }
    installation.json(&["jobs", "discard", "--site", "sparkle", "2"]);
    let both = installation.run(&["jobs", "retry", "--site", "sparkle", "--all-sites"]);
    assert_eq!(both.status.code(), Some(2));
    let revived = installation.json(&["jobs", "retry", "--all-sites"]);
    assert_eq!(revived, serde_json::json!({ "jobs": 1, "sites": 1, "failed": [] }));
    let listed = installation.json(&waiting);
    assert_eq!((&listed[0]["id"], &listed[0]["state"]), (&1.into(), &"waiting".into()));
    let again = installation.json(&["jobs", "retry", "--site", "sparkle", "--all"]);
    assert_eq!(again, Value::Array(Vec::new()));
    assert_eq!(installation.run(&["site", "check", "sparkle"]).status.code(), Some(0));

    let server = installation.serve();
    let since = Instant::now();
    while installation.json(&waiting) != Value::Array(Vec::new()) {
        assert!(since.elapsed() < Duration::from_secs(30), "the job is not done");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(server.terminate(), Some(0));
    assert_eq!(
        installation.json(&["jobs", "list", "--site", "sparkle"]),
        Value::Array(Vec::new())
    );
}
