mod clubs;
mod disputes;
mod gifts;
mod kiosks;
mod loyalty;
mod offers;
mod work;

pub(crate) use clubs::{
    broken_memberships, credits_off_their_month, lines_without_their_club, members_whom_nobody_bills,
    months_off_their_membership, plans_off_their_membership,
};
pub(crate) use disputes::disputes_off_their_books;
pub(crate) use gifts::{
    gift_cards_off_their_account, holds_off_their_card, items_of_nobody, lines_without_their_gift_card, misplaced_gifts,
};
pub(crate) use kiosks::{
    club_uses_off_their_redemptions, items_off_their_redemptions, kiosk_payments_that_nobody_ends,
    kiosk_sales_off_their_ledger,
};
pub(crate) use loyalty::{
    awards_beyond_points, awards_that_nobody_makes, points_off_their_lines, referrals_that_nobody_settles,
    rewards_off_their_referrals,
};
pub(crate) use offers::{offers_off_their_claims, orders_off_their_discount};
pub(crate) use work::{dead_jobs, open_orders_that_nobody_asks_about};

use platform::db::TenantRead;

/// Rows that break a rule, each in words.
fn told<R>(rows: Vec<R>, words: impl Fn(R) -> String) -> Vec<String> {
    rows.into_iter().map(words).collect()
}

pub(crate) async fn integrity(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let lines: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_all(db.conn())
        .await?;
    Ok(lines
        .into_iter()
        .filter(|line| line != "ok")
        .map(|line| format!("integrity: {line}"))
        .collect())
}

pub(crate) async fn foreign_keys(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows: Vec<(String, Option<i64>)> = sqlx::query_as(r#"SELECT "table", rowid FROM pragma_foreign_key_check"#)
        .fetch_all(db.conn())
        .await?;
    Ok(told(rows, |(table, row)| {
        format!("{table} row {row:?} refers to a row that is not there")
    }))
}

pub(crate) async fn unbalanced_transactions(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT txn_id, SUM(amount) AS "sum!: i64" FROM ledger_entries GROUP BY txn_id HAVING SUM(amount) <> 0"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!("ledger transaction {} sums to {}", row.txn_id, row.sum)
    }))
}

/// Gift cards are liabilities, so their accounts stand at zero or below.
pub(crate) async fn negative_balances(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT account, SUM(amount) AS "sum!: i64" FROM ledger_entries
           WHERE account LIKE 'gift_card:%' GROUP BY account HAVING SUM(amount) > 0"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| format!("{} is overdrawn by {}", row.account, row.sum)))
}

pub(crate) async fn overused_items(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", use_count, max_uses FROM wallet_items WHERE use_count > max_uses OR use_count < 0"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!(
            "wallet item {} was used {} of {} times",
            row.id, row.use_count, row.max_uses
        )
    }))
}

/// What an order took must stand in the ledger as money at the processor, or as what its customer's bank took from there, and nothing
/// must stand there for an unpaid one. Only a
/// charge that was approved too late may, while it is reversed.
pub(crate) async fn orders_without_their_ledger(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT o.id AS "id!", o.state, o.total,
                  COALESCE(SUM(l.amount) FILTER (WHERE l.account IN ('clearing', 'disputed', 'chargebacks')), 0) AS "clearing!: i64"
           FROM checkout_orders o LEFT JOIN ledger_entries l ON l.order_id = o.id
           GROUP BY o.id
           HAVING (o.state = 'paid' AND COALESCE(SUM(l.amount) FILTER (WHERE l.account IN ('clearing', 'disputed', 'chargebacks')), 0) <> o.total)
               OR (o.state IN ('pending', 'unknown', 'flagged', 'failed', 'voided', 'refunded')
                   AND COALESCE(SUM(l.amount) FILTER (WHERE l.account IN ('clearing', 'disputed', 'chargebacks')), 0) <> 0
                   AND NOT (o.state = 'failed' AND (
                       EXISTS (SELECT 1 FROM jobs WHERE unique_key = 'checkout.take_back:' || o.id AND dead = 0)
                       OR EXISTS (SELECT 1 FROM checkout_reversals
                                  WHERE order_id = o.id AND state IN ('initiated', 'unknown')))))"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!(
            "order {} is {} with a total of {} but clearing holds {}",
            row.id, row.state, row.total, row.clearing
        )
    }))
}

