//! Settings that keep a server from starting.

use platform::config::{ConfigErrors, MailConfig};

use super::{DemoError, ServeError};
use crate::config::Config;
use crate::environments;
use crate::plane::ControlPlane;

/// Rejects settings that production doesn't allow while a site is in a production environment.
pub(super) async fn refuse(plane: &ControlPlane, config: &Config, demo: bool) -> Result<(), ServeError> {
    let failed = |error: &dyn std::fmt::Display| ServeError::Other(format!("{error}."));
    let mut db = plane.db.read().await.map_err(|error| failed(&error))?;
    let production = environments::store::production_in_use(&mut db)
        .await
        .map_err(|error| failed(&error))?;
    let mut hazards = match production {
        Some(environment) if demo => return Err(DemoError::Production(environment).into()),
        Some(environment) => config.production_hazards(&environment),
        None => Vec::new(),
    };
    if config.mail.is_none() && !demo {
        hazards.push(MailConfig::missing());
    }
    if hazards.is_empty() {
        return Ok(());
    }
    Err(ConfigErrors(hazards).into())
}
