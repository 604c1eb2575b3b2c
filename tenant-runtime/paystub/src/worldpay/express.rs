//! Express: XML over POST. The root element determines the request type.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use jiff::civil::DateTime;
use jiff::tz::Offset;
use jiff::{SignedDuration, Timestamp};
use quick_xml::Reader;
use quick_xml::events::Event;
use serde::Deserialize;

use super::hosted::logo;
use super::{Setup, Worldpay, element, merchant_of};
use crate::book::{Book, Card, Charge, ChargeState, Movement, MovementKind, NewCharge, Refusal};
use crate::magic::Behaviour;
use crate::money::{decimal, parse_decimal};
use crate::{Manners, chance};

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Request {
    credentials: Credentials,
    #[serde(default)]
    transaction: Transaction,
    #[serde(default)]
    transaction_setup: TransactionSetup,
    #[serde(default)]
    payment_account: PaymentAccount,
    #[serde(default)]
    payment_account_parameters: PaymentAccount,
    #[serde(default)]
    parameters: Transaction,
}

#[derive(Deserialize)]
struct Credentials {
    #[serde(rename = "AccountID")]
    account_id: String,
    #[serde(rename = "AccountToken")]
    account_token: String,
    #[serde(rename = "AcceptorID")]
    acceptor_id: String,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
struct Transaction {
    transaction_amount: String,
    reference_number: String,
    #[serde(rename = "TransactionID")]
    transaction_id: String,
    /// `1`: recurring.
    payment_type: String,
    transaction_date_time_begin: String,
    transaction_date_time_end: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct TransactionSetup {
    #[serde(rename = "TransactionSetupMethod")]
    method: String,
    #[serde(rename = "ReturnURL")]
    return_url: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct PaymentAccount {
    #[serde(rename = "PaymentAccountID")]
    id: String,
    #[serde(rename = "PaymentAccountReferenceNumber")]
    reference: String,
}

/// Response: code, message and additional fields.
struct Answer {
    code: &'static str,
    message: &'static str,
    rest: String,
    held: bool,
}

impl Answer {
    fn new(code: &'static str, message: &'static str, rest: String) -> Self {
        Self {
            code,
            message,
            rest,
            held: false,
        }
    }

    fn refused(code: &'static str, message: &'static str) -> Self {
        Self::new(code, message, String::new())
    }
}

/// POST `/worldpay/{transaction|services|reporting}`.
pub(super) async fn request(State(worldpay): State<Arc<Worldpay>>, body: String) -> Result<Response, StatusCode> {
    let manners = worldpay.shared.receive().await?;
    let (Some(kind), Ok(request)) = (root_of(&body), quick_xml::de::from_str::<Request>(&body)) else {
        return Ok(xml("Response", &Answer::refused("103", "Invalid Request")));
    };
    let (keeper, asked) = (Arc::clone(&worldpay), kind.clone());
    let carried_out = worldpay
        .shared
        .with_book(move |book| carry_out(&keeper, book, &asked, &request, manners));
    let answer = carried_out.await?;
    if answer.held {
        return Err(worldpay.shared.hold().await);
    }
    Ok(xml(&format!("{kind}Response"), &answer))
}

fn root_of(body: &str) -> Option<String> {
    let mut reader = Reader::from_str(body);
    loop {
        match reader.read_event().ok()? {
            Event::Start(start) => return Some(start.local_name().as_ref().to_owned()),
            Event::Eof => return None,
            _ => {}
        }
    }
}

fn xml(root: &str, answer: &Answer) -> Response {
    let body = format!(
        "<{root}><Response>{}{}{}</Response></{root}>",
        element("ExpressResponseCode", answer.code),
        element("ExpressResponseMessage", answer.message),
        answer.rest,
    );
    ([(header::CONTENT_TYPE, "text/xml")], body).into_response()
}

fn carry_out(
    worldpay: &Worldpay,
    book: &Book,
    kind: &str,
    request: &Request,
    manners: Manners,
) -> anyhow::Result<Answer> {
    let credentials = &request.credentials;
    let merchant = merchant_of(&credentials.account_id);
    let secret = format!("{}/{}", credentials.account_token, credentials.acceptor_id);
    let known = match kind {
        "TransactionSetup" => book.admit(&merchant, &secret)?,
        _ => book.knows(&merchant, &secret),
    };
    if !known {
        return Ok(Answer::refused("102", "Invalid Account"));
    }
    match kind {
        "TransactionSetup" => Ok(set_up(worldpay, merchant, request)),
        "PaymentAccountQuery" => Ok(query_account(book, &merchant, &request.payment_account_parameters.id)),
        "PaymentAccountDelete" => {
            let deleted = book.delete_card(&merchant, &request.payment_account.id, chance::now())?;
            Ok(match deleted {
                Ok(_) => Answer::new("0", "Success", String::new()),
                Err(_) => Answer::refused("103", "PAYMENT ACCOUNT NOT FOUND"),
            })
        }
        "CreditCardSale" => sale(book, &merchant, request, manners.settles_after()),
        "CreditCardReversal" if manners.day_closed => Ok(Answer::refused("103", "Transaction already settled")),
        "CreditCardReversal" | "CreditCardReturn" => Ok(Answer {
            held: manners.loses_reversals,
            ..take_back(book, &merchant, kind, &request.transaction)?
        }),
        "TransactionQuery" => Ok(query(book, &merchant, &request.parameters)),
        _ => Ok(Answer::refused("103", "Invalid Request")),
    }
}

fn set_up(worldpay: &Worldpay, merchant: String, request: &Request) -> Answer {
    // 7: create a payment account without a charge.
    if request.transaction_setup.method != "7" || request.transaction_setup.return_url.is_empty() {
        return Answer::refused("101", "TransactionSetup invalid");
    }
    let id = chance::token(32).to_uppercase();
    let validation_code = chance::token(16).to_uppercase();
    let rest = format!(
        "<TransactionSetup>{}{}</TransactionSetup>",
        element("TransactionSetupID", &id),
        element("ValidationCode", &validation_code)
    );
    let setup = Setup {
        merchant,
        validation_code,
        reference: request.payment_account.reference.clone(),
        return_url: request.transaction_setup.return_url.clone(),
    };
    worldpay.setups.open(id, setup);
    Answer::new("0", "Success", rest)
}

fn query_account(book: &Book, merchant: &str, token: &str) -> Answer {
    let Some(card) = book.card(merchant, token) else {
        return Answer::refused("90", "No records found");
    };
    let item = [
        element("PaymentAccountID", &card.token),
        element("PaymentAccountType", "0"),
        element("TruncatedCardNumber", &format!("xxxxxxxxxxxx{}", card.last_four)),
        element("ExpirationMonth", &format!("{:02}", card.expiry.month)),
        element("ExpirationYear", &format!("{:02}", card.expiry.short_year())),
        element(
            "PaymentAccountReferenceNumber",
            card.customer.as_deref().unwrap_or_default(),
        ),
        element("PaymentBrand", logo(card.brand)),
    ]
    .concat();
    let rest = format!("<QueryData><Items><Item>{item}</Item></Items></QueryData>");
    Answer::new("0", "Success", rest)
}

fn sale(book: &Book, merchant: &str, request: &Request, settle_after: SignedDuration) -> anyhow::Result<Answer> {
    let Some(amount) = parse_decimal(merchant, &request.transaction.transaction_amount).filter(|amount| *amount > 0)
    else {
        return Ok(Answer::refused("101", "TransactionAmount invalid"));
    };
    let Some(card) = book.card(merchant, &request.payment_account.id) else {
        return Ok(Answer::refused("103", "PAYMENT ACCOUNT NOT FOUND"));
    };
    let new = NewCharge {
        merchant,
        token: &card.token,
        order_no: &request.transaction.reference_number,
        amount,
        auth_code: chance::digits(6),
        now: chance::now(),
        settle_after,
        recurring: request.transaction.payment_type == "1",
    };
    let charge = match book.charge(&new)? {
        Ok(charge) => charge,
        Err(Refusal::DuplicateOrderNo) => return Ok(Answer::refused("23", "Duplicate")),
        Err(_) => return Ok(Answer::refused("103", "PAYMENT ACCOUNT NOT FOUND")),
    };
    if charge.behaviour == Behaviour::BadSignature {
        let forged = Charge {
            order_no: chance::token(20),
            ..charge
        };
        return Ok(Answer::new("0", "Approved", transaction(&forged, Some(&card))));
    }
    let (code, message) = result_of(&charge);
    Ok(Answer {
        held: charge.behaviour == Behaviour::TimeOutThenApprove,
        ..Answer::new(code, message, transaction(&charge, Some(&card)))
    })
}

fn take_back(book: &Book, merchant: &str, kind: &str, asked: &Transaction) -> anyhow::Result<Answer> {
    let amount = parse_decimal(merchant, &asked.transaction_amount);
    let order_no = book.order_no_of(merchant, &asked.transaction_id).unwrap_or_default();
    let result = match (kind, amount) {
        ("CreditCardReversal", Some(_)) => {
            let (id, reference) = (&asked.transaction_id, &asked.reference_number);
            book.void(merchant, &order_no, id, reference, chance::now())?
        }
        (_, Some(amount)) => {
            let charge = (order_no.as_str(), asked.transaction_id.as_str());
            book.refund(merchant, charge, &asked.reference_number, amount, chance::now())?
        }
        (_, None) => return Ok(Answer::refused("101", "TransactionAmount invalid")),
    };
    Ok(match result {
        Ok(charge) => {
            let charge = Charge {
                order_no: asked.reference_number.clone(),
                ..charge
            };
            Answer::new("0", "Success", transaction(&charge, None))
        }
        Err(Refusal::NothingLeft) => Answer::refused("103", "Transaction already reversed or amount too large"),
        Err(_) => Answer::refused("103", "Transaction not found"),
    })
}

/// By the merchant's number, or everything of a period.
fn query(book: &Book, merchant: &str, asked: &Transaction) -> Answer {
    if !asked.reference_number.is_empty() {
        return query_one(book, merchant, &asked.reference_number);
    }
    let period = (&asked.transaction_date_time_begin, &asked.transaction_date_time_end);
    let (Some(from), Some(until)) = (instant_of(period.0), instant_of(period.1)) else {
        return Answer::refused("101", "TransactionDateTime invalid");
    };
    let found = book.movements(merchant, (from, until), chance::now());
    if found.is_empty() {
        return Answer::refused("90", "No records found");
    }
    let items: String = found.iter().map(listed).collect();
    let rest = format!("<ReportingData><Items>{items}</Items></ReportingData>");
    Answer::new("0", "Success", rest)
}

/// The time of Express: US Eastern without daylight saving.
const EXPRESS_OFFSET: Offset = jiff::tz::offset(-5);

/// An instant as Express writes it, `yyyy-MM-dd HH:mm:ss.fff`.
fn instant_of(text: &str) -> Option<Timestamp> {
    let civil = DateTime::strptime("%Y-%m-%d %H:%M:%S%.f", text).ok()?;
    EXPRESS_OFFSET.to_timestamp(civil).ok()
}

fn listed(movement: &Movement) -> String {
    let charge = &movement.charge;
    let (kind, status) = match movement.kind {
        MovementKind::Charge => ("CreditCardSale", status_of(charge.state)),
        MovementKind::Void => ("CreditCardReversal", "Approved"),
        MovementKind::Refund => ("CreditCardReturn", "Approved"),
    };
    let code = match movement.kind {
        MovementKind::Charge => result_of(charge).0,
        MovementKind::Void | MovementKind::Refund => "0",
    };
    let at = EXPRESS_OFFSET.to_datetime(movement.at);
    let item = [
        element("TransactionID", &charge.id),
        element("ApprovalNumber", &charge.auth_code),
        element("ApprovedAmount", &decimal(&charge.merchant, movement.amount)),
        element("ExpressResponseCode", code),
        element("ExpressTransactionDate", &at.strftime("%Y%m%d").to_string()),
        element("ExpressTransactionTime", &at.strftime("%H%M%S").to_string()),
        element("ExpressTransactionTimezone", "UTC-05:00:00"),
        element("ReferenceNumber", &movement.reference),
        element("TransactionAmount", &decimal(&charge.merchant, movement.amount)),
        element("TransactionStatus", status),
        element("TransactionType", kind),
    ]
    .concat();
    format!("<Item>{item}</Item>")
}

fn status_of(state: ChargeState) -> &'static str {
    match state {
        ChargeState::Approved => "Approved",
        ChargeState::Declined => "Declined",
        ChargeState::Voided => "Reversed",
    }
}

fn query_one(book: &Book, merchant: &str, reference: &str) -> Answer {
    if let Some((reversal, charge)) = book.find_reversal(merchant, reference) {
        let item = [
            element("TransactionID", &charge.id),
            element("ApprovalNumber", &charge.auth_code),
            element("ExpressResponseCode", "0"),
            element("ExpressResponseMessage", "Approved"),
            element("ReferenceNumber", reference),
            element("TransactionAmount", &decimal(merchant, reversal.amount)),
            element("TransactionStatus", "Approved"),
            element("TransactionStatusCode", "1"),
            element(
                "TransactionType",
                if reversal.is_void {
                    "CreditCardReversal"
                } else {
                    "CreditCardReturn"
                },
            ),
        ]
        .concat();
        let rest = format!("<ReportingData><Items><Item>{item}</Item></Items></ReportingData>");
        return Answer::new("0", "Success", rest);
    }
    let Some(charge) = book.look_up(merchant, reference, chance::now()) else {
        return Answer::refused("90", "No records found");
    };
    let (code, message) = result_of(&charge);
    let status = match charge.state {
        ChargeState::Approved => ("Approved", "1"),
        ChargeState::Declined => ("Declined", "2"),
        ChargeState::Voided => ("Reversed", "7"),
    };
    let at = EXPRESS_OFFSET.to_datetime(charge.at);
    let item = [
        element("TransactionID", &charge.id),
        element("ApprovalNumber", &charge.auth_code),
        element("ApprovedAmount", &decimal(&charge.merchant, charge.amount)),
        element("ExpressResponseCode", code),
        element("ExpressResponseMessage", message),
        element("ExpressTransactionDate", &at.strftime("%Y%m%d").to_string()),
        element("ExpressTransactionTime", &at.strftime("%H%M%S").to_string()),
        element("ExpressTransactionTimezone", "UTC-05:00:00"),
        element("ReferenceNumber", &charge.order_no),
        element("TransactionAmount", &decimal(&charge.merchant, charge.amount)),
        element("TransactionStatus", status.0),
        element("TransactionStatusCode", status.1),
        element("TransactionType", "CreditCardSale"),
    ]
    .concat();
    let rest = format!("<ReportingData><Items><Item>{item}</Item></Items></ReportingData>");
    Answer::new("0", "Success", rest)
}

fn result_of(charge: &Charge) -> (&'static str, &'static str) {
    match (charge.state, charge.behaviour) {
        (ChargeState::Approved | ChargeState::Voided, _) => ("0", "Approved"),
        (ChargeState::Declined, Behaviour::DeclineHard) => ("24", "Pick Up Card"),
        (ChargeState::Declined, _) => ("20", "Declined"),
    }
}

fn transaction(charge: &Charge, card: Option<&Card>) -> String {
    let card = card.map_or_else(String::new, |card| {
        format!(
            "<Card>{}{}</Card>",
            element("CardLogo", logo(card.brand)),
            element("CardNumberMasked", &format!("xxxx-xxxx-xxxx-{}", card.last_four))
        )
    });
    let inner = [
        element("TransactionID", &charge.id),
        element("ApprovalNumber", &charge.auth_code),
        element("ReferenceNumber", &charge.order_no),
        element("ProcessorName", "NULL_PROCESSOR_TEST"),
        element("ApprovedAmount", &decimal(&charge.merchant, charge.amount)),
        element("NetworkTransactionID", &format!("{:0>15}", charge.auth_code)),
    ]
    .concat();
    format!("{card}<Transaction>{inner}</Transaction>")
}
