//! `suds environment`: groups of sites that change builds together.

use super::command::Reply;
use super::error::ExecuteError;
use super::table::table;
use super::verbs::EnvironmentVerb;
use crate::audit;
use crate::environments::{self, Environment, EnvironmentError, store};
use crate::plane::ControlPlane;

/// Runs the command.
pub(super) async fn execute(plane: &ControlPlane, verb: EnvironmentVerb) -> Result<Reply, ExecuteError> {
    Ok(match verb {
        EnvironmentVerb::Create {
            environment,
            production,
            build,
        } => Reply::Environment(environments::create(plane, &environment, production, build, audit::CLI).await?),
        EnvironmentVerb::List => Reply::Environments(store::list(&mut plane.db.read().await?).await?),
        EnvironmentVerb::Show { environment } => {
            let found = store::find(&mut plane.db.read().await?, &environment).await?;
            Reply::Environment(found.ok_or(EnvironmentError::Nothing(environment))?)
        }
        EnvironmentVerb::Run { environment, version } => Reply::Environments(vec![
            environments::run(plane, &environment, &version, audit::CLI).await?,
        ]),
    })
}

pub(super) fn environment_table(environments: &[Environment]) -> String {
    let row = |environment: &Environment| {
        vec![
            environment.name.clone(),
            if environment.production { "yes" } else { "no" }.to_owned(),
            environment.app_version.clone().unwrap_or_else(|| "none".to_owned()),
            environment.schema_version.clone(),
        ]
    };
    table(&["NAME", "PRODUCTION", "BUILD", "SCHEMA"], environments.iter().map(row))
}
