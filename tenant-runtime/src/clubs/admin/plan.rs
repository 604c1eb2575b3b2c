//! Changes a member's club or locations at the member's request.

use platform::audit::Change;
use platform::http::{Answer, ApiError, Envelope, Json, Path};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::{Changed, finish, membership};
use crate::catalog::{self, ProductType};
use crate::clubs::error::ClubError;
use crate::clubs::events::{Details, MembershipEvent, MonthlyPrices, notify_member};
use crate::clubs::rules::plan_change::may_be_moved;
use crate::clubs::store::next_plans::{self, NewPlan};
use crate::clubs::{Membership, Plan, taxes};
use crate::fields::text;
use crate::http::Person;
use crate::tenant::Tenant;

/// Maximum length of a reason.
const LONGEST_REASON: usize = 200;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::clubs) struct PlanBody {
    /// Club; the member's current one to change only the locations.
    product_id: i64,
    /// Locations where it is valid; empty for all. Default: the club's locations.
    #[serde(default)]
    locations: Option<Vec<i64>>,
    /// Reason for the audit log; at most 200 characters.
    reason: String,
}

/// Change a member's club or locations
///
/// Takes effect on the next billing date, with the new price. The member gets an email and a notification. Replaces an
/// earlier choice. If the same change is scheduled already, nothing happens. 409 `payment_pending` for a past-due, paused or canceled membership.
#[utoipa::path(post, path = "/admin/clubs/{membershipId}/plan", tag = "admin", request_body = PlanBody,
    params(("membershipId" = i64, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(in crate::clubs) async fn move_member(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
    Json(body): Json<PlanBody>,
) -> Result<Answer<bool>, ApiError> {
    Ok(Answer(move_to(&tenant, &person, id, &body).await?))
}

async fn move_to(tenant: &Tenant, person: &Person, id: i64, body: &PlanBody) -> Result<bool, ClubError> {
    let reason = text::required(&body.reason, LONGEST_REASON).map_err(ClubError::NoReason)?;
    let mut db = tenant.write().await?;
    let dues = membership(&mut db, id).await?;
    if dues.membership.customer_id == person.id {
        return Err(ClubError::OwnMembership);
    }
    let listing = catalog::find(&mut db, body.product_id).await?;
    let club = listing
        .filter(|listing| listing.product_type == ProductType::AppClub)
        .ok_or(ClubError::NoSuchClub)?;
    let mut locations = body.locations.clone().unwrap_or_else(|| club.locations.clone());
    locations.sort_unstable();
    locations.dedup();
    for location in &locations {
        if !catalog::location_exists(&mut db, *location).await? {
            return Err(ClubError::NoSuchLocation);
        }
    }
    may_be_moved(dues.membership.standing, dues.open.is_some()).map_err(|_| ClubError::NotNow)?;
    let mut own = dues.membership.locations.clone();
    own.sort_unstable();
    if club.id == dues.product_id && own == locations {
        return Err(ClubError::SamePlan);
    }
    let is_scheduled = next_plans::find(&mut db, id).await?.is_some_and(|next| {
        (next.product_id, next.monthly_price, &next.locations) == (club.id, club.price, &locations)
    });
    if is_scheduled {
        return Ok(true);
    }
    let rate = taxes::rate(&mut db, dues.membership.customer_id).await?;
    let plan = NewPlan {
        order_line_id: None,
        product_id: club.id,
        name: &club.name,
        plan: Plan {
            monthly_price: club.price,
            use_limit: club.use_limit,
        },
        locations: &locations,
        washes: &club.washes,
        accepted_terms: None,
    };
    next_plans::put(&mut db, id, &plan, rate).await?;
    let chosen = Membership {
        name: club.name.clone(),
        ..dues.membership.clone()
    };
    let price = dues.price_of(dues.membership.next_billing_date);
    let prices = MonthlyPrices::new(price, club.price);
    notify_member(&mut db, tenant.now(), &chosen, MembershipEvent::Chosen, prices.into()).await?;
    let described = |product_id: i64, price: i64, locations: &[i64]| -> Value {
        json!({"productId": product_id, "monthlyPrice": price, "locations": locations})
    };
    let change = Change::between(
        described(dues.product_id, price.amount(), &own),
        described(club.id, club.price.amount(), &locations),
    )
    .with(json!({"reason": reason, "from": dues.membership.next_billing_date.to_string()}));
    let entry = Changed {
        id,
        action: "club_moved",
        change,
    };
    finish(db, tenant, person, entry).await
}

/// Undo a club change
///
/// The member keeps the club and its price, and gets an email. Also undoes the member's own choice. Without a pending
/// change, nothing happens.
#[utoipa::path(delete, path = "/admin/clubs/{membershipId}/plan", tag = "admin",
    params(("membershipId" = i64, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(in crate::clubs) async fn undo_move(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
) -> Result<Answer<bool>, ApiError> {
    Ok(Answer(undo(&tenant, &person, id).await?))
}

async fn undo(tenant: &Tenant, person: &Person, id: i64) -> Result<bool, ClubError> {
    let mut db = tenant.write().await?;
    let dues = membership(&mut db, id).await?;
    if dues.membership.customer_id == person.id {
        return Err(ClubError::OwnMembership);
    }
    let Some(next) = next_plans::find(&mut db, id).await? else {
        return Ok(true);
    };
    next_plans::withdraw(&mut db, id).await?;
    notify_member(
        &mut db,
        tenant.now(),
        &dues.membership,
        MembershipEvent::Reactivated,
        Details::default(),
    )
    .await?;
    let entry = Changed {
        id,
        action: "club_move_undone",
        change: Change::between(
            json!({"club": next.name, "monthlyPrice": next.monthly_price.amount()}),
            json!({"club": dues.membership.name}),
        ),
    };
    finish(db, tenant, person, entry).await
}
