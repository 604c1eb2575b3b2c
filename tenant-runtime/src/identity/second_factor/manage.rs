//! A customer's two-factor authentication methods.

use jiff::Timestamp;
use platform::audit::{self, Change};
use platform::auth::second_factor::SharedSecret;
use platform::http::{Answer, ApiError, Envelope, Json, Path};
use secrecy::SecretString;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::authenticator::secret;
use super::passkeys;
use super::recovery::NewCodes;
use super::shapes::{self, NewFactor, PasswordAgain, RecoveryCodes, ShownCode};
use super::store::{self, Kind};
use super::{SECRET, place, requirement};
use crate::http::Person;
use crate::identity::guessing::{self, Target};
use crate::identity::{IdentityError, reauthentication, store as people};
use crate::notifications::mail;
use crate::site;
use crate::tenant::{PageOrigin, Tenant};

/// Authenticator app or passkey.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SecondFactor {
    factor_id: i64,
    kind: Kind,
    /// Label chosen by its owner.
    label: String,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(value_type = Option<String>, format = DateTime)]
    last_used_at: Option<Timestamp>,
    /// Host that a passkey was created for, if that isn't the present one. It works only there.
    other_host: Option<String>,
}

/// Two-factor authentication of the caller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::identity) struct SecondFactors {
    items: Vec<SecondFactor>,
    recovery_codes_left: i64,
    /// Whether the caller needs two-factor authentication, because the site requires it for its team.
    is_required: bool,
}

/// Setup data for an authenticator app, shown only once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::identity) struct BegunFactor {
    factor_id: i64,
    /// Base32, for manual entry.
    secret: String,
    /// `otpauth://…`, for a QR code.
    url: String,
}

/// List your login methods
#[utoipa::path(get, path = "/users/second-factors", tag = "identity", responses((status = 200, body = Envelope<SecondFactors>)))]
pub(in crate::identity) async fn list_second_factors(
    tenant: Tenant,
    PageOrigin(origin): PageOrigin,
    person: Person,
) -> Result<Answer<SecondFactors>, ApiError> {
    let mut db = tenant.read().await?;
    let factors = store::factors(&mut db, person.id).await?;
    let own = tenant.origin();
    let (own, host) = (mail::host(&own), mail::host(&origin));
    let passkeys = passkeys::passkeys(&tenant, person.id, &factors)?;
    let other_host = |id: i64| {
        let passkey = passkeys.iter().find(|(factor_id, _)| *factor_id == id);
        let created_for = passkey.map(|(_, passkey)| passkey.host(own));
        created_for.filter(|other| *other != host).map(str::to_owned)
    };
    let items = factors
        .into_iter()
        .filter(|factor| factor.confirmed_at.is_some())
        .map(|factor| SecondFactor {
            factor_id: factor.id,
            kind: factor.kind,
            label: factor.label,
            created_at: factor.created_at,
            last_used_at: factor.last_used_at,
            other_host: other_host(factor.id),
        });
    Ok(Answer(SecondFactors {
        items: items.collect(),
        recovery_codes_left: store::recovery_codes_left(&mut db, person.id).await?,
        is_required: requirement::holds(
            store::requirement(&mut db).await?,
            person.role,
            tenant.site.environment.production,
        ),
    }))
}

/// Add an authenticator
///
/// It takes effect after you confirm it with a code.
#[utoipa::path(post, path = "/users/second-factors", tag = "identity", request_body = NewFactor, responses((status = 200, body = Envelope<BegunFactor>)))]
pub(in crate::identity) async fn add_second_factor(
    tenant: Tenant,
    person: Person,
    Json(entered): Json<NewFactor>,
) -> Result<Answer<BegunFactor>, ApiError> {
    Ok(Answer(add(&tenant, &person, entered).await?))
}

async fn add(tenant: &Tenant, person: &Person, entered: NewFactor) -> Result<BegunFactor, IdentityError> {
    let label = shapes::clean_label(&entered.label)?;
    let proof = reauthentication::reauthenticate(tenant, person, entered.password).await?;
    let shared = SharedSecret::generate(&*tenant.runtime.random);
    let sealed = tenant.keys().seal(SECRET, &place(person.id), shared.as_bytes());
    let company = site::saved_config(tenant).await?.config.company_name.clone();
    let mut db = tenant.write().await?;
    proof.still_holds(&mut db).await?;
    let account = people::account(&mut db, person.id)
        .await?
        .ok_or(IdentityError::NoAccount)?;
    store::delete_unconfirmed(&mut db, person.id).await?;
    let new = store::NewFactorRow {
        kind: Kind::Authenticator,
        label,
        secret_sealed: &sealed,
    };
    let factor_id = store::insert(&mut db, person.id, &new, tenant.now().as_millisecond()).await?;
    db.commit().await?;
    Ok(BegunFactor {
        factor_id,
        secret: shared.to_text(),
        url: shared.to_url(&company, &account.email),
    })
}

