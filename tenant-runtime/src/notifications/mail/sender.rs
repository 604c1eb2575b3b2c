//! Email sender settings, for owners.

use platform::audit::{self, Change};
use platform::http::{Answer, ApiError, Envelope, Json};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::error::MailError;
use super::rules::{self, Sender};
use super::store;
use crate::http::{Person, Version, Versioned};
use crate::tenant::Tenant;

/// Email sender with the host of its mailbox.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::notifications) struct KeptSender {
    #[serde(flatten)]
    sender: Versioned<Sender>,
    /// Part after the @.
    host: String,
}

impl KeptSender {
    fn of(tenant: &Tenant, sender: Versioned<Sender>) -> Self {
        Self {
            sender,
            host: rules::host(&tenant.origin()).to_owned(),
        }
    }
}

/// New email sender.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::notifications) struct SenderChange {
    /// Version you read, so you don't overwrite newer changes.
    version: Version,
    sender: Sender,
}

/// Get the email sender
#[utoipa::path(get, path = "/admin/mail-sender", tag = "admin", responses((status = 200, body = Envelope<KeptSender>)))]
pub(in crate::notifications) async fn get_sender(tenant: Tenant) -> Result<Answer<KeptSender>, ApiError> {
    let sender = Versioned::of(store::sender(&mut tenant.read().await?).await?)?;
    Ok(Answer(KeptSender::of(&tenant, sender)))
}

/// Update the email sender
#[utoipa::path(put, path = "/admin/mail-sender", tag = "admin", request_body = SenderChange,
    responses((status = 200, body = Envelope<KeptSender>)))]
pub(in crate::notifications) async fn set_sender(
    tenant: Tenant,
    person: Person,
    Json(change): Json<SenderChange>,
) -> Result<Answer<KeptSender>, ApiError> {
    let sender = set(&tenant, &person, &change).await?;
    Ok(Answer(KeptSender::of(&tenant, sender)))
}

async fn set(tenant: &Tenant, person: &Person, change: &SenderChange) -> Result<Versioned<Sender>, MailError> {
    let sender = rules::check_sender(&change.sender)?;
    let mut db = tenant.write().await?;
    let before = Versioned::of(store::sender(&mut db).await?)?;
    if !before.takes(&change.version, &sender)? {
        return Ok(before);
    }
    store::set_sender(&mut db, &sender).await?;
    let change = Change::between(json!(before.content), json!(sender));
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
    Ok(Versioned::of(sender)?)
}