/// What the ledger says lies at the processor for an order, or at its customer's bank, is what its payments left there.
pub(crate) async fn orders_without_their_money(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH booked AS (
               SELECT order_id, SUM(amount) AS amount FROM ledger_entries
               WHERE account IN ('clearing', 'disputed', 'chargebacks') AND order_id IS NOT NULL GROUP BY order_id),
           taken AS (
               SELECT order_id, SUM(amount - refunded) AS amount FROM payments
               WHERE state IN ('approved', 'refunded') GROUP BY order_id)
           SELECT o.id AS "id!", COALESCE(booked.amount, 0) AS "booked!: i64", COALESCE(taken.amount, 0) AS "taken!: i64"
           FROM checkout_orders o
           LEFT JOIN booked ON booked.order_id = o.id
           LEFT JOIN taken ON taken.order_id = o.id
           WHERE COALESCE(booked.amount, 0) <> COALESCE(taken.amount, 0)"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!(
            "order {}: clearing holds {} but its payments come to {}",
            row.id, row.booked, row.taken
        )
    }))
}

pub(crate) async fn orders_charged_twice(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT order_id AS "order_id!", COUNT(*) AS "charges!: i64" FROM payments
           WHERE state IN ('approved', 'refunded') GROUP BY order_id HAVING COUNT(*) > 1"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!("order {} was charged {} times", row.order_id, row.charges)
    }))
}

/// Each wash that was paid for has exactly one wallet item, each bundle as many as it holds, and what was not has none.
pub(crate) async fn lines_without_their_item(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT l.id AS "id!", o.state, l.quantity, COUNT(w.id) AS "items!: i64"
           FROM checkout_order_lines l
           JOIN checkout_orders o ON o.id = l.order_id
           LEFT JOIN wallet_items w ON w.order_line_id = l.id
           WHERE l.product_type IN ('AppWash', 'AppBundle')
           GROUP BY l.id
           HAVING (o.state IN ('paid', 'partially_refunded', 'refunded', 'voided') AND COUNT(w.id) <> l.quantity)
               OR (o.state IN ('pending', 'unknown', 'flagged', 'failed') AND COUNT(w.id) <> 0)"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!(
            "order line {} of a {} order has {} of {} wallet items",
            row.id, row.state, row.items, row.quantity
        )
    }))
}

/// Goods that were paid for are on their way or have been; goods that were not, or that came back and were paid back, hold
/// nothing back from others.
pub(crate) async fn goods_without_their_way(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
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
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!(
            "order line {} of a {} order: goods are {:?}, a piece of the stock is taken: {}",
            row.id, row.state, row.fulfillment, row.stock_taken
        )
    }))
}

/// What was refunded of an order is deducted from it, whole and once: in the books, on its lines and in its state. For one that
/// failed no line was sold, and its money is checked by other rules.
pub(crate) async fn orders_not_given_back_as_said(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH booked AS (
               SELECT order_id, SUM(amount) AS amount FROM ledger_entries
               WHERE account IN ('clearing', 'disputed', 'chargebacks') AND order_id IS NOT NULL GROUP BY order_id),
           returned AS (
               SELECT order_id, SUM(amount) AS amount FROM checkout_reversals WHERE state = 'done' GROUP BY order_id),
           lines AS (
               SELECT l.order_id, SUM(l.refunded) AS amount
               FROM checkout_order_lines l JOIN checkout_reversals r ON r.id = l.reversal_id
               WHERE r.state = 'done' GROUP BY l.order_id)
           SELECT o.id AS "id!", o.state, o.total, COALESCE(booked.amount, 0) AS "booked!: i64",
                  COALESCE(returned.amount, 0) AS "returned!: i64", COALESCE(lines.amount, 0) AS "lines!: i64"
           FROM checkout_orders o
           LEFT JOIN booked ON booked.order_id = o.id
           LEFT JOIN returned ON returned.order_id = o.id
           LEFT JOIN lines ON lines.order_id = o.id
           WHERE (o.state <> 'failed' AND COALESCE(returned.amount, 0) <> COALESCE(lines.amount, 0))
              OR (o.state IN ('paid', 'partially_refunded', 'refunded', 'voided')
                  AND COALESCE(booked.amount, 0) <> o.total - COALESCE(returned.amount, 0))
              OR (o.state = 'paid' AND COALESCE(returned.amount, 0) <> 0)"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!(
            "order {} over {} is {}: clearing holds {}, given back were {}, by its lines {}",
            row.id, row.total, row.state, row.booked, row.returned, row.lines
        )
    }))
}

