//! Transaction API: tagged purchase, void and refund as JSON.

use axum::http::StatusCode;
use platform::http::outgoing::{self, cause};
use platform::money::decimal;
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};

use super::{Exacthosted, pair_of};
use crate::payments::processor::{Approval, ChargeRequest, Decline, Initiator, Outcome, ReversalKind, ReversalRequest};

#[derive(Serialize)]
struct Request<'a> {
    gateway_id: &'a str,
    password: &'a str,
    transaction_type: &'a str,
    amount: &'a str,
    authorization_num: &'a str,
    transaction_tag: &'a str,
    reference_no: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ecommerce_flag: Option<&'a str>,
}

/// A charge of a token, or a reversal of a charge.
struct Order<'a> {
    transaction_type: &'a str,
    token: &'a str,
    reference: &'a str,
    amount: &'a str,
    ecommerce_flag: Option<&'a str>,
}

/// Flag of a recurring transaction.
const RECURRING: &str = "2";

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Answer {
    transaction_error: u8,
    transaction_approved: u8,
    exact_resp_code: String,
    bank_resp_code: String,
    authorization_num: String,
    transaction_tag: String,
    amount: String,
    reference_no: String,
}

/// The gateway keeps 20 characters of a reference: 80 of our random bits.
fn short(reference: &str) -> &str {
    reference.get(..20).unwrap_or(reference)
}

/// The two halves of a token, or of a charge's number.
fn pair(token: &str) -> (&str, &str) {
    token.split_once('/').unwrap_or((token, ""))
}

pub(super) async fn charge(exact: &Exacthosted, charge: &ChargeRequest) -> Outcome {
    let order = Order {
        transaction_type: "30",
        token: charge.token.expose_secret(),
        reference: &charge.reference,
        amount: &decimal(charge.amount, &charge.currency),
        ecommerce_flag: (charge.initiator == Initiator::Recurring).then_some(RECURRING),
    };
    send(exact, &order).await
}

pub(super) async fn reverse(exact: &Exacthosted, reversal: &ReversalRequest) -> Outcome {
    let order = Order {
        transaction_type: match reversal.kind {
            ReversalKind::Void => "33",
            ReversalKind::Refund => "34",
        },
        token: &reversal.charge.transaction,
        reference: &reversal.reference,
        amount: &decimal(reversal.amount, &reversal.charge.currency),
        ecommerce_flag: None,
    };
    send(exact, &order).await
}

async fn send(exact: &Exacthosted, order: &Order<'_>) -> Outcome {
    let (authorization_num, transaction_tag) = pair(order.token);
    let request = Request {
        gateway_id: &exact.gateway_id,
        password: exact.password.expose_secret(),
        transaction_type: order.transaction_type,
        amount: order.amount,
        authorization_num,
        transaction_tag,
        reference_no: short(order.reference),
        ecommerce_flag: order.ecommerce_flag,
    };
    let call = exact.client.post(&exact.gateway).timeout(exact.patience).json(&request);
    let answer = match outgoing::send(call).await {
        Ok(answer) if is_refusal(answer.status()) => {
            tracing::error!(status = answer.status().as_u16(), "E-xact rejected a transaction");
            return Outcome::Declined(Decline::soft(Decline::NOT_SENT));
        }
        Ok(answer) => answer.error_for_status(),
        Err(error) if error.is_connect() => return Outcome::Declined(Decline::soft(Decline::UNREACHABLE)),
        Err(error) => Err(error),
    };
    let read = match answer {
        Ok(answer) => answer.json::<Answer>().await,
        Err(error) => Err(error),
    };
    match read {
        Ok(answer) => judge(&answer, short(order.reference), order.amount),
        Err(error) => Outcome::Unknown(cause(&error)),
    }
}

/// Statuses with which the gateway rejects a request before it processes the transaction. Others, such as 408 and 409,
/// can occur while one is in progress.
fn is_refusal(status: StatusCode) -> bool {
    matches!(status.as_u16(), 400 | 401 | 403 | 404 | 405 | 413 | 415 | 422)
}

/// E-xact codes that prove that no bank was asked: an invalid field (22–28, 31, 32, 57, 58, 60, 64, 68, 69, 93, 95), a
/// gateway or terminal that isn't set up (14, 37, 43, 52–54), or no connection to the bank (40–42, 55). Anything else
/// that stops a transaction, such as a host timeout (12), an odd response (18, 23) or a duplicate (63), may have
/// charged the card.
const NOT_SENT: [&str; 25] = [
    "14", "22", "25", "26", "27", "28", "31", "32", "37", "40", "41", "42", "43", "52", "53", "54", "55", "57", "58",
    "60", "64", "68", "69", "93", "95",
];

pub(super) fn judge(answer: &Answer, reference: &str, amount: &str) -> Outcome {
    if answer.transaction_error != 0 {
        let code = answer.exact_resp_code.as_str();
        if !NOT_SENT.contains(&code) || !answer.bank_resp_code.is_empty() {
            return Outcome::Unknown(format!("E-xact answered {code}"));
        }
        tracing::error!(code, "E-xact didn't forward a transaction");
        return Outcome::Declined(Decline::soft(Decline::NOT_SENT));
    }
    if answer.reference_no != reference {
        return Outcome::Unknown("the response is for another order".to_owned());
    }
    if answer.transaction_approved != 1 {
        return Outcome::Declined(decline(&answer.bank_resp_code));
    }
    if answer.amount != amount {
        return Outcome::Unknown("the response has another amount".to_owned());
    }
    Outcome::Approved(Approval {
        transaction: pair_of(&answer.authorization_num, &answer.transaction_tag),
        code: answer.authorization_num.clone(),
        network_reference: None,
    })
}

/// Invalid (201), pick up (501), lost or stolen (502) and expired (522) cards stay declined.
fn decline(code: &str) -> Decline {
    match code {
        "201" | "501" | "502" | "522" => Decline::hard(code),
        _ => Decline::soft(code),
    }
}
