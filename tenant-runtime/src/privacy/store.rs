//! SQL of the tables in the register.

use platform::db::TenantRead;
use serde_json::Value;
use sqlx::AssertSqlSafe;

use super::register::{Deletion, PERSONAL, PersonalTable, is_secret};
use crate::domain::CheckedSite;

/// All rows about a customer, by table. Tables without any are left out.
pub(super) async fn records_of(
    db: &mut TenantRead,
    customer_id: i64,
) -> Result<Vec<(&'static str, Value)>, sqlx::Error> {
    let mut records = Vec::new();
    for table in PERSONAL {
        let shown = object(&columns(db, table).await?);
        let PersonalTable { name, of, .. } = table;
        let sql = format!("SELECT json_group_array({shown}) FROM {name} AS t WHERE {of}");
        let json: String = sqlx::query_scalar(AssertSqlSafe(sql))
            .bind(customer_id)
            .fetch_one(db.conn())
            .await?;
        if json != "[]" {
            let rows = serde_json::from_str(&json).map_err(|error| sqlx::Error::Decode(error.into()))?;
            records.push((*name, rows));
        }
    }
    Ok(records)
}

/// Columns of a table for its customer. New columns are exported, too.
async fn columns(db: &mut TenantRead, table: &PersonalTable) -> Result<Vec<String>, sqlx::Error> {
    let columns: Vec<String> = sqlx::query_scalar("SELECT name FROM pragma_table_info(?)")
        .bind(table.name)
        .fetch_all(db.conn())
        .await?;
    let shown = |column: &String| !is_secret(column) && !table.withheld.contains(&column.as_str());
    Ok(columns.into_iter().filter(shown).collect())
}

/// SQL of a row as a JSON object: instants as RFC 3339, locations with their names.
fn object(columns: &[String]) -> String {
    let mut fields = Vec::new();
    for column in columns {
        let value = if column.ends_with("_at") || column.ends_with("_until") {
            format!(
                "CASE typeof(t.{column}) WHEN 'integer' THEN strftime('%Y-%m-%dT%H:%M:%fZ', t.{column} / 1000.0, 'unixepoch')
                 ELSE t.{column} END"
            )
        } else {
            format!("t.{column}")
        };
        fields.push(format!("'{}', {value}", camel_case(column)));
        if column == "location_id" {
            fields.push("'location', (SELECT l.name FROM catalog_locations l WHERE l.id = t.location_id)".to_owned());
        }
    }
    format!("json_object({})", fields.join(", "))
}

fn camel_case(column: &str) -> String {
    let mut words = column.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let mut letters = word.chars();
        let capital = letters.next().map(|letter| letter.to_ascii_uppercase());
        name + &capital.into_iter().chain(letters).collect::<String>()
    })
}

/// Deletion removes every row of the tables that the register says it removes.
pub(crate) async fn rows_of_deleted_customers(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let mut found = Vec::new();
    for table in PERSONAL.iter().filter(|table| table.deletion == Deletion::Removes) {
        let PersonalTable { name, of, .. } = table;
        let of = of.replace("?1", "d.id");
        let sql = format!(
            "SELECT d.id FROM customers AS d WHERE d.deleted_at IS NOT NULL AND EXISTS (SELECT 1 FROM {name} AS t WHERE {of})"
        );
        let ids: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(site.conn()).await?;
        found.extend(
            ids.iter()
                .map(|id| format!("Customer {id} was deleted, but {name} still has rows for them.")),
        );
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_named_as_in_the_api() {
        assert_eq!(camel_case("id"), "id");
        assert_eq!(camel_case("kiosk_item"), "kioskItem");
        let row = object(&["settled_at".to_owned(), "location_id".to_owned()]);
        for part in [
            "'settledAt', CASE",
            "'locationId', t.location_id",
            "'location', (SELECT",
        ] {
            assert!(row.contains(part), "{row}");
        }
    }
}
