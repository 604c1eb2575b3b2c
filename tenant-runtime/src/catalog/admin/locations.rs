use axum::response::{IntoResponse, Response};
use futures_util::stream;
use platform::audit::Change;
use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope, Json, Path, Query, WantsTable, table};
use platform::idempotency::Keep;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::audit_note::note;
use super::{Several, page};
use crate::catalog::error::EntryError;
use crate::catalog::location_entry::{LocationEntry, LocationRecord};
use crate::catalog::rules::sheet::locations as sheet;
use crate::catalog::rules::{listed, locations as rules};
use crate::catalog::store::locations as store;
use crate::error::Fault;
use crate::fields::{Place, Search};
use crate::http::{IdempotentJson, Person, Stale};
use crate::tenant::Tenant;

#[derive(Deserialize, IntoParams)]
pub(super) struct AdminLocationsQuery {
    /// 1 to 200; default 50.
    #[param(required = false)]
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    #[param(required = false)]
    cursor: Option<String>,
    /// Part of the name, address or phone number, or the ID.
    #[param(required = false)]
    q: Option<String>,
    /// Only archived locations (true) or only active ones (false).
    #[param(required = false)]
    archived: Option<bool>,
}

/// A page of locations.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LocationPage {
    items: Vec<LocationRecord>,
    /// For the next page; null: there is none.
    next_cursor: Option<String>,
    /// How many there are on all pages.
    count: usize,
}

/// A location as it is to be.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LocationChange {
    /// That was read before: what others have changed since is not lost.
    version: i64,
    location: LocationEntry,
}

/// Locations that were changed together.
#[derive(Serialize, ToSchema)]
pub(super) struct LocationsChanged {
    items: Vec<LocationRecord>,
}

/// List locations
///
/// Includes archived ones and taxes. `Accept: text/csv` returns a CSV file for import and ignores `limit`.
#[utoipa::path(get, path = "/admin/locations", tag = "admin", params(AdminLocationsQuery),
    responses((status = 200, content((Envelope<LocationPage> = "application/json"), (String = "text/csv")))))]
pub(super) async fn list_all_locations(
    tenant: Tenant,
    WantsTable(as_table): WantsTable,
    Query(query): Query<AdminLocationsQuery>,
) -> Result<Response, ApiError> {
    let (from, limit) = page(query.limit, query.cursor.as_deref())?;
    let all = store::records(&mut tenant.read().await?, None).await?;
    let found = listed::locations(all, &Search::of(query.q.as_deref()), query.archived);
    if as_table {
        let rows = found.iter().map(sheet::row).collect();
        return table("locations", sheet::COLUMNS, stream::iter([Ok(rows)])).await;
    }
    let count = found.len();
    let (items, next) = listed::part(found, from, limit);
    Ok(Answer(LocationPage {
        items,
        next_cursor: next.map(|next| next.to_string()),
        count,
    })
    .into_response())
}

/// Get a location
#[utoipa::path(get, path = "/admin/locations/{locationId}", tag = "admin", params(("locationId" = i64, Path)),
    responses((status = 200, body = Envelope<LocationRecord>)))]
pub(super) async fn get_location(tenant: Tenant, Path(id): Path<i64>) -> Result<Answer<LocationRecord>, ApiError> {
    Ok(Answer(find(&mut tenant.read().await?, id).await?))
}

/// Add a location
#[utoipa::path(post, path = "/admin/locations", tag = "admin", request_body = LocationEntry,
    responses((status = 200, body = Envelope<LocationRecord>)))]
pub(super) async fn add_location(
    tenant: Tenant,
    person: Person,
    request: IdempotentJson<LocationEntry>,
) -> Result<Answer<LocationRecord>, ApiError> {
    Ok(Answer(add(&tenant, &person, request).await?))
}

/// Update a location
///
/// Existing orders keep their taxes.
#[utoipa::path(put, path = "/admin/locations/{locationId}", tag = "admin", request_body = LocationChange,
    params(("locationId" = i64, Path)), responses((status = 200, body = Envelope<LocationRecord>)))]
pub(super) async fn change_location(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
    Json(change): Json<LocationChange>,
) -> Result<Answer<LocationRecord>, ApiError> {
    Ok(Answer(save(&tenant, &person, id, &change).await?))
}

/// Archive locations
///
/// Customers no longer see them. Products sold only there aren't for sale. Codes and terminals still work. One location
/// always remains.
#[utoipa::path(post, path = "/admin/locations/archive", tag = "admin", request_body = Several,
    responses((status = 200, body = Envelope<LocationsChanged>)))]
pub(super) async fn archive_locations(
    tenant: Tenant,
    person: Person,
    Json(several): Json<Several>,
) -> Result<Answer<LocationsChanged>, ApiError> {
    Ok(Answer(archive(&tenant, &person, several.checked()?, true).await?))
}

