//! The processor that a site sells through, as its owner sets it. What is secret goes in and never comes out.

use std::sync::Arc;

use platform::audit::{self, Change};
use platform::http::{Answer, ApiError, Envelope, Json};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::error::ProcessorError;
use super::processor::{ChargeRequest, Found, Initiator, NewSetup, Processor, SetupError};
use super::proof::{self, Trial};
use super::settings::{self, ProcessorManifest, Processors, put, shown, stored, with_kept_secrets};
use super::{payer, setup, store};
use crate::error::Fault;
use crate::http::{Person, Version};
use crate::site;
use crate::tenant::Tenant;

/// What a site sells through.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProcessorInUse {
    /// Another one once somebody has saved another processor or other credentials.
    version: Version,
    /// As manifests name it; null: none.
    name: Option<String>,
    /// `production`, `sandbox` or `stub`.
    endpoints: Option<String>,
    /// Without those that are secret.
    #[schema(value_type = Object)]
    settings: Map<String, Value>,
    /// Whether this site may only be set to what moves money.
    is_production: bool,
    /// How many customers have a card on file with it: another processor cannot charge those.
    cards_on_file: i64,
    /// How many have a card on file with another one, which cannot be charged.
    cards_elsewhere: i64,
}

/// Credentials as somebody typed them. A secret that is left out stays as it is while the processor is the same.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TypedProcessor {
    name: String,
    endpoints: String,
    #[schema(value_type = Object)]
    settings: Map<String, Value>,
}

/// What the site is to sell through.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ProcessorChange {
    /// That was read before: what others have changed since is not lost.
    version: Version,
    processor: TypedProcessor,
}

#[derive(Serialize, ToSchema)]
pub(super) struct TriedProcessor {
    result: Trial,
}

/// The processor in use
#[utoipa::path(get, path = "/admin/processor", tag = "admin", responses((status = 200, body = Envelope<ProcessorInUse>)))]
pub(super) async fn get_processor(tenant: Tenant) -> Result<Answer<ProcessorInUse>, ApiError> {
    Ok(Answer(in_use(&tenant).await?))
}

/// Choose the processor and its credentials
///
/// In force at once. Cards on file with another processor can no longer be charged.
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
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let before = store::find_processor(&mut db).await?;
    let is_there = before
        .as_ref()
        .is_some_and(|row| settings::says(tenant.keys(), row, &manifest));
    if !Version::of(&before)?.takes(&change.version, is_there)? {
        return Ok(());
    }
    put(&mut db, tenant.keys(), now, &manifest).await?;
    let after = store::find_processor(&mut db).await?;
    let change = Change::between(told(tenant, before), told(tenant, after));
    audit::note(&mut db, now, &person.actor(), "processor_set", "processor", change).await?;
    Ok(db.commit().await?)
}

/// Try credentials
///
/// Opens a card form that nobody is shown and asks about a payment that never was. No money moves, and no credentials are saved.
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
    Ok(Answer(TriedProcessor { result }))
}

/// What may be said of a processor.
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
    let (cards_on_file, cards_elsewhere) =
        store::cards_by_processor(&mut db, name.as_deref().unwrap_or_default()).await?;
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
    })
}

/// What was typed, with the secrets that stay as they are.
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
        // An answer, but none that a payment which never was can have.
        Found::NoAnswer(_) => Trial::Refused,
        _ => Trial::Works,
    })
}
