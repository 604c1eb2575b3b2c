//! Customer search and corrections for staff.

mod access;
mod contact;
mod list;
mod subject;
pub(super) mod summary;

pub use contact::versions;
pub(super) use subject::subject;

use crate::http::{Caller, Policy, Routes, limits, routes};

pub(super) fn routes() -> Routes {
    let manager = Policy::manager(limits::WRITE);
    Routes::default()
        .call(
            routes!(list::list_customers),
            Policy::attendant(limits::READ)
                .table_for(Caller::Manager)
                .asks_for_password_for_table(),
        )
        .call(routes!(contact::change_contact), manager)
        .call(routes!(contact::change_vehicle), manager)
        .call(routes!(access::block_customer), manager)
        .call(routes!(access::unblock_customer), manager)
        .call(routes!(access::log_customer_out), manager)
        .call(
            routes!(access::send_confirmation_again),
            Policy::attendant(limits::MAIL),
        )
}
