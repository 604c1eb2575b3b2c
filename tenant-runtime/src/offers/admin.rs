//! Offers as the merchant's staff enter, change and withdraw them.

use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use platform::audit::{self, Change};
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Json, Path, Query, WantsTable, small_table};
use platform::idempotency::Keep;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::error::OfferError;
use super::manifest::OfferManifest;
use super::rules::{OfferFilter, OfferState, sheet};
use super::store::{self, Wanted};
use super::{OfferKind, Stored, rules};
use crate::error::Fault;
use crate::fields::{Place, Search};
use crate::http::{IdempotentJson, Person, Stale};
use crate::tenant::Tenant;
use crate::{catalog, wallet};

/// Offer with its usage.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfferRecord {
    id: i64,
    /// Send it with changes. Claims don't change it.
    version: i64,
    offer: OfferManifest,
    /// Number of claims.
    claimed: i64,
    #[schema(value_type = Option<String>, format = DateTime)]
    withdrawn_at: Option<Timestamp>,
}

#[derive(Deserialize, IntoParams)]
pub(super) struct OffersQuery {
    /// Words in the name, code or description.
    #[param(required = false)]
    q: Option<String>,
    #[param(required = false, inline)]
    state: Option<OfferState>,
}

/// Updated offer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfferChange {
    /// Version you read, so you don't overwrite newer changes.
    version: i64,
    offer: OfferManifest,
}

/// Offers of a site.
#[derive(Serialize, ToSchema)]
pub(super) struct OfferList {
    items: Vec<OfferRecord>,
}

impl OfferRecord {
    /// Resource, as in the audit log.
    fn subject(&self) -> String {
        format!("offer:{}", self.id)
    }
}

impl From<Stored> for OfferRecord {
    fn from(stored: Stored) -> Self {
        Self {
            id: stored.id,
            version: stored.version,
            offer: stored.offer.into(),
            claimed: stored.claimed.in_all,
            withdrawn_at: stored.withdrawn_at,
        }
    }
}

/// List deals
///
/// In shop order, with withdrawn deals last. `Accept: text/csv` returns a CSV file for import, with decimal amounts.
#[utoipa::path(get, path = "/admin/deals", tag = "admin", params(OffersQuery),
    responses((status = 200, content((Envelope<OfferList> = "application/json"), (String = "text/csv")))))]
pub(super) async fn list_all_deals(
    tenant: Tenant,
    WantsTable(as_table): WantsTable,
    Query(query): Query<OffersQuery>,
) -> Result<Response, ApiError> {
    list(&tenant, OfferKind::Deal, query, as_table).await
}

/// Get a deal
#[utoipa::path(get, path = "/admin/deals/{dealId}", tag = "admin", params(("dealId" = i64, Path)),
    responses((status = 200, body = Envelope<OfferRecord>)))]
pub(super) async fn get_deal(tenant: Tenant, Path(id): Path<i64>) -> Result<Answer<OfferRecord>, ApiError> {
    Ok(Answer(record(&mut tenant.read().await?, OfferKind::Deal, id).await?))
}

/// Add a deal
#[utoipa::path(post, path = "/admin/deals", tag = "admin", request_body = OfferManifest,
    responses((status = 200, body = Envelope<OfferRecord>)))]
pub(super) async fn add_deal(
    tenant: Tenant,
    person: Person,
    request: IdempotentJson<OfferManifest>,
) -> Result<Answer<OfferRecord>, ApiError> {
    Ok(Answer(add(&tenant, &person, OfferKind::Deal, request).await?))
}

/// Update a deal
///
/// Claimed deals don't change. A past end date stops new claims.
#[utoipa::path(put, path = "/admin/deals/{dealId}", tag = "admin", request_body = OfferChange,
    params(("dealId" = i64, Path)), responses((status = 200, body = Envelope<OfferRecord>)))]
pub(super) async fn change_deal(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
    Json(entered): Json<OfferChange>,
) -> Result<Answer<OfferRecord>, ApiError> {
    Ok(Answer(change(&tenant, &person, (OfferKind::Deal, id), entered).await?))
}

/// Withdraw a deal
///
/// Stops new claims and voids unused claimed items.
#[utoipa::path(delete, path = "/admin/deals/{dealId}", tag = "admin", params(("dealId" = i64, Path)),
    responses((status = 200, body = Envelope<OfferRecord>)))]
