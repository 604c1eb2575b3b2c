use platform::audit::{self, Change};
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Json};
use platform::jobs;
use serde_json::json;

use crate::error::Fault;
use crate::http::Person;
use crate::loyalty::award::NextAward;
use crate::loyalty::error::LoyaltyError;
use crate::loyalty::rules::{self, LoyaltySettings};
use crate::loyalty::{settings, store};
use crate::site;
use crate::tenant::Tenant;

/// What is decided about points
#[utoipa::path(get, path = "/loyalty/settings", tag = "loyalty", responses((status = 200, body = Envelope<LoyaltySettings>)))]
pub(in crate::loyalty) async fn get_settings(tenant: Tenant) -> Result<Answer<LoyaltySettings>, ApiError> {
    let settings = settings::in_force(&tenant).await?.as_ref().clone();
    Ok(Answer(with_referral_points(&mut tenant.read().await?, settings).await?))
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

/// What a referral is worth is said with the site's public information, and decided with the rest.
async fn with_referral_points(db: &mut TenantRead, settings: LoyaltySettings) -> Result<LoyaltySettings, sqlx::Error> {
    Ok(LoyaltySettings {
        referral_points: Some(site::referral_points(db).await?),
        ..settings
    })
}

async fn set(tenant: &Tenant, person: &Person, entered: LoyaltySettings) -> Result<LoyaltySettings, LoyaltyError> {
    let mut settings = rules::check_settings(entered)?;
    let referral_points = settings.referral_points.take();
    let before = settings::in_force(tenant).await?.as_ref().clone();
    let kept = serde_json::to_string(&settings).map_err(Fault::internal)?;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let before = with_referral_points(&mut db, before).await?;
    store::set_settings(&mut db, &kept).await?;
    if let Some(points) = referral_points {
        site::set_referral_points(&mut db, points).await?;
    }
    let settings = with_referral_points(&mut db, settings).await?;
    // A lower goal may be reached already. What is committed by then counts for the job.
    for customer_id in store::with_points(&mut db, settings.point_goal).await? {
        jobs::enqueue(&mut db, now, now, &NextAward { customer_id }).await?;
    }
    let change = Change::between(json!(before), json!(settings));
    audit::note(&mut db, now, &person.actor(), "loyalty_changed", "loyalty", change).await?;
    db.changes_public_data();
    db.commit().await?;
    Ok(settings)
}
