//! Acceptance of an invitation with the emailed link.

use jiff::Timestamp;
use platform::audit::{self, Change};
use platform::db::{Acting, TenantRead};
use platform::http::{Answer, ApiError, Envelope, Json};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::error::StaffError;
use super::rules;
use super::store::{self, Invited};
use crate::fields::{FieldErrors, Notes, text};
use crate::http::Role;
use crate::identity::staff::{self, Holder, Newcomer};
use crate::site;
use crate::tenant::{Tenant, TenantContext};

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MailedToken {
    /// Token from the emailed link.
    token: String,
}

/// Only the token if the address already has a confirmed account. That account isn't changed.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Acceptance {
    /// Token from the emailed link.
    token: String,
    /// New password.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Password)]
    password: Option<SecretString>,
    /// Default: the invitation's.
    first_name: Option<String>,
    /// Default: the invitation's.
    last_name: Option<String>,
    cell_phone_number: Option<String>,
}

/// Invitation to a team.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OpenInvitation {
    /// Empty if the name was derived from the address.
    first_name: String,
    /// Empty if the name was derived from the address.
    last_name: String,
    email: String,
    role: Role,
    /// Whether the person must choose a password; otherwise, the account keeps its password.
    needs_password: bool,
}

/// Get an invitation
///
/// Changes nothing. Uses POST to keep the token out of the URL.
#[utoipa::path(post, path = "/users/invitations", tag = "identity", request_body = MailedToken,
    responses((status = 200, body = Envelope<OpenInvitation>)))]
pub(super) async fn look_at_invitation(
    tenant: Tenant,
    Json(MailedToken { token }): Json<MailedToken>,
) -> Result<Answer<OpenInvitation>, ApiError> {
    Ok(Answer(look(&tenant, &token).await?))
}

async fn look(tenant: &Tenant, token: &str) -> Result<OpenInvitation, StaffError> {
    let mut db = tenant.read().await?;
    let invited = opened(&mut db, tenant, token, tenant.now()).await?;
    let holder = staff::holder_of(&mut db, &invited.email_key).await?;
    let (first_name, last_name) = if rules::has_derived_names(&invited) {
        Default::default()
    } else {
        (invited.first_name, invited.last_name)
    };
    Ok(OpenInvitation {
        first_name,
        last_name,
        email: invited.email,
        role: invited.role,
        needs_password: needs_password(holder),
    })
}

/// Accept a team invitation
///
/// Existing customers keep their account and password.
#[utoipa::path(post, path = "/users/invitations/accept", tag = "identity", request_body = Acceptance,
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn accept_invitation(
    tenant: Tenant,
    Json(acceptance): Json<Acceptance>,
) -> Result<Answer<bool>, ApiError> {
    accept(&tenant, acceptance).await?;
    Ok(Answer(true))
}

async fn accept(tenant: &Tenant, acceptance: Acceptance) -> Result<(), StaffError> {
    let now = tenant.now();
    let country = site::saved_config(tenant).await?.config.country.clone();
    let token = acceptance.token.clone();
    let mut db = tenant.read().await?;
    let invited = opened(&mut db, tenant, &token, now).await?;
    let holder = staff::holder_of(&mut db, &invited.email_key).await?;
    drop(db);
    let mut joining = None;
    if needs_password(holder) {
        joining = Some(Joining::of(tenant, acceptance, &invited, &country).await?);
    }

    let mut db = tenant.write().await?;
    // Looked up again: of two that race, one accepts, and the account may be another by now.
    let invited = opened(&mut db, tenant, &token, now).await?;
    let holder = staff::holder_of(&mut db, &invited.email_key).await?;
    let joining = || joining.as_ref().ok_or_else(password_wanted);
    let id = match holder {
        Some(holder) if holder.is_confirmed => holder.id,
        // Someone signed up with this address but never confirmed it.
        Some(holder) => {
            let joining = joining()?;
            let newcomer = joining.newcomer(&invited);
            staff::take_over(&mut db, tenant, holder.id, &newcomer, &joining.password_hash).await?;
            holder.id
        }
        None => {
            let joining = joining()?;
            staff::take_in(&mut db, tenant, &joining.newcomer(&invited), &joining.password_hash).await?
        }
    };
    let actor = format!("customer:{id}");
    db.is_made_by(Some(Acting {
        actor: actor.clone(),
        role: invited.role.into_str(),
    }));
    // An invitation never takes a role away.
    if holder.is_none_or(|holder| holder.role < invited.role) {
        staff::set_role(&mut db, tenant, id, invited.role, &actor).await?;
    }
    store::delete(&mut db, invited.id).await?;
    let change = Change::made(json!({ "role": invited.role }));
    audit::note(
        &mut db,
        now,
        &actor,
        "staff_invitation_accepted",
        &rules::subject(invited.id),
        change,
    )
    .await?;
    Ok(db.commit().await?)
}

/// Details entered by a person without a confirmed account.
struct Joining {
    first_name: String,
    last_name: String,
    cell_phone_number: String,
    password_hash: String,
}

impl Joining {
    /// # Errors
    /// A message for each invalid field.
    async fn of(tenant: &Tenant, acceptance: Acceptance, invited: &Invited, country: &str) -> Result<Self, StaffError> {
        let mut notes = Notes::default();
        let first = acceptance.first_name.as_deref().unwrap_or(&invited.first_name);
        let last = acceptance.last_name.as_deref().unwrap_or(&invited.last_name);
        let phone = acceptance.cell_phone_number.as_deref().unwrap_or_default();
        let first_name = notes.take("firstName", staff::check_name(first));
        let last_name = notes.take("lastName", staff::check_name(last));
        let cell_phone_number = notes.take("cellPhoneNumber", staff::check_phone_number(phone, country));
        notes.into_result(())?;
        let password = acceptance.password.ok_or_else(password_wanted)?;
        let password_hash = staff::hash_new_password(tenant, &invited.email_key, password).await?;
        Ok(Self {
            first_name,
            last_name,
            cell_phone_number,
            password_hash,
        })
    }

    fn newcomer<'a>(&'a self, invited: &'a Invited) -> Newcomer<'a> {
        Newcomer {
            first_name: &self.first_name,
            last_name: &self.last_name,
            email: &invited.email,
            email_key: &invited.email_key,
            cell_phone_number: &self.cell_phone_number,
            language: &invited.language,
        }
    }
}

/// The email proves ownership of the address. Nothing proves it for an unconfirmed account.
fn needs_password(holder: Option<Holder>) -> bool {
    holder.is_none_or(|holder| !holder.is_confirmed)
}

fn password_wanted() -> StaffError {
    FieldErrors::from([("password".into(), text::REQUIRED)]).into()
}

/// The invitation whose newest mail has this token.
async fn opened(
    db: &mut TenantRead,
    tenant: &TenantContext,
    token: &str,
    now: Timestamp,
) -> Result<Invited, StaffError> {
    let invited = match rules::id_of(token) {
        Some(id) => store::find(db, id).await?,
        None => None,
    };
    let invited = invited.filter(|invited| rules::opens(tenant.keys(), invited, token));
    let invited = invited.ok_or(StaffError::InvalidLink)?;
    if rules::is_expired(&invited, now) {
        return Err(StaffError::ExpiredLink);
    }
    Ok(invited)
}
