//! Accounts created by the installation: a merchant's first owner and the people of a demo.

use secrecy::{ExposeSecret, SecretString};

use super::rules::{self, Entries};
use super::{IdentityError, email, referral, same_person, staff, store};
use crate::fields::email_key;
use crate::http::Role;
use crate::site;
use crate::tenant::Tenant;

/// The user of such an account. The rules are those of the sign-up form.
pub struct NewPerson<'a> {
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub email: &'a str,
    pub birthday_month: i64,
    pub birthday_day: i64,
    pub zip_postal_code: &'a str,
    pub cell_phone_number: &'a str,
    pub password: SecretString,
    pub role: Role,
}

/// Creates a user with a confirmed address and returns their ID. If the address is in use, returns the unchanged user's
/// ID. `actor` is for the audit log.
///
/// # Errors
/// [`IdentityError::Fields`] if a field is invalid.
pub async fn enroll(tenant: &Tenant, person: NewPerson<'_>, actor: &str) -> Result<i64, IdentityError> {
    let entries = Entries {
        first_name: person.first_name,
        last_name: person.last_name,
        email: person.email,
        birthday_month: Some(person.birthday_month),
        birthday_day: Some(person.birthday_day),
        zip_postal_code: person.zip_postal_code,
        cell_phone_number: person.cell_phone_number,
        referral_code: None,
        password: person.password.expose_secret(),
    };
    let country = site::saved_config(tenant).await?.config.country.clone();
    let profile = rules::check(entries, &country)?;
    let hash = tenant.hasher().hash(person.password).await?;

    let mut db = tenant.write().await?;
    let email_key = email_key(&profile.email);
    if let Some(known) = store::credentials(&mut db, &email_key).await? {
        return Ok(known.id);
    }
    let now = tenant.now();
    let new = store::NewCustomer {
        profile: &profile,
        email_key: &email_key,
        password_hash: &hash,
        opt_in_to_marketing: false,
        referral_code: &referral::free_code(&*tenant.runtime.random, &mut db).await?,
        referred_by: None,
        now: now.as_millisecond(),
    };
    let id = store::insert_customer(&mut db, &new).await?;
    same_person::keep_email(&mut db, tenant, id, &email_key).await?;
    email::confirmed(&mut db, tenant, id).await?;
    staff::set_role(&mut db, tenant, id, person.role, actor).await?;
    db.commit().await?;
    Ok(id)
}
