//! Makes routes from handlers without repeating axum's layers for each handler.

use std::pin::Pin;
use std::sync::Arc;

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use axum::routing::MethodRouter;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::{HttpMethod, Operation, Paths};
use utoipa::openapi::schema::Schema;
use utoipa_axum::PathItemExt as _;
use utoipa_axum::router::UtoipaMethodRouter;

use crate::runtime::SharedRuntime;

type BoxedResponse = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A handler behind a pointer. axum wraps a handler in several layers, and for each of them the compiler would compile the layer
/// again and prove again that everything the handler awaits is `Send`: a third of the time that this crate took.
#[derive(Clone)]
struct BoxedHandler(Arc<dyn Fn(Request, SharedRuntime) -> BoxedResponse + Send + Sync>);

impl Handler<(), SharedRuntime> for BoxedHandler {
    type Future = BoxedResponse;

    fn call(self, request: Request, runtime: SharedRuntime) -> BoxedResponse {
        (self.0)(request, runtime)
    }
}

/// Route of `handler` for `methods`.
pub(super) fn route<H, T>(methods: &[HttpMethod], handler: H) -> MethodRouter<SharedRuntime>
where
    H: Handler<T, SharedRuntime>,
    T: 'static,
{
    let call = move |request, runtime| -> BoxedResponse { Box::pin(handler.clone().call(request, runtime)) };
    let boxed = BoxedHandler(Arc::new(call));
    methods.iter().fold(MethodRouter::new(), |router, method| {
        router.on(method.to_method_filter(), boxed.clone())
    })
}

/// Route of `handler` with its description, for [`routes!`](crate::routes).
#[doc(hidden)]
pub fn described<H, T>(
    schemas: Vec<(String, RefOr<Schema>)>,
    (path, operation, methods): (String, Operation, Vec<HttpMethod>),
    handler: H,
) -> UtoipaMethodRouter<SharedRuntime>
where
    H: Handler<T, SharedRuntime>,
    T: 'static,
{
    let router = route(&methods, handler);
    let mut paths = Paths::new();
    paths.add_path_operation(path, methods, operation);
    (schemas, paths, router)
}

/// Route of a handler that is annotated with `#[utoipa::path]`, like `utoipa_axum::routes!`.
#[macro_export]
macro_rules! routes {
    ($handler:path) => {{
        let mut schemas = Vec::new();
        let described = ::utoipa_axum::routes!(@resolve_types $handler : schemas);
        $crate::http::described(schemas, described, $handler)
    }};
}
