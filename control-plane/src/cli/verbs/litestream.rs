//! Arguments of `suds litestream`.

use clap::Subcommand;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case")]
pub enum LitestreamVerb {
    /// Print Litestream's configuration: an entry for the control database, and one per site.
    Config {
        /// Location of the copies, such as `s3://bucket/prefix` or `file:///folder` (default: `litestream/` in SUDS_OBJECTS).
        #[arg(long, value_name = "URL")]
        to: Option<String>,
    },
}
