//! Customers' data rights: export and erasure. Each domain's row in the list of domains defines what it exports and
//! erases.

mod deletion;
mod export;
mod on_request;

use platform::jobs::Handlers;

use crate::http::{Policy, Routes, limits, routes};
use crate::runtime::SharedRuntime;

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
