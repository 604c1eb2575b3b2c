use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use platform::audit::Change;
use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope, Json, Path, Query, WantsTable, small_table};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::audit_note::note;
use super::records::{self, Actions, CatalogRecord};
use super::{Several, formats, page};
use crate::catalog::error::EntryError;
use crate::catalog::product_entry::{ProductEntry, ProductRecord};
use crate::catalog::rules::listed::{self, ProductFilter, ProductKey, ProductSort, ProductState};
use crate::catalog::rules::products as rules;
use crate::catalog::rules::sheet;
use crate::catalog::rules::sheet::products::TYPE_STAYS;
use crate::catalog::store::{locations, products as store};
use crate::catalog::{self, ProductType};
use crate::error::Fault;
use crate::fields::{Place, Search, cursor, page_after};
use crate::http::{IdempotentJson, Person};
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
    /// Only archived products (true) or only the others (false).
    #[param(required = false)]
    archived: Option<bool>,
    /// Only products sold at this location.
    #[param(required = false)]
    location_id: Option<i64>,
    /// Default: `shop`, which sorts by type and descending price, as in the shop.
    #[param(required = false, inline)]
    sort: Option<ProductSort>,
}

/// Page of products.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProductPage {
    items: Vec<ProductRecord>,
    /// Cursor of the next page; null on the last page.
    next_cursor: Option<String>,
    /// Total number on all pages.
    count: usize,
}

/// Updated product.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ProductChange {
    /// Version you read, so you don't overwrite newer changes.
    version: i64,
    /// Stock you read, so that sales since then are subtracted. Omit it to set `stock` as the current number.
    #[serde(default)]
    stock_seen: Option<i64>,
    product: ProductEntry,
}

/// Products changed together.
#[derive(Serialize, ToSchema)]
pub(super) struct ProductsChanged {
    items: Vec<ProductRecord>,
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExamplesQuery {
    /// Only this product.
    #[param(required = false)]
    product_id: Option<i64>,
}

/// Number of deleted examples.
#[derive(Serialize, ToSchema)]
pub(super) struct ExamplesDeleted {
    deleted: usize,
}

/// Marks the club that is offered to returning members as not deletable. The site config refers to it.
async fn keep_offered(tenant: &Tenant, records: &mut [ProductRecord]) -> Result<(), Fault> {
    let offered = site::saved_config(tenant).await?.config.resign_up_product_id;
    for record in records {
        record.deletable &= record.product_id != offered;
    }
    Ok(())
}

async fn told(tenant: &Tenant, mut record: ProductRecord) -> Result<ProductRecord, Fault> {
    keep_offered(tenant, std::slice::from_mut(&mut record)).await?;
    Ok(record)
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
    let (after, limit) = page(query.limit, query.cursor.as_deref())?;
    let filter = ProductFilter {
        search: Search::of(query.q.as_deref()),
        product_type: query.product_type,
        state: query.state,
        archived: query.archived,
        location: query.location_id,
        sort: query.sort.unwrap_or_default(),
    };
    let mut all = store::records(&mut tenant.read().await?, None).await?;
    keep_offered(&tenant, &mut all).await?;
    let found = listed::products(all, &filter, tenant.now());
    if as_table {
        let rows = sheet::rows(&found, &formats(&tenant).await?);
        return small_table("products", &sheet::header::<ProductRecord>(), rows.into_iter());
    }
    let count = found.len();
    let key = |record: &ProductRecord| ProductKey::of(record, filter.sort);
    let (items, next) = page_after(found, key, after.as_ref(), limit);
    Ok(Answer(ProductPage {
        items,
        next_cursor: next.as_ref().map(cursor),
        count,
    })
    .into_response())
}

/// Get a product
#[utoipa::path(get, path = "/admin/products/{productId}", tag = "admin", params(("productId" = i64, Path)),
    responses((status = 200, body = Envelope<ProductRecord>)))]
pub(super) async fn get_product(tenant: Tenant, Path(id): Path<i64>) -> Result<Answer<ProductRecord>, ApiError> {
    let record = records::find(&mut tenant.read().await?, id).await?;
    Ok(Answer(told(&tenant, record).await?))
}

/// Add a product
#[utoipa::path(post, path = "/admin/products", tag = "admin", request_body = ProductEntry,
    responses((status = 200, body = Envelope<ProductRecord>)))]
pub(super) async fn add_product(
    tenant: Tenant,
    person: Person,
    request: IdempotentJson<ProductEntry>,
) -> Result<Answer<ProductRecord>, ApiError> {
    Ok(Answer(records::add(&tenant, &person, request).await?))
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
    // Sales since the stock was read are still deducted.
    let keep = |before: &ProductRecord, product: &mut ProductEntry| {
        product.stock = rules::pieces(before.product.stock, change.stock_seen, product.stock);
    };
    let changed = records::change(&tenant, &person, (id, change.version), &change.product, keep);
    Ok(Answer(told(&tenant, changed.await?).await?))
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
    let mut items = records::archive(&tenant, &person, several.checked()?, true).await?;
    keep_offered(&tenant, &mut items).await?;
    Ok(Answer(ProductsChanged { items }))
}

