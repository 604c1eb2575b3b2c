use platform::db::TenantRead;

use super::told;

/// Each use of an item is a redemption that was confirmed, and the other way round; an item that is reserved is so for a redemption
/// that is open.
pub(crate) async fn items_off_their_redemptions(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT w.id AS "id!", w.use_count, w.state,
                  COUNT(r.id) FILTER (WHERE r.state = 'confirmed') AS "confirmed!: i64"
           FROM wallet_items w LEFT JOIN terminal_redemptions r ON r.item_id = w.id
           GROUP BY w.id
           HAVING w.use_count <> COUNT(r.id) FILTER (WHERE r.state = 'confirmed')
               OR (w.state = 'reserved' AND COUNT(r.id) FILTER (WHERE r.state = 'reserved' AND r.id = w.reserved_by) <> 1)"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!(
            "wallet item {} is {}, was used {} times and redeemed {}",
            row.id, row.state, row.use_count, row.confirmed
        )
    }))
}
