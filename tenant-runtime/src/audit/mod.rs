//! Audit log of the team's actions, for owners and managers. Entries are written with each action (`platform::audit`).

mod list;

use crate::http::{Caller, Policy, Routes, limits, routes};

pub fn routes() -> Routes {
    let manager = Policy::manager(limits::READ);
    Routes::default().call(routes!(list::list_entries), manager.table_for(Caller::Manager))
}
