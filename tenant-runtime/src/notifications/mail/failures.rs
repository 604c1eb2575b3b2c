//! Reasons why a custom template wasn't used for an email.

use jiff::Timestamp;
use platform::sandbox::SandboxError;
use serde::Serialize;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::mistakes::Mistake;

/// Reason why a custom template wasn't used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, EnumString, IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(in crate::notifications) enum TemplateFailure {
    /// It can't be rendered for this recipient.
    Invalid,
    /// The email lacks the link that it needs.
    MissingLink,
    /// It exceeds the limits on memory, time or depth.
    TooComplex,
}

/// Reason, and the line of the template if a single one is wrong.
pub(super) struct Failure {
    pub(super) reason: TemplateFailure,
    pub(super) line: Option<i64>,
}

impl Failure {
    pub(super) fn missing_link() -> Self {
        Self {
            reason: TemplateFailure::MissingLink,
            line: None,
        }
    }

    pub(super) fn of_mistake(mistake: &Mistake) -> Self {
        Self {
            reason: TemplateFailure::Invalid,
            line: mistake.line.and_then(|line| i64::try_from(line).ok()),
        }
    }

    /// `None` if the worker, not the template, is at fault.
    pub(super) fn of_worker(error: &SandboxError) -> Option<Self> {
        match error {
            SandboxError::Exhausted => Some(Self {
                reason: TemplateFailure::TooComplex,
                line: None,
            }),
            SandboxError::Unavailable(_) => None,
        }
    }
}

/// Custom email template that failed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::notifications) struct FailedTemplate {
    /// Email template, such as `receipt`.
    pub(super) kind: String,
    /// Language of the template, such as `fr`.
    pub(super) language: String,
    pub(super) reason: TemplateFailure,
    /// 1-based; null if no single line is wrong.
    pub(super) line: Option<i64>,
    /// Emails for which the default was used instead.
    pub(super) emails: i64,
    /// Time of the latest one.
    #[schema(value_type = String, format = DateTime)]
    pub(super) failed_at: Timestamp,
}
