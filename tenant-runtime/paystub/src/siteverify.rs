//! Responses of captcha providers to token verification: all three have the same format.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Form, Json, Router};
use serde_json::{Value, json};

use crate::{Shared, chance};

/// Prefixes of known secrets, and of tokens earned by a person. The host of the page follows an @; without one, it is
/// unknown.
const SECRET: &str = "captcha-";
const TOKEN: &str = "human-";

struct Siteverify {
    shared: Arc<Shared>,
    used: Mutex<HashSet<String>>,
}

pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/siteverify", post(verify))
        .with_state(Arc::new(Siteverify {
            shared,
            used: Mutex::default(),
        }))
}

/// POST `/siteverify`: `secret` and `response`.
async fn verify(
    State(stub): State<Arc<Siteverify>>,
    Form(fields): Form<BTreeMap<String, String>>,
) -> Result<Json<Value>, StatusCode> {
    stub.shared.receive().await?;
    let field = |name: &str| fields.get(name).map(String::as_str).unwrap_or_default();
    let token = field("response");
    let mistake = if !field("secret").starts_with(SECRET) {
        Some("invalid-input-secret")
    } else if !token.starts_with(TOKEN) {
        Some("invalid-input-response")
    } else if !stub
        .used
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(token.to_owned())
    {
        Some("timeout-or-duplicate")
    } else {
        None
    };
    Ok(Json(match mistake {
        Some(code) => json!({ "success": false, "error-codes": [code] }),
        None => {
            let host = token.split_once('@').map(|(_, host)| host);
            json!({ "success": true, "challenge_ts": chance::now().to_string(), "hostname": host, "error-codes": [] })
        }
    }))
}
