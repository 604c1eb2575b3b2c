//! Uploaded images that a site's file names, for a comparison with the object store.

use std::collections::BTreeSet;

use platform::db::TenantRead;
use sqlx::AssertSqlSafe;

use crate::site::UPLOADS;

/// Keys of the uploaded images and videos that the file names, in current content or earlier versions.
///
/// # Errors
/// The file can't be read.
pub async fn named_uploads(db: &mut TenantRead) -> Result<BTreeSet<String>, sqlx::Error> {
    // The audit log also names what was uploaded and never used.
    let columns: Vec<(String, String)> = sqlx::query_as(
        "SELECT tables.name, columns.name FROM sqlite_schema tables, pragma_table_info(tables.name) columns
         WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tables.name <> 'audit'
           AND columns.type = 'TEXT'
         ORDER BY tables.name, columns.name",
    )
    .fetch_all(db.conn())
    .await?;
    let mut named = BTreeSet::new();
    for (table, column) in columns {
        let quoted = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
        let (table, column) = (quoted(&table), quoted(&column));
        let sql = format!("SELECT DISTINCT {column} FROM {table} WHERE instr({column}, ?) > 0");
        let texts: Vec<String> = sqlx::query_scalar(AssertSqlSafe(sql))
            .bind(UPLOADS)
            .fetch_all(db.conn())
            .await?;
        named.extend(texts.iter().flat_map(|text| keys_in(text)));
    }
    Ok(named)
}

fn keys_in(text: &str) -> impl Iterator<Item = String> {
    text.split(UPLOADS).skip(1).filter_map(|rest| {
        let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-' && letter != '.');
        let name = &rest[..end.unwrap_or(rest.len())];
        let (stem, extension) = name.split_once('.')?;
        let extension = extension.trim_end_matches('.');
        let (digest, size) = stem.split_at_checked(32)?;
        let is_name = digest.bytes().all(|byte| byte.is_ascii_hexdigit())
            && size.bytes().all(|byte| byte.is_ascii_digit() || b"-x".contains(&byte))
            && (3..=4).contains(&extension.len());
        is_name.then(|| format!("uploads/{stem}.{extension}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_uploads_are_found_in_text() {
        let digest = "0123456789abcdef0123456789abcdef";
        let text = format!(
            r#"{{"logo": "/uploads/{digest}.svg", "html": "<img src='https://a.example/uploads/{digest}-640x480.jpg'>"}}
               See /uploads/{digest}-2x2.png. Not /uploads/logo.png, /uploads/ or /uploads/é.png"#
        );
        assert_eq!(
            keys_in(&text).collect::<Vec<_>>(),
            [
                format!("uploads/{digest}.svg"),
                format!("uploads/{digest}-640x480.jpg"),
                format!("uploads/{digest}-2x2.png"),
            ]
        );
    }
}
