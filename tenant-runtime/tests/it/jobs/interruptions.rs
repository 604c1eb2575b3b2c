//! Hanging jobs, a busy database, callers that leave and processes that die.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use platform::ids::SiteId;
use platform::jobs::{self, Handlers, Job, Lane};
use platform::tenancy::{DueError, DueIndex};
use serde::{Deserialize, Serialize};
use tenant_runtime::process::runner_of;
use tokio::sync::{Notify, mpsc};
use tokio_util::sync::CancellationToken;

use super::{Hang, PATIENCE, Work, enqueue, left};
use crate::support::{Installation, Log};

/// Email of a site.
#[derive(Serialize, Deserialize)]
struct Email {}

impl Job for Email {
    const KIND: &'static str = "test.email";
    const LANE: Lane = Lane::Mail;
}

/// Work whose payload is personal data.
#[derive(Serialize, Deserialize)]
struct Personal {
    name: String,
}

impl Job for Personal {
    const KIND: &'static str = "test.personal";
    const ERASED_WHEN_GIVEN_UP: bool = true;
}

#[tokio::test]
async fn hanging_job_delays_no_email_of_its_site() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let answer = Arc::new(Notify::new());
    let mut handlers = Handlers::default();
    let (began, mut begun) = mpsc::unbounded_channel();
    let hangs = Arc::clone(&answer);
    handlers.on(move |_, Hang {}| {
        let (began, hangs) = (began.clone(), Arc::clone(&hangs));
        async move {
            began.send(()).unwrap();
            hangs.notified().await;
            Ok(())
        }
    });
    let (did, mut sent) = mpsc::unbounded_channel();
    handlers.on(move |_, Email {}| {
        let did = did.clone();
        async move {
            did.send(()).unwrap();
            Ok(())
        }
    });
    let runner = runner_of(&installation.runtime, handlers);
    let stop = CancellationToken::new();
    let running = tokio::spawn(runner.run(Arc::clone(&installation.runtime.due), stop.clone()));
    enqueue(&site, Hang {}).await;
    tokio::time::timeout(PATIENCE, begun.recv()).await.unwrap().unwrap();
    for _ in 0..2 {
        enqueue(&site, Email {}).await;
        tokio::time::timeout(PATIENCE, sent.recv()).await.unwrap().unwrap();
    }
    stop.cancel();
    answer.notify_one();
    running.await.unwrap();
}

/// Index with one site that can't be read the first time.
struct FailingDueIndex {
    site: SiteId,
    has_failed: AtomicBool,
}

impl DueIndex for FailingDueIndex {
    fn set(&self, _: SiteId, _: Option<Timestamp>) -> BoxFuture<'_, Result<(), DueError>> {
        Box::pin(async { Ok(()) })
    }

    fn all(&self) -> BoxFuture<'_, Result<Vec<(SiteId, Timestamp)>, DueError>> {
        let is_first = !self.has_failed.swap(true, Ordering::Relaxed);
        Box::pin(async move {
            if is_first {
                return Err(DueError("the disk is full".to_owned()));
            }
            Ok(vec![(self.site, Timestamp::MIN)])
        })
    }
}

#[tokio::test]
async fn jobs_of_idle_sites_run_after_their_index_failed_at_start() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    // Unlike a commit, this schedules nothing.
    site.change(
        "INSERT INTO jobs (kind, payload, due_at, attempts, dead, created_at) VALUES ('test.email', '{}', 0, 0, 0, 0)",
    )
    .await;
    let mut handlers = Handlers::default();
    let (did, mut sent) = mpsc::unbounded_channel();
    handlers.on(move |_, Email {}| {
        let did = did.clone();
        async move {
            did.send(()).unwrap();
            Ok(())
        }
    });
    let due = Arc::new(FailingDueIndex {
        site: site.site.id,
        has_failed: AtomicBool::new(false),
    });
    let stop = CancellationToken::new();
    let runner = runner_of(&installation.runtime, handlers);
    let running = tokio::spawn(runner.run(due, stop.clone()));
    tokio::time::timeout(PATIENCE, sent.recv()).await.unwrap().unwrap();
    stop.cancel();
    running.await.unwrap();
}

