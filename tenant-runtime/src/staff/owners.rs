//! Owners of a site and their invitations. The provider invites the first owner before the site has a team.

use jiff::Timestamp;
use platform::audit::{self, Change};
use platform::db::{TenantRead, TenantWrite};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::rules::OwnerState;
use super::store::{self, Invited};
use super::{jobs, rules};
use crate::error::Fault;
use crate::fields::{FieldErrors, Notes, email, email_key};
use crate::http::Role;
use crate::identity::staff;
use crate::notifications::bounces;
use crate::site;

/// Actor in the site's audit log.
const PROVIDER: &str = "provider";

/// Person whom the provider invites to own a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewOwner {
    first_name: String,
    last_name: String,
    email: String,
}

impl NewOwner {
    /// Missing names are derived from the address.
    ///
    /// # Errors
    /// Message for `ownerEmail`, `ownerFirstName` or `ownerLastName`.
    pub fn new(address: &str, first_name: Option<&str>, last_name: Option<&str>) -> Result<Self, FieldErrors> {
        let mut notes = Notes::default();
        let email = notes.take("ownerEmail", email(address));
        let (first, last) = rules::names_in(&email);
        let first_name = notes.take("ownerFirstName", staff::check_name(first_name.unwrap_or(&first)));
        let last_name = notes.take("ownerLastName", staff::check_name(last_name.unwrap_or(&last)));
        notes.into_result(Self {
            first_name,
            last_name,
            email,
        })
    }

    fn of(invited: &Invited) -> Self {
        Self {
            first_name: invited.first_name.clone(),
            last_name: invited.last_name.clone(),
            email: invited.email.clone(),
        }
    }

    pub fn email(&self) -> &str {
        &self.email
    }
}

/// Owner of a site, or someone invited to become one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteOwner {
    /// Null for accepted invitations.
    pub invitation_id: Option<i64>,
    /// Empty if unknown.
    pub name: String,
    pub email: String,
    pub state: OwnerState,
    /// When the invitation was last sent.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub sent_at: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub expires_at: Option<Timestamp>,
}

/// Reason why an owner can't be invited.
#[derive(Debug, thiserror::Error)]
pub enum OwnerError {
    #[error("unknown invitation")]
    NoSuchInvitation,
    #[error("the address already has an invitation; resend it")]
    Invited,
    #[error("the address already belongs to an owner")]
    IsOwner,
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<sqlx::Error> for OwnerError {
    fn from(error: sqlx::Error) -> Self {
        Self::Fault(error.into())
    }
}

/// Owners of a site: those on the team, then the invited, newest first.
pub async fn owners(db: &mut TenantRead, now: Timestamp) -> Result<Vec<SiteOwner>, sqlx::Error> {
    let colleagues = staff::colleagues(db).await?.into_iter();
    let accepted = colleagues.filter(|colleague| colleague.role == Role::Owner);
    let mut owners: Vec<_> = accepted
        .map(|colleague| SiteOwner {
            invitation_id: None,
            name: colleague.name,
            email: colleague.email,
            state: OwnerState::Accepted,
            sent_at: None,
            expires_at: None,
        })
        .collect();
    for invited in store::invitations(db, None).await? {
        if invited.role == Role::Owner {
            let bounces = bounces::from_address(db, &invited.email).await?;
            let has_bounced = bounces.iter().any(|bounce| bounce.bounced_at >= invited.sent_at);
            owners.push(SiteOwner {
                invitation_id: Some(invited.id),
                name: rules::entered_name(&invited),
                state: rules::state(&invited, has_bounced, now),
                email: invited.email,
                sent_at: Some(invited.sent_at),
                expires_at: Some(invited.expires_at),
            });
        }
    }
    Ok(owners)
}

/// Invites `owner` in the provider's name. The email, which names the account's `company`, is sent by a job.
///
/// # Errors
/// [`OwnerError::IsOwner`] or [`OwnerError::Invited`]
pub async fn invite_owner(
    db: &mut TenantWrite,
    now: Timestamp,
    owner: &NewOwner,
    company: &str,
) -> Result<(), OwnerError> {
    refuse_owner(db, &owner.email).await?;
    let language = site::first_language(db).await?;
    let new = store::NewInvitation {
        first_name: &owner.first_name,
        last_name: &owner.last_name,
        email: &owner.email,
        email_key: &email_key(&owner.email),
        role: Role::Owner,
        language: &language,
        company: Some(company),
        invited_by: None,
        sent_at: now.as_millisecond(),
        expires_at: (now + rules::LIFETIME).as_millisecond(),
    };
    let id = store::insert(db, &new).await?.ok_or(OwnerError::Invited)?;
    jobs::enqueue(db, now, id).await?;
    let change = Change::made(json!({ "role": Role::Owner }));
    Ok(audit::note(db, now, PROVIDER, "staff_invited", &rules::subject(id), change).await?)
}

/// Sends an owner's invitation again, to another address if `to` is given. Earlier links stop working. Returns the
/// previous address.
///
/// # Errors
/// See [`OwnerError`].
pub async fn resend_to_owner(
    db: &mut TenantWrite,
    now: Timestamp,
    id: i64,
    to: Option<&NewOwner>,
) -> Result<String, OwnerError> {
    let invited = store::find(db, id).await?;
    let invited = invited.filter(|invited| invited.role == Role::Owner);
    let invited = invited.ok_or(OwnerError::NoSuchInvitation)?;
    if let Some(to) = to {
        refuse_owner(db, &to.email).await?;
        let key = email_key(&to.email);
        let mut others = store::invitations(db, None).await?.into_iter();
        if others.any(|other| other.id != id && other.email_key == key) {
            return Err(OwnerError::Invited);
        }
        let kept = NewOwner::of(&invited);
        let named = if rules::has_derived_names(&invited) { to } else { &kept };
        store::set_address(db, id, (&to.email, &key), (&named.first_name, &named.last_name)).await?;
    }
    for bounce in bounces::from_address(db, &invited.email).await? {
        if bounce.kind.ends_with("_invitation") {
            bounces::put_aside(db, bounce.id).await?;
            if let Some(job) = bounce.job_id {
                platform::jobs::discard(db, job).await?;
            }
        }
    }
    store::set_sent(db, id, now.as_millisecond(), (now + rules::LIFETIME).as_millisecond()).await?;
    jobs::enqueue(db, now, id).await?;
    audit::note(
        db,
        now,
        PROVIDER,
        "staff_invited_again",
        &rules::subject(id),
        Change::default(),
    )
    .await?;
    Ok(invited.email)
}

/// # Errors
/// [`OwnerError::IsOwner`]
async fn refuse_owner(db: &mut TenantWrite, email: &str) -> Result<(), OwnerError> {
    let holder = staff::holder_of(db, &email_key(email)).await?;
    if holder.is_some_and(|holder| holder.role == Role::Owner) {
        return Err(OwnerError::IsOwner);
    }
    Ok(())
}
