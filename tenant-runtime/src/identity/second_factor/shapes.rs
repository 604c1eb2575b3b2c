//! Types for two-factor authentication, shared by merchants' teams and the provider's staff.

use jiff::SignedDuration;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use crate::fields::{FieldErrors, text};

/// Time limit of a login's second step.
pub const PATIENCE: SignedDuration = SignedDuration::from_mins(10);

const LONGEST_LABEL: usize = 60;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SecondStep {
    /// Ticket from the `second_factor_required` response.
    pub ticket: String,
    /// Six digits from an authenticator app, or a backup code.
    #[schema(value_type = String)]
    pub code: SecretString,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewFactor {
    /// Label, at most 60 characters.
    pub label: String,
    #[schema(value_type = String, format = Password)]
    pub password: SecretString,
}

/// People who have passkeys. Passkeys work only at the host that they were created for, so a new address disables them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyUse {
    pub people: i64,
    /// Those without an authenticator. They need a backup code at another address.
    pub only_passkeys: i64,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShownCode {
    /// Six digits.
    pub code: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordAgain {
    #[schema(value_type = String, format = Password)]
    pub password: SecretString,
}

/// Backup codes, shown only once. Each works once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    /// Empty if the existing codes stay valid.
    pub recovery_codes: Vec<String>,
}

/// Trimmed label of an authenticator.
///
/// # Errors
/// It is empty, too long, or contains invisible characters.
pub fn clean_label(label: &str) -> Result<&str, FieldErrors> {
    let label = label.trim();
    let wrong = |message| FieldErrors::from([("label".into(), message)]);
    if label.is_empty() {
        return Err(wrong(text::REQUIRED));
    }
    if label.chars().count() > LONGEST_LABEL || label.contains(char::is_control) {
        return Err(wrong(text::TOO_LONG));
    }
    Ok(label)
}

/// Stored digest of a ticket, which is random enough to need no salt.
pub fn ticket_hash(ticket: &str) -> [u8; 32] {
    Sha256::digest(ticket).into()
}
