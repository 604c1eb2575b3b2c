//! Support contacts of the merchant.

use platform::audit::{self, Change};
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Json};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::error::SiteError;
use super::{SupportContacts, rules, store};
use crate::error::Fault;
use crate::http::{Person, Version, Versioned};
use crate::tenant::Tenant;

/// New support contacts.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SupportChange {
    /// Version you read, so you don't overwrite newer changes.
    version: Version,
    contacts: SupportContacts,
}

/// Get the support contacts
#[utoipa::path(get, path = "/admin/support", tag = "admin",
    responses((status = 200, body = Envelope<Versioned<SupportContacts>>)))]
pub(super) async fn get_support(tenant: Tenant) -> Result<Answer<Versioned<SupportContacts>>, ApiError> {
    Ok(Answer(load(&mut tenant.read().await?).await?))
}

/// Update the support contacts
#[utoipa::path(put, path = "/admin/support", tag = "admin", request_body = SupportChange,
    responses((status = 200, body = Envelope<Versioned<SupportContacts>>)))]
pub(super) async fn set_support(
    tenant: Tenant,
    person: Person,
    Json(change): Json<SupportChange>,
) -> Result<Answer<Versioned<SupportContacts>>, ApiError> {
    Ok(Answer(set(&tenant, &person, &change).await?))
}

async fn load(db: &mut TenantRead) -> Result<Versioned<SupportContacts>, Fault> {
    let contacts = store::support_contacts(db).await?;
    Versioned::of(contacts.ok_or(Fault::Incomplete("merchant"))?)
}

async fn set(
    tenant: &Tenant,
    person: &Person,
    change: &SupportChange,
) -> Result<Versioned<SupportContacts>, SiteError> {
    let contacts = rules::check_support(&change.contacts)?;
    let mut db = tenant.write().await?;
    let before = load(&mut db).await?;
    if !before.takes(&change.version, &contacts)? {
        return Ok(before);
    }
    store::set_support_contacts(&mut db, &contacts).await?;
    let change = Change::between(json!(before.content), json!(contacts));
    audit::note(
        &mut db,
        tenant.now(),
        &person.actor(),
        "support_changed",
        "support",
        change,
    )
    .await?;
    db.changes_public_data();
    let after = load(&mut db).await?;
    db.commit().await?;
    Ok(after)
}
