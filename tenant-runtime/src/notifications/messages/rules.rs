//! Content limits of a push notification. Pure.

use crate::fields::{FieldErrors, Notes, text};

const LONGEST_TITLE: usize = 80;
const LONGEST_BODY: usize = 500;

/// Stored push notification. Without a text, it only announces itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    pub title: Option<String>,
    pub body: Option<String>,
}

/// Validated and trimmed push notification.
///
/// # Errors
/// The message of each invalid field.
pub fn written(title: Option<&str>, body: Option<&str>) -> Result<Written, FieldErrors> {
    let mut notes = Notes::default();
    let written = Written {
        title: notes.take("title", text::nullable(title, LONGEST_TITLE)),
        body: notes.take("body", text::nullable(body, LONGEST_BODY)),
    };
    if written.title.is_some() && written.body.is_none() {
        notes.take::<()>("body", Err("Enter a message to go with the title."));
    }
    notes.into_result(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_text_is_optional_but_not_blank() {
        assert_eq!(written(None, Some("  ")), Ok(Written::default()));
        let both = written(Some(" Rain "), Some("Half price today")).unwrap();
        assert_eq!(
            (both.title.as_deref(), both.body.as_deref()),
            (Some("Rain"), Some("Half price today"))
        );
        assert!(written(None, Some("Half price today")).is_ok());
        for (title, body, field) in [
            (Some("Rain"), None, "body"),
            (None, Some("x".repeat(501)), "body"),
            (Some("Rain"), Some(String::new()), "body"),
        ] {
            let errors = written(title, body.as_deref()).unwrap_err();
            assert_eq!(errors.into_keys().collect::<Vec<_>>(), [field]);
        }
    }
}
