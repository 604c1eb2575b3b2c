//! Hosted payments page. It redirects the browser to the merchant with the result in the query.

use std::sync::Arc;

use axum::Form;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::{Setup, Worldpay};
use crate::chance;
use crate::magic::Brand;
use crate::page::{self, Entered};

const NAME: &str = "Worldpay Hosted Payments";

#[derive(Deserialize)]
pub(super) struct Which {
    #[serde(rename = "TransactionSetupID", default)]
    id: String,
}

/// GET `/worldpay/hosted?TransactionSetupID=`.
pub(super) async fn show_form(State(worldpay): State<Arc<Worldpay>>, Query(which): Query<Which>) -> Response {
    match worldpay.setups.find(&which.id) {
        Some(_) => form(&which.id, None, None),
        None => gone(),
    }
}

/// POST `/worldpay/hosted?TransactionSetupID=`: the form's own submission.
pub(super) async fn submit_form(
    State(worldpay): State<Arc<Worldpay>>,
    Query(which): Query<Which>,
    Form(entered): Form<Entered>,
) -> Response {
    let Some(setup) = worldpay.setups.find(&which.id) else {
        return gone();
    };
    if entered.cancelled() {
        worldpay.setups.close(&which.id);
        return back(
            &setup,
            &[("HostedPaymentStatus", "Cancelled"), ("TransactionSetupID", &which.id)],
        );
    }
    let card = match entered.check(chance::this_month()) {
        Ok(card) => card,
        Err(mistake) => return form(&which.id, Some(&entered), Some(&mistake)),
    };
    let token = format!("{}-{}-{}", chance::token(8), chance::token(4), chance::token(12)).to_uppercase();
    let card = card.vaulted(token, setup.merchant.clone(), Some(setup.reference.clone()));
    let (token, last_four, logo) = (card.token.clone(), card.last_four.clone(), logo(card.brand));
    if let Err(status) = worldpay.shared.with_book(move |book| book.add_card(card)).await {
        return status.into_response();
    }
    worldpay.setups.close(&which.id);
    back(
        &setup,
        &[
            ("HostedPaymentStatus", "Complete"),
            ("TransactionSetupID", &which.id),
            ("ExpressResponseCode", "0"),
            ("ExpressResponseMessage", "Success"),
            ("PaymentAccountID", &token),
            ("LastFour", &last_four),
            ("CardLogo", logo),
            ("ValidationCode", &setup.validation_code),
        ],
    )
}

fn back(setup: &Setup, fields: &[(&str, &str)]) -> Response {
    let separator = if setup.return_url.contains('?') { '&' } else { '?' };
    // Names and values are letters, digits and hyphens, but for one blank.
    let query: Vec<String> = fields
        .iter()
        .map(|(name, value)| format!("{name}={}", value.replace(' ', "+")))
        .collect();
    Redirect::to(&format!("{}{separator}{}", setup.return_url, query.join("&"))).into_response()
}

fn form(id: &str, entered: Option<&Entered>, mistake: Option<&page::Mistake>) -> Response {
    let action = format!("/worldpay/hosted?TransactionSetupID={id}");
    Html(page::card_form(NAME, &action, entered, mistake)).into_response()
}

fn gone() -> Response {
    let text = "This form has expired. Please start again.";
    (StatusCode::GONE, Html(page::message(NAME, "Expired", text))).into_response()
}

/// Express's name for a network.
pub(super) fn logo(brand: Brand) -> &'static str {
    match brand {
        Brand::Visa => "Visa",
        Brand::Mastercard => "Mastercard",
        Brand::Amex => "Amex",
        Brand::Discover => "Discover",
        Brand::Other => "Other",
    }
}
