//! Balance of a gift card by its number.

use axum::Extension;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use jiff::SignedDuration;
use platform::http::{Answer, ApiError, Envelope, Json, Query};
use platform::quota::{self, Quota};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{find, rules};
use crate::error::ErrorCode;
use crate::http::Person;
use crate::language::Locale;
use crate::tenant::Tenant;

/// Gift card lookups per account (docs/RULES.md#limits). Without an account, they count per IP address.
const QUESTIONS: Quota = Quota {
    name: "gift_card_balance",
    count: 10,
    per: SignedDuration::from_secs(60),
};

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct BalanceQuery {
    /// Up to 19 digits, with or without dashes.
    #[serde(default)]
    #[param(required = true)]
    card_number: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct BalanceRequest {
    /// Up to 19 digits, with or without dashes.
    #[serde(default)]
    #[schema(required = true)]
    card_number: String,
}

/// Balance of a gift card.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Balance {
    /// Minor units.
    balance: i64,
    /// Human-readable card status.
    response_message: String,
}

/// Check the balance of a gift card
///
/// An unknown number returns `Card not found` and a balance of 0.
#[utoipa::path(post, path = "/gift-cards/balance", tag = "gift_cards", request_body = BalanceRequest,
    responses((status = 200, body = Envelope<Balance>)))]
pub(super) async fn check_balance(
    tenant: Tenant,
    person: Option<Extension<Person>>,
    locale: Locale,
    Json(request): Json<BalanceRequest>,
) -> Result<Answer<Balance>, ApiError> {
    let balance = answer(&tenant, person.as_deref(), &locale, &request.card_number).await?;
    Ok(Answer(balance))
}

/// Get the balance of a gift card
///
/// Like `POST /gift-cards/balance`, which keeps the number out of the URL.
#[utoipa::path(get, path = "/gift-cards", tag = "gift_cards", params(BalanceQuery),
    responses((status = 200, body = Envelope<Balance>)))]
pub(super) async fn get_balance(
    tenant: Tenant,
    person: Option<Extension<Person>>,
    locale: Locale,
    Query(query): Query<BalanceQuery>,
) -> Response {
    let person = person.as_deref();
    let mut response = answer(&tenant, person, &locale, &query.card_number)
        .await
        .map(Answer)
        .into_response();
    // The number is in the URL, so no cache may store any response.
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

async fn answer(
    tenant: &Tenant,
    person: Option<&Person>,
    locale: &Locale,
    card_number: &str,
) -> Result<Balance, ApiError> {
    let number = rules::parse_number(card_number)
        .map_err(|message| ErrorCode::InvalidFields.because(message).field("cardNumber", message))?;
    if let Some(person) = person {
        count(tenant, person).await?;
    }
    let card = find(&mut tenant.read().await?, tenant, &number).await?;
    Ok(match card {
        None => Balance {
            balance: 0,
            response_message: locale.say(rules::NOT_FOUND),
        },
        Some(card) => Balance {
            balance: card.balance,
            response_message: locale.say(card.state.message()),
        },
    })
}

async fn count(tenant: &Tenant, person: &Person) -> Result<(), ApiError> {
    let quota = QUESTIONS.times(tenant.runtime.limits.scale());
    let mut db = tenant.write().await?;
    let taken = quota::take(&mut db, quota, &format!("customer:{}", person.id), tenant.now()).await?;
    taken.map_err(|wait| {
        let refusal = ErrorCode::TooManyRequests.because("Too many requests. Wait a moment and try again.");
        refusal.retry_after(wait.as_seconds())
    })?;
    Ok(db.commit().await?)
}
