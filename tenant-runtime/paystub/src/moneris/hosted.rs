//! Browser half of Moneris Checkout: the widget and its framed form.

use std::sync::Arc;

use axum::Form;
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use jiff::SignedDuration;
use serde::Deserialize;

use super::{Moneris, Ticket, TicketState};
use crate::book::Book;
use crate::chance;
use crate::page::{self, Entered};

const NAME: &str = "Moneris Checkout";

/// Lifetime of a preloaded form.
const LIFETIME: SignedDuration = SignedDuration::from_mins(5);

/// GET `/chktv2/js/chkt_v1.00.js`: defines `monerisCheckout`.
pub(super) async fn widget() -> Response {
    (
        [(header::CONTENT_TYPE, "text/javascript; charset=utf-8")],
        include_str!("widget.js"),
    )
        .into_response()
}

#[derive(Deserialize)]
pub(super) struct Which {
    #[serde(default)]
    tck: String,
}

/// Result of looking up a ticket for the form's page.
enum Found {
    Open(Ticket),
    Complete,
    Gone,
}

fn find(moneris: &Moneris, number: &str) -> Found {
    match moneris.tickets().get(number) {
        Some(ticket) => match ticket.state {
            TicketState::Complete { .. } => Found::Complete,
            TicketState::Open if chance::now().duration_since(ticket.opened) < LIFETIME => Found::Open(ticket.clone()),
            TicketState::Open | TicketState::Cancelled => Found::Gone,
        },
        None => Found::Gone,
    }
}

/// GET `/chktv2/display/index.php?tck=`.
pub(super) async fn show_form(State(moneris): State<Arc<Moneris>>, Query(which): Query<Which>) -> Response {
    match find(&moneris, &which.tck) {
        Found::Open(_) => form(&which.tck, None, None),
        Found::Complete => complete(&which.tck),
        Found::Gone => gone(&which.tck),
    }
}

/// POST `/chktv2/display/index.php?tck=`: the form's own submission.
pub(super) async fn submit_form(
    State(moneris): State<Arc<Moneris>>,
    Query(which): Query<Which>,
    Form(entered): Form<Entered>,
) -> Response {
    let ticket = match find(&moneris, &which.tck) {
        Found::Open(ticket) => ticket,
        Found::Complete => return complete(&which.tck),
        Found::Gone => return gone(&which.tck),
    };
    if entered.cancelled() {
        if let Some(ticket) = moneris.tickets().get_mut(&which.tck) {
            ticket.state = TicketState::Cancelled;
        }
        return notice(
            "Cancelled",
            "No card was saved.",
            "cancel_transaction",
            &which.tck,
            "001",
            StatusCode::OK,
        );
    }
    let card = match entered.check(chance::this_month()) {
        Ok(card) => card,
        Err(mistake) => return form(&which.tck, Some(&entered), Some(&mistake)),
    };
    let card = card.vaulted(chance::token(25), ticket.merchant, ticket.customer);
    let token = card.token.clone();
    let transaction = format!("{}-0_{}", chance::digits(4), chance::digits(3));
    let number = transaction.clone();
    let enter = move |book: &Book| {
        book.add_card(card.clone())?;
        if ticket.amount > 0 {
            book.verify(&card, &ticket.order_no, ticket.amount, &number, "000000")?;
        }
        Ok(())
    };
    if let Err(status) = moneris.shared.with_book(enter).await {
        return status.into_response();
    }
    if let Some(ticket) = moneris.tickets().get_mut(&which.tck) {
        ticket.state = TicketState::Complete {
            token,
            transaction,
            at: chance::now(),
        };
    }
    complete(&which.tck)
}

fn form(ticket: &str, entered: Option<&Entered>, mistake: Option<&page::Mistake>) -> Response {
    let action = format!("/chktv2/display/index.php?tck={ticket}");
    let mut html = page::card_form(NAME, &action, entered, mistake);
    html.push_str(&script("page_loaded", ticket, "001"));
    Html(html).into_response()
}

fn complete(ticket: &str) -> Response {
    notice(
        "Card saved",
        "You can close this window.",
        "payment_complete",
        ticket,
        "001",
        StatusCode::OK,
    )
}

fn gone(ticket: &str) -> Response {
    let text = "This form has expired. Please start again.";
    notice("Expired", text, "error_event", ticket, "2003", StatusCode::GONE)
}

fn notice(title: &str, text: &str, handler: &str, ticket: &str, code: &str, status: StatusCode) -> Response {
    let mut html = page::message(NAME, title, text);
    html.push_str(&script(handler, ticket, code));
    (status, Html(html)).into_response()
}

/// Notifies the framing page as the gateway's form does: JSON text to any origin. The page can't trust it; only the
/// receipt counts.
fn script(handler: &str, ticket: &str, code: &str) -> String {
    let ticket: String = ticket.chars().filter(char::is_ascii_alphanumeric).collect();
    let message = serde_json::json!({"handler": handler, "ticket": ticket, "response_code": code}).to_string();
    let message = serde_json::Value::String(message);
    format!(
        "<script>(function(){{var to=window.parent!==window?window.parent:window.opener;if(!to)return;\
         to.postMessage(JSON.stringify({{rev_action:'height_change',outerHeight:document.documentElement.scrollHeight}}),'*');\
         to.postMessage({message},'*')}})()</script>"
    )
}
