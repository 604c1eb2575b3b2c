//! Bridge that opens a hosted payments form for merchants without an Express certification.

use std::time::Duration;

use platform::http::outgoing::{self, cause};
use platform::money::decimal;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use super::{Opened, Worldpay, return_url};
use crate::payments::processor::{NewSetup, SetupError};

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Request<'a> {
    #[serde(rename = "AccountID")]
    account_id: &'a str,
    account_token: &'a str,
    #[serde(rename = "AcceptorID")]
    acceptor_id: &'a str,
    #[serde(rename = "TerminalID")]
    terminal_id: &'a str,
    lane_number: &'a str,
    amount: String,
    reference_number: &'a str,
    #[serde(rename = "ReturnURL")]
    return_url: &'a str,
    company_name: &'a str,
    #[serde(rename = "isTest")]
    is_test: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    license: Option<&'a str>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Answer {
    success: bool,
    #[serde(rename = "TransactionSetupID")]
    id: Option<String>,
    validation_code: Option<String>,
}

pub(super) async fn set_up(
    worldpay: &Worldpay,
    license: Option<&SecretString>,
    setup: &NewSetup,
) -> Result<Opened, SetupError> {
    let live = worldpay.endpoints.live;
    let return_url = return_url(setup);
    let request = Request {
        account_id: &worldpay.account_id,
        account_token: worldpay.account_token(),
        acceptor_id: &worldpay.acceptor_id,
        terminal_id: &worldpay.terminal_id,
        lane_number: "1",
        amount: decimal(setup.amount, &setup.currency),
        reference_number: &setup.reference,
        return_url: &return_url,
        company_name: &setup.company,
        is_test: if live { "0" } else { "1" },
        license: license.filter(|_| live).map(ExposeSecret::expose_secret),
    };
    let unreachable = |error: reqwest::Error| SetupError::Unreachable(cause(&error));
    let call = worldpay
        .client
        .post(&worldpay.endpoints.bridge)
        .timeout(Duration::from_secs(10))
        .json(&request);
    let answer = outgoing::send(call)
        .await
        .and_then(reqwest::Response::error_for_status)
        .map_err(unreachable)?;
    let answer: Answer = answer.json().await.map_err(unreachable)?;
    match (answer.success, answer.id, answer.validation_code) {
        (true, Some(id), Some(validation_code)) => Ok(Opened { id, validation_code }),
        _ => Err(SetupError::Rejected("the bridge returned no form".to_owned())),
    }
}
