use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use serde::Serialize;
use utoipa::ToSchema;

use super::SurveyQuestion;

pub(super) async fn insert_version(db: &mut TenantWrite, questions: &[String], now: i64) -> Result<(), sqlx::Error> {
    let version = sqlx::query_scalar!(
        r#"INSERT INTO survey_versions (created_at) VALUES (?) RETURNING id AS "id!""#,
        now
    )
    .fetch_one(db.conn())
    .await?;
    for (position, question) in (1_i64..).zip(questions) {
        sqlx::query!(
            "INSERT INTO survey_questions (version_id, position, question) VALUES (?, ?, ?)",
            version,
            position,
            question
        )
        .execute(db.conn())
        .await?;
    }
    Ok(())
}

/// What is asked now, in its order.
pub(super) async fn questions(db: &mut TenantRead) -> Result<Vec<SurveyQuestion>, sqlx::Error> {
    sqlx::query_as!(
        SurveyQuestion,
        r#"SELECT id AS survey_question_id, question FROM survey_questions
           WHERE version_id = (SELECT MAX(id) FROM survey_versions) ORDER BY position"#
    )
    .fetch_all(db.conn())
    .await
}

/// The ids of what is asked now.
pub(super) async fn asked(db: &mut TenantRead) -> Result<Vec<i64>, sqlx::Error> {
    let questions = questions(db).await?;
    Ok(questions
        .into_iter()
        .map(|question| question.survey_question_id)
        .collect())
}

/// The ids of what was asked together with a question; none, if there is no such question.
pub(super) async fn asked_with(db: &mut TenantRead, question_id: i64) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM survey_questions
           WHERE version_id = (SELECT version_id FROM survey_questions WHERE id = ?)"#,
        question_id
    )
    .fetch_all(db.conn())
    .await
}

pub(super) async fn insert_response(db: &mut TenantWrite, customer_id: i64, now: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"INSERT INTO survey_responses (customer_id, created_at) VALUES (?, ?) RETURNING id AS "id!""#,
        customer_id,
        now
    )
    .fetch_one(db.conn())
    .await
}

pub(super) async fn insert_answer(
    db: &mut TenantWrite,
    response_id: i64,
    question_id: i64,
    answer: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO survey_answers (response_id, question_id, answer) VALUES (?, ?, ?)",
        response_id,
        question_id,
        answer
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// An answer that a customer gave.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SurveyResponse)]
pub struct Response {
    #[schema(value_type = String, format = DateTime)]
    pub answered_at: Timestamp,
    pub question: String,
    pub answer: String,
}

/// All that a customer ever answered, the oldest first.
///
/// # Errors
/// When the database refuses.
pub async fn responses_of(db: &mut TenantRead, customer_id: i64) -> Result<Vec<Response>, sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT r.created_at, q.question, a.answer FROM survey_responses r
         JOIN survey_answers a ON a.response_id = r.id JOIN survey_questions q ON q.id = a.question_id
         WHERE r.customer_id = ? ORDER BY r.id, q.position",
        customer_id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Response {
                answered_at: Timestamp::from_millisecond(row.created_at)
                    .map_err(|error| sqlx::Error::Decode(error.into()))?,
                question: row.question,
                answer: row.answer,
            })
        })
        .collect()
}

/// Erases what a customer answered whose account is deleted: the texts may tell who it was.
///
/// # Errors
/// When the database refuses.
pub async fn forget(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM survey_responses WHERE customer_id = ?", customer_id)
        .execute(db.conn())
        .await?;
    Ok(())
}
