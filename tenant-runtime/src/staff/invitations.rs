use platform::audit::{self, Change};
use platform::http::{Answer, ApiError, Envelope, Json, Path};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::error::StaffError;
use super::people::StaffRole;
use super::store::{self, Invited, NewInvitation};
use super::{StaffInvitation, jobs, rules};
use crate::fields::{Notes, email, email_key};
use crate::http::{Person, Role};
use crate::identity::{self, staff};
use crate::notifications::allowance::{self, Asked};
use crate::site;
use crate::tenant::{Tenant, TenantContext};

/// Person to invite, with their role.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct InvitationBody {
    #[serde(default)]
    first_name: String,
    #[serde(default)]
    last_name: String,
    #[serde(default)]
    email: String,
    role: StaffRole,
    /// Language of the email. Default: the customer's language, otherwise the site's default.
    #[serde(default)]
    language: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(super) struct StaffInvitations {
    items: Vec<StaffInvitation>,
}

/// List open invitations
///
/// Newest first.
#[utoipa::path(get, path = "/admin/staff/invitations", tag = "admin", responses((status = 200, body = Envelope<StaffInvitations>)))]
pub(super) async fn list_invitations(tenant: Tenant) -> Result<Answer<StaffInvitations>, ApiError> {
    let invited = store::invitations(&mut tenant.read().await?, None).await?;
    let items = invited.into_iter().map(|invited| shown(&tenant, invited));
    Ok(Answer(StaffInvitations { items: items.collect() }))
}

/// Invite a teammate
///
/// Sends an email with a link to `/invitation`, valid for one week. Owners are invited after `POST /users/unlock`.
#[utoipa::path(post, path = "/admin/staff/invitations", tag = "admin", request_body = InvitationBody,
    responses((status = 200, body = Envelope<StaffInvitation>)))]
pub(super) async fn invite(
    tenant: Tenant,
    person: Person,
    Json(body): Json<InvitationBody>,
) -> Result<Answer<StaffInvitation>, ApiError> {
    super::people::guard_ownership(&tenant, &person, body.role)?;
    Ok(Answer(ask(&tenant, &person, body).await?))
}

async fn ask(tenant: &Tenant, person: &Person, body: InvitationBody) -> Result<StaffInvitation, StaffError> {
    let mut notes = Notes::default();
    let first_name = notes.take("firstName", staff::check_name(&body.first_name));
    let last_name = notes.take("lastName", staff::check_name(&body.last_name));
    let email = notes.take("email", email(&body.email));
    notes.into_result(())?;
    let email_key = email_key(&email);
    let saved = site::saved_config(tenant).await?;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let holder = staff::holder_of(&mut db, &email_key).await?;
    if holder.is_some_and(|holder| holder.role > Role::Customer) {
        return Err(StaffError::IsStaff);
    }
    let kept = match holder {
        Some(holder) => identity::kept_language(&mut db, holder.id).await?,
        None => None,
    };
    let wanted = body.language.or(kept);
    // One of the site's own languages, regardless of the request.
    let language = saved.config.locale_kept(wanted.as_deref()).tag().to_owned();
    allowance::take(&mut db, tenant, Asked::Link, &email_key).await??;
    let new = NewInvitation {
        first_name: &first_name,
        last_name: &last_name,
        email: &email,
        email_key: &email_key,
        role: body.role.into(),
        language: &language,
        company: None,
        invited_by: Some(person.id),
        sent_at: now.as_millisecond(),
        expires_at: (now + rules::LIFETIME).as_millisecond(),
    };
    let id = store::insert(&mut db, &new).await?.ok_or(StaffError::Asked)?;
    jobs::enqueue(&mut db, now, id).await?;
    let change = Change::made(json!({ "role": body.role }));
    audit::note(
        &mut db,
        now,
        &person.actor(),
        "staff_invited",
        &rules::subject(id),
        change,
    )
    .await?;
    let invited = store::find(&mut db, id).await?.ok_or(StaffError::NoSuchInvitation)?;
    db.commit().await?;
    Ok(shown(tenant, invited))
}

/// Resend an invitation
///
/// Sends a new link, valid for one week. Earlier links stop working.
#[utoipa::path(post, path = "/admin/staff/invitations/{invitationId}/resend", tag = "admin",
    params(("invitationId" = i64, Path)), responses((status = 200, body = Envelope<StaffInvitation>)))]
pub(super) async fn resend_invitation(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
) -> Result<Answer<StaffInvitation>, ApiError> {
    Ok(Answer(resend(&tenant, &person, id).await?))
}

async fn resend(tenant: &Tenant, person: &Person, id: i64) -> Result<StaffInvitation, StaffError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let invited = store::find(&mut db, id).await?.ok_or(StaffError::NoSuchInvitation)?;
    allowance::take(&mut db, tenant, Asked::Link, &invited.email_key).await??;
    let expires_at = now + rules::LIFETIME;
    store::set_sent(&mut db, id, now.as_millisecond(), expires_at.as_millisecond()).await?;
    jobs::enqueue(&mut db, now, id).await?;
    let change = Change::default();
    audit::note(
        &mut db,
        now,
        &person.actor(),
        "staff_invited_again",
        &rules::subject(id),
        change,
    )
    .await?;
    db.commit().await?;
    let again = Invited {
        sent_at: now,
        expires_at,
        ..invited
    };
    Ok(shown(tenant, again))
}

/// Withdraw an invitation
///
/// Its link stops working.
#[utoipa::path(delete, path = "/admin/staff/invitations/{invitationId}", tag = "admin",
    params(("invitationId" = i64, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn withdraw_invitation(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
) -> Result<Answer<bool>, ApiError> {
    withdraw(&tenant, &person, id).await?;
    Ok(Answer(true))
}

async fn withdraw(tenant: &Tenant, person: &Person, id: i64) -> Result<(), StaffError> {
    let mut db = tenant.write().await?;
    let invited = store::find(&mut db, id).await?.ok_or(StaffError::NoSuchInvitation)?;
    store::delete(&mut db, id).await?;
    let change = Change::gone(json!({ "role": invited.role }));
    let now = tenant.now();
    audit::note(
        &mut db,
        now,
        &person.actor(),
        "staff_invitation_withdrawn",
        &rules::subject(id),
        change,
    )
    .await?;
    Ok(db.commit().await?)
}

fn shown(tenant: &TenantContext, invited: Invited) -> StaffInvitation {
    StaffInvitation {
        is_expired: rules::is_expired(&invited, tenant.now()),
        invitation_id: invited.id,
        first_name: invited.first_name,
        last_name: invited.last_name,
        email: invited.email,
        role: invited.role,
        sent_at: invited.sent_at,
        expires_at: invited.expires_at,
    }
}