pub(super) async fn withdraw_deal(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
) -> Result<Answer<OfferRecord>, ApiError> {
    Ok(Answer(withdraw(&tenant, &person, (OfferKind::Deal, id)).await?))
}

/// Move a deal
///
/// Sets the order in the shop.
#[utoipa::path(put, path = "/admin/deals/order", tag = "admin", request_body = Place,
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn move_deal(
    tenant: Tenant,
    person: Person,
    Json(place): Json<Place>,
) -> Result<Answer<bool>, ApiError> {
    Ok(Answer(put_in_place(&tenant, &person, OfferKind::Deal, &place).await?))
}

/// List promo codes
///
/// In the merchant's order, with withdrawn codes last. `Accept: text/csv` returns a CSV file for import, with decimal
/// amounts.
#[utoipa::path(get, path = "/admin/promo-codes", tag = "admin", params(OffersQuery),
    responses((status = 200, content((Envelope<OfferList> = "application/json"), (String = "text/csv")))))]
pub(super) async fn list_promo_codes(
    tenant: Tenant,
    WantsTable(as_table): WantsTable,
    Query(query): Query<OffersQuery>,
) -> Result<Response, ApiError> {
    list(&tenant, OfferKind::Promo, query, as_table).await
}

/// Get a promo code
#[utoipa::path(get, path = "/admin/promo-codes/{promoCodeId}", tag = "admin", params(("promoCodeId" = i64, Path)),
    responses((status = 200, body = Envelope<OfferRecord>)))]
pub(super) async fn get_promo_code(tenant: Tenant, Path(id): Path<i64>) -> Result<Answer<OfferRecord>, ApiError> {
    Ok(Answer(record(&mut tenant.read().await?, OfferKind::Promo, id).await?))
}

/// Add a promo code
#[utoipa::path(post, path = "/admin/promo-codes", tag = "admin", request_body = OfferManifest,
    responses((status = 200, body = Envelope<OfferRecord>)))]
pub(super) async fn add_promo_code(
    tenant: Tenant,
    person: Person,
    request: IdempotentJson<OfferManifest>,
) -> Result<Answer<OfferRecord>, ApiError> {
    Ok(Answer(add(&tenant, &person, OfferKind::Promo, request).await?))
}

/// Update a promo code
///
/// Claimed deals don't change. A past end date stops new claims.
#[utoipa::path(put, path = "/admin/promo-codes/{promoCodeId}", tag = "admin", request_body = OfferChange,
    params(("promoCodeId" = i64, Path)), responses((status = 200, body = Envelope<OfferRecord>)))]
pub(super) async fn change_promo_code(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
    Json(entered): Json<OfferChange>,
) -> Result<Answer<OfferRecord>, ApiError> {
    Ok(Answer(change(&tenant, &person, (OfferKind::Promo, id), entered).await?))
}

/// Withdraw a promo code
///
/// Stops new claims and voids unused claimed items.
#[utoipa::path(delete, path = "/admin/promo-codes/{promoCodeId}", tag = "admin", params(("promoCodeId" = i64, Path)),
    responses((status = 200, body = Envelope<OfferRecord>)))]
pub(super) async fn withdraw_promo_code(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
) -> Result<Answer<OfferRecord>, ApiError> {
    Ok(Answer(withdraw(&tenant, &person, (OfferKind::Promo, id)).await?))
}

/// Move a promo code
#[utoipa::path(put, path = "/admin/promo-codes/order", tag = "admin", request_body = Place,
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn move_promo_code(
    tenant: Tenant,
    person: Person,
    Json(place): Json<Place>,
) -> Result<Answer<bool>, ApiError> {
    Ok(Answer(put_in_place(&tenant, &person, OfferKind::Promo, &place).await?))
}

async fn list(tenant: &Tenant, kind: OfferKind, query: OffersQuery, as_table: bool) -> Result<Response, ApiError> {
    let filter = OfferFilter {
        search: Search::of(query.q.as_deref()),
        state: query.state,
    };
    let now = tenant.now();
    let mut offers = store::offers(&mut tenant.read().await?, kind, Wanted::All, &[]).await?;
    offers.retain(|stored| filter.lets_through(stored, now));
    if as_table {
        let formats = catalog::formats(tenant).await?;
        let rows = offers.iter().map(|stored| sheet::row(stored, &formats));
        return small_table(kind.plural(), &sheet::header(), rows);
    }
    let items = offers.into_iter().map(OfferRecord::from).collect();
    Ok(Answer(OfferList { items }).into_response())
}

