//! Requests to Express and the parsing of its responses.

use std::time::Duration;

use platform::http::outgoing::{self, cause};
use platform::money::decimal;
use secrecy::{ExposeSecret, SecretString};

use super::wire::{Envelope, Item, Parameters, PaymentAccount, Request, Response, Transaction, TransactionSetup};
use super::{Opened, Worldpay, return_url};
use crate::payments::processor::{
    Approval, ChargeRequest, Decline, Found, Initiator, NewSetup, Outcome, ReversalKind, ReversalRequest, SetupError,
    VaultedCard,
};

const TRANSACTION: &str = "https://transaction.elementexpress.com";
const SERVICES: &str = "https://services.elementexpress.com";
pub(super) const REPORTING: &str = "https://reporting.elementexpress.com";

/// E-commerce.
const MARKET: &str = "3";

/// A customer is waiting for the form, and no bank is involved.
const SETUP_PATIENCE: Duration = Duration::from_secs(10);

/// Reason why there is no response.
pub(super) enum Missing {
    /// The connection failed, so nothing was sent.
    NotSent,
    /// Something may have happened.
    Unknown(String),
}

pub(super) async fn send(
    worldpay: &Worldpay,
    (address, patience): (&str, Duration),
    root: &str,
    request: &Request<'_>,
) -> Result<Response, Missing> {
    let body = quick_xml::se::to_string_with_root(root, request).map_err(|_| Missing::NotSent)?;
    let unknown = |error: reqwest::Error| {
        if error.is_connect() {
            Missing::NotSent
        } else {
            Missing::Unknown(cause(&error))
        }
    };
    let call = worldpay
        .client
        .post(address)
        .timeout(patience)
        .header(http::header::CONTENT_TYPE, "text/xml")
        .body(body);
    let answer = outgoing::send(call)
        .await
        .and_then(reqwest::Response::error_for_status)
        .map_err(unknown)?;
    let text = answer.text().await.map_err(unknown)?;
    read(&text).ok_or_else(|| Missing::Unknown("an unreadable response".to_owned()))
}

pub(super) fn read(text: &str) -> Option<Response> {
    Some(quick_xml::de::from_str::<Envelope>(text).ok()?.response)
}

fn setup_error(missing: Missing) -> SetupError {
    match missing {
        Missing::NotSent => SetupError::Unreachable("no connection".to_owned()),
        Missing::Unknown(why) => SetupError::Unreachable(why),
    }
}

/// Opens a form that stores a card without a charge (method 7).
pub(super) async fn set_up(worldpay: &Worldpay, setup: &NewSetup) -> Result<Opened, SetupError> {
    let return_url = return_url(setup);
    let request = Request {
        transaction_setup: Some(TransactionSetup {
            method: "7",
            embedded: "1",
            auto_return: "1",
            return_url: &return_url,
            company_name: &setup.company,
        }),
        payment_account: Some(PaymentAccount {
            id: None,
            kind: Some("0"),
            reference: Some(&setup.reference),
        }),
        ..Request::new(worldpay, TRANSACTION)
    };
    let to = (
        worldpay.endpoints.transaction.as_str(),
        worldpay.endpoints.patience.min(SETUP_PATIENCE),
    );
    let response = send(worldpay, to, "TransactionSetup", &request)
        .await
        .map_err(setup_error)?;
    match response.transaction_setup {
        Some(answer) if response.express_response_code == "0" && !answer.validation_code.is_empty() => Ok(Opened {
            id: answer.id,
            validation_code: answer.validation_code,
        }),
        _ => Err(SetupError::Rejected(format!(
            "TransactionSetup: {}",
            response.express_response_code
        ))),
    }
}

/// A card as described by Express, and our ID of the form that stored it.
pub(super) struct Account {
    pub(super) reference: String,
    /// `None`: its description isn't complete enough to show it.
    pub(super) card: Option<VaultedCard>,
}

