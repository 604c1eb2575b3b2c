//! The card on file: shown masked, removed on request, replaced by the next one. The token never leaves the server.

use data_encoding::BASE64;
use jiff::Timestamp;
use jiff::civil::Date;
use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError};
use platform::ids::SiteId;
use platform::jobs::{self, Job, JobError, Lane};
use platform::keys::{CannotOpen, Purpose, SiteKeys};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use super::processor::{Initiator, VaultedCard};
use super::site_processor::AccountRef;
use super::store::accounts;
use super::{PaymentError, rules, store};
use crate::domain;
use crate::error::Fault;
use crate::http::Person;
use crate::tenant::{Tenant, TenantContext};

const TOKENS: Purpose = Purpose("card-token");

/// Card on file, as the customer sees it. All fields are null without a card. A card that is locked, or that belongs to a
/// previous merchant account of the site, is described with `onFile: false`, because purchases can't charge it.
#[derive(Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Payment)]
pub struct CardOnFile {
    pub on_file: bool,
    /// Whether the card can't be charged because the site has switched to another merchant account. The customer must
    /// add it again.
    pub account_left: bool,
    /// Whether the card is locked because the team changed the account's email address. Purchases can't charge it until the
    /// customer adds it again. Memberships still renew.
    pub locked: bool,
    /// Brand, such as `Visa` or `Mastercard`.
    pub card_type: Option<String>,
    /// Masked number with the last four digits.
    pub masked_card_number: Option<String>,
    /// 1 to 12.
    pub expiration_month: Option<i64>,
    /// Four digits.
    pub expiration_year: Option<i64>,
}

impl CardOnFile {
    /// Short name of the card, such as `Visa 4242`.
    #[must_use]
    pub fn tag(&self) -> Option<String> {
        if !self.on_file {
            return None;
        }
        let digits = self.masked_card_number.as_deref()?.rsplit(' ').next()?;
        Some(format!("{} {digits}", self.card_type.as_deref()?))
    }
}

impl CardOnFile {
    /// Whether memberships are renewed with it.
    pub fn is_renewable(&self) -> bool {
        self.on_file || (self.locked && !self.account_left)
    }

    /// The last day on which it can be charged.
    pub fn last_day(&self) -> Option<Date> {
        if !self.is_renewable() {
            return None;
        }
        let (year, month) = (self.expiration_year?, self.expiration_month?);
        let first = Date::new(year.try_into().ok()?, month.try_into().ok()?, 1).ok()?;
        Some(first.last_of_month())
    }
}

impl CardOnFile {
    fn of(row: store::CardRow, account_in_use: Option<i64>) -> Self {
        let account_left = account_in_use != Some(row.account_id);
        let locked = row.locked_at.is_some();
        Self {
            on_file: !account_left && !locked,
            account_left,
            locked,
            card_type: Some(row.brand),
            masked_card_number: Some(rules::masked(&row.last_four)),
            expiration_month: Some(row.expiry_month),
            expiration_year: Some(row.expiry_year),
        }
    }
}

/// Get the card on file
#[utoipa::path(get, path = "/users/payment", tag = "payments",
    responses((status = 200, body = platform::http::Envelope<CardOnFile>)))]
pub(super) async fn get_payment(tenant: Tenant, person: Person) -> Result<Answer<CardOnFile>, ApiError> {
    Ok(Answer(card_on_file(&mut tenant.read().await?, person.id).await?))
}

/// The card that a customer has on file, as its owner sees it.
pub async fn card_on_file(db: &mut TenantRead, customer_id: i64) -> Result<CardOnFile, sqlx::Error> {
    let Some(card) = store::find_card(db, customer_id).await? else {
        return Ok(CardOnFile::default());
    };
    let account_in_use = accounts::in_use(db).await?;
    Ok(CardOnFile::of(card, account_in_use))
}

/// Brand and last digits of the card on file, if it has been there since `at` or longer.
pub async fn card_since(db: &mut TenantRead, customer_id: i64, at: Timestamp) -> Result<Option<String>, sqlx::Error> {
    store::card_name_since(db, customer_id, at.as_millisecond()).await
}

