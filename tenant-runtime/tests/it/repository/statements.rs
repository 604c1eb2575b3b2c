use std::collections::BTreeMap;

use data_encoding::HEXLOWER;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use sqlx::migrate::Migrator;
use sqlx::{
    AssertSqlSafe, Column as _, Connection as _, Executor as _, SqlSafeStr as _, SqliteConnection, Statement as _,
};

use super::{root, source};

/// Crate → the migrations of the database that its statements are for.
const CRATES: [(&str, &str); 3] = [
    ("platform", "tenant-runtime/migrations"),
    ("tenant-runtime", "tenant-runtime/migrations"),
    ("control-plane", "control-plane/migrations"),
];

/// What `scripts/prepare-sql` wrote for a crate: the name of the file → its content.
fn committed(crate_name: &str) -> BTreeMap<String, Value> {
    let folder = root(crate_name).join(".sqlx");
    let Ok(entries) = std::fs::read_dir(folder) else {
        return BTreeMap::new();
    };
    entries
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap())
        })
        .collect()
}

#[test]
fn the_compiler_has_exactly_the_statements_of_the_source() {
    for (crate_name, _) in CRATES {
        let mut used: Vec<_> = source::statements(&root(crate_name).join("src"))
            .into_iter()
            .map(|statement| format!("query-{}.json", HEXLOWER.encode(&Sha256::digest(statement))))
            .collect();
        used.sort();
        used.dedup();
        let committed: Vec<_> = committed(crate_name).into_keys().collect();
        assert_eq!(
            committed, used,
            "{crate_name}/.sqlx is not current; run scripts/prepare-sql"
        );
    }
}

#[tokio::test]
async fn every_statement_fits_the_migrated_schema() {
    for (crate_name, migrations) in CRATES {
        let statements = committed(crate_name);
        if statements.is_empty() {
            continue;
        }
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let migrator = Migrator::new(root(migrations)).await.unwrap();
        migrator.run_direct(None, &mut connection, false).await.unwrap();
        for (file, content) in statements {
            let sql = content["query"].as_str().unwrap().to_owned();
            let prepared = (&mut connection)
                .prepare(AssertSqlSafe(sql).into_sql_str())
                .await
                .unwrap_or_else(|error| panic!("{crate_name}/.sqlx/{file}: {error}; run scripts/prepare-sql"));
            let columns: Vec<_> = prepared.columns().iter().map(|column| column.name()).collect();
            let described = content["describe"]["columns"].as_array().unwrap();
            let described: Vec<_> = described
                .iter()
                .map(|column| column["name"].as_str().unwrap())
                .collect();
            assert_eq!(columns, described, "{crate_name}/.sqlx/{file}; run scripts/prepare-sql");
        }
    }
}
