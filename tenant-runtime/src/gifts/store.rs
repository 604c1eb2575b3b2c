use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use super::{GiftRecord, Recipient, WaitingGift};

pub(super) struct NewGiftRow<'a> {
    pub(super) order_line_id: i64,
    pub(super) item_name: &'a str,
    pub(super) sender_id: i64,
    pub(super) recipient_email: &'a str,
    pub(super) recipient_email_key: &'a str,
    pub(super) recipient_name: Option<&'a str>,
    pub(super) message: Option<&'a str>,
    pub(super) header: i64,
    pub(super) state: &'static str,
    pub(super) recipient_id: Option<i64>,
    pub(super) now: i64,
    pub(super) expires_at: i64,
    pub(super) settled_at: Option<i64>,
}

pub(super) async fn insert(db: &mut TenantWrite, gift: &NewGiftRow<'_>) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"INSERT INTO gifts (order_line_id, item_name, sender_id, recipient_email, recipient_email_key, recipient_name,
             message, header, state, recipient_id, created_at, expires_at, settled_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id AS "id!""#,
        gift.order_line_id,
        gift.item_name,
        gift.sender_id,
        gift.recipient_email,
        gift.recipient_email_key,
        gift.recipient_name,
        gift.message,
        gift.header,
        gift.state,
        gift.recipient_id,
        gift.now,
        gift.expires_at,
        gift.settled_at
    )
    .fetch_one(db.conn())
    .await
}

/// A gift and its order line.
pub(super) struct Claimed {
    pub(super) id: i64,
    pub(super) order_line_id: i64,
    pub(super) sender_id: i64,
}

/// Gives an account the gifts that wait for its confirmed address, except those it sent itself.
pub(super) async fn claim(
    db: &mut TenantWrite,
    customer_id: i64,
    email_key: &str,
    now: i64,
) -> Result<Vec<Claimed>, sqlx::Error> {
    sqlx::query_as!(
        Claimed,
        r#"UPDATE gifts SET state = 'delivered', recipient_id = ?1, settled_at = ?2
           WHERE state = 'held' AND sender_id <> ?1 AND recipient_email_key = ?3
           RETURNING id AS "id!", order_line_id, sender_id"#,
        customer_id,
        now,
        email_key
    )
    .fetch_all(db.conn())
    .await
}

/// Expires a gift that is still waiting.
pub(super) async fn expire(db: &mut TenantWrite, id: i64, now: i64) -> Result<Option<Claimed>, sqlx::Error> {
    sqlx::query_as!(
        Claimed,
        r#"UPDATE gifts SET state = 'expired', settled_at = ?1 WHERE id = ?2 AND state = 'held' AND expires_at <= ?1
           RETURNING id AS "id!", order_line_id, sender_id"#,
        now,
        id
    )
    .fetch_optional(db.conn())
    .await
}

/// Revokes the gift of a line.
pub(super) async fn revoke(db: &mut TenantWrite, order_line_id: i64, now: i64) -> Result<Option<Claimed>, sqlx::Error> {
    sqlx::query_as!(
        Claimed,
        r#"UPDATE gifts SET state = 'revoked', settled_at = COALESCE(settled_at, ?1)
           WHERE order_line_id = ?2 AND state IN ('held', 'delivered')
           RETURNING id AS "id!", order_line_id, sender_id"#,
        now,
        order_line_id
    )
    .fetch_optional(db.conn())
    .await
}

/// A restored gift.
pub(super) struct Restored {
    pub(super) id: i64,
    pub(super) waits: bool,
    pub(super) is_mailed: bool,
    pub(super) expires_at: Timestamp,
}

/// Restores a revoked gift to its previous state. `is_card`: it is a gift card, which never waits.
pub(super) async fn restore(
    db: &mut TenantWrite,
    order_line_id: i64,
    is_card: bool,
) -> Result<Option<Restored>, sqlx::Error> {
    let row = sqlx::query!(
        r#"UPDATE gifts SET (state, settled_at) = (
             SELECT CASE WHEN waits THEN 'held' ELSE 'delivered' END, CASE WHEN waits THEN NULL ELSE settled_at END
             FROM (SELECT recipient_id IS NULL AND recipient_email IS NOT NULL AND NOT ?2 AS waits))
           WHERE order_line_id = ?1 AND state = 'revoked'
           RETURNING id AS "id!", state, mailed_at, expires_at"#,
        order_line_id,
        is_card
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(|row| {
        Ok(Restored {
            id: row.id,
            waits: row.state == "held",
            is_mailed: row.mailed_at.is_some(),
            expires_at: instant(row.expires_at)?,
        })
    })
    .transpose()
}

/// A gift for its email.
pub(super) struct Mailed {
    pub(super) order_line_id: i64,
    pub(super) sender_id: i64,
    pub(super) email: String,
    pub(super) name: Option<String>,
    pub(super) message: Option<String>,
    pub(super) header: i64,
    /// Customer whose wallet holds it.
    pub(super) recipient_id: Option<i64>,
    pub(super) expires_at: Timestamp,
    pub(super) item_name: String,
    pub(super) is_mailed: bool,
}

impl Mailed {
    /// The recipient as the sender entered it: name, otherwise address.
    pub(super) fn recipient(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.email)
    }
}