pub(super) async fn find_account(worldpay: &Worldpay, id: &str) -> Result<Option<Account>, SetupError> {
    let request = Request {
        payment_account_parameters: Some(PaymentAccount {
            id: Some(id),
            ..PaymentAccount::default()
        }),
        ..Request::new(worldpay, SERVICES)
    };
    let to = (
        worldpay.endpoints.services.as_str(),
        worldpay.endpoints.patience.min(SETUP_PATIENCE),
    );
    let response = send(worldpay, to, "PaymentAccountQuery", &request)
        .await
        .map_err(setup_error)?;
    let item = response.query_data.and_then(|data| data.items.item.into_iter().next());
    Ok(item.map(|item| Account {
        card: described(id, &item),
        reference: item.payment_account_reference_number,
    }))
}

fn described(id: &str, item: &Item) -> Option<VaultedCard> {
    let number = &item.truncated_card_number;
    Some(VaultedCard {
        token: id.to_owned().into(),
        brand: match item.payment_brand.as_str() {
            "" => "Card",
            "Amex" => "American Express",
            brand => brand,
        }
        .to_owned(),
        last_four: number.get(number.len().checked_sub(4)?..)?.to_owned(),
        expiry_month: item
            .expiration_month
            .parse()
            .ok()
            .filter(|month| (1..=12).contains(month))?,
        expiry_year: 2000 + item.expiration_year.parse::<u16>().ok().filter(|year| *year < 100)?,
        network_id: None,
        verification: None,
    })
}

pub(super) async fn delete_account(worldpay: &Worldpay, token: &SecretString) -> Result<(), SetupError> {
    let request = Request {
        payment_account: Some(PaymentAccount {
            id: Some(token.expose_secret()),
            ..PaymentAccount::default()
        }),
        ..Request::new(worldpay, SERVICES)
    };
    let to = (worldpay.endpoints.services.as_str(), worldpay.endpoints.patience);
    let response = send(worldpay, to, "PaymentAccountDelete", &request)
        .await
        .map_err(setup_error)?;
    // 103 means that the account wasn't found, so it is already gone.
    match response.express_response_code.as_str() {
        "0" => Ok(()),
        "103"
            if response
                .express_response_message
                .to_ascii_uppercase()
                .contains("NOT FOUND") =>
        {
            Ok(())
        }
        code => Err(SetupError::Rejected(format!("PaymentAccountDelete: {code}"))),
    }
}

pub(super) async fn charge(worldpay: &Worldpay, charge: &ChargeRequest) -> Outcome {
    let amount = decimal(charge.amount, &charge.currency);
    // Use of a stored card that its holder doesn't request: recurring (1) or by agreement (4), after the first use (2).
    let (payment_type, submission_type) = match charge.initiator {
        Initiator::Customer => (None, None),
        Initiator::Merchant => (Some("4"), Some("2")),
        Initiator::Recurring => (Some("1"), Some("2")),
    };
    let request = Request {
        transaction: Some(Transaction {
            transaction_amount: amount.clone(),
            market_code: MARKET,
            reference_number: &charge.reference,
            ticket_number: &charge.reference,
            payment_type,
            submission_type,
            ..Transaction::default()
        }),
        payment_account: Some(PaymentAccount {
            id: Some(charge.token.expose_secret()),
            ..PaymentAccount::default()
        }),
        ..Request::new(worldpay, TRANSACTION)
    };
    let answer = transact(worldpay, "CreditCardSale", &request).await;
    outcome(answer, &charge.reference, Some(&amount))
}

/// The reversal has its own reference number, for lookups.
pub(super) async fn reverse(worldpay: &Worldpay, reversal: &ReversalRequest) -> Outcome {
    let (root, reversal_type) = match reversal.kind {
        // Of the whole charge.
        ReversalKind::Void => (REVERSAL, Some("1")),
        ReversalKind::Refund => (RETURN, None),
    };
    let request = Request {
        transaction: Some(Transaction {
            transaction_amount: decimal(reversal.amount, &reversal.charge.currency),
            market_code: MARKET,
            reference_number: &reversal.reference,
            ticket_number: &reversal.reference,
            transaction_id: Some(&reversal.charge.transaction),
            reversal_type,
            ..Transaction::default()
        }),
        ..Request::new(worldpay, TRANSACTION)
    };
    outcome(transact(worldpay, root, &request).await, &reversal.reference, None)
}

