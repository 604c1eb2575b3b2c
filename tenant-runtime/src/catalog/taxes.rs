//! The rates of taxes, as the merchant sets them.

use std::collections::BTreeMap;

use platform::audit::{self, Change};
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Json};
use serde_json::json;

use super::tax::{LocationTaxes, Taxes};
use super::{rules, store};
use crate::error::ErrorCode;
use crate::http::Person;
use crate::tenant::Tenant;

/// The rates of taxes
#[utoipa::path(get, path = "/admin/taxes", tag = "admin", responses((status = 200, body = Envelope<Taxes>)))]
pub(super) async fn get_taxes(tenant: Tenant) -> Result<Answer<Taxes>, ApiError> {
    Ok(Answer(load(&mut tenant.read().await?).await?))
}

/// Set the rates of taxes
///
/// All of them: what is left out is untaxed. They count from the next price that somebody is shown; what was sold stays as it was.
#[utoipa::path(put, path = "/admin/taxes", tag = "admin", request_body = Taxes, responses((status = 200, body = Envelope<Taxes>)))]
pub(super) async fn set_taxes(
    tenant: Tenant,
    person: Person,
    Json(taxes): Json<Taxes>,
) -> Result<Answer<Taxes>, ApiError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let before = load(&mut db).await?;
    let known: Vec<i64> = before.locations.iter().map(|one| one.location_id).collect();
    rules::check_taxes(&taxes, &known).map_err(|field| {
        const SAID: &str = "A rate between 0 and 100 percent is expected.";
        ErrorCode::InvalidFields.because(SAID).field(field, SAID)
    })?;
    store::set_taxes(&mut db, &taxes).await?;
    db.changes_public_data();
    let change = Change::between(json!(before), json!(taxes));
    audit::note(&mut db, now, &person.actor(), "taxes_set", "taxes", change).await?;
    let after = load(&mut db).await?;
    db.commit().await?;
    Ok(Answer(after))
}

async fn load(db: &mut TenantRead) -> Result<Taxes, sqlx::Error> {
    let mut rates: BTreeMap<i64, BTreeMap<String, i64>> = store::location_ids(db)
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
    Ok(Taxes {
        locations: locations.collect(),
        ship_to: store::ship_to_rates(db).await?,
    })
}
