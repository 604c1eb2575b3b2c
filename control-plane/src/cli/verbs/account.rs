//! The words of `suds account`.

use clap::Subcommand;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case")]
pub enum AccountVerb {
    /// Make an account.
    Create {
        /// The merchant's name.
        #[arg(long, value_name = "NAME")]
        company: String,
        /// Its id in the customer system.
        #[arg(long, value_name = "ID")]
        hs_account_id: Option<String>,
    },
    /// List all accounts.
    List,
    /// Show one account.
    Show {
        /// Its id, or its id in the customer system.
        account: String,
    },
    /// Let one of a site's people make sites of an account at that site's back office.
    Grant {
        /// Id of the account, or its id in the customer system.
        account: String,
        /// Id or subdomain of the site at which they log in.
        #[arg(long)]
        site: String,
        /// Their e-mail address there.
        #[arg(long)]
        email: String,
    },
    /// Take that back.
    Revoke {
        /// Id of the account, or its id in the customer system.
        account: String,
        /// Id or subdomain of the site at which they log in.
        #[arg(long)]
        site: String,
        /// Their e-mail address there.
        #[arg(long)]
        email: String,
    },
    /// List who may make sites of an account.
    Grants {
        /// Id of the account, or its id in the customer system.
        account: String,
    },
}
