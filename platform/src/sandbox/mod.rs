//! Runs work on untrusted input in worker processes, so that an input that crashes its reader or exhausts memory ends only a
//! worker.
//!
//! A worker is this binary, started again. It runs a [`Task`] under limits on memory, CPU time, stack and output, without files or
//! network ([`confinement`]). Sites take turns, and each worker serves one site.

mod confinement;
mod frame;
mod probe;
pub mod raw_bytes;
#[cfg(test)]
mod tests;
mod worker;

use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream as StdUnixStream;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::UnixStream;
use tokio::process::{Child, Command};

pub use worker::{CPU_SECONDS, Tasks, serve};

use crate::ids::SiteId;
use crate::turns::{Asked, Turn, Turns};

/// Work on untrusted input. The task and its output are sent between processes.
pub trait Task: Serialize + DeserializeOwned + Send + 'static {
    /// Names the task in frames, logs and metrics: `domain.verb`.
    const KIND: &'static str;

    /// Bytes of memory that the task may allocate. Tasks that need more than [`MEMORY_PER_WORKER`] are large: they run one at a time.
    const MEMORY: u64 = MEMORY_PER_WORKER;

    type Output: Serialize + DeserializeOwned + Send + 'static;

    /// Does the work, inside a worker.
    fn run(self) -> Self::Output;
}

/// Reason that a task has no output.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The worker died: its input crashed it or needed more memory, time, depth or output than is allowed.
    #[error("the input needs more memory, time or depth than is allowed")]
    Exhausted,
    /// No worker could be started.
    #[error("a sandbox worker could not be started: {0}")]
    Unavailable(#[from] io::Error),
}

/// Command line of a worker process.
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    /// Arguments that make this binary a worker, which calls [`serve`].
    pub arguments: Vec<OsString>,
    pub variables: Vec<(OsString, OsString)>,
}

/// Time on the clock after which a worker that doesn't answer is killed. CPU time is limited more strictly, by the worker itself.
const PATIENCE: Duration = Duration::from_secs(60);

/// Bytes of memory of a worker whose task isn't large.
pub const MEMORY_PER_WORKER: u64 = 96 << 20;

/// Tasks after which a worker is replaced, so that its limit on CPU time covers a few tasks only.
const TASKS_PER_WORKER: u32 = 20;

/// Starts workers and gives them tasks. Clones share the workers.
#[derive(Clone, Debug)]
pub struct Sandbox(Arc<Inner>);

/// The sandbox as one site uses it.
#[derive(Clone, Debug)]
pub struct SiteSandbox {
    sandbox: Sandbox,
    site: SiteId,
}

#[derive(Debug)]
struct Inner {
    command: WorkerCommand,
    turns: Arc<Turns<SiteId>>,
    /// Turns of large tasks.
    large: Arc<Turns<SiteId>>,
    /// At most one worker per turn, ready for the site's next task.
    idle: Mutex<Vec<Worker>>,
    parallel: usize,
}

/// A running worker process. Dropping it kills the process.
#[derive(Debug)]
struct Worker {
    site: SiteId,
    socket: UnixStream,
    /// Killed when dropped.
    _process: Child,
    tasks: u32,
}

impl Sandbox {
    /// A sandbox that runs `parallel` tasks at once.
    pub fn new(command: WorkerCommand, parallel: usize) -> Self {
        Self(Arc::new(Inner {
            command,
            turns: Turns::leaving_one(parallel),
            large: Turns::new(1),
            idle: Mutex::default(),
            parallel,
        }))
    }

    /// The sandbox for the input of `site`.
    pub fn of(&self, site: SiteId) -> SiteSandbox {
        SiteSandbox {
            sandbox: self.clone(),
            site,
        }
    }
}

impl SiteSandbox {
    /// Runs `task` in a worker, in this site's turn. Dropping the call ends the task.
    ///
    /// # Errors
    /// [`SandboxError::Exhausted`] is caused by the input, [`SandboxError::Unavailable`] by the machine.
    pub async fn run<T: Task>(&self, task: T) -> Result<T::Output, SandboxError> {
        let inner = &self.sandbox.0;
        let is_large = T::MEMORY > MEMORY_PER_WORKER;
        // Only one large task runs at a time. The next one takes up no worker while it waits, so small tasks of other sites run
        // beside it. When it's up, it goes ahead of small tasks of its own site.
        let (_large, _turn) = if is_large {
            let large = granted(inner.large.ask(self.site)).await;
            (large, granted(inner.turns.ask_first(self.site)).await)
        } else {
            (None, granted(inner.turns.ask(self.site)).await)
        };
        // A large task may need the CPU time of a whole worker.
        let mut worker = match inner.idle_worker(self.site).filter(|_| !is_large) {
            Some(worker) => worker,
            None => inner.start(self.site)?,
        };
        let answer = tokio::time::timeout(PATIENCE, worker.run(&task)).await;
        let output = match answer {
            Ok(Ok(output)) => output,
            Ok(Err(_)) | Err(_) => {
                tracing::warn!(site.id = %self.site, task = T::KIND, "a sandbox worker crashed on its input");
                metrics::counter!("suds_sandbox_deaths_total", "task" => T::KIND).increment(1);
                return Err(SandboxError::Exhausted);
            }
        };
        if !is_large {
            inner.keep(worker);
        }
        Ok(output)
    }
}

impl Inner {
    /// A worker that has worked for `site`. Those of other sites are ended if they would be too many.
    fn idle_worker(&self, site: SiteId) -> Option<Worker> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let at = idle.iter().position(|worker| worker.site == site);
        if at.is_none() && idle.len() >= self.parallel {
            idle.remove(0);
        }
        at.map(|at| idle.remove(at))
    }

    fn keep(&self, worker: Worker) {
        if worker.tasks < TASKS_PER_WORKER {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            idle.push(worker);
        }
    }

    fn start(&self, site: SiteId) -> io::Result<Worker> {
        let (ours, theirs) = StdUnixStream::pair()?;
        ours.set_nonblocking(true)?;
        let process = Command::new("/proc/self/exe")
            .args(&self.command.arguments)
            .env_clear()
            .envs(self.command.variables.iter().map(|(name, value)| (name, value)))
            // The allocator would reserve a gibibyte at once, which the limit on memory counts.
            .env("MIMALLOC_ARENA_RESERVE", "0")
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        Ok(Worker {
            site,
            socket: UnixStream::from_std(ours)?,
            _process: process,
            tasks: 0,
        })
    }
}

async fn granted(asked: Asked<SiteId>) -> Option<Turn<SiteId>> {
    match asked {
        Asked::Now(turn) => Some(turn),
        // Dropped turns are passed on, so that one always arrives.
        Asked::Later(turn) => turn.await.ok(),
    }
}

impl Worker {
    async fn run<T: Task>(&mut self, task: &T) -> io::Result<T::Output> {
        self.tasks += 1;
        frame::write(&mut self.socket, T::KIND.as_bytes()).await?;
        frame::write(&mut self.socket, &frame::encode(task)?).await?;
        let answer = frame::read(&mut self.socket).await?;
        frame::decode(&answer)
    }
}
