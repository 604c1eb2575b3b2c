//! Who the site's mails come from, as its owner says it.

use platform::audit::{self, Change};
use platform::http::{Answer, ApiError, Envelope, Json};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::error::MailError;
use super::rules::{self, Sender};
use super::store;
use crate::http::Person;
use crate::tenant::Tenant;

/// The sender, and the host that its mailbox is at.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::notifications) struct KeptSender {
    #[serde(flatten)]
    sender: Sender,
    /// After the @.
    host: String,
}

impl KeptSender {
    fn of(tenant: &Tenant, sender: Sender) -> Self {
        Self {
            sender,
            host: rules::host(&tenant.origin()).to_owned(),
        }
    }
}

/// Who the site's mails come from
#[utoipa::path(get, path = "/admin/mail-sender", tag = "admin", responses((status = 200, body = Envelope<KeptSender>)))]
pub(in crate::notifications) async fn get_sender(tenant: Tenant) -> Result<Answer<KeptSender>, ApiError> {
    let sender = store::sender(&mut tenant.read().await?).await?;
    Ok(Answer(KeptSender::of(&tenant, sender)))
}

/// Say who the site's mails come from
#[utoipa::path(put, path = "/admin/mail-sender", tag = "admin", request_body = Sender,
    responses((status = 200, body = Envelope<KeptSender>)))]
pub(in crate::notifications) async fn set_sender(
    tenant: Tenant,
    person: Person,
    Json(entered): Json<Sender>,
) -> Result<Answer<KeptSender>, ApiError> {
    let sender = set(&tenant, &person, &entered).await?;
    Ok(Answer(KeptSender::of(&tenant, sender)))
}

async fn set(tenant: &Tenant, person: &Person, entered: &Sender) -> Result<Sender, MailError> {
    let sender = rules::check_sender(entered)?;
    let mut db = tenant.write().await?;
    let before = store::sender(&mut db).await?;
    store::set_sender(&mut db, &sender).await?;
    let change = Change::between(json!(before), json!(sender));
    audit::note(
        &mut db,
        tenant.now(),
        &person.actor(),
        "mail_sender_changed",
        "mail-sender",
        change,
    )
    .await?;
    db.commit().await?;
    Ok(sender)
}
