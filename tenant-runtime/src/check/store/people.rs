//! Accounts and devices.

use crate::check::words;
use crate::domain::CheckedSite;
use crate::fields::folded_name;

/// Only the customer who is logged in on a device gets push notifications on it.
pub(crate) async fn devices_of_others(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", customer_id FROM notifications_push_devices d WHERE NOT EXISTS
               (SELECT 1 FROM identity_sessions s WHERE s.id = d.session_id AND s.customer_id = d.customer_id)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let customer = words::customer(site, row.customer_id).await?;
        found.push(format!(
            "Device {} receives {customer}'s push notifications, but {customer} isn't logged in on it.",
            row.id
        ));
    }
    Ok(found)
}

/// Names are searched and sorted as they are, not as they were.
pub(crate) async fn names_off_their_folding(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", first_name AS "first_name!", last_name AS "last_name!", name_folded AS "name_folded!"
           FROM customers WHERE deleted_at IS NULL AND name_folded IS NOT NULL"#
    )
    .fetch_all(site.conn())
    .await?;
    let wrong = rows
        .into_iter()
        .filter(|row| row.name_folded != folded_name(&row.first_name, &row.last_name));
    Ok(wrong
        .map(|row| format!("Customer {}: the search index has a different name.", row.id))
        .collect())
}

/// Rows that remain of a deleted account identify no one. `privacy::register` lists tables without any such rows.
pub(crate) async fn traces_of_deleted_customers(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!" FROM customers WHERE deleted_at IS NOT NULL AND (
               EXISTS (SELECT 1 FROM club_memberships WHERE customer_id = customers.id
                          AND (license IS NOT NULL OR license_state IS NOT NULL OR status <> 'inactive'))
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
    .fetch_all(site.conn())
    .await?;
    let deleted = rows.into_iter();
    Ok(deleted
        .map(|row| format!("Customer {} is deleted, but personal data is left.", row.id))
        .collect())
}
