//! Append-only audit log of the installation.

mod endpoint;
mod rules;
pub mod store;

pub use endpoint::{AuditPage, page, routes};

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

/// Actor of commands.
pub const CLI: &str = "cli";

/// One row of the audit log.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditEntry {
    pub id: Uuid,
    pub at: Timestamp,
    /// `cli` or a staff member ID.
    pub actor: String,
    /// Action as `noun.verb`, such as `site.create`.
    pub action: &'static str,
    /// Environment whose staff may read it; `None` for all staff.
    pub environment: Option<String>,
    /// ID of the resource.
    pub subject: String,
    /// No personal data and no secret.
    pub details: serde_json::Value,
}

/// Audit log filters.
#[derive(Debug, Clone, Default, Serialize, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Asked {
    /// Only events by this staff member ID, or `cli` for the command line.
    #[param(required = false)]
    pub actor: Option<String>,
    /// Only this action, such as `site.create`.
    #[param(required = false)]
    pub action: Option<String>,
    /// Only events about the resource with this ID.
    #[param(required = false)]
    pub subject: Option<String>,
    /// First day.
    #[param(required = false, value_type = Option<String>, format = Date)]
    pub from: Option<Date>,
    /// Last day.
    #[param(required = false, value_type = Option<String>, format = Date)]
    pub to: Option<Date>,
    /// IANA time zone of the days. Default: UTC.
    #[serde(default, with = "jiff::fmt::serde::tz::optional")]
    #[param(required = false, value_type = Option<String>)]
    pub time_zone: Option<TimeZone>,
    /// 1 to 200; default 50.
    #[param(required = false)]
    pub limit: Option<i64>,
    /// `nextCursor` of the previous page.
    #[param(required = false)]
    pub cursor: Option<String>,
}

/// Event in the console's audit log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderAuditRecord)]
pub struct AuditRecord {
    #[schema(value_type = String)]
    pub id: Uuid,
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// `cli`, or the ID of a staff member.
    pub actor: String,
    /// Email address, if it is a staff member.
    pub actor_email: Option<String>,
    /// Action as `noun.verb`, such as `site.create`.
    pub action: String,
    /// Null if it affects every environment.
    pub environment: Option<String>,
    /// ID of the resource.
    pub subject: String,
    /// Additional details.
    #[schema(value_type = Object)]
    pub details: serde_json::Value,
}

/// Actor of an audit log event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ProviderAuditActor)]
pub struct AuditActor {
    /// `cli`, or the ID of a staff member.
    pub id: String,
    /// Email address, if it is a staff member.
    pub email: Option<String>,
}
