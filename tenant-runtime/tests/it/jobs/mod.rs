//! The runner of background work, over real sites.

mod interruptions;

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use platform::jobs::{self, Attempt, Handlers, Job, JobError, JobState};
use serde::{Deserialize, Serialize};
use tenant_runtime::error::Fault;
use tenant_runtime::process::runner_of;
use tokio::sync::{Notify, mpsc};
use tokio_util::sync::CancellationToken;

use crate::support::{Installation, Log, TestSite};

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Hangs until the test lets it go.
#[derive(Serialize, Deserialize)]
struct Hang {}

impl Job for Hang {
    const KIND: &'static str = "test.hang";
}

#[derive(Serialize, Deserialize)]
struct Work {
    whose: String,
}

impl Job for Work {
    const KIND: &'static str = "test.work";
}

impl Work {
    fn of(whose: &str) -> Self {
        Self {
            whose: whose.to_owned(),
        }
    }
}

/// An earlier shape of [`Work`].
#[derive(Serialize, Deserialize)]
struct OldWork {
    whose: (String, String),
}

impl Job for OldWork {
    const KIND: &'static str = Work::KIND;
}

#[derive(Serialize, Deserialize)]
struct Owed {}

impl Job for Owed {
    const KIND: &'static str = "payments.owed";
    const NEVER_GIVEN_UP: bool = true;
}

async fn enqueue(site: &TestSite, job: impl Job) {
    let tenant = site.tenant().await;
    let mut db = tenant.write().await.unwrap();
    jobs::enqueue(&mut db, tenant.now(), tenant.now(), &job).await.unwrap();
    db.commit().await.unwrap();
}

/// Work that exists once.
#[derive(Serialize, Deserialize)]
struct Single {}

impl Job for Single {
    const KIND: &'static str = "test.single";

    fn key(&self) -> Option<String> {
        Some("single".to_owned())
    }
}

/// Attempts, error and state of the site's only job.
async fn left(site: &TestSite) -> (i64, Option<String>, bool) {
    let mut db = site.tenant().await.read().await.unwrap();
    sqlx::query_as("SELECT attempts, last_error, dead FROM jobs")
        .fetch_one(db.conn())
        .await
        .unwrap()
}

