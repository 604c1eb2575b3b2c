use std::fmt;

use platform::http::{ApiError, Text};
use tenant_runtime::error::{ErrorCode, Fault};
use tenant_runtime::fields::invalid_field;

use super::RolloutState;
use super::plan::PlanProblem;
use crate::db::ControlDbError;

/// Possible targets of a rollout.
#[derive(Debug)]
pub struct Choices {
    /// Current version of the environment; none if empty.
    pub present: Option<String>,
    /// Newest first.
    pub newer: Vec<String>,
}

impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.present {
            Some(present) => write!(f, "the environment has {present}; ")?,
            None => f.write_str("the environment has none; ")?,
        }
        match &self.newer[..] {
            [] => f.write_str("nothing newer is available"),
            newer => write!(f, "newer: {}", newer.join(", ")),
        }
    }
}

/// Errors of rollout actions. The texts are for the command line; the conversion into [`ApiError`] defines the response
/// to clients.
#[derive(Debug, thiserror::Error)]
pub enum RolloutError {
    #[error("no environment {0:?}; run `suds environment list`")]
    NoEnvironment(String),
    #[error("no rollout {0:?}; run `suds rollout list`")]
    NoRollout(String),
    #[error("no target version; use --to VERSION ({0})")]
    NoTarget(Choices),
    #[error("build {0} isn't published; run `suds build list`")]
    NoBuild(String),
    #[error("unknown schema version {0}; update suds or use a known version")]
    NoSchema(String),
    #[error("{target} isn't newer than the environment's version {present}; choose a newer one")]
    NotNewer { target: String, present: String },
    #[error("rollout {0} to {target} is in progress in this environment; wait for it or roll it back", .id)]
    UnderWay { id: String, target: String },
    #[error("the rollout is {}, so this isn't possible", .0.into_str())]
    Over(RolloutState),
    #[error("database migrations can't be rolled back")]
    NoWayBack,
    #[error("{0}")]
    Plan(#[from] PlanProblem),
    #[error("no site {0:?} in this environment; run `suds site list`")]
    NoSite(String),
    #[error("bake time is too long; use up to 86400 seconds")]
    Wait,
    #[error("the rollout belongs to another environment")]
    Elsewhere,
    #[error("{0}.")]
    Database(#[from] ControlDbError),
}

impl From<sqlx::Error> for RolloutError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

impl RolloutError {
    /// As an API error for the field with the target.
    pub(crate) fn of_field(self, field: &'static str) -> ApiError {
        let said = self.to_string();
        let error = ApiError::from(self);
        match error.code() {
            code if code.0 == ErrorCode::NotFound.text() || code.0 == ErrorCode::NotNewer.text() => {
                error.field(field, Text::new(said))
            }
            _ => error,
        }
    }
}

impl From<RolloutError> for ApiError {
    fn from(error: RolloutError) -> Self {
        let said = error.to_string();
        match error {
            RolloutError::NoEnvironment(_) | RolloutError::NoRollout(_) => Self::not_found(),
            RolloutError::NoTarget(_) => invalid_field("target", "Choose a version."),
            RolloutError::NoBuild(_) => ErrorCode::NotFound.because("This version isn't published."),
            RolloutError::NoSchema(_) => ErrorCode::NotFound.because("Unknown version."),
            RolloutError::NotNewer { target, present } => ErrorCode::NotNewer.because(
                Text::new("{target} isn't newer than {present}.")
                    .with("target", target)
                    .with("present", present),
            ),
            RolloutError::UnderWay { id, target } => ErrorCode::RolloutUnderWay.because(
                Text::new("Rollout {id} to {target} is in progress. Wait for it to finish, or roll it back.")
                    .with("id", id)
                    .with("target", target),
            ),
            RolloutError::Over(_) => ErrorCode::RolloutOver.because("This rollout has changed. Reload and try again."),
            RolloutError::NoWayBack => ErrorCode::RolloutOver.because("Database migrations can't be rolled back."),
            RolloutError::Plan(PlanProblem::Wave(_)) => {
                ErrorCode::InvalidFields.because(said.clone()).field("waves", said)
            }
            RolloutError::Plan(PlanProblem::Site(_)) | RolloutError::NoSite(_) => {
                ErrorCode::InvalidFields.because(said.clone()).field("sites", said)
            }
            RolloutError::Wait => invalid_field("waitSeconds", "Enter a bake time of up to one day."),
            RolloutError::Elsewhere => ErrorCode::NotAdmin.because("Only staff of its environment can do this."),
            RolloutError::Database(error) => Fault::from(error).into(),
        }
    }
}
