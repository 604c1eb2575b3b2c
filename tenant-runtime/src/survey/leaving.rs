use platform::http::{Answer, ApiError, Envelope};

use super::{SurveyQuestion, store};
use crate::tenant::Tenant;

/// What is asked of who leaves a club
///
/// Empty where the merchant asks nothing.
#[utoipa::path(get, path = "/survey/leaving", tag = "survey", responses((status = 200, body = Envelope<Vec<SurveyQuestion>>)))]
pub(super) async fn list_leaving_questions(tenant: Tenant) -> Result<Answer<Vec<SurveyQuestion>>, ApiError> {
    Ok(Answer(store::questions(&mut tenant.read().await?).await?))
}
