use platform::http::{Answer, ApiError, Envelope, Json};

use super::error::SurveyError;
use super::{SurveyAnswer, rules, store};
use crate::http::Person;
use crate::tenant::Tenant;

/// Submit survey answers
///
/// Answer every question with text. Answers to recently replaced questions are accepted.
#[utoipa::path(post, path = "/survey/submit-response", tag = "survey", request_body = Vec<SurveyAnswer>,
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn submit_response(
    tenant: Tenant,
    person: Person,
    Json(answers): Json<Vec<SurveyAnswer>>,
) -> Result<Answer<bool>, ApiError> {
    Ok(Answer(submit(&tenant, person.id, &answers).await?))
}

async fn submit(tenant: &Tenant, customer_id: i64, answers: &[SurveyAnswer]) -> Result<bool, SurveyError> {
    let mut db = tenant.write().await?;
    let asked = match answers.first() {
        Some(first) => store::asked_with(&mut db, first.question_id).await?,
        None => store::questions(&mut db).await?,
    };
    let texts = rules::check_answers(&asked, answers)?;
    let response = store::insert_response(&mut db, customer_id, tenant.now().as_millisecond()).await?;
    for (answer, text) in answers.iter().zip(texts) {
        store::insert_answer(&mut db, response, answer.question_id, &text).await?;
    }
    db.commit().await?;
    Ok(true)
}
