//! Arguments of `suds account`.

use clap::Subcommand;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case")]
pub enum AccountVerb {
    /// Create an account.
    Create {
        /// Merchant's company name.
        #[arg(long, value_name = "NAME")]
        company: String,
        /// ID in your CRM.
        #[arg(long, value_name = "ID")]
        hs_account_id: Option<String>,
    },
    /// List accounts.
    List,
    /// Show an account.
    Show {
        /// Account ID or CRM ID.
        account: String,
    },
    /// Allow a site's team member to create sites for an account in that site's back office.
    Grant {
        /// Account ID or CRM ID.
        account: String,
        /// ID or subdomain of the site where they log in.
        #[arg(long)]
        site: String,
        /// Their email address on that site.
        #[arg(long)]
        email: String,
    },
    /// Revoke a grant.
    Revoke {
        /// Account ID or CRM ID.
        account: String,
        /// ID or subdomain of the site where they log in.
        #[arg(long)]
        site: String,
        /// Their email address on that site.
        #[arg(long)]
        email: String,
    },
    /// List an account's grants.
    Grants {
        /// Account ID or CRM ID.
        account: String,
    },
}
