use axum::response::{IntoResponse, Response};
use futures_util::stream;
use platform::audit::Change;
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Json, Path, Query, WantsTable, table};
use platform::idempotency::Keep;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::audit_note::note;
use super::{Several, page};
use crate::catalog::error::EntryError;
use crate::catalog::product_entry::{ProductEntry, ProductRecord};
use crate::catalog::rules::listed::{self, ProductFilter, ProductSort, ProductState};
use crate::catalog::rules::products as rules;
use crate::catalog::rules::sheet::products::{self as sheet, TYPE_STAYS};
use crate::catalog::store::{locations, products as store};
use crate::catalog::{self, ProductType};
use crate::error::Fault;
use crate::fields::{Place, Search};
use crate::http::{IdempotentJson, Person, Stale};
use crate::site;
use crate::tenant::Tenant;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminProductsQuery {
    /// 1 to 200; default 50.
    #[param(required = false)]
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    #[param(required = false)]
    cursor: Option<String>,
    /// Part of the name, badge or details, or the ID.
    #[param(required = false)]
    q: Option<String>,
    #[param(required = false, inline)]
    product_type: Option<ProductType>,
    #[param(required = false, inline)]
    state: Option<ProductState>,
    /// Only products sold at this location.
    #[param(required = false)]
    location_id: Option<i64>,
    /// Default: `shop`, which sorts by type and descending price, as in the shop.
    #[param(required = false, inline)]
    sort: Option<ProductSort>,
}

/// A page of products.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProductPage {
    items: Vec<ProductRecord>,
    /// For the next page; null: there is none.
    next_cursor: Option<String>,
    /// How many there are on all pages.
    count: usize,
}

/// A product as it is to be.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ProductChange {
    /// That was read before: what others have changed since is not lost.
    version: i64,
    /// The pieces that were read before: what was sold since stays sold. Absent: `stock` is what there is now.
    #[serde(default)]
    stock_seen: Option<i64>,
    product: ProductEntry,
}

/// Products that were changed together.
#[derive(Serialize, ToSchema)]
pub(super) struct ProductsChanged {
    items: Vec<ProductRecord>,
}

/// List products
///
/// Includes archived ones. `Accept: text/csv` returns a CSV file for import and ignores `limit`.
#[utoipa::path(get, path = "/admin/products", tag = "admin", params(AdminProductsQuery),
    responses((status = 200, content((Envelope<ProductPage> = "application/json"), (String = "text/csv")))))]
pub(super) async fn list_products(
    tenant: Tenant,
    WantsTable(as_table): WantsTable,
    Query(query): Query<AdminProductsQuery>,
) -> Result<Response, ApiError> {
    let (from, limit) = page(query.limit, query.cursor.as_deref())?;
    let filter = ProductFilter {
        search: Search::of(query.q.as_deref()),
        product_type: query.product_type,
        state: query.state,
        location: query.location_id,
        sort: query.sort.unwrap_or_default(),
    };
    let all = store::records(&mut tenant.read().await?, None).await?;
    let found = listed::products(all, &filter, tenant.now());
    if as_table {
        let saved = site::saved_config(&tenant).await?;
        let (currency, zone) = (saved.config.currency, &saved.config.time_zone);
        let rows = found.iter().map(|record| sheet::row(record, &currency, zone)).collect();
        return table("products", sheet::COLUMNS, stream::iter([Ok(rows)])).await;
    }
    let count = found.len();
    let (items, next) = listed::part(found, from, limit);
    Ok(Answer(ProductPage {
        items,
        next_cursor: next.map(|next| next.to_string()),
        count,
    })
    .into_response())
}

/// Get a product
#[utoipa::path(get, path = "/admin/products/{productId}", tag = "admin", params(("productId" = i64, Path)),
    responses((status = 200, body = Envelope<ProductRecord>)))]
pub(super) async fn get_product(tenant: Tenant, Path(id): Path<i64>) -> Result<Answer<ProductRecord>, ApiError> {
    Ok(Answer(find(&mut tenant.read().await?, id).await?))
}

/// Add a product
#[utoipa::path(post, path = "/admin/products", tag = "admin", request_body = ProductEntry,
    responses((status = 200, body = Envelope<ProductRecord>)))]
pub(super) async fn add_product(
    tenant: Tenant,
    person: Person,
    request: IdempotentJson<ProductEntry>,
) -> Result<Answer<ProductRecord>, ApiError> {
    Ok(Answer(add(&tenant, &person, request).await?))
}

/// Update a product
///
/// Orders, codes and memberships keep their conditions. The type can't change.
#[utoipa::path(put, path = "/admin/products/{productId}", tag = "admin", request_body = ProductChange,
    params(("productId" = i64, Path)), responses((status = 200, body = Envelope<ProductRecord>)))]
pub(super) async fn change_product(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
    Json(change): Json<ProductChange>,
) -> Result<Answer<ProductRecord>, ApiError> {
    Ok(Answer(save(&tenant, &person, id, change).await?))
}

