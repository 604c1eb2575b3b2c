//! Arguments of `suds upgrade`.

use clap::Subcommand;

#[derive(Debug, Clone, Copy, Subcommand)]
pub enum UpgradeVerb {
    /// Check whether this version can take over the data directory. Changes nothing, and works while a server runs.
    Check,
}
