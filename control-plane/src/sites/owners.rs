//! Owners of a site: shows them and sends their invitations, for the console and the command line.

use std::sync::Arc;

use platform::db::DbError;
use platform::ids::SiteId;
use platform::tenancy::Unavailable;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenant_runtime::opening::ShopState;
use tenant_runtime::staff::{self, NewOwner, OwnerError, SiteOwner};

use super::{OpenSiteError, SiteRecord, open, store};
use crate::accounts;
use crate::db::ControlDbError;
use crate::fleet;
use crate::plane::ControlPlane;

/// A site with its owners.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OwnedSite {
    #[serde(flatten)]
    pub site: SiteRecord,
    /// Origin: scheme, host and port. `None`: this installation's isn't known.
    pub address: Option<String>,
    /// `None`: the site can't be opened.
    pub owners: Option<Vec<SiteOwner>>,
    /// `None`: the site can't be opened.
    pub shop: Option<ShopState>,
    /// Number of people whose second factors are all passkeys. `None`: the site can't be opened.
    #[serde(default, rename = "onlyPasskeys", skip_serializing_if = "Option::is_none")]
    pub only_passkeys: Option<i64>,
}

impl OwnedSite {
    /// The site with its address.
    pub(crate) fn new(
        plane: &ControlPlane,
        site: SiteRecord,
        owners: Option<Vec<SiteOwner>>,
        shop: Option<ShopState>,
    ) -> Self {
        Self {
            address: plane.address(&site.subdomain, site.custom_domain.as_deref()),
            site,
            owners,
            shop,
            only_passkeys: None,
        }
    }
}

/// Invitation to send.
#[derive(Debug, Clone, Copy)]
pub enum OwnerInvitation<'a> {
    /// A new one.
    New(&'a NewOwner),
    /// An open one again, to another address if one is given.
    Again(i64, Option<&'a NewOwner>),
}

/// Reason why a site's owners can't be read or invited. The texts are for the command line.
#[derive(Debug, thiserror::Error)]
pub enum OwnersError {
    #[error("the site no longer exists")]
    Gone,
    #[error("can't open the site: {0}")]
    Open(#[from] OpenSiteError),
    #[error("can't use the site's file: {0}")]
    File(#[from] Unavailable),
    #[error("can't invite the owner: {0}")]
    Owner(#[from] OwnerError),
    #[error("no account with two-factor authentication has the address {0}")]
    NoSecondFactor(String),
    #[error(transparent)]
    Database(#[from] ControlDbError),
}

impl From<sqlx::Error> for OwnersError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

/// Owners of a site, and those invited.
///
/// # Errors
/// The site's file can't be read.
pub async fn owners(plane: &ControlPlane, id: SiteId) -> Result<Vec<SiteOwner>, OwnersError> {
    let open = open(plane, id).await?;
    let listed = staff::owners(&mut open.read().await?, plane.now()).await;
    Ok(listed.map_err(|error| Unavailable::from(DbError::from(error)))?)
}

/// Sends an invitation; returns the site's owners. If an invitation goes to another address, so does the permission to
/// create sites for the account.
///
/// # Errors
/// See [`OwnersError`].
pub async fn invite_owner(
    plane: &Arc<ControlPlane>,
    id: SiteId,
    invitation: OwnerInvitation<'_>,
    actor: &str,
) -> Result<Vec<SiteOwner>, OwnersError> {
    let mut db = plane.db.read().await?;
    let site = store::find(&mut db, id).await?.ok_or(OwnersError::Gone)?;
    let account = accounts::store::find(&mut db, site.account_id).await?;
    let account = account.ok_or(OwnersError::Gone)?;
    drop(db);
    let now = plane.now();
    let file = open(plane, id).await?;
    let mut db = file.write().await?;
    let moved = match invitation {
        OwnerInvitation::New(owner) => {
            staff::invite_owner(&mut db, now, owner, &account.company_name).await?;
            None
        }
        OwnerInvitation::Again(invitation, to) => {
            let before = staff::resend_to_owner(&mut db, now, invitation, to).await?;
            to.map(|owner| (before, owner.email()))
        }
    };
    db.commit().await.map_err(Unavailable::from)?;

    let mut db = plane.db.write().await?;
    if let Some((before, email)) = moved {
        accounts::move_grant(&mut db, plane, (account.id, id), &before, email).await?;
    }
    // The email is waiting in the site's database.
    fleet::store::set_due(&mut db, id, Some(now)).await?;
    let subject = (Some(&*site.environment), &*id.to_string());
    let details = json!({ "again": matches!(invitation, OwnerInvitation::Again(..)) });
    plane
        .audit(&mut db, actor, "site.invite_owner", subject, details)
        .await?;
    db.commit().await?;
    plane.look_into(id);
    owners(plane, id).await
}
