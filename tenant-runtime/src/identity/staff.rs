//! Roles of a site's accounts in the merchant's team. Invitations are in `staff`.

use platform::audit::{self, Change};
use platform::db::{TenantRead, TenantWrite};
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;

use super::{IdentityError, email, recovery, referral, rules, second_factor, store};
use crate::fields::{Checked, FieldErrors};
use crate::http::Role;
use crate::tenant::{Tenant, TenantContext};

pub use store::staff::{Colleague, Holder, Newcomer};

/// The merchant's people, owners first.
pub async fn colleagues(db: &mut TenantRead) -> Result<Vec<Colleague>, sqlx::Error> {
    store::staff::colleagues(db).await
}

/// Account with an address ([`crate::fields::email_key`]).
pub async fn holder_of(db: &mut TenantRead, email_key: &str) -> Result<Option<Holder>, sqlx::Error> {
    store::staff::holder(db, email_key).await
}

/// A name as the sign-up form takes it.
///
/// # Errors
/// The message for its field.
pub fn check_name(entered: &str) -> Checked<String> {
    rules::name(entered)
}

/// A cell phone number as the sign-up form takes it; empty for none.
///
/// # Errors
/// The message for its field.
pub fn check_phone_number(entered: &str, country: &str) -> Checked<String> {
    if entered.trim().is_empty() {
        return Ok(String::new());
    }
    rules::phone_number(entered, country)
}

/// A new password of the account with the address `email`, as the sign-up form takes it, hashed.
///
/// # Errors
/// [`IdentityError::Fields`]
pub async fn hash_new_password(tenant: &Tenant, email: &str, password: SecretString) -> Result<String, IdentityError> {
    let checked = rules::password(password.expose_secret(), email);
    checked.map_err(|message| FieldErrors::from([("password".into(), message)]))?;
    Ok(tenant.hasher().hash(password).await?)
}

/// Changes a person's role; [`Role::Customer`] removes their access. Takes effect with their next request.
///
/// # Errors
/// [`IdentityError::NoAccount`], or [`IdentityError::LastOwner`] if it would leave the site without an owner.
pub async fn set_role(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    id: i64,
    role: Role,
    actor: &str,
) -> Result<(), IdentityError> {
    let before = store::account(db, id).await?.ok_or(IdentityError::NoAccount)?.role;
    if role != Role::Owner && store::is_only_owner(db, id).await? {
        return Err(IdentityError::LastOwner);
    }
    if before == role {
        return Ok(());
    }
    store::set_role(db, id, role, tenant.now().as_millisecond()).await?;
    let action = if role == Role::Customer {
        "role_withdrawn"
    } else {
        "role_granted"
    };
    let change = Change::between(json!({ "role": before }), json!({ "role": role }));
    Ok(audit::note(db, tenant.now(), actor, action, &format!("customer:{id}"), change).await?)
}

/// Creates an account for someone who proved ownership of the address.
pub async fn take_in(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    newcomer: &Newcomer<'_>,
    password_hash: &str,
) -> Result<i64, IdentityError> {
    let new = store::staff::NewColleague {
        newcomer,
        password_hash,
        referral_code: &referral::free_code(&*tenant.runtime.random, db).await?,
        now: tenant.now().as_millisecond(),
    };
    let id = store::staff::insert(db, &new).await?;
    email::confirmed(db, tenant, id).await?;
    Ok(id)
}

/// Transfers an account to a person who proved ownership of its address, with their names and password. Ends its
/// sessions.
pub async fn take_over(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    id: i64,
    newcomer: &Newcomer<'_>,
    password_hash: &str,
) -> Result<(), IdentityError> {
    second_factor::forget(db, id).await?;
    store::staff::set_details(db, id, newcomer, tenant.now().as_millisecond()).await?;
    recovery::change_password(db, tenant, id, password_hash).await?;
    Ok(email::confirmed(db, tenant, id).await?)
}