/// Nobody can use what was refunded.
pub(crate) async fn codes_of_returned_lines(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT w.id AS "id!", w.order_line_id FROM wallet_items w
           JOIN checkout_order_lines l ON l.id = w.order_line_id
           JOIN checkout_reversals r ON r.id = l.reversal_id
           WHERE r.state IN ('initiated', 'unknown', 'done') AND w.state IN ('active', 'reserved')"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!(
            "wallet item {} works though line {:?} is given back",
            row.id, row.order_line_id
        )
    }))
}

/// Devices that would show what is meant for another customer than the one who registered them.
pub(crate) async fn devices_of_strangers(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!" FROM notifications_push_devices d WHERE NOT EXISTS
               (SELECT 1 FROM identity_sessions s WHERE s.id = d.session_id AND s.customer_id = d.customer_id)"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!("device {} is pushed what its session's customer is not told", row.id)
    }))
}

/// Of a deleted account only the row remains to which the books refer.
pub(crate) async fn traces_of_deleted_people(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!" FROM customers WHERE deleted_at IS NOT NULL AND (
               EXISTS (SELECT 1 FROM identity_sessions WHERE customer_id = customers.id)
               OR EXISTS (SELECT 1 FROM identity_acceptances WHERE customer_id = customers.id)
               OR EXISTS (SELECT 1 FROM identity_devices WHERE customer_id = customers.id)
               OR EXISTS (SELECT 1 FROM identity_vehicles WHERE customer_id = customers.id)
               OR EXISTS (SELECT 1 FROM identity_mailed_links WHERE customer_id = customers.id)
               OR EXISTS (SELECT 1 FROM notifications WHERE customer_id = customers.id)
               OR EXISTS (SELECT 1 FROM notifications_push_devices WHERE customer_id = customers.id)
               OR EXISTS (SELECT 1 FROM notifications_push_refusals WHERE customer_id = customers.id)
               OR EXISTS (SELECT 1 FROM payments_cards WHERE customer_id = customers.id)
               OR EXISTS (SELECT 1 FROM club_memberships WHERE customer_id = customers.id
                          AND (license IS NOT NULL OR status <> 'inactive'))
               OR EXISTS (SELECT 1 FROM temp_tokens WHERE customer_id = customers.id)
               OR EXISTS (SELECT 1 FROM terminal_sales WHERE customer_id = customers.id)
               OR EXISTS (SELECT 1 FROM survey_responses WHERE customer_id = customers.id)
               OR EXISTS (SELECT 1 FROM loyalty_referrals WHERE friend_id = customers.id OR referrer_id = customers.id)
               OR EXISTS (SELECT 1 FROM gifts WHERE recipient_id = customers.id
                          AND (recipient_email IS NOT NULL OR recipient_name IS NOT NULL OR message IS NOT NULL))
               OR EXISTS (SELECT 1 FROM gifts WHERE sender_id = customers.id AND recipient_email IS NOT NULL
                          AND state <> 'held' AND (mailed_at IS NOT NULL OR state <> 'delivered'))
               OR EXISTS (SELECT 1 FROM checkout_order_lines l JOIN checkout_orders o ON o.id = l.order_id
                          WHERE o.customer_id = customers.id AND o.state <> 'flagged'
                            AND (l.gifted_email IS NOT NULL OR l.gifted_to IS NOT NULL OR l.gift_message IS NOT NULL))
               OR EXISTS (SELECT 1 FROM wallet_items w JOIN gifts g ON g.order_line_id = w.order_line_id
                          WHERE g.sender_id = customers.id AND w.gifted_from IS NOT NULL)
               OR EXISTS (
                   SELECT 1 FROM checkout_addresses a WHERE a.customer_id = customers.id AND NOT EXISTS (
                       SELECT 1 FROM checkout_order_lines l
                       WHERE l.address_id = a.id AND l.fulfillment IN ('awaiting_address', 'queued', 'packed'))))"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!("customer {} is deleted but has left traces", row.id)
    }))
}
