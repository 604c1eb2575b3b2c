//! What customers are asked when they leave a club (docs/RULES.md#survey).

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
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::http::{Policy, Routes, limits};

/// A question of the survey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SurveyQuestion {
    survey_question_id: i64,
    /// As the merchant wrote it.
    question: String,
}

/// What a customer answers to one question.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub struct SurveyAnswer {
    question_id: i64,
    /// At most 1000 characters.
    customer_response: String,
}

pub fn routes() -> Routes {
    Routes::default()
        .call(routes!(leaving::list_leaving_questions), Policy::customer(limits::READ))
        .call(routes!(submit::submit_response), Policy::customer(limits::WRITE))
        .call(routes!(merchant::list_questions), Policy::attendant(limits::READ))
        .call(routes!(merchant::set_questions), Policy::manager(limits::WRITE))
}

/// Writes the declared questions, which [`check_questions`] has taken, into an empty site.
///
/// # Errors
/// When the database refuses.
pub async fn provision(db: &mut TenantWrite, now: Timestamp, questions: &[String]) -> Result<(), sqlx::Error> {
    store::insert_version(db, questions, now.as_millisecond()).await
}
