//! Error chains formatted for operators.

use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// An error and its causes on one line, without repetitions.
pub struct Causes<'a>(pub &'a (dyn Error + 'static));

impl Display for Causes<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut line = String::new();
        let chain = std::iter::successors(Some(self.0), |&error| error.source());
        for cause in chain.map(|cause| cause.to_string().replace('\n', " ")) {
            // Many errors include their cause in their own text.
            if line.is_empty() {
                line = cause;
            } else if !line.contains(&cause) {
                line = format!("{line}: {cause}");
            }
        }
        f.write_str(&line)
    }
}

/// Reason why JSON can't be read, without serde's position in a text that its reader never sees.
pub fn json_reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&position).unwrap_or(&text).to_owned()
}

/// Error for stored JSON that can't be read.
pub fn undecodable(error: serde_json::Error) -> sqlx::Error {
    sqlx::Error::Decode(json_reason(&error).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("the site is closed")]
    struct Silent(#[source] Telling);

    #[derive(Debug, thiserror::Error)]
    #[error("its file cannot be read: {0}")]
    struct Telling(#[source] std::io::Error);

    #[test]
    fn every_cause_is_logged_once() {
        let error = Silent(Telling(std::io::Error::other("the disk\nis gone")));
        assert_eq!(
            Causes(&error).to_string(),
            "the site is closed: its file cannot be read: the disk is gone"
        );
    }

    #[test]
    fn json_reason_has_no_position() {
        let error = serde_json::from_str::<crate::money::Currency>(r#""QQQ""#).unwrap_err();
        assert_eq!(json_reason(&error), "not an ISO 4217 currency code");
        let error = serde_json::from_str::<u8>("{").unwrap_err();
        assert!(!json_reason(&error).contains("line"), "{}", json_reason(&error));
        assert!(!undecodable(error).to_string().contains("line"));
    }
}
