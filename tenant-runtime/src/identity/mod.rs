//! Who a customer is: sign-up, session, recovery, profile.

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use platform::http::ApiError;
use platform::jobs::Handlers;

use crate::error::ErrorCode;
use crate::http::{Caller, Routes};
use crate::runtime::SharedRuntime;
use crate::tenant::Tenant;

/// What a person may do at a site beyond being a customer. Ordered: each includes those before it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Customer,
    Attendant,
    Manager,
    Owner,
}

/// The caller of a request: a live session at this site, role and confirmation read at this request.
#[derive(Clone, Debug)]
pub struct Person {
    pub id: i64,
    pub role: Role,
    pub email_confirmed: bool,
    pub session: String,
}

/// The person whose bearer token `headers` carry.
///
/// # Errors
/// 401 `invalid_token` for a token that does not verify at this site, for whatever reason.
pub async fn authenticate(_tenant: &Tenant, _headers: &HeaderMap) -> Result<Person, ApiError> {
    Err(ErrorCode::InvalidToken.because("Please log in."))
}

/// Whether `person` may call what `caller` demands.
///
/// # Errors
/// 403 `email_unconfirmed` or `not_admin`.
pub fn authorise(person: &Person, caller: Caller) -> Result<(), ApiError> {
    match caller {
        Caller::Confirmed if !person.email_confirmed => {
            Err(ErrorCode::EmailUnconfirmed.because("Please verify your email first."))
        }
        Caller::Merchant if person.role == Role::Customer => {
            Err(ErrorCode::NotAdmin.because("This is for the merchant's staff."))
        }
        _ => Ok(()),
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Person {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        // Put there by the gate of a route whose policy asks for a caller.
        parts
            .extensions
            .get::<Self>()
            .cloned()
            .ok_or_else(|| ErrorCode::InvalidToken.because("Please log in."))
    }
}

pub fn routes() -> Routes {
    Routes::default()
}

pub fn register_jobs(_handlers: &mut Handlers, _runtime: &SharedRuntime) {}
