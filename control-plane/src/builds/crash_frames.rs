//! Finds the source position of a crash in the stack reported by a browser.

use std::fmt;
use std::str::FromStr;

use super::rules::{Version, is_file_path};

/// Maximum number of frames in a log line.
const MOST: usize = 20;

/// A position in a file of a build, as browsers write it: `file:line:column`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub file: String,
    /// Starts at 1, as in browsers.
    pub line: u32,
    /// Starts at 1.
    pub column: u32,
}

/// The text isn't a position in a file of a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NoPlace;

impl FromStr for Place {
    type Err = NoPlace;

    fn from_str(text: &str) -> Result<Self, NoPlace> {
        let (place, column) = text.rsplit_once(':').ok_or(NoPlace)?;
        let (file, line) = place.rsplit_once(':').ok_or(NoPlace)?;
        if !is_file_path(file) {
            return Err(NoPlace);
        }
        Ok(Self {
            file: file.to_owned(),
            line: line.parse().map_err(|_| NoPlace)?,
            column: column.parse().map_err(|_| NoPlace)?,
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A stack frame of a crash and its build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Frame {
    pub version: Version,
    pub place: Place,
}

/// Stack frames in our files, innermost first. Everything else, such as error messages, is dropped because it may
/// contain screen content.
pub(super) fn frames_of(stack: &str) -> Vec<Frame> {
    stack.lines().filter_map(frame_of).take(MOST).collect()
}

/// Browsers write `at name (address:line:column)` or `name@address:line:column`.
fn frame_of(line: &str) -> Option<Frame> {
    let (_, place) = line.split_once("/v/")?;
    let (version, place) = place.trim_end_matches(')').split_once('/')?;
    Some(Frame {
        version: version.parse().ok()?,
        place: place.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_in_our_files_are_found_in_every_browsers_format() {
        let stack = "TypeError: Ada's card is not a function\n    \
             at f (https://sparkle.example/v/1.5.1/assets/shopper/wallet-page-BGug_2.js:1:2345)\n    \
             at https://sparkle.example/v/1.5.1/assets/shared/core-a.js:2:1\n\
             render@https://sparkle.example/v/1.5.1/assets/shared/kit-b.js:3:17\n\
             at eval (chrome-extension://abc/x.js:1:1)\n\
             at /v/1.5.1/Ada Lovelace:1:1";
        let frames = frames_of(stack);
        let places: Vec<_> = frames.iter().map(|frame| frame.place.to_string()).collect();
        assert_eq!(
            places,
            [
                "assets/shopper/wallet-page-BGug_2.js:1:2345",
                "assets/shared/core-a.js:2:1",
                "assets/shared/kit-b.js:3:17"
            ]
        );
        assert_eq!(frames[0].version, "1.5.1".parse().unwrap());
    }

    #[test]
    fn stack_of_foreign_code_has_no_frames() {
        for stack in [
            "",
            "/v/",
            "/v/1.5.1/a.js",
            "at /v/x/a.js:1:1",
            "at /v/1.5.1/../a.js:1:1",
        ] {
            assert!(frames_of(stack).is_empty(), "{stack}");
        }
    }
}
