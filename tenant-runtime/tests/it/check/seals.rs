//! Entries from before seals get theirs by the first job.

use serde_json::json;
use sqlx::migrate::Migrator;
use sqlx::{Connection as _, SqliteConnection};
use tenant_runtime::ledger::{self, Account, Transaction};

use crate::gift_cards::{buy, buyer};
use crate::support::{Installation, TestSite};

/// Number of entries with and without a seal.
async fn sealed(site: &TestSite) -> (i64, i64) {
    site.rows("SELECT COUNT(seal), COUNT(*) - COUNT(seal) FROM ledger_entries")
        .await[0]
}

/// A site as the migration leaves one that has sold: no entry has a seal, and a job waits.
async fn before_seals() -> TestSite {
    let site = Installation::new().await.site().await;
    let ada = buyer(&site).await;
    buy(&ada, "first", json!({"productId": 401})).await;
    site.change("DROP TRIGGER ledger_entries_sealed_once").await;
    site.change("UPDATE ledger_entries SET seal = NULL").await;
    site.change(
        "CREATE TRIGGER ledger_entries_sealed_once BEFORE UPDATE OF seal ON ledger_entries WHEN OLD.seal IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'an entry is sealed once'); END",
    )
    .await;
    wait_for_seals(&site).await;
    site.installation.files.seal(site.site.id, false);
    reopen(&site).await;
    site
}

/// Closes the site's file, so that the next use opens it again.
async fn reopen(site: &TestSite) {
    assert!(site.installation.runtime.sites.drain(site.site.id).await);
}

/// Marks the ledger as the migration does if it has entries.
async fn wait_for_seals(site: &TestSite) {
    site.change("INSERT INTO ledger_unsealed (id) VALUES (1)").await;
    site.change(
        "INSERT INTO jobs (kind, unique_key, payload, due_at, created_at) VALUES ('ledger.seal', 'ledger.seal:all', '{}', 0, 0)",
    )
    .await;
}

#[tokio::test]
async fn earlier_entries_are_sealed_once() {
    let site = before_seals().await;
    assert_eq!(sealed(&site).await, (0, 3));
    assert_eq!(site.violations().await, [""; 0], "the job is due");
    // Booked before the job has run: it waits for its seal with the others.
    site.spend_gift_card(1, 1000).await;
    assert_eq!(sealed(&site).await, (0, 5));
    assert!(!site.installation.files.has_sealed(site.site.id));
    site.run_jobs().await;
    assert!(site.installation.files.has_sealed(site.site.id));
    assert_eq!(sealed(&site).await, (5, 0));
    site.spend_gift_card(1, 1000).await;
    assert_eq!(sealed(&site).await, (7, 0));
    assert_eq!(site.violations().await, [""; 0]);
}

#[tokio::test]
async fn unsealed_entries_without_a_job_are_named() {
    let site = before_seals().await;
    site.change("DELETE FROM jobs").await;
    assert_eq!(
        site.violations().await,
        ["Earlier ledger entries have no seals, and no background job adds them."]
    );
    site.change("INSERT INTO jobs (kind, unique_key, payload, due_at, created_at) VALUES ('ledger.seal', 'ledger.seal:all', '{}', 0, 0)")
        .await;
    site.run_jobs().await;
}

/// Entries are changed by hand, lose their seals, and wait for new ones as after the migration.
#[tokio::test]
async fn entries_whose_seals_were_emptied_are_not_sealed_again() {
    let site = Installation::new().await.site().await;
    let ada = buyer(&site).await;
    buy(&ada, "first", json!({"productId": 401})).await;
    buy(&ada, "second", json!({"productId": 401})).await;
    assert_eq!(sealed(&site).await, (6, 0));
    site.change("DROP TRIGGER ledger_entries_sealed_once").await;
    site.change("DROP TRIGGER ledger_entries_no_update").await;
    site.change("UPDATE ledger_entries SET amount = amount * 2, seal = NULL WHERE id > 3")
        .await;
    wait_for_seals(&site).await;
    site.run_jobs().await;
    assert_eq!(sealed(&site).await, (3, 3));
    let unsealed: Vec<String> = site
        .violations()
        .await
        .into_iter()
        .filter(|violation| violation.contains("has no seal"))
        .collect();
    assert_eq!(unsealed.len(), 3, "{unsealed:?}");
    // Later entries follow the last seal.
    site.spend_gift_card(1, 1000).await;
    assert_eq!(sealed(&site).await, (5, 3));
    site.installation.forget(site.site.id);
}

