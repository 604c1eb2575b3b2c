//! Complete router.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Extension, State};
use axum::middleware::{from_fn, map_response};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use http::{Extensions, HeaderMap};
use tenant_runtime::gate::{SiteResponse, client_address};
use tenant_runtime::http::{API_BASE, StaffRegister};
use tenant_runtime::router;

use super::description::Description;
use super::web::{self, Web};
use super::{api_reference, metrics, pages};

/// The whole router: the table of calls, the files of builds, and the shell for everything else.
pub(super) fn application(web: Arc<Web>, health: Router) -> Router {
    let staff: Arc<dyn StaffRegister> = web.plane.clone();
    let mounted = router::mount(&web.runtime, super::routes(), &staff);
    let description = Arc::new(Description::new(&mounted.openapi));
    let reference = api_reference::body(&mounted.openapi);
    let described = Router::new()
        .route(
            &format!("{API_BASE}/openapi.json"),
            get(
                async move |State(web): State<Arc<Web>>, extensions: Extensions, headers: HeaderMap| {
                    let address = client_address(&web.runtime, &extensions, &headers);
                    match web.pages.check(address) {
                        Ok(()) => description.answer(&headers),
                        Err(refusal) => refusal.into_response(),
                    }
                },
            ),
        )
        .route(
            &format!("{API_BASE}/docs"),
            get(
                async move |State(web): State<Arc<Web>>, extensions: Extensions, headers: HeaderMap| {
                    let address = client_address(&web.runtime, &extensions, &headers);
                    match web.pages.check(address) {
                        Ok(()) => pages::api_reference(&reference),
                        Err(refusal) => refusal.into_response(),
                    }
                },
            ),
        )
        .with_state(Arc::clone(&web));
    let pages = Router::new()
        .route("/v/{version}/{*file}", get(web::get_asset))
        .fallback(web::fallback)
        .with_state(Arc::clone(&web));
    let plane = Arc::clone(&web.plane);
    mounted
        .router
        .layer(map_response(move |response: Response| {
            if let Some(answered) = response.extensions().get::<SiteResponse>()
                && let Some(build) = &answered.site.build
            {
                let request = (&answered.method, &*answered.route, answered.address);
                let environment = &*answered.site.environment.name;
                plane.tally.answered((environment, build), request, response.status());
            }
            std::future::ready(response)
        }))
        .with_state(Arc::clone(&web.runtime))
        // For our own calls and documents.
        .layer(Extension(Arc::clone(&web.plane)))
        .layer(Extension(Arc::clone(&web)))
        .merge(described)
        .merge(health)
        .merge(pages)
        .layer(from_fn(metrics::count))
}