async fn transact(worldpay: &Worldpay, root: &str, request: &Request<'_>) -> Result<Response, Missing> {
    let to = (worldpay.endpoints.transaction.as_str(), worldpay.endpoints.patience);
    send(worldpay, to, root, request).await
}

fn outcome(answer: Result<Response, Missing>, reference: &str, amount: Option<&str>) -> Outcome {
    match answer {
        Ok(response) => judge(&response, reference, amount),
        Err(Missing::NotSent) => Outcome::Declined(Decline::soft(Decline::UNREACHABLE)),
        Err(Missing::Unknown(why)) => Outcome::Unknown(why),
    }
}

pub(super) fn judge(response: &Response, reference: &str, amount: Option<&str>) -> Outcome {
    let code = response.express_response_code.as_str();
    match code {
        "0" => {}
        // The request wasn't forwarded, or the card isn't in the vault.
        "101" | "102" | "103" | "104" => {
            tracing::error!(
                code,
                reason = response.express_response_message,
                "Express didn't forward a transaction"
            );
            return Outcome::Declined(Decline::soft(Decline::NOT_SENT));
        }
        // Partial approvals, duplicates, timeouts, failures on the way to the bank, and unknown codes: the lookup
        // decides.
        code => {
            return decline(code).map_or_else(
                || Outcome::Unknown(format!("Express answered {code}")),
                Outcome::Declined,
            );
        }
    }
    match &response.transaction {
        Some(item) if item.reference_number != reference => {
            Outcome::Unknown("the response is for another order".to_owned())
        }
        Some(item) if amount.is_some_and(|amount| item.approved_amount != amount) => {
            Outcome::Unknown("the response has another amount".to_owned())
        }
        Some(item) => Outcome::Approved(approval(item)),
        None => Outcome::Unknown("an approval without its transaction".to_owned()),
    }
}

pub(super) async fn look_up(worldpay: &Worldpay, charge: &ChargeRequest) -> Found {
    let amount = decimal(charge.amount, &charge.currency);
    match query(worldpay, &charge.reference).await {
        Ok(response) => found(&response, &charge.reference, &amount),
        Err(unanswered) => unanswered,
    }
}

pub(super) async fn look_up_reversal(worldpay: &Worldpay, reversal: &ReversalRequest) -> Found {
    let amount = decimal(reversal.amount, &reversal.charge.currency);
    match query(worldpay, &reversal.reference).await {
        Ok(response) => found_reversal(&response, &reversal.reference, &amount),
        Err(unanswered) => unanswered,
    }
}

pub(super) async fn query(worldpay: &Worldpay, reference_number: &str) -> Result<Response, Found> {
    let request = Request {
        parameters: Some(Parameters {
            reference_number: Some(reference_number),
            ..Parameters::default()
        }),
        ..Request::new(worldpay, REPORTING)
    };
    let to = (worldpay.endpoints.reporting.as_str(), worldpay.endpoints.patience);
    let answer = send(worldpay, to, "TransactionQuery", &request).await;
    answer.map_err(|missing| match missing {
        Missing::NotSent => Found::NoAnswer(Found::NO_CONNECTION.to_owned()),
        Missing::Unknown(why) => Found::NoAnswer(why),
    })
}

/// Transactions with a reference number.
pub(super) fn items<'a>(response: &'a Response, reference: &str) -> Result<&'a [Item], Found> {
    let items = response.reporting_data.as_ref().map(|data| data.items.item.as_slice());
    let items = match (response.express_response_code.as_str(), items) {
        ("90", None | Some([])) => return Err(Found::Nothing),
        ("0", Some(items)) => items,
        (code, _) => return Err(Found::NoAnswer(format!("Express answered {code}"))),
    };
    if items.iter().any(|item| item.reference_number != reference) {
        return Err(Found::NoAnswer("the response is for another order".to_owned()));
    }
    Ok(items)
}

