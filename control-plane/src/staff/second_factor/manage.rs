//! Endpoints for staff's own two-factor authentication, and for resetting that of others.

use std::sync::Arc;

use axum::extract::Extension;
use axum::http::HeaderMap;
use jiff::Timestamp;
use platform::auth::second_factor::SharedSecret;
use platform::http::{Answer, ApiError, Envelope, Json, Path};
use secrecy::SecretString;
use serde::Serialize;
use serde_json::json;
use tenant_runtime::http::Staff;
use tenant_runtime::identity::IdentityError;
use tenant_runtime::identity::second_factor_shapes::{NewFactor, PasswordAgain, RecoveryCodes, ShownCode, clean_label};
use tenant_runtime::language;
use utoipa::ToSchema;
use uuid::Uuid;

use super::recovery::NewCodes;
use super::{seal, store, unseal};
use crate::db::ControlWrite;
use crate::plane::ControlPlane;
use crate::staff::guesses::Target;
use crate::staff::mail::notify_of_second_factor;
use crate::staff::proof::{Proof, demand_password, id_of, known, prove};
use crate::staff::{StaffError, StaffMember, store as members};

/// Name shown by authenticators for the console.
const ISSUER: &str = "Suds console";

/// Authenticator app.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProviderSecondFactor {
    #[schema(value_type = String)]
    factor_id: Uuid,
    /// Label chosen by its owner.
    label: String,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(value_type = Option<String>, format = DateTime)]
    last_used_at: Option<Timestamp>,
}

/// Two-factor authentication of the caller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) struct ProviderSecondFactors {
    items: Vec<ProviderSecondFactor>,
    recovery_codes_left: i64,
}

/// Setup data for an authenticator app, shown only once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) struct BegunProviderFactor {
    #[schema(value_type = String)]
    factor_id: Uuid,
    /// Base32, for manual entry.
    secret: String,
    /// `otpauth://…`, for a QR code.
    url: String,
}

/// List your login methods at the console
#[utoipa::path(get, path = "/provider/second-factors", tag = "provider", responses((status = 200, body = Envelope<ProviderSecondFactors>)))]
pub(in crate::staff) async fn list_provider_second_factors(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
) -> Result<Answer<ProviderSecondFactors>, ApiError> {
    let id = id_of(&staff)?;
    let mut db = plane.db.read().await?;
    let factors = store::factors(&mut db, id).await?.into_iter();
    let items = factors
        .filter(|factor| factor.confirmed_at.is_some())
        .map(|factor| ProviderSecondFactor {
            factor_id: factor.id,
            label: factor.label,
            created_at: factor.created_at,
            last_used_at: factor.last_used_at,
        });
    Ok(Answer(ProviderSecondFactors {
        items: items.collect(),
        recovery_codes_left: store::recovery_codes_left(&mut db, id).await?,
    }))
}

/// Add an authenticator for the console
///
/// It takes effect after you confirm it with a code.
#[utoipa::path(post, path = "/provider/second-factors", tag = "provider", request_body = NewFactor, responses((status = 200, body = Envelope<BegunProviderFactor>)))]
pub(in crate::staff) async fn add_provider_second_factor(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Json(entered): Json<NewFactor>,
) -> Result<Answer<BegunProviderFactor>, ApiError> {
    Ok(Answer(add(&plane, &staff, entered).await?))
}

async fn add(plane: &ControlPlane, staff: &Staff, entered: NewFactor) -> Result<BegunProviderFactor, StaffError> {
    let label = clean_label(&entered.label)?;
    let (id, proof) = proved(plane, staff, entered.password).await?;
    let shared = SharedSecret::generate(&*plane.random);
    let factor_id = plane.new_uuid();
    let mut db = plane.db.write().await?;
    proof.still_holds(&mut db).await?;
    let member = known(&mut db, &staff.environment, id).await?;
    store::delete_unconfirmed(&mut db, id).await?;
    let sealed = seal(plane, id, &shared);
    store::insert(&mut db, factor_id, id, label, &sealed, plane.now()).await?;
    db.commit().await?;
    Ok(BegunProviderFactor {
        factor_id,
        secret: shared.to_text(),
        url: shared.to_url(ISSUER, &format!("{} ({})", member.email, member.environment)),
    })
}

