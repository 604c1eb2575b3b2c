use platform::audit::{self, Change};
use platform::http::{Answer, ApiError, Envelope, Path, Query};
use platform::idempotency::Keep;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use crate::error::Fault;
use crate::http::{Idempotency, IdempotentJson, Person};
use crate::identity;
use crate::loyalty::error::LoyaltyError;
use crate::loyalty::store::Entry;
use crate::loyalty::{award, rules, store};
use crate::tenant::Tenant;

const DEFAULT_LIMIT: i64 = 50;
const MOST: i64 = 200;

#[derive(Deserialize, IntoParams)]
pub(in crate::loyalty) struct PointsQuery {
    /// 1 to 200; default 50.
    #[param(required = false)]
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    #[param(required = false)]
    cursor: Option<String>,
}

/// Points balance and a page of its entries, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::loyalty) struct PointsPage {
    current_points: i64,
    items: Vec<Entry>,
    /// Cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// Points to add or, if negative, deduct.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::loyalty) struct Adjustment {
    /// Deductions stop at a balance of zero.
    points: i64,
    /// Reason for the audit log. At most 200 characters.
    reason: String,
    /// Whether to revoke unused rewards first if the balance is lower than the deduction.
    #[serde(default, rename = "revokeRewards")]
    revoke_rewards: Option<bool>,
}

/// Result of an adjustment.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::loyalty) struct Adjusted {
    current_points: i64,
}

/// Get a customer's points
#[utoipa::path(get, path = "/admin/customers/{userId}/points", tag = "admin", params(("userId" = String, Path), PointsQuery),
    responses((status = 200, body = Envelope<PointsPage>)))]
pub(in crate::loyalty) async fn list_points(
    tenant: Tenant,
    Path(id): Path<i64>,
    Query(query): Query<PointsQuery>,
) -> Result<Answer<PointsPage>, ApiError> {
    let before = query.cursor.as_deref().map(str::parse).transpose();
    let before = before.map_err(|_| ApiError::malformed("Invalid cursor."))?;
    let mut db = tenant.read().await?;
    if identity::find_account(&mut db, id).await?.is_none() {
        return Err(LoyaltyError::NotFound.into());
    }
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MOST);
    // One extra row shows whether there is another page.
    let mut items = store::entries(&mut db, id, before, limit + 1).await?;
    let more = items.len() as i64 > limit;
    if more {
        items.pop();
    }
    Ok(Answer(PointsPage {
        current_points: store::balance(&mut db, id).await?,
        next_cursor: items.last().filter(|_| more).map(|entry| entry.id.to_string()),
        items,
    }))
}

/// Add or deduct a customer's points
///
/// Also works while the program is off.
#[utoipa::path(post, path = "/admin/customers/{userId}/points", tag = "admin", request_body = Adjustment,
    params(("userId" = String, Path)), responses((status = 200, body = Envelope<Adjusted>)))]
pub(in crate::loyalty) async fn adjust_points(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
    IdempotentJson { value, idempotency }: IdempotentJson<Adjustment>,
) -> Result<Answer<Adjusted>, ApiError> {
    Ok(Answer(adjust(&tenant, &person, id, &value, &idempotency).await?))
}

async fn adjust(
    tenant: &Tenant,
    person: &Person,
    customer_id: i64,
    adjustment: &Adjustment,
    idempotency: &Idempotency,
) -> Result<Adjusted, LoyaltyError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    if let Some(stored) = idempotency.claim(&mut db, now, Keep::ForGood).await? {
        return Ok(serde_json::from_str(&stored).map_err(Fault::internal)?);
    }
    if customer_id == person.id {
        return Err(LoyaltyError::OwnPoints);
    }
    if identity::find_account(&mut db, customer_id).await?.is_none() {
        return Err(LoyaltyError::NotFound);
    }
    let balance = store::balance(&mut db, customer_id).await?;
    let revoked = match adjustment.revoke_rewards {
        Some(true) => award::revoke_unused(&mut db, tenant, customer_id, adjustment.points.saturating_neg()).await?,
        _ => 0,
    };
    let covered = store::balance(&mut db, customer_id).await?;
    let reason = rules::check_adjustment(covered, adjustment.points, &adjustment.reason)?;
    store::insert(
        &mut db,
        customer_id,
        "adjust",
        adjustment.points,
        None,
        now.as_millisecond(),
    )
    .await?;
    let change = Change::between(
        json!({ "points": balance }),
        json!({ "points": covered + adjustment.points }),
    );
    let change = change.with(json!({ "points": adjustment.points, "reason": reason, "revokedRewards": revoked }));
    let subject = format!("customer:{customer_id}");
    audit::note(&mut db, now, &person.actor(), "points_adjusted", &subject, change).await?;
    award::make_due(&mut db, tenant, customer_id).await?;
    let adjusted = Adjusted {
        current_points: store::balance(&mut db, customer_id).await?,
    };
    idempotency.finish(&mut db, &adjusted).await?;
    db.commit().await?;
    Ok(adjusted)
}
