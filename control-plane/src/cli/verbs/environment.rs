//! The words of `suds environment`.

use clap::Subcommand;
use serde::{Deserialize, Serialize};

use crate::builds::Version;

#[derive(Debug, Clone, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case")]
pub enum EnvironmentVerb {
    /// Make an environment.
    Create {
        /// Its name: letters a to z, digits and hyphens.
        environment: String,
        /// Its sites are real: no stub takes their payments, and no setting for trials may be on beside them.
        #[arg(long)]
        production: bool,
        /// Version of the published build that its sites are to run, if not the newest.
        #[arg(long, value_name = "VERSION")]
        build: Option<Version>,
    },
    /// List all environments.
    List,
    /// Show one environment.
    Show {
        /// The environment's name.
        environment: String,
    },
    /// Let the sites of an environment run a build, a newer or an older one; sites with a build of their own keep it.
    Run {
        /// The environment's name.
        environment: String,
        /// Version of a published build.
        version: Version,
    },
}
