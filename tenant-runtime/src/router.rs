//! Every route of a site, joined from the domains.

use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Description;

use crate::error::{ErrorCode, OrderRefused, OrderTurnedAway};
use crate::http::{Mounted, Routes};
use crate::notifications::inbox;
use crate::runtime::SharedRuntime;
use crate::{catalog, checkout, clubs, gift_cards, gifts, identity, payments, site, wallet};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Suds",
        version = "1",
        description = "The API of a car wash's site. Every answer is an envelope.\n\nBeside these calls a site serves what is \
            no call: `GET /api/v1/payments/socket`, the WebSocket that says `{socketId}` first and `{success,errorMessage}` \
            when a card form has ended; `GET /payments/form/{reference}`, the document that shows a card form; \
            `GET /uploads/{name}`, its pictures and videos, which also answer `Range`."
    ),
    components(schemas(ErrorCode, OrderRefused, OrderTurnedAway, platform::http::Failure))
)]
struct Api;

/// The routes of all domains.
pub fn routes() -> Routes {
    Routes::default()
        .and(site::routes())
        .and(identity::routes())
        .and(catalog::routes())
        .and(payments::routes())
        .and(checkout::routes())
        .and(wallet::routes())
        .and(inbox::routes())
        .and(gift_cards::routes())
        .and(gifts::routes())
        .and(clubs::routes())
}

/// The description that the routes are added to.
pub fn description() -> Description {
    Api::openapi()
}

/// Mounts the routes of all domains and `more`, those of the control plane.
pub fn mount(runtime: &SharedRuntime, more: Routes) -> Mounted {
    routes().and(more).mount(runtime, description())
}
