//! Tables, indexes and triggers, compared with a newly migrated database.

use std::collections::BTreeMap;

use platform::db::{Definition, SchemaError, TenantRead, definitions};
use tokio::sync::OnceCell;

use crate::SCHEMA;

/// Schema created by this build's migrations: the same for every site.
static EXPECTED: OnceCell<Vec<Definition>> = OnceCell::const_new();

/// Differences from the schema of this build, as text.
pub(super) async fn differences(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let expected = EXPECTED
        .get_or_try_init(|| SCHEMA.definitions())
        .await
        .map_err(|error| match error {
            SchemaError::Sqlx(error) => error,
            other => sqlx::Error::Configuration(other.into()),
        })?;
    Ok(compare(expected, &definitions(db.conn()).await?))
}

/// A missing table includes its indexes and triggers, which aren't listed separately.
fn compare(expected: &[Definition], found: &[Definition]) -> Vec<String> {
    let by_name = |definitions: &[Definition]| -> BTreeMap<(String, String), Definition> {
        let named = definitions
            .iter()
            .map(|one| ((one.kind.clone(), one.name.clone()), one.clone()));
        named.collect()
    };
    let has_table = |definitions: &[Definition], table: &str| {
        definitions.iter().any(|one| one.kind == "table" && one.name == table)
    };
    let (expected_names, found_names) = (by_name(expected), by_name(found));
    let missing = expected_names.iter().filter_map(|(name, wanted)| {
        let Definition {
            kind,
            name: named,
            table,
            ..
        } = wanted;
        match found_names.get(name) {
            None if kind != "table" && !has_table(found, table) => None,
            None if kind == "table" => Some(format!("The table {named} is missing.")),
            None => Some(format!("The {kind} {named} of the table {table} is missing.")),
            Some(is) if is.sql != wanted.sql || is.table != wanted.table => {
                Some(format!("The {kind} {named} differs from this version's schema."))
            }
            Some(_) => None,
        }
    });
    let unknown = found_names.iter().filter_map(|(name, is)| {
        let is_of_unknown_table = is.kind != "table" && !has_table(expected, &is.table) && has_table(found, &is.table);
        (!expected_names.contains_key(name) && !is_of_unknown_table)
            .then(|| format!("The {} {} isn't part of this version's schema.", is.kind, is.name))
    });
    missing.chain(unknown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn definition(kind: &str, name: &str, table: &str, sql: &str) -> Definition {
        Definition {
            kind: kind.to_owned(),
            name: name.to_owned(),
            table: table.to_owned(),
            sql: Some(sql.to_owned()),
        }
    }

    #[test]
    fn schema_difference_names_each_object_once() {
        let washes = definition("table", "washes", "washes", "CREATE TABLE washes (id)");
        let index = definition(
            "index",
            "washes_by_id",
            "washes",
            "CREATE INDEX washes_by_id ON washes (id)",
        );
        let trigger = definition(
            "trigger",
            "washes_no_update",
            "washes",
            "CREATE TRIGGER washes_no_update …",
        );
        let whole = [washes.clone(), index.clone(), trigger.clone()];
        assert_eq!(compare(&whole, &whole), [""; 0]);
        assert_eq!(compare(&whole, &[]), ["The table washes is missing."]);
        assert_eq!(
            compare(&whole, &[washes.clone(), index.clone()]),
            ["The trigger washes_no_update of the table washes is missing."]
        );
        let loose = Definition {
            sql: Some("CREATE INDEX washes_by_id ON washes (name)".to_owned()),
            ..index
        };
        assert_eq!(
            compare(&whole, &[washes, loose, trigger]),
            ["The index washes_by_id differs from this version's schema."]
        );
        assert_eq!(
            compare(&[], &whole),
            ["The table washes isn't part of this version's schema."]
        );
    }
}
