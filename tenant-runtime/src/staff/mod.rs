//! Team: members, roles and invitations.

mod accept;
mod account_change;
mod error;
mod invitations;
mod jobs;
mod owners;
mod people;
mod rules;
mod store;

pub use account_change::on_event;
pub use owners::{NewOwner, OwnerError, SiteOwner, invite_owner, owners, resend_to_owner};
pub use rules::OwnerState;

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use platform::jobs::Handlers;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::{Policy, Role, Routes, limits, routes};
use crate::identity;
use crate::runtime::SharedRuntime;

/// Team member.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffMember {
    user_id: String,
    name: String,
    email: String,
    role: Role,
    /// Whether they use two-factor authentication.
    has_second_factor: bool,
    /// Null if they have never been active.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_seen_at: Option<Timestamp>,
    /// Whether it is the caller, who can't change their own role.
    is_self: bool,
}

/// Open invitation to the team.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffInvitation {
    invitation_id: i64,
    first_name: String,
    last_name: String,
    email: String,
    role: Role,
    #[schema(value_type = String, format = DateTime)]
    sent_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
    is_expired: bool,
}

pub fn routes() -> Routes {
    let (read, write) = (Policy::owner(limits::READ), Policy::owner(limits::WRITE));
    let invited = Policy::anyone(limits::LOG_IN).answers_while_closed();
    Routes::default()
        .call(routes!(people::list_staff), read)
        .call(routes!(people::set_staff_role), write.may_ask_for_password())
        .call(routes!(people::remove_staff), write.asks_for_password())
        .call(routes!(invitations::list_invitations), read)
        .call(
            routes!(invitations::invite),
            Policy::owner(limits::MAIL).may_ask_for_password(),
        )
        .call(routes!(invitations::resend_invitation), Policy::owner(limits::MAIL))
        .call(routes!(invitations::withdraw_invitation), write)
        .call(routes!(accept::look_at_invitation), invited)
        .call(routes!(accept::accept_invitation), invited)
}

pub fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    jobs::register(handlers, runtime);
    account_change::register(handlers, runtime);
}

/// Whether the site has more than one team member, or an open invitation.
pub async fn are_several(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    Ok(identity::staff::colleagues(db).await?.len() > 1 || !store::invitations(db, None).await?.is_empty())
}

/// Withdraws the open invitations of an account being deleted.
pub async fn forget(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    store::delete_invited_by(db, customer_id).await
}
