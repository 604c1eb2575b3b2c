//! Creates accounts and grants permission to create sites for them, for the command line, the console and the demo.

use platform::ids::SiteId;
use serde_json::json;
use tenant_runtime::fields::{self, email_key};
use uuid::Uuid;

use super::{Account, AccountError, Grant, rules, store};
use crate::db::ControlWrite;
use crate::plane::ControlPlane;
use crate::sites::SiteRecord;

/// Creates an account.
///
/// # Errors
/// The name or CRM ID is invalid, or the CRM ID is taken.
pub async fn create(
    plane: &ControlPlane,
    company_name: &str,
    hs_account_id: Option<String>,
    actor: &str,
) -> Result<Account, AccountError> {
    let company_name = rules::clean_company_name(company_name)?;
    if let Some(id) = &hs_account_id {
        rules::check_hs_account_id(id)?;
    }
    let account = Account {
        id: plane.new_uuid(),
        hs_account_id,
        company_name,
        created_at: plane.now(),
    };
    let mut db = plane.db.write().await?;
    if let Some(id) = &account.hs_account_id
        && store::find_by_hs_account_id(&mut db, id).await?.is_some()
    {
        return Err(AccountError::HsAccountIdTaken(id.clone()));
    }
    store::insert(&mut db, &account).await?;
    let subject = (None, &*account.id.to_string());
    plane
        .audit(&mut db, actor, "account.create", subject, json!({}))
        .await?;
    db.commit().await?;
    Ok(account)
}

/// Allows a person who works at `site` to create sites for `account`. Returns all grants.
///
/// # Errors
/// The email address is invalid.
pub async fn grant(
    plane: &ControlPlane,
    account: &Account,
    site: &SiteRecord,
    email: &str,
    actor: &str,
) -> Result<Vec<Grant>, AccountError> {
    let email = checked(email)?;
    let mut db = plane.db.write().await?;
    grant_within(&mut db, plane, account.id, site.id, &email).await?;
    write_down(&mut db, plane, actor, "account.grant", account, site).await?;
    let left = store::grants(&mut db, account.id, None).await?;
    db.commit().await?;
    Ok(left)
}

/// Revokes a grant if it exists. Returns the remaining grants.
///
/// # Errors
/// The email address is invalid.
pub async fn revoke(
    plane: &ControlPlane,
    account: &Account,
    site: &SiteRecord,
    email: &str,
    actor: &str,
) -> Result<Vec<Grant>, AccountError> {
    let email = checked(email)?;
    let mut db = plane.db.write().await?;
    if store::delete_grant(&mut db, account.id, site.id, &email_key(&email)).await? {
        write_down(&mut db, plane, actor, "account.revoke", account, site).await?;
    }
    let left = store::grants(&mut db, account.id, None).await?;
    db.commit().await?;
    Ok(left)
}

/// Adds a grant within a transaction, such as the one in which a site changes hands.
pub(crate) async fn grant_within(
    db: &mut ControlWrite,
    plane: &ControlPlane,
    account: Uuid,
    site: SiteId,
    email: &str,
) -> Result<(), sqlx::Error> {
    let granted = store::NewGrant {
        account,
        site,
        email,
        email_key: &email_key(email),
        now: plane.now(),
    };
    store::insert_grant(db, &granted).await
}

/// Moves a grant from one address to another, if it exists.
pub(crate) async fn move_grant(
    db: &mut ControlWrite,
    plane: &ControlPlane,
    (account, site): (Uuid, SiteId),
    from: &str,
    to: &str,
) -> Result<(), sqlx::Error> {
    if store::delete_grant(db, account, site, &email_key(from)).await? {
        grant_within(db, plane, account, site, to).await?;
    }
    Ok(())
}

fn checked(email: &str) -> Result<String, AccountError> {
    fields::email(email).map_err(|_| AccountError::Email(email.to_owned()))
}

/// The audit log holds no personal data, so the address is left out.
async fn write_down(
    db: &mut ControlWrite,
    plane: &ControlPlane,
    actor: &str,
    action: &'static str,
    account: &Account,
    site: &SiteRecord,
) -> Result<(), AccountError> {
    let subject = (Some(&*site.environment), &*account.id.to_string());
    let details = json!({ "site": site.id });
    Ok(plane.audit(db, actor, action, subject, details).await?)
}
