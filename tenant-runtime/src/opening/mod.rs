//! Opening of the shop. Until its owner opens it, the public sees a page that announces it; later the owner can close
//! it for a while. The gate asks [`state`] on routes of the shop ([`Policy::when_closed`]).

mod admin;
mod facts;
mod rules;
mod store;

use std::sync::Arc;

use jiff::Timestamp;
use platform::audit::{self, Change};
use platform::db::{TenantRead, TenantWrite};
use platform::tenancy::Site;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

pub use rules::{Need, NeedKind, Standing, blocking, check_text, needs, request};

use crate::error::Fault;
use crate::http::{Policy, Routes, limits, routes};
use crate::tenant::Tenant;

/// `changed_by` of a state set by the provider.
pub const PROVIDER: &str = "provider";

/// Resource of the audit log.
const SUBJECT: &str = "shop";

/// Whether the shop is open, and since when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopState {
    pub open: bool,
    /// Text on the page that the public sees instead of the shop; empty for none.
    pub closed_text: String,
    /// Time of the last change; null if the shop has been open since its creation.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub changed_at: Option<Timestamp>,
    /// Time of the first opening; null if the shop never opened, or has been open since its creation.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub first_opened_at: Option<Timestamp>,
}

impl ShopState {
    /// State of a site.
    pub async fn read(db: &mut TenantRead) -> Result<Self, sqlx::Error> {
        let at = |milliseconds| Timestamp::from_millisecond(milliseconds).ok();
        Ok(match store::state(db).await? {
            Some(row) => Self {
                open: row.is_open,
                closed_text: row.closed_text,
                changed_at: at(row.changed_at),
                first_opened_at: row.first_opened_at.and_then(at),
            },
            None => Self {
                open: true,
                closed_text: String::new(),
                changed_at: None,
                first_opened_at: None,
            },
        })
    }

    /// Whether the shop is or was open.
    pub const fn is_established(&self) -> bool {
        self.open || self.first_opened_at.is_some()
    }
}

pub fn routes() -> Routes {
    let owner = Policy::owner(limits::WRITE);
    Routes::default()
        .call(routes!(admin::get_opening), Policy::manager(limits::READ))
        .call(routes!(admin::set_opening), owner.may_ask_for_password())
        .call(routes!(admin::confirm_need), owner)
}

/// State of the shop, cached with its public data.
///
/// # Errors
/// The site's file can't be read.
pub async fn state(tenant: &Tenant) -> Result<Arc<ShopState>, Fault> {
    let load = || async {
        let state = ShopState::read(&mut tenant.read().await?).await?;
        Ok((state, 256))
    };
    tenant.cached("opening", "", load).await
}

/// Needs of a site, in recommended order.
///
/// # Errors
/// The site's file can't be read.
pub async fn needs_of(db: &mut TenantRead, site: &Site, now: Timestamp) -> Result<Vec<Need>, Fault> {
    Ok(needs(&facts::of(db, site, now).await?))
}

/// Opens the shop, even if requirements are missing. Does nothing if it is already open.
pub async fn open(db: &mut TenantWrite, now: Timestamp, actor: &str) -> Result<(), sqlx::Error> {
    let before = ShopState::read(db).await?;
    if before.open {
        return Ok(());
    }
    set(db, now, actor, &before, (true, "")).await
}

/// Closes the shop, with a text for the public. A closed shop gets the new text.
pub async fn close(db: &mut TenantWrite, now: Timestamp, actor: &str, text: &str) -> Result<(), sqlx::Error> {
    let before = ShopState::read(db).await?;
    if !before.open && before.closed_text == text {
        return Ok(());
    }
    set(db, now, actor, &before, (false, text)).await
}

async fn set(
    db: &mut TenantWrite,
    now: Timestamp,
    actor: &str,
    before: &ShopState,
    (is_open, text): (bool, &str),
) -> Result<(), sqlx::Error> {
    let was_open_from_start = before.open && before.changed_at.is_none();
    let first_opened_at = before
        .first_opened_at
        .or_else(|| (is_open || was_open_from_start).then_some(now));
    let row = store::StateRow {
        is_open,
        first_opened_at: first_opened_at.map(Timestamp::as_millisecond),
        changed_at: now.as_millisecond(),
        changed_by: actor.to_owned(),
        closed_text: text.to_owned(),
    };
    db.changes_public_data();
    store::set_state(db, &row).await?;
    let action = if is_open { "shop_opened" } else { "shop_closed" };
    let change = Change::between(
        json!({ "open": before.open, "closedText": before.closed_text }),
        json!({ "open": is_open, "closedText": text }),
    );
    audit::note(db, now, actor, action, SUBJECT, change).await
}

/// Closes a new site whose manifest says so.
pub async fn provision(db: &mut TenantWrite, now: Timestamp, is_open: bool) -> Result<(), sqlx::Error> {
    if is_open {
        return Ok(());
    }
    let row = store::StateRow {
        is_open,
        first_opened_at: None,
        changed_at: now.as_millisecond(),
        changed_by: crate::site::FROM_MANIFEST.to_owned(),
        closed_text: String::new(),
    };
    store::set_state(db, &row).await
}