#[tokio::test]
async fn results_of_jobs_are_recorded_once_the_database_is_free() {
    let (log, _guard) = Log::of_this_test();
    let installation = Installation::impatient().await;
    let site = installation.site().await;
    let tenant = site.tenant().await;
    let (hold, mut held) = mpsc::unbounded_channel();
    let mut handlers = Handlers::default();
    handlers.on(move |_, Work { .. }| {
        let (hold, tenant) = (hold.clone(), tenant.clone());
        async move {
            hold.send(tenant.write().await.unwrap()).unwrap();
            Ok(())
        }
    });
    enqueue(&site, Work::of("once")).await;
    let runner = runner_of(&installation.runtime, handlers);
    let run = async { runner.run_due(&site.site).await.unwrap() };
    let free = async {
        let writer = held.recv().await.unwrap();
        while log.text().matches("failed to record job results").count() == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        drop(writer);
    };
    let (runs, ()) = tokio::join!(run, free);
    assert_eq!(runs, 1);
    let left: Vec<(i64,)> = site.rows("SELECT id FROM jobs").await;
    assert_eq!(left, []);
}

#[tokio::test]
async fn commit_of_an_aborted_request_starts_its_jobs() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let (did, mut done) = mpsc::unbounded_channel();
    let mut handlers = Handlers::default();
    handlers.on(move |_, Work { whose }| {
        let did = did.clone();
        async move {
            did.send(whose).unwrap();
            Ok(())
        }
    });
    let tenant = site.tenant().await;
    let stop = CancellationToken::new();
    let runner = runner_of(&installation.runtime, handlers);
    let running = tokio::spawn(runner.run(Arc::clone(&installation.runtime.due), stop.clone()));
    let mut db = tenant.write().await.unwrap();
    jobs::enqueue(&mut db, tenant.now(), tenant.now(), &Work::of("left"))
        .await
        .unwrap();
    let mut commit = Box::pin(db.commit());
    assert!(futures_util::poll!(&mut commit).is_pending());
    drop(commit);
    assert_eq!(
        tokio::time::timeout(PATIENCE, done.recv()).await.unwrap().unwrap(),
        "left"
    );
    stop.cancel();
    running.await.unwrap();
}

#[tokio::test]
async fn job_that_ends_the_server_is_quarantined_after_three_attempts() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let name = "Ada".to_owned();
    enqueue(&site, Personal { name }).await;
    for crashes in 1..=3 {
        let (began, mut begun) = mpsc::unbounded_channel();
        let mut handlers = Handlers::default();
        handlers.on(move |_, Personal { .. }| {
            began.send(()).unwrap();
            std::future::pending()
        });
        let runner = runner_of(&installation.runtime, handlers);
        let due = Arc::clone(&installation.runtime.due);
        // Dropping a runtime of one thread ends its tasks as a crash would: none of them sees another one end.
        let process = move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.spawn(runner.run(due, CancellationToken::new()));
            runtime.block_on(async { tokio::time::timeout(PATIENCE, begun.recv()).await.unwrap().unwrap() });
        };
        tokio::task::spawn_blocking(process).await.unwrap();
        restarted(&installation).await;
        let (attempts, error, is_dead) = left(&site).await;
        assert_eq!((attempts, is_dead), (crashes, crashes == 3));
        assert_eq!(error.as_deref(), Some("The server ended while this job ran."));
        installation.clock.advance(SignedDuration::from_mins(1));
    }
    let payload: Vec<(String,)> = site.rows("SELECT payload FROM jobs").await;
    assert_eq!(payload, [("{}".to_owned(),)], "no personal data stays");
    site.expect_dead(&[Personal::KIND]).await;
}

/// Starts the server and stops it at once: crashes are counted at the start.
async fn restarted(installation: &Installation) {
    let stop = CancellationToken::new();
    stop.cancel();
    let mut handlers = Handlers::default();
    handlers.on(async |_, Personal { .. }| Ok(()));
    let runner = runner_of(&installation.runtime, handlers);
    runner.run(Arc::clone(&installation.runtime.due), stop).await;
}
