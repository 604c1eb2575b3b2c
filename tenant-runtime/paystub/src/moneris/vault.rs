//! Gateway XML: charges of vaulted cards, reversals, card deletion and the status check.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use jiff::SignedDuration;
use serde::Deserialize;

use super::{Moneris, merchant_of};
use crate::book::{Book, Charge, ChargeState, NewCharge, Refusal};
use crate::magic::Behaviour;
use crate::money::{decimal, parse_decimal};
use crate::{Manners, chance};

mod receipt;

use receipt::{Answer, Receipt, ResolveData, blank, global_error, of_charge, of_vault, unknown_key};

#[derive(Deserialize)]
struct Request {
    #[serde(default)]
    store_id: String,
    #[serde(default)]
    api_token: String,
    /// `true` returns the result of the earlier identical request and does nothing.
    #[serde(default)]
    status_check: String,
    // Supported transactions: a request contains exactly one.
    res_purchase_cc: Option<Purchase>,
    purchasecorrection: Option<Correction>,
    refund: Option<Refund>,
    res_delete: Option<Delete>,
    res_lookup_masked: Option<Delete>,
}

#[derive(Deserialize)]
struct Purchase {
    data_key: String,
    order_id: String,
    amount: String,
    #[serde(default)]
    cof_info: CredentialOnFile,
}

#[derive(Default, Deserialize)]
struct CredentialOnFile {
    /// `R`: recurring.
    payment_indicator: String,
}

#[derive(Deserialize)]
struct Correction {
    order_id: String,
    txn_number: String,
}

#[derive(Deserialize)]
struct Refund {
    order_id: String,
    txn_number: String,
    amount: String,
}

#[derive(Deserialize)]
struct Delete {
    data_key: String,
}

/// Types of transactions in responses.
const PURCHASE: &str = "00";
const REFUND: &str = "04";
const CORRECTION: &str = "11";

/// Response to a request, and whether it must time out.
struct Outcome {
    receipt: Receipt,
    held: bool,
}

impl From<Receipt> for Outcome {
    fn from(receipt: Receipt) -> Self {
        Self { receipt, held: false }
    }
}

/// POST `/gateway2/servlet/MpgRequest`.
pub(super) async fn request(State(moneris): State<Arc<Moneris>>, body: String) -> Result<Response, StatusCode> {
    let manners = moneris.shared.receive().await?;
    let Ok(request) = quick_xml::de::from_str::<Request>(&body) else {
        return Ok(xml(global_error("Malformed XML")));
    };
    let carried_out = moneris.shared.with_book(move |book| carry_out(book, &request, manners));
    let outcome = carried_out.await?;
    if outcome.held {
        return Err(moneris.shared.hold().await);
    }
    Ok(xml(outcome.receipt))
}

