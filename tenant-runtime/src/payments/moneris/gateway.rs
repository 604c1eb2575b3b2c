//! Gateway XML: charges of vaulted cards, reversals and the status check.

use platform::http::outgoing::{self, cause};
use platform::money::{decimal, parse_decimal};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use super::Moneris;
use crate::payments::processor::{
    Approval, Captured, ChargeRequest, Decline, Found, Initiator, Outcome, ReversalKind, ReversalRequest, Reversed,
    SetupError, VaultedCard,
};

#[derive(Serialize)]
#[serde(rename = "request")]
struct Request<'a> {
    store_id: &'a str,
    api_token: &'a str,
    /// Asks about the result of an earlier request, and does nothing else.
    #[serde(skip_serializing_if = "Option::is_none")]
    status_check: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    res_purchase_cc: Option<Purchase<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    purchasecorrection: Option<Correction<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refund: Option<Refund<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    res_delete: Option<OneCard<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    res_lookup_masked: Option<OneCard<'a>>,
}

#[derive(Serialize)]
struct Purchase<'a> {
    data_key: &'a str,
    order_id: &'a str,
    cust_id: &'a str,
    amount: String,
    crypt_type: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cof_info: Option<CredentialOnFile<'a>>,
}

/// Tells the card network that a stored card is used.
#[derive(Serialize)]
struct CredentialOnFile<'a> {
    payment_indicator: &'a str,
    payment_information: &'a str,
    issuer_id: &'a str,
}

#[derive(Serialize)]
struct Correction<'a> {
    order_id: &'a str,
    txn_number: &'a str,
    crypt_type: &'a str,
}

#[derive(Serialize)]
struct Refund<'a> {
    order_id: &'a str,
    amount: String,
    txn_number: &'a str,
    crypt_type: &'a str,
}

#[derive(Serialize)]
struct OneCard<'a> {
    data_key: &'a str,
}

#[derive(Deserialize)]
struct Response {
    receipt: Receipt,
}

/// Fields of a response that we read. Missing values are the text `null`.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct Receipt {
    receipt_id: String,
    response_code: String,
    auth_code: String,
    message: String,
    complete: String,
    trans_type: String,
    trans_amount: String,
    #[serde(rename = "TransID")]
    trans_id: String,
    issuer_id: String,
    timed_out: String,
    status_code: String,
    status_message: String,
    resolve_data: Option<ResolveData>,
}

/// Card data returned by the vault.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ResolveData {
    cust_id: String,
    /// `YYMM`.
    expdate: String,
    masked_pan: String,
}

/// Type of a purchase in a response.
const PURCHASE: &str = "00";

/// SSL-enabled merchant.
const CRYPT_TYPE: &str = "7";

/// Reason why there is no receipt.
enum Missing {
    /// The connection failed, so nothing was sent.
    NotSent,
    /// Something may have happened.
    Unknown(String),
}

fn request(moneris: &Moneris) -> Request<'_> {
    Request {
        store_id: &moneris.store_id,
        api_token: moneris.api_token(),
        status_check: None,
        res_purchase_cc: None,
        purchasecorrection: None,
        refund: None,
        res_delete: None,
        res_lookup_masked: None,
    }
}

async fn send(moneris: &Moneris, request: &Request<'_>) -> Result<Receipt, Missing> {
    let body = quick_xml::se::to_string(request).map_err(|_| Missing::NotSent)?;
    let body = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>{body}");
    let unknown = |error: reqwest::Error| {
        if error.is_connect() {
            Missing::NotSent
        } else {
            Missing::Unknown(cause(&error))
        }
    };
    let call = moneris
        .client
        .post(&moneris.endpoints.gateway)
        .timeout(moneris.endpoints.patience);
    let call = call.header(http::header::CONTENT_TYPE, "text/xml").body(body);
    let answer = outgoing::send(call)
        .await
        .and_then(reqwest::Response::error_for_status)
        .map_err(unknown)?;
    let text = answer.text().await.map_err(|error| Missing::Unknown(cause(&error)))?;
    read(&text).ok_or_else(|| Missing::Unknown("an unreadable response".to_owned()))
}

