//! Accounts: contracts with merchants. An account owns sites; nothing inside a site knows its account.

mod endpoints;
mod error;
mod manage;
pub mod rules;
pub mod store;

pub use endpoints::routes;
pub use error::AccountError;
pub use manage::{create, grant, revoke};
pub(crate) use manage::{grant_within, move_grant};

use jiff::Timestamp;
use platform::ids::{SiteId, Subdomain};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::db::{ControlDb, ControlDbError};

/// Fills the search column of accounts that a build without it created.
///
/// # Errors
/// The control database can't be read or written.
pub(crate) async fn fold_missing(db: &ControlDb) -> Result<(), ControlDbError> {
    let mut write = db.write().await?;
    if store::fold_missing(&mut write).await? > 0 {
        write.commit().await?;
    }
    Ok(())
}

/// Merchant account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
// A customer of a site has one too.
#[schema(as = ProviderAccount)]
pub struct Account {
    #[schema(value_type = String)]
    pub id: Uuid,
    /// ID in the provider's CRM, if any.
    pub hs_account_id: Option<String>,
    pub company_name: String,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
}

/// Permission to create sites for an account, given to a team member of one of its sites by email address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccountGrant)]
pub struct Grant {
    #[schema(value_type = String)]
    pub account_id: Uuid,
    /// Site where they log in.
    #[schema(value_type = String)]
    pub site_id: SiteId,
    #[schema(value_type = String)]
    pub subdomain: Subdomain,
    pub email: String,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
}
