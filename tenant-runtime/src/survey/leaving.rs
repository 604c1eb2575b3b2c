use platform::http::{Answer, ApiError, Envelope};

use super::{SurveyQuestion, store};
use crate::tenant::Tenant;

/// Get the cancellation survey
///
/// Empty if there are no questions.
#[utoipa::path(get, path = "/survey/leaving", tag = "survey", responses((status = 200, body = Envelope<Vec<SurveyQuestion>>)))]
pub(super) async fn list_leaving_questions(tenant: Tenant) -> Result<Answer<Vec<SurveyQuestion>>, ApiError> {
    Ok(Answer(store::questions(&mut tenant.read().await?).await?))
}
