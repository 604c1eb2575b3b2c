//! What is said of entries of any kind (docs/RULES.md#entries).

use super::Checked;

pub const REQUIRED: &str = "Input is required.";
pub const EMAIL: &str = "Please enter a valid email.";
/// Our own.
pub const TOO_LONG: &str = "This is too long.";

/// Most characters of a reason.
const LONGEST_REASON: usize = 200;

/// Why staff do something, as the audit keeps it.
///
/// # Errors
/// What is wrong with it.
pub fn reason(entered: &str) -> Checked<String> {
    said(entered, LONGEST_REASON)
}

/// A text that has to be there, of `longest` characters at most.
///
/// # Errors
/// What is wrong with it.
pub fn said(entered: &str, longest: usize) -> Checked<String> {
    let said = entered.trim();
    if said.is_empty() {
        Err(REQUIRED)
    } else if said.chars().count() > longest {
        Err(TOO_LONG)
    } else {
        Ok(said.to_owned())
    }
}