/// All seals are removed, and the file waits for new ones as after the migration.
#[tokio::test]
async fn ledger_that_was_sealed_is_not_sealed_again() {
    let site = before_seals().await;
    site.installation.files.seal(site.site.id, true);
    reopen(&site).await;
    site.change("PRAGMA user_version = 52").await;
    reopen(&site).await;
    site.run_jobs().await;
    assert_eq!(sealed(&site).await, (0, 3));
    // Later entries start another chain.
    site.spend_gift_card(1, 1000).await;
    assert_eq!(sealed(&site).await, (2, 3));
    let found = site.violations().await;
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found.iter().all(|one| one.contains("has no seal")), "{found:?}");
    site.installation.forget(site.site.id);
}

/// A file from before seals is put in the place of a sealed one, such as an old backup.
#[tokio::test]
async fn file_from_before_seals_is_sealed_when_it_is_opened() {
    let site = Installation::new().await.site().await;
    let ada = buyer(&site).await;
    buy(&ada, "first", json!({"productId": 401})).await;
    let (owner, first_migration, tied_at): (String, i64, i64) = site
        .rows("SELECT site_id, first_migration, tied_at FROM site_file")
        .await
        .remove(0);
    reopen(&site).await;
    assert!(site.installation.files.has_sealed(site.site.id));

    let folder = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations")).unwrap() {
        let (name, path) = entry.map(|entry| (entry.file_name(), entry.path())).unwrap();
        if name.to_str().unwrap() < "0053" {
            std::fs::copy(path, folder.path().join(name)).unwrap();
        }
    }
    let path = site.installation.site_file(site.site.id);
    std::fs::remove_file(&path).unwrap();
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
    let mut file = SqliteConnection::connect_with(&options.create_if_missing(true))
        .await
        .unwrap();
    Migrator::new(folder.path())
        .await
        .unwrap()
        .run(&mut file)
        .await
        .unwrap();
    sqlx::query("INSERT INTO site_file (one, site_id, first_migration, tied_at) VALUES (1, ?, ?, ?)")
        .bind(owner)
        .bind(first_migration)
        .bind(tied_at)
        .execute(&mut file)
        .await
        .unwrap();
    sqlx::raw_sql(
        "INSERT INTO ledger_entries (txn_id, account, amount, at)
         VALUES ('adjustment:6', 'clearing', 5, 1), ('adjustment:6', 'adjustment', -5, 1)",
    )
    .execute(&mut file)
    .await
    .unwrap();
    file.close().await.unwrap();

    assert_eq!(sealed(&site).await, (0, 2));
    assert!(!site.installation.files.has_sealed(site.site.id));
    site.run_jobs().await;
    assert_eq!(sealed(&site).await, (2, 0));
    assert!(site.installation.files.has_sealed(site.site.id));
    site.installation.forget(site.site.id);
}

#[tokio::test]
async fn ledger_without_keys_books_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("site.sqlite");
    tenant_runtime::SCHEMA.create(&path).await.unwrap();
    let file = platform::db::NewFile::at(&path).unwrap();
    let mut db = file.write().await.unwrap();
    let transaction = Transaction::adjustment(1, jiff::Timestamp::UNIX_EPOCH);
    let posted = ledger::post(
        &mut db,
        &transaction,
        &[(Account::Clearing, 1), (Account::Adjustment, -1)],
    )
    .await;
    assert!(posted.is_err());
    drop(db);
    file.close().await;
}

type Reference = (String, Option<i64>, String, String, String);

