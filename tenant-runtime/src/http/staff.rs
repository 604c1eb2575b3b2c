//! Staff member of the provider as a caller.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use futures_util::future::BoxFuture;
use platform::http::ApiError;
use strum::{EnumString, IntoStaticStr};

use crate::error::{ErrorCode, Fault};

/// Role of a staff member in their environment. Each role includes the previous ones.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    serde::Serialize,
    serde::Deserialize,
    utoipa::ToSchema,
    EnumString,
    IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str, parse_err_ty = UnknownStaffRole, parse_err_fn = UnknownStaffRole::of)]
pub enum StaffRole {
    /// Sees everything and changes nothing.
    Viewer,
    /// Makes and changes accounts and sites, and moves them to builds.
    Operator,
    /// Decides about the people too, and about what cannot be undone.
    Owner,
}

/// Unknown role.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown role {0:?}")]
pub struct UnknownStaffRole(String);

impl UnknownStaffRole {
    fn of(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// The staff member behind a request: a live session, environment and role read at this request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staff {
    pub id: String,
    /// The one that they work in; nothing of another is shown to them.
    pub environment: String,
    pub role: StaffRole,
    pub session: String,
    /// Setup that they must finish before anything else.
    pub setup: Option<StaffSetup>,
}

/// Setup that a staff member must finish before anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaffSetup {
    /// A password of their choice: the server generated the present one.
    Password,
    /// Two-factor authentication.
    SecondFactor,
}

/// Knows the provider's people. They are the control plane's, which the gate does not know.
pub trait StaffRegister: Send + Sync {
    /// The staff member whose live session `token` is of, if it is of any.
    fn find<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<Option<Staff>, Fault>>;

    /// The staff member of a session, while it lives.
    fn of_session<'a>(&'a self, session: &'a str) -> BoxFuture<'a, Result<Option<Staff>, Fault>>;
}

impl Staff {
    /// 401: the caller is none of the provider's people.
    pub fn unknown() -> ApiError {
        ErrorCode::InvalidToken.because("Log in to continue.")
    }

    /// # Errors
    /// 403 `password_change_required` or `second_factor_needed`
    pub fn demand_setup(&self) -> Result<(), ApiError> {
        match self.setup {
            None => Ok(()),
            Some(StaffSetup::Password) => Err(ErrorCode::PasswordChangeRequired.because("Change your password first.")),
            Some(StaffSetup::SecondFactor) => {
                Err(ErrorCode::SecondFactorNeeded.because("Set up two-factor authentication first."))
            }
        }
    }

    /// # Errors
    /// 403 `not_admin` if their role is below `least`.
    pub fn authorise(&self, least: StaffRole) -> Result<(), ApiError> {
        if self.role >= least {
            return Ok(());
        }
        Err(ErrorCode::NotAdmin.because(match least {
            StaffRole::Viewer | StaffRole::Operator => "Only operators and owners can do this.",
            StaffRole::Owner => "Only owners can do this.",
        }))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Staff {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        // Added by the gate if the route's policy requires staff.
        parts.extensions.get::<Self>().cloned().ok_or_else(Self::unknown)
    }
}
