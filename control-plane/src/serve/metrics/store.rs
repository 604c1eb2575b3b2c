//! SQL of the numbers of sites and builds.

use std::collections::{BTreeMap, HashMap};

use crate::db::ControlConn;

/// Number of sites by environment and state. Held sites and sites that are being deleted have states of their own.
pub(super) async fn sites_by_state(
    db: &mut ControlConn,
) -> Result<BTreeMap<String, HashMap<String, i64>>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT environments.name, sites.shown AS "state: String", COUNT(sites.shown) AS "sites!: i64"
           FROM environments LEFT JOIN (
               SELECT environment,
                      CASE WHEN delete_after IS NOT NULL THEN 'deleting' WHEN held_at IS NOT NULL THEN 'held' ELSE state END AS shown
               FROM sites WHERE state IN ('active', 'suspended')
           ) AS sites ON sites.environment = environments.name
           GROUP BY environments.name, sites.shown"#
    )
    .fetch_all(db.conn())
    .await?;
    let mut environments: BTreeMap<String, HashMap<String, i64>> = BTreeMap::new();
    for row in rows {
        let counted = environments.entry(row.name).or_default();
        counted.extend(row.state.map(|state| (state, row.sites)));
    }
    Ok(environments)
}

/// Live sites on each published build.
pub(super) async fn sites_by_build(db: &mut ControlConn) -> Result<Vec<(String, i64)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT builds.version, COUNT(sites.build) AS "sites!: i64"
           FROM builds LEFT JOIN (
               SELECT COALESCE(sites.pinned_build, sites.rolled_build, environments.target_app_version) AS build
               FROM sites JOIN environments ON environments.name = sites.environment
               WHERE sites.state IN ('active', 'suspended') AND sites.delete_after IS NULL
           ) AS sites ON sites.build = builds.version
           WHERE builds.pruned_at IS NULL
           GROUP BY builds.version"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(rows.into_iter().map(|row| (row.version, row.sites)).collect())
}