/// Archive products
///
/// Customers can't buy them anymore. Codes, orders and memberships aren't affected.
#[utoipa::path(post, path = "/admin/products/archive", tag = "admin", request_body = Several,
    responses((status = 200, body = Envelope<ProductsChanged>)))]
pub(super) async fn archive_products(
    tenant: Tenant,
    person: Person,
    Json(several): Json<Several>,
) -> Result<Answer<ProductsChanged>, ApiError> {
    Ok(Answer(archive(&tenant, &person, several.checked()?, true).await?))
}

/// Unarchive products
#[utoipa::path(post, path = "/admin/products/restore", tag = "admin", request_body = Several,
    responses((status = 200, body = Envelope<ProductsChanged>)))]
pub(super) async fn restore_products(
    tenant: Tenant,
    person: Person,
    Json(several): Json<Several>,
) -> Result<Answer<ProductsChanged>, ApiError> {
    Ok(Answer(archive(&tenant, &person, several.checked()?, false).await?))
}

/// Move a product
///
/// Sets the order of products with the same price. The shop sorts by descending price first.
#[utoipa::path(put, path = "/admin/products/order", tag = "admin", request_body = Place,
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn move_product(
    tenant: Tenant,
    person: Person,
    Json(place): Json<Place>,
) -> Result<Answer<bool>, ApiError> {
    Ok(Answer(put_in_place(&tenant, &person, &place).await?))
}

async fn find(db: &mut TenantRead, id: i64) -> Result<ProductRecord, EntryError> {
    store::records(db, Some(id)).await?.pop().ok_or(EntryError::NotFound)
}

async fn add(
    tenant: &Tenant,
    person: &Person,
    request: IdempotentJson<ProductEntry>,
) -> Result<ProductRecord, EntryError> {
    let IdempotentJson { value, idempotency } = request;
    let mut db = tenant.write().await?;
    if let Some(stored) = idempotency.claim(&mut db, tenant.now(), Keep::Days).await? {
        return Ok(serde_json::from_str(&stored).map_err(Fault::internal)?);
    }
    let product = rules::product(&value, &locations::ids(&mut db).await?)?;
    let basis = catalog::basis(&mut db, product.product_type.tax_class()).await?;
    let id = store::insert(&mut db, None, &product, basis).await?;
    let added = find(&mut db, id).await?;
    let change = Change::made(json!(added.product));
    note(
        &mut db,
        tenant,
        person,
        "product_added",
        &format!("product:{id}"),
        change,
    )
    .await?;
    idempotency.finish(&mut db, &added).await?;
    db.commit().await?;
    Ok(added)
}

async fn save(tenant: &Tenant, person: &Person, id: i64, change: ProductChange) -> Result<ProductRecord, EntryError> {
    let mut db = tenant.write().await?;
    let before = find(&mut db, id).await?;
    if before.version != change.version {
        return Err(Stale.into());
    }
    if before.product.product_type != change.product.product_type {
        return Err(EntryError::Fields([("productType".into(), TYPE_STAYS)].into()));
    }
    let mut product = rules::product(&change.product, &locations::ids(&mut db).await?)?;
    product.stock = rules::pieces(before.product.stock, change.stock_seen, product.stock);
    let basis = catalog::basis(&mut db, product.product_type.tax_class()).await?;
    store::update(&mut db, id, &product, basis).await?;
    let after = find(&mut db, id).await?;
    let change = Change::between(json!(before.product), json!(after.product));
    note(
        &mut db,
        tenant,
        person,
        "product_changed",
        &format!("product:{id}"),
        change,
    )
    .await?;
    db.commit().await?;
    Ok(after)
}

async fn archive(
    tenant: &Tenant,
    person: &Person,
    ids: Vec<i64>,
    archived: bool,
) -> Result<ProductsChanged, EntryError> {
    let action = if archived {
        "product_archived"
    } else {
        "product_restored"
    };
    let mut db = tenant.write().await?;
    let mut items = Vec::new();
    for id in ids {
        if store::archive(&mut db, id, archived).await? {
            let change = Change::between(json!({"archived": !archived}), json!({"archived": archived}));
            note(&mut db, tenant, person, action, &format!("product:{id}"), change).await?;
        }
        items.push(find(&mut db, id).await?);
    }
    db.commit().await?;
    Ok(ProductsChanged { items })
}

async fn put_in_place(tenant: &Tenant, person: &Person, place: &Place) -> Result<bool, EntryError> {
    let mut db = tenant.write().await?;
    let all = store::records(&mut db, None).await?;
    let ids = all.into_iter().map(|record| record.product_id).collect();
    let ids = place.order(ids).ok_or(EntryError::NotFound)?;
    store::order(&mut db, &ids).await?;
    let subject = format!("product:{}", place.id);
    let change = Change::default().with(json!({"before": place.before}));
    note(&mut db, tenant, person, "product_moved", &subject, change).await?;
    db.commit().await?;
    Ok(true)
}
