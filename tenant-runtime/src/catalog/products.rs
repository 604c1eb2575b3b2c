use axum::http::{HeaderMap, header};
use axum::response::Response;
use platform::db::TenantRead;
use platform::http::{ApiError, Envelope, Query};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Listing, Logo, ProductType, pricing_location, rules, store, tax_rate};
use crate::http::Rendered;
use crate::identity;
use crate::tenant::Tenant;

/// How long a list may show a product whose sale window has just opened or closed.
const WINDOW_MS: i64 = 60_000;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProductsQuery {
    /// Lists and taxes for this location; 0: all locations, taxed as at the site's first. Without it: the caller's home
    /// location, else 0.
    #[param(required = false)]
    location_id: Option<i64>,
}

/// A product as a customer sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Product {
    product_id: i64,
    product_type: ProductType,
    app_product_type: ProductType,
    name: String,
    /// Minor units, net.
    price: i64,
    /// Minor units, of one unit.
    taxes: i64,
    /// Minor units; what a gift card is worth.
    value: i64,
    details: Vec<String>,
    badge: Option<String>,
    /// Empty: everywhere.
    locations: Vec<i64>,
    logo: Logo,
    /// Whether it is sent to an address.
    fulfillable: bool,
}

/// Single washes, the dearest first.
#[utoipa::path(get, path = "/products/washes", tag = "catalog", params(ProductsQuery), responses((status = 200, body = Envelope<Vec<Product>>)))]
pub(super) async fn list_washes(
    tenant: Tenant,
    Query(query): Query<ProductsQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let location = match query.location_id {
        Some(location) => location,
        None => home_location(&tenant, &headers).await?,
    };
    list(&tenant, ProductType::AppWash, location, &headers).await
}

/// Where a caller who names no location buys: at home, if a valid token says who it is; else everywhere (0).
async fn home_location(tenant: &Tenant, headers: &HeaderMap) -> Result<i64, ApiError> {
    if !headers.contains_key(header::AUTHORIZATION) {
        return Ok(0);
    }
    let Ok(person) = identity::authenticate(tenant, headers).await else {
        return Ok(0);
    };
    let mut db = tenant.read().await?;
    let account = identity::find_account(&mut db, person.id).await?;
    Ok(account.and_then(|account| account.home_location_id).unwrap_or(0))
}

async fn list(
    tenant: &Tenant,
    product_type: ProductType,
    location: i64,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let now = tenant.now().as_millisecond();
    let params = format!("{} {location} {}", product_type.as_str(), now / WINDOW_MS);
    let rendered = tenant.cached("products", &params, async {
        let mut db = tenant.read().await?;
        let mut products = Vec::new();
        for listing in store::on_sale(&mut db, product_type, now).await? {
            if rules::allowed_at(&listing.locations, location) {
                products.push(priced(&mut db, listing, location).await?);
            }
        }
        let rendered = Rendered::new(&products)?;
        let weight = rendered.weight();
        Ok((rendered, weight))
    });
    Ok(rendered.await?.answer(headers))
}

async fn priced(db: &mut TenantRead, listing: Listing, location: i64) -> Result<Product, sqlx::Error> {
    let at = pricing_location(db, Some(location), None).await?;
    let rate = tax_rate(db, at, &listing.tax_class).await?;
    Ok(Product {
        product_id: listing.id,
        product_type: listing.product_type,
        app_product_type: listing.product_type,
        name: listing.name,
        price: listing.price,
        taxes: rules::tax(listing.price, rate),
        value: listing.value,
        details: listing.details,
        badge: listing.badge,
        locations: listing.locations,
        logo: listing.logo,
        fulfillable: listing.product_type == ProductType::Swag,
    })
}
