//! Determines whether the site can accept payments.

use platform::audit::{self, Change, Filter};
use platform::db::TenantRead;
use platform::keys::SiteKeys;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::account;
use super::adapter::EndpointSet;
use super::processor_manifest::{AccountIdentity, ProcessorManifest};
use super::store::{self, accounts};
use crate::error::Fault;
use crate::http::Person;
use crate::tenant::Tenant;

/// Result of a credentials test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Trial {
    /// The processor accepted these credentials.
    Works,
    /// It rejected them.
    Refused,
    /// It didn't respond.
    Unreachable,
    /// This processor can't check credentials before a card is entered.
    NotTold,
}

/// Action of a test in the audit log.
const TRIED: &str = "processor_tested";

/// Number of latest tests considered.
const LOOKED_AT: i64 = 50;

/// Records the result of a credentials test.
pub(super) async fn note_trial(
    tenant: &Tenant,
    person: &Person,
    manifest: &ProcessorManifest,
    result: Trial,
) -> Result<(), Fault> {
    let AccountIdentity {
        processor,
        endpoints,
        merchant_id,
    } = manifest.identity();
    let tried = json!({ "name": processor, "endpoints": endpoints, "merchantId": merchant_id, "result": result });
    let mut db = tenant.write().await?;
    let change = Change::default().with(tried);
    audit::note(&mut db, tenant.now(), &person.actor(), TRIED, "processor", change).await?;
    db.commit().await?;
    Ok(())
}

/// State of a site's processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readiness {
    /// No processor, or its endpoints aren't allowed in this environment.
    Missing,
    Untested,
    /// It has accepted the site's credentials, in a test or when a card was added.
    Proven,
}

/// State of the site's processor, in a production environment or another one.
pub async fn readiness(db: &mut TenantRead, keys: &SiteKeys, production: bool) -> Result<Readiness, sqlx::Error> {
    let Some(processor) = store::find_processor(db).await? else {
        return Ok(Readiness::Missing);
    };
    let endpoints = processor.endpoints.parse::<EndpointSet>();
    if !endpoints.is_ok_and(|endpoints| endpoints.may_be_used(production)) {
        return Ok(Readiness::Missing);
    }
    if is_proven(db, keys, &processor).await? {
        Ok(Readiness::Proven)
    } else {
        Ok(Readiness::Untested)
    }
}

async fn is_proven(db: &mut TenantRead, keys: &SiteKeys, processor: &store::ProcessorRow) -> Result<bool, sqlx::Error> {
    if accounts::count_cards(db, processor.account_id).await?.0 > 0 {
        return Ok(true);
    }
    let tries = Filter {
        action: Some(TRIED.to_owned()),
        limit: LOOKED_AT,
        ..Filter::default()
    };
    let tries = audit::entries(db, &tries).await?;
    let identity = account::identity_of(keys, processor);
    Ok(tries.iter().any(|tried| {
        identity
            .as_ref()
            .is_some_and(|identity| is_accepted(&tried.detail, identity))
    }))
}

/// Whether a test shows that the processor accepts the credentials, as far as it can tell before a card is entered.
/// Tests by earlier builds name no merchant account.
fn is_accepted(tried: &Value, identity: &AccountIdentity) -> bool {
    let result = tried["result"].as_str().unwrap_or_default();
    let merchant_id = &tried["merchantId"];
    tried["name"] == identity.processor
        && tried["endpoints"] == identity.endpoints
        && (merchant_id.is_null() || *merchant_id == identity.merchant_id)
        && ["works", "not_told"].contains(&result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connection_test_counts_only_for_its_account() {
        let tested = |result: Trial| json!({"name": "moneris", "endpoints": "sandbox", "merchantId": "store5", "result": result});
        let of = |processor: &str, endpoints: &str, merchant_id: &str| AccountIdentity {
            processor: processor.to_owned(),
            endpoints: endpoints.to_owned(),
            merchant_id: merchant_id.to_owned(),
        };
        let store5 = of("moneris", "sandbox", "store5");
        assert!(is_accepted(&tested(Trial::Works), &store5));
        assert!(is_accepted(&tested(Trial::NotTold), &store5));
        assert!(!is_accepted(&tested(Trial::Works), &of("moneris", "sandbox", "store6")));
        assert!(!is_accepted(
            &tested(Trial::Works),
            &of("moneris", "production", "store5")
        ));
        assert!(!is_accepted(
            &tested(Trial::Works),
            &of("worldpay", "sandbox", "store5")
        ));
        assert!(!is_accepted(&tested(Trial::Refused), &store5));
        assert!(!is_accepted(&tested(Trial::Unreachable), &store5));
        let unnamed = json!({"name": "moneris", "endpoints": "sandbox", "result": Trial::Works});
        assert!(is_accepted(&unnamed, &store5));
    }
}
