//! Worker process: reads tasks from its standard input, a socket, and responds there.

use std::collections::HashMap;
use std::io::{self, Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;
use std::thread;

use super::probe::Probe;
use super::{Task, confinement, frame};

/// Stack of the thread that runs a task, in bytes.
const STACK: usize = 8 << 20;

/// Runs a task: its MessagePack in, its output's out.
type Runner = fn(Vec<u8>) -> io::Result<Vec<u8>>;

#[derive(Clone, Copy)]
struct Entry {
    run: Runner,
    memory: u64,
}

/// The tasks that a worker knows.
#[derive(Clone, Default)]
pub struct Tasks(HashMap<&'static str, Entry>);

impl Tasks {
    /// The same, with `T` among them.
    #[must_use]
    pub fn with<T: Task>(mut self) -> Self {
        let run = |bytes: Vec<u8>| {
            let task: T = frame::decode(&bytes)?;
            drop(bytes);
            frame::encode(&task.run())
        };
        let memory = T::MEMORY;
        self.0.insert(T::KIND, Entry { run, memory });
        self
    }

    /// Creates the counters of crashes at zero, so that the first one is already an increase.
    pub fn create_counters(&self) {
        for kind in self.0.keys().copied() {
            metrics::counter!("suds_sandbox_deaths_total", "task" => kind).increment(0);
        }
    }
}

/// Seconds of CPU time that a worker has in its whole life, which is a few tasks long.
pub const CPU_SECONDS: u64 = 20;

/// Runs tasks until the parent process closes the socket. Anything unexpected ends the worker, which the parent treats
/// as the result. `cpu_seconds`: lifetime CPU limit of the process.
///
/// # Errors
/// The limits can't be set, or the socket fails.
pub fn serve(tasks: &Tasks, cpu_seconds: u64) -> io::Result<()> {
    let mut socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let confinement = confinement::confine(cpu_seconds)?;
    let known = tasks.clone().with::<Probe>();
    loop {
        let Some(kind) = read(&mut socket)? else {
            return Ok(());
        };
        let kind = str::from_utf8(&kind).map_err(io::Error::other)?;
        let entry = *known
            .0
            .get(kind)
            .ok_or_else(|| io::Error::other("a task of an unknown kind"))?;
        let payload = read(&mut socket)?.ok_or(io::ErrorKind::UnexpectedEof)?;
        confinement.allow_memory(entry.memory + payload.len() as u64)?;
        // In a separate thread with a known stack size.
        let task = thread::Builder::new()
            .stack_size(STACK)
            .spawn(move || (entry.run)(payload))?;
        let answer = task.join().map_err(|_| io::Error::other("the task panicked"))??;
        socket.write_all(&frame::length(answer.len())?.to_le_bytes())?;
        socket.write_all(&answer)?;
    }
}

/// The next frame, or `None` at the end.
fn read(socket: &mut UnixStream) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match socket.read_exact(&mut length) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    let mut frame = vec![0; frame::length(u32::from_le_bytes(length) as usize)? as usize];
    socket.read_exact(&mut frame)?;
    Ok(Some(frame))
}
