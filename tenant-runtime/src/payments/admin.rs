//! Payment processor settings, for owners. Secrets are write-only.

use std::sync::Arc;

use jiff::Timestamp;
use platform::audit::{self, Change};
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Json};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::error::ProcessorError;
use super::processor::{ChargeRequest, Found, Initiator, NewSetup, Processor, SetupError};
use super::processor_manifest::{CurrencySupport, ProcessorManifest};
use super::proof::{self, Trial};
use super::settings::{self, shown, stored, with_kept_secrets};
use super::site_processor::Processors;
use super::store::accounts;
use super::{account, card, payer, setup, store};
use crate::domain::{self, Event};
use crate::error::Fault;
use crate::http::{Person, Version};
use crate::site;
use crate::tenant::Tenant;

/// Payment processor of a site.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProcessorInUse {
    /// Changes when the processor or its credentials change.
    version: Version,
    /// Name as in manifests; null for none.
    name: Option<String>,
    /// `production`, `sandbox` or `stub`.
    endpoints: Option<String>,
    /// Settings, without secrets.
    #[schema(value_type = Object)]
    settings: Map<String, Value>,
    /// Whether this site may only use production endpoints.
    is_production: bool,
    /// Customers with a card on file at this merchant account. No other account can charge those cards.
    cards_on_file: i64,
    /// Customers with a card at a previous account. It can't be charged.
    cards_elsewhere: i64,
    /// Previous merchant accounts with cards, or with credentials for lookups and refunds. Up to 20, newest first.
    left_accounts: Vec<LeftAccount>,
}

/// Previous merchant account of the site.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LeftAccount {
    /// Name as in manifests.
    processor: String,
    /// Store, gateway or account ID; null if unknown.
    merchant_id: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    left_at: Timestamp,
    /// Customers with a card at the account. It can't be charged.
    cards: i64,
    /// Charges with an unknown outcome.
    open_charges: i64,
    /// Payments that can still be refunded.
    refundable_payments: i64,
    /// Whether charges can be looked up and payments refunded there.
    has_credentials: bool,
}

/// Effects of saving new credentials.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProcessorPreview {
    /// Whether the new credentials are for a different merchant account.
    changes_account: bool,
    /// Store, gateway or account ID of the new credentials.
    merchant_id: String,
    /// Cards that can't be charged anymore. Their customers are asked to add them again.
    cards_left: i64,
    /// Number of those cards that pay for a wash club.
    members: i64,
    /// Cards that can be charged again, because the site returns to their account.
    cards_back: i64,
    /// Charges with an unknown outcome at the current account. They are still looked up there.
    open_charges: i64,
    /// Payments at the current account that can still be refunded there.
    refundable_payments: i64,
}

/// Credentials as entered. A missing secret keeps its value if the processor is unchanged.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TypedProcessor {
    name: String,
    endpoints: String,
    #[schema(value_type = Object)]
    settings: Map<String, Value>,
}

/// New processor and credentials.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ProcessorChange {
    /// Version you read, so you don't overwrite newer changes.
    version: Version,
    processor: TypedProcessor,
}

#[derive(Serialize, ToSchema)]
pub(super) struct TriedProcessor {
    result: Trial,
    currency: TestedCurrency,
}

/// Support for the site's currency at a processor. Doesn't tell which currency a merchant account uses.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TestedCurrency {
    /// ISO 4217 currency of the site.
    code: &'static str,
    support: CurrencySupport,
    /// Store, gateway or account ID. The merchant must check its currency.
    merchant_id: String,
}

/// Get the payment processor
#[utoipa::path(get, path = "/admin/processor", tag = "admin", responses((status = 200, body = Envelope<ProcessorInUse>)))]
pub(super) async fn get_processor(tenant: Tenant) -> Result<Answer<ProcessorInUse>, ApiError> {
    Ok(Answer(in_use(&tenant).await?))
}

/// Update the payment processor and its credentials
///
/// Takes effect immediately. Cards of another merchant account can no longer be charged. Unknown charges are still looked
/// up there, and payments are refunded there.
#[utoipa::path(put, path = "/admin/processor", tag = "admin", request_body = ProcessorChange,
    responses((status = 200, body = Envelope<ProcessorInUse>)))]
