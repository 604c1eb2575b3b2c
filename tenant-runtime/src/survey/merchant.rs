use jiff::Timestamp;
use platform::audit::{self, Change};
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Json, Query};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::error::SurveyError;
use super::{QuestionEntry, SurveyChange, SurveyQuestion, rules, store};
use crate::error::Fault;
use crate::http::{Person, Version};
use crate::tenant::Tenant;

#[derive(Deserialize, IntoParams)]
pub(super) struct VersionsQuery {
    /// 1 to 50; default 10.
    #[param(required = false)]
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    #[param(required = false)]
    cursor: Option<String>,
}

/// Current survey.
#[derive(Serialize, ToSchema)]
pub(super) struct Survey {
    /// Changes when the questions change.
    version: Version,
    /// Questions in order.
    questions: Vec<SurveyQuestion>,
}

/// Survey questions from a given time on.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SurveyVersion {
    version_id: i64,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    questions: Vec<SurveyQuestion>,
    /// Number of customers who answered.
    responses: i64,
}

/// Page of versions, newest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SurveyVersionPage {
    items: Vec<SurveyVersion>,
    /// Cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

const DEFAULT_LIMIT: i64 = 10;
const MOST: i64 = 50;

/// Get the survey questions
#[utoipa::path(get, path = "/survey/merchant", tag = "survey", responses((status = 200, body = Envelope<Survey>)))]
pub(super) async fn get_survey(tenant: Tenant) -> Result<Answer<Survey>, ApiError> {
    Ok(Answer(load(&mut tenant.read().await?).await?))
}

/// List versions of the survey
#[utoipa::path(get, path = "/survey/merchant/versions", tag = "survey", params(VersionsQuery),
    responses((status = 200, body = Envelope<SurveyVersionPage>)))]
pub(super) async fn list_versions(
    tenant: Tenant,
    Query(query): Query<VersionsQuery>,
) -> Result<Answer<SurveyVersionPage>, ApiError> {
    let before = query.cursor.as_deref().map(str::parse).transpose();
    let before = before.map_err(|_| ApiError::malformed("Invalid cursor."))?;
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MOST);
    let mut db = tenant.read().await?;
    // One extra row shows whether there is another page.
    let mut rows = store::versions(&mut db, before, limit + 1).await?;
    let more = rows.len() as i64 > limit;
    if more {
        rows.pop();
    }
    let next_cursor = rows.last().filter(|_| more).map(|row| row.id.to_string());
    let mut items = Vec::with_capacity(rows.len());
    for row in rows {
        items.push(SurveyVersion {
            version_id: row.id,
            created_at: row.created_at,
            questions: store::questions_of(&mut db, row.id).await?,
            responses: row.responses,
        });
    }
    Ok(Answer(SurveyVersionPage { items, next_cursor }))
}

/// Update the survey questions
///
/// An empty list turns the survey off. Past answers keep their questions.
#[utoipa::path(post, path = "/survey/merchant", tag = "survey", request_body = SurveyChange,
    responses((status = 200, body = Envelope<Survey>)))]
pub(super) async fn set_questions(
    tenant: Tenant,
    person: Person,
    Json(change): Json<SurveyChange>,
) -> Result<Answer<Survey>, ApiError> {
    Ok(Answer(set(&tenant, &person, &change).await?))
}

async fn load(db: &mut TenantRead) -> Result<Survey, Fault> {
    let questions = store::questions(db).await?;
    Ok(Survey {
        version: Version::of(&questions)?,
        questions,
    })
}

async fn set(tenant: &Tenant, person: &Person, change: &SurveyChange) -> Result<Survey, SurveyError> {
    let questions = rules::check_questions(&change.questions)?;
    let mut db = tenant.write().await?;
    let asked = load(&mut db).await?;
    let before: Vec<QuestionEntry> = asked.questions.iter().cloned().map(Into::into).collect();
    if !asked.version.takes(&change.version, before == questions)? {
        return Ok(asked);
    }
    store::insert_version(&mut db, &questions, tenant.now().as_millisecond()).await?;
    let change = Change::between(json!({ "questions": before }), json!({ "questions": questions }));
    audit::note(
        &mut db,
        tenant.now(),
        &person.actor(),
        "survey_changed",
        "survey",
        change,
    )
    .await?;
    let after = load(&mut db).await?;
    db.commit().await?;
    Ok(after)
}
