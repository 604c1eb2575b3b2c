use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Extension;
use axum::http::HeaderMap;
use axum::response::Response;
use platform::db::TenantRead;
use platform::http::{ApiError, Envelope, Query};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Listing, Logo, ProductType, pricing_location, rules, store, tax_rate};
use crate::error::Fault;
use crate::http::{Person, Rendered};
use crate::identity;
use crate::tenant::Tenant;

/// Maximum delay in milliseconds until lists show or hide a product whose sale window changes.
const WINDOW_MS: i64 = 60_000;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductsQuery {
    /// Location for availability and taxes; 0 or unknown: all locations, with the first location's taxes. Default: the
    /// caller's home location, otherwise 0.
    #[param(required = false)]
    location_id: Option<i64>,
}

/// Product for a customer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Product {
    product_id: i64,
    product_type: ProductType,
    app_product_type: ProductType,
    name: String,
    /// Price for the caller in minor units, before tax.
    price: i64,
    /// Taxes per unit, in minor units.
    taxes: i64,
    /// Value of a gift card, in minor units.
    value: i64,
    /// First-month price of a club for customers who never joined one, in minor units.
    signup_price: Option<i64>,
    /// Taxes on `signupPrice`, in minor units.
    signup_taxes: Option<i64>,
    /// Monthly price of a club, in minor units.
    monthly_price: Option<i64>,
    /// Taxes on `monthlyPrice`, in minor units.
    monthly_taxes: Option<i64>,
    /// Number of codes in a bundle.
    quantity: Option<i64>,
    /// Items left; 0 if sold out, null if stock isn't tracked.
    stock: Option<i64>,
    /// Names of the washes that a club or bundle includes. Each visit or code gives one of them.
    washes: Vec<String>,
    details: Vec<String>,
    badge: Option<String>,
    /// Empty for all locations.
    locations: Vec<i64>,
    logo: Logo,
    /// Whether it is shipped.
    fulfillable: bool,
}

/// List single washes, by descending price
#[utoipa::path(get, path = "/products/washes", tag = "catalog", params(ProductsQuery), responses((status = 200, body = Envelope<Vec<Product>>)))]
pub(super) async fn list_washes(
    tenant: Tenant,
    Query(query): Query<ProductsQuery>,
    caller: Option<Extension<Person>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    list(
        &tenant,
        (caller.as_deref(), false),
        &[ProductType::AppWash],
        &query,
        &headers,
    )
    .await
}

/// List bundles, by descending price
#[utoipa::path(get, path = "/products/bundles", tag = "catalog", params(ProductsQuery), responses((status = 200, body = Envelope<Vec<Product>>)))]
pub(super) async fn list_bundles(
    tenant: Tenant,
    Query(query): Query<ProductsQuery>,
    caller: Option<Extension<Person>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    list(
        &tenant,
        (caller.as_deref(), false),
        &[ProductType::AppBundle],
        &query,
        &headers,
    )
    .await
}

/// List gift cards and reloads, by descending price
///
/// `appProductType` distinguishes them.
#[utoipa::path(get, path = "/products/giftCards", tag = "catalog", params(ProductsQuery), responses((status = 200, body = Envelope<Vec<Product>>)))]
pub(super) async fn list_gift_cards(
    tenant: Tenant,
    Query(query): Query<ProductsQuery>,
    caller: Option<Extension<Person>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let types = [ProductType::GiftCard, ProductType::GiftCardRecharge];
    list(&tenant, (caller.as_deref(), false), &types, &query, &headers).await
}

/// List merchandise, by descending price
#[utoipa::path(get, path = "/products/merchandise", tag = "catalog", params(ProductsQuery), responses((status = 200, body = Envelope<Vec<Product>>)))]
pub(super) async fn list_merchandise(
    tenant: Tenant,
    Query(query): Query<ProductsQuery>,
    caller: Option<Extension<Person>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    list(
        &tenant,
        (caller.as_deref(), false),
        &[ProductType::Swag],
        &query,
        &headers,
    )
    .await
}

/// Products of `types` by descending price, as `caller` sees them. `was_member`: whether the caller was ever a club
/// member, for lists of clubs.
pub(crate) async fn list(
    tenant: &Tenant,
    (caller, was_member): (Option<&Person>, bool),
    types: &[ProductType],
    query: &ProductsQuery,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let location = match query.location_id {
        Some(location) => location,
        None => Box::pin(home_location(tenant, caller)).await?,
    };
    let location = known_location(tenant, location).await?;
    let now = tenant.now().as_millisecond();
    let first = types.first().map_or("", |kind| kind.into_str());
    let params = format!("{first} {location} {was_member} {}", now / WINDOW_MS);
    let rendered = tenant.cached("products", &params, || async {
        let mut db = tenant.read().await?;
        let mut products = Vec::new();
        for kind in types {
            for listing in store::listings::on_sale(&mut db, *kind, now).await? {
                if rules::allowed_at(&listing.locations, location) {
                    products.push(priced(&mut db, listing, location, was_member).await?);
                }
            }
        }
        // Products with equal prices stay in the merchant's order.
        products.sort_by_key(|product| std::cmp::Reverse(product.price));
        let rendered = Rendered::new(&products)?;
        let weight = rendered.weight();
        Ok((rendered, weight))
    });
    Ok(rendered.await?.answer(headers))
}

/// 0 for customers without one, and for callers without a token.
async fn home_location(tenant: &Tenant, caller: Option<&Person>) -> Result<i64, Fault> {
    let Some(person) = caller else { return Ok(0) };
    let account = identity::find_account(&mut tenant.read().await?, person.id).await?;
    Ok(account.and_then(|account| account.home_location_id).unwrap_or(0))
}

/// `location` if the site has it, otherwise 0. Lists are cached by location, so unknown IDs must not create cache
/// entries.
async fn known_location(tenant: &Tenant, location: i64) -> Result<i64, Fault> {
    let known: Arc<BTreeSet<i64>> = tenant
        .cached("location-ids", "", || async {
            let locations = super::locations(&mut tenant.read().await?).await?;
            let weight = u32::try_from(locations.len() * size_of::<i64>()).unwrap_or(u32::MAX);
            Ok((locations.into_iter().map(|location| location.id).collect(), weight))
        })
        .await?;
    Ok(if known.contains(&location) { location } else { 0 })
}

async fn priced(
    db: &mut TenantRead,
    listing: Listing,
    location: i64,
    was_member: bool,
) -> Result<Product, sqlx::Error> {
    let at = pricing_location(db, Some(location), None).await?;
    let rate = tax_rate(db, at, &listing.tax_class).await?;
    let price = listing.price_for(was_member).at(rate);
    let signup = listing.signup_price.map(|first| first.at(rate));
    let monthly = (listing.product_type == ProductType::AppClub).then(|| listing.price.at(rate));
    Ok(Product {
        product_id: listing.id,
        product_type: listing.product_type,
        app_product_type: listing.product_type,
        name: listing.name,
        price: price.net,
        taxes: price.taxes,
        value: listing.value,
        signup_price: signup.map(|first| first.net),
        signup_taxes: signup.map(|first| first.taxes),
        monthly_price: monthly.map(|month| month.net),
        monthly_taxes: monthly.map(|month| month.taxes),
        quantity: listing.quantity,
        stock: listing.stock,
        washes: listing.washes,
        details: listing.details,
        badge: listing.badge,
        locations: listing.locations,
        logo: listing.logo,
        fulfillable: listing.product_type.is_fulfillable(),
    })
}
