//! All routes of a site, joined from the domains.

use std::sync::Arc;

use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Description;

use crate::domains::DOMAINS;
use crate::error::{ErrorCode, RequestRefused, RequestTurnedAway};
use crate::gate::{self, Mounted};
use crate::http::{Routes, StaffRegister};
use crate::runtime::SharedRuntime;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Suds",
        version = "1",
        description = "API of a car wash site. Every response is an envelope.\n\nA site also serves: `GET /api/v1/payments/socket`, a WebSocket that first sends `{socketId}` and later `{success,errorMessage}` when a card form ends; `GET /payments/form/{reference}`, the document with a card form; `GET /uploads/{name}`, images and videos, with `Range` support."
    ),
    components(schemas(ErrorCode, RequestRefused, RequestTurnedAway, platform::http::Failure))
)]
struct Api;

/// Routes of all domains.
pub fn routes() -> Routes {
    DOMAINS
        .iter()
        .fold(Routes::default(), |routes, domain| routes.and((domain.routes)()))
}

/// The description to which the routes are added.
pub fn description() -> Description {
    Api::openapi()
}

/// Mounts the routes of all domains and `more` (the control plane's). `staff` knows the control plane's users.
pub fn mount(runtime: &SharedRuntime, more: Routes, staff: &Arc<dyn StaffRegister>) -> Mounted {
    gate::mount(routes().and(more), runtime, staff, description())
}
