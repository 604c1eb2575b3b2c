//! Custom domains. In production, a site uses one only after proof of ownership: a TXT record with a token.

use jiff::Timestamp;
use platform::ids::SiteId;
use serde::{Deserialize, Serialize};
use serde_json::json;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::lifecycle::{finish, living};
use super::{ChangeError, SiteRecord, rules, store};
use crate::db::{ControlDbError, ControlWrite};
use crate::dns::LookupError;
use crate::environments;
use crate::plane::ControlPlane;

/// Custom domain that isn't proven yet. The site doesn't use it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DomainClaim {
    pub domain: String,
    /// Name of the TXT record that proves the ownership.
    pub record_name: String,
    pub record_value: String,
    pub state: DomainClaimState,
    /// Null before the first check.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub checked_at: Option<Timestamp>,
}

/// Result of the last check of a custom domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum DomainClaimState {
    /// Not checked yet.
    Waiting,
    /// There is no such TXT record.
    Missing,
    /// The TXT records have other values.
    Different,
    /// The DNS lookup failed.
    Unreachable,
}

impl DomainClaim {
    pub(super) fn new(domain: String, token: &str, state: DomainClaimState, checked_at: Option<Timestamp>) -> Self {
        Self {
            record_name: rules::record_name(&domain),
            record_value: rules::record_value(token),
            domain,
            state,
            checked_at,
        }
    }

    /// Result of the last check, as a sentence without a period.
    pub fn problem(&self) -> String {
        let Self {
            record_name,
            record_value,
            ..
        } = self;
        match self.state {
            DomainClaimState::Waiting => "not checked yet".to_owned(),
            DomainClaimState::Missing => {
                format!(
                    "no TXT record {record_name}; add it with the value {record_value}, and try again in a few minutes"
                )
            }
            DomainClaimState::Different => {
                format!("the TXT record {record_name} has another value; set it to {record_value}")
            }
            DomainClaimState::Unreachable => {
                format!("the DNS lookup of {record_name} failed; check the domain's name servers and try again")
            }
        }
    }
}

/// Site, with its pending claim of a custom domain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteDomain {
    #[serde(flatten)]
    pub site: SiteRecord,
    pub domain_claim: Option<DomainClaim>,
}

/// A site with its claim.
///
/// # Errors
/// There is no such site.
pub async fn domain(plane: &ControlPlane, id: SiteId) -> Result<SiteDomain, ChangeError> {
    let mut db = plane.db.read().await?;
    let site = store::find(&mut db, id).await?.ok_or(ChangeError::Gone)?;
    let domain_claim = store::claims::find(&mut db, id).await?.map(|(claim, _)| claim);
    Ok(SiteDomain { site, domain_claim })
}

/// Sets the custom domain of a site; `None` removes it, and any claim. A domain that needs a proof is claimed: until
/// [`check_domain`] finds the record, the site keeps its current one.
///
/// # Errors
/// It isn't a host name, belongs to the installation's own domain, or is used by another site.
pub async fn set_domain(
    plane: &ControlPlane,
    id: SiteId,
    domain: Option<&str>,
    actor: &str,
) -> Result<SiteDomain, ChangeError> {
    let domain = domain
        .map(|domain| rules::custom_domain(domain, plane.base_domain()))
        .transpose()?;
    let mut db = plane.db.write().await?;
    let site = living(&mut db, id).await?;
    let claim = store::claims::find(&mut db, id).await?;
    if site.custom_domain == domain && claim.is_none() {
        return Ok(SiteDomain {
            site,
            domain_claim: None,
        });
    }
    let needs_proof = plane.requires_domain_proof(is_production(&mut db, &site).await?);
    let claimed = domain
        .as_ref()
        .filter(|domain| needs_proof && site.custom_domain.as_ref() != Some(*domain));
    match claimed {
        Some(domain) => {
            if store::subdomains::has_host(&mut db, domain).await? {
                return Err(ChangeError::DomainTaken(domain.clone()));
            }
            // The record of a repeated claim stays valid.
            if claim.is_none_or(|(claim, _)| claim.domain != *domain) {
                store::claims::save(&mut db, id, domain, &plane.random.token(), plane.now()).await?;
            }
            let details = json!({ "from": site.custom_domain, "to": domain });
            finish(plane, db, &site, actor, "site.domain_claim", details).await?;
        }
        None => {
            use_domain(&mut db, id, domain.as_deref()).await?;
            let details = json!({ "from": site.custom_domain, "to": domain });
            finish(plane, db, &site, actor, "site.domain", details).await?;
        }
    }
    self::domain(plane, id).await
}

