//! Members of clubs as the merchant's staff see and change them.

mod plan;

use std::collections::HashMap;

use jiff::civil::Date;
use jiff::{Span, Timestamp};
use platform::audit::{self, Change};
use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope, Json, Path, Query};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::error::ClubError;
use super::rules::pause::Pause;
use super::rules::standing::EndReason;
use super::store;
use super::store::members::{Filter, Listed};
use super::tell::{Told, tell};
use super::{Dues, NextPrice, dues, local_day, look_again};
use crate::catalog::tax::Price;
use crate::catalog::{self, ProductType};
use crate::error::Fault;
use crate::http::{Person, Policy, Routes, limits};
use crate::identity::{self, Contact};
use crate::site;
use crate::tenant::Tenant;

const DEFAULT_LIMIT: i64 = 50;
const MOST: i64 = 200;

/// Days before another price on which members are told of it, at the latest.
const PRICE_NOTICE_DAYS: i32 = 30;

pub(super) fn routes() -> Routes {
    let manager = Policy::manager(limits::WRITE);
    Routes::default()
        .call(routes!(list_members), Policy::attendant(limits::READ))
        .call(routes!(pause_membership), manager)
        .call(routes!(resume_membership), manager)
        .call(routes!(end_membership), manager)
        .call(routes!(retry_membership), manager)
        .call(routes!(announce_price), manager)
        .call(routes!(plan::move_member), manager)
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct MembersQuery {
    /// 1 to 200; 50 by default.
    #[param(required = false)]
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    #[param(required = false)]
    cursor: Option<i64>,
    /// `active`, `inactive` or `endbillingpending`.
    #[param(required = false)]
    status: Option<String>,
    /// `ok`, `past_due`, `suspended` or `paused`.
    #[param(required = false)]
    billing_state: Option<String>,
    /// Only memberships of this customer.
    #[param(required = false)]
    user_id: Option<i64>,
    /// Only members of this club.
    #[param(required = false)]
    product_id: Option<i64>,
    /// The beginning of the member's e-mail address, or some of the name.
    #[param(required = false)]
    q: Option<String>,
}

/// A page of memberships.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MemberPage {
    items: Vec<Member>,
    /// For the next page; null: there is none.
    next_cursor: Option<i64>,
    /// How many there are on all pages.
    count: i64,
}

/// A membership as staff see it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Member {
    membership_id: i64,
    /// Whose it is; null: the account is deleted.
    user_id: Option<String>,
    /// Null: the account is deleted.
    customer_name: Option<String>,
    customer_email: Option<String>,
    product_id: i64,
    name: String,
    /// `active`, `inactive` or `endbillingpending`.
    status: String,
    /// `ok`, `past_due`, `suspended` or `paused`.
    billing_state: String,
    /// Minor units of the next month, with tax where the site's prices include it.
    monthly_price: i64,
    #[schema(format = Date)]
    next_billing_date: String,
    /// The day of the first decline of the month that is owed; null: none is.
    #[schema(value_type = Option<String>, format = Date)]
    unpaid_since: Option<String>,
    /// How often the card was charged for it.
    attempts: i64,
    /// When it is tried again by itself; null: only a new card leads to another attempt, or one is under way.
    #[schema(value_type = Option<String>, format = DateTime)]
    next_attempt_at: Option<Timestamp>,
    /// The first day after its pause; null: it is not paused.
    #[schema(value_type = Option<String>, format = Date)]
    paused_until: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    joined_at: Timestamp,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PauseBody {
    /// The first day after the pause: tomorrow at the earliest, in six months at the latest.
    #[schema(value_type = String, format = Date)]
    until: Date,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PriceBody {
    product_id: i64,
    /// Minor units of a month, with tax where the site's prices include it.
    monthly_price: i64,
    /// Months that begin on it or later cost that; in thirty days at the earliest.
    #[schema(value_type = String, format = Date)]
    from: Date,
}

/// Memberships of the site, newest first
#[utoipa::path(get, path = "/admin/clubs", tag = "admin", params(MembersQuery),
    responses((status = 200, body = Envelope<MemberPage>)))]
pub(super) async fn list_members(
    tenant: Tenant,
    Query(query): Query<MembersQuery>,
) -> Result<Answer<MemberPage>, ApiError> {
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MOST);
    let mut db = tenant.read().await?;
    let words = query.q.as_deref().map(str::trim).filter(|words| !words.is_empty());
    let customers = match words {
        Some(words) => Some(identity::matching(&mut db, words).await?),
        None => None,
    };
    let customers = match query.user_id {
        Some(id) => Some(customers.map_or(vec![id], |found| {
            found.into_iter().filter(|found| *found == id).collect()
        })),
        None => customers,
    };
    let customers = customers.map(|ids| serde_json::to_string(&ids)).transpose();
    let filter = Filter {
        status: query.status,
        billing_state: query.billing_state,
        product_id: query.product_id,
        customers: customers.map_err(ApiError::internal)?,
        before: query.cursor,
        // One more tells whether there is another page.
        limit: limit + 1,
    };
    let mut listed = store::members::list(&mut db, &filter).await?;
    let more = listed.len() as i64 > limit;
    if more {
        listed.pop();
    }
    let next_cursor = listed.last().filter(|_| more).map(|row| row.id);
    let items = with_customers(&mut db, listed).await?;
    let count = store::members::count(&mut db, &filter).await?;
    Ok(Answer(MemberPage {
        items,
        next_cursor,
        count,
    }))
}

