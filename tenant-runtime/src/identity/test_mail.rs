//! Test email to the logged-in editor.

use platform::audit::{self, Change, Filter};
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Json, Path};

use super::{IdentityError, store};
use crate::fields::email_key;
use crate::http::Person;
use crate::notifications::allowance::{self, Asked};
use crate::notifications::mail::{self, MailDraft};
use crate::tenant::Tenant;

/// Send a test email
///
/// Sent to the caller with sample data. Nothing is saved.
#[utoipa::path(post, path = "/admin/mails/{mailKind}/{language}/test", tag = "admin", request_body = MailDraft,
    params(("mailKind" = String, Path), ("language" = String, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn send_test_mail(
    tenant: Tenant,
    person: Person,
    Path((kind, language)): Path<(String, String)>,
    Json(draft): Json<MailDraft>,
) -> Result<Answer<bool>, ApiError> {
    let account = store::account(&mut tenant.read().await?, person.id).await?;
    let account = account.ok_or(IdentityError::NoAccount)?;
    let mut db = tenant.write().await?;
    allowance::take(&mut db, &tenant, Asked::Test, &email_key(&account.email))
        .await?
        .map_err(IdentityError::from)?;
    db.commit().await?;
    let to = (account.email.as_str(), account.first_name.as_str());
    mail::send_sample(&tenant, (&kind, &language), &draft, to).await?;
    let mut db = tenant.write().await?;
    let change = Change::default();
    let subject = format!("mail:{kind}");
    audit::note(&mut db, tenant.now(), &person.actor(), TRIED, &subject, change).await?;
    db.commit().await?;
    Ok(Answer(true))
}

/// Action in the audit log.
const TRIED: &str = "mail_tested";

/// Whether a team member has sent a test email.
pub async fn has_tried_mail(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    let tries = Filter {
        action: Some(TRIED.to_owned()),
        ..Filter::default()
    };
    Ok(audit::count(db, &tries).await? > 0)
}
