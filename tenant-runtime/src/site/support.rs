//! How customers reach the merchant, as the merchant says it.

use platform::audit::{self, Change};
use platform::http::{Answer, ApiError, Envelope, Json};
use serde_json::json;

use super::error::SiteError;
use super::{SupportContacts, rules, store};
use crate::error::Fault;
use crate::http::Person;
use crate::tenant::Tenant;

/// How customers reach the merchant
#[utoipa::path(get, path = "/admin/support", tag = "admin", responses((status = 200, body = Envelope<SupportContacts>)))]
pub(super) async fn get_support(tenant: Tenant) -> Result<Answer<SupportContacts>, ApiError> {
    let mut db = tenant.read().await?;
    let contacts = store::support_contacts(&mut db).await?;
    Ok(Answer(contacts.ok_or(Fault::Incomplete("merchant"))?))
}

/// Say how customers reach the merchant
#[utoipa::path(put, path = "/admin/support", tag = "admin", request_body = SupportContacts,
    responses((status = 200, body = Envelope<SupportContacts>)))]
pub(super) async fn set_support(
    tenant: Tenant,
    person: Person,
    Json(entered): Json<SupportContacts>,
) -> Result<Answer<SupportContacts>, ApiError> {
    Ok(Answer(set(&tenant, &person, &entered).await?))
}

async fn set(tenant: &Tenant, person: &Person, entered: &SupportContacts) -> Result<SupportContacts, SiteError> {
    let contacts = rules::check_support(entered)?;
    let mut db = tenant.write().await?;
    let before = store::support_contacts(&mut db).await?;
    store::set_support_contacts(&mut db, &contacts).await?;
    let change = Change::between(json!(before), json!(contacts));
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
    db.commit().await?;
    Ok(contacts)
}