async fn with_customers(db: &mut TenantRead, listed: Vec<Listed>) -> Result<Vec<Member>, ApiError> {
    let ids: Vec<i64> = listed.iter().map(|row| row.customer_id).collect();
    let contacts = identity::contacts(db, &ids).await?;
    let contacts: HashMap<i64, Contact> = contacts.into_iter().map(|contact| (contact.id, contact)).collect();
    let member = |row: Listed| {
        let contact = contacts.get(&row.customer_id);
        Ok(Member {
            membership_id: row.id,
            user_id: contact.map(|contact| contact.id.to_string()),
            customer_name: contact.and_then(|contact| contact.name.clone()),
            customer_email: contact.and_then(|contact| contact.email.clone()),
            product_id: row.product_id,
            name: row.name,
            status: row.status,
            billing_state: row.billing_state,
            monthly_price: row.monthly_price,
            next_billing_date: row.next_billing_date,
            unpaid_since: row.unpaid_since,
            attempts: row.attempts,
            next_attempt_at: row
                .next_attempt_at
                .map(Timestamp::from_millisecond)
                .transpose()
                .map_err(ApiError::internal)?,
            paused_until: row.paused_until,
            joined_at: Timestamp::from_millisecond(row.joined_at).map_err(ApiError::internal)?,
        })
    };
    listed.into_iter().map(member).collect()
}

/// Pause a membership
///
/// From today on nothing is charged, and the club cannot be used; the days that are paid for come after the pause. 409 `payment_pending`
/// for a membership that owes a month or has been cancelled.
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
    dues.pause(&mut db, now, pause).await?.map_err(|_| ClubError::NotNow)?;
    let entry = Changed {
        id,
        action: "club_paused",
        change: Change::made(json!({"pausedUntil": until.to_string()})),
    };
    finish(db, tenant, person, entry).await
}

/// End the pause of a membership
///
/// It can be used at once. One that is not paused stays as it is.
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
    dues.resume(&mut db, tenant.now(), today).await?;
    let entry = Changed {
        id,
        action: "club_resumed",
        change: Change::between(json!({"paused": true}), json!({"paused": false})),
    };
    finish(db, tenant, person, entry).await
}

/// End a membership
///
/// Now, and without a refund. 409 `payment_pending` while a month of it is being charged.
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

/// Charge the month that a membership owes again, now
///
/// With the same card: 409 `payment_pending` where only a new one will do, where nothing is owed, and while a charge is under way.
/// Asked twice before the charge is sent, it is sent once.
#[utoipa::path(post, path = "/admin/clubs/{membershipId}/retry", tag = "admin",
    params(("membershipId" = i64, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn retry_membership(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
) -> Result<Answer<bool>, ApiError> {
    Ok(Answer(retry(&tenant, &person, id).await?))
}

async fn retry(tenant: &Tenant, person: &Person, id: i64) -> Result<bool, ClubError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let found = membership(&mut db, id).await?;
    if found.membership.customer_id == person.id {
        return Err(ClubError::OwnMembership);
    }
    let open = found.open.filter(|open| !open.is_under_way);
    let (period, again) = open
        .and_then(|open| Some((open.id, open.next_attempt_at?)))
        .ok_or(ClubError::NothingToRetry)?;
    if again <= now {
        return Ok(true);
    }
    dues::put_off(&mut db, period, Some(now)).await?;
    let entry = Changed {
        id,
        action: "club_retried",
        change: Change::default(),
    };
    finish(db, tenant, person, entry).await
}

/// Announce another price to the members of a club
///
/// Each is told by mail and in the app; months that begin on that day or later cost it. What newcomers pay stands in the catalogue.
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
    store::set_next_price(&mut db, body.product_id, next, rate).await?;
    let told = Told::Price {
        monthly: next.monthly.amount(),
        gross: next.monthly.is_gross(),
        from: next.from,
    };
    for membership in store::members::members_of(&mut db, body.product_id).await? {
        tell(&mut db, now, &membership, told).await?;
    }
    let subject = format!("product:{}", body.product_id);
    let change = Change::made(json!({"monthlyPrice": next.monthly.amount(), "from": next.from.to_string()}));
    audit::note(&mut db, now, &person.actor(), "club_price_announced", &subject, change).await?;
    db.commit().await?;
    Ok(true)
}

/// What staff have done to a membership, for the audit trail.
struct Changed {
    id: i64,
    action: &'static str,
    change: Change,
}

async fn finish(mut db: TenantWrite, tenant: &Tenant, person: &Person, changed: Changed) -> Result<bool, ClubError> {
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

/// A membership that has not ended.
async fn membership(db: &mut TenantRead, id: i64) -> Result<Dues, ClubError> {
    let found = dues(db, id).await?;
    let live = found.filter(|dues| dues.membership.standing.is_live());
    live.ok_or(ClubError::NoSuchMember)
}

async fn today(tenant: &Tenant) -> Result<Date, ClubError> {
    let saved = site::saved_config(tenant).await?;
    Ok(local_day(tenant, &saved.config.time_zone))
}
