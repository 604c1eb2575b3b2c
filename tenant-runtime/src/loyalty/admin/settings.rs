use platform::audit::{self, Change};
use platform::http::{Answer, ApiError, Envelope, Json};
use platform::jobs;
use serde_json::json;

use crate::error::Fault;
use crate::http::Person;
use crate::loyalty::award::NextAward;
use crate::loyalty::error::LoyaltyError;
use crate::loyalty::rules::{self, LoyaltySettings};
use crate::loyalty::{settings, store};
use crate::tenant::Tenant;

/// What is decided about points
#[utoipa::path(get, path = "/loyalty/settings", tag = "loyalty", responses((status = 200, body = Envelope<LoyaltySettings>)))]
pub(in crate::loyalty) async fn get_settings(tenant: Tenant) -> Result<Answer<LoyaltySettings>, ApiError> {
    Ok(Answer(settings::in_force(&tenant).await?.as_ref().clone()))
}

/// Decide about points
///
/// For purchases from now on: points that were given stay.
#[utoipa::path(post, path = "/loyalty/settings", tag = "loyalty", request_body = LoyaltySettings,
    responses((status = 200, body = Envelope<LoyaltySettings>)))]
pub(in crate::loyalty) async fn set_settings(
    tenant: Tenant,
    person: Person,
    Json(entered): Json<LoyaltySettings>,
) -> Result<Answer<LoyaltySettings>, ApiError> {
    Ok(Answer(set(&tenant, &person, entered).await?))
}

async fn set(tenant: &Tenant, person: &Person, entered: LoyaltySettings) -> Result<LoyaltySettings, LoyaltyError> {
    let settings = rules::check_settings(entered)?;
    let before = settings::in_force(tenant).await?;
    let kept = serde_json::to_string(&settings).map_err(Fault::internal)?;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    store::set_settings(&mut db, &kept).await?;
    // A lower goal may be reached already. What is committed by then counts for the job.
    for customer_id in store::with_points(&mut db, settings.point_goal).await? {
        jobs::enqueue(&mut db, now, now, &NextAward { customer_id }).await?;
    }
    let change = Change::between(json!(*before), json!(settings));
    audit::note(&mut db, now, &person.actor(), "loyalty_changed", "loyalty", change).await?;
    db.changes_public_data();
    db.commit().await?;
    Ok(settings)
}
