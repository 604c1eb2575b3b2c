//! Authenticated person of a request, and their permissions.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use jiff::Timestamp;
use platform::db::Acting;
use platform::http::ApiError;
use strum::{EnumString, IntoStaticStr};

use super::policy::Caller;
use super::staff::Staff;
use super::terminal::Terminal;
use crate::error::ErrorCode;

/// Role of a person at a site. Each role includes the previous ones.
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
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Role {
    Customer,
    Attendant,
    Manager,
    Owner,
}

/// The caller of a request: a live session at this site, role and confirmation read at this request.
#[derive(Clone, Debug)]
pub struct Person {
    pub id: i64,
    pub role: Role,
    pub email_confirmed: bool,
    pub session: String,
    /// Until when the session may do things that need the password again.
    pub unlocked_until: Option<Timestamp>,
    /// Language in which the site was last used, if known. Used for emails and notifications.
    pub language: Option<String>,
    /// The owners require two-factor authentication, and this team member hasn't set it up.
    pub lacks_second_factor: bool,
}

impl Person {
    /// Actor, as in the audit log.
    pub fn actor(&self) -> String {
        format!("customer:{}", self.id)
    }

    /// Role in which they act. `None`: as a customer.
    pub fn acting(&self) -> Option<Acting> {
        (self.role > Role::Customer).then(|| Acting {
            actor: self.actor(),
            role: self.role.into_str(),
        })
    }
}

/// Whether `person` may make calls that require `caller`.
///
/// # Errors
/// 403 `email_unconfirmed`, `not_admin` or `second_factor_needed`; 401 if a terminal or staff is required.
pub fn authorise(person: &Person, caller: Caller) -> Result<(), ApiError> {
    let (least, refusal) = match caller {
        Caller::Confirmed if !person.email_confirmed => {
            return Err(ErrorCode::EmailUnconfirmed.because("Verify your email first."));
        }
        Caller::Anyone | Caller::Optional | Caller::Customer | Caller::Confirmed => return Ok(()),
        Caller::Attendant => (Role::Attendant, "Only the merchant's team can do this."),
        Caller::Manager => (Role::Manager, "Only managers and owners can do this."),
        Caller::Owner => (Role::Owner, "Only owners can do this."),
        Caller::Terminal => return Err(Terminal::unknown()),
        Caller::Staff(_) => return Err(Staff::unknown()),
    };
    if person.role < least {
        return Err(ErrorCode::NotAdmin.because(refusal));
    }
    if person.lacks_second_factor {
        return Err(ErrorCode::SecondFactorNeeded.because("Set up two-factor authentication first."));
    }
    Ok(())
}

/// Whether the password was recently confirmed.
///
/// # Errors
/// 403 `password_required`
pub fn demand_password(person: &Person, now: Timestamp) -> Result<(), ApiError> {
    if person.unlocked_until.is_some_and(|until| now < until) {
        Ok(())
    } else {
        Err(ErrorCode::PasswordRequired.because("Enter your password first."))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Person {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        // Set by the gate of routes that require a caller.
        parts
            .extensions
            .get::<Self>()
            .cloned()
            .ok_or_else(|| ErrorCode::InvalidToken.because("Log in to continue."))
    }
}
