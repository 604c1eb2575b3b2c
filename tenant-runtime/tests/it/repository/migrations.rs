use sqlx::migrate::Migrator;
use sqlx::{Connection as _, SqliteConnection};

use super::root;

/// `user_version` is what a site's file is judged by before it is opened (`platform::db::Schema`).
#[tokio::test]
async fn every_migration_ends_with_its_own_version() {
    let migrator = Migrator::new(root("tenant-runtime/migrations")).await.unwrap();
    let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    let mut before = 0;
    for migration in migrator.iter() {
        assert!(migration.version > before, "{}", migration.description);
        before = migration.version;
        sqlx::raw_sql(migration.sql.clone())
            .execute(&mut connection)
            .await
            .unwrap();
        let version: i64 = sqlx::query_scalar("PRAGMA user_version")
            .fetch_one(&mut connection)
            .await
            .unwrap();
        assert_eq!(version, migration.version, "{}", migration.description);
    }
    assert_eq!(tenant_runtime::SCHEMA.latest(), before);
}

/// A site's file is read without looking at declared types: STRICT keeps text out of integer columns.
#[tokio::test]
async fn every_table_is_strict() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("site.sqlite");
    tenant_runtime::SCHEMA.create(&file).await.unwrap();
    let mut connection = SqliteConnection::connect(&format!("sqlite://{}", file.display()))
        .await
        .unwrap();
    let lax: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0
         AND name NOT LIKE 'sqlite_%' AND name <> '_sqlx_migrations'",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    assert!(lax.is_empty(), "not STRICT: {lax:?}");
}

/// Cards and payments of an earlier build name a processor only: those of the present one belong to the account in use, others to
/// an account that was left, without credentials.
#[tokio::test]
async fn cards_and_payments_move_to_merchant_accounts() {
    let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    sqlx::raw_sql("PRAGMA foreign_keys = OFF")
        .execute(&mut connection)
        .await
        .unwrap();
    let migrator = Migrator::new(root("tenant-runtime/migrations")).await.unwrap();
    let (before, after): (Vec<_>, Vec<_>) = migrator.iter().partition(|migration| migration.version < 58);
    for migration in before {
        sqlx::raw_sql(migration.sql.clone())
            .execute(&mut connection)
            .await
            .unwrap();
    }
    let card = "token_sealed, brand, last_four, expiry_month, expiry_year, created_at) VALUES";
    let payment = "amount, currency, created_at) VALUES";
    let rows = format!(
        "INSERT INTO payments_processor (id, name, endpoints, settings_sealed, updated_at) VALUES (1, 'worldpay', 'stub', x'01', 7);
         INSERT INTO payments_cards (customer_id, processor, {card} (1, 'worldpay', x'00', 'Visa', '4242', 12, 2030, 0);
         INSERT INTO payments_cards (customer_id, processor, {card} (2, 'moneris', x'00', 'Visa', '4242', 12, 2030, 0);
         INSERT INTO payments (reference, order_id, customer_id, processor, {payment} ('one', 1, 1, 'worldpay', 1, 'USD', 0);
         INSERT INTO payments (reference, order_id, customer_id, processor, {payment} ('two', 2, 2, 'exacthosted', 1, 'USD', 0);"
    );
    sqlx::raw_sql(rows).execute(&mut connection).await.unwrap();
    for migration in after {
        sqlx::raw_sql(migration.sql.clone())
            .execute(&mut connection)
            .await
            .unwrap();
    }
    let accounts: Vec<(String, Option<String>, bool, Option<i64>)> = sqlx::query_as(
        "SELECT processor, endpoints, settings_sealed IS NOT NULL, left_at FROM payments_accounts ORDER BY processor",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    assert_eq!(
        accounts,
        [
            ("exacthosted".to_owned(), None, false, Some(7)),
            ("moneris".to_owned(), None, false, Some(7)),
            ("worldpay".to_owned(), Some("stub".to_owned()), false, None),
        ]
    );
    let strays: i64 = sqlx::query_scalar(
        "SELECT (SELECT COUNT(*) FROM payments_cards c LEFT JOIN payments_accounts a ON a.id = c.account_id AND a.processor = c.processor
                 WHERE a.id IS NULL)
              + (SELECT COUNT(*) FROM payments p LEFT JOIN payments_accounts a ON a.id = p.account_id AND a.processor = p.processor
                 WHERE a.id IS NULL)",
    )
    .fetch_one(&mut connection)
    .await
    .unwrap();
    assert_eq!(strays, 0);
    let in_use: String = sqlx::query_scalar(
        "SELECT a.processor FROM payments_processor p JOIN payments_accounts a ON a.id = p.account_id",
    )
    .fetch_one(&mut connection)
    .await
    .unwrap();
    assert_eq!(in_use, "worldpay");
}
