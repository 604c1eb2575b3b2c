//! XML format of Express.

use serde::{Deserialize, Serialize};

use super::Worldpay;

/// A request. The root element is its name.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Request<'a> {
    #[serde(rename = "@xmlns")]
    pub(super) xmlns: &'a str,
    pub(super) credentials: Credentials<'a>,
    pub(super) application: Application<'a>,
    pub(super) terminal: Terminal<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) transaction: Option<Transaction<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) transaction_setup: Option<TransactionSetup<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) payment_account: Option<PaymentAccount<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) payment_account_parameters: Option<PaymentAccount<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) parameters: Option<Parameters<'a>>,
}

#[derive(Serialize)]
pub(super) struct Credentials<'a> {
    #[serde(rename = "AccountID")]
    account_id: &'a str,
    #[serde(rename = "AccountToken")]
    account_token: &'a str,
    #[serde(rename = "AcceptorID")]
    acceptor_id: &'a str,
}

#[derive(Serialize)]
pub(super) struct Application<'a> {
    #[serde(rename = "ApplicationID")]
    id: &'a str,
    #[serde(rename = "ApplicationName")]
    name: &'a str,
    #[serde(rename = "ApplicationVersion")]
    version: &'a str,
}

/// E-commerce terminal: neither cardholder nor card present.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Terminal<'a> {
    #[serde(rename = "TerminalID")]
    id: &'a str,
    cardholder_present_code: &'a str,
    card_input_code: &'a str,
    terminal_capability_code: &'a str,
    terminal_environment_code: &'a str,
    card_present_code: &'a str,
    #[serde(rename = "MotoECICode")]
    moto_eci_code: &'a str,
    #[serde(rename = "CVVPresenceCode")]
    cvv_presence_code: &'a str,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Transaction<'a> {
    pub(super) transaction_amount: String,
    /// E-commerce.
    pub(super) market_code: &'a str,
    pub(super) reference_number: &'a str,
    pub(super) ticket_number: &'a str,
    /// Omitted for an ordinary payment by the cardholder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) payment_type: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) submission_type: Option<&'a str>,
    #[serde(rename = "TransactionID", skip_serializing_if = "Option::is_none")]
    pub(super) transaction_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reversal_type: Option<&'a str>,
}

#[derive(Serialize)]
pub(super) struct TransactionSetup<'a> {
    #[serde(rename = "TransactionSetupMethod")]
    pub(super) method: &'a str,
    #[serde(rename = "Embedded")]
    pub(super) embedded: &'a str,
    #[serde(rename = "AutoReturn")]
    pub(super) auto_return: &'a str,
    #[serde(rename = "ReturnURL")]
    pub(super) return_url: &'a str,
    #[serde(rename = "CompanyName")]
    pub(super) company_name: &'a str,
}

#[derive(Default, Serialize)]
pub(super) struct PaymentAccount<'a> {
    #[serde(rename = "PaymentAccountID", skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<&'a str>,
    #[serde(rename = "PaymentAccountType", skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<&'a str>,
    #[serde(rename = "PaymentAccountReferenceNumber", skip_serializing_if = "Option::is_none")]
    pub(super) reference: Option<&'a str>,
}

/// One charge by our number, or everything in a period.
#[derive(Default, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Parameters<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reference_number: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) transaction_date_time_begin: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) transaction_date_time_end: Option<&'a str>,
}

impl<'a> Request<'a> {
    pub(super) fn new(worldpay: &'a Worldpay, xmlns: &'a str) -> Self {
        Self {
            xmlns,
            credentials: Credentials {
                account_id: &worldpay.account_id,
                account_token: worldpay.account_token(),
                acceptor_id: &worldpay.acceptor_id,
            },
            application: Application {
                id: &worldpay.application_id,
                name: "Suds",
                version: "1.0",
            },
            terminal: Terminal {
                id: &worldpay.terminal_id,
                cardholder_present_code: "7",
                card_input_code: "4",
                terminal_capability_code: "5",
                terminal_environment_code: "6",
                card_present_code: "3",
                moto_eci_code: "7",
                cvv_presence_code: "1",
            },
            transaction: None,
            transaction_setup: None,
            payment_account: None,
            payment_account_parameters: None,
            parameters: None,
        }
    }
}

#[derive(Deserialize)]
pub(super) struct Envelope {
    #[serde(rename = "Response")]
    pub(super) response: Response,
}

/// Fields of a response that we read.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct Response {
    pub(super) express_response_code: String,
    pub(super) express_response_message: String,
    pub(super) transaction: Option<Item>,
    pub(super) transaction_setup: Option<SetupAnswer>,
    pub(super) query_data: Option<Data>,
    pub(super) reporting_data: Option<Data>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct SetupAnswer {
    #[serde(rename = "TransactionSetupID")]
    pub(super) id: String,
    #[serde(rename = "ValidationCode")]
    pub(super) validation_code: String,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct Data {
    pub(super) items: Items,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct Items {
    pub(super) item: Vec<Item>,
}

/// A transaction or account, in any of the formats that Express uses.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(super) struct Item {
    #[serde(rename = "TransactionID")]
    pub(super) transaction_id: String,
    pub(super) approval_number: String,
    pub(super) reference_number: String,
    pub(super) approved_amount: String,
    pub(super) transaction_amount: String,
    pub(super) transaction_status: String,
    pub(super) transaction_type: String,
    pub(super) express_response_code: String,
    /// `yyyyMMdd`.
    pub(super) express_transaction_date: String,
    /// `HHmmss`.
    pub(super) express_transaction_time: String,
    /// Such as `UTC-05:00:00`.
    pub(super) express_transaction_timezone: String,
    pub(super) truncated_card_number: String,
    pub(super) expiration_month: String,
    pub(super) expiration_year: String,
    pub(super) payment_account_reference_number: String,
    pub(super) payment_brand: String,
    #[serde(rename = "NetworkTransactionID")]
    pub(super) network_transaction_id: String,
}
