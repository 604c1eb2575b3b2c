//! Moneris: Moneris Checkout to store a card, the gateway's XML for everything else.
//!
//! Paths and bodies follow the vendor's developer pages and published recordings of its QA gateway.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::routing::{get, post};
use jiff::Timestamp;

use crate::Shared;

mod checkout;
mod hosted;
mod vault;

/// State of this dialect outside the book: the tickets of open forms, which a restart may lose.
pub(crate) struct Moneris {
    shared: Arc<Shared>,
    tickets: Mutex<HashMap<String, Ticket>>,
}

/// One preloaded checkout.
#[derive(Clone)]
struct Ticket {
    merchant: String,
    checkout_id: String,
    order_no: String,
    customer: Option<String>,
    /// Minor units.
    amount: i64,
    opened: Timestamp,
    state: TicketState,
}

#[derive(Clone)]
enum TicketState {
    Open,
    Cancelled,
    /// The token of the card, and the number of the transaction that verified it.
    Complete {
        token: String,
        transaction: String,
        at: Timestamp,
    },
}

impl Moneris {
    fn tickets(&self) -> MutexGuard<'_, HashMap<String, Ticket>> {
        self.tickets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/chktv2/request/request.php", post(checkout::request))
        .route("/chktv2/js/chkt_v1.00.js", get(hosted::widget))
        .route(
            "/chktv2/display/index.php",
            get(hosted::show_form).post(hosted::submit_form),
        )
        .route("/gateway2/servlet/MpgRequest", post(vault::request))
        .with_state(Arc::new(Moneris {
            shared,
            tickets: Mutex::default(),
        }))
}

/// The name in the book of a store.
pub(crate) fn merchant_of(store_id: &str) -> String {
    format!("moneris:{store_id}")
}
