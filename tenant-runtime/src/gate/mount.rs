//! Mounts the table of routes behind the gate.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;
use platform::ids::RequestId;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use super::{Gate, gate};
use crate::error::ErrorCode;
use crate::http::{API_BASE, RouteEntry, Routes, StaffRegister, whole};
use crate::language;
use crate::runtime::SharedRuntime;

/// The mounted route table.
pub struct Mounted {
    pub router: Router<SharedRuntime>,
    pub openapi: OpenApi,
    pub table: Vec<RouteEntry>,
}

/// Wraps routes with the gate and joins them. `staff`: access to the console.
pub fn mount(routes: Routes, runtime: &SharedRuntime, staff: &Arc<dyn StaffRegister>, openapi: OpenApi) -> Mounted {
    let guarded = |route, path: &str, policy| guarded(route, Gate::new(runtime, staff, policy, path));
    let table = routes.table();
    let mut router = Router::new();
    let mut api = OpenApiRouter::<SharedRuntime>::with_openapi(openapi);
    for ((schemas, paths, methods), policy) in routes.described {
        // With the whole path: nesting would rewrite the URL of each request.
        for path in paths.paths.keys() {
            let path = format!("{API_BASE}{path}");
            router = router.route(&path, guarded(methods.clone(), &path, policy));
        }
        api = api.routes((schemas, paths, methods));
    }
    for (_, path, route, policy) in routes.plain {
        let guarded = guarded(route, &path, policy);
        router = router.route(&path, guarded);
    }
    let openapi = whole(api.into_openapi());
    let router = router.method_not_allowed_fallback(refuse_method);
    Mounted { router, openapi, table }
}

fn guarded(route: MethodRouter<SharedRuntime>, before: Gate) -> MethodRouter<SharedRuntime> {
    route
        // The policy defines the body limit, and the gate has already read the body.
        .layer(DefaultBodyLimit::disable())
        .layer(from_fn_with_state(Arc::new(before), gate))
}

/// 405: the path exists with another method. Public, like the API description.
async fn refuse_method(State(runtime): State<SharedRuntime>, headers: HeaderMap) -> Response {
    let refusal = ErrorCode::MethodNotAllowed.because("This method isn't allowed here.");
    let locale = language::of_no_site(language::accept_language(&headers));
    RequestId::generate(&*runtime.random).stamp(refusal.into_response(), locale.language().catalogue())
}
