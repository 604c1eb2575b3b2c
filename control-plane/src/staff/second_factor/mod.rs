//! Two-factor authentication for console logins, with the same rules as at sites. Optional for each person.

pub(super) mod log_in;
pub(super) mod manage;
mod recovery;
mod store;

use data_encoding::BASE64;
use platform::auth::second_factor::SharedSecret;
use platform::keys::{CannotOpen, MasterKey, Purpose};
use tenant_runtime::error::Fault;
use uuid::Uuid;

use crate::db::{ControlConn, ControlWrite};
use crate::keys::RotateError;
use crate::plane::ControlPlane;

const SECRET: Purpose = Purpose("staff-second-factor");

/// Context of the sealed secret.
fn place(member: Uuid) -> String {
    format!("staff_second_factors/{member}")
}

fn seal(plane: &ControlPlane, member: Uuid, secret: &SharedSecret) -> String {
    BASE64.encode(&plane.console_keys().seal(SECRET, &place(member), secret.as_bytes()))
}

fn unseal(plane: &ControlPlane, member: Uuid, sealed: &str) -> Result<SharedSecret, Fault> {
    let sealed = BASE64.decode(sealed.as_bytes()).map_err(Fault::internal)?;
    let keys = plane.master().keys_of_console_for(&sealed);
    let bytes = keys.open(SECRET, &place(member), &sealed).map_err(Fault::internal)?;
    SharedSecret::from_bytes(&bytes).ok_or_else(|| Fault::internal("a stored authenticator secret is invalid"))
}

/// Reseals secrets sealed with a previous master key's console key. Returns their number.
///
/// # Errors
/// A secret can't be opened.
pub(crate) async fn seal_anew(db: &mut ControlWrite, master: &MasterKey) -> Result<u64, RotateError> {
    let mut count = 0;
    for (factor, member, sealed) in store::sealed_secrets(db).await? {
        let closed = |error| RotateError::Closed(format!("the authenticator {factor}"), error);
        let sealed = BASE64.decode(sealed.as_bytes()).map_err(|_| closed(CannotOpen))?;
        if master.is_of_this_version(&sealed) {
            continue;
        }
        let secret = master
            .keys_of_console_for(&sealed)
            .open(SECRET, &place(member), &sealed)
            .map_err(closed)?;
        let sealed = master.keys_of_console().seal(SECRET, &place(member), &secret);
        store::set_secret(db, factor, &BASE64.encode(&sealed)).await?;
        count += 1;
    }
    Ok(count)
}

/// Whether this member has two-factor authentication.
pub(super) async fn is_set_up(db: &mut ControlConn, member: Uuid) -> Result<bool, sqlx::Error> {
    let factors = store::factors(db, member).await?;
    Ok(factors.iter().any(|factor| factor.confirmed_at.is_some()))
}

/// Ends logins that used the old password.
pub(super) async fn end_tickets(db: &mut ControlWrite, member: Uuid) -> Result<(), sqlx::Error> {
    store::delete_tickets(db, member).await
}

/// Deletes the login methods of a removed person.
pub(super) async fn forget(db: &mut ControlWrite, member: Uuid) -> Result<(), sqlx::Error> {
    store::delete_all(db, member).await
}
