//! Console endpoints for a site's owners and people.

use std::sync::Arc;

use axum::extract::Extension;
use platform::http::{Answer, ApiError, Envelope, Json, Path};
use platform::ids::SiteId;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use tenant_runtime::fields::{invalid_field, invalid_fields};
use tenant_runtime::http::{Policy, Routes, Staff, StaffRole, limits, routes};
use tenant_runtime::identity::second_factor_shapes::PasskeyUse;
use tenant_runtime::staff::{NewOwner, SiteOwner};
use utoipa::ToSchema;

use super::endpoints::entry;
use super::owners::{self, OwnerInvitation};
use super::people;
use crate::serve::Web;
use crate::staff::demand_password;

/// Owners of a site.
#[derive(Serialize, ToSchema)]
struct SiteOwners {
    /// Those on the team, then the invited, newest first.
    items: Vec<SiteOwner>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OwnerAddress {
    email: String,
    /// Your password, to confirm.
    #[schema(value_type = String, format = Password)]
    password: SecretString,
}

/// New address of an invited owner.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewAddress {
    /// Default: the invitation's.
    #[serde(default)]
    email: Option<String>,
    /// Your password, to confirm. Needed for another address.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Password)]
    password: Option<SecretString>,
}

/// The endpoints of this module.
pub fn routes() -> Routes {
    let invite = Policy::staff(StaffRole::Operator, limits::MAIL);
    Routes::default()
        .call(
            routes!(list_provider_site_owners),
            Policy::staff(StaffRole::Viewer, limits::READ),
        )
        .call(
            routes!(count_provider_site_passkeys),
            Policy::staff(StaffRole::Viewer, limits::READ),
        )
        .call(routes!(invite_provider_site_owner), invite)
        .call(routes!(resend_provider_site_owner), invite)
}

/// List a site's owners
///
/// Those on the team, then the invited with the state of their invitations.
#[utoipa::path(get, path = "/provider/sites/{id}/owners", tag = "provider", params(("id" = String, Path)),
    responses((status = 200, body = Envelope<SiteOwners>)))]
async fn list_provider_site_owners(
    staff: Staff,
    Extension(web): Extension<Arc<Web>>,
    Path(id): Path<SiteId>,
) -> Result<Answer<SiteOwners>, ApiError> {
    entry(&web, &staff, id).await?;
    let items = owners::owners(&web.plane, id).await?;
    Ok(Answer(SiteOwners { items }))
}

/// Count a site's people with passkeys
///
/// Before the site's address changes: passkeys work only at the address that they were created for.
#[utoipa::path(get, path = "/provider/sites/{id}/passkeys", tag = "provider", params(("id" = String, Path)),
    responses((status = 200, body = Envelope<PasskeyUse>)))]
async fn count_provider_site_passkeys(
    staff: Staff,
    Extension(web): Extension<Arc<Web>>,
    Path(id): Path<SiteId>,
) -> Result<Answer<PasskeyUse>, ApiError> {
    entry(&web, &staff, id).await?;
    Ok(Answer(people::passkey_use(&web.plane, id).await?))
}

/// Invite an owner
///
/// The email comes from the provider, with a link valid for one week. Needs your password.
#[utoipa::path(post, path = "/provider/sites/{id}/owners", tag = "provider", params(("id" = String, Path)),
    request_body = OwnerAddress, responses((status = 200, body = Envelope<SiteOwners>)))]
async fn invite_provider_site_owner(
    staff: Staff,
    Extension(web): Extension<Arc<Web>>,
    Path(id): Path<SiteId>,
    Json(OwnerAddress { email, password }): Json<OwnerAddress>,
) -> Result<Answer<SiteOwners>, ApiError> {
    entry(&web, &staff, id).await?;
    let owner = new_owner(&email)?;
    demand_password(&web.plane, &staff, password).await?;
    let items = owners::invite_owner(&web.plane, id, OwnerInvitation::New(&owner), &staff.id).await?;
    Ok(Answer(SiteOwners { items }))
}

/// Resend an owner's invitation
///
/// To another address if one is given, which needs your password. Earlier links stop working.
#[utoipa::path(post, path = "/provider/sites/{id}/owners/{invitationId}/resend", tag = "provider",
    params(("id" = String, Path), ("invitationId" = i64, Path)), request_body = NewAddress,
    responses((status = 200, body = Envelope<SiteOwners>)))]
async fn resend_provider_site_owner(
    staff: Staff,
    Extension(web): Extension<Arc<Web>>,
    Path((id, invitation)): Path<(SiteId, i64)>,
    Json(NewAddress { email, password }): Json<NewAddress>,
) -> Result<Answer<SiteOwners>, ApiError> {
    entry(&web, &staff, id).await?;
    let owner = email.as_deref().map(new_owner).transpose()?;
    if owner.is_some() {
        let password = password.ok_or_else(|| invalid_field("password", "Input is required."))?;
        demand_password(&web.plane, &staff, password).await?;
    }
    let again = OwnerInvitation::Again(invitation, owner.as_ref());
    let items = owners::invite_owner(&web.plane, id, again, &staff.id).await?;
    Ok(Answer(SiteOwners { items }))
}

fn new_owner(email: &str) -> Result<NewOwner, ApiError> {
    NewOwner::new(email, None, None).map_err(|errors| match errors.get("ownerEmail") {
        Some(message) => invalid_field("email", message),
        None => invalid_fields(errors),
    })
}