pub(super) async fn set_processor(
    tenant: Tenant,
    person: Person,
    Json(change): Json<ProcessorChange>,
) -> Result<Answer<ProcessorInUse>, ApiError> {
    set(&tenant, &person, change).await?;
    Ok(Answer(in_use(&tenant).await?))
}

async fn set(tenant: &Tenant, person: &Person, change: ProcessorChange) -> Result<(), ProcessorError> {
    let manifest = manifest_of(tenant, change.processor).await?;
    let currency = site::saved_config(tenant).await?.config.currency;
    if manifest.support_of(currency) == CurrencySupport::Unsupported {
        return Err(ProcessorError::Currency {
            currency,
            supported: manifest.currencies().unwrap_or_default(),
        });
    }
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let before = store::find_processor(&mut db).await?;
    let is_there = before
        .as_ref()
        .is_some_and(|row| settings::says(tenant.keys(), row, &manifest));
    if !Version::of(&before)?.takes(&change.version, is_there)? {
        return Ok(());
    }
    account::put(&mut db, tenant.keys(), now, &manifest).await?;
    let after = store::find_processor(&mut db).await?;
    if let (Some(before), Some(after)) = (&before, &after)
        && before.account_id != after.account_id
    {
        let event = Event::MerchantAccountChanged {
            actor_id: person.id,
            account_id: after.account_id,
            left_id: before.account_id,
        };
        domain::publish(&mut db, tenant, event).await?;
    }
    let change = Change::between(told(tenant, before), told(tenant, after));
    audit::note(&mut db, now, &person.actor(), "processor_set", "processor", change).await?;
    Ok(db.commit().await?)
}

/// Preview new credentials
///
/// Returns the effects of saving them. Nothing is saved, and the processor isn't called.
#[utoipa::path(post, path = "/admin/processor/preview", tag = "admin", request_body = TypedProcessor,
    responses((status = 200, body = Envelope<ProcessorPreview>)))]
pub(super) async fn preview_processor(
    tenant: Tenant,
    Json(typed): Json<TypedProcessor>,
) -> Result<Answer<ProcessorPreview>, ApiError> {
    let manifest = manifest_of(&tenant, typed).await?;
    Ok(Answer(preview(&tenant, &manifest).await?))
}

async fn preview(tenant: &Tenant, manifest: &ProcessorManifest) -> Result<ProcessorPreview, Fault> {
    let wanted = manifest.identity();
    let mut db = tenant.read().await?;
    let row = store::find_processor(&mut db).await?;
    let mut preview = ProcessorPreview {
        changes_account: false,
        merchant_id: wanted.merchant_id.clone(),
        cards_left: 0,
        members: 0,
        cards_back: 0,
        open_charges: 0,
        refundable_payments: 0,
    };
    let Some(row) = row else { return Ok(preview) };
    if account::identity_of(tenant.keys(), &row).as_ref() == Some(&wanted) {
        return Ok(preview);
    }
    preview.changes_account = true;
    let cardholders = accounts::cardholders(&mut db, row.account_id).await?;
    for customer_id in &cardholders {
        preview.members += i64::from(card::is_needed(&mut db, tenant, *customer_id).await?);
    }
    preview.cards_left = i64::try_from(cardholders.len()).unwrap_or(i64::MAX);
    if let Some(account_id) = account::find(&mut db, &wanted).await? {
        preview.cards_back = accounts::count_cards(&mut db, account_id).await?.0;
    }
    let work = account::open_work(&mut db, row.account_id, tenant.now()).await?;
    preview.open_charges = work.charges;
    preview.refundable_payments = work.refundable;
    Ok(preview)
}

/// Test credentials
///
/// Opens a card form that isn't shown and looks up a payment that doesn't exist. No money moves, and nothing is saved.
#[utoipa::path(post, path = "/admin/processor/test", tag = "admin", request_body = TypedProcessor,
    responses((status = 200, body = Envelope<TriedProcessor>)))]
pub(super) async fn test_processor(
    tenant: Tenant,
    person: Person,
    Json(typed): Json<TypedProcessor>,
) -> Result<Answer<TriedProcessor>, ApiError> {
    let manifest = manifest_of(&tenant, typed).await?;
    let processors = tenant.runtime.state::<Arc<Processors>>()?;
    let result = match processors.of_manifest(&tenant.site, &manifest) {
        Some(adapter) => trial(&tenant, person.id, manifest.name(), adapter.as_ref()).await?,
        None => Trial::Unreachable,
    };
    proof::note_trial(&tenant, &person, &manifest, result).await?;
    let currency = site::saved_config(&tenant).await?.config.currency;
    let currency = TestedCurrency {
        code: currency.code(),
        support: manifest.support_of(currency),
        merchant_id: manifest.identity().merchant_id,
    };
    Ok(Answer(TriedProcessor { result, currency }))
}

