//! The check names what was corrupted by hand in a copy of a busy site's file, exactly that, and nothing in the untouched copy.

mod busy_site;
mod seals;

use std::fmt::Write as _;
use std::path::Path;

use jiff::SignedDuration;
use platform::db::{ConnectionKind, TenantRead, connect};
use serde::Deserialize;
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection as _, Row as _};
use tenant_runtime::check::{instants, violations};
use tenant_runtime::domains::DOMAINS;

use busy_site::busy_site;

/// Minimum number of corruptions the check must name.
const FEWEST: usize = 156;

/// Something that is changed by hand in a site's file (`corruptions.json`).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Corruption {
    name: String,
    /// A statement that picks the row: its columns are `{0}`, `{1}` … in what follows.
    #[serde(default)]
    pick: String,
    change: Vec<String>,
    /// Whether the change is one of tables, indexes or triggers. Triggers are out of the way of every other change.
    #[serde(default)]
    is_of_schema: bool,
    /// Problems found by the check.
    found: Vec<String>,
}

fn corruptions() -> Vec<Corruption> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/check/corruptions.json");
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
}

/// The columns of the row that a corruption is about, as text.
async fn picked(file: &mut SqliteConnection, corruption: &Corruption) -> Vec<String> {
    if corruption.pick.is_empty() {
        return Vec::new();
    }
    let pick = AssertSqlSafe(corruption.pick.clone());
    let row = sqlx::query(pick).fetch_optional(file).await.unwrap();
    let row = row.unwrap_or_else(|| panic!("{}: there is no such row", corruption.name));
    (0..row.len()).map(|column| row.get_unchecked(column)).collect()
}

fn filled(text: &str, columns: &[String]) -> String {
    let numbered = columns.iter().enumerate();
    numbered.fold(text.to_owned(), |text, (number, column)| {
        text.replace(&format!("{{{number}}}"), column)
    })
}

async fn run(file: &mut SqliteConnection, statement: &str) {
    sqlx::raw_sql(AssertSqlSafe(statement.to_owned()))
        .execute(file)
        .await
        .unwrap_or_else(|error| panic!("{statement}: {error}"));
}

/// Corrupts the file; answers what the check should find.
async fn corrupt(path: &Path, corruption: &Corruption) -> Vec<String> {
    let mut file = connect(path, ConnectionKind::Writer).await.unwrap();
    let columns = picked(&mut file, corruption).await;
    run(
        &mut file,
        "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON",
    )
    .await;
    let triggers: Vec<(String, String)> = sqlx::query_as("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
        .fetch_all(&mut file)
        .await
        .unwrap();
    let in_the_way = if corruption.is_of_schema {
        &[]
    } else {
        triggers.as_slice()
    };
    for (name, _) in in_the_way {
        run(&mut file, &format!("DROP TRIGGER {name}")).await;
    }
    for change in &corruption.change {
        run(&mut file, &filled(change, &columns)).await;
    }
    for (_, trigger) in in_the_way {
        run(&mut file, trigger).await;
    }
    file.close().await.unwrap();
    let mut found: Vec<String> = corruption.found.iter().map(|text| filled(text, &columns)).collect();
    found.sort();
    found
}

#[tokio::test]
async fn every_instant_in_the_future_is_named() {
    let site = busy_site().await;
    let keys = site.tenant().await.keys().clone();
    let now = site.tenant().await.now();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.sqlite");
    platform::db::snapshot(&site.installation.site_file(site.site.id), &copy)
        .await
        .unwrap();
    let read = async || TenantRead::detached(connect(&copy, ConnectionKind::Reader).await.unwrap());
    let columns = instants::columns(&mut read().await).await.unwrap();
    for (table, column) in instants::AHEAD {
        let is_listed = columns.iter().any(|(of, name)| of == table && name == column);
        assert!(is_listed, "{table}.{column} isn't in the schema");
    }

    let ahead = (now + SignedDuration::from_hours(87_600)).as_millisecond();
    let mut written = Vec::new();
    let mut change = vec!["PRAGMA foreign_keys = OFF".to_owned()];
    for (table, column) in &columns {
        let count = format!("SELECT COUNT(*) FROM {table} WHERE {column} IS NOT NULL");
        let rows: i64 = sqlx::query_scalar(AssertSqlSafe(count))
            .fetch_one(read().await.conn())
            .await
            .unwrap();
        if rows > 0 {
            written.push((table, column));
            change.push(format!(
                "UPDATE OR IGNORE {table} SET {column} = {ahead} WHERE {column} IS NOT NULL"
            ));
        }
    }
    assert!(
        written.len() >= 60,
        "the busy site has instants in {} columns",
        written.len()
    );
    let corruption = Corruption {
        name: "instants in the future".to_owned(),
        pick: String::new(),
        change,
        is_of_schema: false,
        found: Vec::new(),
    };
    corrupt(&copy, &corruption).await;
    let found = violations(DOMAINS, (&keys, true), now, &mut read().await)
        .await
        .unwrap();
    for (table, column) in written {
        let is_named = found.iter().any(|violation| {
            violation.starts_with(&format!("Table {table}: ")) && violation.contains(&format!(" with {column} in"))
        });
        let may_be_ahead = instants::AHEAD.contains(&(table.as_str(), column.as_str()));
        assert_eq!(is_named, !may_be_ahead, "{table}.{column}: {found:#?}");
    }
}

#[tokio::test]
async fn every_corruption_is_named() {
    let site = busy_site().await;
    let keys = site.tenant().await.keys().clone();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.sqlite");
    platform::db::snapshot(&site.installation.site_file(site.site.id), &copy)
        .await
        .unwrap();
    let now = site.tenant().await.now();
    let found = async |file: &Path| {
        let connection = connect(file, ConnectionKind::Reader).await.unwrap();
        let mut found = violations(DOMAINS, (&keys, true), now, &mut TenantRead::detached(connection))
            .await
            .unwrap();
        found.sort();
        found
    };
    assert_eq!(found(&copy).await, [""; 0], "the untouched copy");

    let corruptions = corruptions();
    let (mut missed, mut named) = (String::new(), 0);
    for (number, corruption) in corruptions.iter().enumerate() {
        let file = folder.path().join(format!("{number}.sqlite"));
        std::fs::copy(&copy, &file).unwrap();
        let expected = corrupt(&file, corruption).await;
        let found = found(&file).await;
        if found == expected && !found.is_empty() {
            named += 1;
        } else {
            writeln!(
                missed,
                "{}\n  expected {expected:#?}\n  found {found:#?}",
                corruption.name
            )
            .unwrap();
        }
        std::fs::remove_file(&file).unwrap();
    }
    assert!(
        missed.is_empty(),
        "{named} of {} are named\n{missed}",
        corruptions.len()
    );
    assert!(named >= FEWEST, "{named} corruptions");
}
