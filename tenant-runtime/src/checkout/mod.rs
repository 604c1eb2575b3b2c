//! Quote, purchase, orders, receipts.

mod admin;
mod charge;
mod customer_orders;
mod disputes;
mod effects;
mod error;
mod jobs;
mod kiosk;
mod order_seal;
mod place;
mod quote;
mod receipt;
mod refund_plan;
mod renewals;
mod reversal;
mod rules;
mod settlement;
mod store;
mod sweep;
mod wire;

pub use charge::Charge;
pub use customer_orders::{addresses_of, has_goods_to_send, objection, purchases_of};
pub use effects::forget;
pub use kiosk::{
    AtKiosk, BegunAtKiosk, Charged, KioskOrder, KioskOrderState, at_kiosk, begin_at_kiosk, charged_at_kiosks, give_back,
};
pub use order_seal::OrderSeals;
pub use refund_plan::has_open_end;
pub use renewals::{Renewal, Renewing, begin_renewal, paid_for as month_paid_for};
pub use rules::reversal::RefundReason;
pub use rules::{KioskLine, terms_version};
pub use store::club_orders::{Wait, ended_waits, has_open_club_order};
pub use store::lines::orders_of_lines;
pub use store::orders::order_sealer;
pub use store::queries::{
    OrderParts, flagged_orders, goods_to_send, has_orders, has_sold, lines_of_order, open_disputes, orders_of_refunds,
    parts_of_order, unknown_charges, unknown_refunds,
};
pub use wire::{
    Deduction, OrderBody, OrderItem, OrderResult, Purchase, PurchasedProduct, Quote, QuoteLine, Requires,
    ShippingAddress,
};

use platform::jobs::Handlers;

use crate::http::{Policy, Routes, limits, routes};
use crate::runtime::SharedRuntime;

pub fn routes() -> Routes {
    let own = Policy::customer(limits::READ).answers_while_closed();
    Routes::default()
        .call(
            routes!(quote::quote_order),
            Policy::customer(limits::READ)
                .answers_while_held()
                .team_only_while_closed(),
        )
        .call(
            routes!(place::place_order),
            Policy::customer(limits::ORDER)
                .takes_idempotency_key()
                .refused_while_closed(),
        )
        .call(
            routes!(place::withdraw_order),
            Policy::customer(limits::ORDER).answers_while_closed(),
        )
        .call(routes!(customer_orders::get_order), own)
        .call(routes!(customer_orders::list_purchases), own)
        .call(
            routes!(customer_orders::resend_purchase),
            Policy::customer(limits::MAIL)
                .refused_while_held()
                .answers_while_closed(),
        )
        .call(routes!(customer_orders::get_shipping_address), own)
        .and(admin::routes())
}

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    jobs::register(handlers, runtime);
    sweep::register(handlers, runtime);
}
