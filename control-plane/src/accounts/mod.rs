//! Accounts: the merchants' contracts. An account owns sites; nothing inside a site knows about it.

pub mod rules;
pub mod store;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A merchant's contract.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    pub id: Uuid,
    /// Its id in the provider's customer system, when it has one there.
    pub hs_account_id: Option<String>,
    pub company_name: String,
    pub created_at: Timestamp,
}
