//! Socket between the command line and the process that holds the data directory: one JSON line in, one out, over a
//! Unix socket that only the owner may open. Long-running commands send progress lines before the response.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tenant_runtime::demo_data::Progress;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::unix::OwnedWriteHalf;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::command::{Command, Reply};
use super::execute::execute;
use crate::client;
use crate::plane::ControlPlane;

/// Longest request in bytes; a command is a few words and a path.
const MAX_REQUEST: u64 = 64 * 1024;
/// Longest path in a socket's address, in bytes (unix(7)).
const LONGEST_PATH: usize = 107;
/// Timeout for a client's request.
const REQUEST_TIME: Duration = Duration::from_secs(10);

/// One answer on the wire.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    /// Progress: done and total; another line follows.
    Underway(usize, usize),
    /// On the heap: most answers are the lines before it.
    Done(Box<Reply>),
    Failed(String),
}

/// Reason why the holder couldn't be called.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// No process listens (yet): the holder is starting, stopping or a command line itself.
    #[error("no process is listening on {}", .0.display())]
    NoListener(PathBuf),
    #[error("the running suds process closed the connection: {0}")]
    Broken(io::Error),
    #[error("unexpected response from the running suds process; run the same version of the command")]
    UnknownAnswer,
    /// The holder carried the command out and refuses or fails; its text is for a person.
    #[error("{0}")]
    Failed(String),
}

/// Sends a command to the process behind `socket`. `told` receives the progress of long-running ones.
///
/// # Errors
/// See [`CallError`].
pub async fn call(socket: &Path, command: &Command, told: &Progress<'_>) -> Result<Reply, CallError> {
    let no_listener = |_| CallError::NoListener(socket.to_path_buf());
    let address = Address::of(socket).map_err(no_listener)?;
    let stream = UnixStream::connect(&address.path).await.map_err(no_listener)?;
    let (read, mut write) = stream.into_split();
    let mut line = serde_json::to_vec(command).map_err(|_| CallError::UnknownAnswer)?;
    line.push(b'\n');
    write.write_all(&line).await.map_err(CallError::Broken)?;
    let mut answers = BufReader::new(read).lines();
    loop {
        let answer = answers.next_line().await.map_err(CallError::Broken)?;
        let answer = answer.ok_or_else(|| CallError::Broken(io::ErrorKind::UnexpectedEof.into()))?;
        match serde_json::from_str(&answer).map_err(|_| CallError::UnknownAnswer)? {
            Answer::Underway(done, total) => told(done, total),
            Answer::Done(reply) => return Ok(*reply),
            Answer::Failed(message) => return Err(CallError::Failed(message)),
        }
    }
}

/// A path to a socket that fits into an address. It is valid as long as this value.
struct Address {
    path: PathBuf,
    /// Folder of the socket, if the path leads through its handle.
    _folder: Option<File>,
}

impl Address {
    fn of(socket: &Path) -> io::Result<Self> {
        let (folder, name) = match (socket.parent(), socket.file_name()) {
            (Some(folder), Some(name)) if socket.as_os_str().len() > LONGEST_PATH => (File::open(folder)?, name),
            _ => {
                return Ok(Self {
                    path: socket.to_path_buf(),
                    _folder: None,
                });
            }
        };
        Ok(Self {
            path: PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd())).join(name),
            _folder: Some(folder),
        })
    }
}

/// The file of an open socket.
pub struct SocketFile {
    path: PathBuf,
    /// Device and inode, which a socket of another process under the same name doesn't have.
    id: (u64, u64),
}

impl SocketFile {
    /// Removes the file, unless another process has replaced it.
    pub fn remove(&self) {
        if file_id(&self.path).is_ok_and(|id| id == self.id) {
            // A dead socket would only confuse people. Only the lock counts.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

fn file_id(path: &Path) -> io::Result<(u64, u64)> {
    let file = std::fs::symlink_metadata(path)?;
    Ok((file.dev(), file.ino()))
}

/// Opens the socket. Only the holder of the data directory may call this: an existing socket belongs to a dead process.
///
/// # Errors
/// The path isn't writable.
pub fn listen(socket: &Path) -> io::Result<(UnixListener, SocketFile)> {
    match std::fs::remove_file(socket) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = UnixListener::bind(&Address::of(socket)?.path)?;
    std::fs::set_permissions(socket, std::fs::Permissions::from_mode(0o600))?;
    let file = SocketFile {
        path: socket.to_path_buf(),
        id: file_id(socket)?,
    };
    Ok((listener, file))
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
                tracing::debug!(%error, "a command-line connection was closed");
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
        Ok(command) => carried_out(reader, &mut write, plane, command).await?,
        Err(_) => Answer::Failed(String::from(
            "the running suds process doesn't support this command; run the same version of the command",
        )),
    };
    say(&mut write, &answer).await
}

/// Carries out a command and reports its progress. A command of many parts starts no further part once its client is gone.
async fn carried_out(
    mut reader: impl AsyncRead + Unpin,
    write: &mut OwnedWriteHalf,
    plane: &Arc<ControlPlane>,
    command: Command,
) -> io::Result<Answer> {
    let (tell, mut underway) = mpsc::unbounded_channel();
    let told = move |done, total| {
        // After the command, no one listens anymore.
        let _ = tell.send((done, total));
    };
    let gone = CancellationToken::new();
    let mut work = std::pin::pin!(client::of(gone.clone(), Box::pin(execute(plane, command, &told))));
    let mut more = [0; 1];
    loop {
        tokio::select! {
            biased;
            Some((done, total)) = underway.recv() => {
                // The client may have disconnected; the command is finished anyway.
                let _ = say(write, &Answer::Underway(done, total)).await;
            }
            // A client says nothing after its command: its connection has ended.
            _ = reader.read(&mut more), if !gone.is_cancelled() => gone.cancel(),
            result = &mut work => return Ok(match result {
                Ok(reply) => Answer::Done(Box::new(reply)),
                Err(error) => Answer::Failed(error.to_string()),
            }),
        }
    }
}

async fn say(write: &mut OwnedWriteHalf, answer: &Answer) -> io::Result<()> {
    let mut bytes = serde_json::to_vec(answer)?;
    bytes.push(b'\n');
    write.write_all(&bytes).await
}
