//! Result of a check.

use serde::{Deserialize, Serialize};

/// Number of names in a message.
const NAMED: usize = 5;

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

/// The first names of a list, and the number of others.
pub(super) fn named(names: &[String]) -> String {
    let mut text = names
        .iter()
        .take(NAMED)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(", ");
    if names.len() > NAMED {
        text.push_str(&format!(" and {} more", names.len() - NAMED));
    }
    text
}
