//! Security settings for the team.

use platform::audit::{self, Change};
use platform::http::{Answer, ApiError, Envelope, Json};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::requirement::{self, RequiredOf};
use super::shapes::PasskeyUse;
use super::store;
use crate::http::{Person, demand_password};
use crate::identity::IdentityError;
use crate::tenant::Tenant;

/// Decision about the team's security.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::identity) struct StaffSecurityDecision {
    /// Whether team members need two-factor authentication. Without it, staff routes return 403 `second_factor_needed`.
    second_factor_required: bool,
}

/// Security settings for the team.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::identity) struct StaffSecurity {
    /// An owner's decision. Null until then: owners need two-factor authentication in production environments.
    second_factor_required: Option<bool>,
    /// Team members who need two-factor authentication now.
    required_of: RequiredOf,
}

impl StaffSecurity {
    fn of(decision: Option<bool>, tenant: &Tenant) -> Self {
        Self {
            second_factor_required: decision,
            required_of: requirement::required_of(decision, tenant.site.environment.production),
        }
    }
}

/// Get the team's security settings
#[utoipa::path(get, path = "/admin/staff/security", tag = "admin", responses((status = 200, body = Envelope<StaffSecurity>)))]
pub(in crate::identity) async fn get_staff_security(tenant: Tenant) -> Result<Answer<StaffSecurity>, ApiError> {
    let decision = store::requirement(&mut tenant.read().await?).await?;
    Ok(Answer(StaffSecurity::of(decision, &tenant)))
}

/// Count people with passkeys
///
/// Before the site's address changes: passkeys work only at the address that they were created for.
#[utoipa::path(get, path = "/admin/staff/passkeys", tag = "admin", responses((status = 200, body = Envelope<PasskeyUse>)))]
pub(in crate::identity) async fn count_passkeys(tenant: Tenant) -> Result<Answer<PasskeyUse>, ApiError> {
    Ok(Answer(store::passkey_use(&mut tenant.read().await?).await?))
}

/// Update the team's security settings
///
/// To require two-factor authentication, you need it yourself: 403 `second_factor_needed`. Turning it off
/// requires `POST /users/unlock`.
#[utoipa::path(post, path = "/admin/staff/security", tag = "admin", request_body = StaffSecurityDecision,
    responses((status = 200, body = Envelope<StaffSecurity>)))]
pub(in crate::identity) async fn set_staff_security(
    tenant: Tenant,
    person: Person,
    Json(wanted): Json<StaffSecurityDecision>,
) -> Result<Answer<StaffSecurity>, ApiError> {
    let required = wanted.second_factor_required;
    if !required {
        demand_password(&person, tenant.now())?;
    }
    set(&tenant, &person, required).await?;
    Ok(Answer(StaffSecurity::of(Some(required), &tenant)))
}

async fn set(tenant: &Tenant, person: &Person, required: bool) -> Result<(), IdentityError> {
    let mut db = tenant.write().await?;
    if required && !super::is_set_up(&mut db, person.id).await? {
        return Err(IdentityError::SecondFactorNeeded);
    }
    let before = store::requirement(&mut db).await?;
    store::set_required(&mut db, required).await?;
    let change = Change::between(json!({ "required": before }), json!({ "required": required }));
    let now = tenant.now();
    audit::note(
        &mut db,
        now,
        &person.actor(),
        "second_factor_rule_changed",
        "staff",
        change,
    )
    .await?;
    Ok(db.commit().await?)
}
