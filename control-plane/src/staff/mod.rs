//! Staff: the provider's people, who work at the console. Each belongs to one environment and sees nothing of another's.

mod endpoints;
mod error;
mod guesses;
mod log_in;
mod mail;
mod manage;
mod proof;
mod second_factor;
mod session;
mod sessions;
pub mod store;
mod visit;

pub use endpoints::routes;
pub use error::StaffError;
pub use manage::{Issued, NewMember, change_role, create, remove, reset_password};
pub(crate) use proof::demand_password;
pub use second_factor::manage::reset as reset_second_factor;
pub(crate) use second_factor::seal_anew as seal_second_factors_anew;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tenant_runtime::http::StaffRole;
use utoipa::ToSchema;
use uuid::Uuid;

/// Staff member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
// A site's team has the same type name.
#[schema(as = ProviderStaffMember)]
pub struct StaffMember {
    #[schema(value_type = String)]
    pub id: Uuid,
    /// Environment of the staff member.
    pub environment: String,
    pub email: String,
    #[schema(inline)]
    pub role: StaffRole,
    /// Whether they use two-factor authentication.
    pub has_second_factor: bool,
    /// Whether the server generated the password. Until they change it, they can do nothing else.
    pub must_change_password: bool,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
}
