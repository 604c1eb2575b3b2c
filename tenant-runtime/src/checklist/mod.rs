//! Setup guide from an empty site to the first sale. `opening` decides which requirements the shop has; each domain's
//! tables decide whether other steps are done. Only the dismissal is stored here.

mod endpoints;
mod store;

use crate::http::{Policy, Routes, limits, routes};

pub fn routes() -> Routes {
    Routes::default()
        .call(routes!(endpoints::get_checklist), Policy::manager(limits::READ))
        .call(routes!(endpoints::put_checklist_aside), Policy::manager(limits::WRITE))
}
