//! Billing: charges clubs when their periods are due (docs/RULES.md#billing).

mod renewal;
mod rules;

pub use renewal::on_event;

use platform::jobs::Handlers;

use crate::jobs::on_job;
use crate::runtime::SharedRuntime;

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, renewal::bill);
}
