//! Customer in a list.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::Role;

/// Customer in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::identity) struct CustomerSummary {
    pub(in crate::identity) user_id: String,
    pub(in crate::identity) name: String,
    pub(in crate::identity) email: String,
    /// National number, digits only.
    pub(in crate::identity) cell_phone_number: String,
    /// License plate; null without a vehicle.
    pub(in crate::identity) license: Option<String>,
    /// State or province of the plate; null without a vehicle.
    pub(in crate::identity) license_state: Option<String>,
    pub(in crate::identity) role: Role,
    pub(in crate::identity) email_confirmed: bool,
    pub(in crate::identity) blocked: bool,
    pub(in crate::identity) home_location_id: Option<i64>,
    #[schema(value_type = String, format = DateTime)]
    pub(in crate::identity) created_at: Timestamp,
    /// Last activity; null without a known session.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(in crate::identity) last_seen_at: Option<Timestamp>,
}