/// Looks up the record of a claim. If it is there, the site uses the domain from then on, in addition to its subdomain.
///
/// # Errors
/// There is no claim, or another site uses the domain.
pub async fn check_domain(plane: &ControlPlane, id: SiteId, actor: &str) -> Result<SiteDomain, ChangeError> {
    let mut db = plane.db.read().await?;
    let (claim, token) = store::claims::find(&mut db, id).await?.ok_or(ChangeError::NoClaim)?;
    // The lookup takes seconds.
    drop(db);
    let found = plane.domain_proof().dns.txt(&claim.record_name).await;
    if let Err(error) = &found {
        tracing::info!(site.id = %id, domain = %claim.domain, %error, "failed to look up a custom domain's DNS record");
    }
    let state = judged(found, &claim.record_value);
    let now = plane.now();
    let mut db = plane.db.write().await?;
    let site = living(&mut db, id).await?;
    // Another claim has replaced this one.
    let current = store::claims::find(&mut db, id).await?;
    if current.is_none_or(|(_, current)| current != token) {
        return Err(ChangeError::NoClaim);
    }
    match state {
        Some(state) => {
            store::claims::set_state(&mut db, id, state, now).await?;
            db.commit().await?;
        }
        None => {
            use_domain(&mut db, id, Some(&claim.domain)).await?;
            let details = json!({ "from": site.custom_domain, "to": claim.domain });
            finish(plane, db, &site, actor, "site.domain", details).await?;
        }
    }
    domain(plane, id).await
}

/// State of a claim after a lookup; `None`: it is proven.
fn judged(found: Result<Vec<String>, LookupError>, value: &str) -> Option<DomainClaimState> {
    match found {
        Err(_) => Some(DomainClaimState::Unreachable),
        Ok(records) if records.is_empty() => Some(DomainClaimState::Missing),
        Ok(records) if records.iter().any(|record| record.trim() == value) => None,
        Ok(_) => Some(DomainClaimState::Different),
    }
}

/// Replaces the host name of a site, and ends its claim.
async fn use_domain(db: &mut ControlWrite, id: SiteId, domain: Option<&str>) -> Result<(), ChangeError> {
    store::subdomains::remove_hosts(db, id).await?;
    if let Some(domain) = domain
        && !store::subdomains::insert_host(db, domain, id).await?
    {
        return Err(ChangeError::DomainTaken(domain.to_owned()));
    }
    Ok(())
}

async fn is_production(db: &mut ControlWrite, site: &SiteRecord) -> Result<bool, ControlDbError> {
    let environment = environments::store::find(db, &site.environment).await?;
    Ok(environment.is_none_or(|environment| environment.production))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domain_is_proven_by_the_exact_record() {
        let value = rules::record_value("t0ken");
        let judge = |records: &[&str]| judged(Ok(records.iter().map(|&record| record.to_owned()).collect()), &value);
        assert_eq!(judge(&["v=spf1 -all", " suds-site=t0ken "]), None);
        assert_eq!(judge(&[]), Some(DomainClaimState::Missing));
        for other in ["suds-site=t0ken2", "suds-site=", "SUDS-SITE=T0KEN", "t0ken"] {
            assert_eq!(judge(&[other]), Some(DomainClaimState::Different), "{other}");
        }
    }
}
