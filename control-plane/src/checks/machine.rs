//! Checks that `/readyz` and `suds doctor` share.

use std::io::Write as _;

use nix::sys::statvfs::statvfs;
use platform::sandbox::SandboxError;

use super::check::Check;
use crate::builds::local_copies;
use crate::data_dir::DataDir;
use crate::db::ControlDbError;
use crate::environments;
use crate::plane::ControlPlane;
use crate::{keys, sites};

/// Free bytes below which nothing can be relied on.
const FULL: u64 = 64 * 1024 * 1024;
/// Free bytes that need attention.
const LOW: u64 = 1024 * 1024 * 1024;

const DISK: &str = "disk";
const DATABASE: &str = "control database";
const KEY: &str = "master key";
const BUILDS: &str = "builds";
const CLOCK: &str = "clock";
const SANDBOX: &str = "sandbox";

pub(super) fn disk(dir: &DataDir) -> Check {
    let free = match statvfs(dir.root()) {
        Ok(found) => found.blocks_available() * found.fragment_size(),
        Err(error) => return Check::fail(DISK, format!("can't be read: {error}"), "check the disk"),
    };
    let written = tempfile::NamedTempFile::new_in(dir.root()).and_then(|mut file| file.write_all(b"probe"));
    if let Err(error) = written {
        let problem = format!("the data directory can't be written: {}", error.kind());
        return Check::fail(DISK, problem, "free space, or check the mount and its permissions");
    }
    judge_space(free)
}

fn judge_space(free: u64) -> Check {
    let message = format!("{} MiB free", free / 1024 / 1024);
    let fix = "free space, or move the data directory to a larger disk";
    match free {
        ..FULL => Check::fail(DISK, message, fix),
        FULL..LOW => Check::warn(DISK, message, fix),
        _ => Check::ok(DISK, message),
    }
}

pub(super) async fn control_database(plane: &ControlPlane) -> Check {
    let read = async {
        let mut db = plane.db.read().await?;
        environments::store::production_in_use(&mut db).await?;
        Ok::<_, ControlDbError>(())
    };
    match read.await {
        Ok(()) => Check::ok(DATABASE, "can be read"),
        Err(ControlDbError::Busy) => Check::fail(DATABASE, "is busy", "retry; if it stays busy, restart the server"),
        Err(_) => Check::fail(DATABASE, "can't be read", "check the disk and the server's log"),
    }
}

pub(super) async fn master_key(plane: &ControlPlane) -> Check {
    let wrapped = async { Ok::<_, ControlDbError>(sites::store::wrapped_keys(&mut plane.db.read().await?).await?) };
    match wrapped.await {
        Ok(wrapped) if !keys::opens_any(&plane.master(), &wrapped) => {
            Check::fail(KEY, "opens no site", "restore this installation's master key file")
        }
        Ok(_) if !plane.key_file().exists() => Check::warn(
            KEY,
            "its file is missing, so the server can't start again",
            "restore the file before you restart the server",
        ),
        Ok(_) => Check::ok(KEY, "opens the sites' keys"),
        Err(_) => Check::fail(KEY, "the sites' keys can't be read", "check the control database"),
    }
}

pub(super) async fn builds(plane: &ControlPlane) -> Check {
    let missing = match local_copies::missing(plane).await {
        Ok(missing) => missing,
        Err(_) => return Check::fail(BUILDS, "can't be listed", "check the control database"),
    };
    let Some(first) = missing.first() else {
        return Check::ok(BUILDS, "builds in use are on the local disk");
    };
    let fix = "check the object store and the server's log";
    if plane.local_builds.last_copy_succeeded() {
        return Check::warn(BUILDS, format!("build {first} is being copied to the local disk"), fix);
    }
    Check::fail(BUILDS, format!("build {first} isn't on the local disk"), fix)
}

pub(super) fn clock(plane: &ControlPlane) -> Check {
    if plane.clock_watch.state(plane.now()).is_trusted {
        Check::ok(CLOCK, "agrees with the stored data")
    } else {
        Check::warn(
            CLOCK,
            "may be wrong, so background jobs wait",
            "correct the clock, or run `suds clock confirm` if it is correct",
        )
    }
}

/// Whether sandbox workers start. Images, email templates and imported files are read only there.
pub(super) async fn sandbox(plane: &ControlPlane) -> Check {
    judge_sandbox(plane.sandbox.probe(&*plane.random).await)
}

fn judge_sandbox(probed: Result<(), SandboxError>) -> Check {
    match probed {
        Ok(()) => Check::ok(SANDBOX, "workers start and set their limits"),
        Err(error) => Check::fail(
            SANDBOX,
            match error {
                SandboxError::Unavailable(cause) => format!("a worker process can't start: {cause}"),
                SandboxError::Exhausted => "a worker process starts and ends at once".to_owned(),
            },
            "images, email templates and files can't be read: mount /proc, and allow processes, seccomp and resource limits",
        ),
    }
}

#[cfg(test)]
mod tests {
    use platform::random::SystemRandom;
    use platform::sandbox::{Sandbox, WorkerCommand};

    use super::super::check::CheckState::{Fail, Ok, Warn};
    use super::*;

    #[tokio::test]
    async fn sandbox_without_workers_fails() {
        let command = WorkerCommand {
            arguments: vec!["--no-such-option".into()],
            variables: Vec::new(),
        };
        let probed = Sandbox::new(command, 1).probe(&SystemRandom).await;
        assert_eq!(judge_sandbox(probed).state, Fail);
    }

    #[test]
    fn full_disk_fails_and_low_space_warns() {
        let states = [0, FULL - 1, FULL, LOW - 1, LOW].map(|free| judge_space(free).state);
        assert_eq!(states, [Fail, Fail, Warn, Warn, Ok]);
    }
}
