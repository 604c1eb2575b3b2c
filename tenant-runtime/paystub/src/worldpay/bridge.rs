//! Bridge that opens hosted payments for merchants without an Express certification. Experimental: the response format
//! is a guess, because none is published.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Setup, Worldpay, merchant_of};
use crate::chance;

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Request {
    #[serde(rename = "AccountID")]
    account_id: String,
    account_token: String,
    #[serde(rename = "AcceptorID")]
    acceptor_id: String,
    reference_number: String,
    #[serde(rename = "ReturnURL")]
    return_url: String,
}

/// POST `/ips/execute`.
pub(super) async fn execute(
    State(worldpay): State<Arc<Worldpay>>,
    Json(request): Json<Request>,
) -> Result<Json<Value>, StatusCode> {
    worldpay.shared.receive().await?;
    let merchant = merchant_of(&request.account_id);
    let secret = format!("{}/{}", request.account_token, request.acceptor_id);
    let name = merchant.clone();
    if !worldpay
        .shared
        .with_book(move |book| book.admit(&name, &secret))
        .await?
    {
        return Ok(Json(json!({"Success": false, "Message": "Invalid credentials"})));
    }
    let id = chance::token(32).to_uppercase();
    let validation_code = chance::token(16).to_uppercase();
    let setup = Setup {
        merchant,
        validation_code: validation_code.clone(),
        reference: request.reference_number,
        return_url: request.return_url,
    };
    worldpay.setups.open(id.clone(), setup);
    Ok(Json(
        json!({"Success": true, "TransactionSetupID": id, "ValidationCode": validation_code}),
    ))
}
