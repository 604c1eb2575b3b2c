//! Customer accounts: sign-up, session, recovery, profile.

mod acceptances;
mod account;
mod admin;
mod captcha;
mod device;
mod digests;
mod email;
mod email_change;
mod enroll;
mod error;
mod fold_names;
mod guessing;
mod links;
mod log_in;
mod log_out;
mod notice;
mod own_sessions;
mod password;
mod profile;
mod reauthentication;
mod recovery;
mod referral;
mod rules;
mod same_person;
mod second_factor;
mod session;
mod sign_up;
pub mod staff;
mod store;
mod test_mail;
mod tokens;
mod unlock;
mod vehicle;
mod view;

use axum::http::HeaderMap;
use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use platform::jobs::Handlers;
use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::Objection;
use crate::error::Fault;
use crate::fields::{Search, email_key};
use crate::http::{Captcha, Person, Policy, Role, Routes, limits, routes};
use crate::notifications::{bounces, mail};
use crate::runtime::SharedRuntime;
use crate::site::Wanted;
use crate::tenant::{Tenant, TenantContext};

pub use acceptances::{of_customer as accepted_texts, of_text as acceptances_of_text};
pub use account::load as load_account;
pub use admin::versions as customer_versions;
pub use captcha::{
    COST as CAPTCHA_COST, CaptchaEndpoints, CaptchaManifest, CaptchaVendor, CaptchaVendors, note_wrong_code,
    pass as captcha_pass, provision as provision_captcha, vendor_of as captcha_vendor,
};
pub(crate) use captcha::{Demand as CaptchaDemand, demand as demand_captcha};
pub use enroll::{NewPerson, enroll};
pub use error::{IdentityError, asking_for_captcha};
pub use guessing::{Guesses, rules as guessing_rules};
pub use reauthentication::{Proof, reauthenticate};
pub use rules::new_password as check_new_password;
pub use same_person::{Identifier, accounts_of_person, on_event, shared_identifier};
pub use second_factor::provider::{passkey_use, reset as reset_second_factor};
pub use second_factor::shapes as second_factor_shapes;
pub use session::Tokens;
pub use store::people::{Background, Block, background};
pub use store::traces::{Trace, devices, sessions};
pub use test_mail::has_tried_mail;
pub use vehicle::{Plate, Vehicle, enter as enter_vehicle, license as read_license, load as vehicle_of};
pub use view::{VIEW_LIFETIME, ViewPass, Viewer, brings_view_token, let_view, viewer};

/// Language in which a customer last used this site. Emails and notifications use it.
pub async fn kept_language(db: &mut TenantRead, customer_id: i64) -> Result<Option<String>, sqlx::Error> {
    store::language(db, customer_id).await
}

/// Stores the requested language within the transaction of a sign-up, login or renewal.
async fn keep_language(db: &mut TenantWrite, customer_id: i64, wanted: &Wanted) -> Result<(), sqlx::Error> {
    match &wanted.0 {
        Some(tag) => store::set_language(db, customer_id, tag).await,
        None => Ok(()),
    }
}

/// Person logged in with a session. `None` after it ends.
pub async fn live_person(db: &mut TenantRead, session: &str, now: Timestamp) -> Result<Option<Person>, sqlx::Error> {
    session::live_person(db, session, now).await
}

/// Authenticates the bearer token in `headers`.
///
/// # Errors
/// The token is missing or invalid at this site.
pub async fn authenticate(tenant: &Tenant, headers: &HeaderMap) -> Result<Person, IdentityError> {
    if brings_view_token(headers) {
        return view::viewed(tenant, headers).await;
    }
    session::authenticate(tenant, headers).await
}

/// URL of a page of the site, with an email address in its query.
pub fn page_about(origin: &str, page: &str, email: &str) -> String {
    rules::page_about(origin, page, email)
}

/// The address of the sign-up form that knows the e-mail address already and leads to the wallet.
pub fn sign_up_link(origin: &str, email: &str) -> String {
    format!("{}&to=%2Fwallet", rules::page_about(origin, "/signUp", email))
}

