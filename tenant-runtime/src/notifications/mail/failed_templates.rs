//! Custom templates that failed for a recipient, who got the default email. The team sees them under *Needs attention* until
//! they save or reset the template.

use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope};

use super::failures::{FailedTemplate, Failure};
use super::{Mail, store};
use crate::error::Fault;
use crate::tenant::Tenant;

/// List custom email templates that failed, latest first
///
/// Recipients got the default email instead. A template is listed until you save or reset it.
#[utoipa::path(get, path = "/admin/failed-mail-templates", tag = "admin",
    responses((status = 200, body = Envelope<Vec<FailedTemplate>>)))]
pub(in crate::notifications) async fn list_failed_mail_templates(
    tenant: Tenant,
) -> Result<Answer<Vec<FailedTemplate>>, ApiError> {
    Ok(Answer(store::failed_templates(&mut tenant.read().await?).await?))
}

/// Number of templates that failed.
pub async fn count(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    store::count_failed_templates(db).await
}

/// Records that the template of `mail` wasn't used.
pub(super) async fn record(tenant: &Tenant, mail: &Mail<'_>, failure: &Failure) -> Result<(), Fault> {
    let language = mail.formats.locale().language().tag();
    let mut db = tenant.write().await?;
    store::insert_failed_template(&mut db, (mail.kind, language), failure, tenant.now()).await?;
    Ok(db.commit().await?)
}

/// Removes the record of a template that was saved or reset.
pub(super) async fn forget(db: &mut TenantWrite, kind: &str, language: &str) -> Result<(), sqlx::Error> {
    store::delete_failed_template(db, kind, language).await
}
