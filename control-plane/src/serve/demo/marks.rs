//! Records of everything a demo has created, in the marker that identifies its directory.

use std::io::Write as _;

use super::DemoError;
use crate::data_dir::DataDir;

/// Whether `what` is done.
///
/// # Errors
/// The mark can't be read.
pub(super) fn has(dir: &DataDir, what: &str) -> Result<bool, DemoError> {
    let path = dir.demo_marker();
    let text = std::fs::read_to_string(&path).map_err(|cause| DemoError::File { path, cause })?;
    Ok(text.lines().any(|line| line == what))
}

/// Rest of the first line that starts with `start`.
///
/// # Errors
/// The mark can't be read.
pub(super) fn find(dir: &DataDir, start: &str) -> Result<Option<String>, DemoError> {
    let path = dir.demo_marker();
    let text = std::fs::read_to_string(&path).map_err(|cause| DemoError::File { path, cause })?;
    Ok(text
        .lines()
        .find_map(|line| line.strip_prefix(start))
        .map(str::to_owned))
}

/// Marks `what` as done.
///
/// # Errors
/// The mark can't be written.
pub(super) fn set(dir: &DataDir, what: &str) -> Result<(), DemoError> {
    let path = dir.demo_marker();
    let append = || {
        let mut file = std::fs::OpenOptions::new().append(true).open(&path)?;
        writeln!(file, "{what}")
    };
    append().map_err(|cause| DemoError::File {
        path: path.clone(),
        cause,
    })
}
