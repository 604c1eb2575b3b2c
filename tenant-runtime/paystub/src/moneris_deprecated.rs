//! Moneris' older Hosted Vault Page: stores a card without a charge and redirects the browser with its data key.
//! Everything else uses the gateway of `moneris`.
//!
//! The vault page of the store `<store>` is `res-<store>` here. The real redirect target is set in the merchant's
//! dashboard; here, the form sends it in `rvar_return_url`.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::post;
use axum::{Form, Router};
use serde::Deserialize;

use crate::Shared;
use crate::chance;
use crate::moneris::merchant_of;
use crate::page::{self, Entered};
use crate::sessions::Sessions;

const NAME: &str = "Moneris Hosted Vault";

type Fields = BTreeMap<String, String>;

struct HostedVault {
    shared: Arc<Shared>,
    forms: Sessions<Fields>,
}

pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/HPPDP/index.php", post(open_form))
        .route("/HPPDP/card.php", post(submit_form))
        // This page opens in a window and can't be framed.
        .layer(axum::middleware::map_response(async |mut response: Response| {
            let deny = axum::http::HeaderValue::from_static("DENY");
            response.headers_mut().insert(header::X_FRAME_OPTIONS, deny);
            response
        }))
        .with_state(Arc::new(HostedVault {
            shared,
            forms: Sessions::default(),
        }))
}

#[derive(Deserialize)]
struct Which {
    #[serde(default)]
    form: String,
}

/// POST `/HPPDP/index.php`: the merchant's form.
async fn open_form(State(vault): State<Arc<HostedVault>>, Form(fields): Form<Fields>) -> Response {
    let field = |name: &str| fields.get(name).cloned().unwrap_or_default();
    let (id, key) = (format!("hosted-vault:{}", field("res_id")), field("res_key"));
    let known = vault.shared.with_book(move |book| book.admit(&id, &key)).await;
    let valid = field("res_id").starts_with("res-") && !field("rvar_return_url").is_empty();
    match known {
        Ok(true) if valid => {
            let id = chance::token(32);
            vault.forms.open(id.clone(), fields);
            form(&id, None, None)
        }
        Ok(_) => {
            let text = "Invalid store credentials.";
            (StatusCode::FORBIDDEN, Html(page::message(NAME, "Error", text))).into_response()
        }
        Err(status) => status.into_response(),
    }
}

/// POST `/HPPDP/card.php?form=`: the page's own submission.
async fn submit_form(
    State(vault): State<Arc<HostedVault>>,
    Query(which): Query<Which>,
    Form(entered): Form<Entered>,
) -> Response {
    let Some(fields) = vault.forms.find(&which.form) else {
        let text = "This form has expired. Please start again.";
        return (StatusCode::GONE, Html(page::message(NAME, "Expired", text))).into_response();
    };
    let field = |name: &str| fields.get(name).cloned().unwrap_or_default();
    let mut result: Vec<(&str, String)> = fields
        .iter()
        .filter(|(name, _)| name.starts_with("rvar_") && *name != "rvar_return_url")
        .map(|(name, value)| (name.as_str(), value.clone()))
        .collect();
    if entered.cancelled() {
        vault.forms.close(&which.form);
        result.push(("response_code", "null".to_owned()));
        result.push(("message", "CANCELLED".to_owned()));
        return Html(page::send_on(NAME, &field("rvar_return_url"), &result)).into_response();
    }
    let card = match entered.check(chance::this_month()) {
        Ok(card) => card,
        Err(mistake) => return form(&which.form, Some(&entered), Some(&mistake)),
    };
    let store = field("res_id").trim_start_matches("res-").to_owned();
    let card = card.vaulted(chance::token(25), merchant_of(&store), Some(field("cust_id")));
    result.push(("response_code", "001".to_owned()));
    result.push(("message", "Successfully registered CC details.".to_owned()));
    result.push(("data_key", card.token.clone()));
    result.push(("cust_id", field("cust_id")));
    if let Err(status) = vault.shared.with_book(move |book| book.add_card(card)).await {
        return status.into_response();
    }
    vault.forms.close(&which.form);
    Html(page::send_on(NAME, &field("rvar_return_url"), &result)).into_response()
}

fn form(id: &str, entered: Option<&Entered>, mistake: Option<&page::Mistake>) -> Response {
    let action = format!("/HPPDP/card.php?form={id}");
    Html(page::card_form(NAME, &action, entered, mistake)).into_response()
}
