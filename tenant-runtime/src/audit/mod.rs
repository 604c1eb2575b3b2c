//! What the merchant's people have done, for their owners and managers to read. It is written by whoever does it (`platform::audit`).

mod list;

use utoipa_axum::routes;

use crate::http::{Caller, Policy, Routes, limits};

pub fn routes() -> Routes {
    let manager = Policy::manager(limits::READ);
    Routes::default().call(routes!(list::list_entries), manager.table_for(Caller::Manager))
}
