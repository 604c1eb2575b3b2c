//! Retries the past-due payment of a member.

use jiff::civil::Date;
use platform::audit::Change;
use platform::http::{Answer, ApiError, Envelope, Path, Query};
use serde::Deserialize;
use serde_json::json;
use utoipa::IntoParams;

use super::{Changed, finish, membership, today};
use crate::clubs::dues;
use crate::clubs::error::ClubError;
use crate::clubs::rules::dunning::{ends_if_declined, one_more_try};
use crate::clubs::store;
use crate::error::Fault;
use crate::http::Person;
use crate::tenant::Tenant;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(in crate::clubs) struct RetryQuery {
    /// If a decline would end the membership, allow one more retry three days later.
    #[param(required = false)]
    #[serde(default)]
    one_more_try: bool,
}

/// Retry a past-due payment
///
/// Charges the same card. 409 `payment_pending` if only a new card can be charged, if nothing is due, or while a charge is
/// in progress. Two requests before the charge is sent create one charge. From day seven, a decline ends the membership
/// (`endsIfDeclined`), unless one more try is allowed.
#[utoipa::path(post, path = "/admin/clubs/{membershipId}/retry", tag = "admin",
    params(("membershipId" = i64, Path), RetryQuery), responses((status = 200, body = Envelope<bool>)))]
pub(in crate::clubs) async fn retry_membership(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
    Query(query): Query<RetryQuery>,
) -> Result<Answer<bool>, ApiError> {
    Ok(Answer(retry(&tenant, &person, id, &query).await?))
}

async fn retry(tenant: &Tenant, person: &Person, id: i64, query: &RetryQuery) -> Result<bool, ClubError> {
    let (now, today) = (tenant.now(), today(tenant).await?);
    let mut db = tenant.write().await?;
    let found = membership(&mut db, id).await?;
    if found.membership.customer_id == person.id {
        return Err(ClubError::OwnMembership);
    }
    let open = found.open.filter(|open| !open.is_under_way);
    let (period, again) = open
        .and_then(|open| Some((open, open.next_attempt_at?)))
        .ok_or(ClubError::NothingToRetry)?;
    let is_last = ends_if_declined(found.unpaid_since, period.last_try_on, today).map_err(Fault::internal)?;
    let last_try: Option<Date> = match query.one_more_try && is_last {
        true => Some(one_more_try(today).map_err(Fault::internal)?),
        false => None,
    };
    if let Some(day) = last_try {
        store::periods::set_last_try(&mut db, period.id, day).await?;
    } else if again <= now {
        return Ok(true);
    }
    dues::put_off(&mut db, period.id, Some(now.min(again))).await?;
    let change = match last_try {
        Some(day) => Change::default().with(json!({"oneMoreTry": day.to_string()})),
        None => Change::default(),
    };
    let entry = Changed {
        id,
        action: "club_retried",
        change,
    };
    finish(db, tenant, person, entry).await
}
