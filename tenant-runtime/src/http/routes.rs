//! Single table of routes. Domains add to it; nothing can be mounted elsewhere, because domains never see the router.

use std::sync::Arc;

use axum::handler::Handler;
use axum::http::Method;
use axum::routing::MethodRouter;
use utoipa::openapi::OpenApi;
use utoipa::openapi::path::HttpMethod;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use super::policy::Policy;
use super::{describe, endpoint};
use crate::runtime::SharedRuntime;

/// Base path of all API requests.
pub const API_BASE: &str = "/api/v1";

/// Template of a changing route, such as `/api/v1/orders`. Part of an idempotency key's identity.
#[derive(Clone)]
pub(crate) struct RouteTemplate(pub(crate) Arc<str>);

/// A row of the route table.
#[derive(Clone, Debug)]
pub struct RouteEntry {
    pub method: Method,
    /// Path template, such as `/api/v1/orders/{transRecordId}`.
    pub path: String,
    pub policy: Policy,
    /// Whether it is in the API description.
    pub described: bool,
}

/// Routes and policies, as declared by the domains.
#[derive(Default)]
pub struct Routes {
    pub(crate) described: Vec<(UtoipaMethodRouter<SharedRuntime>, Policy)>,
    pub(crate) plain: Vec<(Method, String, MethodRouter<SharedRuntime>, Policy)>,
}

impl Routes {
    /// Adds an API endpoint under `/api/v1`, from [`routes!`](crate::routes).
    #[must_use]
    pub fn call(mut self, mut route: UtoipaMethodRouter<SharedRuntime>, policy: Policy) -> Self {
        describe::by_policy(&mut route.1, &policy);
        self.described.push((route, policy));
        self
    }

    /// Adds a route outside the API: a document, a picture, a socket. `path` is absolute.
    #[must_use]
    pub fn document<H, T>(mut self, path: &str, handler: H, policy: Policy) -> Self
    where
        H: Handler<T, SharedRuntime>,
        T: 'static,
    {
        let route = endpoint::route(&[HttpMethod::Get], handler);
        self.plain.push((Method::GET, path.to_owned(), route, policy));
        self
    }

    /// Adds a URL to which other companies' servers, or forms on their pages, post. `path` is absolute.
    #[must_use]
    pub fn hook<H, T>(mut self, path: &str, handler: H, policy: Policy) -> Self
    where
        H: Handler<T, SharedRuntime>,
        T: 'static,
    {
        let route = endpoint::route(&[HttpMethod::Post], handler);
        self.plain.push((Method::POST, path.to_owned(), route, policy));
        self
    }

    /// Adds the routes of another domain.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.described.extend(other.described);
        self.plain.extend(other.plain);
        self
    }

    /// Rows of the table, without a runtime.
    pub fn table(&self) -> Vec<RouteEntry> {
        let described = self.described.iter().flat_map(|((_, paths, _), policy)| {
            paths.paths.iter().flat_map(move |(path, item)| {
                methods_of(item).into_iter().map(move |method| RouteEntry {
                    method,
                    path: format!("{API_BASE}{path}"),
                    policy: *policy,
                    described: true,
                })
            })
        });
        let plain = self.plain.iter().map(|(method, path, _, policy)| RouteEntry {
            method: method.clone(),
            path: path.clone(),
            policy: *policy,
            described: false,
        });
        described.chain(plain).collect()
    }

    /// API description of the table, without a runtime.
    pub fn describe(self, openapi: OpenApi) -> OpenApi {
        let api = OpenApiRouter::<SharedRuntime>::with_openapi(openapi);
        let api = self
            .described
            .into_iter()
            .fold(api, |api, (route, _)| api.routes(route));
        whole(api.into_openapi())
    }
}

/// The description with paths as clients call them, and the referenced schemas.
pub(crate) fn whole(mut openapi: OpenApi) -> OpenApi {
    describe::components(openapi.components.get_or_insert_default());
    openapi.paths.paths = std::mem::take(&mut openapi.paths.paths)
        .into_iter()
        .map(|(path, item)| (format!("{API_BASE}{path}"), item))
        .collect();
    openapi
}

fn methods_of(item: &utoipa::openapi::PathItem) -> Vec<Method> {
    [
        (HttpMethod::Get, item.get.is_some()),
        (HttpMethod::Post, item.post.is_some()),
        (HttpMethod::Put, item.put.is_some()),
        (HttpMethod::Patch, item.patch.is_some()),
        (HttpMethod::Delete, item.delete.is_some()),
    ]
    .into_iter()
    .filter(|(_, present)| *present)
    .map(|(method, _)| match method {
        HttpMethod::Post => Method::POST,
        HttpMethod::Put => Method::PUT,
        HttpMethod::Patch => Method::PATCH,
        HttpMethod::Delete => Method::DELETE,
        _ => Method::GET,
    })
    .collect()
}
