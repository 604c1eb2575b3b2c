//! The words of `suds keys`.

use clap::Subcommand;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case")]
pub enum KeysVerb {
    /// Make a new master key and wrap with it what the one before has wrapped. Staff log in again; nobody at a site notices.
    Rotate,
}
