//! Validation of versions and of the files of a build.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::Build;

/// Contract version between client and server. It goes up when existing calls change their meaning. Builds with an
/// older version are then rejected.
pub const CONTRACT: i64 = 1;

/// Retention after the last use, because tabs may stay open that long.
const KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Earliest time at which each of `builds` (newest first) may be removed. `None` for builds in use and the newest.
pub fn retained(builds: &[Build], needed: &BTreeSet<String>) -> Vec<Option<Timestamp>> {
    let kept = |(index, build): (usize, &Build)| {
        let in_use = index == 0 || needed.contains(&build.version.to_string());
        let since = build
            .used_at
            .map_or(build.published_at, |used| used.max(build.published_at));
        (!in_use).then(|| since.checked_add(KEPT).unwrap_or(Timestamp::MAX))
    };
    builds.iter().enumerate().map(kept).collect()
}

/// Files of a build that its `index.html` references by `src` or `href`.
pub fn entry_points<'a>(index_html: &'a str, version: &Version) -> Vec<&'a str> {
    let base = format!("\"/v/{version}/");
    let named = index_html.match_indices(&base).filter_map(|(at, _)| {
        let rest = index_html.get(at + base.len()..)?;
        rest.split(['"', '?', '#']).next()
    });
    named.collect()
}

/// A dotted version of two to four numbers. Compared number by number, so that 1.10.0 ranks above 1.9.0 and below
/// 2.0.0.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Version(Vec<u32>);

impl Version {
    /// Older version whose last nonzero part is decreased by one. `None` for 0.
    pub fn before(&self) -> Option<Self> {
        let mut parts = self.0.clone();
        let last = parts.iter_mut().rfind(|part| **part > 0)?;
        *last -= 1;
        Some(Self(parts))
    }
}

/// Invalid version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("invalid version; use two to four numbers separated by dots, such as 1.5.1")]
pub struct InvalidVersion;

impl FromStr for Version {
    type Err = InvalidVersion;

    /// Accepts only one spelling (no sign, no leading zero), because versions become parts of paths.
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

/// Maximum length of a path in a build, in bytes.
const MAX_PATH: usize = 200;

/// Whether `path` is valid in a build: relative, separated by `/`, with only letters, digits and `-_.`, and no part
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

/// Media type by file extension. `None`: not allowed in a build.
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
    fn version_has_a_predecessor() {
        let before = |text: &str| {
            text.parse::<Version>()
                .unwrap()
                .before()
                .map(|version| version.to_string())
        };
        assert_eq!(before("1.5.1").as_deref(), Some("1.5.0"));
        assert_eq!(before("1.5.0").as_deref(), Some("1.4.0"));
        assert_eq!(before("0.0"), None);
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
    fn builds_in_use_and_the_newest_are_kept() {
        let at = |day: i64| Timestamp::from_second(day * 86_400).unwrap();
        let build = |version: &str, published: i64, used: Option<i64>| Build {
            version: version.parse().unwrap(),
            time_stamp: at(0),
            published_at: at(published),
            digest: String::new(),
            contract: CONTRACT,
            used_at: used.map(at),
        };
        let builds = [
            build("1.3.0", 9, None),
            build("1.2.0", 5, Some(7)),
            build("1.1.0", 3, Some(8)),
            build("1.0.0", 1, None),
        ];
        let needed = BTreeSet::from(["1.1.0".to_owned()]);
        assert_eq!(retained(&builds, &needed), [None, Some(at(37)), None, Some(at(31))]);
    }

    #[test]
    fn entry_points_are_those_the_shell_references() {
        let version: Version = "1.5.1".parse().unwrap();
        let html = r#"<link href="/v/1.5.1/assets/a.css"><script type="module" src="/v/1.5.1/assets/b.js?x"></script>
            <img src="/v/1.5.0/old.png"><a href="/washes">"#;
        assert_eq!(entry_points(html, &version), ["assets/a.css", "assets/b.js"]);
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
