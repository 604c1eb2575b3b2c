//! Arguments of `suds environment`.

use clap::Subcommand;
use serde::{Deserialize, Serialize};

use crate::builds::Version;

#[derive(Debug, Clone, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case")]
pub enum EnvironmentVerb {
    /// Create an environment.
    Create {
        /// Environment name: letters a to z, digits and hyphens.
        environment: String,
        /// Mark the environment as production: the test processor and test settings aren't allowed.
        #[arg(long)]
        production: bool,
        /// Published build that its sites run (default: the newest).
        #[arg(long, value_name = "VERSION")]
        build: Option<Version>,
    },
    /// List environments.
    List,
    /// Show an environment.
    Show {
        /// Environment name.
        environment: String,
    },
    /// Switch an environment's sites to a newer or older build. Pinned sites keep theirs.
    Run {
        /// Environment name.
        environment: String,
        /// Published build version.
        version: Version,
    },
}
