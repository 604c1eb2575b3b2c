use std::net::{TcpListener, TcpStream};

use serde::Deserialize;

use super::*;
use crate::random::SystemRandom;

/// Set in the processes that the tests start as workers.
const IS_WORKER: &str = "SUDS_TEST_SANDBOX_WORKER";

/// Does what its name says and returns the result.
#[derive(Serialize, Deserialize)]
enum Try {
    Answer(String),
    Allocate(usize),
    Recurse,
    Loop,
    Panic,
    ReadFile,
    Connect(u16),
    RunProgram,
}

impl Task for Try {
    const KIND: &'static str = "test.try";
    const MEMORY: u64 = 32 << 20;

    type Output = Result<String, String>;

    fn run(self) -> Self::Output {
        let told = |error: io::Error| error.kind().to_string();
        match self {
            Self::Answer(text) => Ok(text),
            Self::Allocate(bytes) => Ok(vec![1_u8; bytes].len().to_string()),
            Self::Recurse => Ok(depth(0).to_string()),
            Self::Loop => loop {
                std::hint::spin_loop();
            },
            Self::Panic => panic!("as it was asked to"),
            Self::ReadFile => std::fs::read_to_string("/etc/passwd").map_err(told),
            Self::Connect(port) => match TcpStream::connect(("127.0.0.1", port)) {
                Ok(_) => Ok("connected".to_owned()),
                Err(error) => Err(told(error)),
            },
            Self::RunProgram => match std::process::Command::new("/bin/true").status() {
                Ok(status) => Ok(status.to_string()),
                Err(error) => Err(told(error)),
            },
        }
    }
}

/// Needs as much memory as an image, until its CPU time is over.
#[derive(Serialize, Deserialize)]
struct Large;

impl Task for Large {
    const KIND: &'static str = "test.large";
    const MEMORY: u64 = 4 * MEMORY_PER_WORKER;

    type Output = ();

    fn run(self) {
        loop {
            std::hint::spin_loop();
        }
    }
}

#[expect(unconditional_recursion, reason = "the stack is to overflow")]
fn depth(level: u64) -> u64 {
    std::hint::black_box(depth(std::hint::black_box(level + 1))) + 1
}

fn sandbox() -> SiteSandbox {
    let command = WorkerCommand {
        arguments: ["sandbox::tests::worker_process", "--exact", "--nocapture"]
            .map(OsString::from)
            .to_vec(),
        variables: vec![(OsString::from(IS_WORKER), OsString::from("1"))],
    };
    Sandbox::new(command, 2).of(SiteId::generate(&SystemRandom))
}

/// Entry point of the workers that other tests start.
#[test]
fn worker_process() {
    if std::env::var_os(IS_WORKER).is_some() {
        let served = serve(&Tasks::default().with::<Try>().with::<Large>(), 2);
        std::process::exit(i32::from(served.is_err()));
    }
}

#[tokio::test]
async fn worker_runs_one_task_after_another() {
    let sandbox = sandbox();
    for text in ["one", "two"] {
        let answer = sandbox.run(Try::Answer(text.to_owned())).await.unwrap();
        assert_eq!(answer.as_deref(), Ok(text));
    }
    let large = "x".repeat(2 << 20);
    let answer = sandbox.run(Try::Answer(large.clone())).await.unwrap();
    assert!(answer == Ok(large));
}

#[tokio::test]
async fn exhausting_input_ends_only_its_worker() {
    let sandbox = sandbox();
    for hostile in [Try::Allocate(1 << 30), Try::Recurse, Try::Loop, Try::Panic] {
        let refused = sandbox.run(hostile).await;
        assert!(matches!(refused, Err(SandboxError::Exhausted)), "{refused:?}");
        let answer = sandbox.run(Try::Answer("next".to_owned())).await.unwrap();
        assert_eq!(answer.as_deref(), Ok("next"));
    }
    let fits = sandbox.run(Try::Allocate(8 << 20)).await.unwrap();
    assert_eq!(fits, Ok((8 << 20).to_string()));
}

#[tokio::test]
async fn worker_reaches_no_files_network_or_programs() {
    let sandbox = sandbox();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    for attempt in [Try::ReadFile, Try::Connect(port), Try::RunProgram] {
        let answer = sandbox.run(attempt).await.unwrap();
        assert_eq!(answer, Err(io::ErrorKind::PermissionDenied.to_string()));
    }
}

#[tokio::test]
async fn large_tasks_of_a_site_delay_no_task_of_another() {
    let of_one = sandbox();
    let of_another = of_one.sandbox.of(SiteId::generate(&SystemRandom));
    let mut running: Vec<_> = (0..3)
        .map(|_| {
            let sandbox = of_one.clone();
            tokio::spawn(async move { sandbox.run(Large).await })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let answer = of_another.run(Try::Answer(String::new())).await;
    answer.unwrap().unwrap();
    assert!(running.iter().all(|large| !large.is_finished()));
    // Large ones take turns by site.
    of_another.run(Large).await.unwrap_err();
    assert!(running.pop().is_some_and(|last| !last.is_finished()));
}

#[tokio::test]
async fn sites_share_no_worker() {
    let of_one = sandbox();
    let of_another = of_one.sandbox.of(SiteId::generate(&SystemRandom));
    for sandbox in [&of_one, &of_another, &of_one] {
        sandbox.run(Try::Answer(String::new())).await.unwrap().unwrap();
    }
    let idle = of_one.sandbox.0.idle.lock().unwrap();
    let mut tasks: Vec<u32> = idle.iter().map(|worker| worker.tasks).collect();
    tasks.sort_unstable();
    assert_eq!(tasks, [1, 2]);
}
