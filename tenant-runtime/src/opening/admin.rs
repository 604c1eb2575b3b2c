//! Opening and closing of the shop, for owners.

use platform::audit::{self, Change};
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Json};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::rules::{self, Need, NeedKind};
use super::{ShopState, close, needs_of, open, store};
use crate::error::Fault;
use crate::fields::{FieldErrors, invalid_field, invalid_fields};
use crate::http::{Person, demand_password};
use crate::tenant::{Tenant, TenantContext};

/// State of the shop and what it needs to open.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Opening {
    #[serde(flatten)]
    state: ShopState,
    /// Setup steps in the recommended order. Blocking steps keep the shop from opening.
    needs: Vec<Need>,
}

/// New state of the shop.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct OpeningChange {
    open: bool,
    /// Text for the public while the shop is closed, up to 500 characters.
    #[serde(default)]
    closed_text: String,
}

/// Content or decision to confirm.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NeedConfirmation {
    kind: NeedKind,
}

/// Get the state of the shop
#[utoipa::path(get, path = "/admin/opening", tag = "admin", responses((status = 200, body = Envelope<Opening>)))]
pub(super) async fn get_opening(tenant: Tenant) -> Result<Answer<Opening>, ApiError> {
    let mut db = tenant.read().await?;
    Ok(Answer(load(&tenant, &mut db).await?))
}

/// Open or close the shop
///
/// Opening a shop that lacks something returns 422 `invalid_fields` with a message for each missing need. Closing an open
/// shop requires `POST /users/unlock`.
#[utoipa::path(put, path = "/admin/opening", tag = "admin", request_body = OpeningChange,
    responses((status = 200, body = Envelope<Opening>)))]
pub(super) async fn set_opening(
    tenant: Tenant,
    person: Person,
    Json(change): Json<OpeningChange>,
) -> Result<Answer<Opening>, ApiError> {
    let text = rules::check_text(&change.closed_text).map_err(|message| invalid_field("closedText", message))?;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let is_open = ShopState::read(&mut db).await?.open;
    if change.open {
        let needs = needs_of(&mut db, &tenant.site, now).await?;
        let missing: FieldErrors = rules::blocking(&needs)
            .map(|need| (<&str>::from(need.kind).into(), rules::request(need)))
            .collect();
        if !is_open && !missing.is_empty() {
            return Err(invalid_fields(missing));
        }
        open(&mut db, now, &person.actor()).await?;
    } else {
        if is_open {
            demand_password(&person, now)?;
        }
        close(&mut db, now, &person.actor(), &text).await?;
    }
    let opening = load(&tenant, &mut db).await?;
    db.commit().await?;
    Ok(Answer(opening))
}

/// Confirm content or a decision
///
/// Confirms a policy, the example text of the home page or the email sender without a change. For taxes and payments,
/// confirms that the site uses none.
#[utoipa::path(post, path = "/admin/opening/confirmations", tag = "admin", request_body = NeedConfirmation,
    responses((status = 200, body = Envelope<Opening>)))]
pub(super) async fn confirm_need(
    tenant: Tenant,
    person: Person,
    Json(NeedConfirmation { kind }): Json<NeedConfirmation>,
) -> Result<Answer<Opening>, ApiError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let needs = needs_of(&mut db, &tenant.site, now).await?;
    let known = needs.iter().find(|need| need.kind == kind);
    if known.is_some_and(|need| need.confirmable) {
        let (name, actor) = (<&str>::from(kind), person.actor());
        if store::confirm(&mut db, name, now.as_millisecond(), &actor).await? {
            let change = Change::made(json!({ "confirmed": name }));
            audit::note(&mut db, now, &actor, "opening_confirmed", super::SUBJECT, change).await?;
        }
    } else if known.is_none_or(|need| need.standing != rules::Standing::Done) {
        return Err(invalid_field("kind", "You can't confirm this. Add it first."));
    }
    let opening = load(&tenant, &mut db).await?;
    db.commit().await?;
    Ok(Answer(opening))
}

async fn load(tenant: &TenantContext, db: &mut TenantRead) -> Result<Opening, Fault> {
    Ok(Opening {
        state: ShopState::read(db).await?,
        needs: needs_of(db, &tenant.site, tenant.now()).await?,
    })
}
