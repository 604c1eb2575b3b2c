//! Arguments of `suds keys`.

use clap::Subcommand;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case")]
pub enum KeysVerb {
    /// Create a new master key and rewrap all keys with it. Staff must log in again; sites aren't affected.
    Rotate,
}
