//! SQL of environments.

use super::Environment;
use crate::db::{ControlConn, ControlWrite};

/// All environments, by name.
pub async fn list(db: &mut ControlConn) -> Result<Vec<Environment>, sqlx::Error> {
    sqlx::query_as!(
        Environment,
        r#"SELECT name, production AS "production: bool", target_app_version AS app_version,
                  target_schema_version AS schema_version
           FROM environments ORDER BY name"#
    )
    .fetch_all(db.conn())
    .await
}

/// One environment.
pub async fn find(db: &mut ControlConn, name: &str) -> Result<Option<Environment>, sqlx::Error> {
    sqlx::query_as!(
        Environment,
        r#"SELECT name, production AS "production: bool", target_app_version AS app_version,
                  target_schema_version AS schema_version
           FROM environments WHERE name = $1"#,
        name
    )
    .fetch_optional(db.conn())
    .await
}

/// Name of a production environment with a site, if any. Settings that production doesn't allow are then rejected at
/// startup.
pub async fn production_in_use(db: &mut ControlConn) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT environments.name FROM environments
         JOIN sites ON sites.environment = environments.name
         WHERE environments.production AND sites.state <> 'deleted'
         ORDER BY environments.name LIMIT 1"
    )
    .fetch_optional(db.conn())
    .await
}

/// Sets the first target build of environments without one. Returns how many there were.
pub async fn set_first_target(db: &mut ControlWrite, app_version: &str) -> Result<u64, sqlx::Error> {
    let done = sqlx::query!(
        "UPDATE environments SET target_app_version = $1 WHERE target_app_version IS NULL",
        app_version
    )
    .execute(db.conn())
    .await?;
    Ok(done.rows_affected())
}

/// Sets the target build of an environment's sites, including those that a rollout had moved to another build. Pinned
/// sites keep theirs.
pub async fn set_target(
    db: &mut ControlWrite,
    environment: &str,
    app_version: Option<&str>,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE environments SET target_app_version = $1 WHERE name = $2",
        app_version,
        environment
    )
    .execute(db.conn())
    .await?;
    sqlx::query!(
        "UPDATE sites SET rolled_build = NULL WHERE environment = $1 AND rolled_build IS NOT NULL",
        environment
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Sets the target schema version of an environment's site configs.
pub async fn set_schema_target(
    db: &mut ControlWrite,
    environment: &str,
    schema_version: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE environments SET target_schema_version = $1 WHERE name = $2",
        schema_version,
        environment
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Number of an environment's sites to move.
pub async fn sites(db: &mut ControlConn, environment: &str) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT COUNT(*) FROM sites WHERE environment = $1 AND state IN ('active', 'suspended')",
        environment
    )
    .fetch_one(db.conn())
    .await
}

/// Whether a rollout of `kind` is in progress in an environment.
pub async fn is_moving(db: &mut ControlConn, environment: &str, kind: &str) -> Result<bool, sqlx::Error> {
    let count = sqlx::query_scalar!(
        "SELECT COUNT(*) FROM rollouts WHERE environment = $1 AND kind = $2 AND finished_at IS NULL",
        environment,
        kind
    )
    .fetch_one(db.conn())
    .await?;
    Ok(count > 0)
}

/// Inserts an environment.
///
/// # Errors
/// A used name is a unique violation.
pub async fn insert(db: &mut ControlWrite, environment: &Environment) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO environments (name, production, target_app_version, target_schema_version) VALUES ($1, $2, $3, $4)",
        environment.name,
        environment.production,
        environment.app_version,
        environment.schema_version
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