pub(super) fn read(text: &str) -> Option<Receipt> {
    Some(quick_xml::de::from_str::<Response>(text).ok()?.receipt)
}

fn purchase(charge: &ChargeRequest) -> Purchase<'_> {
    Purchase {
        data_key: charge.token.expose_secret(),
        order_id: &charge.reference,
        cust_id: &charge.payer,
        amount: decimal(charge.amount, &charge.currency),
        crypt_type: CRYPT_TYPE,
        cof_info: charge.network_id.as_deref().map(|issuer_id| CredentialOnFile {
            // Use of a stored card: unscheduled, by the cardholder (Z) or the merchant (U), or recurring (R).
            payment_indicator: match charge.initiator {
                Initiator::Customer => "Z",
                Initiator::Merchant => "U",
                Initiator::Recurring => "R",
            },
            // A subsequent use.
            payment_information: "2",
            issuer_id,
        }),
    }
}

pub(super) async fn charge(moneris: &Moneris, charge: &ChargeRequest) -> Outcome {
    let request = Request {
        res_purchase_cc: Some(purchase(charge)),
        ..request(moneris)
    };
    let amount = decimal(charge.amount, &charge.currency);
    outcome(send(moneris, &request).await, &charge.reference, Some(&amount))
}

pub(super) async fn reverse(moneris: &Moneris, reversal: &ReversalRequest) -> Outcome {
    let amount = decimal(reversal.amount, &reversal.charge.currency);
    // A correction covers the whole charge, so the amount in its response doesn't matter.
    let expected = (reversal.kind == ReversalKind::Refund).then_some(amount.as_str());
    let request = reversal_request(moneris, reversal, &amount);
    outcome(send(moneris, &request).await, &reversal.charge.reference, expected)
}

/// The gateway numbers a reversal by its charge.
fn reversal_request<'a>(moneris: &'a Moneris, reversal: &'a ReversalRequest, amount: &str) -> Request<'a> {
    let charge = &reversal.charge;
    match reversal.kind {
        ReversalKind::Void => Request {
            purchasecorrection: Some(Correction {
                order_id: &charge.reference,
                txn_number: &charge.transaction,
                crypt_type: CRYPT_TYPE,
            }),
            ..request(moneris)
        },
        ReversalKind::Refund => Request {
            refund: Some(Refund {
                order_id: &charge.reference,
                amount: amount.to_owned(),
                txn_number: &charge.transaction,
                crypt_type: CRYPT_TYPE,
            }),
            ..request(moneris)
        },
    }
}

/// Sends the same reversal with a status check, which moves no money.
pub(super) async fn look_up_reversal(moneris: &Moneris, reversal: &ReversalRequest) -> Found {
    if reversal.has_twin {
        return Found::NoLookUp;
    }
    let amount = decimal(reversal.amount, &reversal.charge.currency);
    let request = Request {
        status_check: Some("true"),
        ..reversal_request(moneris, reversal, &amount)
    };
    told(send(moneris, &request).await, &reversal.charge.reference, &amount)
}

/// Sends the same charge with a status check, which reports whether it was processed and charges nothing.
pub(super) async fn look_up(moneris: &Moneris, charge: &ChargeRequest) -> Found {
    let request = Request {
        status_check: Some("true"),
        res_purchase_cc: Some(purchase(charge)),
        ..request(moneris)
    };
    let amount = decimal(charge.amount, &charge.currency);
    told(send(moneris, &request).await, &charge.reference, &amount)
}

