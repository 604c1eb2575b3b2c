//! SQL of the sites' identities.

use jiff::Timestamp;
use platform::ids::SiteId;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::db::ControlConn;
use crate::rows::{instant, parsed};

/// Facts of a site's row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Identity {
    pub(crate) site: SiteId,
    pub(crate) subdomain: String,
    pub(crate) environment: String,
    pub(crate) production: bool,
    /// Unknown in a backup, as are the company and the time.
    pub(crate) account: Option<Uuid>,
    pub(crate) company: Option<String>,
    pub(crate) app_key: String,
    /// Data key, wrapped by the master key (base64).
    pub(crate) wrapped_key: String,
    pub(crate) created_at: Option<Timestamp>,
}

/// Identities of the sites with a file, or only that of `site`.
pub(crate) async fn identities(db: &mut ControlConn, site: Option<SiteId>) -> Result<Vec<Identity>, sqlx::Error> {
    let site = site.map(|site| site.to_string());
    let rows = sqlx::query!(
        r#"SELECT sites.id, sites.subdomain, sites.environment, environments.production AS "production: bool",
                  sites.account_id, accounts.company_name, sites.app_key, sites.wrapped_key, sites.created_at
           FROM sites JOIN environments ON environments.name = sites.environment
                JOIN accounts ON accounts.id = sites.account_id
           WHERE sites.state IN ('active', 'suspended') AND (CAST($1 AS TEXT) IS NULL OR sites.id = $1)"#,
        site
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Identity {
                site: parsed("sites.id", &row.id)?,
                subdomain: row.subdomain,
                environment: row.environment,
                production: row.production,
                account: Some(parsed("sites.account_id", &row.account_id)?),
                company: Some(row.company_name),
                app_key: row.app_key,
                wrapped_key: row.wrapped_key,
                created_at: Some(instant("sites.created_at", row.created_at)?),
            })
        })
        .collect()
}