/// Confirm an authenticator for the console
///
/// Needs a code from the authenticator. Logins then require two-factor authentication, your other sessions end, and you get an email. The
/// first authenticator comes with backup codes.
#[utoipa::path(post, path = "/provider/second-factors/{factorId}/confirm", tag = "provider", request_body = ShownCode,
    params(("factorId" = String, Path)), responses((status = 200, body = Envelope<RecoveryCodes>)))]
pub(in crate::staff) async fn confirm_provider_second_factor(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(factor): Path<Uuid>,
    headers: HeaderMap,
    Json(ShownCode { code }): Json<ShownCode>,
) -> Result<Answer<RecoveryCodes>, ApiError> {
    let (codes, member) = confirm(&plane, &staff, factor, &code).await?;
    if let Some((mailer, origin)) = plane.mailer() {
        let locale = language::of_no_site(language::accept_language(&headers));
        notify_of_second_factor(Arc::clone(mailer), origin, &member, &locale);
    }
    Ok(Answer(codes))
}

async fn confirm(
    plane: &ControlPlane,
    staff: &Staff,
    factor: Uuid,
    code: &str,
) -> Result<(RecoveryCodes, StaffMember), StaffError> {
    let id = id_of(staff)?;
    let target = Target::second_factor(plane, &staff.environment, &staff.id);
    target.guess(plane).await?;
    let new_codes = NewCodes::generate_for_first(plane, id).await?;
    let now = plane.now();
    let mut db = plane.db.write().await?;
    let factors = store::factors(&mut db, id).await?;
    let begun = factors
        .iter()
        .find(|begun| begun.id == factor && begun.confirmed_at.is_none());
    let begun = begun.ok_or(IdentityError::NoSecondFactor)?;
    let step = unseal(plane, id, &begun.secret)?.step_of(code, now, begun.last_step);
    let step = step.ok_or(IdentityError::WrongNewFactor)?;
    target.was_right(&mut db).await?;
    store::use_step(&mut db, factor, step, now).await?;
    let recovery_codes = match new_codes {
        Some(codes) if factors.iter().all(|factor| factor.confirmed_at.is_none()) => codes.store(&mut db, id).await?,
        _ => Vec::new(),
    };
    members::end_other_sessions(&mut db, id, &staff.session).await?;
    let details = json!({ "label": begun.label });
    note(&mut db, plane, staff, "staff.second_factor_added", details).await?;
    let member = known(&mut db, &staff.environment, id).await?;
    db.commit().await?;
    Ok((RecoveryCodes { recovery_codes }, member))
}

/// Remove an authenticator of the console
///
/// Removing the last one also removes the backup codes. The password alone is then enough.
#[utoipa::path(delete, path = "/provider/second-factors/{factorId}", tag = "provider", request_body = PasswordAgain,
    params(("factorId" = String, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(in crate::staff) async fn remove_provider_second_factor(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(factor): Path<Uuid>,
    Json(PasswordAgain { password }): Json<PasswordAgain>,
) -> Result<Answer<bool>, ApiError> {
    remove(&plane, &staff, factor, password).await?;
    Ok(Answer(true))
}

async fn remove(plane: &ControlPlane, staff: &Staff, factor: Uuid, password: SecretString) -> Result<(), StaffError> {
    let (id, proof) = proved(plane, staff, password).await?;
    let mut db = plane.db.write().await?;
    proof.still_holds(&mut db).await?;
    let factors = store::factors(&mut db, id).await?;
    let gone = factors.iter().find(|known| known.id == factor);
    let gone = gone.ok_or(IdentityError::NoSecondFactor)?;
    store::delete(&mut db, factor).await?;
    let mut left = factors.iter().filter(|known| known.id != factor);
    if !left.any(|known| known.confirmed_at.is_some()) {
        store::delete_recovery_codes(&mut db, id).await?;
    }
    let details = json!({ "label": gone.label });
    note(&mut db, plane, staff, "staff.second_factor_removed", details).await?;
    Ok(db.commit().await?)
}

/// Create new backup codes for the console
///
/// The previous codes stop working.
#[utoipa::path(post, path = "/provider/second-factors/recovery-codes", tag = "provider", request_body = PasswordAgain,
    responses((status = 200, body = Envelope<RecoveryCodes>)))]