/// Remove the card on file
///
/// Removed here immediately and from the processor's vault soon after. Without a card, nothing happens. 422 `card_required`
/// while the card pays for a wash club.
#[utoipa::path(delete, path = "/users/payment", tag = "payments",
    responses((status = 200, body = platform::http::Envelope<CardOnFile>)))]
pub(super) async fn delete_payment(tenant: Tenant, person: Person) -> Result<Answer<CardOnFile>, ApiError> {
    let mut db = tenant.write().await?;
    // A card that can't be charged isn't linked to a membership.
    if card_on_file(&mut db, person.id).await?.is_renewable() && is_needed(&mut db, &tenant, person.id).await? {
        return Err(PaymentError::CardNeeded.into());
    }
    forget_card(&mut db, &tenant, person.id, tenant.now()).await?;
    db.commit().await?;
    Ok(Answer(CardOnFile::default()))
}

/// Whether something is paid with the customer's card, such as a Wash Club.
pub(super) async fn is_needed(db: &mut TenantRead, tenant: &TenantContext, customer_id: i64) -> Result<bool, Fault> {
    let needs = domain::all(&tenant.runtime)?
        .iter()
        .filter_map(|domain| domain.needs_card);
    for needs_card in needs {
        if needs_card(db, customer_id).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Puts a card on file in place of the one before it, which leaves the processor's vault after the commit.
pub(super) async fn put_on_file(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    account: AccountRef<'_>,
    card: &VaultedCard,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    forget_card(db, tenant, customer_id, now).await?;
    let row = store::CardRow {
        processor: account.processor.to_owned(),
        account_id: account.id,
        token_sealed: seal(tenant, &place_of_card(customer_id), &card.token),
        brand: card.brand.clone(),
        last_four: card.last_four.clone(),
        expiry_month: i64::from(card.expiry_month),
        expiry_year: i64::from(card.expiry_year),
        network_id: card.network_id.clone(),
        locked_at: None,
    };
    store::insert_card(db, customer_id, &row, now.as_millisecond()).await
}

/// Locks the customer's card until it is added again; whether there is one.
pub async fn lock(db: &mut TenantWrite, customer_id: i64, now: Timestamp) -> Result<bool, sqlx::Error> {
    store::lock_card(db, customer_id, now.as_millisecond()).await?;
    Ok(store::find_card(db, customer_id).await?.is_some())
}

/// Unlocks the customer's card if it was locked at `since` (milliseconds) or later.
pub async fn unlock(db: &mut TenantWrite, customer_id: i64, since: i64) -> Result<(), sqlx::Error> {
    store::unlock_card(db, customer_id, since).await
}

/// Removes a customer's card within the transaction `db`. The processor is notified after the commit.
pub(super) async fn forget_card(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let Some(row) = store::find_card(db, customer_id).await? else {
        return Ok(());
    };
    store::delete_card(db, customer_id).await?;
    match open(tenant, &place_of_card(customer_id), &row.token_sealed) {
        Ok(token) => {
            let account = AccountRef {
                id: row.account_id,
                processor: &row.processor,
            };
            enqueue_deletion(db, tenant, account, &token, now).await
        }
        Err(error) => {
            // The key is gone, so the card can't be charged anymore either.
            tracing::error!(%error, "can't decrypt a removed card's token");
            Ok(())
        }
    }
}

/// Deletes the card of a customer whose account is being deleted, and cancels open card forms.
pub async fn forget(db: &mut TenantWrite, tenant: &TenantContext, customer_id: i64) -> Result<(), Fault> {
    store::abandon_setups(db, customer_id).await?;
    Ok(forget_card(db, tenant, customer_id, tenant.now()).await?)
}

/// A card that is to leave the processor's vault.
#[derive(Serialize, Deserialize)]
pub(super) struct DeleteToken {
    pub(super) processor: String,
    /// Null for a job of an earlier build.
    #[serde(default)]
    pub(super) account_id: Option<i64>,
    /// Base64 of the sealed token.
    token_sealed: String,
}

impl Job for DeleteToken {
    const KIND: &'static str = "payments.delete_token";
    const LANE: Lane = Lane::Money;
}

const PLACE: &str = "jobs/payments.delete_token";

impl DeleteToken {
    pub(super) fn new(tenant: &TenantContext, account: AccountRef<'_>, token: &SecretString) -> Self {
        Self {
            processor: account.processor.to_owned(),
            account_id: Some(account.id),
            token_sealed: BASE64.encode(&seal(tenant, PLACE, token)),
        }
    }

    /// The token for the processor.
    ///
    /// # Errors
    /// It was encrypted with a key that is gone.
    pub(super) fn token(&self, tenant: &Tenant) -> Result<SecretString, JobError> {
        let sealed = BASE64.decode(self.token_sealed.as_bytes());
        open(tenant, PLACE, &sealed.map_err(JobError::permanent)?).map_err(JobError::permanent)
    }
}

/// Takes a card out of the processor's vault after the commit of `db`.
pub(super) async fn enqueue_deletion(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    account: AccountRef<'_>,
    token: &SecretString,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    jobs::enqueue(db, now, now, &DeleteToken::new(tenant, account, token)).await
}

/// The token of a customer's card, to be charged.
pub(super) struct Chargeable {
    /// The merchant account that it belongs to.
    pub(super) account_id: i64,
    pub(super) token: SecretString,
    pub(super) network_id: Option<String>,
    is_locked: bool,
}

impl Chargeable {
    /// Whether a charge that `initiator` asks for can use it: renewals can even if it is locked.
    pub(super) fn serves(&self, initiator: Initiator) -> bool {
        !self.is_locked || initiator == Initiator::Recurring
    }
}

/// A customer's card if it can be charged. `None` otherwise.
pub(super) async fn chargeable(
    db: &mut TenantRead,
    tenant: &TenantContext,
    customer_id: i64,
) -> Result<Option<Chargeable>, sqlx::Error> {
    chargeable_of(db, (tenant.id(), tenant.keys()), customer_id).await
}

/// The same where no [`Tenant`] is open.
pub(super) async fn chargeable_of(
    db: &mut TenantRead,
    (site, keys): (SiteId, &SiteKeys),
    customer_id: i64,
) -> Result<Option<Chargeable>, sqlx::Error> {
    let Some(row) = store::find_card(db, customer_id).await? else {
        return Ok(None);
    };
    Ok(
        match open_with(keys, site, &place_of_card(customer_id), &row.token_sealed) {
            Ok(token) => Some(Chargeable {
                account_id: row.account_id,
                token,
                network_id: row.network_id,
                is_locked: row.locked_at.is_some(),
            }),
            Err(error) => {
                tracing::error!(%error, "can't decrypt a card's token");
                None
            }
        },
    )
}

fn place_of_card(customer_id: i64) -> String {
    format!("payments_cards/{customer_id}/token")
}

/// Context of a token sealed in a payment.
pub(super) fn place_in_payment(reference: &str) -> String {
    format!("payments/{reference}/token")
}

/// Seals a token for one place in this site's file.
pub(super) fn seal(tenant: &TenantContext, place: &str, token: &SecretString) -> Vec<u8> {
    tenant.keys().seal(
        TOKENS,
        &format!("{}/{place}", tenant.id()),
        token.expose_secret().as_bytes(),
    )
}

pub(super) fn open(tenant: &TenantContext, place: &str, sealed: &[u8]) -> Result<SecretString, CannotOpen> {
    open_with(tenant.keys(), tenant.id(), place, sealed)
}

fn open_with(keys: &SiteKeys, site: SiteId, place: &str, sealed: &[u8]) -> Result<SecretString, CannotOpen> {
    let token = keys.open(TOKENS, &format!("{site}/{place}"), sealed)?;
    Ok(String::from_utf8(token).map_err(|_| CannotOpen)?.into())
}
