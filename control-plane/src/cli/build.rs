//! `suds build`: its words, and how builds are shown.

use std::path::PathBuf;

use clap::Subcommand;

use super::absolute;
use super::command::Command;
use super::table::table;
use crate::builds::{Build, Version};

#[derive(Debug, Subcommand)]
pub enum BuildVerb {
    /// Publish a folder that the web build made.
    Publish {
        /// The folder (web/dist).
        dir: PathBuf,
    },
    /// List all builds.
    List,
    /// Show one build.
    Show {
        /// Its version.
        version: Version,
    },
    /// Remove the builds that nothing has needed for a month; the server does so too, every hour.
    Prune,
    /// List the crashes of the client that a log tells of, with their places in the source.
    Crashes {
        /// A file of JSON lines that the server has written to stdout.
        log: PathBuf,
        /// Only those of this build.
        #[arg(long, value_name = "VERSION")]
        build: Option<Version>,
    },
}

/// The command of a verb.
///
/// # Errors
/// When a path is none.
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
