//! Quote, purchase, orders, receipts.

mod actor;
mod addresses;
mod admin;
mod books;
mod charge;
mod customer_orders;
mod disputes;
mod effects;
mod error;
mod forget;
mod fulfil;
mod jobs;
mod kiosk;
mod origin;
mod place;
mod plan_changes;
mod queries;
mod quote;
mod receipt;
mod reloads;
mod renewals;
mod resend;
mod reversal;
mod rules;
mod settlement;
mod store;
mod sweep;
mod wire;
mod write;

pub use addresses::{addresses_of, has_goods_to_send};
pub use customer_orders::purchases_of;
pub use forget::{forget, objection};
pub use kiosk::{
    AtKiosk, BegunAtKiosk, Charged, KioskOrder, KioskOrderState, at_kiosk, begin_at_kiosk, charge_at_kiosk,
    charged_at_kiosks, give_back,
};
pub use queries::{
    OrderParts, flagged_orders, goods_to_send, has_open_club_order, has_sold, lines_of_order, open_disputes,
    orders_of_lines, parts_of_order, unknown_charges, unknown_refunds,
};
pub use renewals::{Begun, Renewal, Renewing, begin_renewal, charge_renewal, paid_for as month_paid_for};
pub use rules::{KioskLine, terms_version};
pub use wire::{
    Deduction, OrderBody, OrderItem, OrderResult, Purchase, PurchasedProduct, Quote, QuoteLine, Requires,
    ShippingAddress,
};

use platform::jobs::Handlers;
use utoipa_axum::routes;

use crate::http::{Policy, Routes, limits};
use crate::runtime::SharedRuntime;

pub fn routes() -> Routes {
    Routes::default()
        .call(
            routes!(quote::quote_order),
            Policy::customer(limits::READ).answers_while_held(),
        )
        .call(
            routes!(place::place_order),
            Policy::customer(limits::ORDER).takes_idempotency_key(),
        )
        .call(
            routes!(customer_orders::withdraw_order),
            Policy::customer(limits::ORDER),
        )
        .call(routes!(customer_orders::get_order), Policy::customer(limits::READ))
        .call(routes!(customer_orders::list_purchases), Policy::customer(limits::READ))
        .call(
            routes!(resend::resend_purchase),
            Policy::customer(limits::MAIL).refused_while_held(),
        )
        .call(routes!(addresses::get_shipping_address), Policy::customer(limits::READ))
        .and(admin::routes())
}

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    jobs::register(handlers, runtime);
    sweep::register(handlers, runtime);
}