/// Unarchive locations
#[utoipa::path(post, path = "/admin/locations/restore", tag = "admin", request_body = Several,
    responses((status = 200, body = Envelope<LocationsChanged>)))]
pub(super) async fn restore_locations(
    tenant: Tenant,
    person: Person,
    Json(several): Json<Several>,
) -> Result<Answer<LocationsChanged>, ApiError> {
    Ok(Answer(archive(&tenant, &person, several.checked()?, false).await?))
}

/// Move a location
///
/// Customers see this order. Taxes default to the first location.
#[utoipa::path(put, path = "/admin/locations/order", tag = "admin", request_body = Place,
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn move_location(
    tenant: Tenant,
    person: Person,
    Json(place): Json<Place>,
) -> Result<Answer<bool>, ApiError> {
    Ok(Answer(put_in_place(&tenant, &person, &place).await?))
}

async fn find(db: &mut TenantRead, id: i64) -> Result<LocationRecord, EntryError> {
    store::records(db, Some(id)).await?.pop().ok_or(EntryError::NotFound)
}

async fn add(
    tenant: &Tenant,
    person: &Person,
    request: IdempotentJson<LocationEntry>,
) -> Result<LocationRecord, EntryError> {
    let IdempotentJson { value, idempotency } = request;
    let mut db = tenant.write().await?;
    if let Some(stored) = idempotency.claim(&mut db, tenant.now(), Keep::Days).await? {
        return Ok(serde_json::from_str(&stored).map_err(Fault::internal)?);
    }
    let added = write(&mut db, tenant, person, None, &rules::location(&value)?).await?;
    idempotency.finish(&mut db, &added).await?;
    db.commit().await?;
    Ok(added)
}

async fn save(
    tenant: &Tenant,
    person: &Person,
    id: i64,
    change: &LocationChange,
) -> Result<LocationRecord, EntryError> {
    let mut db = tenant.write().await?;
    let before = find(&mut db, id).await?;
    if before.version != change.version {
        return Err(Stale.into());
    }
    let location = rules::location(&change.location)?;
    let after = write(&mut db, tenant, person, Some(&before), &location).await?;
    db.commit().await?;
    Ok(after)
}

/// What `before` is from now on; without it, a new one.
pub(super) async fn write(
    db: &mut TenantWrite,
    tenant: &Tenant,
    person: &Person,
    before: Option<&LocationRecord>,
    location: &LocationEntry,
) -> Result<LocationRecord, EntryError> {
    let (id, action) = match before {
        Some(before) => {
            store::update(db, before.location_id, location).await?;
            (before.location_id, "location_changed")
        }
        None => (store::insert(db, None, location).await?, "location_added"),
    };
    let after = find(db, id).await?;
    let change = match before {
        Some(before) => Change::between(json!(before.location), json!(after.location)),
        None => Change::made(json!(after.location)),
    };
    note(db, tenant, person, action, &format!("location:{id}"), change).await?;
    Ok(after)
}

/// Nothing, where it was so before.
pub(super) async fn write_archived(
    db: &mut TenantWrite,
    tenant: &Tenant,
    person: &Person,
    id: i64,
    archived: bool,
) -> Result<(), EntryError> {
    if store::archive(db, id, archived).await? {
        let action = if archived {
            "location_archived"
        } else {
            "location_restored"
        };
        let change = Change::between(json!({"archived": !archived}), json!({"archived": archived}));
        note(db, tenant, person, action, &format!("location:{id}"), change).await?;
    }
    Ok(())
}

async fn archive(
    tenant: &Tenant,
    person: &Person,
    ids: Vec<i64>,
    archived: bool,
) -> Result<LocationsChanged, EntryError> {
    let mut db = tenant.write().await?;
    let mut items = Vec::new();
    for id in ids {
        write_archived(&mut db, tenant, person, id, archived).await?;
        items.push(find(&mut db, id).await?);
    }
    if store::records(&mut db, None)
        .await?
        .iter()
        .all(|record| record.archived)
    {
        return Err(EntryError::LastLocation);
    }
    db.commit().await?;
    Ok(LocationsChanged { items })
}

async fn put_in_place(tenant: &Tenant, person: &Person, place: &Place) -> Result<bool, EntryError> {
    let mut db = tenant.write().await?;
    let ids = store::ids(&mut db).await?;
    let ids = place.order(ids).ok_or(EntryError::NotFound)?;
    store::order(&mut db, &ids).await?;
    let subject = format!("location:{}", place.id);
    let change = Change::default().with(json!({"before": place.before}));
    note(&mut db, tenant, person, "location_moved", &subject, change).await?;
    db.commit().await?;
    Ok(true)
}