pub(super) fn found(response: &Response, reference: &str, amount: &str) -> Found {
    let items = match items(response, reference) {
        Ok(items) => items,
        Err(found) => return found,
    };
    // Reversals by earlier versions have the number of their sale.
    let mut sales = items
        .iter()
        .filter(|item| matches!(item.transaction_type.as_str(), SALE | ""));
    match (sales.next(), sales.next()) {
        (None, _) if items.is_empty() => Found::Nothing,
        (None, _) => Found::NoAnswer("there is no sale among the transactions".to_owned()),
        (Some(sale), None) => read_sale(sale, amount),
        (Some(_), Some(_)) => Found::NoAnswer("there are several sales".to_owned()),
    }
}

/// A late void and the refund that replaces it share a number. Any approved one counts.
pub(super) fn found_reversal(response: &Response, reference: &str, amount: &str) -> Found {
    let items = match items(response, reference) {
        Ok(items) => items,
        Err(found) => return found,
    };
    let is_made = |item: &&Item| {
        let status = item.transaction_status.as_str();
        item.express_response_code == "0" && matches!(status, "" | "Approved" | "Settled" | "Success")
    };
    let is_refused = |item: &Item| {
        matches!(
            item.express_response_code.as_str(),
            "20" | "21" | "24" | "25" | "101" | "103"
        )
    };
    let Some(made) = items.iter().find(is_made) else {
        if items.iter().all(is_refused) {
            return Found::Nothing;
        }
        return Found::NoAnswer("a reversal with an unknown status".to_owned());
    };
    let amounts = [&made.approved_amount, &made.transaction_amount];
    match amounts.into_iter().find(|amount| !amount.is_empty()) {
        Some(other) if other != amount => Found::OtherAmount(approval(made), other.clone()),
        _ => Found::Approved(approval(made)),
    }
}

pub(super) const SALE: &str = "CreditCardSale";
pub(super) const REVERSAL: &str = "CreditCardReversal";
pub(super) const RETURN: &str = "CreditCardReturn";

/// Outcome of a sale. Only listed codes are conclusive.
fn read_sale(sale: &Item, amount: &str) -> Found {
    let approved = [sale.approved_amount.as_str(), sale.transaction_amount.as_str()]
        .into_iter()
        .find(|amount| !amount.is_empty())
        .unwrap_or_default();
    match (sale.express_response_code.as_str(), sale.transaction_status.as_str()) {
        // Made and reversed, so nothing is charged.
        ("0" | "5", "Reversed" | "Voided") => Found::Declined(Decline::soft(Decline::REVERSED)),
        ("0", "Approved" | "Settled" | "AuthCompleted") if approved == amount => Found::Approved(approval(sale)),
        ("5", _) | ("0", "Approved" | "Settled" | "AuthCompleted" | "PartialApproved") => {
            Found::OtherAmount(approval(sale), approved.to_owned())
        }
        // A duplicate of an earlier sale by card and amount: ours wasn't made.
        ("23", "Duplicate" | "Declined") => Found::Declined(Decline::soft("23")),
        (code, status) => decline(code).map_or_else(
            || Found::NoAnswer(format!("Express has {code}, {status}")),
            Found::Declined,
        ),
    }
}

fn approval(item: &Item) -> Approval {
    Approval {
        transaction: item.transaction_id.clone(),
        code: item.approval_number.clone(),
        network_reference: Some(item.network_transaction_id.clone()).filter(|id| !id.is_empty()),
    }
}

/// Declined (20) and referred (25) cards may work later. Expired (21) and pick-up (24) cards stay declined. `None`: the
/// code means something else.
fn decline(code: &str) -> Option<Decline> {
    match code {
        "20" | "25" => Some(Decline::soft(code)),
        "21" | "24" => Some(Decline::hard(code)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
