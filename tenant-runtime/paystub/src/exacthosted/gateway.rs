//! The transaction API: tagged purchase (30), tagged void (33) and tagged refund (34), JSON over POST.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use jiff::SignedDuration;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Exact, merchant_of};
use crate::book::{Book, Charge, ChargeState, NewCharge, Refusal};
use crate::magic::Behaviour;
use crate::money::{decimal, parse_decimal};
use crate::{Manners, chance};

#[derive(Deserialize)]
pub(super) struct Request {
    gateway_id: String,
    password: String,
    transaction_type: String,
    amount: String,
    authorization_num: String,
    transaction_tag: String,
    #[serde(default)]
    reference_no: String,
    /// `2`: a recurring transaction.
    #[serde(default)]
    ecommerce_flag: String,
}

/// Response, and whether the caller waits for it until a timeout.
struct Outcome {
    answer: Value,
    held: bool,
}

impl From<Value> for Outcome {
    fn from(answer: Value) -> Self {
        Self { answer, held: false }
    }
}

/// POST `/exact/transaction`.
pub(super) async fn request(
    State(exact): State<Arc<Exact>>,
    Json(request): Json<Request>,
) -> Result<Response, StatusCode> {
    let manners = exact.shared.receive().await?;
    if request.password != format!("{}-password", request.gateway_id) {
        let text = "Unauthorized Request. Bad or missing credentials.";
        return Ok((StatusCode::UNAUTHORIZED, text).into_response());
    }
    let carried_out = exact.shared.with_book(move |book| carry_out(book, &request, manners));
    let outcome = carried_out.await?;
    if outcome.held {
        return Err(exact.shared.hold().await);
    }
    Ok((StatusCode::CREATED, Json(outcome.answer)).into_response())
}

fn carry_out(book: &Book, request: &Request, manners: Manners) -> anyhow::Result<Outcome> {
    let merchant = merchant_of(&request.gateway_id);
    let Some(amount) = parse_decimal(&merchant, &request.amount).filter(|amount| *amount > 0) else {
        return Ok(error(request, "27", "Invalid Amount").into());
    };
    match request.transaction_type.as_str() {
        "30" => purchase(book, &merchant, request, amount, manners.settles_after()),
        "33" | "34" => {
            let order_no = book
                .order_no_of(&merchant, &request.transaction_tag)
                .unwrap_or_default();
            let tag = &request.transaction_tag;
            let result = match request.transaction_type.as_str() {
                "33" if manners.day_closed => Err(Refusal::DayClosed),
                "33" => book.void(&merchant, &order_no, tag, &request.reference_no, chance::now())?,
                _ => book.refund(
                    &merchant,
                    (&order_no, tag),
                    &request.reference_no,
                    amount,
                    chance::now(),
                )?,
            };
            Ok(match result {
                Ok(charge) if charge.auth_code == request.authorization_num => {
                    let of_reversal = Charge {
                        order_no: request.reference_no.clone(),
                        ..charge
                    };
                    Outcome {
                        answer: answer(request, &of_reversal),
                        held: manners.loses_reversals,
                    }
                }
                Ok(_) | Err(Refusal::UnknownCharge) => error(request, "69", "Invalid Transaction Tag").into(),
                Err(_) => error(request, "64", "Invalid Refund").into(),
            })
        }
        _ => Ok(error(request, "32", "Invalid Transaction Code").into()),
    }
}

fn purchase(
    book: &Book,
    merchant: &str,
    request: &Request,
    amount: i64,
    settle_after: SignedDuration,
) -> anyhow::Result<Outcome> {
    let token = format!("{}/{}", request.authorization_num, request.transaction_tag);
    let new = NewCharge {
        merchant,
        token: &token,
        order_no: &request.reference_no,
        amount,
        auth_code: format!("ET{}", chance::digits(6)),
        now: chance::now(),
        settle_after,
        recurring: request.ecommerce_flag == "2",
    };
    Ok(match book.charge(&new)? {
        Ok(charge) if charge.behaviour == Behaviour::BadSignature => {
            let forged = Charge {
                state: ChargeState::Approved,
                order_no: chance::token(20),
                ..charge
            };
            answer(request, &forged).into()
        }
        Ok(charge) => Outcome {
            answer: answer(request, &charge),
            held: charge.behaviour == Behaviour::TimeOutThenApprove,
        },
        Err(Refusal::DuplicateOrderNo) => error(request, "63", "Duplicate").into(),
        Err(_) => error(request, "69", "Invalid Transaction Tag").into(),
    })
}

fn answer(request: &Request, charge: &Charge) -> Value {
    let (bank_code, bank_message) = match (charge.state, charge.behaviour) {
        (ChargeState::Approved | ChargeState::Voided, _) => ("100", "Approved"),
        (ChargeState::Declined, Behaviour::DeclineHard) => ("502", "Lost/Stolen"),
        (ChargeState::Declined, _) => ("302", "Credit Floor"),
    };
    json!({
        "transaction_error": 0,
        "transaction_approved": u8::from(charge.state != ChargeState::Declined),
        "exact_resp_code": "00",
        "exact_message": "Transaction Normal",
        "bank_resp_code": bank_code,
        "bank_message": bank_message,
        "transaction_type": request.transaction_type,
        "authorization_num": charge.auth_code,
        "transaction_tag": charge.id,
        "amount": if request.transaction_type == "34" { request.amount.clone() } else { decimal(&charge.merchant, charge.amount) },
        "reference_no": charge.order_no.get(..20).unwrap_or(&charge.order_no),
        "gateway_id": request.gateway_id,
    })
}

fn error(request: &Request, code: &str, message: &str) -> Value {
    json!({
        "transaction_error": 1,
        "transaction_approved": 0,
        "exact_resp_code": code,
        "exact_message": message,
        "transaction_type": request.transaction_type,
        "reference_no": request.reference_no,
        "gateway_id": request.gateway_id,
    })
}
