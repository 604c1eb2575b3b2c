//! SQL of the console's site list.

use platform::config::OriginPattern;
use platform::ids::{SiteId, Subdomain};

use super::claims;
use super::holds::shown_hold;
use super::shown_state;
use crate::db::ControlConn;
use crate::rows::{instant, matching, matching_host, parsed};
use crate::sites::entry::{OwningAccount, SiteEntry, SitesQuery};

/// Filter of an environment's sites.
pub(in crate::sites) struct EntryFilter<'a> {
    environment: &'a str,
    id: Option<String>,
    pattern: Option<String>,
    host_pattern: Option<String>,
    state: Option<&'static str>,
    account: Option<String>,
    after: Option<&'a str>,
    limit: i64,
}

impl<'a> EntryFilter<'a> {
    pub(in crate::sites) fn of(environment: &'a str, asked: &'a SitesQuery, limit: i64) -> Self {
        Self {
            environment,
            id: None,
            pattern: matching(asked.search.as_deref()),
            host_pattern: matching_host(asked.search.as_deref()),
            state: asked.state.map(|state| state.into_str()),
            account: asked.account.map(|id| id.to_string()),
            after: asked.cursor.as_deref(),
            limit,
        }
    }

    pub(in crate::sites) fn one(environment: &'a str, id: SiteId) -> Self {
        Self {
            environment,
            id: Some(id.to_string()),
            pattern: None,
            host_pattern: None,
            state: None,
            account: None,
            after: None,
            limit: 1,
        }
    }
}

/// Sites for the console's list, by subdomain.
pub(in crate::sites) async fn list(
    db: &mut ControlConn,
    origins: &OriginPattern,
    filter: &EntryFilter<'_>,
) -> Result<Vec<SiteEntry>, sqlx::Error> {
    let EntryFilter {
        environment,
        id,
        pattern,
        host_pattern,
        state,
        account,
        after,
        limit,
    } = filter;
    let rows = sqlx::query!(
        r#"SELECT sites.id, sites.subdomain, sites.state, sites.environment, sites.pinned_build, sites.rolled_build,
                  sites.created_at, sites.delete_after, sites.held_at, sites.held_reason, sites.held_from, accounts.id AS account_id, accounts.company_name, environments.target_app_version,
                  domain_claims.domain AS "claimed_domain?: String", domain_claims.token AS "claim_token?: String",
                  domain_claims.state AS "claim_state?: String", domain_claims.checked_at AS "claim_checked_at?: i64",
                  (SELECT MIN(host_names.host) FROM host_names WHERE host_names.site_id = sites.id) AS "host: String"
           FROM sites
           JOIN accounts ON accounts.id = sites.account_id
           JOIN environments ON environments.name = sites.environment
           LEFT JOIN domain_claims ON domain_claims.site_id = sites.id
           WHERE sites.environment = $1 AND sites.state IN ('active', 'suspended')
             AND ($2 IS NULL OR sites.id = $2)
             AND ($3 IS NULL OR sites.subdomain LIKE $3 ESCAPE '\' OR accounts.folded LIKE $3 ESCAPE '\'
                  OR sites.id LIKE $3 ESCAPE '\'
                  OR EXISTS (SELECT 1 FROM host_names WHERE host_names.site_id = sites.id
                             AND (host_names.host LIKE $3 ESCAPE '\' OR host_names.host LIKE $8 ESCAPE '\')))
             AND ($4 IS NULL OR CASE WHEN sites.delete_after IS NULL THEN sites.state ELSE 'deleting' END = $4)
             AND ($5 IS NULL OR sites.account_id = $5)
             AND ($6 IS NULL OR sites.subdomain > $6)
           ORDER BY sites.subdomain LIMIT $7"#,
        environment,
        id,
        pattern,
        state,
        account,
        after,
        limit,
        host_pattern
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            let delete_after = row
                .delete_after
                .map(|ms| instant("sites.delete_after", ms))
                .transpose()?;
            let subdomain: Subdomain = parsed("sites.subdomain", &row.subdomain)?;
            Ok(SiteEntry {
                id: parsed("sites.id", &row.id)?,
                address: origins.at(&subdomain, row.host.as_deref()),
                subdomain,
                custom_domain: row.host,
                domain_claim: match (row.claimed_domain, row.claim_token, row.claim_state) {
                    (Some(domain), Some(token), Some(state)) => {
                        Some(claims::shown(domain, &token, &state, row.claim_checked_at)?)
                    }
                    _ => None,
                },
                account: OwningAccount {
                    id: parsed("accounts.id", &row.account_id)?,
                    company_name: row.company_name,
                },
                environment: row.environment,
                state: shown_state(&row.state, delete_after)?,
                app_version: row.pinned_build.clone().or(row.rolled_build).or(row.target_app_version),
                pinned_build: row.pinned_build,
                created_at: instant("sites.created_at", row.created_at)?,
                delete_after,
                hold: shown_hold(row.held_at, row.held_reason.as_deref(), row.held_from)?,
            })
        })
        .collect()
}

/// Number of sites that match a filter.
pub(in crate::sites) async fn count(db: &mut ControlConn, filter: &EntryFilter<'_>) -> Result<i64, sqlx::Error> {
    let EntryFilter {
        environment,
        pattern,
        host_pattern,
        state,
        account,
        ..
    } = filter;
    sqlx::query_scalar!(
        r#"SELECT COUNT(*) AS "count!: i64" FROM sites JOIN accounts ON accounts.id = sites.account_id
           WHERE sites.environment = $1 AND sites.state IN ('active', 'suspended')
             AND ($2 IS NULL OR sites.subdomain LIKE $2 ESCAPE '\' OR accounts.folded LIKE $2 ESCAPE '\'
                  OR sites.id LIKE $2 ESCAPE '\'
                  OR EXISTS (SELECT 1 FROM host_names WHERE host_names.site_id = sites.id
                             AND (host_names.host LIKE $2 ESCAPE '\' OR host_names.host LIKE $5 ESCAPE '\')))
             AND ($3 IS NULL OR CASE WHEN sites.delete_after IS NULL THEN sites.state ELSE 'deleting' END = $3)
             AND ($4 IS NULL OR sites.account_id = $4)"#,
        environment,
        pattern,
        state,
        account,
        host_pattern
    )
    .fetch_one(db.conn())
    .await
}
