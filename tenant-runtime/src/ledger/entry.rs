//! Ledger entry as covered by its seal.

use serde::Serialize;

/// Columns of an entry that its seal covers.
#[derive(Serialize)]
pub struct Sealed<'a> {
    pub txn_id: &'a str,
    pub account: &'a str,
    pub account_kind: Option<&'a str>,
    pub account_id: Option<i64>,
    pub source_kind: Option<&'a str>,
    /// As text, even if it is a number.
    pub source_id: Option<String>,
    pub amount: i64,
    pub order_id: Option<i64>,
    pub location_id: Option<i64>,
    /// Milliseconds UTC.
    pub at: i64,
}