/// Sends a void and a refund of the whole charge with a status check. The gateway can't be asked for a refund of an unknown amount.
pub(super) async fn look_up_reversed(moneris: &Moneris, charge: &Captured) -> Reversed {
    let whole = decimal(charge.amount, &charge.currency);
    for kind in [ReversalKind::Void, ReversalKind::Refund] {
        let reversal = ReversalRequest {
            reference: charge.reference.clone(),
            charge: charge.clone(),
            kind,
            amount: charge.amount,
            has_twin: false,
        };
        let request = Request {
            status_check: Some("true"),
            ..reversal_request(moneris, &reversal, &whole)
        };
        let answer = send(moneris, &request).await;
        // A gateway that only compares order numbers responds with the charge.
        if answer.as_ref().is_ok_and(|receipt| receipt.trans_type == PURCHASE) {
            continue;
        }
        match told(answer, &charge.reference, &whole) {
            Found::Approved(_) => return Reversed::Amount(charge.amount),
            Found::OtherAmount(..) if kind == ReversalKind::Void => return Reversed::Amount(charge.amount),
            Found::OtherAmount(_, amount) => {
                return parse_decimal(&amount, &charge.currency).map_or_else(
                    || Reversed::NoAnswer("an unreadable amount".to_owned()),
                    Reversed::Amount,
                );
            }
            Found::NoAnswer(why) => return Reversed::NoAnswer(why),
            Found::Nothing | Found::Declined(_) | Found::NoLookUp => {}
        }
    }
    Reversed::Amount(0)
}

fn told(answer: Result<Receipt, Missing>, reference: &str, amount: &str) -> Found {
    match answer {
        Ok(receipt) => found(&receipt, reference, amount),
        Err(Missing::NotSent) => Found::NoAnswer(Found::NO_CONNECTION.to_owned()),
        Err(Missing::Unknown(why)) => Found::NoAnswer(why),
    }
}

pub(super) async fn delete_token(moneris: &Moneris, token: &SecretString) -> Result<(), SetupError> {
    let request = Request {
        res_delete: Some(OneCard {
            data_key: token.expose_secret(),
        }),
        ..request(moneris)
    };
    match send(moneris, &request).await {
        // 001: deleted; 983: the card doesn't exist, or no longer.
        Ok(receipt) if matches!(receipt.response_code.as_str(), "001" | "983") => Ok(()),
        Ok(receipt) => Err(SetupError::Rejected(format!("res_delete: {}", receipt.response_code))),
        Err(Missing::NotSent) => Err(SetupError::Unreachable("no connection".to_owned())),
        Err(Missing::Unknown(why)) => Err(SetupError::Unreachable(why)),
    }
}

fn outcome(answer: Result<Receipt, Missing>, reference: &str, amount: Option<&str>) -> Outcome {
    match answer {
        Ok(receipt) => judge(&receipt, reference, amount),
        Err(Missing::NotSent) => Outcome::Declined(Decline::soft(Decline::UNREACHABLE)),
        Err(Missing::Unknown(why)) => Outcome::Unknown(why),
    }
}

/// Looks up a card in the vault.
pub(super) async fn find_card(moneris: &Moneris, token: &str) -> Result<Option<(VaultedCard, String)>, SetupError> {
    let request = Request {
        res_lookup_masked: Some(OneCard { data_key: token }),
        ..request(moneris)
    };
    match send(moneris, &request).await {
        Ok(receipt) if receipt.response_code == "001" => {
            Ok(receipt.resolve_data.and_then(|data| described(token, data)))
        }
        Ok(receipt) if receipt.response_code == "983" => Ok(None),
        Ok(receipt) => Err(SetupError::Rejected(format!(
            "res_lookup_masked: {}",
            receipt.response_code
        ))),
        Err(Missing::NotSent) => Err(SetupError::Unreachable("no connection".to_owned())),
        Err(Missing::Unknown(why)) => Err(SetupError::Unreachable(why)),
    }
}

