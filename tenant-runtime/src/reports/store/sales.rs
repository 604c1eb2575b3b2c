//! Sales by product, kiosk sales and refunds.

use platform::db::TenantRead;

use super::super::rules::Window;
use crate::checkout::RefundReason;

/// Kiosk sales with their own tender: number and minor units, net. They have no order.
pub(in crate::reports) async fn kiosk_sales(db: &mut TenantRead, window: &Window) -> Result<(i64, i64), sqlx::Error> {
    let (from, until) = (window.start(), window.end());
    let row = sqlx::query!(
        r#"SELECT COUNT(*) AS "count!: i64", COALESCE(-SUM(amount), 0) AS "amount!: i64" FROM ledger_entries
           WHERE account_kind = 'sales' AND at >= ?1 AND at < ?2 AND order_id IS NULL"#,
        from,
        until
    )
    .fetch_one(db.conn())
    .await?;
    Ok((row.count, row.amount))
}

/// Sales of a product: an order's lines are sold with its sale and refunded with their reversal.
pub(in crate::reports) struct ProductSales {
    /// `None` if it isn't a catalog product.
    pub(in crate::reports) product_id: Option<i64>,
    pub(in crate::reports) sold: i64,
    pub(in crate::reports) gross: i64,
    pub(in crate::reports) discounts: i64,
    /// At prices after discounts.
    pub(in crate::reports) refunds: i64,
}

pub(in crate::reports) async fn by_product(
    db: &mut TenantRead,
    window: &Window,
) -> Result<Vec<ProductSales>, sqlx::Error> {
    let (from, until) = (window.start(), window.end());
    sqlx::query_as!(
        ProductSales,
        r#"WITH sold AS (
               SELECT l.product_id, COUNT(*) FILTER (WHERE l.part_of IS NULL) AS sold,
                      SUM(l.price + l.discount) AS gross, SUM(l.discount) AS discounts
               FROM ledger_entries e CROSS JOIN checkout_order_lines l ON l.order_id = e.order_id
               WHERE e.account_kind = 'sales' AND e.at >= ?1 AND e.at < ?2 AND e.amount < 0
                 AND l.product_type NOT IN ('GiftCard', 'GiftCardRecharge')
               GROUP BY l.product_id),
           returned AS (
               SELECT l.product_id, SUM(l.price) AS refunds
               FROM checkout_reversals r CROSS JOIN checkout_order_lines l ON l.reversal_id = r.id
               WHERE r.state = 'done' AND r.settled_at >= ?1 AND r.settled_at < ?2
                 AND l.product_type NOT IN ('GiftCard', 'GiftCardRecharge')
               GROUP BY l.product_id),
           products AS (SELECT product_id FROM sold UNION SELECT product_id FROM returned)
           SELECT p.product_id AS "product_id: i64",
                  COALESCE(sold.sold, 0) AS "sold!: i64", COALESCE(sold.gross, 0) AS "gross!: i64",
                  COALESCE(sold.discounts, 0) AS "discounts!: i64", COALESCE(returned.refunds, 0) AS "refunds!: i64"
           FROM products p
           LEFT JOIN sold ON sold.product_id IS p.product_id
           LEFT JOIN returned ON returned.product_id IS p.product_id"#,
        from,
        until
    )
    .fetch_all(db.conn())
    .await
}

/// Refund or void that succeeded.
pub(in crate::reports) struct Refund {
    /// `None`: none was chosen.
    pub(in crate::reports) reason: Option<RefundReason>,
    /// Of its order.
    pub(in crate::reports) location_id: Option<i64>,
    /// Milliseconds.
    pub(in crate::reports) at: i64,
    /// Minor units, with taxes.
    pub(in crate::reports) to_card: i64,
    /// Minor units, with taxes.
    pub(in crate::reports) to_gift_card: i64,
}

/// Refunds and voids that succeeded, except those of charges without a sale.
pub(in crate::reports) async fn refunds(db: &mut TenantRead, window: &Window) -> Result<Vec<Refund>, sqlx::Error> {
    let (from, until) = (window.start(), window.end());
    let rows = sqlx::query!(
        r#"SELECT r.reason, o.location_id, r.settled_at AS "at!", r.amount, r.destination = 'gift_card' AS "is_gift_card!: bool"
           FROM checkout_reversals r JOIN checkout_orders o ON o.id = r.order_id
           WHERE r.state = 'done' AND r.settled_at >= ?1 AND r.settled_at < ?2 AND o.state <> 'failed'"#,
        from,
        until
    )
    .fetch_all(db.conn())
    .await?;
    let refund = |reason: Option<String>, location_id, at, amount, is_gift_card| Refund {
        reason: reason.and_then(|reason| reason.parse().ok()),
        location_id,
        at,
        to_card: if is_gift_card { 0 } else { amount },
        to_gift_card: if is_gift_card { amount } else { 0 },
    };
    Ok(rows
        .into_iter()
        .map(|row| refund(row.reason, row.location_id, row.at, row.amount, row.is_gift_card))
        .collect())
}
