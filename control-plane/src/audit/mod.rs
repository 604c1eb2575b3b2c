//! What was done to the installation and by whom: append-only.

pub mod store;

use jiff::Timestamp;
use uuid::Uuid;

/// Who acts when the command line does.
pub const CLI: &str = "cli";

/// One row of the audit trail.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditEntry {
    pub id: Uuid,
    pub at: Timestamp,
    /// `cli`, or the id of a staff member.
    pub actor: String,
    /// What happened, as `noun.verb` (`site.create`).
    pub action: &'static str,
    /// Id of what it happened to.
    pub subject: String,
    /// No personal data and no secret.
    pub details: serde_json::Value,
}
