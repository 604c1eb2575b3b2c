//! Looks up staff and verifies their password again.

use secrecy::SecretString;
use tenant_runtime::http::Staff;
use uuid::Uuid;

use super::guesses::Target;
use super::{StaffError, StaffMember, store};
use crate::db::{ControlConn, ControlWrite};
use crate::plane::ControlPlane;

/// Proof that a logged-in person has just entered their password.
pub(super) struct Proof {
    id: Uuid,
    field: &'static str,
    hash: Option<String>,
    target: Target,
}

/// Verifies the password in `field` of a logged-in person.
///
/// # Errors
/// It is wrong, or was wrong too often.
pub(super) async fn prove(
    plane: &ControlPlane,
    (environment, id): (&str, Uuid),
    field: &'static str,
    password: SecretString,
) -> Result<Proof, StaffError> {
    let target = Target::session(plane, environment, &id.to_string());
    target.guess(plane).await?;
    let hash = store::password_hash(&mut plane.db.read().await?, id).await?;
    if !plane.hasher().verify(password, hash.clone()).await? {
        return Err(StaffError::WrongPassword(field));
    }
    Ok(Proof {
        id,
        field,
        hash,
        target,
    })
}

/// Verifies the password that a logged-in staff member entered again, before an action that an unattended screen must not allow.
///
/// # Errors
/// It is wrong, or was wrong too often.
pub(crate) async fn demand_password(
    plane: &ControlPlane,
    staff: &Staff,
    password: SecretString,
) -> Result<(), StaffError> {
    let proof = prove(plane, (&staff.environment, id_of(staff)?), "password", password).await?;
    let mut db = plane.db.write().await?;
    proof.still_holds(&mut db).await?;
    Ok(db.commit().await?)
}

impl Proof {
    /// Checks again in the transaction that the password was entered for, because it may have changed in the meantime.
    pub(super) async fn still_holds(&self, db: &mut ControlWrite) -> Result<(), StaffError> {
        if store::password_hash(db, self.id).await? != self.hash {
            return Err(StaffError::WrongPassword(self.field));
        }
        self.target.was_right(db).await
    }
}

pub(super) async fn known(db: &mut ControlConn, environment: &str, id: Uuid) -> Result<StaffMember, StaffError> {
    let member = store::find(db, environment, id).await?;
    member.ok_or_else(|| StaffError::Nobody(id.to_string()))
}

/// ID of the caller.
pub(super) fn id_of(staff: &Staff) -> Result<Uuid, StaffError> {
    staff.id.parse().map_err(|_| StaffError::Nobody(staff.id.clone()))
}
