//! Quote, purchase, orders, receipts.

mod actor;
mod addresses;
mod admin;
mod books;
mod discounts;
mod disputes;
mod error;
mod forget;
mod fulfil;
mod goods;
mod jobs;
mod kiosk;
mod kiosk_outcome;
mod late;
mod lines_of;
mod place;
mod plan_changes;
mod purchases;
mod quote;
mod receipt;
mod reloads;
mod renewal_outcome;
mod renewals;
mod resend;
mod reversal;
mod rules;
mod settle;
mod settle_reversal;
mod status;
mod store;
mod sweep;
mod take_back;
mod waiting;
mod wire;
mod withdraw;
mod write;
mod written;

pub use addresses::{addresses_of, has_goods_to_send};
pub use forget::{forget, objection};
pub use kiosk::{
    AtKiosk, BegunAtKiosk, Charged, KioskOrder, KioskOrderState, at_kiosk, begin_at_kiosk, charge_at_kiosk,
    charged_at_kiosks, give_back,
};
pub use lines_of::{OrderParts, lines_of_order, orders_of_lines, parts_of_order};
pub use purchases::purchases_of;
pub use renewals::{Begun, Renewal, Renewing, begin_renewal, charge_renewal};
pub use rules::{KioskLine, terms_version};
pub use waiting::{flagged_orders, goods_to_send, has_sold, open_disputes, unknown_charges, unknown_refunds};
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
        .call(routes!(withdraw::withdraw_order), Policy::customer(limits::ORDER))
        .call(routes!(status::get_order), Policy::customer(limits::READ))
        .call(routes!(purchases::list_purchases), Policy::customer(limits::READ))
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
