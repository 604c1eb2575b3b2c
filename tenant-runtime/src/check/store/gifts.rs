//! Gifts.

use crate::check::words;
use crate::domain::CheckedSite;

/// A paid gift is recorded once, belongs to its recipient or is unclaimed, and never belongs to its sender.
pub(crate) async fn misplaced_gifts(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let lines = sqlx::query_scalar!(
        r#"SELECT l.id AS "id!"
           FROM checkout_order_lines l
           JOIN checkout_orders o ON o.id = l.order_id
           LEFT JOIN gifts g ON g.order_line_id = l.id
           WHERE (l.is_gift AND o.state NOT IN ('pending', 'unknown', 'flagged', 'failed')) <> (g.id IS NOT NULL)
              OR (g.id IS NOT NULL AND g.sender_id <> o.customer_id)"#
    )
    .fetch_all(site.conn())
    .await?;
    let codes = sqlx::query!(
        r#"SELECT g.state, w.id AS "item!"
           FROM gifts g JOIN wallet_items w ON w.order_line_id = g.order_line_id
           WHERE w.customer_id = g.sender_id
              OR (g.state = 'delivered' AND w.customer_id IS NOT g.recipient_id)
              OR (g.state IN ('held', 'expired') AND w.customer_id IS NOT NULL)
              OR (g.state = 'expired' AND w.state IN ('active', 'reserved'))"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for id in lines {
        found.push(format!(
            "{}: the line doesn't match its gift.",
            words::line(site, id).await?
        ));
    }
    for row in codes {
        let code = words::item(site, row.item).await?;
        let state = if row.state == "held" {
            "unclaimed"
        } else {
            row.state.as_str()
        };
        found.push(format!(
            "{code} is a gift that is {state}, which doesn't match its owner or state."
        ));
    }
    Ok(found)
}
