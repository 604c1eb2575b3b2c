//! Policies, as the merchant edits them.

use platform::audit::{self, Change};
use platform::http::{Answer, ApiError, Envelope, Json, Path, Query};
use platform::sandbox::SandboxError;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::{PublishedText, TextKind, store};
use crate::error::Fault;
use crate::http::Person;
use crate::site::error::SiteError;
use crate::site::html::CleanHtml;
use crate::tenant::Tenant;

/// Maximum bytes of a text, several times more than the longest terms.
const LONGEST: usize = 200_000;
/// Maximum bytes of a request with a text: JSON escapes may double its size.
pub(in crate::site) const MOST_BYTES: usize = 2 * LONGEST + 1024;

const DEFAULT_LIMIT: i64 = 50;
const MOST: i64 = 200;

/// Current policies of the site.
#[derive(Serialize, ToSchema)]
pub(in crate::site) struct Texts {
    items: Vec<PublishedText>,
}

/// Page of versions, newest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::site) struct TextPage {
    items: Vec<PublishedText>,
    /// Cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

#[derive(Deserialize, IntoParams)]
pub(in crate::site) struct TextsQuery {
    /// 1 to 200; default 50.
    #[param(required = false)]
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    #[param(required = false)]
    cursor: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::site) struct EditedText {
    /// HTML. Scripts and external resources are removed.
    html: String,
    /// `textId` it was edited from.
    based_on: i64,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::site) struct DraftText {
    html: String,
}

/// Draft as customers would see it.
#[derive(Serialize, ToSchema)]
pub(in crate::site) struct CleanText {
    /// Sanitized HTML.
    html: String,
}

/// List the policies
#[utoipa::path(get, path = "/admin/texts", tag = "admin", responses((status = 200, body = Envelope<Texts>)))]
pub(in crate::site) async fn list_texts(tenant: Tenant) -> Result<Answer<Texts>, ApiError> {
    let items = store::newest(&mut tenant.read().await?).await?;
    Ok(Answer(Texts { items }))
}

/// List versions of a policy
#[utoipa::path(get, path = "/admin/texts/{textKind}", tag = "admin", params(("textKind" = TextKind, Path), TextsQuery),
    responses((status = 200, body = Envelope<TextPage>)))]
pub(in crate::site) async fn list_editions(
    tenant: Tenant,
    Path(kind): Path<TextKind>,
    Query(query): Query<TextsQuery>,
) -> Result<Answer<TextPage>, ApiError> {
    let before = query.cursor.as_deref().map(str::parse).transpose();
    let before = before.map_err(|_| ApiError::malformed("Invalid cursor."))?;
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MOST);
    // One extra row shows whether there is another page.
    let mut items = store::editions(&mut tenant.read().await?, kind, before, limit + 1).await?;
    let more = items.len() as i64 > limit;
    if more {
        items.pop();
    }
    Ok(Answer(TextPage {
        next_cursor: items.last().filter(|_| more).map(|text| text.text_id.to_string()),
        items,
    }))
}

/// Publish a policy
///
/// Takes effect immediately for new acceptances. Returns the sanitized version, or the current one if nothing changed. An
/// outdated version returns 409 `stale_revision`.
#[utoipa::path(post, path = "/admin/texts/{textKind}", tag = "admin", request_body = EditedText,
    params(("textKind" = TextKind, Path)), responses((status = 200, body = Envelope<PublishedText>)))]
pub(in crate::site) async fn publish_text(
    tenant: Tenant,
    person: Person,
    Path(kind): Path<TextKind>,
    Json(edited): Json<EditedText>,
) -> Result<Answer<PublishedText>, ApiError> {
    Ok(Answer(publish(&tenant, &person, kind, &edited).await?))
}

/// Preview a policy
///
/// Nothing is saved.
#[utoipa::path(post, path = "/admin/texts/preview", tag = "admin", request_body = DraftText,
    responses((status = 200, body = Envelope<CleanText>)))]
pub(in crate::site) async fn preview_text(
    tenant: Tenant,
    Json(draft): Json<DraftText>,
) -> Result<Answer<CleanText>, ApiError> {
    Ok(Answer(CleanText {
        html: cleaned(&tenant, &draft.html).await?,
    }))
}

async fn cleaned(tenant: &Tenant, entered: &str) -> Result<String, SiteError> {
    if entered.len() > LONGEST {
        return Err(SiteError::TextTooLong);
    }
    let html = entered.trim().to_owned();
    match tenant.sandbox().run(CleanHtml { html }).await {
        Ok(Some(clean)) => Ok(clean),
        Ok(None) | Err(SandboxError::Exhausted) => Err(SiteError::TextTooComplex),
        Err(error @ SandboxError::Unavailable(_)) => Err(Fault::internal(error).into()),
    }
}

async fn publish(
    tenant: &Tenant,
    person: &Person,
    kind: TextKind,
    edited: &EditedText,
) -> Result<PublishedText, SiteError> {
    let html = cleaned(tenant, &edited.html).await?;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let newest = store::newest(&mut db).await?;
    let newest = newest.into_iter().find(|text| text.kind == kind);
    if newest.as_ref().is_some_and(|newest| newest.text_id != edited.based_on) {
        return Err(SiteError::StaleText);
    }
    if let Some(same) = newest.filter(|newest| newest.html == html) {
        return Ok(same);
    }
    let actor = person.actor();
    let text_id = store::insert(&mut db, kind, &html, now, &actor).await?;
    let change = Change::between(json!({ "textId": edited.based_on }), json!({ "textId": text_id }));
    let name: &str = kind.into();
    audit::note(&mut db, now, &actor, "text_published", &format!("text:{name}"), change).await?;
    db.changes_public_data();
    let published = store::find(&mut db, text_id).await?;
    db.commit().await?;
    Ok(published.ok_or(Fault::Incomplete("text"))?)
}
