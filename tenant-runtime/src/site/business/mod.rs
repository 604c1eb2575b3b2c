//! Business details: the seller, and whether the site's currency can change.

pub(super) mod rules;

use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope};
use platform::money::Currency;
use serde::Serialize;
use utoipa::ToSchema;

use super::error::SiteError;
use super::{SiteConfig, saved_config};
use crate::domain;
use crate::error::Fault;
use crate::tenant::{Tenant, TenantContext};

/// Business details that aren't in the site config.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BusinessFacts {
    /// Whether nothing has been sold yet.
    can_change_currency: bool,
}

/// Get whether the currency can change
#[utoipa::path(get, path = "/admin/business", tag = "admin", responses((status = 200, body = Envelope<BusinessFacts>)))]
pub(super) async fn get_business(tenant: Tenant) -> Result<Answer<BusinessFacts>, ApiError> {
    let currency = saved_config(&tenant).await?.config.currency;
    let mut db = tenant.read().await.map_err(Fault::from)?;
    let objection = objection(&mut db, &tenant, currency).await?;
    Ok(Answer(BusinessFacts {
        can_change_currency: objection != Some(domain::CurrencyObjection::Sold),
    }))
}

/// Rejects a new currency after the first sale, and one that the payment processor doesn't accept.
pub(super) async fn check_currency(
    db: &mut TenantRead,
    tenant: &TenantContext,
    (before, after): (&SiteConfig, &SiteConfig),
) -> Result<(), SiteError> {
    if before.currency == after.currency {
        return Ok(());
    }
    match objection(db, tenant, after.currency).await? {
        None => Ok(()),
        Some(objection) => Err(SiteError::Currency(objection, after.currency)),
    }
}

/// The first reason against `currency`. A sale comes before a processor, which can be replaced.
async fn objection(
    db: &mut TenantRead,
    tenant: &TenantContext,
    currency: Currency,
) -> Result<Option<domain::CurrencyObjection>, Fault> {
    let mut found = None;
    for find in domain::all(&tenant.runtime)?
        .iter()
        .filter_map(|domain| domain.currency_objection)
    {
        match find(db, tenant, currency).await? {
            Some(domain::CurrencyObjection::Sold) => return Ok(Some(domain::CurrencyObjection::Sold)),
            other => found = found.or(other),
        }
    }
    Ok(found)
}
