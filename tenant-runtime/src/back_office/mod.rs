//! Staff views across domains: a customer with all related records, a gift card with its buyer and recipient, and an
//! order with its activity.

mod club_month;
mod customer;
mod gift_cards;
mod messages;
mod order_history;
mod still_usable;

use platform::jobs::Handlers;

use crate::http::{Caller, Policy, Routes, limits, routes};
use crate::runtime::SharedRuntime;

pub fn routes() -> Routes {
    let attendant = Policy::attendant(limits::READ);
    let manager = Policy::manager(limits::WRITE);
    Routes::default()
        .call(routes!(customer::get_customer), attendant)
        .call(routes!(club_month::get_club_month), Policy::manager(limits::READ))
        .call(routes!(order_history::get_order_history), Policy::manager(limits::READ))
        .call(routes!(still_usable::get_still_usable), Policy::manager(limits::READ))
        .call(
            routes!(gift_cards::find_gift_cards),
            attendant.table_for(Caller::Manager).asks_for_password_for_table(),
        )
        .call(routes!(gift_cards::get_gift_card), attendant)
        .call(routes!(gift_cards::resend_gift_card), Policy::attendant(limits::MAIL))
        .call(routes!(messages::write_to_customer), manager)
        .call(routes!(messages::count_recipients), Policy::manager(limits::READ))
        .call(routes!(messages::list_messages), Policy::manager(limits::READ))
        .call(routes!(messages::write_to_segment), manager.takes_idempotency_key())
}

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    messages::register_jobs(handlers, runtime);
}
