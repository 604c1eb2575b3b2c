//! `suds build`: arguments and output.

use std::path::PathBuf;

use clap::Subcommand;

use super::absolute;
use super::command::Command;
use super::table::table;
use crate::builds::{Build, Version};

#[derive(Debug, Subcommand)]
pub enum BuildVerb {
    /// Publish a web build.
    Publish {
        /// Folder of the build (web/dist).
        dir: PathBuf,
    },
    /// List builds.
    List,
    /// Show a build.
    Show {
        /// Build version.
        version: Version,
    },
    /// Remove builds unused for a month. The server does this every hour.
    Prune,
    /// List client crashes in a log, with source locations.
    Crashes {
        /// File with the server's JSON log lines.
        log: PathBuf,
        /// Only this build.
        #[arg(long, value_name = "VERSION")]
        build: Option<Version>,
    },
}

/// The command for these arguments.
///
/// # Errors
/// A path is invalid.
pub(super) fn command(verb: BuildVerb) -> anyhow::Result<Command> {
    Ok(match verb {
        BuildVerb::Publish { dir } => Command::BuildPublish { dir: absolute(&dir)? },
        BuildVerb::List => Command::BuildList,
        BuildVerb::Show { version } => Command::BuildShow { version },
        BuildVerb::Prune => Command::BuildPrune,
        BuildVerb::Crashes { log, build } => Command::BuildCrashes {
            log: absolute(&log)?,
            build,
        },
    })
}

pub(super) fn table_of(builds: &[Build]) -> String {
    let row = |build: &Build| {
        let digest = build.digest.chars().take(12).collect();
        vec![
            build.version.to_string(),
            build.time_stamp.to_string(),
            build.published_at.to_string(),
            digest,
        ]
    };
    table(&["VERSION", "BUILT", "PUBLISHED", "DIGEST"], builds.iter().map(row))
}
