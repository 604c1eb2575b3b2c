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
}
