//! Cancellation survey for members (docs/RULES.md#survey).

mod error;
mod leaving;
mod merchant;
mod rules;
mod store;
mod submit;

pub use rules::check_questions;
pub use store::{Response, forget, responses_of};

use jiff::Timestamp;
use platform::db::TenantWrite;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use crate::http::{Policy, Routes, Version, limits, routes};

/// Survey question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SurveyQuestion {
    survey_question_id: i64,
    /// Text of the question.
    question: String,
    kind: QuestionKind,
    /// Options of a multiple-choice question.
    choices: Vec<String>,
}

/// Answer type of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum QuestionKind {
    /// As text.
    #[default]
    Text,
    /// With one of its choices.
    Choice,
    /// With a rating from 1 to 5.
    Rating,
}

/// Survey question to save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QuestionEntry {
    #[schema(min_length = 1, max_length = 200)]
    question: String,
    #[serde(default)]
    #[schema(required = false)]
    kind: QuestionKind,
    /// At least two different options for multiple choice; otherwise none.
    #[serde(default)]
    #[schema(required = false, max_items = 8, min_length = 1, max_length = 80)]
    choices: Vec<String>,
}

impl From<SurveyQuestion> for QuestionEntry {
    fn from(asked: SurveyQuestion) -> Self {
        Self {
            question: asked.question,
            kind: asked.kind,
            choices: asked.choices,
        }
    }
}

impl QuestionEntry {
    /// A question answered with text.
    pub fn in_words(question: &str) -> Self {
        Self {
            question: question.to_owned(),
            kind: QuestionKind::Text,
            choices: Vec::new(),
        }
    }
}

/// New survey questions.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SurveyChange {
    /// Version you read, so you don't overwrite newer changes.
    version: Version,
    /// Questions in order.
    #[schema(max_items = 10)]
    questions: Vec<QuestionEntry>,
}

/// Customer's answer to a question.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub struct SurveyAnswer {
    question_id: i64,
    /// At most 1000 characters: text, one of the options, or a rating from 1 to 5.
    customer_response: String,
}

pub fn routes() -> Routes {
    Routes::default()
        .call(
            routes!(leaving::list_leaving_questions),
            Policy::customer(limits::READ).answers_while_closed(),
        )
        .call(
            routes!(submit::submit_response),
            Policy::customer(limits::WRITE).answers_while_closed(),
        )
        .call(routes!(merchant::get_survey), Policy::attendant(limits::READ))
        .call(routes!(merchant::list_versions), Policy::manager(limits::READ))
        .call(routes!(merchant::set_questions), Policy::manager(limits::WRITE))
}

/// Stores the declared questions, validated by [`check_questions`], in an empty site.
pub async fn provision(db: &mut TenantWrite, now: Timestamp, questions: &[QuestionEntry]) -> Result<(), sqlx::Error> {
    store::insert_version(db, questions, now.as_millisecond()).await
}
