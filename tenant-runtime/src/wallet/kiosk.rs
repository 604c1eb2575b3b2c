use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fields::describe_limits;

/// What a kiosk does for an item that nobody bought.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schemars(transform = describe_limits::<KioskRules>)]
pub struct KioskRules {
    /// What it runs, in its own words; null: the customer chooses.
    #[schema(max_length = 100)]
    pub kiosk_item: Option<String>,
    /// Whether the customer may upgrade and pay the price difference.
    pub allow_upgrade: bool,
    /// Whether the program starts automatically.
    pub auto_select: bool,
}
