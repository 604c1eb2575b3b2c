use platform::audit::{self, Change};
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Json};
use platform::jobs;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::error::Fault;
use crate::http::{Person, Version, Versioned};
use crate::loyalty::award::NextAward;
use crate::loyalty::error::LoyaltyError;
use crate::loyalty::rules::{self, LoyaltySettings};
use crate::loyalty::{settings, store};
use crate::site;
use crate::tenant::Tenant;

/// New loyalty settings.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::loyalty) struct LoyaltyChange {
    /// Version you read, so you don't overwrite newer changes.
    version: Version,
    settings: LoyaltySettings,
}

/// Get the loyalty settings
#[utoipa::path(get, path = "/loyalty/settings", tag = "loyalty",
    responses((status = 200, body = Envelope<Versioned<LoyaltySettings>>)))]
pub(in crate::loyalty) async fn get_settings(tenant: Tenant) -> Result<Answer<Versioned<LoyaltySettings>>, ApiError> {
    Ok(Answer(load(&mut tenant.read().await?).await?))
}

/// Update the loyalty settings
///
/// Applies to new purchases. Existing points aren't affected.
#[utoipa::path(post, path = "/loyalty/settings", tag = "loyalty", request_body = LoyaltyChange,
    responses((status = 200, body = Envelope<Versioned<LoyaltySettings>>)))]
pub(in crate::loyalty) async fn set_settings(
    tenant: Tenant,
    person: Person,
    Json(change): Json<LoyaltyChange>,
) -> Result<Answer<Versioned<LoyaltySettings>>, ApiError> {
    Ok(Answer(set(&tenant, &person, change).await?))
}

/// Referral points are stored with the site's public information, but set here.
async fn load(db: &mut TenantRead) -> Result<Versioned<LoyaltySettings>, Fault> {
    Versioned::of(LoyaltySettings {
        referral_points: Some(site::referral_points(db).await?),
        ..settings::stored(db).await?
    })
}

async fn set(
    tenant: &Tenant,
    person: &Person,
    change: LoyaltyChange,
) -> Result<Versioned<LoyaltySettings>, LoyaltyError> {
    let mut settings = rules::check_settings(change.settings)?;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let before = load(&mut db).await?;
    settings.referral_points = settings.referral_points.or(before.content.referral_points);
    if !before.takes(&change.version, &settings)? {
        return Ok(before);
    }
    if let Some(points) = settings.referral_points.take() {
        site::set_referral_points(&mut db, points).await?;
    }
    let kept = serde_json::to_string(&settings).map_err(Fault::internal)?;
    store::set_settings(&mut db, &kept).await?;
    // A lower goal may already be reached. The job counts what is committed by then.
    for customer_id in store::with_points(&mut db, settings.point_goal).await? {
        jobs::enqueue(&mut db, now, now, &NextAward { customer_id }).await?;
    }
    let after = load(&mut db).await?;
    let change = Change::between(json!(before.content), json!(after.content));
    audit::note(&mut db, now, &person.actor(), "loyalty_changed", "loyalty", change).await?;
    db.changes_public_data();
    db.commit().await?;
    Ok(after)
}
