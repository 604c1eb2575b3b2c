//! Texts of entries of any kind (docs/RULES.md#entries).

use super::Checked;

pub const REQUIRED: &str = "Input is required.";
pub const EMAIL: &str = "Please enter a valid email.";
// Our own.
pub const PHONE: &str = "Enter a valid phone number.";
pub const TOO_LONG: &str = "Enter fewer characters.";
pub const CONTROL: &str = "Remove control characters.";
pub const ON_ONE_LINE: &str = "Remove line breaks and other control characters.";

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

/// Text without surrounding blanks and control characters, of `longest` characters at most; it may be empty.
///
/// # Errors
/// Message for the field.
pub fn optional(entered: &str, longest: usize) -> Checked<String> {
    let text = entered.trim();
    if is_longer(text, longest) {
        return Err(TOO_LONG);
    }
    if has_control(text) {
        return Err(CONTROL);
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

/// Whether `text` has control characters other than line breaks and tabs. Screens and emails show none of them.
pub fn has_control(text: &str) -> bool {
    text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

/// Whether `text` has more than `most` characters.
pub fn is_longer(text: &str, most: usize) -> bool {
    text.chars().count() > most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_rejected() {
        assert_eq!(optional(" Suds\n& Sons ", 20).as_deref(), Ok("Suds\n& Sons"));
        for entered in ["Suds\0Sons", "Suds\u{1b}[31m", "Suds\u{7f}", "Su\u{85}ds"] {
            assert_eq!(optional(entered, 20), Err(CONTROL), "{entered:?}");
            assert_eq!(required(entered, 20), Err(CONTROL), "{entered:?}");
        }
    }
}
