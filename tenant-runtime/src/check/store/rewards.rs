//! Rewards that points were converted to, and the source of each entry.

use crate::check::words;
use crate::domain::CheckedSite;

/// A reward is in the wallet of the customer whose points it cost. Only a revoked one has its points credited. The items of deleted
/// accounts are revoked without that.
pub(crate) async fn rewards_off_their_points(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT w.id AS "id!", w.customer_id IS NOT p.customer_id OR w.item_type <> 'AppPoints' OR p.kind <> 'award'
                      AS "is_of_others!: bool", w.state = 'revoked' AS "is_revoked!: bool"
           FROM loyalty_awards a
           JOIN loyalty_points p ON p.id = a.entry_id
           JOIN customers c ON c.id = p.customer_id
           JOIN wallet_items w ON w.id = a.item_id
           LEFT JOIN loyalty_points back ON back.kind = 'adjust' AND back.subject = 'award:' || a.entry_id
               AND back.customer_id = p.customer_id
           WHERE c.deleted_at IS NULL
             AND (w.customer_id IS NOT p.customer_id OR w.item_type <> 'AppPoints' OR p.kind <> 'award'
                  OR (w.state = 'revoked') <> (back.id IS NOT NULL))"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let code = words::item(site, row.id).await?;
        found.push(match (row.is_of_others, row.is_revoked) {
            (true, _) => format!("{code} isn't the reward for these points."),
            (false, true) => format!("{code} was revoked, but its points weren't credited."),
            (false, false) => format!("{code} wasn't revoked, but its points were credited."),
        });
    }
    Ok(found)
}

/// Points come from a line, a kiosk sale, a referral, a reward or the team.
pub(crate) async fn points_without_a_source(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT p.customer_id, p.points FROM loyalty_points p
           LEFT JOIN loyalty_points award ON p.kind = 'adjust' AND award.id = CAST(substr(p.subject, 7) AS INTEGER)
               AND p.subject = 'award:' || award.id AND award.kind = 'award' AND award.customer_id = p.customer_id
               AND award.points = -p.points
           LEFT JOIN customers friend ON p.kind = 'referral' AND friend.id = CAST(substr(p.subject, 8) AS INTEGER)
               AND p.subject = 'friend:' || friend.id
           LEFT JOIN checkout_order_lines line ON p.kind = 'reverse' AND line.id = CAST(substr(p.subject, 12) AS INTEGER)
               AND p.subject = 'order_line:' || line.id
           LEFT JOIN loyalty_points earned ON earned.subject = 'order_line:' || COALESCE(line.part_of, line.id)
               AND earned.kind = 'earn' AND earned.customer_id = p.customer_id
           WHERE p.subject IS NOT NULL
             AND CASE p.kind WHEN 'adjust' THEN award.id WHEN 'referral' THEN friend.id WHEN 'reverse' THEN earned.id
                             WHEN 'earn' THEN 1 END IS NULL"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let customer = words::customer(site, row.customer_id).await?;
        found.push(format!("{customer} has {} points without a source.", row.points));
    }
    Ok(found)
}
