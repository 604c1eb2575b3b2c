//! Demo home page: the sites shown at the base host.

use axum::response::Response;
use platform::causes::Causes;
use platform::http::ApiError;
use platform::tenancy::Lookup;
use tenant_runtime::runtime::SharedRuntime;
use tenant_runtime::site;
use tenant_runtime::tenant::Tenant;

use super::pages::{self, Door};
use crate::environments;
use crate::plane::ControlPlane;
use crate::sites::{self, SiteRecord, SiteState};

/// All active sites with name and colors. Sites that can't be read are left out, so that the page still works.
pub(super) async fn front_door(plane: &ControlPlane, runtime: &SharedRuntime) -> Response {
    let listed = match plane.db.read().await {
        Ok(mut db) => sites::store::list(&mut db).await.unwrap_or_default(),
        Err(_) => Vec::new(),
    };
    let mut doors = Vec::new();
    // Only the shops. Developers find their sites in the console.
    let shops = listed
        .into_iter()
        .filter(|site| site.state == SiteState::Active && site.environment == environments::DEMO);
    for site in shops {
        match door_of(runtime, &site).await {
            Ok(Some(door)) => doors.push(door),
            Ok(None) => {}
            Err(error) => {
                tracing::warn!(site.id = %site.id, error = %Causes(&error), "a site is missing from the demo's start page")
            }
        }
    }
    pages::doors(&doors)
}

async fn door_of(runtime: &SharedRuntime, site: &SiteRecord) -> Result<Option<Door>, ApiError> {
    let Some(entry) = runtime.directory.find(Lookup::Label(site.subdomain.clone())).await? else {
        return Ok(None);
    };
    let tenant = Tenant::open(runtime, entry).await?;
    let saved = site::saved_config(&tenant).await?;
    let line = saved.config.carousel.first().map(|slide| slide.headline.clone());
    Ok(Some(Door {
        name: saved.config.company_name.clone(),
        url: tenant.origin(),
        line: line.unwrap_or_default(),
        brand: saved.tones.brand.to_string(),
        on_brand: saved.tones.on_brand.to_string(),
        accent: saved.tones.accent.to_string(),
    }))
}
