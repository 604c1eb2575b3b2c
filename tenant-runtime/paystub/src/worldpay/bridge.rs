//! The bridge that opens hosted payments for merchants without an Express certification. Experimental: the answer's shape
//! is a guess, since none is published.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;

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
pub(super) async fn execute(State(worldpay): State<Arc<Worldpay>>, Json(request): Json<Request>) -> Response {
    let manners = worldpay.shared.manners();
    worldpay.shared.pause(manners.latency).await;
    if manners.broken {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let merchant = merchant_of(&request.account_id);
    let secret = format!("{}/{}", request.account_token, request.acceptor_id);
    let name = merchant.clone();
    match worldpay.shared.with_book(move |book| book.admit(&name, &secret)).await {
        Ok(true) => {}
        Ok(false) => return Json(json!({"Success": false, "Message": "Invalid credentials"})).into_response(),
        Err(error) => {
            tracing::error!(?error, "paystub: the book cannot be written");
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        }
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
    Json(json!({"Success": true, "TransactionSetupID": id, "ValidationCode": validation_code})).into_response()
}
