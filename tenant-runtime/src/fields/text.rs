//! Texts of entries of any kind (docs/RULES.md#entries).

use super::Checked;

pub const REQUIRED: &str = "Input is required.";
pub const EMAIL: &str = "Please enter a valid email.";
// Our own.
pub const PHONE: &str = "Enter a valid phone number.";
pub const TOO_LONG: &str = "Enter fewer characters.";

/// Maximum length of a reason.
const LONGEST_REASON: usize = 200;

/// Staff's reason for an action, for the audit log.
///
/// # Errors
/// Message for the field.
pub fn reason(entered: &str) -> Checked<String> {
    required(entered, LONGEST_REASON)
}

/// A required text of up to `longest` characters.
///
/// # Errors
/// Message for the field.
pub fn required(entered: &str, longest: usize) -> Checked<String> {
    match optional(entered, longest) {
        Ok(text) if text.is_empty() => Err(REQUIRED),
        checked => checked,
    }
}

/// Text without surrounding blanks, of `longest` characters at most; it may be empty.
///
/// # Errors
/// Message for the field.
pub fn optional(entered: &str, longest: usize) -> Checked<String> {
    let text = entered.trim();
    if is_longer(text, longest) {
        return Err(TOO_LONG);
    }
    Ok(text.to_owned())
}

/// Same as [`optional`], except that null and blank texts become `None`.
///
/// # Errors
/// Message for the field.
pub fn nullable(entered: Option<&str>, longest: usize) -> Checked<Option<String>> {
    let text = optional(entered.unwrap_or_default(), longest)?;
    Ok(Some(text).filter(|text| !text.is_empty()))
}

/// Whether `text` has more than `most` characters.
pub fn is_longer(text: &str, most: usize) -> bool {
    text.chars().count() > most
}
