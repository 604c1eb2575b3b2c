//! Card setup through hosted forms, vaulted cards and charges, with one adapter per processor.
//!
//! No card number ever reaches this server: the processor's own form accepts it and returns a token.

mod account;
mod adapter;
mod admin;
mod card;
mod charge;
mod complete;
mod document;
mod error;
mod exacthosted;
mod form;
mod jobs;
mod listing;
mod look_up;
mod moneris;
mod moneris_deprecated;
mod p2p;
mod permit;
pub mod processor;
mod processor_manifest;
mod proof;
mod reading;
mod returned;
mod reversal;
mod rules;
mod search;
mod settings;
mod setup;
mod site_processor;
mod socket;
mod store;
mod worldpay;

use platform::http::{Answer, ApiError};
use platform::ids::SiteId;
use serde_json::{Map, Value};

pub use account::{UsedAccount, account_label, currency_objection, keep_accounts, provision, used_accounts};
pub use adapter::EndpointSet;
pub use card::{CardOnFile, card_on_file, card_since, forget, lock as lock_card, unlock as unlock_card};
pub use charge::{Initiated, NewPayment, Reconcile, charge, has_chargeable_card, initiate, settle};
pub use error::PaymentError;
pub use exacthosted::{ExacthostedSettings, HashCalculation};
pub use jobs::register_jobs;
pub use listing::{Compared, ListingState, UnknownTransaction, newest_payment, unknown_transactions};
pub use look_up::look_up;
pub use moneris::MonerisSettings;
pub use moneris_deprecated::MonerisDeprecatedSettings;
pub use processor_manifest::ProcessorManifest;
pub use proof::{Readiness, readiness};
pub use reading::{Misread, read_approval};
pub use reversal::{NewReversal, look_up_reversal, reverse};
pub use rules::{OUTAGE, PaymentState};
pub use search::{ChargeSearch, ExpectedCharge, search_charges};
pub use settings::are_sealed_with;
pub use setup::{Display, HostedForm, SetupData};
pub use site_processor::{LONGEST_CALL, Processors, SiteProcessor, create_counters, processor_of};
pub use socket::{SetupOutcome, Sockets};
pub use store::payments::{
    PaymentRecord, Unsettled, accept_late, end_search, net_approved, payment, payment_of_order, record_refund,
    record_void, settled_another, unsettled,
};
pub use worldpay::{IpsSettings, WorldpaySettings};

use crate::http::{API_BASE, Captcha, Policy, Routes, limits, routes};
use crate::tenant::Tenant;

pub fn routes() -> Routes {
    let owner = Policy::owner(limits::WRITE);
    let begins_form = Policy::confirmed(limits::CARD_SETUP)
        .captcha(Captcha::Always)
        .refused_while_held()
        .refused_while_closed();
    Routes::default()
        .call(routes!(p2p::get_p2p), Policy::manager(limits::READ))
        .call(routes!(p2p::set_p2p), owner)
        .call(routes!(admin::get_processor), Policy::owner(limits::READ))
        // An imported site needs its environment's endpoints before it is released.
        .call(
            routes!(admin::set_processor),
            owner.asks_for_password().answers_while_held(),
        )
        .call(
            routes!(admin::test_processor),
            Policy::owner(limits::CARD_SETUP)
                .asks_for_password()
                .answers_while_held(),
        )
        .call(routes!(admin::preview_processor), Policy::owner(limits::WRITE))
        .call(
            routes!(card::get_payment),
            Policy::customer(limits::READ).answers_while_closed(),
        )
        .call(
            routes!(card::delete_payment),
            Policy::customer(limits::WRITE).answers_while_closed(),
        )
        .call(routes!(setup::begin_setup), begins_form)
        .call(routes!(setup::begin_moneris_setup), begins_form)
        .call(routes!(setup::begin_exact_setup), begins_form)
        .call(routes!(setup::begin_worldpay_setup), begins_form)
        .call(
            routes!(complete::take_receipt),
            Policy::confirmed(limits::WRITE).answers_while_closed(),
        )
        .call(
            routes!(get_processor_settings),
            Policy::anyone(limits::READ).answers_while_closed(),
        )
        .document(
            &format!("{API_BASE}/payments/socket"),
            socket::open_socket,
            Policy::anyone(limits::SOCKET).without_app_key().answers_while_closed(),
        )
        .document(
            &format!("{API_BASE}/payments/return/{{processor}}"),
            returned::come_back,
            Policy::anyone(limits::WRITE).without_app_key().answers_while_closed(),
        )
        .hook(
            &format!("{API_BASE}/payments/return/{{processor}}"),
            returned::take_result,
            Policy::anyone(limits::WRITE)
                .without_app_key()
                .body_limit(returned::LARGEST_RESULT)
                .answers_while_held()
                .answers_while_closed(),
        )
        .document(
            "/payments/form/{reference}",
            form::show_form,
            Policy::anyone(limits::READ).without_app_key().answers_while_closed(),
        )
}

/// Get the payment processor's public settings
///
/// `{processor, …}`: name and public settings. `processor` can be null.
#[utoipa::path(get, path = "/settings/app/processor/mobile", tag = "payments",
    responses((status = 200, body = platform::http::Envelope<Object>)))]
async fn get_processor_settings(tenant: Tenant) -> Result<Answer<Map<String, Value>>, ApiError> {
    let mut settings = Map::new();
    match processor_of(&tenant).await {
        Ok(processor) => {
            settings.insert("processor".to_owned(), processor.name.clone().into());
            settings.extend(processor.adapter.public_settings());
        }
        Err(PaymentError::NoProcessor) => {
            settings.insert("processor".to_owned(), Value::Null);
        }
        Err(error) => return Err(error.into()),
    }
    Ok(Answer(settings))
}

/// Customer ID for processors. It includes the site, because several sites may share a store. Processors allow 50
/// characters.
fn payer(site: SiteId, customer_id: i64) -> String {
    format!("{site}-{customer_id}")
}
