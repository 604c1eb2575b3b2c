//! What a log-in asks for besides the password. Everybody sets it up for themselves; owners may require it of their people.

mod authenticator;
mod log_in;
mod manage;
mod passkeys;
mod settings;
pub mod shapes;
mod store;

use platform::db::{TenantRead, TenantWrite};
use platform::keys::Purpose;
use utoipa_axum::routes;

use crate::http::{Policy, Routes, limits};

pub(super) use log_in::ticket;

const SECRET: Purpose = Purpose("second-factor");

/// Where the sealed secret belongs.
fn place(customer_id: i64) -> String {
    format!("identity_second_factors/{customer_id}")
}

pub(super) fn routes() -> Routes {
    let read = Policy::customer(limits::READ);
    // Whoever logs in may have to enroll first.
    let write = Policy::customer(limits::WRITE).answers_while_held();
    Routes::default()
        .call(
            routes!(log_in::log_in_with_second_factor),
            Policy::anyone(limits::LOG_IN).answers_while_held(),
        )
        .call(
            routes!(log_in::offer_second_step),
            Policy::anyone(limits::LOG_IN).answers_while_held(),
        )
        .call(
            routes!(log_in::log_in_with_passkey),
            Policy::anyone(limits::LOG_IN).answers_while_held(),
        )
        .call(routes!(passkeys::begin_passkey), write)
        .call(routes!(passkeys::confirm_passkey), write)
        .call(routes!(manage::list_second_factors), read)
        .call(routes!(manage::add_second_factor), write)
        .call(routes!(manage::confirm_second_factor), write)
        .call(routes!(manage::remove_second_factor), write)
        .call(routes!(manage::make_recovery_codes), write)
        .call(routes!(settings::get_staff_security), Policy::owner(limits::READ))
        .call(routes!(settings::set_staff_security), Policy::owner(limits::WRITE))
}

/// Whether a log-in of this person asks for more than the password.
pub(super) async fn is_set_up(db: &mut TenantRead, customer_id: i64) -> Result<bool, sqlx::Error> {
    let factors = store::factors(db, customer_id).await?;
    Ok(factors.iter().any(|factor| factor.confirmed_at.is_some()))
}

/// Lets the password alone do again: the account has another holder, or none.
pub(super) async fn forget(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    store::delete_all(db, customer_id).await
}

/// Log-ins that have shown the password before it was changed are over.
pub(super) async fn end_tickets(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    store::delete_tickets(db, customer_id).await
}