/// Account of the caller.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    pub user_id: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    /// Null for the merchant's team, who aren't asked.
    pub birthday_month: Option<i64>,
    pub birthday_day: Option<i64>,
    pub zip_postal_code: String,
    /// National number, digits only.
    pub cell_phone_number: String,
    pub opt_in_to_marketing: bool,
    /// Referral code to share with friends.
    pub referral_code: String,
    pub email_confirmed: bool,
    pub role: Role,
    pub home_location_id: Option<i64>,
    /// Brand and last digits of the card on file, or null.
    pub cctag: Option<String>,
    /// Whether the site requires two-factor authentication that this team member hasn't set up. Staff routes are then
    /// closed.
    pub lacks_second_factor: bool,
}

/// Acceptance of a version of a policy.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Acceptance {
    #[serde(skip)]
    pub customer_id: i64,
    pub text_id: i64,
    pub accepted_at: Timestamp,
}

/// How to reach a customer.
#[derive(Clone, Debug)]
pub struct Contact {
    pub id: i64,
    pub name: Option<String>,
    pub email: Option<String>,
}

/// Contacts of the existing accounts among `ids`.
pub async fn contacts(db: &mut TenantRead, ids: &[i64]) -> Result<Vec<Contact>, sqlx::Error> {
    let ids = serde_json::to_string(ids).map_err(|error| sqlx::Error::Encode(error.into()))?;
    store::contacts(db, &ids).await
}

/// Customers whose email address starts with `words` or whose name contains them.
pub async fn matching(db: &mut TenantRead, words: &str) -> Result<Vec<i64>, sqlx::Error> {
    let folded = Search::of(Some(words)).json();
    store::matching(db, &email_key(words), folded.as_deref()).await
}

/// Account with this address, confirmed or not.
pub async fn account_with(db: &mut TenantRead, email: &str) -> Result<Option<i64>, sqlx::Error> {
    let holder = store::holder(db, &email_key(email)).await?;
    Ok((holder != store::NOBODY).then_some(holder))
}

/// Opted-in customers who aren't blocked. `home`: only those with this home location.
pub async fn wanting_news(db: &mut TenantRead, home: Option<i64>) -> Result<Vec<i64>, sqlx::Error> {
    store::people::wanting_news(db, home, None).await
}

/// Customers among `ids` who are still opted in.
pub async fn still_wanting_news(db: &mut TenantRead, ids: &[i64]) -> Result<Vec<i64>, sqlx::Error> {
    let ids = serde_json::to_string(ids).map_err(|error| sqlx::Error::Encode(error.into()))?;
    store::people::wanting_news(db, None, Some(&ids)).await
}

/// Account with this confirmed address ([`crate::fields::email_key`]).
pub async fn confirmed_account(db: &mut TenantRead, email_key: &str) -> Result<Option<i64>, sqlx::Error> {
    store::confirmed_account(db, email_key).await
}

/// Sets a customer's home location. `None` clears it.
pub async fn set_home_location(
    db: &mut TenantWrite,
    customer_id: i64,
    location_id: Option<i64>,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    store::set_home_location(db, customer_id, location_id, now.as_millisecond()).await
}

/// License plate of a customer's vehicle.
pub async fn plate_of(db: &mut TenantRead, customer_id: i64) -> Result<Option<Plate>, sqlx::Error> {
    let vehicle = vehicle::load(db, customer_id).await?;
    Ok(vehicle.map(|vehicle| Plate {
        license: vehicle.license,
        state: vehicle.state,
    }))
}

/// Reason against deleting this account. A site always keeps an owner, because only owners grant roles.
pub async fn objection(db: &mut TenantRead, customer_id: i64) -> Result<Option<Objection>, Fault> {
    let is_only_owner = store::is_only_owner(db, customer_id).await?;
    Ok(is_only_owner.then_some(Objection::LastOwner))
}

/// Erases a customer's personal data and removes records that belong to the person alone.
pub async fn forget(db: &mut TenantWrite, tenant: &TenantContext, customer_id: i64) -> Result<(), Fault> {
    if let Some(account) = store::account(db, customer_id).await? {
        guessing::forget(db, tenant, customer_id, &email_key(&account.email)).await?;
        bounces::forget_address(db, &account.email).await?;
    }
    second_factor::forget(db, customer_id).await?;
    email_change::forget(db, customer_id).await?;
    Ok(store::erase::erase(db, customer_id, tenant.now().as_millisecond()).await?)
}

/// Account with this address, if any.
pub async fn find_by_email(db: &mut TenantRead, email: &str) -> Result<Option<i64>, sqlx::Error> {
    let credentials = store::credentials(db, &email_key(email)).await?;
    Ok(credentials.map(|credentials| credentials.id))
}

