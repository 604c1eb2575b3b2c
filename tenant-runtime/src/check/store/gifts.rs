use platform::db::TenantRead;

use super::told;

/// A card is worth what moved onto it, never less than nothing, and the ledger owes exactly that.
pub(crate) async fn gift_cards_off_their_account(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH moved AS (
               SELECT 'gift_card:' || gift_card_id AS account, SUM(amount) AS amount
               FROM gift_card_movements GROUP BY gift_card_id),
           booked AS (
               SELECT account, -SUM(amount) AS amount FROM ledger_entries
               WHERE account LIKE 'gift_card:%' GROUP BY account),
           accounts AS (SELECT account FROM moved UNION SELECT account FROM booked)
           SELECT a.account AS "account!: String", COALESCE(moved.amount, 0) AS "moved!: i64",
             COALESCE(booked.amount, 0) AS "booked!: i64"
           FROM accounts a
           LEFT JOIN moved ON moved.account = a.account
           LEFT JOIN booked ON booked.account = a.account
           WHERE COALESCE(moved.amount, 0) < 0 OR COALESCE(moved.amount, 0) <> COALESCE(booked.amount, 0)"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!(
            "{} is worth {} but the ledger owes {}",
            row.account, row.moved, row.booked
        )
    }))
}

/// What is held of a card is off it, what was captured too, and the rest is back.
pub(crate) async fn holds_off_their_card(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT h.id AS "id!", h.state, h.amount, h.captured, COALESCE(SUM(m.amount), 0) AS "moved!: i64"
           FROM gift_card_holds h LEFT JOIN gift_card_movements m ON m.hold_id = h.id
           GROUP BY h.id
           HAVING COALESCE(SUM(m.amount), 0) <> CASE h.state WHEN 'held' THEN -h.amount ELSE -h.captured END"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!(
            "gift card hold {} of {} is {}, {} captured, but moved {}",
            row.id, row.amount, row.state, row.captured, row.moved
        )
    }))
}

/// Each paid line of a card put its value on one card once; one that was not paid put nothing anywhere.
pub(crate) async fn lines_without_their_gift_card(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT l.id AS "id!", o.state, l.value, COALESCE(SUM(m.amount), 0) AS "loaded!: i64"
           FROM checkout_order_lines l
           JOIN checkout_orders o ON o.id = l.order_id
           LEFT JOIN gift_card_movements m ON m.order_line_id = l.id AND m.kind IN ('issue', 'reload')
           WHERE l.product_type IN ('GiftCard', 'GiftCardRecharge')
           GROUP BY l.id
           HAVING (o.state IN ('pending', 'unknown', 'flagged', 'failed') AND COALESCE(SUM(m.amount), 0) <> 0)
               OR (o.state NOT IN ('pending', 'unknown', 'flagged', 'failed')
                   AND COALESCE(SUM(m.amount), 0) <> l.value)"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!(
            "order line {} of a {} order put {} of {} on a gift card",
            row.id, row.state, row.loaded, row.value
        )
    }))
}

/// A paid gift is recorded once, belongs to its recipient or is still unclaimed, and never belongs to its sender.
pub(crate) async fn misplaced_gifts(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let lines = sqlx::query_scalar!(
        r#"SELECT l.id AS "id!"
           FROM checkout_order_lines l
           JOIN checkout_orders o ON o.id = l.order_id
           LEFT JOIN gifts g ON g.order_line_id = l.id
           WHERE (l.is_gift AND o.state NOT IN ('pending', 'unknown', 'flagged', 'failed')) <> (g.id IS NOT NULL)
              OR (g.id IS NOT NULL AND g.sender_id <> o.customer_id)"#
    )
    .fetch_all(db.conn())
    .await?;
    let gifts = sqlx::query!(
        r#"SELECT g.id AS "id!", g.state, w.id AS "item!"
           FROM gifts g JOIN wallet_items w ON w.order_line_id = g.order_line_id
           WHERE w.customer_id = g.sender_id
              OR (g.state = 'delivered' AND w.customer_id IS NOT g.recipient_id)
              OR (g.state IN ('held', 'expired') AND w.customer_id IS NOT NULL)
              OR (g.state = 'expired' AND w.state IN ('active', 'reserved'))"#
    )
    .fetch_all(db.conn())
    .await?;
    let mut found = told(lines, |line| format!("order line {line} does not agree with its gift"));
    found.extend(told(gifts, |row| {
        format!(
            "gift {} is {} but wallet item {} lies elsewhere",
            row.id, row.state, row.item
        )
    }));
    Ok(found)
}

/// Only gifts wait for an owner.
pub(crate) async fn items_of_nobody(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let items = sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM wallet_items
           WHERE customer_id IS NULL
             AND NOT EXISTS (SELECT 1 FROM gifts WHERE order_line_id = wallet_items.order_line_id)"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(items, |id| format!("wallet item {id} belongs to nobody")))
}