/// Confirm an authenticator
///
/// Needs a code from the authenticator. Logins then require two-factor authentication. The first authenticator comes with backup
/// codes.
#[utoipa::path(post, path = "/users/second-factors/{factorId}/confirm", tag = "identity", request_body = ShownCode,
    params(("factorId" = i64, Path)), responses((status = 200, body = Envelope<RecoveryCodes>)))]
pub(in crate::identity) async fn confirm_second_factor(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
    Json(ShownCode { code }): Json<ShownCode>,
) -> Result<Answer<RecoveryCodes>, ApiError> {
    Ok(Answer(confirm(&tenant, &person, id, &code).await?))
}

async fn confirm(tenant: &Tenant, person: &Person, id: i64, code: &str) -> Result<RecoveryCodes, IdentityError> {
    let guess = guessing::begin(tenant, Target::second_factor(tenant, person.id)).await?;
    let new_codes = NewCodes::generate_for_first(tenant, person.id).await?;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let factors = store::factors(&mut db, person.id).await?;
    let begun = factors
        .iter()
        .find(|factor| factor.id == id && factor.kind == Kind::Authenticator && factor.confirmed_at.is_none());
    let begun = begun.ok_or(IdentityError::NoSecondFactor)?;
    let step = secret(tenant, person.id, begun)?.step_of(code, now, begun.last_step);
    let Some(step) = step else {
        guess.was_wrong(&mut db, tenant).await?;
        db.commit().await?;
        return Err(IdentityError::WrongNewFactor);
    };
    guess.was_right(&mut db).await?;
    store::use_step(&mut db, id, step, now.as_millisecond()).await?;
    let change = Change::made(json!({ "label": begun.label }));
    audit::note(
        &mut db,
        now,
        &person.actor(),
        "second_factor_added",
        &person.actor(),
        change,
    )
    .await?;
    super::note_added(&mut db, now, person, &begun.label).await?;
    let recovery_codes = match new_codes {
        Some(codes) if factors.iter().all(|factor| factor.confirmed_at.is_none()) => {
            codes.store(&mut db, person.id).await?
        }
        _ => Vec::new(),
    };
    db.commit().await?;
    Ok(RecoveryCodes { recovery_codes })
}

/// Remove an authenticator or a passkey
///
/// Removing the last one also removes the backup codes. The password alone is then enough.
#[utoipa::path(delete, path = "/users/second-factors/{factorId}", tag = "identity", request_body = PasswordAgain,
    params(("factorId" = i64, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(in crate::identity) async fn remove_second_factor(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
    Json(PasswordAgain { password }): Json<PasswordAgain>,
) -> Result<Answer<bool>, ApiError> {
    remove(&tenant, &person, id, password).await?;
    Ok(Answer(true))
}

async fn remove(tenant: &Tenant, person: &Person, id: i64, password: SecretString) -> Result<(), IdentityError> {
    let proof = reauthentication::reauthenticate(tenant, person, password).await?;
    let mut db = tenant.write().await?;
    proof.still_holds(&mut db).await?;
    let factors = store::factors(&mut db, person.id).await?;
    let gone = factors.iter().find(|factor| factor.id == id);
    let gone = gone.ok_or(IdentityError::NoSecondFactor)?;
    store::delete(&mut db, person.id, id).await?;
    let guards = |factor: &&store::Factor| factor.confirmed_at.is_some() && factor.id != id;
    if !factors.iter().any(|factor| guards(&factor)) {
        store::delete_recovery_codes(&mut db, person.id).await?;
    }
    let change = Change::gone(json!({ "label": gone.label }));
    let now = tenant.now();
    audit::note(
        &mut db,
        now,
        &person.actor(),
        "second_factor_removed",
        &person.actor(),
        change,
    )
    .await?;
    Ok(db.commit().await?)
}

/// Create new backup codes
///
/// The previous codes stop working.
#[utoipa::path(post, path = "/users/second-factors/recovery-codes", tag = "identity", request_body = PasswordAgain,
    responses((status = 200, body = Envelope<RecoveryCodes>)))]
pub(in crate::identity) async fn make_recovery_codes(
    tenant: Tenant,
    person: Person,
    Json(PasswordAgain { password }): Json<PasswordAgain>,
) -> Result<Answer<RecoveryCodes>, ApiError> {
    Ok(Answer(renew(&tenant, &person, password).await?))
}

async fn renew(tenant: &Tenant, person: &Person, password: SecretString) -> Result<RecoveryCodes, IdentityError> {
    let proof = reauthentication::reauthenticate(tenant, person, password).await?;
    let new_codes = NewCodes::generate(tenant).await?;
    let mut db = tenant.write().await?;
    proof.still_holds(&mut db).await?;
    if !super::is_set_up(&mut db, person.id).await? {
        return Err(IdentityError::NoSecondFactor);
    }
    let recovery_codes = new_codes.store(&mut db, person.id).await?;
    let now = tenant.now();
    let change = Change::default();
    audit::note(
        &mut db,
        now,
        &person.actor(),
        "recovery_codes_made",
        &person.actor(),
        change,
    )
    .await?;
    db.commit().await?;
    Ok(RecoveryCodes { recovery_codes })
}
