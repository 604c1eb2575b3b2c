//! Push notifications on a customer's devices, even if the shop isn't open: to browsers with Web Push, to apps with the
//! merchant's Firebase project (docs/RULES.md#push).

mod address;
mod devices;
mod error;
mod firebase;
mod jobs;
mod rules;
mod sender;
mod settings;
mod store;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use platform::jobs::Handlers;

use crate::http::{Person, Policy, Routes, limits, routes};
use crate::runtime::SharedRuntime;

pub use jobs::enqueue;
pub use store::{Device, devices_of, forget_devices, forget_session};

/// Person logged in with a session. `None` after it ends.
pub type PersonOf =
    for<'a> fn(&'a mut TenantRead, &'a str, Timestamp) -> BoxFuture<'a, Result<Option<Person>, sqlx::Error>>;

pub(super) fn routes() -> Routes {
    let read = Policy::customer(limits::READ).answers_while_closed();
    let write = Policy::customer(limits::WRITE).answers_while_closed();
    Routes::default()
        .call(routes!(devices::register_browser), write.answers_while_held())
        .call(routes!(devices::remove_browser), write.answers_while_held())
        .call(routes!(devices::register_app), write.answers_while_held())
        .call(routes!(devices::remove_app), write.answers_while_held())
        .call(routes!(settings::get_push_settings), read)
        .call(routes!(settings::set_push_settings), write)
        .call(
            routes!(firebase::get_firebase),
            Policy::anyone(limits::READ).answers_while_closed(),
        )
        .call(routes!(firebase::set_private_key), Policy::owner(limits::WRITE))
        .call(routes!(firebase::get_project_ids), Policy::owner(limits::READ))
}

/// `person_of` is a parameter because it belongs to a higher domain.
pub(super) fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime, person_of: PersonOf) {
    jobs::register(handlers, runtime, person_of);
}

/// Deletes the devices and settings of a customer whose account is deleted.
pub(super) async fn forget(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    store::forget_devices(db, customer_id).await?;
    store::set_refused(db, customer_id, &[]).await
}
