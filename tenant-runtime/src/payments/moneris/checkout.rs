//! Server half of Moneris Checkout. A browser's message that a form is complete is only a hint: the receipt decides.

use std::time::Duration;

use platform::http::outgoing::{self, cause};
use platform::money::decimal;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Moneris;
use crate::payments::processor::{BegunSetup, Captured, Completion, NewSetup, OpenSetup, SetupError, VaultedCard};

/// A customer is waiting for the form, and no bank is involved.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Serialize)]
struct Call<'a> {
    store_id: &'a str,
    api_token: &'a str,
    checkout_id: &'a str,
    environment: &'a str,
    action: &'a str,
    #[serde(flatten)]
    rest: Rest<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Rest<'a> {
    Preload {
        txn_total: String,
        order_no: &'a str,
        cust_id: &'a str,
        language: &'a str,
    },
    Receipt {
        ticket: &'a str,
    },
}

#[derive(Deserialize)]
struct Answer {
    response: Response,
}

#[derive(Deserialize)]
struct Response {
    success: String,
    error: Option<Value>,
    ticket: Option<String>,
    request: Option<Request>,
    receipt: Option<Receipt>,
}

#[derive(Deserialize)]
struct Request {
    ticket: Option<String>,
    order_no: Option<String>,
    cust_id: Option<String>,
    txn_total: Option<String>,
}

#[derive(Deserialize)]
struct Receipt {
    result: Option<String>,
    cc: Option<Card>,
}

#[derive(Deserialize)]
struct Card {
    order_no: Option<String>,
    transaction_no: Option<String>,
    response_code: Option<String>,
    card_type: Option<String>,
    first6last4: Option<String>,
    expiry_date: Option<String>,
    issuer_id: Option<String>,
    tokenize: Option<Tokenize>,
}

#[derive(Deserialize)]
struct Tokenize {
    success: Option<String>,
    datakey: Option<String>,
}

async fn call(moneris: &Moneris, action: &str, rest: Rest<'_>) -> Result<Response, SetupError> {
    let body = Call {
        store_id: &moneris.store_id,
        api_token: moneris.api_token(),
        checkout_id: &moneris.checkout_id,
        environment: moneris.endpoints.environment,
        action,
        rest,
    };
    let url = format!("{}/chktv2/request/request.php", moneris.endpoints.checkout);
    let unreachable = |error: reqwest::Error| SetupError::Unreachable(cause(&error));
    let call = moneris
        .client
        .post(url)
        .json(&body)
        .timeout(moneris.endpoints.patience.min(PATIENCE));
    let answer = outgoing::send(call)
        .await
        .and_then(reqwest::Response::error_for_status)
        .map_err(unreachable)?;
    Ok(answer.json::<Answer>().await.map_err(unreachable)?.response)
}

/// Opens a form. Moneris returns its ticket.
pub(super) async fn preload(moneris: &Moneris, setup: &NewSetup) -> Result<BegunSetup, SetupError> {
    let rest = Rest::Preload {
        txn_total: decimal(setup.amount, &setup.currency),
        order_no: &setup.reference,
        cust_id: &setup.payer,
        language: if setup.language.starts_with("fr") { "fr" } else { "en" },
    };
    let response = call(moneris, "preload", rest).await?;
    match response.ticket {
        Some(session) if response.success == "true" => Ok(BegunSetup {
            ticket: Some(session.clone()),
            session,
        }),
        _ => Err(SetupError::Rejected(format!(
            "preload: {}",
            field_at_fault(response.error.as_ref())
        ))),
    }
}

/// Gets the receipt of a form and compares it with the setup.
pub(super) async fn receipt(moneris: &Moneris, setup: &OpenSetup) -> Result<Completion, SetupError> {
    let response = call(moneris, "receipt", Rest::Receipt { ticket: &setup.session }).await?;
    if response.success != "true" {
        return match field_at_fault(response.error.as_ref()) {
            "ticket" => Ok(Completion::Unfinished),
            field => Err(SetupError::Rejected(format!("receipt: {field}"))),
        };
    }
    Ok(judge(setup, response))
}

/// The field of an error. Its text could repeat what we sent.
fn field_at_fault(error: Option<&Value>) -> &str {
    let object = error.and_then(Value::as_object);
    let named = object.and_then(|error| error.get("field")).and_then(Value::as_str);
    named
        .or_else(|| object.and_then(|error| error.keys().next()).map(String::as_str))
        .unwrap_or("no reason given")
}

fn judge(setup: &OpenSetup, response: Response) -> Completion {
    let (Some(request), Some(receipt)) = (response.request, response.receipt) else {
        return Completion::Mismatch("an incomplete receipt");
    };
    let amount = decimal(setup.amount, &setup.currency);
    for (answered, expected, what) in [
        (&request.ticket, &setup.session, "another ticket"),
        (&request.order_no, &setup.reference, "another order number"),
        (&request.cust_id, &setup.payer, "another site or customer"),
        (&request.txn_total, &amount, "another amount"),
    ] {
        if answered.as_ref() != Some(expected) {
            return Completion::Mismatch(what);
        }
    }
    let Some(card) = receipt.cc else {
        return Completion::Mismatch("a receipt without a card");
    };
    // A check without an amount is listed under our number with a suffix.
    if !card
        .order_no
        .as_deref()
        .is_some_and(|number| number.starts_with(setup.reference.as_str()))
    {
        return Completion::Mismatch("another order's transaction");
    }
    let approved = card
        .response_code
        .as_deref()
        .and_then(|code| code.parse::<u16>().ok())
        .is_some_and(|code| code < 50);
    let verification = verification_of(setup, &card).filter(|_| approved);
    if receipt.result.as_deref() != Some("a") || !approved || (setup.amount > 0 && verification.is_none()) {
        return Completion::Refused(verification);
    }
    match vaulted(card, verification.clone()) {
        Some(card) => Completion::Vaulted(card),
        None => Completion::Refused(verification),
    }
}

/// The transaction that verified the card with an amount, if any.
fn verification_of(setup: &OpenSetup, card: &Card) -> Option<Captured> {
    (setup.amount > 0).then_some(Captured {
        reference: setup.reference.clone(),
        transaction: card.transaction_no.clone()?,
        amount: setup.amount,
        currency: setup.currency,
    })
}

fn vaulted(card: Card, verification: Option<Captured>) -> Option<VaultedCard> {
    let token = card
        .tokenize
        .filter(|tokenize| tokenize.success.as_deref() == Some("true"))?
        .datakey?;
    let digits = card.first6last4?;
    // `MMYY`.
    let expiry = card.expiry_date?;
    let (month, year) = expiry.split_at_checked(2)?;
    Some(VaultedCard {
        token: token.into(),
        brand: brand(card.card_type.as_deref().unwrap_or_default()).to_owned(),
        last_four: digits.get(digits.len().checked_sub(4)?..)?.to_owned(),
        expiry_month: month.parse().ok().filter(|month| (1..=12).contains(month))?,
        expiry_year: 2000 + year.parse::<u16>().ok().filter(|year| *year < 100)?,
        network_id: card.issuer_id.filter(|id| !id.is_empty() && id != "null"),
        verification,
    })
}

/// Full name of the network that Moneris abbreviates.
fn brand(card_type: &str) -> &'static str {
    match card_type {
        "V" => "Visa",
        "M" => "Mastercard",
        "AX" => "American Express",
        "NO" | "DS" => "Discover",
        "DC" => "Diners Club",
        "C" | "C1" | "JCB" => "JCB",
        "UP" => "UnionPay",
        _ => "Card",
    }
}

#[cfg(test)]
mod tests;
