//! Clubs for sale at a site.

use axum::Extension;
use axum::http::HeaderMap;
use axum::response::Response;
use platform::http::{ApiError, Envelope, Query};

use super::was_ever_member;
use crate::catalog::{self, Product, ProductType, ProductsQuery};
use crate::http::Person;
use crate::tenant::Tenant;

/// List wash clubs, by descending price
///
/// `price` is the first-month price for customers who never joined a club, otherwise the monthly price.
#[utoipa::path(get, path = "/products/washClubs", tag = "catalog", params(ProductsQuery), responses((status = 200, body = Envelope<Vec<Product>>)))]
pub(super) async fn list_wash_clubs(
    tenant: Tenant,
    Query(query): Query<ProductsQuery>,
    caller: Option<Extension<Person>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let was_member = match &caller {
        Some(person) => was_ever_member(&mut tenant.read().await?, person.id).await?,
        None => false,
    };
    let caller = (caller.as_deref(), was_member);
    catalog::list(&tenant, caller, &[ProductType::AppClub], &query, &headers).await
}
