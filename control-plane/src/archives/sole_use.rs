//! Checks that no other process uses a database. A program that replicates it would continue with the replaced file, and its copy would
//! miss all later changes.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, fcntl};
use nix::libc::{F_UNLCK, F_WRLCK, SEEK_SET, flock};

use super::ArchiveError;
use super::work_files::beside;

/// First byte and number of SQLite's locks in the index of a WAL. Every process with an open database holds one of them.
const LOCKS: (i64, i64) = (120, 9);

/// Rejects a database that another process has open. This process must not: closing the file again releases its own locks.
///
/// # Errors
/// Another process has it open, or its locks can't be read.
pub(super) fn check(database: &Path) -> Result<(), ArchiveError> {
    let index = match OpenOptions::new().read(true).write(true).open(beside(database, "-shm")) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        index => index?,
    };
    let mut lock = flock {
        l_type: F_WRLCK as i16,
        l_whence: SEEK_SET as i16,
        l_start: LOCKS.0,
        l_len: LOCKS.1,
        l_pid: 0,
    };
    fcntl(&index, FcntlArg::F_GETLK(&mut lock)).map_err(|error: Errno| io::Error::from(error))?;
    if i32::from(lock.l_type) == F_UNLCK {
        return Ok(());
    }
    let name = std::fs::read_to_string(format!("/proc/{}/comm", lock.l_pid));
    let name = name.map_or_else(|_| "another process".to_owned(), |name| name.trim().to_owned());
    Err(ArchiveError::OpenElsewhere(name))
}
