//! Money after `suds site restore` and `suds site import`: paid charges aren't repeated, and every merchant account is
//! queried.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};

use super::held::stub;
use super::{PASSPHRASE, export, with_passphrase, with_site};
use crate::server::Server;
use crate::shopper::{Shopper, Town};
use crate::support::{Installation, copy_folder, create, merchants};

async fn open(folder: &Path) -> SqliteConnection {
    let file = SqliteConnectOptions::new().filename(folder.join("site.sqlite"));
    file.busy_timeout(Duration::from_secs(5)).connect().await.unwrap()
}

/// Runs statements on the file of the only site.
async fn change(installation: &Installation, statements: &'static str) {
    let mut file = open(&installation.site_folder()).await;
    sqlx::raw_sql(statements).execute(&mut file).await.unwrap();
    file.close().await.unwrap();
}

/// Waits until this many months are paid.
async fn wait_for_months(installation: &Installation, paid: i64) {
    let since = Instant::now();
    let mut file = open(&installation.site_folder()).await;
    loop {
        let months: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM club_periods WHERE state = 'paid'")
            .fetch_one(&mut file)
            .await
            .unwrap();
        if months == paid {
            break;
        }
        assert!(since.elapsed() < Duration::from_secs(30), "{months} months are paid");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    file.close().await.unwrap();
}

/// A running server whose only site has a member with a due month.
async fn with_due_member(installation: &Installation, stub: &paystub::Handle) -> Server {
    let sites = [("sparkle".to_owned(), merchants().join("sparkle"))];
    let mut server = Server::of_new_sites(installation, &sites, stub.url());
    server.start().await;
    let mail = installation.data_dir().join("mail");
    let town = Town {
        server: server.address,
        stub: stub.url(),
        mail: &mail,
    };
    let ada = Shopper::arrive(town, "sparkle", "ada@example.com").await;
    ada.join_a_club(server.address).await;
    wait_for_months(installation, 1).await;
    server.kill();
    change(
        installation,
        "UPDATE club_periods SET period_start = date(period_start, '-1 month'), period_end = date('now', '-1 day');
         UPDATE club_memberships SET next_billing_date = date('now', '-1 day'), anchor_date = date('now', '-1 day');
         UPDATE jobs SET due_at = 0 WHERE kind = 'clubs.bill'",
    )
    .await;
    server
}

/// Whether the charge of each due renewal was found at the processor.
fn searches(installation: &Installation) -> Vec<Value> {
    let report = installation.json(&["site", "release", "sparkle", "--dry-run"]);
    let differences = report["differences"].as_array().unwrap().iter();
    let due = differences.filter(|one| one["kind"] == "due_renewal");
    due.map(|one| one["search"].clone()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn renewal_paid_before_a_restore_is_not_charged_again() {
    let installation = Installation::new();
    let stub = stub(installation.dir.path()).await;
    let mut server = with_due_member(&installation, &stub).await;
    installation.json(&["site", "backup", "sparkle"]);
    server.start().await;
    wait_for_months(&installation, 2).await;
    assert_eq!(stub.charges().len(), 2, "joining, and the second month");

    installation.json(&["site", "restore", "sparkle", "--latest", "--yes"]);
    wait_for_months(&installation, 1).await;
    assert_eq!(searches(&installation), [json!("found")]);
    installation.json(&["site", "release", "sparkle", "--acknowledge-all"]);
    wait_for_months(&installation, 2).await;
    assert_eq!(stub.charges().len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn renewal_paid_by_the_original_is_not_charged_again_by_an_imported_copy() {
    let (here, there) = (Installation::new(), Installation::new());
    let stub = stub(here.dir.path()).await;
    let mut original = with_due_member(&here, &stub).await;
    let archive = export(&here);
    original.start().await;
    wait_for_months(&here, 2).await;
    assert_eq!(stub.charges().len(), 2, "joining, and the second month");
    original.kill();

    let mut copy = Server::of_new_sites(&there, &[], stub.url());
    there.json(&["environment", "create", "staging"]);
    let account = there.account();
    let words = [
        "site",
        "import",
        archive.to_str().unwrap(),
        "--account",
        &account,
        "--environment",
        "staging",
        "--yes",
    ];
    let imported = with_passphrase(&there, PASSPHRASE, &words);
    assert!(
        imported.status.success(),
        "{}",
        String::from_utf8_lossy(&imported.stderr)
    );
    copy.start().await;
    assert_eq!(searches(&there), [json!("found")]);
    wait_for_months(&there, 1).await;
    there.json(&["site", "release", "sparkle", "--acknowledge-all"]);
    wait_for_months(&there, 2).await;
    assert_eq!(stub.charges().len(), 2);
}

#[tokio::test]
async fn merchant_account_used_since_the_backup_is_kept_for_lookups() {
    let installation = with_site();
    installation.json(&["site", "backup", "sparkle"]);
    // As if the owner had moved to another store.
    change(
        &installation,
        "UPDATE payments_accounts SET left_at = (unixepoch() + 1) * 1000,
             settings_sealed = (SELECT settings_sealed FROM payments_processor);
         INSERT INTO payments_accounts (processor, endpoints, merchant_id, created_at) VALUES ('moneris', 'stub', 'store9', 0);
         UPDATE payments_processor SET account_id = last_insert_rowid()",
    )
    .await;
    installation.json(&["site", "restore", "sparkle", "--latest", "--yes"]);
    let mut file = open(&installation.site_folder()).await;
    let accounts: Vec<(String, bool, bool)> = sqlx::query_as(
        "SELECT merchant_id, left_at IS NULL, settings_sealed IS NOT NULL FROM payments_accounts ORDER BY id",
    )
    .fetch_all(&mut file)
    .await
    .unwrap();
    file.close().await.unwrap();
    let account = |id: &str, is_in_use, has_credentials| (id.to_owned(), is_in_use, has_credentials);
    assert_eq!(
        accounts,
        [account("store5", true, false), account("store9", false, true)]
    );
    let report = installation.json(&["site", "release", "sparkle", "--dry-run"]);
    let unlisted: Vec<&Value> = report["differences"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["kind"] == "unlisted_processor")
        .map(|one| &one["subject"])
        .collect();
    assert_eq!(unlisted, [&json!("moneris"), &json!("moneris, store9")], "{report}");
}

#[tokio::test]
async fn production_endpoints_are_rejected_after_an_import_into_staging() {
    let (here, there) = (Installation::new(), Installation::new());
    let folder = here.dir.path().join("merchant");
    copy_folder(&merchants().join("sparkle"), &folder);
    let path = folder.join("site.json");
    let manifest = std::fs::read_to_string(&path).unwrap();
    let manifest = manifest.replace("\"endpoints\": \"stub\"", "\"endpoints\": \"production\"");
    std::fs::write(&path, manifest).unwrap();
    here.json(&["environment", "create", "live", "--production"]);
    here.json(&create(&here.account(), "sparkle", "live", &folder));
    let archive = export(&here);

    there.json(&["environment", "create", "staging"]);
    let account = there.account();
    let words = [
        "site",
        "import",
        "--yes",
        archive.to_str().unwrap(),
        "--account",
        &account,
        "--environment",
        "staging",
    ];
    let imported = with_passphrase(&there, PASSPHRASE, &words);
    assert!(
        imported.status.success(),
        "{}",
        String::from_utf8_lossy(&imported.stderr)
    );
    let report = there.json(&["site", "release", "sparkle", "--dry-run"]);
    assert_eq!(report["listing"], "no_processor");
    let differences = report["differences"].as_array().unwrap();
    assert_eq!(
        (differences.len(), &differences[0]["kind"]),
        (1, &json!("unlisted_processor")),
        "{report}"
    );
}
