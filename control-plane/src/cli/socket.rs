//! The door through which the command line reaches the process that holds the data directory: one JSON line in, one out,
//! over a Unix socket that only the owner may open.

use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::command::{Command, Reply};
use super::execute::execute;
use crate::plane::ControlPlane;

/// Longest request in bytes; a command is a few words and a path.
const MAX_REQUEST: u64 = 64 * 1024;
/// How long a client may take to say what it wants.
const REQUEST_TIME: Duration = Duration::from_secs(10);

/// One answer on the wire.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Done(Reply),
    Failed(String),
}

/// Why a command could not be put to the holder.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// No process listens (yet): the holder is starting, stopping or a command line itself.
    #[error("nobody listens on {}", .0.display())]
    NoListener(PathBuf),
    #[error("the running suds process broke off: {0}")]
    Broken(io::Error),
    #[error("the running suds process answers in an unknown way; is it another version?")]
    UnknownAnswer,
    /// The holder carried the command out and refuses or fails; its text is for a person.
    #[error("{0}")]
    Failed(String),
}

/// Puts a command to the process behind `socket`.
///
/// # Errors
/// See [`CallError`].
pub async fn call(socket: &Path, command: &Command) -> Result<Reply, CallError> {
    let stream = UnixStream::connect(socket)
        .await
        .map_err(|_| CallError::NoListener(socket.to_path_buf()))?;
    let (read, mut write) = stream.into_split();
    let mut line = serde_json::to_vec(command).map_err(|_| CallError::UnknownAnswer)?;
    line.push(b'\n');
    write.write_all(&line).await.map_err(CallError::Broken)?;
    let mut answer = String::new();
    BufReader::new(read)
        .read_line(&mut answer)
        .await
        .map_err(CallError::Broken)?;
    if answer.is_empty() {
        return Err(CallError::Broken(io::ErrorKind::UnexpectedEof.into()));
    }
    match serde_json::from_str(&answer).map_err(|_| CallError::UnknownAnswer)? {
        Answer::Done(reply) => Ok(reply),
        Answer::Failed(message) => Err(CallError::Failed(message)),
    }
}

/// Opens the socket. Only the holder of the data directory may call this: what lies there is a dead process's.
///
/// # Errors
/// When the path is too long for a socket (about 100 bytes) or not writable.
pub fn listen(socket: &Path) -> io::Result<UnixListener> {
    match std::fs::remove_file(socket) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = UnixListener::bind(socket)?;
    std::fs::set_permissions(socket, std::fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}

/// Serves commands until `stop`; those under way are finished first.
pub async fn serve(listener: UnixListener, plane: Arc<ControlPlane>, stop: CancellationToken) {
    let running = TaskTracker::new();
    loop {
        let stream = tokio::select! {
            () = stop.cancelled() => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    tracing::warn!(%error, "a command-line connection failed");
                    continue;
                }
            },
        };
        let plane = Arc::clone(&plane);
        running.spawn(async move {
            if let Err(error) = answer(stream, &plane).await {
                tracing::debug!(%error, "a command-line connection broke off");
            }
        });
    }
    running.close();
    running.wait().await;
}

async fn answer(stream: UnixStream, plane: &Arc<ControlPlane>) -> io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut line = String::new();
    let mut reader = BufReader::new(read.take(MAX_REQUEST));
    tokio::time::timeout(REQUEST_TIME, reader.read_line(&mut line)).await??;
    let answer = match serde_json::from_str::<Command>(&line) {
        Ok(command) => match execute(plane, command).await {
            Ok(reply) => Answer::Done(reply),
            Err(error) => Answer::Failed(error.to_string()),
        },
        Err(_) => Answer::Failed(String::from(
            "The running suds process does not know this command; is it another version?",
        )),
    };
    let mut bytes = serde_json::to_vec(&answer)?;
    bytes.push(b'\n');
    write.write_all(&bytes).await
}
