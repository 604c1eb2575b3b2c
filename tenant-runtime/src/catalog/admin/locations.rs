use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope, Json, Path, Query, WantsTable, small_table};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::records::{self, Actions, CatalogRecord};
use super::{Several, formats, page};
use crate::catalog;
use crate::catalog::error::EntryError;
use crate::catalog::location_entry::{LocationEntry, LocationRecord};
use crate::catalog::rules::{listed, locations as rules, sheet};
use crate::catalog::store::locations as store;
use crate::fields::{Place, Search, cursor, page_after};
use crate::http::{IdempotentJson, Person};
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

/// Page of locations.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LocationPage {
    items: Vec<LocationRecord>,
    /// Cursor of the next page; null on the last page.
    next_cursor: Option<String>,
    /// Total number on all pages.
    count: usize,
}

/// Updated location.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LocationChange {
    /// Version you read, so you don't overwrite newer changes.
    version: i64,
    location: LocationEntry,
}

/// Locations changed together.
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
    let (after, limit) = page(query.limit, query.cursor.as_deref())?;
    let all = store::records(&mut tenant.read().await?, None).await?;
    let found = listed::locations(all, &Search::of(query.q.as_deref()), query.archived);
    if as_table {
        let rows = sheet::rows(&found, &formats(&tenant).await?);
        return small_table("locations", &sheet::header::<LocationRecord>(), rows.into_iter());
    }
    let count = found.len();
    let (items, next) = page_after(found, listed::location_key, after.as_ref(), limit);
    Ok(Answer(LocationPage {
        items,
        next_cursor: next.as_ref().map(cursor),
        count,
    })
    .into_response())
}

/// Get a location
#[utoipa::path(get, path = "/admin/locations/{locationId}", tag = "admin", params(("locationId" = i64, Path)),
    responses((status = 200, body = Envelope<LocationRecord>)))]
pub(super) async fn get_location(tenant: Tenant, Path(id): Path<i64>) -> Result<Answer<LocationRecord>, ApiError> {
    Ok(Answer(records::find(&mut tenant.read().await?, id).await?))
}

/// Add a location
#[utoipa::path(post, path = "/admin/locations", tag = "admin", request_body = LocationEntry,
    responses((status = 200, body = Envelope<LocationRecord>)))]
pub(super) async fn add_location(
    tenant: Tenant,
    person: Person,
    request: IdempotentJson<LocationEntry>,
) -> Result<Answer<LocationRecord>, ApiError> {
    Ok(Answer(records::add(&tenant, &person, request).await?))
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
    Json(LocationChange { version, location }): Json<LocationChange>,
) -> Result<Answer<LocationRecord>, ApiError> {
    // If it changes in between, the version differs.
    let before: LocationRecord = records::find(&mut tenant.read().await?, id).await?;
    let location = rules::changed(&before.location, location);
    let keep = |_: &LocationRecord, _: &mut LocationEntry| {};
    Ok(Answer(
        records::change(&tenant, &person, (id, version), &location, keep).await?,
    ))
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
    let items = records::archive(&tenant, &person, several.checked()?, true).await?;
    Ok(Answer(LocationsChanged { items }))
}

/// Unarchive locations
#[utoipa::path(post, path = "/admin/locations/restore", tag = "admin", request_body = Several,
    responses((status = 200, body = Envelope<LocationsChanged>)))]
pub(super) async fn restore_locations(
    tenant: Tenant,
    person: Person,
    Json(several): Json<Several>,
) -> Result<Answer<LocationsChanged>, ApiError> {
    let items = records::archive(&tenant, &person, several.checked()?, false).await?;
    Ok(Answer(LocationsChanged { items }))
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
    Ok(Answer(
        records::put_in_place::<LocationRecord>(&tenant, &person, &place).await?,
    ))
}

impl CatalogRecord for LocationRecord {
    const KIND: &'static str = "location";
    const ACTIONS: Actions = Actions {
        added: "location_added",
        changed: "location_changed",
        archived: "location_archived",
        restored: "location_restored",
        moved: "location_moved",
    };

    async fn load(db: &mut TenantRead, id: Option<i64>) -> Result<Vec<Self>, sqlx::Error> {
        store::records(db, id).await
    }

    async fn check(_db: &mut TenantRead, entry: &LocationEntry) -> Result<LocationEntry, EntryError> {
        Ok(rules::location(entry)?)
    }

    async fn store(
        db: &mut TenantWrite,
        now: Timestamp,
        id: Option<i64>,
        entry: &LocationEntry,
    ) -> Result<i64, sqlx::Error> {
        if id.is_some() {
            catalog::keep_rates(db, id, now).await?;
        }
        store::save(db, id, entry).await
    }

    async fn set_archived(db: &mut TenantWrite, id: i64, archived: bool) -> Result<bool, sqlx::Error> {
        store::archive(db, id, archived).await
    }

    async fn set_order(db: &mut TenantWrite, ids: &[i64]) -> Result<(), sqlx::Error> {
        store::order(db, ids).await
    }

    async fn check_archived(db: &mut TenantRead) -> Result<(), EntryError> {
        let all = store::records(db, None).await?;
        if all.iter().all(|record| record.archived) {
            return Err(EntryError::LastLocation);
        }
        Ok(())
    }
}
