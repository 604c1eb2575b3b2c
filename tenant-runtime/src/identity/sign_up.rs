use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Json};
use platform::idempotency::Keep;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use utoipa::ToSchema;

use super::device::Visit;
use super::rules::{self, Entries};
use super::session::{self, Tokens};
use super::{Account, IdentityError, acceptances, account, email, email_change, referral, same_person, store};
use crate::domain::{self, Event};
use crate::error::{ErrorCode, Fault};
use crate::fields;
use crate::fields::email_key;
use crate::fields::invalid_field;
use crate::http::{Idempotency, IdempotentJson};
use crate::site;
use crate::site::Wanted;
use crate::tenant::Tenant;

/// Sign-up form. Missing fields count as empty.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SignUp {
    #[serde(default)]
    first_name: String,
    #[serde(default)]
    last_name: String,
    #[serde(default)]
    email: String,
    #[schema(minimum = 1, maximum = 12)]
    birthday_month: Option<i64>,
    #[schema(minimum = 1, maximum = 31)]
    birthday_day: Option<i64>,
    #[serde(default)]
    zip_postal_code: String,
    #[serde(default)]
    cell_phone_number: String,
    #[serde(default)]
    opt_in_to_marketing: bool,
    /// Referral code of a friend.
    referral_code: Option<String>,
    #[serde(default)]
    #[schema(value_type = String, format = Password)]
    password: SecretString,
}

/// Sign up
///
/// Sends an email with a confirmation link. Repeating it with the same `Idempotency-Key` creates no second account;
/// `RequestRefused` and `RequestTurnedAway` list what an error says about an earlier request with the same key.
#[utoipa::path(post, path = "/users", tag = "identity", request_body = SignUp, responses((status = 200, body = Envelope<Account>)))]
pub(super) async fn create_account(
    tenant: Tenant,
    wanted: Wanted,
    IdempotentJson { value, idempotency }: IdempotentJson<SignUp>,
) -> Result<Answer<Account>, ApiError> {
    Ok(Answer(sign_up(&tenant, value, &wanted, &idempotency).await?))
}

/// Sign up without a captcha, and log in
///
/// For tests; not allowed in production environments.
#[utoipa::path(post, path = "/users/test", tag = "identity", request_body = SignUp, responses((status = 200, body = Envelope<Tokens>)))]
pub(super) async fn create_test_account(
    tenant: Tenant,
    visit: Visit,
    wanted: Wanted,
    IdempotentJson { value, idempotency }: IdempotentJson<SignUp>,
) -> Result<Answer<Tokens>, ApiError> {
    if tenant.site.environment.production {
        return Err(ErrorCode::FeatureDisabled.because("Test accounts aren't available on this site."));
    }
    let account = sign_up(&tenant, value, &wanted, &idempotency).await?;
    let mut db = tenant.write().await?;
    let email_key = email_key(&account.email);
    let made = store::credentials(&mut db, &email_key)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let tokens = session::begin(&mut db, &tenant, made.id, made.role, &visit).await?;
    db.commit().await?;
    Ok(Answer(tokens))
}

async fn sign_up(
    tenant: &Tenant,
    value: SignUp,
    wanted: &Wanted,
    idempotency: &Idempotency,
) -> Result<Account, IdentityError> {
    let country = site::saved_config(tenant).await?.config.country.clone();
    let profile = rules::check(entries(&value), &country)?;
    let hash = tenant.hasher().hash(value.password).await?;

    let now = tenant.now();
    let mut db = tenant.write().await?;
    if let Some(stored) = idempotency.claim(&mut db, now, Keep::Days).await? {
        return replay(&mut db, &stored).await;
    }
    let email_key = email_key(&profile.email);
    let is_taken = store::credentials(&mut db, &email_key).await?.is_some();
    if is_taken || email_change::is_kept(&mut db, &email_key, None, now).await? {
        return Err(IdentityError::EmailTaken);
    }
    let referred_by = match &profile.referral_code {
        Some(code) => store::owner_of_referral_code(&mut db, code).await?,
        None => None,
    };
    let new = store::NewCustomer {
        profile: &profile,
        email_key: &email_key,
        password_hash: &hash,
        opt_in_to_marketing: value.opt_in_to_marketing,
        referral_code: &referral::free_code(&*tenant.runtime.random, &mut db).await?,
        referred_by,
        now: now.as_millisecond(),
    };
    let id = store::insert_customer(&mut db, &new).await?;
    same_person::keep_email(&mut db, tenant, id, &email_key).await?;
    acceptances::keep(&mut db, id, now).await?;
    super::keep_language(&mut db, id, wanted).await?;
    if let Some(referrer_id) = referred_by {
        let event = Event::Referred {
            friend_id: id,
            referrer_id,
        };
        domain::publish(&mut db, tenant, event).await?;
    }
    email::send_confirmation(&mut db, tenant, id, &email_key).await?;
    // Only the ID, because a stored response must not outlive a deleted account.
    idempotency.finish(&mut db, &id).await?;
    let account = account::load(&mut db, id).await?;
    db.commit().await?;
    account.ok_or(IdentityError::NoAccount)
}

fn entries(value: &SignUp) -> Entries<'_> {
    Entries {
        first_name: &value.first_name,
        last_name: &value.last_name,
        email: &value.email,
        birthday_month: value.birthday_month,
        birthday_day: value.birthday_day,
        zip_postal_code: &value.zip_postal_code,
        cell_phone_number: &value.cell_phone_number,
        referral_code: value.referral_code.as_deref(),
        password: value.password.expose_secret(),
    }
}

async fn replay(db: &mut TenantRead, stored: &str) -> Result<Account, IdentityError> {
    let id = serde_json::from_str(stored).map_err(Fault::internal)?;
    let account = account::load(db, id).await?;
    account.ok_or(IdentityError::NoAccount)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EmailQuestion {
    #[serde(default)]
    email: String,
}

/// Check whether an email address is available
///
/// Used by the sign-up form while typing. After five calls a minute from one address, it needs a captcha.
#[utoipa::path(post, path = "/users/unique", tag = "identity", request_body = EmailQuestion, responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn is_email_free(
    tenant: Tenant,
    Json(question): Json<EmailQuestion>,
) -> Result<Answer<bool>, ApiError> {
    let email = fields::email(&question.email).map_err(|message| invalid_field("email", message))?;
    let key = email_key(&email);
    let mut db = tenant.read().await?;
    let is_free = store::credentials(&mut db, &key).await?.is_none();
    Ok(Answer(
        is_free && !email_change::is_kept(&mut db, &key, None, tenant.now()).await?,
    ))
}
