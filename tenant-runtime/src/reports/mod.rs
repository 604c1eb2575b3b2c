//! Business reports for managers: figures and a table for a period. Money is summed from the ledger. Reports are above
//! the domains and may read the tables of all.

mod answer;
mod endpoints;
mod figures;
mod measure;
mod rules;
mod store;

use crate::http::{Caller, Policy, Routes, limits, routes};

pub fn routes() -> Routes {
    let manager = Policy::manager(limits::READ).table_for(Caller::Manager);
    Routes::default()
        .call(routes!(endpoints::sales), manager)
        .call(routes!(endpoints::refunds), manager)
        .call(routes!(endpoints::members), manager)
        .call(routes!(endpoints::redemptions), manager)
        .call(routes!(endpoints::liability), manager)
        .call(routes!(endpoints::taxes), manager)
        .call(routes!(endpoints::payouts), manager)
        .call(routes!(endpoints::offers), manager)
}
