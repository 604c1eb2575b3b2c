//! Redemptions, charges and sales of kiosks.

use crate::check::{seals, words};
use crate::domain::CheckedSite;

/// Each use of a code matches a confirmed redemption or an order paid with it, and vice versa. A reserved code belongs
/// to an open one.
pub(crate) async fn codes_off_their_redemptions(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
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
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let code = words::item(site, row.id).await?;
        found.push(format!(
            "{code} is {} with {}, but redemptions and orders have {}.",
            row.state,
            words::count(row.use_count, "use"),
            row.used
        ));
    }
    Ok(found)
}

/// Each use of a club matches a confirmed redemption of that club, and vice versa. No day or month exceeds its limit.
pub(crate) async fn club_uses_off_their_redemptions(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
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
    .fetch_all(site.conn())
    .await?;
    let overused = sqlx::query!(
        r#"SELECT m.id AS "id!", m.use_limit AS "most!", COUNT(*) AS "used!: i64"
           FROM club_memberships m JOIN club_uses u ON u.membership_id = m.id AND u.reserved_until IS NULL
           WHERE m.use_limit IS NOT NULL
           GROUP BY m.id, CASE m.use_limit_per WHEN 'day' THEN u.used_on ELSE
             (SELECT MAX(period_start) FROM club_periods WHERE membership_id = m.id AND period_start <= u.used_on) END
           HAVING COUNT(*) > m.use_limit"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for id in unknown {
        let membership = words::membership(site, id).await?;
        found.push(format!("{membership}: a use doesn't match its redemption."));
    }
    for row in overused {
        let membership = words::membership(site, row.id).await?;
        let (used, most) = (words::count(row.used, "time"), row.most);
        found.push(format!("{membership} was used {used} within a limit of {most}."));
    }
    Ok(found)
}

/// Kiosk sales for cash or by their own card readers are in the ledger, and nothing else is.
pub(crate) async fn kiosk_sales_off_their_ledger(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        r#"WITH sold AS (
               SELECT id, amount, taxes, location_id, (SELECT SUM(value ->> 'price') FROM json_each(lines)) AS net
               FROM terminal_sales),
           told AS (
               SELECT id AS sale, 'till_' || tender AS account, amount, location_id FROM terminal_sales
               UNION ALL SELECT id, 'sales', -net, location_id FROM sold
               UNION ALL SELECT id, 'rounding', net + taxes - amount, location_id FROM sold
               UNION ALL SELECT id, 'tax', -taxes, location_id FROM terminal_sales),
           booked AS (
               SELECT source_id AS sale, account_kind AS account, SUM(amount) AS amount, location_id FROM ledger_entries
               WHERE account_kind IN ('till_cash', 'till_card', 'sales', 'tax', 'rounding') AND source_kind = 'kiosk_sale'
               GROUP BY source_id, account_kind, location_id)
           SELECT sale AS "sale!: i64" FROM (SELECT * FROM told WHERE amount <> 0 EXCEPT SELECT * FROM booked)
           UNION SELECT sale FROM (SELECT * FROM booked EXCEPT SELECT * FROM told)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for sale in rows {
        found.push(format!(
            "{} isn't in the ledger as it was reported.",
            seals::kiosk_sale(site, sale).await?
        ));
    }
    Ok(found)
}

/// A payment at a kiosk is confirmed in time or voided, at the latest by a background job. Each order of a kiosk has
/// its payment.
pub(crate) async fn kiosk_payments_without_an_end(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT o.id AS "id!", o.state, p.state AS "payment?" FROM checkout_orders o
           LEFT JOIN terminal_payments p ON p.order_id = o.id
           WHERE o.origin = 'kiosk' AND (p.id IS NULL
              OR (o.state = 'paid' AND p.state = 'open' AND NOT EXISTS (
                   SELECT 1 FROM jobs WHERE unique_key = 'terminal.void_unconfirmed:' || o.id AND dead = 0))
              OR (o.state = 'paid' AND p.state = 'voided'
                  AND NOT EXISTS (SELECT 1 FROM jobs WHERE unique_key = 'checkout.take_back:' || o.id AND dead = 0)
                  AND NOT EXISTS (SELECT 1 FROM checkout_reversals WHERE order_id = o.id)))"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let order = words::order(site, row.id).await?;
        let state = words::state(&row.state);
        found.push(match row.payment {
            Some(payment) => format!(
                "{order} of a kiosk is {state} and its payment {payment}, but no background job confirms or voids it."
            ),
            None => format!("{order} of a kiosk is {state}, but has no payment at a kiosk."),
        });
    }
    Ok(found)
}
