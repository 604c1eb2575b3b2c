use platform::audit::{self, Change};
use platform::http::{Answer, ApiError, Envelope, Json};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::error::SurveyError;
use super::{SurveyQuestion, rules, store};
use crate::http::Person;
use crate::tenant::Tenant;

/// A question as it is edited.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct QuestionEntry {
    /// At most 200 characters.
    question: String,
}

/// The questions of the survey
#[utoipa::path(get, path = "/survey/merchant", tag = "survey", responses((status = 200, body = Envelope<Vec<SurveyQuestion>>)))]
pub(super) async fn list_questions(tenant: Tenant) -> Result<Answer<Vec<SurveyQuestion>>, ApiError> {
    Ok(Answer(store::questions(&mut tenant.read().await?).await?))
}

/// Set the questions of the survey
///
/// In their order, ten at most; none ends the survey. Earlier answers stay with the questions that were asked.
#[utoipa::path(post, path = "/survey/merchant", tag = "survey", request_body = Vec<QuestionEntry>,
    responses((status = 200, body = Envelope<Vec<SurveyQuestion>>)))]
pub(super) async fn set_questions(
    tenant: Tenant,
    person: Person,
    Json(entries): Json<Vec<QuestionEntry>>,
) -> Result<Answer<Vec<SurveyQuestion>>, ApiError> {
    Ok(Answer(set(&tenant, &person, entries).await?))
}

async fn set(
    tenant: &Tenant,
    person: &Person,
    entries: Vec<QuestionEntry>,
) -> Result<Vec<SurveyQuestion>, SurveyError> {
    let entered: Vec<String> = entries.into_iter().map(|entry| entry.question).collect();
    let questions = rules::check_questions(&entered)?;
    let mut db = tenant.write().await?;
    let before: Vec<String> = store::questions(&mut db)
        .await?
        .into_iter()
        .map(|kept| kept.question)
        .collect();
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
    let set = store::questions(&mut db).await?;
    db.commit().await?;
    Ok(set)
}
