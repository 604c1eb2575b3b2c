//! Versions of an email template: their list, and saving a new one.

use jiff::Timestamp;
use platform::audit::{self, Change};
use platform::http::{Answer, ApiError, Envelope, Path, Query};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::{Chosen, EditableMail, EditedMail, MailDraft, MailParts, in_place_of};
use crate::http::Person;
use crate::notifications::mail::error::MailError;
use crate::notifications::mail::{failed_templates, sample, store};
use crate::tenant::Tenant;

const DEFAULT_LIMIT: i64 = 20;
const MOST: i64 = 100;

/// Version of an email template.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::notifications) struct MailVersion {
    version_id: i64,
    parts: MailParts,
    /// Whether it equals the default template.
    is_built_in: bool,
    #[schema(value_type = String, format = DateTime)]
    saved_at: Timestamp,
    /// `customer:<id>` for a team member; `manifest` for the initial version.
    saved_by: String,
}

/// Page of versions, newest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::notifications) struct MailVersionPage {
    items: Vec<MailVersion>,
    /// Cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

#[derive(Deserialize, IntoParams)]
pub(in crate::notifications) struct VersionsQuery {
    /// 1 to 100; default 20.
    #[param(required = false)]
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    #[param(required = false)]
    cursor: Option<String>,
}

/// List versions of an email template
#[utoipa::path(get, path = "/admin/mails/{mailKind}/{language}/versions", tag = "admin",
    params(("mailKind" = String, Path), ("language" = String, Path), VersionsQuery),
    responses((status = 200, body = Envelope<MailVersionPage>)))]
pub(in crate::notifications) async fn list_mail_versions(
    tenant: Tenant,
    Path((kind, language)): Path<(String, String)>,
    Query(query): Query<VersionsQuery>,
) -> Result<Answer<MailVersionPage>, ApiError> {
    let before = query.cursor.as_deref().map(str::parse).transpose();
    let before = before.map_err(|_| ApiError::malformed("Invalid cursor."))?;
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MOST);
    let chosen = Chosen::find(&tenant, &kind, &language).await?;
    let (kind, language) = (chosen.kind, chosen.spoken.language.tag());
    // One extra row shows whether there is another page.
    let mut rows = store::versions(&mut tenant.read().await?, kind, language, before, limit + 1).await?;
    let more = rows.len() as i64 > limit;
    if more {
        rows.pop();
    }
    let built_in = chosen.built_in();
    Ok(Answer(MailVersionPage {
        next_cursor: rows.last().filter(|_| more).map(|row| row.id.to_string()),
        items: rows.into_iter().map(|row| version(row, &built_in)).collect(),
    }))
}

fn version(row: store::VersionRow, built_in: &MailParts) -> MailVersion {
    MailVersion {
        version_id: row.id,
        is_built_in: row.parts == store::OwnParts::default(),
        parts: in_place_of(built_in, row.parts),
        saved_at: row.saved_at,
        saved_by: row.saved_by,
    }
}

pub(super) async fn save(
    tenant: &Tenant,
    person: &Person,
    chosen: &Chosen,
    edited: EditedMail,
) -> Result<EditableMail, MailError> {
    let based_on = edited.based_on;
    let draft = MailDraft::from(edited);
    chosen.rendered(tenant, &draft, sample::FIRST_NAME).await?;
    let parts = draft.parts(&chosen.built_in());
    put(tenant, person, chosen, parts, Some(based_on)).await
}

pub(super) async fn reset(tenant: &Tenant, person: &Person, chosen: &Chosen) -> Result<EditableMail, MailError> {
    put(tenant, person, chosen, store::OwnParts::default(), None).await
}

/// Makes `parts` the current version if they differ, and keeps both versions. `based_on`: expected current version.
async fn put(
    tenant: &Tenant,
    person: &Person,
    chosen: &Chosen,
    parts: store::OwnParts,
    based_on: Option<i64>,
) -> Result<EditableMail, MailError> {
    let (kind, language, now) = (chosen.kind, chosen.spoken.language.tag(), tenant.now());
    let mut db = tenant.write().await?;
    let newest = store::newest_version(&mut db, kind, language).await?;
    if based_on.is_some_and(|based_on| based_on != newest.unwrap_or(0)) {
        return Err(MailError::StaleMail);
    }
    let own = store::templates(&mut db, kind).await?;
    let before = chosen.own_parts(&own);
    if before != parts {
        if newest.is_none() && before != store::OwnParts::default() {
            store::insert_version(&mut db, (kind, language), &before, now, "manifest").await?;
        }
        for template in own.iter().filter(|template| chosen.is_part(template)) {
            store::delete_template(&mut db, &template.name).await?;
        }
        for template in chosen.templates(&parts) {
            store::set_template(&mut db, &template).await?;
        }
        let actor = person.actor();
        let version_id = store::insert_version(&mut db, (kind, language), &parts, now, &actor).await?;
        let change = Change::between(json!({ "versionId": newest }), json!({ "versionId": version_id }));
        let subject = format!("mail:{kind}/{language}");
        audit::note(&mut db, now, &actor, "mail_changed", &subject, change).await?;
    }
    failed_templates::forget(&mut db, kind, language).await?;
    let editable = chosen.editable(tenant, &mut db).await?;
    db.commit().await?;
    Ok(editable)
}
