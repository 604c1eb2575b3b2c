//! Who a customer is: sign-up, session, recovery, profile.

mod account;
mod captcha;
mod deletion;
mod device;
mod email;
mod enroll;
mod export;
mod guessing;
mod links;
mod log_in;
mod log_out;
mod notice;
mod owners;
mod password;
mod profile;
mod recovery;
mod referral;
pub(crate) mod rules;
mod session;
mod sign_up;
mod store;
mod tokens;
mod vehicle;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use platform::db::{TenantRead, TenantWrite};
use platform::http::ApiError;
use platform::jobs::Handlers;
use strum::{EnumString, IntoStaticStr};
use utoipa_axum::routes;

use crate::error::ErrorCode;
use crate::http::{Caller, Captcha, Policy, Routes, limits};
use crate::language::Wanted;
use crate::runtime::SharedRuntime;
use crate::tenant::Tenant;

pub use account::Account;
pub use captcha::{COST as CAPTCHA_COST, pass as captcha_pass};
pub(crate) use captcha::{Demand as CaptchaDemand, demand as demand_captcha};
pub use enroll::{NewPerson, enroll};
pub use guessing::Guesses;
pub use session::Tokens;
pub use vehicle::{Vehicle, enter as enter_vehicle};

/// The language in which a customer used this site last; it decides mails and notices.
///
/// # Errors
/// When the database refuses.
pub async fn kept_language(db: &mut TenantRead, customer_id: i64) -> Result<Option<String>, sqlx::Error> {
    store::language(db, customer_id).await
}

/// Keeps the language that a request asks for by name, within the transaction of a sign-up, log-in or renewal.
async fn keep_language(db: &mut TenantWrite, customer_id: i64, wanted: &Wanted) -> Result<(), sqlx::Error> {
    match &wanted.0 {
        Some(tag) => store::set_language(db, customer_id, tag).await,
        None => Ok(()),
    }
}

/// What a person may do at a site beyond being a customer. Ordered: each includes those before it.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    serde::Serialize,
    serde::Deserialize,
    utoipa::ToSchema,
    EnumString,
    IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
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
pub async fn authenticate(tenant: &Tenant, headers: &HeaderMap) -> Result<Person, ApiError> {
    session::authenticate(tenant, headers).await
}

/// Whether `person` may call what `caller` demands.
///
/// # Errors
/// 403 `email_unconfirmed` or `not_admin`.
pub fn authorise(person: &Person, caller: Caller) -> Result<(), ApiError> {
    let (least, refusal) = match caller {
        Caller::Confirmed if !person.email_confirmed => {
            return Err(ErrorCode::EmailUnconfirmed.because("Please verify your email first."));
        }
        Caller::Anyone | Caller::Customer | Caller::Confirmed => return Ok(()),
        Caller::Attendant => (Role::Attendant, "This is for the merchant's staff."),
        Caller::Manager => (Role::Manager, "This is for managers and owners."),
        Caller::Owner => (Role::Owner, "This is for owners."),
    };
    if person.role < least {
        return Err(ErrorCode::NotAdmin.because(refusal));
    }
    Ok(())
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

/// An address as it is compared: trimmed, in lower case.
pub fn email_key(email: &str) -> String {
    rules::email_key(email)
}

/// The address of the sign-up form that knows the e-mail address already and leads to the wallet.
pub fn sign_up_link(origin: &str, email: &str) -> String {
    format!("{}&to=%2Fwallet", rules::page_about(origin, "/signUp", email))
}

/// The account of a customer; `None` once it is deleted.
///
/// # Errors
/// When the database refuses.
pub async fn find_account(db: &mut TenantRead, customer_id: i64) -> Result<Option<Account>, sqlx::Error> {
    store::account(db, customer_id).await
}

/// Whether the customer has entered a vehicle, which is always a complete one.
///
/// # Errors
/// When the database refuses.
pub async fn has_vehicle(db: &mut TenantRead, customer_id: i64) -> Result<bool, sqlx::Error> {
    Ok(vehicle::load(db, customer_id).await?.is_some())
}

pub fn routes() -> Routes {
    let write = Policy::customer(limits::WRITE);
    let read = Policy::customer(limits::READ);
    Routes::default()
        .call(
            routes!(sign_up::create_account),
            Policy::anyone(limits::SIGN_UP)
                .captcha(Captcha::Always)
                .takes_idempotency_key(),
        )
        .call(routes!(sign_up::is_email_free), Policy::anyone(limits::WRITE))
        .call(
            routes!(sign_up::create_test_account),
            Policy::anyone(limits::SIGN_UP).takes_idempotency_key(),
        )
        .call(routes!(captcha::get_challenge), Policy::anyone(limits::CAPTCHA))
        .call(
            routes!(log_in::log_in),
            Policy::anyone(limits::LOG_IN).captcha(Captcha::AfterFailures),
        )
        .call(routes!(tokens::renew_tokens), Policy::anyone(limits::WRITE))
        .call(routes!(log_out::log_out), write)
        .call(routes!(account::get_account), read)
        .call(routes!(account::get_home_location), read)
        .call(routes!(account::set_home_location), write)
        .call(routes!(device::register_device), write)
        .call(routes!(email::is_email_confirmed), read)
        .call(routes!(email::resend_confirmation), Policy::customer(limits::MAIL))
        .call(routes!(email::confirm_email), Policy::anyone(limits::WRITE))
        .call(routes!(recovery::forgot_password), Policy::anyone(limits::MAIL))
        .call(routes!(recovery::forgot_password_alias), Policy::anyone(limits::MAIL))
        .call(routes!(recovery::recover_password), Policy::anyone(limits::LOG_IN))
        .call(routes!(password::update_password), write)
        .call(routes!(profile::update_account), write)
        .call(routes!(vehicle::get_vehicle), read)
        .call(routes!(vehicle::set_vehicle), write)
        .call(routes!(export::export_account), read)
        .call(routes!(deletion::delete_account), write)
}

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    captcha::register_jobs(handlers, runtime);
    deletion::register_jobs(handlers, runtime);
    links::register_jobs(handlers, runtime);
    notice::register_jobs(handlers, runtime);
    recovery::register_jobs(handlers, runtime);
}
