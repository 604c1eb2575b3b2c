use std::fmt;

use platform::http::{ApiError, Text};
use tenant_runtime::error::{ErrorCode, Fault};
use tenant_runtime::fields::invalid_field;

use super::RolloutState;
use super::plan::PlanProblem;
use crate::db::ControlDbError;

/// What a rollout could lead to.
#[derive(Debug)]
pub struct Choices {
    /// What the environment has; none: nothing yet.
    pub present: Option<String>,
    /// The newest first.
    pub newer: Vec<String>,
}

impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.present {
            Some(present) => write!(f, "The environment has {present}; ")?,
            None => f.write_str("The environment has none; ")?,
        }
        match &self.newer[..] {
            [] => f.write_str("nothing newer is known here."),
            newer => write!(f, "newer: {}.", newer.join(", ")),
        }
    }
}

/// Why something about a rollout could not be done. The texts are for the command line; what it means to a client is said in
/// its conversion into [`ApiError`].
#[derive(Debug, thiserror::Error)]
pub enum RolloutError {
    #[error("There is no environment {0:?}.")]
    NoEnvironment(String),
    #[error("There is no rollout {0:?}.")]
    NoRollout(String),
    #[error("Say what the sites are to move to: --to VERSION. {0}")]
    NoTarget(Choices),
    #[error("The build {0} is not published; see `suds build list`.")]
    NoBuild(String),
    #[error("The schema version {0} is not known here.")]
    NoSchema(String),
    #[error("{target} is not newer than {present}, which the environment has.")]
    NotNewer { target: String, present: String },
    #[error("The rollout {id} of {target} is under way in this environment.")]
    UnderWay { id: String, target: String },
    #[error("The rollout is {}; this cannot be done with it any more.", .0.into_str())]
    Over(RolloutState),
    #[error("A migration of databases knows no way back.")]
    NoWayBack,
    #[error("{0}")]
    Plan(#[from] PlanProblem),
    #[error("There is no site {0:?} in this environment.")]
    NoSite(String),
    #[error("A wave is watched for a day at most.")]
    Wait,
    #[error("The rollout belongs to another environment.")]
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
    /// The same to a client, with the field that named the target.
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
            RolloutError::NoTarget(_) => invalid_field("target", "Please choose a version."),
            RolloutError::NoBuild(_) => ErrorCode::NotFound.because("This version is not published."),
            RolloutError::NoSchema(_) => ErrorCode::NotFound.because("This version is not known."),
            RolloutError::NotNewer { target, present } => ErrorCode::NotNewer.because(
                Text::new("{target} is not newer than {present}.")
                    .with("target", target)
                    .with("present", present),
            ),
            RolloutError::UnderWay { id, target } => ErrorCode::RolloutUnderWay.because(
                Text::new("The rollout {id} to {target} is under way. Please wait for its end, or roll it back.")
                    .with("id", id)
                    .with("target", target),
            ),
            RolloutError::Over(_) => {
                ErrorCode::RolloutOver.because("This rollout has moved on meanwhile. Please look at it again.")
            }
            RolloutError::NoWayBack => {
                ErrorCode::RolloutOver.because("A migration of databases cannot be rolled back.")
            }
            RolloutError::Plan(PlanProblem::Wave(_)) => {
                ErrorCode::InvalidFields.because(said.clone()).field("waves", said)
            }
            RolloutError::Plan(PlanProblem::Site(_)) | RolloutError::NoSite(_) => {
                ErrorCode::InvalidFields.because(said.clone()).field("sites", said)
            }
            RolloutError::Wait => invalid_field("waitSeconds", "A wave is watched for a day at most."),
            RolloutError::Elsewhere => ErrorCode::NotAdmin.because("This is for the staff of its environment."),
            RolloutError::Database(error) => Fault::from(error).into(),
        }
    }
}
