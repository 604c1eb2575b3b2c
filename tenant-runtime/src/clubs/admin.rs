//! Changes to memberships by staff.

mod cancel;
mod list;
mod plan;
pub(in crate::clubs) mod prices;
mod retry;

use jiff::Span;
use jiff::civil::Date;
use platform::audit::{self, Change};
use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope, Json, Path, Query};
use serde::Deserialize;
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::error::ClubError;
use super::events::{Details, MembershipEvent, MonthlyPrices, notify_member};
use super::rules::pause::Pause;
use super::rules::standing::EndReason;
use super::store;
use super::{Dues, NextPrice, dues, local_day, look_again};
use crate::catalog::tax::Price;
use crate::catalog::{self, ProductType};
use crate::error::Fault;
use crate::http::{Person, Policy, Routes, limits, routes};
use crate::site;
use crate::tenant::{Tenant, TenantContext};

/// Notice period of a price change for members, in days.
const PRICE_NOTICE_DAYS: i32 = 30;

pub(super) fn routes() -> Routes {
    let manager = Policy::manager(limits::WRITE);
    Routes::default()
        .call(routes!(list::list_members), Policy::attendant(limits::READ))
        .call(routes!(pause_membership), manager)
        .call(routes!(resume_membership), manager)
        .call(routes!(end_membership), manager)
        .call(routes!(cancel::cancel_membership), manager)
        .call(routes!(retry::retry_membership), manager)
        .call(routes!(prices::list_announced_prices), Policy::manager(limits::READ))
        .call(routes!(announce_price), manager)
        .call(routes!(withdraw_price), manager)
        .call(routes!(plan::move_member), manager)
        .call(routes!(plan::undo_move), manager)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PauseBody {
    /// First day after the pause: from tomorrow to six months from now.
    #[schema(value_type = String, format = Date)]
    until: Date,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PriceBody {
    product_id: i64,
    /// Monthly price in minor units, including tax if the site's prices do.
    monthly_price: i64,
    /// First day of the new price, at least 30 days from now. It applies to billing periods that start on or after it.
    #[schema(value_type = String, format = Date)]
    from: Date,
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub(super) struct WithdrawnPrice {
    product_id: i64,
    /// First day of the announced price.
    #[param(value_type = String, format = Date)]
    from: Date,
}

/// Pause a membership
///
/// Starts today. Nothing is charged, and the club can't be used. Paid days are added after the pause. 409 `payment_pending`
/// for a past-due or canceled membership, and for one that is paused until another day. A repeated request changes nothing.
#[utoipa::path(post, path = "/admin/clubs/{membershipId}/pause", tag = "admin", request_body = PauseBody,
    params(("membershipId" = i64, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn pause_membership(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
    Json(body): Json<PauseBody>,
) -> Result<Answer<bool>, ApiError> {
    Ok(Answer(pause(&tenant, &person, id, body.until).await?))
}

async fn pause(tenant: &Tenant, person: &Person, id: i64, until: Date) -> Result<bool, ClubError> {
    let today = today(tenant).await?;
    let pause = Pause::new(today, until).map_err(ClubError::Pause)?;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let dues = membership(&mut db, id).await?;
    match dues.pause {
        Some(current) if current.until == until => return Ok(true),
        // A new pause would start today, and the member would lose the days since the current one started.
        Some(_) => return Err(ClubError::NotNow),
        None => {}
    }
    dues.pause(&mut db, now, pause).await?.map_err(|_| ClubError::NotNow)?;
    let entry = Changed {
        id,
        action: "club_paused",
        change: Change::made(json!({"pausedUntil": until.to_string()})),
    };
    finish(db, tenant, person, entry).await
}

/// Resume a membership
///
/// The club can be used immediately. If the membership isn't paused, nothing happens.
#[utoipa::path(post, path = "/admin/clubs/{membershipId}/resume", tag = "admin",
    params(("membershipId" = i64, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn resume_membership(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
) -> Result<Answer<bool>, ApiError> {
    Ok(Answer(resume(&tenant, &person, id).await?))
}

async fn resume(tenant: &Tenant, person: &Person, id: i64) -> Result<bool, ClubError> {
    let today = today(tenant).await?;
    let mut db = tenant.write().await?;
    let dues = membership(&mut db, id).await?;
    if dues.pause.is_none() {
        return Ok(true);
    }
    dues.resume(&mut db, tenant.now(), today).await?;
    let entry = Changed {
        id,
        action: "club_resumed",
        change: Change::between(json!({"paused": true}), json!({"paused": false})),
    };
    finish(db, tenant, person, entry).await
}

/// End a membership immediately
///
/// No refund. 409 `payment_pending` while a payment is in progress.
#[utoipa::path(post, path = "/admin/clubs/{membershipId}/end", tag = "admin",
    params(("membershipId" = i64, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn end_membership(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
) -> Result<Answer<bool>, ApiError> {
    Ok(Answer(end(&tenant, &person, id).await?))
}

async fn end(tenant: &Tenant, person: &Person, id: i64) -> Result<bool, ClubError> {
    let mut db = tenant.write().await?;
    let dues = membership(&mut db, id).await?;
    if dues.open.is_some_and(|open| open.is_under_way) {
        return Err(ClubError::NotNow);
    }
    store::set_pause(&mut db, id, None).await?;
    dues.end(&mut db, tenant.now(), EndReason::Cancelled).await?;
    let entry = Changed {
        id,
        action: "club_ended",
        change: Change::gone(json!({"productId": dues.product_id})),
    };
    finish(db, tenant, person, entry).await
}

/// Schedule a price change for a club
///
/// Members get an email and a notification. The price applies to billing periods that start on or after the date. New
/// members pay the catalog price. A repeated request changes nothing.
#[utoipa::path(post, path = "/admin/clubs/prices", tag = "admin", request_body = PriceBody,
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn announce_price(
    tenant: Tenant,
    person: Person,
    Json(body): Json<PriceBody>,
) -> Result<Answer<bool>, ApiError> {
    Ok(Answer(announce(&tenant, &person, &body).await?))
}

async fn announce(tenant: &Tenant, person: &Person, body: &PriceBody) -> Result<bool, ClubError> {
    if body.monthly_price < 0 {
        return Err(ClubError::NoSuchPrice);
    }
    let earliest = today(tenant).await?.checked_add(Span::new().days(PRICE_NOTICE_DAYS));
    if body.from < earliest.map_err(Fault::internal)? {
        return Err(ClubError::TooSoon);
    }
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let listing = catalog::find(&mut db, body.product_id).await?;
    if !listing.is_some_and(|listing| listing.product_type == ProductType::AppClub) {
        return Err(ClubError::NoSuchClub);
    }
    let next = NextPrice {
        monthly: Price::new(body.monthly_price, site::prices_include_tax(&mut db).await?),
        from: body.from,
    };
    let rate = catalog::usual_rate(&mut db, ProductType::AppClub.tax_class()).await?;
    let event = MembershipEvent::Price {
        monthly: next.monthly.amount(),
        gross: next.monthly.is_gross(),
        from: next.from,
    };
    let last_day_before = next.from.yesterday().map_err(Fault::internal)?;
    let members = store::members::members_of(&mut db, body.product_id).await?;
    let mut repeated = 0;
    for membership in &members {
        let Some(dues) = dues(&mut db, membership.id).await? else {
            continue;
        };
        if dues.announced.contains(&next) {
            repeated += 1;
            continue;
        }
        let prices = MonthlyPrices::new(dues.price_of(last_day_before), next.monthly);
        store::prices::announce(&mut db, membership.id, next.from, next.monthly.columns(rate)).await?;
        notify_member(&mut db, now, membership, event, prices.into()).await?;
    }
    if repeated > 0 && repeated == members.len() {
        return Ok(true);
    }
    let subject = format!("product:{}", body.product_id);
    let change = Change::made(json!({"monthlyPrice": next.monthly.amount(), "from": next.from.to_string()}));
    audit::note(&mut db, now, &person.actor(), "club_price_announced", &subject, change).await?;
    db.commit().await?;
    Ok(true)
}

/// Withdraw a scheduled price change
///
/// Members get an email with the price that applies from that day instead. 404 if no member's price changes on that day.
#[utoipa::path(delete, path = "/admin/clubs/prices", tag = "admin", params(WithdrawnPrice),
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn withdraw_price(
    tenant: Tenant,
    person: Person,
    Query(withdrawn): Query<WithdrawnPrice>,
) -> Result<Answer<bool>, ApiError> {
    Ok(Answer(withdraw(&tenant, &person, &withdrawn).await?))
}

async fn withdraw(tenant: &Tenant, person: &Person, withdrawn: &WithdrawnPrice) -> Result<bool, ClubError> {
    let today = today(tenant).await?;
    let WithdrawnPrice { product_id, from } = *withdrawn;
    if from <= today {
        return Err(ClubError::NoSuchMember);
    }
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let mut is_any = false;
    for membership in store::members::members_of(&mut db, product_id).await? {
        if !store::prices::withdraw(&mut db, membership.id, from).await? {
            continue;
        }
        is_any = true;
        let Some(dues) = dues(&mut db, membership.id).await? else {
            continue;
        };
        let monthly = dues.price_of(from);
        let event = MembershipEvent::Price {
            monthly: monthly.amount(),
            gross: monthly.is_gross(),
            from,
        };
        notify_member(&mut db, now, &membership, event, Details::default()).await?;
    }
    if !is_any {
        return Err(ClubError::NoSuchMember);
    }
    let subject = format!("product:{product_id}");
    let change = Change::gone(json!({"from": from.to_string()}));
    audit::note(&mut db, now, &person.actor(), "club_price_withdrawn", &subject, change).await?;
    db.commit().await?;
    Ok(true)
}

/// Change of a membership by staff, for the audit log.
struct Changed {
    id: i64,
    action: &'static str,
    change: Change,
}

async fn finish(
    mut db: TenantWrite,
    tenant: &TenantContext,
    person: &Person,
    changed: Changed,
) -> Result<bool, ClubError> {
    let now = tenant.now();
    look_again(&mut db, now, changed.id).await?;
    let Changed { id, action, change } = changed;
    audit::note(
        &mut db,
        now,
        &person.actor(),
        action,
        &format!("club_membership:{id}"),
        change,
    )
    .await?;
    db.commit().await?;
    Ok(true)
}

/// A membership that hasn't ended.
async fn membership(db: &mut TenantRead, id: i64) -> Result<Dues, ClubError> {
    let found = dues(db, id).await?;
    let live = found.filter(|dues| dues.membership.standing.is_live());
    live.ok_or(ClubError::NoSuchMember)
}

async fn today(tenant: &Tenant) -> Result<Date, ClubError> {
    let saved = site::saved_config(tenant).await?;
    Ok(local_day(tenant, &saved.config.time_zone))
}
