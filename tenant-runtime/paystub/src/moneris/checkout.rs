//! Server half of Moneris Checkout: preload and receipt, JSON over POST at one address.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use jiff::tz::TimeZone;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Moneris, Ticket, TicketState, merchant_of};
use crate::book::Card;
use crate::chance;
use crate::magic::Brand;
use crate::money::{decimal, parse_decimal};

#[derive(Deserialize)]
pub(super) struct Request {
    store_id: Option<String>,
    api_token: Option<String>,
    checkout_id: Option<String>,
    environment: Option<String>,
    action: Option<String>,
    txn_total: Option<String>,
    order_no: Option<String>,
    cust_id: Option<String>,
    ticket: Option<String>,
}

/// POST `/chktv2/request/request.php`.
pub(super) async fn request(State(moneris): State<Arc<Moneris>>, body: String) -> Result<Json<Value>, StatusCode> {
    moneris.shared.receive().await?;
    match serde_json::from_str::<Request>(&body) {
        Ok(request) => answer(&moneris, request).await.map(Json),
        Err(_) => Ok(Json(failure("request", "invalid json"))),
    }
}

async fn answer(moneris: &Arc<Moneris>, request: Request) -> Result<Value, StatusCode> {
    let (Some(store_id), Some(api_token)) = (filled(request.store_id), filled(request.api_token)) else {
        return Ok(failure("store_id", "store_id and api_token are required"));
    };
    let Some(checkout_id) = filled(request.checkout_id) else {
        return Ok(failure("checkout_id", "checkout_id is required"));
    };
    if !matches!(request.environment.as_deref(), Some("qa" | "prod")) {
        return Ok(failure("environment", "environment must be qa or prod"));
    }
    let merchant = merchant_of(&store_id);
    let known = {
        let merchant = merchant.clone();
        moneris
            .shared
            .with_book(move |book| book.admit(&merchant, &api_token))
            .await?
    };
    if !known {
        return Ok(failure("api_token", "API token mismatch"));
    }
    match request.action.as_deref() {
        Some("preload") => {
            let Some(amount) = request
                .txn_total
                .as_deref()
                .and_then(|total| parse_decimal(&merchant, total))
            else {
                return Ok(failure("txn_total", "txn_total must have the decimals of its currency"));
            };
            // The last letter tells the widget whether to fill the window (T) or only its element (F).
            let ticket = format!("{}{}F", chance::now().as_second(), chance::token(30));
            let entry = Ticket {
                merchant,
                checkout_id,
                order_no: filled(request.order_no).unwrap_or_else(|| format!("chkt{}", chance::token(16))),
                customer: filled(request.cust_id),
                amount,
                opened: chance::now(),
                state: TicketState::Open,
            };
            moneris.tickets().insert(ticket.clone(), entry);
            Ok(json!({"response": {"success": "true", "ticket": ticket}}))
        }
        Some("receipt") => {
            let number = request.ticket.unwrap_or_default();
            let ticket = moneris
                .tickets()
                .get(&number)
                .filter(|ticket| ticket.merchant == merchant && ticket.checkout_id == checkout_id)
                .cloned();
            let Some(ticket) = ticket else {
                return Ok(failure("ticket", "invalid ticket or transaction is not complete"));
            };
            let TicketState::Complete { token, .. } = &ticket.state else {
                return Ok(failure("ticket", "invalid ticket or transaction is not complete"));
            };
            match moneris.shared.book.card(&merchant, token) {
                Some(card) => Ok(receipt(&number, &ticket, &card)),
                None => Ok(failure("ticket", "invalid ticket or transaction is not complete")),
            }
        }
        _ => Ok(failure("action", "action must be preload or receipt")),
    }
}

fn filled(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

fn failure(field: &str, message: &str) -> Value {
    json!({"response": {"success": "false", "error": {"field": field, "message": message}}})
}

/// The receipt of a completed ticket, in the order and with the nulls of the gateway.
fn receipt(number: &str, ticket: &Ticket, card: &Card) -> Value {
    let TicketState::Complete { transaction, at, .. } = &ticket.state else {
        return failure("ticket", "invalid ticket or transaction is not complete");
    };
    let verified_only = ticket.amount == 0;
    // A verification without an amount is a separate transaction, with a suffix on its order number.
    let order_no = if verified_only {
        format!("{}_veri", ticket.order_no)
    } else {
        ticket.order_no.clone()
    };
    let first_last = format!("{}{}", card.first_six, card.last_four);
    let expiry = format!("{:02}{:02}", card.expiry.month, card.expiry.short_year());
    let amount = decimal(&ticket.merchant, ticket.amount);
    json!({"response": {
        "success": "true",
        "request": {
            "txn_total": amount,
            "cust_info": {"first_name": null, "last_name": null, "phone": null, "email": null},
            "shipping": null,
            "billing": null,
            "cc_total": amount,
            "pay_by_token": "0",
            "cc": {"first6last4": first_last, "expiry": expiry, "cardholder": null},
            "ticket": number,
            "cust_id": ticket.customer,
            "dynamic_descriptor": null,
            "order_no": ticket.order_no,
            "issuer_id": card.issuer_id,
            "eci": "7",
        },
        "receipt": {
            "result": "a",
            "cc": {
                "result": "a",
                "order_no": order_no,
                "cust_id": ticket.customer,
                "transaction_no": transaction,
                "reference_no": "660191770010020100",
                "transaction_code": if verified_only { "06" } else { "00" },
                "transaction_type": "200",
                "transaction_date_time": at.to_zoned(TimeZone::UTC).strftime("%Y-%m-%d %H:%M:%S").to_string(),
                "corporate_card": null,
                "amount": amount,
                "response_code": "027",
                "iso_response_code": "01",
                "approval_code": "000000",
                "card_type": card_type(card.brand),
                "first6last4": first_last,
                "expiry_date": expiry,
                "recur_success": null,
                "issuer_id": card.issuer_id,
                "is_debit": "false",
                "tokenize": {
                    "success": "true",
                    "first4last4": format!("{}***{}", card.first_six.get(..4).unwrap_or_default(), card.last_four),
                    "datakey": card.token,
                    "status": "001",
                    "message": "Successfully registered CC details.",
                },
                "fraud": {
                    "cvd": {"decision_origin": "Moneris", "result": "1", "condition": "0", "status": "success", "code": "1M", "details": ""},
                    "avs": {"decision_origin": "Moneris", "result": "3", "condition": "0", "status": "disabled", "code": "", "details": ""},
                    "3d_secure": {"decision_origin": "Moneris", "result": "3", "condition": "1", "status": "disabled", "code": "", "details": ""},
                },
            },
        },
    }})
}

/// The gateway's letters for a network.
pub(super) fn card_type(brand: Brand) -> &'static str {
    match brand {
        Brand::Visa => "V",
        Brand::Mastercard => "M",
        Brand::Amex => "AX",
        Brand::Discover => "NO",
        Brand::Other => "C1",
    }
}
