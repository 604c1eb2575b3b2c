//! Corrections of a customer's contact and vehicle by staff.

use platform::audit;
use platform::db::TenantWrite;
use platform::http::{Answer, ApiError, Envelope, Json, Path};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::subject;
use crate::domain::{self, Event};
use crate::error::Fault;
use crate::fields::{self, Notes, email_key};
use crate::http::{Person, Version};
use crate::identity::email_change::{self, Secured};
use crate::identity::rules::{self, Contact};
use crate::identity::vehicle::{self, Vehicle};
use crate::identity::{Account, IdentityError, email, same_person, store};
use crate::notifications::inbox::{self, Notice};
use crate::site;
use crate::tenant::{Tenant, TenantContext};

/// Contact details of a customer.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::identity) struct ContactBody {
    first_name: String,
    last_name: String,
    /// A new address must be confirmed through an emailed link.
    email: String,
    cell_phone_number: String,
    zip_postal_code: String,
}

/// New contact details of a customer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::identity) struct ContactChange {
    /// Version you read, so you don't overwrite newer changes.
    version: Version,
    contact: ContactBody,
}

/// New vehicle of a customer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::identity) struct VehicleChange {
    /// Version you read, so you don't overwrite newer changes.
    version: Version,
    vehicle: Vehicle,
}

/// Current versions of a customer's contact and vehicle, which a change must name.
///
/// # Errors
/// They can't be serialized.
pub fn versions(account: &Account, vehicle: Option<&Vehicle>) -> Result<(Version, Version), Fault> {
    Ok((Version::of(&kept(account))?, Version::of(&vehicle)?))
}

/// Update a customer's name, address or phone number
///
/// A new email address ends the customer's sessions and locks their card until they add it again. The earlier address gets an
/// email with a link that undoes the change within a week.
#[utoipa::path(put, path = "/admin/customers/{userId}", tag = "admin", request_body = ContactChange,
    params(("userId" = String, Path)), responses((status = 200, body = Envelope<Account>)))]
pub(in crate::identity) async fn change_contact(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
    Json(entered): Json<ContactChange>,
) -> Result<Answer<Account>, ApiError> {
    Ok(Answer(change(&tenant, &person, id, &entered).await?))
}

async fn change(tenant: &Tenant, person: &Person, id: i64, entered: &ContactChange) -> Result<Account, IdentityError> {
    let country = site::saved_config(tenant).await?.config.country.clone();
    let contact = checked(&entered.contact, &country)?;
    let key = email_key(&contact.email);
    let mut db = tenant.write().await?;
    let before = subject(&mut db, person, id).await?;
    let there = kept(&before);
    if !Version::of(&there)?.takes(&entered.version, there == contact)? {
        return Ok(before);
    }
    let moves = email_key(&before.email) != key;
    let now = tenant.now();
    if moves
        && (store::credentials(&mut db, &key).await?.is_some()
            || email_change::is_kept(&mut db, &key, Some(id), now).await?)
    {
        return Err(IdentityError::EmailTaken);
    }
    let secured = if moves {
        Some(email_change::secure(&mut db, tenant, id).await?)
    } else {
        None
    };
    store::set_contact(&mut db, id, &contact, &key, now.as_millisecond()).await?;
    if moves {
        same_person::keep_email(&mut db, tenant, id, &key).await?;
        store::unconfirm_email(&mut db, id).await?;
        email::send_confirmation(&mut db, tenant, id, &key).await?;
        inbox::notify(&mut db, id, Notice::EmailChanged, now).await?;
    }
    let changed = changed_fields(&before, &contact);
    let detail = match secured {
        Some(Secured { card }) => json!({ "fields": changed, "sessionsEnded": true, "cardLocked": card }),
        None => json!({ "fields": changed }),
    };
    note(&mut db, tenant, person, id, ("contact_changed", detail)).await?;
    let account = store::account(&mut db, id).await?;
    db.commit().await?;
    account.ok_or(IdentityError::NoAccount)
}

/// Current contact of a customer.
fn kept(account: &Account) -> Contact {
    Contact {
        first_name: account.first_name.clone(),
        last_name: account.last_name.clone(),
        email: account.email.clone(),
        cell_phone_number: account.cell_phone_number.clone(),
        zip_postal_code: account.zip_postal_code.clone(),
    }
}

fn checked(entered: &ContactBody, country: &str) -> Result<Contact, IdentityError> {
    let mut notes = Notes::default();
    let contact = Contact {
        first_name: notes.take("firstName", rules::name(&entered.first_name)),
        last_name: notes.take("lastName", rules::name(&entered.last_name)),
        email: notes.take("email", fields::email(&entered.email)),
        cell_phone_number: notes.take(
            "cellPhoneNumber",
            rules::phone_number(&entered.cell_phone_number, country),
        ),
        zip_postal_code: notes.take("zipPostalCode", rules::postal_code(&entered.zip_postal_code)),
    };
    Ok(notes.into_result(contact)?)
}

/// Names of changed fields. The values are personal, so the audit log doesn't store them.
fn changed_fields(before: &Account, now: &Contact) -> Vec<&'static str> {
    [
        ("firstName", &before.first_name, &now.first_name),
        ("lastName", &before.last_name, &now.last_name),
        ("email", &before.email, &now.email),
        ("cellPhoneNumber", &before.cell_phone_number, &now.cell_phone_number),
        ("zipPostalCode", &before.zip_postal_code, &now.zip_postal_code),
    ]
    .into_iter()
    .filter(|(_, before, now)| before != now)
    .map(|(field, ..)| field)
    .collect()
}

/// Update a customer's vehicle
///
/// The club membership applies to the new vehicle.
#[utoipa::path(put, path = "/admin/customers/{userId}/vehicle", tag = "admin", request_body = VehicleChange,
    params(("userId" = String, Path)), responses((status = 200, body = Envelope<Vehicle>)))]
pub(in crate::identity) async fn change_vehicle(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
    Json(entered): Json<VehicleChange>,
) -> Result<Answer<Vehicle>, ApiError> {
    Ok(Answer(drive(&tenant, &person, id, &entered).await?))
}

async fn drive(tenant: &Tenant, person: &Person, id: i64, entered: &VehicleChange) -> Result<Vehicle, IdentityError> {
    let vehicle = vehicle::checked(tenant, &entered.vehicle).await?;
    let mut db = tenant.write().await?;
    subject(&mut db, person, id).await?;
    let before = vehicle::load(&mut db, id).await?;
    if !Version::of(&before)?.takes(&entered.version, before.as_ref() == Some(&vehicle))? {
        return Ok(vehicle);
    }
    vehicle::put_vehicle(&mut db, tenant, id, &vehicle).await?;
    domain::publish(&mut db, tenant, Event::VehicleChanged { customer_id: id }).await?;
    note(&mut db, tenant, person, id, ("vehicle_changed", json!({}))).await?;
    db.commit().await?;
    Ok(vehicle)
}

/// Adds an audit event for a change of a customer by staff.
pub(super) async fn note(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    person: &Person,
    customer_id: i64,
    (action, detail): (&'static str, serde_json::Value),
) -> Result<(), sqlx::Error> {
    let entry = audit::Entry {
        actor: &person.actor(),
        action,
        subject: &format!("customer:{customer_id}"),
        detail,
    };
    audit::record(db, tenant.now(), entry).await
}
