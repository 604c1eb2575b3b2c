use platform::db::TenantRead;

use super::told;

/// An offer was claimed as often as it counts, and each claim is an item of who has claimed.
pub(crate) async fn offers_off_their_claims(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT o.id AS "id!", o.claimed, COUNT(c.id) AS "claims!: i64", COUNT(w.id) AS "items!: i64"
           FROM offers o
           LEFT JOIN offer_claims c ON c.offer_id = o.id
           LEFT JOIN wallet_items w ON w.id = c.item_id AND w.customer_id = c.customer_id AND w.order_line_id IS NULL
           GROUP BY o.id
           HAVING o.claimed <> COUNT(c.id) OR COUNT(c.id) <> COUNT(w.id)
               OR (o.withdrawn_at IS NOT NULL AND COUNT(w.id) FILTER (WHERE w.state IN ('active', 'reserved')) > 0)"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!(
            "offer {} was claimed {} times, by {} claims of {} items",
            row.id, row.claimed, row.claims, row.items
        )
    }))
}
