//! Accounts and sites named on the command line.

use platform::ids::Subdomain;

use super::error::ExecuteError;
use crate::accounts::{self, Account};
use crate::db::ControlConn;
use crate::sites::{self, SiteRecord};

/// Finds an account by ID or CRM ID.
pub(super) async fn account(db: &mut ControlConn, name: &str) -> Result<Account, ExecuteError> {
    let found = match name.parse() {
        Ok(id) => accounts::store::find(db, id).await?,
        Err(_) => accounts::store::find_by_hs_account_id(db, name).await?,
    };
    found.ok_or_else(|| ExecuteError::Refused(format!("no account {name:?}; run `suds account list`")))
}

pub(super) fn parsed_subdomain(text: &str) -> Result<Subdomain, ExecuteError> {
    text.parse()
        .map_err(|error| ExecuteError::Refused(format!("invalid subdomain {text:?}: {error}")))
}

/// Finds a site by ID or subdomain.
pub(super) async fn site(db: &mut ControlConn, name: &str) -> Result<SiteRecord, ExecuteError> {
    let found = match (name.parse(), name.parse::<Subdomain>()) {
        (Ok(id), _) => sites::store::find(db, id).await?,
        (_, Ok(subdomain)) => sites::store::find_live(db, &subdomain).await?,
        _ => None,
    };
    found.ok_or_else(|| ExecuteError::Refused(format!("no site {name:?}; run `suds site list`")))
}