async fn add(
    tenant: &Tenant,
    person: &Person,
    kind: OfferKind,
    request: IdempotentJson<OfferManifest>,
) -> Result<OfferRecord, OfferError> {
    let IdempotentJson { value, idempotency } = request;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    if let Some(stored) = idempotency.claim(&mut db, now, Keep::Days).await? {
        return Ok(serde_json::from_str(&stored).map_err(Fault::internal)?);
    }
    let offer = rules::check(kind, &value, &catalog::location_ids(&mut db).await?, now)?;
    let basis = super::basis(&mut db).await?;
    let id = store::insert(&mut db, kind, &offer, basis, now.as_millisecond()).await?;
    let added = record(&mut db, kind, id.ok_or(OfferError::CodeTaken)?).await?;
    let change = Change::made(json!(added.offer));
    audit::note(&mut db, now, &person.actor(), "offer_added", &added.subject(), change).await?;
    idempotency.finish(&mut db, &added).await?;
    db.commit().await?;
    Ok(added)
}

async fn change(
    tenant: &Tenant,
    person: &Person,
    (kind, id): (OfferKind, i64),
    OfferChange {
        version,
        offer: entered,
    }: OfferChange,
) -> Result<OfferRecord, OfferError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let before = standing(&mut db, kind, id).await?;
    if before.version != version {
        return Err(Stale.into());
    }
    let entered = OfferManifest {
        starts_at: entered.starts_at.or(before.offer.starts_at),
        ..entered
    };
    let offer = rules::check(kind, &entered, &catalog::location_ids(&mut db).await?, now)?;
    let basis = super::basis(&mut db).await?;
    if !store::update(&mut db, id, &offer, basis).await? {
        return Err(OfferError::CodeTaken);
    }
    let changed = record(&mut db, kind, id).await?;
    let change = Change::between(json!(before.offer), json!(changed.offer));
    audit::note(
        &mut db,
        now,
        &person.actor(),
        "offer_changed",
        &changed.subject(),
        change,
    )
    .await?;
    db.commit().await?;
    Ok(changed)
}

async fn withdraw(tenant: &Tenant, person: &Person, (kind, id): (OfferKind, i64)) -> Result<OfferRecord, OfferError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let before = standing(&mut db, kind, id).await?;
    store::withdraw(&mut db, id, now.as_millisecond()).await?;
    let items = store::items_of(&mut db, id).await?;
    wallet::revoke_items(&mut db, &items).await?;
    let withdrawn = record(&mut db, kind, id).await?;
    let change = Change::gone(json!(before.offer));
    audit::note(
        &mut db,
        now,
        &person.actor(),
        "offer_withdrawn",
        &before.subject(),
        change,
    )
    .await?;
    db.commit().await?;
    Ok(withdrawn)
}

async fn put_in_place(tenant: &Tenant, person: &Person, kind: OfferKind, place: &Place) -> Result<bool, OfferError> {
    let mut db = tenant.write().await?;
    let all = store::offers(&mut db, kind, Wanted::All, &[]).await?;
    let ids = all.into_iter().map(|stored| stored.id).collect();
    let ids = place.order(ids).ok_or(OfferError::NotFound)?;
    store::order(&mut db, &ids).await?;
    let subject = format!("offer:{}", place.id);
    let change = Change::default().with(json!({"before": place.before}));
    audit::note(&mut db, tenant.now(), &person.actor(), "offer_moved", &subject, change).await?;
    db.commit().await?;
    Ok(true)
}

/// The offer, if it was not withdrawn.
async fn standing(db: &mut TenantRead, kind: OfferKind, id: i64) -> Result<OfferRecord, OfferError> {
    let found = record(db, kind, id).await?;
    match found.withdrawn_at {
        None => Ok(found),
        Some(_) => Err(OfferError::Withdrawn),
    }
}

async fn record(db: &mut TenantRead, kind: OfferKind, id: i64) -> Result<OfferRecord, OfferError> {
    let found = store::offers(db, kind, Wanted::Id(id), &[]).await?;
    found
        .into_iter()
        .next()
        .map(OfferRecord::from)
        .ok_or(OfferError::NotFound)
}
