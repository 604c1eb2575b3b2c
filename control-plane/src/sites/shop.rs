//! Opens and closes a site's shop on behalf of the provider.

use std::sync::Arc;

use platform::db::DbError;
use platform::ids::{SiteId, Subdomain};
use platform::tenancy::{LoadError, Lookup, Unavailable};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenant_runtime::error::Fault;
use tenant_runtime::opening::{self, Need, ShopState};
use utoipa::ToSchema;

use super::{OpenSiteError, open, store};
use crate::db::ControlDbError;
use crate::plane::ControlPlane;

/// State of a site's shop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteShop {
    #[schema(value_type = String)]
    pub subdomain: Subdomain,
    #[serde(flatten)]
    pub state: ShopState,
    /// Requirements that the owner must meet before opening the shop, in recommended order. The provider can open it
    /// without them.
    pub missing: Vec<Need>,
}

/// Reason why a shop can't be read, opened or closed. The texts are for the command line.
#[derive(Debug, thiserror::Error)]
pub enum ShopError {
    #[error("the site no longer exists")]
    Gone,
    #[error("the text is too long; use up to 500 characters")]
    Text,
    #[error("can't open the site: {0}")]
    Open(#[from] OpenSiteError),
    #[error("can't find the site: {0}")]
    Directory(#[from] LoadError),
    #[error("can't use the site's file: {0}")]
    File(#[from] Unavailable),
    #[error("can't use the site's data: {0}")]
    Data(#[from] Fault),
    #[error(transparent)]
    Database(#[from] ControlDbError),
}

/// Requested state of a shop.
#[derive(Debug, Clone, Copy)]
pub enum ShopChange<'a> {
    Open,
    /// Closes the shop with a text for the public, which can be empty.
    Close(&'a str),
}

/// Returns the state of a site's shop.
///
/// # Errors
/// The site's file can't be read.
pub async fn shop(plane: &ControlPlane, id: SiteId) -> Result<SiteShop, ShopError> {
    let site = plane.directory_entry(&Lookup::Id(id)).await?.ok_or(ShopError::Gone)?;
    let file = open(plane, id).await?;
    let mut db = file.read().await?;
    let state = ShopState::read(&mut db).await.map_err(unreadable)?;
    let needs = opening::needs_of(&mut db, &site, plane.now()).await?;
    Ok(SiteShop {
        subdomain: site.subdomain,
        state,
        missing: opening::blocking(&needs).copied().collect(),
    })
}

/// Opens or closes a site's shop. Missing requirements don't prevent opening.
///
/// # Errors
/// See [`ShopError`].
pub async fn change_shop(
    plane: &Arc<ControlPlane>,
    id: SiteId,
    change: ShopChange<'_>,
    actor: &str,
) -> Result<SiteShop, ShopError> {
    let site = store::find(&mut plane.db.read().await?, id)
        .await
        .map_err(ControlDbError::from)?;
    let site = site.ok_or(ShopError::Gone)?;
    let now = plane.now();
    let file = open(plane, id).await?;
    let mut db = file.write().await?;
    let (action, changed) = match change {
        ShopChange::Open => ("site.open", opening::open(&mut db, now, opening::PROVIDER).await),
        ShopChange::Close(text) => {
            let text = opening::check_text(text).map_err(|_| ShopError::Text)?;
            (
                "site.close",
                opening::close(&mut db, now, opening::PROVIDER, &text).await,
            )
        }
    };
    changed.map_err(unreadable)?;
    db.commit().await.map_err(Unavailable::from)?;

    let mut db = plane.db.write().await?;
    let subject = (Some(&*site.environment), &*id.to_string());
    plane.audit(&mut db, actor, action, subject, json!({})).await?;
    db.commit().await?;
    shop(plane, id).await
}

fn unreadable(error: sqlx::Error) -> Unavailable {
    DbError::from(error).into()
}
