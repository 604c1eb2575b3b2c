//! Merchant accounts at payment processors: the current one, and the retention of previous credentials.
//!
//! A card or payment belongs to a merchant account, not to a processor: another store at the same processor knows
//! neither.

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use platform::jobs::{self, Job, JobError};
use platform::keys::SiteKeys;
use platform::money::Currency;
use serde::{Deserialize, Serialize};

use super::processor_manifest::{AccountIdentity, CurrencySupport, ProcessorManifest};
use super::rules::{ASKED_FOR, CREDENTIALS_REVIEWED_EVERY, REFUNDABLE_FOR};
use super::settings;
use super::store;
use super::store::accounts::{self, OpenWork};
use crate::domain::CurrencyObjection;
use crate::error::Fault;
use crate::tenant::{Tenant, TenantContext};

/// Merchant account of a processor row. `None`: its credentials can't be decrypted.
pub(super) fn identity_of(keys: &SiteKeys, row: &store::ProcessorRow) -> Option<AccountIdentity> {
    let settings = settings::stored(keys, row)?;
    Some(AccountIdentity {
        merchant_id: settings
            .get(settings::merchant_id_field(&row.name)?)?
            .as_str()?
            .trim()
            .to_owned(),
        processor: row.name.clone(),
        endpoints: row.endpoints.clone(),
    })
}

/// Display name of a merchant account, such as `moneris, store5`.
pub async fn account_label(db: &mut TenantRead, account_id: i64) -> Result<String, sqlx::Error> {
    let label = accounts::label(db, account_id).await?;
    Ok(match label {
        Some((processor, Some(merchant_id))) => format!("{processor}, {merchant_id}"),
        Some((processor, None)) => processor,
        None => String::new(),
    })
}

/// The site's account with this identity, if it used it before.
pub(super) async fn find(db: &mut TenantRead, identity: &AccountIdentity) -> Result<Option<i64>, sqlx::Error> {
    let AccountIdentity {
        processor,
        endpoints,
        merchant_id,
    } = identity;
    accounts::find_by_merchant_id(db, processor, endpoints, merchant_id).await
}

/// Stores validated settings, sealed. If they belong to another account, the current one becomes a previous account; an
/// earlier previous account is used again with its cards.
pub(super) async fn put(
    db: &mut TenantWrite,
    keys: &SiteKeys,
    now: Timestamp,
    manifest: &ProcessorManifest,
) -> Result<(), sqlx::Error> {
    let wanted = manifest.identity();
    let settings_sealed = settings::sealed(keys, manifest)?;
    let before = store::find_processor(db).await?;
    let account_id = match before {
        Some(row) if identity_of(keys, &row).as_ref() == Some(&wanted) => row.account_id,
        Some(row) => {
            leave(db, keys, now, &row).await?;
            use_account(db, &wanted, now).await?
        }
        None => use_account(db, &wanted, now).await?,
    };
    accounts::set_merchant_id(db, account_id, &wanted.merchant_id).await?;
    let row = store::ProcessorRow {
        name: wanted.processor,
        endpoints: wanted.endpoints,
        settings_sealed,
        account_id,
    };
    store::set_processor(db, &row, now.as_millisecond()).await?;
    // Adapters are cached with the site's public data.
    db.changes_public_data();
    Ok(())
}

/// Saves a site's encrypted processor settings. `currency`: the site's.
///
/// # Errors
/// The outer one is the database's, the inner one the manifest's.
pub async fn provision(
    db: &mut TenantWrite,
    keys: &SiteKeys,
    now: Timestamp,
    currency: Currency,
    manifest: &ProcessorManifest,
) -> Result<Result<(), String>, sqlx::Error> {
    let mistake = manifest.mistake().or_else(|| {
        let supported = manifest
            .currencies()
            .filter(|_| manifest.support_of(currency) == CurrencySupport::Unsupported)?;
        Some(format!(
            "{} doesn't accept {currency}; use {}",
            manifest.name(),
            supported.join(" and ")
        ))
    });
    match mistake {
        Some(mistake) => Ok(Err(mistake)),
        None => put(db, keys, now, manifest).await.map(Ok),
    }
}

/// Reason against another currency of the site: its processor doesn't accept it.
pub async fn currency_objection(
    db: &mut TenantRead,
    tenant: &TenantContext,
    currency: Currency,
) -> Result<Option<CurrencyObjection>, Fault> {
    let Some(row) = store::find_processor(db).await? else {
        return Ok(None);
    };
    let Some(settings) = settings::stored(tenant.keys(), &row) else {
        return Ok(None);
    };
    let manifest = ProcessorManifest::typed(&row.name, &row.endpoints, settings).ok();
    let refusing = manifest.filter(|manifest| manifest.support_of(currency) == CurrencySupport::Unsupported);
    let accepted = refusing.and_then(|manifest| manifest.currencies());
    Ok(accepted.map(|accepted| CurrencyObjection::Processor { accepted }))
}

async fn use_account(db: &mut TenantWrite, wanted: &AccountIdentity, now: Timestamp) -> Result<i64, sqlx::Error> {
    match find(db, wanted).await? {
        Some(account_id) => {
            accounts::rejoin(db, account_id).await?;
            jobs::withdraw(db, &ForgetCredentials { account_id }).await?;
            Ok(account_id)
        }
        None => {
            let AccountIdentity {
                processor,
                endpoints,
                merchant_id,
            } = wanted;
            accounts::insert(db, processor, endpoints, merchant_id, now.as_millisecond()).await
        }
    }
}

