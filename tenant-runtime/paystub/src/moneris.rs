//! Moneris: Moneris Checkout for setting a card up, the gateway's XML for everything after.
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

/// What this dialect keeps besides the book: the tickets of open forms, which a restart may lose.
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
fn merchant_of(store_id: &str) -> String {
    format!("moneris:{store_id}")
}

/// Minor units as the gateway writes them: two decimals, no grouping.
fn decimal(minor: i64) -> String {
    format!("{}.{:02}", minor / 100, minor % 100)
}

/// Reads an amount with exactly two decimals, as the gateway demands. The result is in minor units.
fn parse_decimal(text: &str) -> Option<i64> {
    let (whole, cents) = text.split_once('.')?;
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 9 || cents.len() != 2 || !digits(whole) || !digits(cents) {
        return None;
    }
    Some(whole.parse::<i64>().ok()? * 100 + cents.parse::<i64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_two_decimals() {
        for (text, minor) in [("0.00", 0), ("12.99", 1299), ("1000.05", 100_005)] {
            assert_eq!(parse_decimal(text), Some(minor));
            assert_eq!(decimal(minor), text);
        }
        for text in ["", "12", "12.9", "12.999", ".99", "-1.00", "1,000.00", "1e3.00"] {
            assert_eq!(parse_decimal(text), None, "{text}");
        }
    }
}
