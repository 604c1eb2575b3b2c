//! Tax rates, as set by the merchant.

use std::collections::BTreeMap;

use platform::audit::{self, Change};
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Json};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::tax::{LocationTaxes, Taxes};
use super::{rules, store};
use crate::error::{ErrorCode, Fault};
use crate::http::{Person, Version, Versioned};
use crate::tenant::Tenant;

/// New tax rates.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TaxesChange {
    /// Version you read, so you don't overwrite newer changes.
    version: Version,
    taxes: Taxes,
}

/// Get the tax rates
#[utoipa::path(get, path = "/admin/taxes", tag = "admin", responses((status = 200, body = Envelope<Versioned<Taxes>>)))]
pub(super) async fn get_taxes(tenant: Tenant) -> Result<Answer<Versioned<Taxes>>, ApiError> {
    Ok(Answer(load(&mut tenant.read().await?).await?))
}

/// Update the tax rates
///
/// Replaces all rates; missing ones are removed. Applies to new quotes. Past sales don't change.
#[utoipa::path(put, path = "/admin/taxes", tag = "admin", request_body = TaxesChange,
    responses((status = 200, body = Envelope<Versioned<Taxes>>)))]
pub(super) async fn set_taxes(
    tenant: Tenant,
    person: Person,
    Json(TaxesChange { version, taxes }): Json<TaxesChange>,
) -> Result<Answer<Versioned<Taxes>>, ApiError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let before = load(&mut db).await?;
    let known: Vec<i64> = before.content.locations.iter().map(|one| one.location_id).collect();
    rules::check_taxes(&taxes, &known).map_err(|field| {
        const SAID: &str = "Enter a rate from 0 to 100%.";
        ErrorCode::InvalidFields.because(SAID).field(field, SAID)
    })?;
    let taxes = taxes.at_all(&known);
    if !before.takes(&version, &taxes)? {
        return Ok(Answer(before));
    }
    super::keep_rates(&mut db, None, now).await?;
    store::set_taxes(&mut db, &taxes).await?;
    // Rates can also be edited with a location.
    for location in before.content.changed_in(&taxes) {
        store::locations::touch(&mut db, location).await?;
    }
    db.changes_public_data();
    let change = Change::between(json!(before.content), json!(taxes));
    audit::note(&mut db, now, &person.actor(), "taxes_set", "taxes", change).await?;
    let after = load(&mut db).await?;
    db.commit().await?;
    Ok(Answer(after))
}

async fn load(db: &mut TenantRead) -> Result<Versioned<Taxes>, Fault> {
    let mut rates: BTreeMap<i64, BTreeMap<String, i64>> = store::locations::ids(db)
        .await?
        .into_iter()
        .map(|id| (id, BTreeMap::new()))
        .collect();
    for (location, class, rate) in store::tax_rates(db).await? {
        rates.entry(location).or_default().insert(class, rate);
    }
    let locations = rates
        .into_iter()
        .map(|(location_id, rates)| LocationTaxes { location_id, rates });
    Versioned::of(Taxes {
        locations: locations.collect(),
        ship_to: store::ship_to_rates(db).await?,
    })
}
