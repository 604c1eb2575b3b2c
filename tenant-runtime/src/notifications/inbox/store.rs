use platform::db::{TenantRead, TenantWrite};

use super::About;

/// Most notifications that a list shows.
const SHOWN: i64 = 100;

pub(super) struct NotificationRow {
    pub(super) kind: String,
    pub(super) name: Option<String>,
    pub(super) recipient: Option<String>,
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

pub(super) async fn unread(db: &mut TenantRead, customer_id: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COUNT(*) AS "count!: i64" FROM notifications WHERE customer_id = ? AND read_at IS NULL"#,
        customer_id
    )
    .fetch_one(db.conn())
    .await
}

pub(super) async fn list(db: &mut TenantRead, customer_id: i64) -> Result<Vec<NotificationRow>, sqlx::Error> {
    sqlx::query_as!(
        NotificationRow,
        r#"SELECT kind, name, recipient, created_at, read_at IS NOT NULL AS "read!: bool" FROM notifications
           WHERE customer_id = ? ORDER BY created_at DESC, id DESC LIMIT ?"#,
        customer_id,
        SHOWN
    )
    .fetch_all(db.conn())
    .await
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
