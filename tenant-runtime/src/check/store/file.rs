//! File integrity.

use crate::domain::CheckedSite;

/// The file's pages and indexes are intact.
pub(crate) async fn damage(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let lines: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_all(site.conn())
        .await?;
    let damage = lines.into_iter().filter(|line| line != "ok");
    Ok(damage
        .map(|line| format!("The database file is damaged: {line}."))
        .collect())
}

/// Every referenced row exists.
pub(crate) async fn dangling_references(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows: Vec<(String, Option<i64>, String)> =
        sqlx::query_as(r#"SELECT "table", rowid, "parent" FROM pragma_foreign_key_check"#)
            .fetch_all(site.conn())
            .await?;
    let dangling = rows.into_iter().map(|(table, row, parent)| match row {
        Some(row) => format!("Row {row} of {table} refers to a row of {parent} that doesn't exist."),
        None => format!("A row of {table} refers to a row of {parent} that doesn't exist."),
    });
    Ok(dangling.collect())
}
