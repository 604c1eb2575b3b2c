//! Points for purchases that become awards (docs/RULES.md#loyalty), and referral rewards (docs/RULES.md#referrals).

mod admin;
mod award;
mod earn;
mod error;
mod events;
mod invite;
mod points;
mod referral;
mod rules;
mod settings;
mod store;
mod tell;

pub use earn::{PaidLine, PaidOrder, RefundedLine, forget, paid, refunded};
pub use events::on_event;
pub use points::{EarnedPoints, earned_with, entries_of};
pub use referral::referrals_of;
pub use store::Entry;
pub use store::referrals::ReferralRecord;

use platform::jobs::Handlers;

use crate::http::{Policy, Routes, limits, routes};
use crate::jobs::on_job;
use crate::runtime::SharedRuntime;

pub fn routes() -> Routes {
    let own = Policy::customer(limits::READ).answers_while_closed();
    Routes::default()
        .call(routes!(points::get_points), own)
        .call(routes!(invite::get_invitation), own)
        .call(routes!(admin::settings::get_settings), Policy::attendant(limits::READ))
        .call(routes!(admin::settings::set_settings), Policy::manager(limits::WRITE))
        .call(routes!(admin::points::list_points), Policy::attendant(limits::READ))
        .call(
            routes!(admin::points::adjust_points),
            Policy::manager(limits::WRITE).takes_idempotency_key(),
        )
}

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, award::make_next);
    on_job(handlers, runtime, referral::settle);
    on_job(handlers, runtime, tell::send);
}