#[tokio::test]
async fn site_waiting_for_a_processor_delays_no_other() {
    let installation = Installation::new().await;
    let (began, mut begun) = mpsc::unbounded_channel();
    let answers = Arc::new(Notify::new());
    let mut handlers = Handlers::default();
    let answer = Arc::clone(&answers);
    handlers.on(move |attempt: Attempt, Hang {}| {
        let (began, answer) = (began.clone(), Arc::clone(&answer));
        async move {
            began.send(attempt.site.subdomain.to_string()).unwrap();
            answer.notified().await;
            Ok(())
        }
    });
    let (did, mut done) = mpsc::unbounded_channel();
    handlers.on(move |_, Work { whose }| {
        let did = did.clone();
        async move {
            did.send(whose).unwrap();
            Ok(())
        }
    });
    let runner = runner_of(&installation.runtime, handlers);
    let stop = CancellationToken::new();
    let running = tokio::spawn(runner.run(Arc::clone(&installation.runtime.due), stop.clone()));

    // More than have a turn at once.
    for number in 0..12 {
        let site = installation.site_called(&format!("hang{number}")).await;
        enqueue(&site, Hang {}).await;
    }
    let quick = installation.site_called("quick").await;
    enqueue(&quick, Work::of("quick")).await;
    tokio::time::timeout(PATIENCE, async {
        for _ in 0..12 {
            begun.recv().await.unwrap();
        }
        assert_eq!(done.recv().await.unwrap(), "quick");
    })
    .await
    .unwrap();
    stop.cancel();
    while !running.is_finished() {
        answers.notify_waiters();
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn job_that_moves_money_is_retried_forever_and_logged_at_intervals() {
    let (log, _guard) = Log::of_this_test();
    let installation = Installation::new().await;
    let site = installation.site().await;
    let mut handlers = Handlers::default();
    handlers.on(async |attempt: Attempt, Owed {}| {
        if attempt.earlier < 1500 {
            return Err(JobError::transient("the processor is away"));
        }
        Ok(())
    });
    let runner = runner_of(&installation.runtime, handlers);
    enqueue(&site, Owed {}).await;
    let mut runs = 0;
    while runs <= 1500 {
        runs += runner.run_due(&site.site).await.unwrap();
        installation.clock.advance(SignedDuration::from_mins(5));
    }
    assert_eq!(log.errors("job keeps failing"), 37);
    assert_eq!(log.errors("job failed permanently"), 0);
}

#[tokio::test]
async fn dead_job_is_logged_and_found_by_the_check() {
    let (log, _guard) = Log::of_this_test();
    let installation = Installation::new().await;
    let site = installation.site().await;
    let mut handlers = Handlers::default();
    handlers.on(async |_, Owed {}| Err(JobError::permanent("the currency is unknown")));
    let runner = runner_of(&installation.runtime, handlers);
    enqueue(&site, Owed {}).await;
    runner.run_due(&site.site).await.unwrap();
    assert_eq!(log.errors("job failed permanently"), 1);
    let found = site.violations().await;
    assert_eq!(
        found,
        ["Background job 1 (payments.owed) failed: the currency is unknown"]
    );
    site.expect_dead(&[Owed::KIND]).await;
}

#[tokio::test]
#[should_panic(expected = "failed: its work cannot be done")]
async fn test_with_a_dead_job_fails() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let mut handlers = Handlers::default();
    handlers.on(async |_, Hang {}| Err(JobError::permanent("its work cannot be done")));
    enqueue(&site, Hang {}).await;
    runner_of(&installation.runtime, handlers)
        .run_due(&site.site)
        .await
        .unwrap();
}

#[tokio::test]
async fn retried_dead_job_starts_over() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let (did, mut done) = mpsc::unbounded_channel();
    let mut handlers = Handlers::default();
    handlers.on(move |attempt: Attempt, Hang {}| {
        did.send(attempt.earlier).unwrap();
        async { Err(JobError::permanent("its work cannot be done")) }
    });
    let runner = runner_of(&installation.runtime, handlers);
    enqueue(&site, Hang {}).await;
    enqueue(&site, Hang {}).await;
    runner.run_due(&site.site).await.unwrap();
    let tenant = site.tenant().await;
    let mut db = tenant.write().await.unwrap();
    let revived = jobs::retry(&mut db, tenant.now(), Some(1)).await.unwrap();
    assert_eq!(
        (revived.len(), revived[0].id, revived[0].state),
        (1, 1, JobState::Waiting)
    );
    db.commit().await.unwrap();
    assert_eq!(runner.run_due(&site.site).await.unwrap(), 1);
    let mut db = tenant.write().await.unwrap();
    assert_eq!(jobs::retry(&mut db, tenant.now(), None).await.unwrap().len(), 2);
    assert!(jobs::discard(&mut db, 1).await.unwrap().is_none(), "it waits");
    db.commit().await.unwrap();
    assert_eq!(runner.run_due(&site.site).await.unwrap(), 2);
    let mut attempts = Vec::new();
    while let Ok(earlier) = done.try_recv() {
        attempts.push(earlier);
    }
    assert_eq!(attempts, [0; 5]);
    let mut db = tenant.write().await.unwrap();
    for id in [1, 2] {
        assert!(jobs::discard(&mut db, id).await.unwrap().is_some());
    }
    assert_eq!(jobs::list(&mut db, None).await.unwrap(), []);
    db.commit().await.unwrap();
}

