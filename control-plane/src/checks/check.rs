//! Result of a check.

use serde::{Deserialize, Serialize};

/// Verdict of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckState {
    Ok,
    /// Visitors are served, but something needs attention.
    Warn,
    Fail,
}

/// Result of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Check {
    pub name: String,
    pub state: CheckState,
    pub message: String,
    /// Next step, if one is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
}

impl Check {
    pub fn ok(name: &str, message: impl Into<String>) -> Self {
        Self {
            name: name.to_owned(),
            state: CheckState::Ok,
            message: message.into(),
            fix: None,
        }
    }

    pub fn warn(name: &str, message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self {
            state: CheckState::Warn,
            fix: Some(fix.into()),
            ..Self::ok(name, message)
        }
    }

    pub fn fail(name: &str, message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self {
            state: CheckState::Fail,
            ..Self::warn(name, message, fix)
        }
    }
}