/// The gift, if its recipient still has an address.
pub(super) async fn to_mail(db: &mut TenantRead, id: i64) -> Result<Option<Mailed>, sqlx::Error> {
    let row = sqlx::query!(
        "SELECT order_line_id, item_name, sender_id, recipient_email, recipient_name, message, header, recipient_id,
           expires_at, mailed_at
         FROM gifts WHERE id = ? AND state IN ('held', 'delivered')",
        id
    )
    .fetch_optional(db.conn())
    .await?;
    let Some(row) = row else { return Ok(None) };
    let Some(email) = row.recipient_email else {
        return Ok(None);
    };
    Ok(Some(Mailed {
        order_line_id: row.order_line_id,
        sender_id: row.sender_id,
        email,
        name: row.recipient_name,
        message: row.message,
        header: row.header,
        recipient_id: row.recipient_id,
        expires_at: instant(row.expires_at)?,
        item_name: row.item_name,
        is_mailed: row.mailed_at.is_some(),
    }))
}

/// The gift of a line.
pub(super) async fn of_line(db: &mut TenantRead, order_line_id: i64) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM gifts WHERE order_line_id = ?"#,
        order_line_id
    )
    .fetch_optional(db.conn())
    .await
}

pub(super) async fn set_mailed(db: &mut TenantWrite, id: i64, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE gifts SET mailed_at = COALESCE(mailed_at, ?) WHERE id = ?",
        now,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn recipients(db: &mut TenantRead, sender_id: i64) -> Result<Vec<Recipient>, sqlx::Error> {
    sqlx::query_as!(
        Recipient,
        r#"SELECT recipient_email AS "email!", COALESCE(recipient_name, '') AS "name!: String"
           FROM gifts AS newest
           WHERE sender_id = ?1 AND recipient_email_key IS NOT NULL
             AND id = (SELECT MAX(id) FROM gifts
                       WHERE sender_id = ?1 AND recipient_email_key = newest.recipient_email_key)
           ORDER BY id DESC"#,
        sender_id
    )
    .fetch_all(db.conn())
    .await
}

/// Gifts held for an address, except those from `customer_id`.
pub(super) async fn waiting(
    db: &mut TenantRead,
    customer_id: i64,
    email_key: &str,
) -> Result<Vec<WaitingGift>, sqlx::Error> {
    sqlx::query_as!(
        WaitingGift,
        "SELECT item_name AS name FROM gifts
         WHERE state = 'held' AND sender_id <> ? AND recipient_email_key = ? ORDER BY id",
        customer_id,
        email_key
    )
    .fetch_all(db.conn())
    .await
}

/// Deletes the recipients of a sender's gifts once everything is delivered.
pub(super) async fn forget_recipients(db: &mut TenantWrite, sender_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE gifts SET recipient_email = NULL, recipient_email_key = NULL, recipient_name = NULL
         WHERE sender_id = ? AND state <> 'held' AND (mailed_at IS NOT NULL OR state <> 'delivered')",
        sender_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Deletes the customer's data in gifts they received.
pub(super) async fn forget_recipient(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE gifts SET recipient_email = NULL, recipient_email_key = NULL, recipient_name = NULL, message = NULL
         WHERE recipient_id = ?",
        customer_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Lines that a customer gave away.
pub(super) async fn lines_sent_by(db: &mut TenantRead, customer_id: i64) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!("SELECT order_line_id FROM gifts WHERE sender_id = ?", customer_id)
        .fetch_all(db.conn())
        .await
}

/// Lines that a customer received.
pub(super) async fn lines_received_by(db: &mut TenantRead, customer_id: i64) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!("SELECT order_line_id FROM gifts WHERE recipient_id = ?", customer_id)
        .fetch_all(db.conn())
        .await
}

/// Lines given to addresses that start with `words`, in lower case.
pub(super) async fn lines_to(db: &mut TenantRead, words: &str) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT order_line_id FROM gifts WHERE substr(recipient_email_key, 1, length(?1)) = ?1",
        words
    )
    .fetch_all(db.conn())
    .await
}

/// `lines`: a JSON array.
pub(super) async fn recipients_of(db: &mut TenantRead, lines: &str) -> Result<Vec<(i64, String)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT order_line_id, recipient_email AS "email!" FROM gifts
           WHERE order_line_id IN (SELECT value FROM json_each(?)) AND recipient_email IS NOT NULL"#,
        lines
    )
    .fetch_all(db.conn())
    .await?;
    Ok(rows.into_iter().map(|row| (row.order_line_id, row.email)).collect())
}

/// Gifts that a customer sent and received, newest first.
pub(super) async fn of_customer(db: &mut TenantRead, customer_id: i64) -> Result<Vec<GiftRecord>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT item_name, recipient_email, recipient_name, message, state, created_at, sender_id = ?1 AS "sent!: bool"
           FROM gifts WHERE sender_id = ?1 OR recipient_id = ?1 ORDER BY id DESC"#,
        customer_id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(GiftRecord {
                name: row.item_name,
                direction: if row.sent { "sent" } else { "received" },
                email: row.recipient_email.filter(|_| row.sent),
                recipient: row.recipient_name,
                message: row.message,
                state: row.state,
                date: instant(row.created_at)?,
            })
        })
        .collect()
}

fn instant(ms: i64) -> Result<Timestamp, sqlx::Error> {
    Timestamp::from_millisecond(ms).map_err(|error| sqlx::Error::Decode(error.into()))
}
