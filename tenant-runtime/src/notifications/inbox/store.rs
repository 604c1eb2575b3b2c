use platform::db::{TenantRead, TenantWrite};

use super::About;
use crate::notifications::notice::News;

/// Maximum number of notifications in a list.
const SHOWN: i64 = 100;

pub(super) struct NotificationRow {
    pub(super) kind: String,
    pub(super) news: News,
    pub(super) created_at: i64,
    pub(super) read: bool,
}

pub(super) async fn insert(
    db: &mut TenantWrite,
    customer_id: i64,
    kind: &str,
    about: About<'_>,
    now: i64,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"INSERT INTO notifications (customer_id, kind, subject, name, recipient, created_at) VALUES (?, ?, ?, ?, ?, ?)
           RETURNING id AS "id!""#,
        customer_id,
        kind,
        about.subject,
        about.name,
        about.recipient,
        now
    )
    .fetch_one(db.conn())
    .await
}

/// ID of the notification. `None`: the customer already has this message.
pub(super) async fn insert_message(
    db: &mut TenantWrite,
    customer_id: i64,
    message_id: i64,
    now: i64,
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"INSERT INTO notifications (customer_id, kind, message_id, created_at) VALUES (?, 'message', ?, ?)
           ON CONFLICT DO NOTHING RETURNING id AS "id!""#,
        customer_id,
        message_id,
        now
    )
    .fetch_optional(db.conn())
    .await
}

pub(super) async fn unread(db: &mut TenantRead, customer_id: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COUNT(*) AS "count!: i64" FROM notifications WHERE customer_id = ? AND read_at IS NULL"#,
        customer_id
    )
    .fetch_one(db.conn())
    .await
}

pub(super) async fn list(db: &mut TenantRead, customer_id: i64) -> Result<Vec<NotificationRow>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT n.kind, n.name, n.recipient, m.title, m.body, n.created_at, n.read_at IS NOT NULL AS "read!: bool"
           FROM notifications n LEFT JOIN notifications_messages m ON m.id = n.message_id
           WHERE n.customer_id = ? ORDER BY n.created_at DESC, n.id DESC LIMIT ?"#,
        customer_id,
        SHOWN
    )
    .fetch_all(db.conn())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| NotificationRow {
            kind: row.kind,
            news: News {
                name: row.name,
                recipient: row.recipient,
                title: row.title,
                body: row.body,
            },
            created_at: row.created_at,
            read: row.read,
        })
        .collect())
}

pub(super) async fn mark_read(db: &mut TenantWrite, customer_id: i64, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE notifications SET read_at = ? WHERE customer_id = ? AND read_at IS NULL",
        now,
        customer_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn delete_about(db: &mut TenantWrite, subject: &str) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM notifications WHERE subject = ?", subject)
        .execute(db.conn())
        .await?;
    Ok(())
}

pub(super) async fn delete_all(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM notifications WHERE customer_id = ?", customer_id)
        .execute(db.conn())
        .await?;
    Ok(())
}