fn described(token: &str, data: ResolveData) -> Option<(VaultedCard, String)> {
    let (year, month) = data.expdate.split_at_checked(2)?;
    // The vault doesn't return the network. The first digit is good enough for display.
    let brand = match data.masked_pan.bytes().next()? {
        b'3' => "American Express",
        b'4' => "Visa",
        b'2' | b'5' => "Mastercard",
        b'6' => "Discover",
        _ => "Card",
    };
    let card = VaultedCard {
        token: token.to_owned().into(),
        brand: brand.to_owned(),
        last_four: data.masked_pan.get(data.masked_pan.len().checked_sub(4)?..)?.to_owned(),
        expiry_month: month.parse().ok().filter(|month| (1..=12).contains(month))?,
        expiry_year: 2000 + year.parse::<u16>().ok().filter(|year| *year < 100)?,
        network_id: None,
        verification: None,
    };
    Some((card, data.cust_id))
}

/// Approved if complete with a code from 0 to 49, declined from 50 on. Without a code, the bank wasn't asked.
pub(super) fn judge(receipt: &Receipt, reference: &str, amount: Option<&str>) -> Outcome {
    if receipt.timed_out == "true" {
        return Outcome::Unknown("the gateway timed out".to_owned());
    }
    match code_of(&receipt.response_code) {
        None if receipt.message.contains("duplicate order id") => {
            // A request with this number was already sent. A lookup returns its result.
            Outcome::Unknown("this reference was sent before".to_owned())
        }
        None if receipt.response_code != "null" || receipt.complete == "true" => {
            Outcome::Unknown("a response without a code".to_owned())
        }
        None => {
            // The bank wasn't asked. The message contains no secrets and tells operators what to fix.
            tracing::error!(reason = receipt.message, "Moneris didn't forward a transaction");
            Outcome::Declined(Decline::soft(Decline::NOT_SENT))
        }
        // The vault doesn't know the card, or no longer.
        Some(983) => Outcome::Declined(Decline::hard("983")),
        Some(_) if receipt.receipt_id != reference => Outcome::Unknown("the response is for another order".to_owned()),
        Some(code) if code >= 50 => Outcome::Declined(decline(code)),
        Some(_) if receipt.complete != "true" => Outcome::Unknown("an incomplete approval".to_owned()),
        Some(_) if amount.is_some_and(|amount| receipt.trans_amount != amount) => {
            Outcome::Unknown("the response has another amount".to_owned())
        }
        Some(_) => Outcome::Approved(approval(receipt)),
    }
}

/// Parses the response to a status check: its code is below 50 if the charge was found and approved.
pub(super) fn found(receipt: &Receipt, reference: &str, amount: &str) -> Found {
    if receipt.status_message.is_empty() {
        return Found::NoAnswer("a response without a status".to_owned());
    }
    match code_of(&receipt.status_code) {
        None if receipt.status_message.eq_ignore_ascii_case("not found") => Found::Nothing,
        None => Found::NoAnswer("an unknown status".to_owned()),
        Some(_) if receipt.receipt_id != reference => Found::NoAnswer("the response is for another order".to_owned()),
        Some(code) if code >= 50 => Found::Declined(decline(code)),
        Some(_) if receipt.trans_amount != amount => {
            Found::OtherAmount(approval(receipt), receipt.trans_amount.clone())
        }
        Some(_) => Found::Approved(approval(receipt)),
    }
}

fn code_of(text: &str) -> Option<u16> {
    text.parse().ok()
}

fn approval(receipt: &Receipt) -> Approval {
    Approval {
        transaction: receipt.trans_id.clone(),
        code: receipt.auth_code.clone(),
        network_reference: Some(receipt.issuer_id.clone()).filter(|id| !matches!(id.as_str(), "" | "null")),
    }
}

/// Expired (051, 482), lost or stolen (057, 478–480), restricted or invalid (058, 059, 477) cards stay declined.
fn decline(code: u16) -> Decline {
    let text = format!("{code:03}");
    match code {
        51 | 57..=59 | 477..=480 | 482 => Decline::hard(text),
        _ => Decline::soft(text),
    }
}

#[cfg(test)]
mod tests;
