//! The accounts' SQL.

use uuid::Uuid;

use super::Account;
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

/// Adds an account.
///
/// # Errors
/// On a database failure; a taken `hs_account_id` is a unique violation.
pub async fn insert(db: &mut ControlWrite, account: &Account) -> Result<(), sqlx::Error> {
    let id = account.id.to_string();
    let created_at = account.created_at.as_millisecond();
    sqlx::query!(
        "INSERT INTO accounts (id, hs_account_id, company_name, created_at) VALUES ($1, $2, $3, $4)",
        id,
        account.hs_account_id,
        account.company_name,
        created_at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// All accounts by name.
///
/// # Errors
/// On a database failure.
pub async fn list(db: &mut ControlConn) -> Result<Vec<Account>, sqlx::Error> {
    sqlx::query_as!(
        AccountRow,
        "SELECT id, hs_account_id, company_name, created_at FROM accounts ORDER BY company_name, id"
    )
    .fetch_all(db.conn())
    .await?
    .into_iter()
    .map(AccountRow::into_account)
    .collect()
}

/// One account.
///
/// # Errors
/// On a database failure.
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

/// The account that has this id in the customer system.
///
/// # Errors
/// On a database failure.
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
