//! SQL of accounts.

use jiff::Timestamp;
use platform::ids::SiteId;
use tenant_runtime::fields::folded;
use uuid::Uuid;

use super::{Account, Grant};
use crate::db::{ControlConn, ControlWrite};
use crate::rows::{instant, parsed};

struct AccountRow {
    id: String,
    hs_account_id: Option<String>,
    company_name: String,
    created_at: i64,
}

impl AccountRow {
    fn into_account(self) -> Result<Account, sqlx::Error> {
        Ok(Account {
            id: parsed("accounts.id", &self.id)?,
            hs_account_id: self.hs_account_id,
            company_name: self.company_name,
            created_at: instant("accounts.created_at", self.created_at)?,
        })
    }
}

/// Inserts an account.
///
/// # Errors
/// A used `hs_account_id` is a unique violation.
pub async fn insert(db: &mut ControlWrite, account: &Account) -> Result<(), sqlx::Error> {
    let id = account.id.to_string();
    let created_at = account.created_at.as_millisecond();
    let folded = searched(&account.company_name, account.hs_account_id.as_deref());
    sqlx::query!(
        "INSERT INTO accounts (id, hs_account_id, company_name, created_at, folded) VALUES ($1, $2, $3, $4, $5)",
        id,
        account.hs_account_id,
        account.company_name,
        created_at,
        folded
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Text by which an account is searched and sorted. The line break sorts before every letter and space.
fn searched(company_name: &str, hs_account_id: Option<&str>) -> String {
    format!(
        "{}\n{}",
        folded(company_name),
        folded(hs_account_id.unwrap_or_default())
    )
}

/// Folds the accounts that a build without the column created. Returns their number.
pub async fn fold_missing(db: &mut ControlWrite) -> Result<usize, sqlx::Error> {
    let rows = sqlx::query_as!(
        AccountRow,
        "SELECT id, hs_account_id, company_name, created_at FROM accounts WHERE folded IS NULL"
    )
    .fetch_all(db.conn())
    .await?;
    for row in &rows {
        let folded = searched(&row.company_name, row.hs_account_id.as_deref());
        sqlx::query!("UPDATE accounts SET folded = $1 WHERE id = $2", folded, row.id)
            .execute(db.conn())
            .await?;
    }
    Ok(rows.len())
}

/// All accounts by name.
pub async fn list(db: &mut ControlConn) -> Result<Vec<Account>, sqlx::Error> {
    sqlx::query_as!(
        AccountRow,
        "SELECT id, hs_account_id, company_name, created_at FROM accounts ORDER BY folded, id"
    )
    .fetch_all(db.conn())
    .await?
    .into_iter()
    .map(AccountRow::into_account)
    .collect()
}

/// One account.
pub async fn find(db: &mut ControlConn, id: Uuid) -> Result<Option<Account>, sqlx::Error> {
    let id = id.to_string();
    sqlx::query_as!(
        AccountRow,
        "SELECT id, hs_account_id, company_name, created_at FROM accounts WHERE id = $1",
        id
    )
    .fetch_optional(db.conn())
    .await?
    .map(AccountRow::into_account)
    .transpose()
}

/// The account with this CRM ID.
pub async fn find_by_hs_account_id(db: &mut ControlConn, id: &str) -> Result<Option<Account>, sqlx::Error> {
    sqlx::query_as!(
        AccountRow,
        "SELECT id, hs_account_id, company_name, created_at FROM accounts WHERE hs_account_id = $1",
        id
    )
    .fetch_optional(db.conn())
    .await?
    .map(AccountRow::into_account)
    .transpose()
}

/// Accounts whose name or CRM ID matches `pattern` ([`crate::rows::matching`]; `None`: all), or the one with an ID, each
/// with its number of sites in `environment`, by name.
pub async fn list_with_sites(
    db: &mut ControlConn,
    environment: &str,
    pattern: Option<&str>,
    id: Option<Uuid>,
) -> Result<Vec<(Account, i64)>, sqlx::Error> {
    let id = id.map(|id| id.to_string());
    sqlx::query!(
        r#"SELECT accounts.id, accounts.hs_account_id, accounts.company_name, accounts.created_at,
                  (SELECT COUNT(*) FROM sites WHERE sites.account_id = accounts.id AND sites.environment = $1
                     AND sites.state IN ('active', 'suspended')) AS "sites!: i64"
           FROM accounts
           WHERE ($2 IS NULL OR accounts.folded LIKE $2 ESCAPE '\')
             AND ($3 IS NULL OR accounts.id = $3)
           ORDER BY accounts.folded, accounts.id"#,
        environment,
        pattern,
        id
    )
    .fetch_all(db.conn())
    .await?
    .into_iter()
    .map(|row| {
        let account = AccountRow {
            id: row.id,
            hs_account_id: row.hs_account_id,
            company_name: row.company_name,
            created_at: row.created_at,
        };
        Ok((account.into_account()?, row.sites))
    })
    .collect()
}

/// Grant to create.
pub struct NewGrant<'a> {
    pub account: Uuid,
    pub site: SiteId,
    pub email: &'a str,
    pub email_key: &'a str,
    pub now: Timestamp,
}

/// Adds a grant. An existing one stays.
pub async fn insert_grant(db: &mut ControlWrite, new: &NewGrant<'_>) -> Result<(), sqlx::Error> {
    let (account, site, now) = (new.account.to_string(), new.site.to_string(), new.now.as_millisecond());
    sqlx::query!(
        "INSERT INTO account_grants (account_id, site_id, email, email_key, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (account_id, site_id, email_key) DO NOTHING",
        account,
        site,
        new.email,
        new.email_key,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Revokes a grant. Returns whether there was one.
pub async fn delete_grant(
    db: &mut ControlWrite,
    account: Uuid,
    site: SiteId,
    email_key: &str,
) -> Result<bool, sqlx::Error> {
    let (account, site) = (account.to_string(), site.to_string());
    let done = sqlx::query!(
        "DELETE FROM account_grants WHERE account_id = $1 AND site_id = $2 AND email_key = $3",
        account,
        site,
        email_key
    )
    .execute(db.conn())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes the grants of a site's people.
pub async fn delete_grants_at(db: &mut ControlWrite, site: SiteId) -> Result<(), sqlx::Error> {
    let site = site.to_string();
    sqlx::query!("DELETE FROM account_grants WHERE site_id = $1", site)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Grants of an account, by site and address; `environment` limits them to those who log in at its sites.
pub async fn grants(db: &mut ControlConn, account: Uuid, environment: Option<&str>) -> Result<Vec<Grant>, sqlx::Error> {
    let id = account.to_string();
    sqlx::query!(
        "SELECT account_grants.site_id, sites.subdomain, account_grants.email, account_grants.created_at
         FROM account_grants JOIN sites ON sites.id = account_grants.site_id
         WHERE account_grants.account_id = $1 AND sites.state <> 'deleted' AND ($2 IS NULL OR sites.environment = $2)
         ORDER BY sites.subdomain, account_grants.email_key",
        id,
        environment
    )
    .fetch_all(db.conn())
    .await?
    .into_iter()
    .map(|row| {
        Ok(Grant {
            account_id: account,
            site_id: parsed("account_grants.site_id", &row.site_id)?,
            subdomain: parsed("sites.subdomain", &row.subdomain)?,
            email: row.email,
            created_at: instant("account_grants.created_at", row.created_at)?,
        })
    })
    .collect()
}

/// Accounts a site's person may create sites for, by name.
pub async fn granted_to(db: &mut ControlConn, site: SiteId, email_key: &str) -> Result<Vec<Account>, sqlx::Error> {
    let site = site.to_string();
    sqlx::query_as!(
        AccountRow,
        "SELECT accounts.id, accounts.hs_account_id, accounts.company_name, accounts.created_at
         FROM account_grants JOIN accounts ON accounts.id = account_grants.account_id
         WHERE account_grants.site_id = $1 AND account_grants.email_key = $2
         ORDER BY accounts.folded, accounts.id",
        site,
        email_key
    )
    .fetch_all(db.conn())
    .await?
    .into_iter()
    .map(AccountRow::into_account)
    .collect()
}
