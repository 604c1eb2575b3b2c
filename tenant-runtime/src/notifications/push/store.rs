use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use serde::Serialize;
use utoipa::ToSchema;

use super::rules::MOST_DEVICES;
use crate::notifications::notice::{News, Subject};

/// A device to register.
pub(super) struct NewDevice<'a> {
    pub(super) customer_id: i64,
    pub(super) session_id: &'a str,
    pub(super) service: &'static str,
    pub(super) address_digest: &'a [u8],
    pub(super) address_sealed: &'a [u8],
}

/// Device registered for push notifications.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PushDevice)]
pub struct Device {
    /// `web_push` or `firebase`.
    pub service: String,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    pub registered_at: Timestamp,
}

pub(super) struct AddressRow {
    pub(super) customer_id: i64,
    pub(super) session_id: String,
    pub(super) address_sealed: Vec<u8>,
}

/// Notification to push.
pub(super) struct NewsRow {
    pub(super) customer_id: i64,
    pub(super) kind: String,
    pub(super) news: News,
    pub(super) created_at: i64,
    pub(super) read: bool,
}

/// Registers or renews a device for its latest customer. The oldest ones above the maximum are removed.
pub(super) async fn register(db: &mut TenantWrite, device: &NewDevice<'_>, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO notifications_push_devices
             (customer_id, session_id, service, address_digest, address_sealed, created_at, registered_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)
         ON CONFLICT (address_digest) DO UPDATE SET
             created_at = CASE WHEN customer_id = excluded.customer_id THEN created_at ELSE excluded.created_at END,
             customer_id = excluded.customer_id, session_id = excluded.session_id,
             address_sealed = excluded.address_sealed, registered_at = excluded.registered_at",
        device.customer_id,
        device.session_id,
        device.service,
        device.address_digest,
        device.address_sealed,
        now
    )
    .execute(db.conn())
    .await?;
    sqlx::query!(
        "DELETE FROM notifications_push_devices WHERE customer_id = ?1 AND id NOT IN
             (SELECT id FROM notifications_push_devices WHERE customer_id = ?1 ORDER BY registered_at DESC, id DESC LIMIT ?2)",
        device.customer_id,
        MOST_DEVICES
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Removes a customer's device by the digest of its address.
pub(super) async fn remove(db: &mut TenantWrite, customer_id: i64, digest: &[u8]) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "DELETE FROM notifications_push_devices WHERE customer_id = ? AND address_digest = ?",
        customer_id,
        digest
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Deletes a device with an invalid address, if it still belongs to the customer.
pub(super) async fn drop_device(db: &mut TenantWrite, customer_id: i64, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "DELETE FROM notifications_push_devices WHERE id = ? AND customer_id = ?",
        id,
        customer_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Deletes the devices of an ended session.
pub async fn forget_session(db: &mut TenantWrite, session_id: &str) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "DELETE FROM notifications_push_devices WHERE session_id = ?",
        session_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Deletes all devices of a customer.
pub async fn forget_devices(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "DELETE FROM notifications_push_devices WHERE customer_id = ?",
        customer_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Devices of a customer who hasn't turned off `subject`.
pub(super) async fn wanting(db: &mut TenantWrite, customer_id: i64, subject: Subject) -> Result<Vec<i64>, sqlx::Error> {
    let subject = subject.into_str();
    sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM notifications_push_devices WHERE customer_id = ?1 AND NOT EXISTS
               (SELECT 1 FROM notifications_push_refusals WHERE customer_id = ?1 AND subject = ?2)"#,
        customer_id,
        subject
    )
    .fetch_all(db.conn())
    .await
}

pub(super) async fn address(db: &mut TenantRead, id: i64) -> Result<Option<AddressRow>, sqlx::Error> {
    sqlx::query_as!(
        AddressRow,
        "SELECT customer_id, session_id, address_sealed FROM notifications_push_devices WHERE id = ?",
        id
    )
    .fetch_optional(db.conn())
    .await
}

pub(super) async fn news(db: &mut TenantRead, notification_id: i64) -> Result<Option<NewsRow>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT n.customer_id, n.kind, n.name, n.recipient, m.title, m.body, n.created_at,
             n.read_at IS NOT NULL AS "read!: bool"
           FROM notifications n LEFT JOIN notifications_messages m ON m.id = n.message_id WHERE n.id = ?"#,
        notification_id
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(row.map(|row| NewsRow {
        customer_id: row.customer_id,
        kind: row.kind,
        news: News {
            name: row.name,
            recipient: row.recipient,
            title: row.title,
            body: row.body,
        },
        created_at: row.created_at,
        read: row.read,
    }))
}

/// Devices of a customer, oldest first.
pub async fn devices_of(db: &mut TenantRead, customer_id: i64) -> Result<Vec<Device>, sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT service, created_at, registered_at FROM notifications_push_devices WHERE customer_id = ? ORDER BY id",
        customer_id
    )
    .fetch_all(db.conn())
    .await?;
    let instant = |ms| Timestamp::from_millisecond(ms).map_err(|error| sqlx::Error::Decode(error.into()));
    rows.into_iter()
        .map(|row| {
            Ok(Device {
                service: row.service,
                created_at: instant(row.created_at)?,
                registered_at: instant(row.registered_at)?,
            })
        })
        .collect()
}

/// Topics a customer has turned off. Topics of a later build are ignored.
pub(super) async fn refused(db: &mut TenantRead, customer_id: i64) -> Result<Vec<Subject>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        "SELECT subject FROM notifications_push_refusals WHERE customer_id = ? ORDER BY subject",
        customer_id
    )
    .fetch_all(db.conn())
    .await?;
    Ok(rows.iter().filter_map(|subject| subject.parse().ok()).collect())
}

/// Saves the categories that a customer turned off.
pub(super) async fn set_refused(
    db: &mut TenantWrite,
    customer_id: i64,
    refused: &[Subject],
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "DELETE FROM notifications_push_refusals WHERE customer_id = ?",
        customer_id
    )
    .execute(db.conn())
    .await?;
    for subject in refused {
        let subject = subject.into_str();
        sqlx::query!(
            "INSERT INTO notifications_push_refusals (customer_id, subject) VALUES (?, ?) ON CONFLICT DO NOTHING",
            customer_id,
            subject
        )
        .execute(db.conn())
        .await?;
    }
    Ok(())
}

/// The merchant's Firebase account, encrypted.
pub(super) async fn firebase_account(db: &mut TenantRead) -> Result<Option<Vec<u8>>, sqlx::Error> {
    sqlx::query_scalar!("SELECT account_sealed FROM notifications_firebase")
        .fetch_optional(db.conn())
        .await
}

pub(super) async fn set_firebase_account(db: &mut TenantWrite, sealed: &[u8], now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO notifications_firebase (id, account_sealed, saved_at) VALUES (1, ?, ?)
         ON CONFLICT (id) DO UPDATE SET account_sealed = excluded.account_sealed, saved_at = excluded.saved_at",
        sealed,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