/// Entries that the build before wrote get typed references, and it can still write its own.
#[tokio::test]
async fn migration_reads_references_off_the_texts() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let migrator = Migrator::new(folder).await.unwrap();
    let mut file = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    let insert = "INSERT INTO ledger_entries (txn_id, account, amount, order_id, location_id, at) VALUES
        ('sale:k3v', 'clearing', 5000, 7, 1, 1), ('sale:k3v', 'gift_card:12', -5000, 7, 1, 1),
        ('late:k4v', 'adjustment', 5, 8, 1, 1), ('reversal:3', 'sales', 5, 7, 1, 1), ('dispute:4', 'disputed', 5, 7, 1, 1),
        ('dispute_end:4', 'chargebacks', 5, 7, 1, 1), ('kiosk_sale:5', 'till:cash', 5, NULL, 1, 1),
        ('hold:12ab', 'held', 5, NULL, NULL, 1), ('adjustment:6', 'gift_card:13', 5, NULL, NULL, 1)";
    for migration in migrator.iter() {
        if migration.version == 53 {
            sqlx::raw_sql("PRAGMA foreign_keys = OFF")
                .execute(&mut file)
                .await
                .unwrap();
            sqlx::raw_sql(insert).execute(&mut file).await.unwrap();
        }
        sqlx::raw_sql(migration.sql.clone()).execute(&mut file).await.unwrap();
    }
    let read: Vec<Reference> = sqlx::query_as(
        "SELECT account_kind, account_id, source_kind, CAST(source_id AS TEXT), typeof(source_id) FROM ledger_entries ORDER BY id",
    )
    .fetch_all(&mut file)
    .await
    .unwrap();
    let reference = |account: &str, card: Option<i64>, source: &str, id: &str| -> Reference {
        let kind = if source == "hold" { "text" } else { "integer" };
        (
            account.to_owned(),
            card,
            source.to_owned(),
            id.to_owned(),
            kind.to_owned(),
        )
    };
    assert_eq!(
        read,
        [
            reference("clearing", None, "sale", "7"),
            reference("gift_card", Some(12), "sale", "7"),
            reference("adjustment", None, "late", "8"),
            reference("sales", None, "reversal", "3"),
            reference("disputed", None, "dispute", "4"),
            reference("chargebacks", None, "dispute_end", "4"),
            reference("till_cash", None, "kiosk_sale", "5"),
            reference("held", None, "hold", "12ab"),
            reference("gift_card", Some(13), "adjustment", "6"),
        ]
    );
    let waiting: (i64, i64) = sqlx::query_as(
        "SELECT (SELECT COUNT(*) FROM ledger_unsealed), (SELECT COUNT(*) FROM jobs WHERE kind = 'ledger.seal')",
    )
    .fetch_one(&mut file)
    .await
    .unwrap();
    assert_eq!(waiting, (1, 1));
    sqlx::raw_sql(insert).execute(&mut file).await.unwrap();
}

/// A release that fails for days is tried again: what it owes is money.
#[tokio::test]
async fn hold_release_is_retried_forever() {
    let site = Installation::new().await.site().await;
    let ada = buyer(&site).await;
    buy(&ada, "card", json!({"productId": 401})).await;
    let number = crate::gift_cards::mailed_number(&site, "gift_card", &ada.email);
    let kiosk = site.kiosk_at(1).await;
    let body = json!({"cardNumber": number, "amount": 2000, "terminalTxnId": "a"});
    kiosk.post("/terminal/gift-cards/authorize", body).await.succeeded();
    // The release cannot read the hold, and has failed for five days.
    site.change("UPDATE jobs SET attempts = 1449, due_at = 0 WHERE kind = 'gift_cards.release'")
        .await;
    unreadable(&site, "lost").await;
    site.run_jobs().await;
    let jobs: Vec<(i64, i64)> = site
        .rows("SELECT dead, attempts FROM jobs WHERE kind = 'gift_cards.release'")
        .await;
    assert_eq!(jobs, [(0, 1450)]);
    unreadable(&site, "held").await;
    site.change("UPDATE jobs SET due_at = 0 WHERE kind = 'gift_cards.release'")
        .await;
    site.run_jobs().await;
    let holds: Vec<(String,)> = site.rows("SELECT state FROM gift_card_holds").await;
    assert_eq!(holds, [("expired".to_owned(),)]);
}

/// Gives the only hold a state, known or not.
async fn unreadable(site: &TestSite, state: &str) {
    let tenant = site.tenant().await;
    let mut db = tenant.write().await.unwrap();
    sqlx::query("PRAGMA ignore_check_constraints = ON")
        .execute(db.conn())
        .await
        .unwrap();
    sqlx::query("UPDATE gift_card_holds SET state = ?")
        .bind(state)
        .execute(db.conn())
        .await
        .unwrap();
    sqlx::query("PRAGMA ignore_check_constraints = OFF")
        .execute(db.conn())
        .await
        .unwrap();
    db.commit().await.unwrap();
}
