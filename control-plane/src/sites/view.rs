//! Access for staff to a site's back office.

use std::sync::Arc;

use axum::extract::Extension;
use jiff::Timestamp;
use platform::audit::{self, Change};
use platform::db::Acting;
use platform::http::{Answer, ApiError, Envelope, Json, Path};
use platform::ids::SiteId;
use platform::tenancy::Lookup;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenant_runtime::fields::invalid_field;
use tenant_runtime::fields::text::reason as reason_text;
use tenant_runtime::http::{Policy, Routes, Staff, StaffRole, limits, routes};
use tenant_runtime::identity::{self, Viewer};
use tenant_runtime::tenant::Tenant;
use utoipa::ToSchema;

use super::endpoints::entry;
use crate::serve::Web;

/// Actor in the site's audit log.
const PROVIDER: &str = "provider";

/// Page of a site where access starts. The token follows `#`, so that it isn't sent to servers.
const PAGE: &str = "/viewAs";

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ViewReason {
    /// For the audit logs of the site and the console: 1 to 200 characters.
    reason: String,
}

/// Link to view a site's back office.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SiteView {
    /// URL of the back office. Anyone with the link can view it.
    link: String,
    /// Bearer token in the link.
    token: String,
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
}

/// The endpoints of this module.
pub fn routes() -> Routes {
    Routes::default().call(
        routes!(view_provider_site),
        Policy::staff(StaffRole::Operator, limits::WRITE),
    )
}

/// View a site's back office
///
/// Read-only for 15 minutes, and no longer than your session at the console: changes return 403 `read_only`. The site's audit
/// log records it with the reason.
#[utoipa::path(post, path = "/provider/sites/{id}/view", tag = "provider", params(("id" = String, Path)),
    request_body = ViewReason, responses((status = 200, body = Envelope<SiteView>)))]
async fn view_provider_site(
    staff: Staff,
    Extension(web): Extension<Arc<Web>>,
    Path(id): Path<SiteId>,
    Json(ViewReason { reason }): Json<ViewReason>,
) -> Result<Answer<SiteView>, ApiError> {
    let reason = reason_text(&reason).map_err(|message| invalid_field("reason", message))?;
    let site = entry(&web, &staff, id).await?;
    let (plane, runtime) = (&web.plane, &web.runtime);
    // Not of one that is being deleted.
    let found = runtime.directory.find(Lookup::Id(id)).await?;
    let found = found.ok_or_else(ApiError::not_found)?;
    let tenant = Tenant::open(runtime, found).await?;
    let now = tenant.now();
    let viewer = Viewer {
        id: staff.id.clone(),
        session: staff.session.clone(),
    };
    let pass = identity::let_view(tenant.keys(), id, &*plane.random, now, &viewer)?;
    let mut db = tenant.write().await?;
    // With a role, so that the merchant's people read of it.
    db.is_made_by(Some(Acting {
        actor: PROVIDER.to_owned(),
        role: PROVIDER,
    }));
    let given = Change::default().with(json!({ "reason": reason }));
    audit::note(&mut db, now, PROVIDER, "back_office_viewed", "site", given).await?;
    db.commit().await?;
    let mut db = plane.db.write().await?;
    let subject = (Some(&*staff.environment), &*id.to_string());
    let details = json!({ "until": pass.expires_at, "reason": reason });
    plane.audit(&mut db, &staff.id, "site.view", subject, details).await?;
    db.commit().await?;
    Ok(Answer(SiteView {
        link: format!("{}{PAGE}#{}", site.address, pass.token),
        token: pass.token,
        expires_at: pass.expires_at,
    }))
}
