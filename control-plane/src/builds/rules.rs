//! What a version is and which files a build may consist of.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A dotted version of two to four numbers. Compares number by number, since without its dots 1.10.0 would rank above 2.0.0.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Version(Vec<u32>);

/// A text that is no version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a version is two to four numbers with dots between them, like 1.5.1")]
pub struct InvalidVersion;

impl FromStr for Version {
    type Err = InvalidVersion;

    /// Accepts one spelling only (no sign, no leading zero), because versions become parts of paths.
    fn from_str(text: &str) -> Result<Self, InvalidVersion> {
        let parts: Vec<u32> = text
            .split('.')
            .map(str::parse)
            .collect::<Result<_, _>>()
            .map_err(|_| InvalidVersion)?;
        let version = Self(parts);
        if (2..=4).contains(&version.0.len()) && version.to_string() == text {
            Ok(version)
        } else {
            Err(InvalidVersion)
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(".")?;
            }
            part.fmt(f)?;
        }
        Ok(())
    }
}

impl TryFrom<String> for Version {
    type Error = InvalidVersion;

    fn try_from(text: String) -> Result<Self, InvalidVersion> {
        text.parse()
    }
}

impl From<Version> for String {
    fn from(version: Version) -> Self {
        version.to_string()
    }
}

/// Longest path of a file inside a build, in bytes.
const MAX_PATH: usize = 200;

/// Whether `path` can be a file of a build: relative, `/` between its parts, letters, digits and `-_.` in them, and no part
/// that starts with a dot.
pub fn is_file_path(path: &str) -> bool {
    let part_fits = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    path.len() <= MAX_PATH && path.split('/').all(part_fits)
}

/// Media type by file ending; `None` for what a build has no business to contain.
pub fn media_type(path: &str) -> Option<&'static str> {
    let (_, ending) = path.rsplit_once('.')?;
    Some(match ending {
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "gif" => "image/gif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "mp4" => "video/mp4",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_as_tuples() {
        let version = |text: &str| text.parse::<Version>().unwrap();
        assert!(version("1.10.0") < version("2.0.0"));
        assert!(version("1.10.0") > version("1.9.9"));
        assert_eq!(version("1.5.1").to_string(), "1.5.1");
    }

    #[test]
    fn versions_have_one_spelling() {
        for text in [
            "",
            "1",
            "1.",
            "1..2",
            "01.2",
            "1.+2",
            "1.2.3.4.5",
            "1.2-rc",
            "../1.2",
            "v1.2",
            "1.99999999999",
        ] {
            assert_eq!(text.parse::<Version>(), Err(InvalidVersion), "{text}");
        }
    }

    #[test]
    fn file_paths_stay_inside_the_build() {
        for path in ["index.html", "assets/shop/chunk-a1B_2.js.br"] {
            assert!(is_file_path(path), "{path}");
        }
        for path in [
            "",
            "/etc/passwd",
            "../x",
            "a/../b",
            "a//b",
            "a/.hidden",
            "a\\b",
            "a b",
            "a@b",
            "a%2f",
            &"x".repeat(201),
        ] {
            assert!(!is_file_path(path), "{path}");
        }
    }
}
