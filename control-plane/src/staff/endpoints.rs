//! The calls about staff: each sees their colleagues, owners decide about them.

use std::sync::Arc;

use axum::extract::Extension;
use platform::http::{Answer, ApiError, Envelope, Json, Path};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use tenant_runtime::http::{Policy, Routes, Staff, StaffRole, StaffSetup, limits, routes};
use tenant_runtime::identity::second_factor_shapes::PasswordAgain;
use utoipa::ToSchema;
use uuid::Uuid;

use super::manage::{self, Issued, NewMember};
use super::proof::{demand_password, id_of};
use super::second_factor::{log_in as step, manage as factors};
use super::{StaffMember, log_in, sessions, store};
use crate::plane::ControlPlane;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct StaffInvited {
    email: String,
    #[schema(inline)]
    role: StaffRole,
    /// Your password, to confirm.
    #[schema(value_type = String, format = Password)]
    password: SecretString,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct StaffChange {
    #[schema(inline)]
    role: StaffRole,
    /// Your password, to confirm.
    #[schema(value_type = String, format = Password)]
    password: SecretString,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct StaffPassword {
    #[schema(value_type = String, format = Password)]
    current_password: SecretString,
    #[schema(value_type = String, format = Password)]
    new_password: SecretString,
}

/// Routes of this module, and those for login and logout.
pub fn routes() -> Routes {
    let enter = Policy::anyone(limits::LOG_IN).at_console();
    let see = Policy::staff(StaffRole::Viewer, limits::READ);
    let own = Policy::staff(StaffRole::Viewer, limits::WRITE).open_before_setup();
    let see_own = see.open_before_setup();
    let decide = Policy::staff(StaffRole::Owner, limits::WRITE);
    Routes::default()
        .call(routes!(log_in::log_in_to_console), enter)
        .call(routes!(step::log_in_to_console_with_second_factor), enter)
        .call(routes!(log_in::log_out_of_console), own)
        .call(routes!(get_own_provider_staff), see_own)
        .call(routes!(update_own_console_password), own)
        .call(routes!(sessions::list_own_console_sessions), see_own)
        .call(routes!(sessions::end_own_console_session), own)
        .call(routes!(list_provider_staff), see)
        .call(routes!(create_provider_staff), decide)
        .call(routes!(change_provider_staff), decide)
        .call(routes!(remove_provider_staff), decide)
        .call(routes!(reset_provider_staff_password), decide)
        .call(routes!(factors::list_provider_second_factors), see_own)
        .call(routes!(factors::add_provider_second_factor), own)
        .call(routes!(factors::confirm_provider_second_factor), own)
        .call(routes!(factors::remove_provider_second_factor), own)
        .call(routes!(factors::make_provider_recovery_codes), own)
        .call(routes!(factors::reset_provider_staff_second_factors), decide)
}

/// The caller, with their pending setup.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OwnProviderStaffMember)]
struct OwnStaffMember {
    #[serde(flatten)]
    member: StaffMember,
    /// Whether the environment requires two-factor authentication that they haven't set up. Until then, they can do nothing else.
    needs_second_factor: bool,
}

/// Get the logged-in staff member
#[utoipa::path(get, path = "/provider/me", tag = "provider", responses((status = 200, body = Envelope<OwnStaffMember>)))]
async fn get_own_provider_staff(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
) -> Result<Answer<OwnStaffMember>, ApiError> {
    let mut db = plane.db.read().await?;
    let own = store::find(&mut db, &staff.environment, id_of(&staff)?).await?;
    Ok(Answer(OwnStaffMember {
        member: own.ok_or_else(Staff::unknown)?,
        needs_second_factor: staff.setup == Some(StaffSetup::SecondFactor),
    }))
}

/// Change your password
///
/// Ends all other sessions.
#[utoipa::path(post, path = "/provider/me/password", tag = "provider", request_body = StaffPassword, responses((status = 200, body = Envelope<bool>)))]
async fn update_own_console_password(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Json(entered): Json<StaffPassword>,
) -> Result<Answer<bool>, ApiError> {
    let who = (&*staff.environment, id_of(&staff)?);
    manage::change_password(
        &plane,
        who,
        entered.current_password,
        entered.new_password,
        &staff.session,
    )
    .await?;
    Ok(Answer(true))
}

/// List staff of your environment, by email address
#[utoipa::path(get, path = "/provider/staff", tag = "provider", responses((status = 200, body = Envelope<Vec<StaffMember>>)))]
async fn list_provider_staff(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
) -> Result<Answer<Vec<StaffMember>>, ApiError> {
    let mut db = plane.db.read().await?;
    Ok(Answer(store::list(&mut db, Some(&staff.environment)).await?))
}

/// Add a staff member to your environment
///
/// The response contains their password, which isn't shown again. Needs your password.
#[utoipa::path(post, path = "/provider/staff", tag = "provider", request_body = StaffInvited, responses((status = 200, body = Envelope<Issued>)))]
async fn create_provider_staff(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Json(new): Json<StaffInvited>,
) -> Result<Answer<Issued>, ApiError> {
    demand_password(&plane, &staff, new.password).await?;
    let new = NewMember {
        environment: &staff.environment,
        email: &new.email,
        role: new.role,
        password: None,
    };
    Ok(Answer(manage::create(&plane, new, &staff.id).await?))
}

/// Change a staff member's role
///
/// Needs your password.
#[utoipa::path(patch, path = "/provider/staff/{id}", tag = "provider", params(("id" = String, Path)), request_body = StaffChange, responses((status = 200, body = Envelope<StaffMember>)))]
async fn change_provider_staff(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(id): Path<Uuid>,
    Json(change): Json<StaffChange>,
) -> Result<Answer<StaffMember>, ApiError> {
    demand_password(&plane, &staff, change.password).await?;
    let changed = manage::change_role(&plane, &staff.environment, id, change.role, &staff.id).await;
    Ok(Answer(changed?))
}

/// Remove a staff member; returns the remaining staff
///
/// Needs your password.
#[utoipa::path(delete, path = "/provider/staff/{id}", tag = "provider", params(("id" = String, Path)),
    request_body = PasswordAgain, responses((status = 200, body = Envelope<Vec<StaffMember>>)))]
async fn remove_provider_staff(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(id): Path<Uuid>,
    Json(PasswordAgain { password }): Json<PasswordAgain>,
) -> Result<Answer<Vec<StaffMember>>, ApiError> {
    demand_password(&plane, &staff, password).await?;
    Ok(Answer(manage::remove(&plane, &staff.environment, id, &staff.id).await?))
}

/// Reset a staff member's password
///
/// The response contains the new password, which isn't shown again. Needs your password.
#[utoipa::path(post, path = "/provider/staff/{id}/password", tag = "provider", params(("id" = String, Path)),
    request_body = PasswordAgain, responses((status = 200, body = Envelope<Issued>)))]
async fn reset_provider_staff_password(
    staff: Staff,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(id): Path<Uuid>,
    Json(PasswordAgain { password }): Json<PasswordAgain>,
) -> Result<Answer<Issued>, ApiError> {
    demand_password(&plane, &staff, password).await?;
    let issued = manage::reset_password(&plane, &staff.environment, id, &staff.id).await;
    Ok(Answer(issued?))
}
