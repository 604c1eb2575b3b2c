//! What leads a new merchant from an empty site to a first sale. Whether a step is done is what its domain finds in its own tables;
//! kept here is only that the merchant has put the list aside.

mod endpoints;
mod store;

use utoipa_axum::routes;

use crate::http::{Policy, Routes, limits};

pub fn routes() -> Routes {
    Routes::default()
        .call(routes!(endpoints::get_checklist), Policy::manager(limits::READ))
        .call(routes!(endpoints::put_checklist_aside), Policy::manager(limits::WRITE))
}
