use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use platform::jobs::Repeatable;

use super::{Bounce, CameBack};

struct Row {
    id: i64,
    message_id: String,
    kind: String,
    recipient: String,
    words: String,
    job_id: Option<i64>,
    is_kept: bool,
    bounced_at: i64,
}

impl TryFrom<Row> for Bounce {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.id,
            message_id: row.message_id,
            kind: row.kind,
            recipient: row.recipient,
            words: row.words,
            job_id: row.job_id,
            is_kept: row.is_kept,
            bounced_at: Timestamp::from_millisecond(row.bounced_at)
                .map_err(|error| sqlx::Error::Decode(error.into()))?,
        })
    }
}

pub(super) struct New<'a> {
    pub(super) came_back: &'a CameBack<'a>,
    pub(super) recipient_key: &'a str,
    pub(super) words: &'a str,
    pub(super) bounced_at: i64,
}

/// An earlier bounce of the same email is updated.
pub(super) async fn insert(db: &mut TenantWrite, new: &New<'_>) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO notifications_bounces (message_id, kind, recipient, recipient_key, words, job_id, bounced_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (message_id) DO UPDATE SET
             words = excluded.words, job_id = COALESCE(excluded.job_id, job_id), bounced_at = excluded.bounced_at",
        new.came_back.message_id,
        new.came_back.kind,
        new.came_back.recipient,
        new.recipient_key,
        new.words,
        new.came_back.job_id,
        new.bounced_at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn all(db: &mut TenantRead) -> Result<Vec<Bounce>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id AS "id!", message_id, kind, recipient, words, job_id, bounced_at,
                  message_id IN (SELECT message_id FROM notifications_taken_mails) AS "is_kept!: bool"
           FROM notifications_bounces
           ORDER BY bounced_at DESC, id DESC"#
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(Bounce::try_from).collect()
}

pub(super) async fn count(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT COUNT(*) AS "count!: i64" FROM notifications_bounces"#)
        .fetch_one(db.conn())
        .await
}

pub(super) async fn from_address(db: &mut TenantRead, recipient_key: &str) -> Result<Vec<Bounce>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id AS "id!", message_id, kind, recipient, words, job_id, bounced_at,
                  message_id IN (SELECT message_id FROM notifications_taken_mails) AS "is_kept!: bool"
           FROM notifications_bounces
           WHERE recipient_key = ? ORDER BY bounced_at DESC, id DESC"#,
        recipient_key
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(Bounce::try_from).collect()
}

pub(super) async fn remove(db: &mut TenantWrite, id: i64) -> Result<Option<Bounce>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        r#"DELETE FROM notifications_bounces WHERE id = ?
           RETURNING id AS "id!", message_id, kind, recipient, words, job_id, bounced_at,
                     message_id IN (SELECT message_id FROM notifications_taken_mails) AS "is_kept!: bool""#,
        id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Bounce::try_from).transpose()
}

pub(super) async fn forget_address(db: &mut TenantWrite, recipient_key: &str) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "DELETE FROM notifications_bounces WHERE recipient_key = ?",
        recipient_key
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn forget_before(db: &mut TenantWrite, instant: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM notifications_bounces WHERE bounced_at < ?", instant)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// If the same email is sent again, this updates its time.
pub(super) async fn insert_taken(
    db: &mut TenantWrite,
    message_id: &str,
    work: &Repeatable,
    taken_at: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO notifications_taken_mails (message_id, job_kind, job_payload, taken_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (message_id) DO UPDATE SET
             job_kind = excluded.job_kind, job_payload = excluded.job_payload, taken_at = excluded.taken_at",
        message_id,
        work.kind,
        work.payload,
        taken_at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Returns and deletes the data to recreate an email.
pub(super) async fn take_taken(db: &mut TenantWrite, message_id: &str) -> Result<Option<Repeatable>, sqlx::Error> {
    sqlx::query_as!(
        Repeatable,
        "DELETE FROM notifications_taken_mails WHERE message_id = ? RETURNING job_kind AS kind, job_payload AS payload",
        message_id
    )
    .fetch_optional(db.conn())
    .await
}

pub(super) async fn forget_taken_before(db: &mut TenantWrite, instant: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM notifications_taken_mails WHERE taken_at < ?", instant)
        .execute(db.conn())
        .await?;
    Ok(())
}
