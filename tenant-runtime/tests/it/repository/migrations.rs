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
