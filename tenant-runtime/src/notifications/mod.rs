//! Notifications of customers and their channels.

pub mod allowance;
pub mod bounces;
mod error;
pub mod inbox;
pub mod mail;
pub mod messages;
mod notice;
pub mod push;

use platform::db::TenantWrite;
use platform::jobs::Handlers;

use crate::http::Routes;
use crate::runtime::SharedRuntime;

pub fn routes() -> Routes {
    inbox::routes().and(push::routes()).and(mail::routes())
}

/// `person_of`: resolves a session to its person.
pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime, person_of: push::PersonOf) {
    push::register_jobs(handlers, runtime, person_of);
}

/// Deletes the notifications and devices of a deleted account.
pub async fn forget(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    inbox::forget(db, customer_id).await?;
    messages::forget(db, customer_id).await?;
    push::forget(db, customer_id).await
}
