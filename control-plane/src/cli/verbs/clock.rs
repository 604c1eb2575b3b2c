//! Arguments of `suds clock`.

use clap::Subcommand;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case")]
pub enum ClockVerb {
    /// Compare the clock with the latest time in the data.
    Show,
    /// Confirm that the clock is correct and resume background jobs.
    Confirm,
}
