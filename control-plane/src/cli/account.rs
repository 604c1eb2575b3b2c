//! `suds account`: merchant accounts.

use std::sync::Arc;

use super::command::Reply;
use super::error::ExecuteError;
use super::named::{account as find, site as find_site};
use super::table::{day, table};
use super::verbs::AccountVerb;
use crate::accounts::{self, Account, Grant};
use crate::audit;
use crate::plane::ControlPlane;

/// Runs the command.
pub(super) async fn execute(plane: &Arc<ControlPlane>, verb: AccountVerb) -> Result<Reply, ExecuteError> {
    let mut db = plane.db.read().await?;
    Ok(match verb {
        AccountVerb::Create { company, hs_account_id } => {
            Reply::Account(accounts::create(plane, &company, hs_account_id, audit::CLI).await?)
        }
        AccountVerb::List => Reply::Accounts(accounts::store::list(&mut db).await?),
        AccountVerb::Show { account } => Reply::Account(find(&mut db, &account).await?),
        AccountVerb::Grant { account, site, email } => {
            let account = find(&mut db, &account).await?;
            let site = find_site(&mut db, &site).await?;
            drop(db);
            Reply::Grants(accounts::grant(plane, &account, &site, &email, audit::CLI).await?)
        }
        AccountVerb::Revoke { account, site, email } => {
            let account = find(&mut db, &account).await?;
            let site = find_site(&mut db, &site).await?;
            drop(db);
            Reply::Grants(accounts::revoke(plane, &account, &site, &email, audit::CLI).await?)
        }
        AccountVerb::Grants { account } => {
            let account = find(&mut db, &account).await?;
            Reply::Grants(accounts::store::grants(&mut db, account.id, None).await?)
        }
    })
}

pub(super) fn account_table(accounts: &[Account]) -> String {
    let row = |account: &Account| {
        vec![
            account.id.to_string(),
            account.hs_account_id.clone().unwrap_or_default(),
            account.company_name.clone(),
            day(account.created_at),
        ]
    };
    table(&["ID", "CRM ID", "COMPANY", "CREATED"], accounts.iter().map(row))
}

pub(super) fn grant_table(grants: &[Grant]) -> String {
    let row = |grant: &Grant| vec![grant.email.clone(), grant.subdomain.to_string(), day(grant.created_at)];
    table(&["EMAIL", "SITE", "GRANTED"], grants.iter().map(row))
}
