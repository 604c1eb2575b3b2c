//! Quote, purchase, orders, receipts.

use platform::jobs::Handlers;

use crate::http::Routes;
use crate::runtime::SharedRuntime;

pub fn routes() -> Routes {
    Routes::default()
}

pub fn register_jobs(_handlers: &mut Handlers, _runtime: &SharedRuntime) {}
