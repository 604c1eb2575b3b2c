//! Two-factor authentication. Optional for each person; owners can require it of their team.

mod authenticator;
mod log_in;
mod manage;
mod passkeys;
pub(super) mod provider;
mod recovery;
pub(super) mod requirement;
mod settings;
pub mod shapes;
mod store;

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use platform::keys::Purpose;

use super::{notice, session};
use crate::http::{Person, Policy, Routes, limits, routes};

pub(super) use log_in::ticket;

const SECRET: Purpose = Purpose("second-factor");

/// Context of the sealed secret.
fn place(customer_id: i64) -> String {
    format!("identity_second_factors/{customer_id}")
}

pub(super) fn routes() -> Routes {
    let read = Policy::customer(limits::READ).answers_while_closed();
    // Team members may have to set up two-factor authentication before they log in.
    let write = Policy::customer(limits::WRITE)
        .answers_while_held()
        .answers_while_closed();
    let log_in = Policy::anyone(limits::LOG_IN)
        .answers_while_held()
        .answers_while_closed();
    Routes::default()
        .call(routes!(log_in::log_in_with_second_factor), log_in)
        .call(routes!(log_in::offer_second_step), log_in)
        .call(routes!(log_in::log_in_with_passkey), log_in)
        .call(routes!(passkeys::begin_passkey), write)
        .call(routes!(passkeys::confirm_passkey), write)
        .call(routes!(manage::list_second_factors), read)
        .call(routes!(manage::add_second_factor), write)
        .call(routes!(manage::confirm_second_factor), write)
        .call(routes!(manage::remove_second_factor), write)
        .call(routes!(manage::make_recovery_codes), write)
        .call(routes!(settings::get_staff_security), Policy::owner(limits::READ))
        .call(
            routes!(settings::set_staff_security),
            Policy::owner(limits::WRITE).may_ask_for_password(),
        )
        .call(routes!(settings::count_passkeys), Policy::owner(limits::READ))
}

/// Ends the other sessions of `person` after a login method was added, and emails them.
async fn note_added(db: &mut TenantWrite, now: Timestamp, person: &Person, label: &str) -> Result<(), sqlx::Error> {
    session::end_others(db, now, person.id, &person.session).await?;
    notice::enqueue_login_method(db, now, person.id, label).await
}

/// Whether this person has two-factor authentication.
pub(super) async fn is_set_up(db: &mut TenantRead, customer_id: i64) -> Result<bool, sqlx::Error> {
    let factors = store::factors(db, customer_id).await?;
    Ok(factors.iter().any(|factor| factor.confirmed_at.is_some()))
}

/// Lets the password alone do again: the account has another holder, or none.
pub(super) async fn forget(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    store::delete_all(db, customer_id).await
}

/// Removes the factors added since an instant, in milliseconds, by another holder of the account. Without a factor, backup
/// codes go too.
pub(super) async fn forget_since(db: &mut TenantWrite, customer_id: i64, at: i64) -> Result<(), sqlx::Error> {
    store::delete_added_since(db, customer_id, at).await?;
    if is_set_up(db, customer_id).await? {
        return Ok(());
    }
    store::delete_all(db, customer_id).await
}

/// Ends logins that used the old password.
pub(super) async fn end_tickets(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    store::delete_tickets(db, customer_id).await
}