async fn leave(
    db: &mut TenantWrite,
    keys: &SiteKeys,
    now: Timestamp,
    row: &store::ProcessorRow,
) -> Result<(), sqlx::Error> {
    let identity = identity_of(keys, row);
    let merchant_id = identity.as_ref().map(|identity| identity.merchant_id.as_str());
    // Credentials that can't be decrypted are useless for lookups.
    let sealed = identity.as_ref().map(|_| row.settings_sealed.as_slice());
    let account_id = row.account_id;
    accounts::leave(db, account_id, merchant_id, sealed, now.as_millisecond()).await?;
    let job = ForgetCredentials { account_id };
    jobs::enqueue(db, now, now + CREDENTIALS_REVIEWED_EVERY, &job).await
}

/// A merchant account that a file has used.
pub struct UsedAccount {
    identity: AccountIdentity,
    /// `None`: deleted.
    settings_sealed: Option<Vec<u8>>,
    /// `None`: in use. Unix ms.
    left_at: Option<i64>,
    /// When the credentials were last known to be the newest ones. Unix ms.
    current_at: i64,
}

/// Merchant accounts that a site's file has used since `since`.
///
/// # Errors
/// The query fails.
pub async fn used_accounts(
    db: &mut TenantRead,
    keys: &SiteKeys,
    since: Timestamp,
) -> Result<Vec<UsedAccount>, sqlx::Error> {
    let rows = accounts::used_since(db, since.as_millisecond()).await?;
    let used = rows.into_iter().filter_map(|row| {
        let identity = match (row.endpoints.clone(), row.merchant_id.clone(), &row.settings_sealed) {
            (Some(endpoints), Some(merchant_id), _) => AccountIdentity {
                processor: row.processor.clone(),
                endpoints,
                merchant_id,
            },
            (Some(endpoints), None, Some(settings_sealed)) => {
                let processor = store::ProcessorRow {
                    name: row.processor.clone(),
                    endpoints,
                    settings_sealed: settings_sealed.clone(),
                    account_id: row.id,
                };
                identity_of(keys, &processor)?
            }
            // Nothing says which account it is.
            _ => return None,
        };
        Some(UsedAccount {
            identity,
            settings_sealed: row.settings_sealed,
            left_at: row.left_at,
            current_at: row.current_at.or(row.left_at).unwrap_or_default(),
        })
    });
    Ok(used.collect())
}

/// Adds merchant accounts used by another copy of the site's file. Charges unknown to this file are looked up there,
/// and a release asks them for their transactions. Of an account that both copies know, the newest credentials are kept.
///
/// # Errors
/// A statement fails.
pub async fn keep_accounts(
    db: &mut TenantWrite,
    keys: &SiteKeys,
    now: Timestamp,
    used: &[UsedAccount],
) -> Result<(), sqlx::Error> {
    let in_use = store::find_processor(db).await?;
    let identity_in_use = in_use.as_ref().and_then(|row| identity_of(keys, row));
    let until = (now + ASKED_FOR).as_millisecond();
    if let Some(row) = &in_use {
        accounts::ask_until(db, row.account_id, until).await?;
    }
    for one in used {
        let settings_sealed = one.settings_sealed.as_deref();
        if Some(&one.identity) == identity_in_use.as_ref() {
            if let Some(settings_sealed) = settings_sealed {
                accounts::renew_in_use(db, settings_sealed, one.current_at).await?;
            }
            continue;
        }
        let left_at = one.left_at.unwrap_or_else(|| now.as_millisecond());
        let account_id = match find(db, &one.identity).await? {
            Some(account_id) => account_id,
            None => {
                let AccountIdentity {
                    processor,
                    endpoints,
                    merchant_id,
                } = &one.identity;
                accounts::insert_left(db, (processor, endpoints, merchant_id), left_at).await?
            }
        };
        accounts::renew_left(db, account_id, (settings_sealed, one.current_at), left_at).await?;
        accounts::ask_until(db, account_id, until).await?;
        let job = ForgetCredentials { account_id };
        jobs::enqueue(db, now, now + CREDENTIALS_REVIEWED_EVERY, &job).await?;
    }
    // Adapters are cached with the site's public data.
    db.changes_public_data();
    Ok(())
}

/// Remaining uses of an account at `now`.
pub(super) async fn open_work(db: &mut TenantRead, account_id: i64, now: Timestamp) -> Result<OpenWork, sqlx::Error> {
    accounts::open_work(db, account_id, (now - REFUNDABLE_FOR).as_millisecond()).await
}

/// Deletes the credentials of a previous account once it has no open charges and no refundable payments, and no charges of another
/// copy of the file are looked up there.
#[derive(Serialize, Deserialize)]
pub(super) struct ForgetCredentials {
    account_id: i64,
}

impl Job for ForgetCredentials {
    const KIND: &'static str = "payments.forget_credentials";
    const NEVER_GIVEN_UP: bool = true;

    fn key(&self) -> Option<String> {
        Some(self.account_id.to_string())
    }
}

pub(super) async fn forget_credentials(
    tenant: Tenant,
    ForgetCredentials { account_id }: ForgetCredentials,
) -> Result<(), JobError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    if accounts::in_use(&mut db).await? == Some(account_id) {
        return Ok(());
    }
    let is_asked = accounts::asked_at(&mut db, now.as_millisecond())
        .await?
        .contains(&account_id);
    if is_asked || open_work(&mut db, account_id, now).await? != OpenWork::default() {
        return Err(JobError::NotBefore(now + CREDENTIALS_REVIEWED_EVERY));
    }
    accounts::forget_credentials(&mut db, account_id).await?;
    // Its adapter is removed from memory too.
    db.changes_public_data();
    Ok(db.commit().await?)
}
