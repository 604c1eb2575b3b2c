//! Common parts of all processors' settings: endpoints, validation and output.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

/// Installation of a processor. Its addresses are defined by the adapter, not configurable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum EndpointSet {
    /// Production, with real money. Rejected outside production environments.
    Production,
    /// Processor's sandbox.
    Sandbox,
    /// Suds test processor. Rejected in production environments.
    Stub,
}

impl EndpointSet {
    /// Whether a site may use it: real money only in production, test money only elsewhere.
    pub(super) fn may_be_used(self, production: bool) -> bool {
        match self {
            Self::Production => production,
            Self::Sandbox => true,
            Self::Stub => !production,
        }
    }

    /// Timeout of a response. Banks may take half a minute; the stub responds immediately or times out on purpose.
    pub(super) const fn patience(self) -> Duration {
        match self {
            Self::Production | Self::Sandbox => Duration::from_secs(35),
            Self::Stub => Duration::from_secs(4),
        }
    }
}

/// `Debug` of settings, without secrets.
macro_rules! debug_without_secrets {
    ($settings:ident, $whose:ident) => {
        impl std::fmt::Debug for $settings {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($settings))
                    .field(stringify!($whose), &self.$whose)
                    .finish_non_exhaustive()
            }
        }
    };
}
pub(super) use debug_without_secrets;

/// Reports which of `fields` (name and value) is empty.
pub(super) fn empty_field(fields: &[(&str, &String)]) -> Option<String> {
    let (name, _) = fields.iter().find(|(_, value)| value.trim().is_empty())?;
    Some(format!("settings.{name} is empty"))
}

/// Reason why `amount` (minor units) can't verify a card: below `least`, or too much to hold.
pub(super) fn odd_card_amount(amount: i64, least: i64) -> Option<String> {
    (!(least..=10_000).contains(&amount)).then(|| format!("settings.cardAmount must be {least} to 10000"))
}

#[cfg(test)]
mod tests {
    use super::EndpointSet;

    #[test]
    fn environment_decides_which_endpoints_are_used() {
        for (set, in_production, elsewhere) in [
            (EndpointSet::Production, true, false),
            (EndpointSet::Sandbox, true, true),
            (EndpointSet::Stub, false, true),
        ] {
            assert_eq!(
                (set.may_be_used(true), set.may_be_used(false)),
                (in_production, elsewhere),
                "{set:?}"
            );
        }
    }
}