#[tokio::test]
async fn job_of_a_later_version_waits_for_it() {
    let (log, _guard) = Log::of_this_test();
    let installation = Installation::new().await;
    let site = installation.site().await;
    enqueue(&site, Work::of("later")).await;
    let this_version = runner_of(&installation.runtime, Handlers::default());
    for _ in 0..3 {
        assert_eq!(this_version.run_due(&site.site).await.unwrap(), 1);
        assert_eq!(this_version.run_due(&site.site).await.unwrap(), 0);
        assert_eq!(left(&site).await, (0, None, false));
        installation.clock.advance(SignedDuration::from_mins(15));
    }
    let text = log.text();
    assert_eq!(text.matches("unknown job kind").count(), 3, "{text}");
    let (did, mut done) = mpsc::unbounded_channel();
    let mut handlers = Handlers::default();
    handlers.on(move |_, Work { whose }| {
        did.send(whose).unwrap();
        async { Ok(()) }
    });
    runner_of(&installation.runtime, handlers)
        .run_due(&site.site)
        .await
        .unwrap();
    assert_eq!(done.recv().await.unwrap(), "later");
}

#[tokio::test]
async fn failed_job_keeps_its_cause() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let mut handlers = Handlers::default();
    handlers.on(async |_, Hang {}| {
        let cause = std::io::Error::other("the disk is gone");
        Err(Fault::internal(cause).into())
    });
    enqueue(&site, Hang {}).await;
    runner_of(&installation.runtime, handlers)
        .run_due(&site.site)
        .await
        .unwrap();
    assert_eq!(left(&site).await, (1, Some("the disk is gone".to_owned()), false));
}

#[tokio::test]
async fn unreadable_job_data_is_not_quoted() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let mut handlers = Handlers::default();
    handlers.on(async |_, Work { .. }| Ok(()));
    let whose = ("Ada".to_owned(), "ada@example.com".to_owned());
    enqueue(&site, OldWork { whose }).await;
    runner_of(&installation.runtime, handlers)
        .run_due(&site.site)
        .await
        .unwrap();
    let told = "this version can't read the job".to_owned();
    assert_eq!(left(&site).await, (1, Some(told), true));
    site.expect_dead(&[Work::KIND]).await;
}

#[tokio::test]
async fn job_rescheduled_while_running_runs_again() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let tenant = site.tenant().await;
    for ends in ["done", "postponed", "failed", "dead"] {
        let (did, mut done) = mpsc::unbounded_channel();
        let mut handlers = Handlers::default();
        let held = tenant.clone();
        handlers.on(move |attempt: Attempt, Single {}| {
            let (did, tenant) = (did.clone(), held.clone());
            async move {
                did.send(attempt.job).unwrap();
                let now = tenant.now();
                let mut db = tenant.write().await.unwrap();
                let revision: i64 = sqlx::query_scalar("SELECT revision FROM jobs")
                    .fetch_one(db.conn())
                    .await
                    .unwrap();
                if revision > 0 {
                    return Ok(());
                }
                jobs::reschedule(&mut db, now, now, &Single {}).await.unwrap();
                db.commit().await.unwrap();
                match ends {
                    "done" => Ok(()),
                    "postponed" => Err(JobError::NotBefore(now + SignedDuration::from_hours(1))),
                    "failed" => Err(JobError::transient("the processor is away")),
                    _ => Err(JobError::permanent("its work cannot be done")),
                }
            }
        });
        let mut db = tenant.write().await.unwrap();
        jobs::reschedule(&mut db, tenant.now(), tenant.now(), &Single {})
            .await
            .unwrap();
        db.commit().await.unwrap();
        runner_of(&installation.runtime, handlers)
            .run_due(&site.site)
            .await
            .unwrap();
        let runs: Vec<i64> = std::iter::from_fn(|| done.try_recv().ok()).collect();
        assert_eq!(runs.len(), 2, "{ends}");
        assert_eq!(runs[0], runs[1], "the same job");
        let left: Vec<(i64,)> = site.rows("SELECT id FROM jobs").await;
        assert_eq!(left, [], "{ends}");
    }
}
