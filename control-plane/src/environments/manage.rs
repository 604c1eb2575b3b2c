//! Creates environments and sets their build.

use serde_json::json;
use tenant_runtime::site::schema_versions;

use super::rules::{InvalidName, checked_name};
use super::{Environment, store};
use crate::builds::{self, Version};
use crate::db::{ControlConn, ControlDbError};
use crate::plane::ControlPlane;

/// Reason why an environment couldn't be created or changed, as one line for people.
#[derive(Debug, thiserror::Error)]
pub enum EnvironmentError {
    #[error("no environment {0:?}; run `suds environment list`")]
    Nothing(String),
    #[error("{0}.")]
    Name(#[from] InvalidName),
    #[error("environment {0:?} already exists; choose another name")]
    Taken(String),
    #[error("build {0} isn't published; run `suds build list`")]
    NotPublished(Version),
    #[error("a build rollout is in progress in {0}; run `suds rollout status`")]
    Moving(String),
    #[error("{0}.")]
    Database(#[from] ControlDbError),
}

impl From<sqlx::Error> for EnvironmentError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

/// Creates an environment with `build`, or the newest published one, and this program's config schema.
///
/// # Errors
/// The name is invalid or taken, or the build isn't published.
pub async fn create(
    plane: &ControlPlane,
    name: &str,
    production: bool,
    build: Option<Version>,
    actor: &str,
) -> Result<Environment, EnvironmentError> {
    let name = checked_name(name)?;
    let mut db = plane.db.write().await?;
    if store::find(&mut db, name).await?.is_some() {
        return Err(EnvironmentError::Taken(name.to_owned()));
    }
    let build = match build {
        Some(version) => {
            demand_published(&mut db, &version).await?;
            Some(version)
        }
        None => builds::store::list(&mut db)
            .await?
            .into_iter()
            .map(|build| build.version)
            .next(),
    };
    let environment = Environment {
        name: name.to_owned(),
        production,
        app_version: build.map(|version| version.to_string()),
        schema_version: schema_versions().first().copied().unwrap_or_default().to_owned(),
    };
    store::insert(&mut db, &environment).await?;
    let details = json!({ "production": production, "build": environment.app_version });
    plane
        .audit(&mut db, actor, "environment.create", (Some(name), name), details)
        .await?;
    db.commit().await?;
    Ok(environment)
}

/// Sets an environment's target to a published build.
///
/// # Errors
/// The environment or build doesn't exist, or a build rollout is in progress there.
pub async fn run(
    plane: &ControlPlane,
    name: &str,
    version: &Version,
    actor: &str,
) -> Result<Environment, EnvironmentError> {
    let mut db = plane.db.write().await?;
    demand_published(&mut db, version).await?;
    let before = store::find(&mut db, name).await?;
    let before = before.ok_or_else(|| EnvironmentError::Nothing(name.to_owned()))?;
    if store::is_moving(&mut db, name, "app").await? {
        return Err(EnvironmentError::Moving(name.to_owned()));
    }
    let text = version.to_string();
    store::set_target(&mut db, name, Some(&text)).await?;
    let details = json!({ "from": before.app_version, "to": text });
    plane
        .audit(&mut db, actor, "environment.run", (Some(name), name), details)
        .await?;
    db.commit().await?;
    plane.site_directory_changed();
    Ok(Environment {
        app_version: Some(text),
        ..before
    })
}

async fn demand_published(db: &mut ControlConn, version: &Version) -> Result<(), EnvironmentError> {
    match builds::store::find(db, version).await? {
        Some(_) => Ok(()),
        None => Err(EnvironmentError::NotPublished(version.clone())),
    }
}
