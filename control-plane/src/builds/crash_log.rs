//! `suds build crashes`: client crashes from a log, with their source positions.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use platform::storage::StorageError;
use serde::{Deserialize, Serialize};

use super::Version;
use super::crash_frames::Place;
use super::crashes::LOGGED;
use super::source_maps::SourceMaps;
use crate::plane::ControlPlane;

/// Crash, with the number of times it was logged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoggedCrash {
    /// Of its text and stack, to tell crashes apart.
    pub digest: String,
    pub build: String,
    pub count: u64,
    pub last: Timestamp,
    /// Innermost first.
    pub frames: Vec<LoggedFrame>,
}

/// Position of a crash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoggedFrame {
    /// Position in the built file: `file:line:column`.
    pub built: String,
    /// Position in the source, if the build has a source map for the file.
    pub source: Option<String>,
}

/// Reason why a log can't be evaluated.
#[derive(Debug, thiserror::Error)]
pub enum CrashLogError {
    #[error("can't read {}: {cause}", .path.display())]
    Unreadable { path: PathBuf, cause: std::io::Error },
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// Crashes in a server log, most frequent first, optionally of one build only.
///
/// # Errors
/// The log or the object store can't be read.
pub async fn logged_crashes(
    plane: &ControlPlane,
    log: &Path,
    build: Option<&Version>,
) -> Result<Vec<LoggedCrash>, CrashLogError> {
    let path = log.to_owned();
    let unreadable = |cause| CrashLogError::Unreadable {
        path: log.to_owned(),
        cause,
    };
    // Logs can be long.
    let read = tokio::task::spawn_blocking(move || crashes_in(BufReader::new(File::open(path)?))).await;
    let mut crashes = read.map_err(|error| unreadable(error.into()))?.map_err(unreadable)?;
    if let Some(build) = build.map(ToString::to_string) {
        crashes.retain(|crash| crash.build == build);
    }
    let mut maps = SourceMaps::new(plane.objects.clone());
    for crash in &mut crashes {
        let Ok(version) = crash.build.parse() else { continue };
        for frame in &mut crash.frames {
            if let Ok(place) = frame.built.parse::<Place>() {
                frame.source = maps.source_of(&version, &place).await?;
            }
        }
    }
    Ok(crashes)
}

/// A line of the log.
#[derive(Deserialize)]
struct Line {
    timestamp: Timestamp,
    message: String,
    build: String,
    #[serde(rename = "crash.digest")]
    digest: String,
    #[serde(rename = "crash.frames")]
    frames: String,
}

/// Skips other lines and truncated ones.
fn crashes_in(log: impl BufRead) -> std::io::Result<Vec<LoggedCrash>> {
    let mut crashes = BTreeMap::new();
    for line in log.split(b'\n') {
        let Ok(line) = serde_json::from_slice::<Line>(&line?) else {
            continue;
        };
        if line.message != LOGGED {
            continue;
        }
        let crash = crashes
            .entry((line.build.clone(), line.digest.clone()))
            .or_insert_with(|| LoggedCrash {
                digest: line.digest,
                build: line.build,
                count: 0,
                last: line.timestamp,
                frames: line.frames.split_whitespace().map(unmapped).collect(),
            });
        crash.count += 1;
        crash.last = crash.last.max(line.timestamp);
    }
    let mut crashes: Vec<_> = crashes.into_values().collect();
    crashes.sort_by(|a, b| b.count.cmp(&a.count).then(b.last.cmp(&a.last)));
    Ok(crashes)
}

fn unmapped(built: &str) -> LoggedFrame {
    LoggedFrame {
        built: built.to_owned(),
        source: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(time: &str, message: &str, digest: &str) -> String {
        format!(
            r#"{{"timestamp":"2026-11-22T{time}Z","level":"WARN","message":"{message}","build":"1.5.1","crash.digest":"{digest}","crash.frames":"assets/a.js:1:2 assets/b.js:3:4","spans":[]}}"#
        )
    }

    #[test]
    fn crashes_are_counted_by_digest() {
        let log = [
            line("10:00:00", LOGGED, "aa"),
            line("10:00:01", LOGGED, "bb"),
            line("10:00:02", "the client was fine", "bb"),
            "no JSON".to_owned(),
            line("10:00:03", LOGGED, "bb"),
            line("10:00:04", LOGGED, "cc")[..40].to_owned(),
        ]
        .join("\n");
        let crashes = crashes_in(log.as_bytes()).unwrap();
        let told: Vec<_> = crashes
            .iter()
            .map(|crash| (crash.digest.as_str(), crash.count, crash.last.to_string()))
            .collect();
        assert_eq!(
            told,
            [
                ("bb", 2, "2026-11-22T10:00:03Z".to_owned()),
                ("aa", 1, "2026-11-22T10:00:00Z".to_owned())
            ]
        );
        let places: Vec<_> = crashes[0].frames.iter().map(|frame| frame.built.as_str()).collect();
        assert_eq!(places, ["assets/a.js:1:2", "assets/b.js:3:4"]);
    }
}
