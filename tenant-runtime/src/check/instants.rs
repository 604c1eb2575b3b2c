//! Instants in the future: written while the machine's clock was ahead. What compares them with the current time is wrong until
//! the clock has caught up.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use platform::db::TenantRead;
use sqlx::AssertSqlSafe;

use super::words;

/// Tolerated difference: kiosks date some rows, by their own clocks.
const LEEWAY: SignedDuration = SignedDuration::from_hours(1);

/// Columns of instants that may be ahead: deadlines, due times and periods. Every other column named `at` or `…_at` holds the time
/// at which something happened.
pub const AHEAD: &[(&str, &str)] = &[
    ("club_periods", "next_attempt_at"),
    ("gifts", "expires_at"),
    ("idempotency_keys", "expires_at"),
    ("identity_captchas", "expires_at"),
    ("identity_email_changes", "expires_at"),
    ("identity_mailed_links", "expires_at"),
    ("identity_refresh_tokens", "expires_at"),
    ("identity_tickets", "expires_at"),
    ("jobs", "due_at"),
    ("offers", "ends_at"),
    ("offers", "starts_at"),
    ("payments_card_setups", "expires_at"),
    ("quotas", "full_at"),
    ("staff_invitations", "expires_at"),
    ("temp_tokens", "expires_at"),
    ("terminals", "pairing_expires_at"),
];

/// Columns of instants in the file, with their tables.
///
/// # Errors
/// The file can't be read.
pub async fn columns(db: &mut TenantRead) -> Result<Vec<(String, String)>, sqlx::Error> {
    sqlx::query_as(
        "SELECT tables.name, columns.name FROM sqlite_schema tables, pragma_table_info(tables.name) columns
         WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tables.name <> '_sqlx_migrations'
           AND (columns.name = 'at' OR columns.name LIKE '%\\_at' ESCAPE '\\')
         ORDER BY tables.name, columns.name",
    )
    .fetch_all(db.conn())
    .await
}

/// Each column with instants in the future, in words.
pub(super) async fn in_future(db: &mut TenantRead, now: Timestamp) -> Result<Vec<String>, sqlx::Error> {
    let newest = (now + LEEWAY).as_millisecond();
    let mut found = Vec::new();
    for (table, column) in columns(db).await? {
        if AHEAD.contains(&(&*table, &*column)) {
            continue;
        }
        // The names come from the schema, which is compared with this version's first.
        let sql = format!("SELECT COUNT(*), MAX(\"{column}\") FROM \"{table}\" WHERE \"{column}\" > ?");
        let (count, last): (i64, Option<i64>) = sqlx::query_as(AssertSqlSafe(sql))
            .bind(newest)
            .fetch_one(db.conn())
            .await?;
        if let Some(last) = last {
            let rows = words::count(count, "row");
            let last = Timestamp::from_millisecond(last).unwrap_or(Timestamp::MAX);
            let last = last.to_zoned(TimeZone::UTC).date();
            found.push(format!(
                "Table {table}: {rows} with {column} in the future, up to {last}."
            ));
        }
    }
    Ok(found)
}
