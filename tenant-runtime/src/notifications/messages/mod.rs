//! Notifications from staff to customers: one row per message, and a notification for each recipient. The recipients
//! are selected by the domains above, which know accounts and clubs.

pub mod rules;
mod store;

pub use store::SentMessage;

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use super::inbox;
use rules::Written;

/// Audience of a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    Customer(i64),
    All,
    Members,
    /// Former members.
    Lapsed,
    /// Customers with this home location.
    Location(i64),
}

impl To {
    /// As stored: segment, customer, location.
    const fn columns(self) -> (&'static str, Option<i64>, Option<i64>) {
        match self {
            Self::Customer(id) => ("customer", Some(id), None),
            Self::All => ("all", None, None),
            Self::Members => ("members", None, None),
            Self::Lapsed => ("lapsed", None, None),
            Self::Location(id) => ("location", None, Some(id)),
        }
    }
}

/// Stores a notification for a number of recipients; returns its ID. [`deliver`] adds it to each inbox.
pub async fn write(
    db: &mut TenantWrite,
    (to, recipients): (To, i64),
    sent_by: i64,
    written: &Written,
    now: Timestamp,
) -> Result<i64, sqlx::Error> {
    let sent = store::NewMessage {
        columns: to.columns(),
        recipients,
        sent_by,
        written,
        now: now.as_millisecond(),
    };
    store::insert(db, &sent).await
}

/// Adds a notification to a customer's inbox, once.
pub async fn deliver(
    db: &mut TenantWrite,
    customer_id: i64,
    message_id: i64,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    inbox::deliver(db, customer_id, message_id, now).await
}

/// Notifications sent to segments, newest first.
pub async fn sent(db: &mut TenantRead, before: Option<i64>, limit: i64) -> Result<Vec<SentMessage>, sqlx::Error> {
    store::sent(db, before, limit).await
}

/// Deletes messages to a customer whose account is deleted. Their notifications are already gone.
pub(super) async fn forget(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    store::forget(db, customer_id).await
}
