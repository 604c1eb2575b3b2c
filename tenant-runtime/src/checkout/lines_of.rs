//! From an order to its lines and back, for domains above.

use platform::db::TenantRead;

use super::rules;
use super::store::lines;

/// The lines of the order that `words` name, by its number or its `transRecordId`.
///
/// # Errors
/// When the database refuses.
pub async fn lines_of_order(db: &mut TenantRead, words: &str) -> Result<Vec<i64>, sqlx::Error> {
    lines::ids_of_order(db, words, rules::order_id(words)).await
}

/// The `transRecordId` of the order of each of these lines.
///
/// # Errors
/// When the database refuses.
pub async fn orders_of_lines(db: &mut TenantRead, ids: &[i64]) -> Result<Vec<(i64, String)>, sqlx::Error> {
    let ids = serde_json::to_string(ids).map_err(|error| sqlx::Error::Encode(error.into()))?;
    lines::orders_of(db, &ids).await
}