fn xml(receipt: Receipt) -> Response {
    match quick_xml::se::to_string(&Answer { receipt }) {
        Ok(text) => (
            [(header::CONTENT_TYPE, "text/html")],
            format!("<?xml version=\"1.0\"?>{text}"),
        )
            .into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn carry_out(book: &Book, request: &Request, manners: Manners) -> anyhow::Result<Outcome> {
    let merchant = merchant_of(&request.store_id);
    // A store that only uses the hosted vault first comes in by asking about a card.
    let known = match request.res_lookup_masked {
        Some(_) => book.admit(&merchant, &request.api_token)?,
        None => book.knows(&merchant, &request.api_token),
    };
    if !known {
        return Ok(global_error("API token mismatch").into());
    }
    if request.status_check == "true" {
        return Ok(status(book, &merchant, request).into());
    }
    if let Some(purchase) = &request.res_purchase_cc {
        return charge(book, &merchant, purchase, manners.settles_after());
    }
    if let Some(correction) = &request.purchasecorrection {
        let result = if manners.day_closed {
            Err(Refusal::DayClosed)
        } else {
            book.void(
                &merchant,
                &correction.order_id,
                &correction.txn_number,
                "",
                chance::now(),
            )?
        };
        return Ok(Outcome {
            receipt: reversal(result, CORRECTION, None),
            held: manners.loses_reversals,
        });
    }
    if let Some(refund) = &request.refund {
        let Some(amount) = parse_decimal(&merchant, &refund.amount) else {
            return Ok(global_error("Invalid amount").into());
        };
        let charge = (refund.order_id.as_str(), refund.txn_number.as_str());
        let result = book.refund(&merchant, charge, "", amount, chance::now())?;
        return Ok(Outcome {
            receipt: reversal(result, REFUND, Some(amount)),
            held: manners.loses_reversals,
        });
    }
    if let Some(asked) = &request.res_lookup_masked {
        return Ok(match book.card(&merchant, &asked.data_key) {
            Some(card) => Receipt {
                response_code: "001".to_owned(),
                message: "Successfully located CC details.".to_owned(),
                complete: true,
                resolve_data: Some(ResolveData::of(&card)),
                ..of_vault(&card)
            },
            None => unknown_key(),
        }
        .into());
    }
    if let Some(delete) = &request.res_delete {
        return Ok(match book.delete_card(&merchant, &delete.data_key, chance::now())? {
            Ok(card) => Receipt {
                response_code: "001".to_owned(),
                message: "Successfully deleted CC details.".to_owned(),
                complete: true,
                ..of_vault(&card)
            },
            Err(_) => unknown_key(),
        }
        .into());
    }
    Ok(global_error("Invalid transaction").into())
}

fn charge(book: &Book, merchant: &str, purchase: &Purchase, settle_after: SignedDuration) -> anyhow::Result<Outcome> {
    let Some(amount) = parse_decimal(merchant, &purchase.amount).filter(|amount| *amount > 0) else {
        return Ok(global_error("Invalid amount").into());
    };
    let Some(card) = book.card(merchant, &purchase.data_key) else {
        return Ok(unknown_key().into());
    };
    let new = NewCharge {
        merchant,
        token: &purchase.data_key,
        order_no: &purchase.order_id,
        amount,
        auth_code: format!("T{}", chance::digits(5)),
        now: chance::now(),
        settle_after,
        recurring: purchase.cof_info.payment_indicator == "R",
    };
    Ok(match book.charge(&new)? {
        Ok(charge) if charge.behaviour == Behaviour::BadSignature => {
            let forged = Charge {
                state: ChargeState::Approved,
                order_no: chance::token(20),
                ..charge
            };
            of_charge(&forged, Some(&card)).into()
        }
        Ok(charge) => Outcome {
            receipt: of_charge(&charge, Some(&card)),
            held: charge.behaviour == Behaviour::TimeOutThenApprove,
        },
        Err(Refusal::DuplicateOrderNo) => Receipt {
            message: "The transaction was not sent to the host because of a duplicate order id".to_owned(),
            ..of_vault(&card)
        }
        .into(),
        Err(_) => unknown_key().into(),
    })
}

fn reversal(result: Result<Charge, Refusal>, trans_type: &str, amount: Option<i64>) -> Receipt {
    match result {
        Ok(charge) => Receipt {
            trans_type: trans_type.to_owned(),
            trans_amount: decimal(&charge.merchant, amount.unwrap_or(charge.amount)),
            ..of_charge(&charge, None)
        },
        Err(refusal) => {
            let message = match refusal {
                Refusal::NothingLeft => {
                    "The transaction was not sent to the host because the amount is more than is left"
                }
                Refusal::DayClosed => "The transaction was not sent to the host because the batch is closed",
                _ => "The transaction was not sent to the host because the original could not be found",
            };
            Receipt {
                message: message.to_owned(),
                ..blank()
            }
        }
    }
}

/// Previous result of the same request. A code below 50 and `found` mean that it was processed and approved.
fn status(book: &Book, merchant: &str, request: &Request) -> Receipt {
    let found = if let Some(purchase) = &request.res_purchase_cc {
        book.look_up(merchant, &purchase.order_id, chance::now())
    } else if let Some(correction) = &request.purchasecorrection {
        book.look_up(merchant, &correction.order_id, chance::now())
            .filter(|charge| charge.state == ChargeState::Voided && charge.id == correction.txn_number)
    } else if let Some(refund) = &request.refund {
        let amount = parse_decimal(merchant, &refund.amount).unwrap_or_default();
        let made = book.reversals_of(&refund.txn_number);
        let is_made = made.iter().any(|made| !made.is_void && made.amount == amount);
        book.look_up(merchant, &refund.order_id, chance::now())
            .filter(|charge| is_made && charge.id == refund.txn_number)
            .map(|charge| Charge { amount, ..charge })
    } else {
        None
    };
    let trans_type = match (&request.purchasecorrection, &request.refund) {
        (Some(_), _) => CORRECTION,
        (_, Some(_)) => REFUND,
        _ => PURCHASE,
    };
    match found {
        Some(charge) => {
            let receipt = of_charge(&charge, None);
            Receipt {
                trans_type: trans_type.to_owned(),
                status_code: Some(receipt.response_code.clone()),
                status_message: Some("found".to_owned()),
                ..receipt
            }
        }
        None => Receipt {
            status_code: Some("null".to_owned()),
            status_message: Some("Not found".to_owned()),
            ..blank()
        },
    }
}
