//! Merchandise and stock.

use crate::check::words;
use crate::domain::CheckedSite;

/// Paid merchandise has a shipment; unpaid or returned and refunded merchandise reserves no stock.
pub(crate) async fn goods_off_their_shipment(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT l.id AS "id!", o.state, l.fulfillment, l.stock_taken AS "stock_taken: bool"
           FROM checkout_order_lines l JOIN checkout_orders o ON o.id = l.order_id
           LEFT JOIN checkout_reversals r ON r.id = l.reversal_id AND r.state = 'done'
           WHERE l.product_type = 'Swag'
             AND ((o.state IN ('paid', 'partially_refunded', 'refunded', 'voided') AND l.fulfillment IS NULL)
               OR (o.state IN ('pending', 'unknown', 'flagged', 'failed') AND l.fulfillment IS NOT NULL)
               OR (o.state = 'failed' AND l.stock_taken = 1)
               OR (r.id IS NOT NULL AND l.fulfillment NOT IN ('shipped', 'delivered') AND l.stock_taken = 1))"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let line = words::line(site, row.id).await?;
        let shipment = match row.fulfillment {
            Some(state) => format!("its shipment is {}", words::state(&state)),
            None => "it has no shipment".to_owned(),
        };
        let stock = if row.stock_taken {
            " and its stock is reserved"
        } else {
            ""
        };
        found.push(format!(
            "{line}: the order is {}, but {shipment}{stock}.",
            words::state(&row.state)
        ));
    }
    Ok(found)
}
