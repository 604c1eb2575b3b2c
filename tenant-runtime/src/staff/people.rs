use platform::db::TenantWrite;
use platform::http::{Answer, ApiError, Envelope, Json, Path};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::StaffMember;
use super::error::StaffError;
use crate::http::{Person, Role, demand_password};
use crate::identity::staff::{self, Colleague};
use crate::tenant::{Tenant, TenantContext};

/// Team of a site.
#[derive(Serialize, ToSchema)]
pub(super) struct Staff {
    items: Vec<StaffMember>,
}

/// New role of a person.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewRole {
    role: StaffRole,
}

/// Role of a team member. Each role includes the previous ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum StaffRole {
    Attendant,
    Manager,
    Owner,
}

impl From<StaffRole> for Role {
    fn from(role: StaffRole) -> Self {
        match role {
            StaffRole::Attendant => Self::Attendant,
            StaffRole::Manager => Self::Manager,
            StaffRole::Owner => Self::Owner,
        }
    }
}

/// List the team
///
/// Owners first.
#[utoipa::path(get, path = "/admin/staff", tag = "admin", responses((status = 200, body = Envelope<Staff>)))]
pub(super) async fn list_staff(tenant: Tenant, person: Person) -> Result<Answer<Staff>, ApiError> {
    let colleagues = staff::colleagues(&mut tenant.read().await?).await?;
    let items = colleagues.into_iter().map(|colleague| StaffMember {
        user_id: colleague.id.to_string(),
        name: colleague.name,
        email: colleague.email,
        role: colleague.role,
        has_second_factor: colleague.has_second_factor,
        last_seen_at: colleague.last_seen_at,
        is_self: colleague.id == person.id,
    });
    Ok(Answer(Staff { items: items.collect() }))
}

/// Change a teammate's role
///
/// Takes effect with their next request. You can't change your own role or the last owner's. Promoting and
/// demoting owners requires `POST /users/unlock`.
#[utoipa::path(post, path = "/admin/staff/{userId}/role", tag = "admin", request_body = NewRole,
    params(("userId" = i64, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn set_staff_role(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
    Json(NewRole { role }): Json<NewRole>,
) -> Result<Answer<bool>, ApiError> {
    guard_ownership(&tenant, &person, role)?;
    let mut db = tenant.write().await?;
    let colleague = colleague(&mut db, &person, id).await?;
    if colleague.role == Role::Owner {
        demand_password(&person, tenant.now())?;
    }
    set_role(&tenant, db, &person, id, role.into()).await?;
    Ok(Answer(true))
}

/// Remove a teammate
///
/// They stay a customer. You can't remove yourself or the last owner.
#[utoipa::path(delete, path = "/admin/staff/{userId}", tag = "admin", params(("userId" = i64, Path)),
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn remove_staff(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
) -> Result<Answer<bool>, ApiError> {
    let mut db = tenant.write().await?;
    colleague(&mut db, &person, id).await?;
    set_role(&tenant, db, &person, id, Role::Customer).await?;
    Ok(Answer(true))
}

/// Another team member. Customers join by accepting an invitation.
async fn colleague(db: &mut TenantWrite, person: &Person, id: i64) -> Result<Colleague, StaffError> {
    if id == person.id {
        return Err(StaffError::OwnRole);
    }
    let mut colleagues = staff::colleagues(db).await?.into_iter();
    let found = colleagues.find(|colleague| colleague.id == id);
    found.ok_or(StaffError::NoSuchPerson)
}

async fn set_role(
    tenant: &TenantContext,
    mut db: TenantWrite,
    person: &Person,
    id: i64,
    role: Role,
) -> Result<(), StaffError> {
    staff::set_role(&mut db, tenant, id, role, &person.actor()).await?;
    Ok(db.commit().await?)
}

/// Asks for the password before someone becomes an owner: an owner can remove all others.
pub(super) fn guard_ownership(tenant: &Tenant, person: &Person, role: StaffRole) -> Result<(), ApiError> {
    match role {
        StaffRole::Owner => demand_password(person, tenant.now()),
        StaffRole::Attendant | StaffRole::Manager => Ok(()),
    }
}
