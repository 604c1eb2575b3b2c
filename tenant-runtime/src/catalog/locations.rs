use axum::http::HeaderMap;
use axum::response::Response;
use platform::http::{ApiError, Envelope};

use super::Location;
use crate::http::Rendered;
use crate::tenant::Tenant;

/// List locations
#[utoipa::path(get, path = "/locations", tag = "catalog", responses((status = 200, body = Envelope<Vec<Location>>)))]
pub(super) async fn list_locations(tenant: Tenant, headers: HeaderMap) -> Result<Response, ApiError> {
    let rendered = tenant.cached("locations", "", || async {
        let mut db = tenant.read().await?;
        let rendered = Rendered::new(&super::locations(&mut db).await?)?;
        let weight = rendered.weight();
        Ok((rendered, weight))
    });
    Ok(rendered.await?.answer(&headers))
}
