use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use serde::Serialize;
use utoipa::ToSchema;

use super::rules::Written;

/// Notification sent to a segment.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SentMessage {
    pub message_id: i64,
    /// Null for the default title.
    pub title: Option<String>,
    pub body: Option<String>,
    /// `all`, `members`, `lapsed` or `location`.
    pub segment: String,
    pub location_id: Option<i64>,
    /// Number of recipients when sent.
    pub recipients: i64,
    /// Number of inboxes it has reached so far.
    pub delivered: i64,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
}

pub(super) struct NewMessage<'a> {
    /// Segment, customer, location.
    pub(super) columns: (&'static str, Option<i64>, Option<i64>),
    pub(super) recipients: i64,
    pub(super) sent_by: i64,
    pub(super) written: &'a Written,
    pub(super) now: i64,
}

pub(super) async fn insert(db: &mut TenantWrite, new: &NewMessage<'_>) -> Result<i64, sqlx::Error> {
    let (segment, customer_id, location_id) = new.columns;
    sqlx::query_scalar!(
        r#"INSERT INTO notifications_messages (title, body, segment, customer_id, location_id, sent_by, recipients, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id AS "id!""#,
        new.written.title,
        new.written.body,
        segment,
        customer_id,
        location_id,
        new.sent_by,
        new.recipients,
        new.now
    )
    .fetch_one(db.conn())
    .await
}

pub(super) async fn sent(
    db: &mut TenantRead,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<SentMessage>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT m.id AS "id!", m.title, m.body, m.segment, m.location_id, m.recipients, m.created_at,
             (SELECT COUNT(*) FROM notifications n WHERE n.message_id = m.id) AS "delivered!: i64"
           FROM notifications_messages m
           WHERE m.customer_id IS NULL AND (?1 IS NULL OR m.id < ?1) ORDER BY m.id DESC LIMIT ?2"#,
        before,
        limit
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(SentMessage {
                message_id: row.id,
                title: row.title,
                body: row.body,
                segment: row.segment,
                location_id: row.location_id,
                recipients: row.recipients,
                delivered: row.delivered,
                created_at: Timestamp::from_millisecond(row.created_at)
                    .map_err(|error| sqlx::Error::Decode(error.into()))?,
            })
        })
        .collect()
}

pub(super) async fn forget(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM notifications_messages WHERE customer_id = ?", customer_id)
        .execute(db.conn())
        .await?;
    Ok(())
}
