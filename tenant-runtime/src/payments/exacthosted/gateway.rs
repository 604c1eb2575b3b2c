//! The transaction API: tagged purchase, void and refund as JSON.

use platform::money::decimal;
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};

use super::{Exacthosted, pair_of};
use crate::payments::failed_call::cause;
use crate::payments::processor::{Approval, Captured, ChargeRequest, Decline, Outcome};

#[derive(Serialize)]
struct Request<'a> {
    gateway_id: &'a str,
    password: &'a str,
    transaction_type: &'a str,
    amount: &'a str,
    authorization_num: &'a str,
    transaction_tag: &'a str,
    reference_no: &'a str,
}

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

/// The gateway keeps 20 characters of a reference: 80 random bits of ours.
fn short(reference: &str) -> &str {
    reference.get(..20).unwrap_or(reference)
}

/// The two halves of a token, or of a charge's number.
fn pair(token: &str) -> (&str, &str) {
    token.split_once('/').unwrap_or((token, ""))
}

pub(super) async fn charge(exact: &Exacthosted, charge: &ChargeRequest) -> Outcome {
    let amount = decimal(charge.amount, &charge.currency);
    send(exact, "30", charge.token.expose_secret(), &charge.reference, &amount).await
}

pub(super) async fn void(exact: &Exacthosted, charge: &Captured) -> Outcome {
    let amount = decimal(charge.amount, &charge.currency);
    send(exact, "33", &charge.transaction, &charge.reference, &amount).await
}

pub(super) async fn refund(exact: &Exacthosted, charge: &Captured, amount: i64) -> Outcome {
    let amount = decimal(amount, &charge.currency);
    send(exact, "34", &charge.transaction, &charge.reference, &amount).await
}

async fn send(exact: &Exacthosted, transaction_type: &str, token: &str, reference: &str, amount: &str) -> Outcome {
    let (authorization_num, transaction_tag) = pair(token);
    let request = Request {
        gateway_id: &exact.gateway_id,
        password: exact.password.expose_secret(),
        transaction_type,
        amount,
        authorization_num,
        transaction_tag,
        reference_no: short(reference),
    };
    let call = exact.client.post(&exact.gateway).timeout(exact.patience).json(&request);
    let answer = match call.send().await {
        Ok(answer) if answer.status().is_client_error() => {
            tracing::error!(status = answer.status().as_u16(), "e-xact did not accept a transaction");
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
        Ok(answer) => judge(&answer, short(reference), amount),
        Err(error) => Outcome::Unknown(cause(&error)),
    }
}

pub(super) fn judge(answer: &Answer, reference: &str, amount: &str) -> Outcome {
    if answer.transaction_error != 0 {
        return match answer.exact_resp_code.as_str() {
            // Something went out under this number before.
            "63" => Outcome::Unknown("this reference was sent before".to_owned()),
            code => {
                tracing::error!(code, "e-xact did not send a transaction on");
                Outcome::Declined(Decline::soft(Decline::NOT_SENT))
            }
        };
    }
    if answer.reference_no != reference {
        return Outcome::Unknown("the answer is about another order".to_owned());
    }
    if answer.transaction_approved != 1 {
        return Outcome::Declined(decline(&answer.bank_resp_code));
    }
    if answer.amount != amount {
        return Outcome::Unknown("the answer is about another amount".to_owned());
    }
    Outcome::Approved(Approval {
        transaction: pair_of(&answer.authorization_num, &answer.transaction_tag),
        code: answer.authorization_num.clone(),
    })
}

/// Invalid (201), picked up (501), lost or stolen (502) and expired (522) cards stay declined.
fn decline(code: &str) -> Decline {
    match code {
        "201" | "501" | "502" | "522" => Decline::hard(code),
        _ => Decline::soft(code),
    }
}