pub(in crate::staff) async fn make_provider_recovery_codes(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Json(PasswordAgain { password }): Json<PasswordAgain>,
) -> Result<Answer<RecoveryCodes>, ApiError> {
    Ok(Answer(renew(&plane, &staff, password).await?))
}

async fn renew(plane: &ControlPlane, staff: &Staff, password: SecretString) -> Result<RecoveryCodes, StaffError> {
    let (id, proof) = proved(plane, staff, password).await?;
    let new_codes = NewCodes::generate(plane).await?;
    let mut db = plane.db.write().await?;
    proof.still_holds(&mut db).await?;
    if !super::is_set_up(&mut db, id).await? {
        return Err(IdentityError::NoSecondFactor.into());
    }
    let recovery_codes = new_codes.store(&mut db, id).await?;
    note(&mut db, plane, staff, "staff.recovery_codes_made", json!({})).await?;
    db.commit().await?;
    Ok(RecoveryCodes { recovery_codes })
}

/// Reset a staff member's two-factor authentication
///
/// Their password alone is then enough, and their sessions end. Needs your password.
#[utoipa::path(delete, path = "/provider/staff/{id}/second-factors", tag = "provider", params(("id" = String, Path)),
    request_body = PasswordAgain, responses((status = 200, body = Envelope<StaffMember>)))]
pub(in crate::staff) async fn reset_provider_staff_second_factors(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(id): Path<Uuid>,
    Json(PasswordAgain { password }): Json<PasswordAgain>,
) -> Result<Answer<StaffMember>, ApiError> {
    demand_password(&plane, &staff, password).await?;
    Ok(Answer(reset(&plane, &staff.environment, id, &staff.id).await?))
}

/// Resets the two-factor authentication of someone who lost their login methods. The password alone is then enough. Their
/// sessions end.
///
/// # Errors
/// There is no one with this ID.
pub async fn reset(plane: &ControlPlane, environment: &str, id: Uuid, actor: &str) -> Result<StaffMember, StaffError> {
    let mut db = plane.db.write().await?;
    let member = known(&mut db, environment, id).await?;
    store::delete_all(&mut db, id).await?;
    members::end_sessions(&mut db, id).await?;
    let who = id.to_string();
    Target::second_factor(plane, environment, &who)
        .was_right(&mut db)
        .await?;
    let subject = (Some(environment), &*who);
    plane
        .audit(&mut db, actor, "staff.reset_second_factor", subject, json!({}))
        .await?;
    db.commit().await?;
    Ok(member)
}

/// The caller, after entering their password again.
async fn proved(plane: &ControlPlane, staff: &Staff, password: SecretString) -> Result<(Uuid, Proof), StaffError> {
    let id = id_of(staff)?;
    let proof = prove(plane, (&staff.environment, id), "password", password).await?;
    Ok((id, proof))
}

async fn note(
    db: &mut ControlWrite,
    plane: &ControlPlane,
    staff: &Staff,
    action: &'static str,
    details: serde_json::Value,
) -> Result<(), StaffError> {
    let subject = (Some(&*staff.environment), &*staff.id);
    Ok(plane.audit(db, &staff.id, action, subject, details).await?)
}
