use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fields::describe_limits;

/// Kiosk rules for free items.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schemars(transform = describe_limits::<KioskRules>)]
pub struct KioskRules {
    /// Program to run, as named by the kiosk; null to let the customer choose.
    #[schema(max_length = 100)]
    pub kiosk_item: Option<String>,
    /// Whether the customer may upgrade and pay the price difference.
    pub allow_upgrade: bool,
    /// Whether the program starts automatically.
    pub auto_select: bool,
}