/// Whether two customers ever used the same device.
pub async fn share_device(db: &mut TenantRead, one: i64, other: i64) -> Result<bool, sqlx::Error> {
    store::traces::share_device(db, one, other).await
}

/// Account of a customer. `None` after deletion.
pub async fn find_account(db: &mut TenantRead, customer_id: i64) -> Result<Option<Account>, sqlx::Error> {
    store::account(db, customer_id).await
}

/// Account that `person` wants to change on its owner's behalf.
///
/// # Errors
/// The account doesn't exist, is their own, or belongs to a teammate whose role isn't below theirs.
pub async fn subject_of(db: &mut TenantRead, person: &Person, customer_id: i64) -> Result<Account, IdentityError> {
    admin::subject(db, person, customer_id).await
}

/// Whether the customer has a vehicle. Vehicles are always complete.
pub async fn has_vehicle(db: &mut TenantRead, customer_id: i64) -> Result<bool, sqlx::Error> {
    Ok(vehicle::load(db, customer_id).await?.is_some())
}

pub fn routes() -> Routes {
    let write = Policy::customer(limits::WRITE).answers_while_closed();
    let read = Policy::customer(limits::READ).answers_while_closed();
    Routes::default()
        .call(
            routes!(sign_up::create_account),
            Policy::anyone(limits::SIGN_UP)
                .captcha(Captcha::Always)
                .takes_idempotency_key()
                .team_only_while_closed(),
        )
        .call(
            routes!(sign_up::is_email_free),
            Policy::anyone(limits::EMAIL_CHECK)
                .captcha(Captcha::AfterFive)
                .answers_while_held()
                .team_only_while_closed(),
        )
        .call(
            routes!(sign_up::create_test_account),
            Policy::anyone(limits::SIGN_UP)
                .takes_idempotency_key()
                .team_only_while_closed(),
        )
        .call(
            routes!(log_in::log_in),
            Policy::anyone(limits::LOG_IN)
                .captcha(Captcha::AfterFailures)
                .answers_while_held()
                .answers_while_closed(),
        )
        .call(
            routes!(tokens::renew_tokens),
            Policy::anyone(limits::WRITE)
                .answers_while_held()
                .answers_while_closed(),
        )
        .call(routes!(log_out::log_out), write.answers_while_held())
        .call(routes!(account::get_account), read.shows_back_office())
        .call(routes!(device::register_device), write.answers_while_held())
        .call(routes!(email::is_email_confirmed), read)
        .call(
            routes!(email::resend_confirmation),
            Policy::customer(limits::MAIL)
                .refused_while_held()
                .answers_while_closed(),
        )
        .call(
            routes!(email::confirm_email),
            Policy::anyone(limits::WRITE).answers_while_closed(),
        )
        .call(
            routes!(email_change::undo_email_change),
            Policy::anyone(limits::LOG_IN).answers_while_closed(),
        )
        .call(routes!(own_sessions::list_sessions), read)
        .call(routes!(own_sessions::end_session), write.answers_while_held())
        .call(
            routes!(recovery::forgot_password),
            Policy::anyone(limits::MAIL).refused_while_held().answers_while_closed(),
        )
        .call(
            routes!(recovery::forgot_password_alias),
            Policy::anyone(limits::MAIL).refused_while_held().answers_while_closed(),
        )
        .call(
            routes!(recovery::recover_password),
            Policy::anyone(limits::LOG_IN).answers_while_closed(),
        )
        .call(routes!(password::update_password), write)
        .call(routes!(unlock::unlock), write.answers_while_held())
        .call(routes!(profile::update_account), write)
        .call(routes!(vehicle::get_vehicle), read)
        .call(routes!(vehicle::set_vehicle), write)
        .call(
            routes!(test_mail::send_test_mail),
            Policy::manager(limits::WRITE).body_limit(mail::MOST_BYTES),
        )
        .and(admin::routes())
        .and(captcha::routes())
        .and(second_factor::routes())
}

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    captcha::register_jobs(handlers, runtime);
    digests::register_jobs(handlers, runtime);
    email_change::register_jobs(handlers, runtime);
    fold_names::register_jobs(handlers, runtime);
    links::register_jobs(handlers, runtime);
    notice::register_jobs(handlers, runtime);
    recovery::register_jobs(handlers, runtime);
}
