use jiff::Timestamp;
use platform::causes::undecodable;
use platform::db::{TenantRead, TenantWrite};
use serde::Serialize;
use utoipa::ToSchema;

use super::{QuestionEntry, SurveyQuestion};

pub(super) async fn insert_version(
    db: &mut TenantWrite,
    questions: &[QuestionEntry],
    now: i64,
) -> Result<(), sqlx::Error> {
    let version = sqlx::query_scalar!(
        r#"INSERT INTO survey_versions (created_at) VALUES (?) RETURNING id AS "id!""#,
        now
    )
    .fetch_one(db.conn())
    .await?;
    for (position, entry) in (1_i64..).zip(questions) {
        let kind: &str = entry.kind.into();
        let choices = serde_json::to_string(&entry.choices).map_err(|error| sqlx::Error::Encode(error.into()))?;
        sqlx::query!(
            "INSERT INTO survey_questions (version_id, position, question, kind, choices) VALUES (?, ?, ?, ?, ?)",
            version,
            position,
            entry.question,
            kind,
            choices
        )
        .execute(db.conn())
        .await?;
    }
    Ok(())
}

struct QuestionRow {
    id: i64,
    question: String,
    kind: String,
    choices: String,
}

impl TryFrom<QuestionRow> for SurveyQuestion {
    type Error = sqlx::Error;

    fn try_from(row: QuestionRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            survey_question_id: row.id,
            question: row.question,
            kind: row
                .kind
                .parse()
                .map_err(|error: strum::ParseError| sqlx::Error::Decode(error.to_string().into()))?,
            choices: serde_json::from_str(&row.choices).map_err(undecodable)?,
        })
    }
}

/// Current questions, in order.
pub(super) async fn questions(db: &mut TenantRead) -> Result<Vec<SurveyQuestion>, sqlx::Error> {
    let newest = sqlx::query_scalar!(r#"SELECT MAX(id) AS "id: i64" FROM survey_versions"#)
        .fetch_one(db.conn())
        .await?;
    match newest {
        Some(version) => questions_of(db, version).await,
        None => Ok(Vec::new()),
    }
}

/// Questions of a version, in order.
pub(super) async fn questions_of(db: &mut TenantRead, version_id: i64) -> Result<Vec<SurveyQuestion>, sqlx::Error> {
    let rows = sqlx::query_as!(
        QuestionRow,
        r#"SELECT id AS "id!", question, kind, choices FROM survey_questions WHERE version_id = ? ORDER BY position"#,
        version_id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Questions of the same version as a question; none if it doesn't exist.
pub(super) async fn asked_with(db: &mut TenantRead, question_id: i64) -> Result<Vec<SurveyQuestion>, sqlx::Error> {
    let version = sqlx::query_scalar!("SELECT version_id FROM survey_questions WHERE id = ?", question_id)
        .fetch_optional(db.conn())
        .await?;
    match version {
        Some(version) => questions_of(db, version).await,
        None => Ok(Vec::new()),
    }
}

pub(super) struct VersionRow {
    pub(super) id: i64,
    pub(super) created_at: Timestamp,
    pub(super) responses: i64,
}

/// Up to `limit` versions, newest first. With `before`, only those before that version.
pub(super) async fn versions(
    db: &mut TenantRead,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<VersionRow>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT v.id AS "id!", v.created_at,
             (SELECT COUNT(DISTINCT a.response_id) FROM survey_answers a JOIN survey_questions q ON q.id = a.question_id
              WHERE q.version_id = v.id) AS "responses!: i64"
           FROM survey_versions v WHERE ?1 IS NULL OR v.id < ?1 ORDER BY v.id DESC LIMIT ?2"#,
        before,
        limit
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(VersionRow {
                id: row.id,
                created_at: Timestamp::from_millisecond(row.created_at)
                    .map_err(|error| sqlx::Error::Decode(error.into()))?,
                responses: row.responses,
            })
        })
        .collect()
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

/// Customer's answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SurveyResponse)]
pub struct Response {
    #[schema(value_type = String, format = DateTime)]
    pub answered_at: Timestamp,
    pub question: String,
    pub answer: String,
}

/// All answers of a customer, oldest first.
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

/// Erases the answers of a deleted account, because texts may reveal the person.
pub async fn forget(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM survey_responses WHERE customer_id = ?", customer_id)
        .execute(db.conn())
        .await?;
    Ok(())
}
