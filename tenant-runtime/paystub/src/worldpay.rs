//! Worldpay: Express and its hosted payments. The bridge of `ips` opens the same forms through another endpoint.
//!
//! Requests and responses follow published integrations; the hosts of Express are paths here.

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};
use quick_xml::escape::escape;

use crate::Shared;
use crate::sessions::Sessions;

mod bridge;
mod express;
mod hosted;

/// State of this dialect outside the book.
pub(crate) struct Worldpay {
    shared: Arc<Shared>,
    setups: Sessions<Setup>,
}

/// A form that was set up.
#[derive(Clone)]
struct Setup {
    merchant: String,
    /// Proves to the merchant that a return is the answer to its set-up.
    validation_code: String,
    /// The merchant's name for the card (`PaymentAccountReferenceNumber`).
    reference: String,
    return_url: String,
}

pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/worldpay/transaction", post(express::request))
        .route("/worldpay/services", post(express::request))
        .route("/worldpay/reporting", post(express::request))
        .route("/worldpay/hosted", get(hosted::show_form).post(hosted::submit_form))
        .route("/ips/execute", post(bridge::execute))
        .with_state(Arc::new(Worldpay {
            shared,
            setups: Sessions::default(),
        }))
}

/// The name in the book of an account.
fn merchant_of(account_id: &str) -> String {
    format!("worldpay:{account_id}")
}

/// One XML element with text.
fn element(name: &str, text: &str) -> String {
    format!("<{name}>{}</{name}>", escape(text))
}