/// Public part of a processor's settings.
fn told(tenant: &Tenant, row: Option<store::ProcessorRow>) -> Value {
    row.map_or(Value::Null, |row| {
        let settings = stored(tenant.keys(), &row).map(shown);
        json!({ "name": row.name, "endpoints": row.endpoints, "settings": settings })
    })
}

async fn in_use(tenant: &Tenant) -> Result<ProcessorInUse, Fault> {
    let mut db = tenant.read().await?;
    let row = store::find_processor(&mut db).await?;
    let version = Version::of(&row)?;
    let name = row.as_ref().map(|row| row.name.clone());
    let account_id = row.as_ref().map(|row| row.account_id);
    let (cards_on_file, cards_elsewhere) = accounts::count_cards(&mut db, account_id.unwrap_or_default()).await?;
    let left_accounts = left_accounts(&mut db, tenant.now()).await?;
    Ok(ProcessorInUse {
        version,
        endpoints: row.as_ref().map(|row| row.endpoints.clone()),
        settings: row
            .and_then(|row| stored(tenant.keys(), &row))
            .map(shown)
            .unwrap_or_default(),
        name,
        is_production: tenant.site.environment.production,
        cards_on_file,
        cards_elsewhere,
        left_accounts,
    })
}

async fn left_accounts(db: &mut TenantRead, now: Timestamp) -> Result<Vec<LeftAccount>, Fault> {
    let mut left = Vec::new();
    for row in accounts::list_left(db).await? {
        let work = account::open_work(db, row.id, now).await?;
        left.push(LeftAccount {
            processor: row.processor,
            merchant_id: row.merchant_id,
            left_at: Timestamp::from_millisecond(row.left_at).map_err(Fault::internal)?,
            cards: row.cards,
            open_charges: work.charges,
            refundable_payments: work.refundable,
            has_credentials: row.has_credentials,
        });
    }
    Ok(left)
}

/// Entered settings with the stored secrets.
async fn manifest_of(tenant: &Tenant, typed: TypedProcessor) -> Result<ProcessorManifest, ProcessorError> {
    let TypedProcessor {
        name,
        endpoints,
        mut settings,
    } = typed;
    let row = store::find_processor(&mut tenant.read().await?).await?;
    if let Some(kept) = row
        .filter(|row| row.name == name)
        .and_then(|row| stored(tenant.keys(), &row))
    {
        settings = with_kept_secrets(settings, kept);
    }
    let manifest = ProcessorManifest::typed(&name, &endpoints, settings)?;
    if !manifest.may_be_used(tenant.site.environment.production) {
        return Err(ProcessorError::Field("endpoints".to_owned()));
    }
    Ok(manifest)
}

async fn trial(tenant: &Tenant, customer_id: i64, name: &str, adapter: &dyn Processor) -> Result<Trial, Fault> {
    let config = site::saved_config(tenant).await?;
    let new = NewSetup {
        reference: tenant.runtime.random.token(),
        payer: payer(tenant.id(), customer_id),
        amount: adapter.verified_with(),
        currency: config.config.currency,
        language: config.config.locale.clone(),
        return_url: setup::return_url(tenant, name),
        company: config.config.company_name.clone(),
    };
    match adapter.begin_setup(&new).await {
        Ok(_) => {}
        Err(SetupError::Unreachable(_)) => return Ok(Trial::Unreachable),
        Err(SetupError::Rejected(_)) => return Ok(Trial::Refused),
    }
    let charge = ChargeRequest {
        reference: new.reference,
        payer: new.payer,
        token: "none".to_owned().into(),
        network_id: None,
        amount: 100,
        currency: new.currency,
        initiator: Initiator::Customer,
    };
    Ok(match adapter.look_up(&charge).await {
        Found::NoLookUp => Trial::NotTold,
        // A response, but not one that a nonexistent payment can have.
        Found::NoAnswer(_) => Trial::Refused,
        _ => Trial::Works,
    })
}
