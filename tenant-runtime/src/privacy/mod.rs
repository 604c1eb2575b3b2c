//! What a customer may demand of their data: all of it, and that it be forgotten. What each domain knows and forgets stands in
//! its row of the list of domains.

mod deletion;
mod export;
mod on_request;

use platform::jobs::Handlers;
use utoipa_axum::routes;

use crate::http::{Policy, Routes, limits};
use crate::runtime::SharedRuntime;

pub fn routes() -> Routes {
    Routes::default()
        .call(routes!(export::export_account), Policy::customer(limits::READ))
        .call(routes!(deletion::delete_account), Policy::customer(limits::WRITE))
        .call(routes!(on_request::delete_customer), Policy::manager(limits::WRITE))
}

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    deletion::register_jobs(handlers, runtime);
}
