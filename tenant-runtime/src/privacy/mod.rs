//! Customers' data rights: export and erasure. The register lists the tables of both. Each domain's row in the list of
//! domains defines how it erases them, and files of the export that are easy to read.

mod deletion;
mod export;
mod on_request;
pub mod register;
mod store;

use platform::jobs::Handlers;

use crate::http::{Policy, Routes, limits, routes};
use crate::runtime::SharedRuntime;

pub(crate) use store::rows_of_deleted_customers;

pub fn routes() -> Routes {
    Routes::default()
        .call(
            routes!(export::export_account),
            Policy::customer(limits::READ).answers_while_closed(),
        )
        .call(
            routes!(deletion::delete_account),
            Policy::customer(limits::WRITE).answers_while_closed(),
        )
        .call(routes!(on_request::delete_customer), Policy::manager(limits::WRITE))
}

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    deletion::register_jobs(handlers, runtime);
}