/// Put products on sale
///
/// For archived products and examples.
#[utoipa::path(post, path = "/admin/products/restore", tag = "admin", request_body = Several,
    responses((status = 200, body = Envelope<ProductsChanged>)))]
pub(super) async fn restore_products(
    tenant: Tenant,
    person: Person,
    Json(several): Json<Several>,
) -> Result<Answer<ProductsChanged>, ApiError> {
    let mut items = records::archive(&tenant, &person, several.checked()?, false).await?;
    keep_offered(&tenant, &mut items).await?;
    Ok(Answer(ProductsChanged { items }))
}

/// Delete an example product, or all of them
///
/// Examples were never on sale, so no order has one. Products that staff changed or put on sale aren't examples.
#[utoipa::path(delete, path = "/admin/products/examples", tag = "admin", params(ExamplesQuery),
    responses((status = 200, body = Envelope<ExamplesDeleted>)))]
pub(super) async fn delete_example_products(
    tenant: Tenant,
    person: Person,
    Query(ExamplesQuery { product_id }): Query<ExamplesQuery>,
) -> Result<Answer<ExamplesDeleted>, ApiError> {
    Ok(Answer(delete_examples(&tenant, &person, product_id).await?))
}

async fn delete_examples(tenant: &Tenant, person: &Person, only: Option<i64>) -> Result<ExamplesDeleted, EntryError> {
    let mut db = tenant.write().await?;
    let names = store::delete_examples(&mut db, only).await?;
    if !names.is_empty() {
        let change = Change::between(json!({ "names": names }), json!({ "names": [] }));
        note(&mut db, tenant, person, "example_products_deleted", "products", change).await?;
    }
    db.commit().await?;
    Ok(ExamplesDeleted { deleted: names.len() })
}

/// Delete a product that was never sold
///
/// Also deletes archived products. 409 `product_in_use` if an order, a membership, another product or the site config refers
/// to it: archive it instead.
#[utoipa::path(delete, path = "/admin/products/{productId}", tag = "admin", params(("productId" = i64, Path)),
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn delete_product(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
) -> Result<Answer<bool>, ApiError> {
    delete(&tenant, &person, id).await?;
    Ok(Answer(true))
}

async fn delete(tenant: &Tenant, person: &Person, id: i64) -> Result<(), EntryError> {
    let mut db = tenant.write().await?;
    let before: ProductRecord = records::find(&mut db, id).await?;
    let name = before.product.name.clone();
    let products = store::including(&mut db, id).await?;
    if !products.is_empty() {
        return Err(EntryError::IncludedIn {
            products: products.join(", "),
        });
    }
    if site::config_within(tenant, &mut db).await?.config.resign_up_product_id == id {
        return Err(EntryError::OfferedToReturning { name });
    }
    if !store::delete(&mut db, id).await? {
        return Err(EntryError::Sold { name });
    }
    let change = Change::gone(json!(before.product));
    note(
        &mut db,
        tenant,
        person,
        "product_deleted",
        &format!("product:{id}"),
        change,
    )
    .await?;
    db.commit().await?;
    Ok(())
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
    Ok(Answer(
        records::put_in_place::<ProductRecord>(&tenant, &person, &place).await?,
    ))
}

impl CatalogRecord for ProductRecord {
    const KIND: &'static str = "product";
    const ACTIONS: Actions = Actions {
        added: "product_added",
        changed: "product_changed",
        archived: "product_archived",
        restored: "product_restored",
        moved: "product_moved",
    };

    async fn load(db: &mut TenantRead, id: Option<i64>) -> Result<Vec<Self>, sqlx::Error> {
        store::records(db, id).await
    }

    fn check_change(&self, entry: &ProductEntry) -> Result<(), EntryError> {
        if self.product.product_type == entry.product_type {
            return Ok(());
        }
        Err(EntryError::Fields([("productType".into(), TYPE_STAYS)].into()))
    }

    async fn check(db: &mut TenantRead, entry: &ProductEntry) -> Result<ProductEntry, EntryError> {
        let washes = store::wash_ids(db).await?;
        Ok(rules::product(entry, &locations::ids(db).await?, &washes)?)
    }

    async fn store(
        db: &mut TenantWrite,
        _now: Timestamp,
        id: Option<i64>,
        entry: &ProductEntry,
    ) -> Result<i64, sqlx::Error> {
        let basis = catalog::basis(db, entry.product_type.tax_class()).await?;
        match id {
            Some(id) => store::update(db, id, entry, basis).await.map(|()| id),
            None => store::insert(db, None, entry, basis).await,
        }
    }

    async fn set_archived(db: &mut TenantWrite, id: i64, archived: bool) -> Result<bool, sqlx::Error> {
        store::archive(db, id, archived).await
    }

    async fn set_order(db: &mut TenantWrite, ids: &[i64]) -> Result<(), sqlx::Error> {
        store::order(db, ids).await
    }
}
