//! SQL of claims of custom domains.

use jiff::Timestamp;
use platform::ids::SiteId;

use crate::db::{ControlConn, ControlWrite};
use crate::rows::instant;
use crate::sites::domain::{DomainClaim, DomainClaimState};

/// Claim of a site, with its token.
pub(in crate::sites) async fn find(
    db: &mut ControlConn,
    site: SiteId,
) -> Result<Option<(DomainClaim, String)>, sqlx::Error> {
    let site = site.to_string();
    let row = sqlx::query!(
        "SELECT domain, token, state, checked_at FROM domain_claims WHERE site_id = $1",
        site
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(|row| Ok((shown(row.domain, &row.token, &row.state, row.checked_at)?, row.token)))
        .transpose()
}

/// Claim from its columns.
pub(super) fn shown(
    domain: String,
    token: &str,
    state: &str,
    checked_at: Option<i64>,
) -> Result<DomainClaim, sqlx::Error> {
    let at = |ms| instant("domain_claims.checked_at", ms);
    let unknown = |_| sqlx::Error::Decode(format!("unknown state of a domain claim {state:?}").into());
    let state: DomainClaimState = state.parse().map_err(unknown)?;
    Ok(DomainClaim::new(domain, token, state, checked_at.map(at).transpose()?))
}

/// Claims a domain for a site, instead of the one it has claimed before.
pub(in crate::sites) async fn save(
    db: &mut ControlWrite,
    site: SiteId,
    domain: &str,
    token: &str,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let (site, now) = (site.to_string(), now.as_millisecond());
    sqlx::query!(
        "INSERT INTO domain_claims (site_id, domain, token, state, created_at) VALUES ($1, $2, $3, 'waiting', $4)
         ON CONFLICT (site_id) DO UPDATE SET domain = excluded.domain, token = excluded.token, state = excluded.state,
             created_at = excluded.created_at, checked_at = NULL",
        site,
        domain,
        token,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Stores the result of a check.
pub(in crate::sites) async fn set_state(
    db: &mut ControlWrite,
    site: SiteId,
    state: DomainClaimState,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let (site, state, now) = (site.to_string(), state.into_str(), now.as_millisecond());
    sqlx::query!(
        "UPDATE domain_claims SET state = $1, checked_at = $2 WHERE site_id = $3",
        state,
        now,
        site
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
