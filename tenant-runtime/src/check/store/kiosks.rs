use platform::db::TenantRead;

use super::told;

/// Each use of an item is a redemption that was confirmed or an order that was paid with it, and the other way round; an item that is
/// reserved is so for one of either that is open.
pub(crate) async fn items_off_their_redemptions(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH counted AS (
               SELECT id, use_count, state,
                      (SELECT COUNT(*) FROM terminal_redemptions WHERE item_id = wallet_items.id AND state = 'confirmed')
                      + (SELECT COUNT(*) FROM checkout_orders
                         WHERE discount_item_id = wallet_items.id AND state IN ('paid', 'partially_refunded')) AS used,
                      (SELECT COUNT(*) FROM terminal_redemptions
                       WHERE item_id = wallet_items.id AND id = wallet_items.reserved_by AND state = 'reserved')
                      + (SELECT COUNT(*) FROM checkout_orders
                         WHERE discount_item_id = wallet_items.id AND trans_record_id = wallet_items.reserved_by
                           AND state IN ('pending', 'unknown', 'flagged')) AS held
               FROM wallet_items)
           SELECT id AS "id!", use_count, state, used AS "used!: i64" FROM counted
           WHERE use_count <> used OR (state = 'reserved' AND held <> 1)"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!(
            "wallet item {} is {}, was used {} times and redeemed {}",
            row.id, row.state, row.use_count, row.used
        )
    }))
}

/// Each use of a club is a redemption of that club that was confirmed, and the other way round; and on no day or month were there
/// more than its limit.
pub(crate) async fn club_uses_off_their_redemptions(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let unknown = sqlx::query_scalar!(
        r#"SELECT u.membership_id FROM club_uses u
           LEFT JOIN terminal_redemptions r ON r.id = u.redemption_id AND r.membership_id = u.membership_id
             AND r.state = CASE WHEN u.reserved_until IS NULL THEN 'confirmed' ELSE 'reserved' END
           WHERE u.redemption_id IS NOT NULL AND r.id IS NULL
           UNION ALL
           SELECT r.membership_id AS "membership_id!" FROM terminal_redemptions r
           LEFT JOIN club_uses u ON u.redemption_id = r.id AND u.reserved_until IS NULL
           WHERE r.membership_id IS NOT NULL AND r.state = 'confirmed' AND u.id IS NULL"#
    )
    .fetch_all(db.conn())
    .await?;
    let overused = sqlx::query!(
        r#"SELECT m.id AS "id!", m.use_limit AS "most!", COUNT(*) AS "used!: i64"
           FROM club_memberships m JOIN club_uses u ON u.membership_id = m.id AND u.reserved_until IS NULL
           WHERE m.use_limit IS NOT NULL
           GROUP BY m.id, CASE m.use_limit_per WHEN 'day' THEN u.used_on ELSE
             (SELECT MAX(period_start) FROM club_periods WHERE membership_id = m.id AND period_start <= u.used_on) END
           HAVING COUNT(*) > m.use_limit"#
    )
    .fetch_all(db.conn())
    .await?;
    let unknown = told(unknown, |id| {
        format!("a use of club membership {id} is none of its redemptions, or the other way round")
    });
    let overused = told(overused, |row| {
        format!("club membership {} was used {} of {} times", row.id, row.used, row.most)
    });
    Ok([unknown, overused].concat())
}

/// What kiosks said that they took stands in the books, and nothing else does.
pub(crate) async fn kiosk_sales_off_their_ledger(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        r#"WITH told AS (
               SELECT 'kiosk_sale:' || id AS txn_id, 'till:' || tender AS account, amount FROM terminal_sales
               UNION ALL SELECT 'kiosk_sale:' || id, 'sales', taxes - amount FROM terminal_sales
               UNION ALL SELECT 'kiosk_sale:' || id, 'tax', -taxes FROM terminal_sales),
           booked AS (
               SELECT txn_id, account, SUM(amount) AS amount FROM ledger_entries
               WHERE txn_id >= 'kiosk_sale:' AND txn_id < 'kiosk_sale;' GROUP BY txn_id, account)
           SELECT txn_id AS "txn_id!: String" FROM (
               SELECT * FROM told WHERE amount <> 0 EXCEPT SELECT * FROM booked)
           UNION SELECT txn_id FROM (SELECT * FROM booked EXCEPT SELECT * FROM told)"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |sale| format!("{sale} is not booked as it was told")))
}

/// What was paid at a kiosk is confirmed in time or given back, by a job if by nobody else; and each order of a kiosk is one of its
/// payments.
pub(crate) async fn kiosk_payments_that_nobody_ends(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT o.id AS "id!", o.state, p.state AS "said?" FROM checkout_orders o
           LEFT JOIN terminal_payments p ON p.order_id = o.id
           WHERE o.origin = 'kiosk' AND (p.id IS NULL
              OR (o.state = 'paid' AND p.state = 'open' AND NOT EXISTS (
                   SELECT 1 FROM jobs WHERE unique_key = 'terminal.void_unconfirmed:' || o.id AND dead = 0))
              OR (o.state = 'paid' AND p.state = 'voided'
                  AND NOT EXISTS (SELECT 1 FROM jobs WHERE unique_key = 'checkout.take_back:' || o.id AND dead = 0)
                  AND NOT EXISTS (SELECT 1 FROM checkout_reversals WHERE order_id = o.id)))"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!(
            "order {} of a kiosk is {} and its payment {:?}",
            row.id, row.state, row.said
        )
    }))
}
