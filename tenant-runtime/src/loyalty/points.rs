use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope};
use serde::Serialize;
use utoipa::ToSchema;

use super::store::Entry;
use super::{settings, store};
use crate::http::Person;
use crate::language::Locale;
use crate::tenant::Tenant;
use crate::wallet;

/// Default title above the progress bar.
const WIDGET_TITLE: &str = "Your next free wash";

/// Progress to the next award.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct LoyaltyPoints {
    /// Negative if a refund deducted points that were already spent.
    current_points: i64,
    point_goal: i64,
    widget_title: String,
}

/// Get the caller's points
///
/// Points stay while the program is off (`loyaltyProgram` in the site config); none are added.
#[utoipa::path(get, path = "/users/points", tag = "loyalty", responses((status = 200, body = Envelope<LoyaltyPoints>)))]
pub(super) async fn get_points(
    tenant: Tenant,
    person: Person,
    locale: Locale,
) -> Result<Answer<LoyaltyPoints>, ApiError> {
    let settings = settings::in_force(&tenant).await?;
    let current_points = store::balance(&mut tenant.read().await?, person.id).await?;
    Ok(Answer(LoyaltyPoints {
        current_points,
        point_goal: settings.point_goal,
        widget_title: match &settings.widget_title {
            Some(title) => title.clone(),
            None => locale.say(WIDGET_TITLE),
        },
    }))
}

/// Points earned with an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarnedPoints {
    /// Points earned, without those deducted by refunds or staff.
    pub earned: i64,
    /// Customer's current balance.
    pub balance: i64,
    /// Unused wallet rewards that points were converted to.
    pub unused_rewards: i64,
    /// Points spent on these rewards.
    pub reward_points: i64,
}

/// Customer's points from these order lines.
pub async fn earned_with(db: &mut TenantRead, customer_id: i64, lines: &[i64]) -> Result<EarnedPoints, sqlx::Error> {
    let mut points = EarnedPoints {
        earned: store::earned_with(db, customer_id, lines).await?,
        balance: store::balance(db, customer_id).await?,
        unused_rewards: 0,
        reward_points: 0,
    };
    for award in store::awards(db, customer_id).await? {
        if wallet::is_unused(db, award.item_id).await? {
            points.unused_rewards += 1;
            points.reward_points += award.cost;
        }
    }
    Ok(points)
}

/// All entries of a customer, newest first.
pub async fn entries_of(db: &mut TenantRead, customer_id: i64) -> Result<Vec<Entry>, sqlx::Error> {
    store::entries(db, customer_id, None, i64::MAX).await
}
