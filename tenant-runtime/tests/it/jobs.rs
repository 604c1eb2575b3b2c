//! The runner of background work, over real sites.

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use platform::jobs::{self, Handlers, JobError, NewJob, Runner};
use tokio::sync::{Notify, mpsc};
use tokio_util::sync::CancellationToken;

use crate::support::{Installation, Log, TestSite};

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

async fn enqueue(site: &TestSite, kind: &'static str) {
    let tenant = site.tenant().await;
    let mut db = tenant.write().await.unwrap();
    let job = NewJob {
        kind,
        key: None,
        due_at: tenant.now(),
    };
    jobs::enqueue(&mut db, tenant.now(), job, &()).await.unwrap();
    db.commit().await.unwrap();
}

fn runner(installation: &Installation, handlers: Handlers) -> Arc<Runner> {
    let runtime = &installation.runtime;
    Arc::new(Runner::new(
        Arc::clone(&runtime.directory),
        Arc::clone(&runtime.sites),
        handlers,
        Arc::clone(&runtime.clock),
        Arc::clone(&runtime.schedule),
    ))
}

#[tokio::test]
async fn sites_that_wait_for_a_processor_hold_up_nobody_else() {
    let installation = Installation::new().await;
    let (began, mut begun) = mpsc::unbounded_channel();
    let answers = Arc::new(Notify::new());
    let mut handlers = Handlers::default();
    let answer = Arc::clone(&answers);
    handlers.on("test.hang", move |site, _, _| {
        let (began, answer) = (began.clone(), Arc::clone(&answer));
        Box::pin(async move {
            began.send(site.subdomain.to_string()).unwrap();
            answer.notified().await;
            Ok(())
        })
    });
    let (did, mut done) = mpsc::unbounded_channel();
    handlers.on("test.work", move |_, _, _| {
        let did = did.clone();
        Box::pin(async move {
            did.send(()).unwrap();
            Ok(())
        })
    });
    let runner = runner(&installation, handlers);
    let stop = CancellationToken::new();
    let running = tokio::spawn(runner.run(Arc::clone(&installation.runtime.due), stop.clone()));

    // More than have a turn at once.
    for number in 0..12 {
        let site = installation.site_called(&format!("hang{number}")).await;
        enqueue(&site, "test.hang").await;
    }
    let quick = installation.site_called("quick").await;
    enqueue(&quick, "test.work").await;
    tokio::time::timeout(PATIENCE, async {
        for _ in 0..12 {
            begun.recv().await.unwrap();
        }
        done.recv().await.unwrap();
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
async fn what_owes_money_is_tried_for_ever_and_told_now_and_then() {
    let (log, _guard) = Log::of_this_test();
    let installation = Installation::new().await;
    let site = installation.site().await;
    let mut handlers = Handlers::default();
    handlers.on("test.owes", |_, _, job| {
        Box::pin(async move {
            if job.attempts < 1500 {
                return Err(JobError::Transient("the processor is away".to_owned()));
            }
            Ok(())
        })
    });
    handlers.never_give_up("test.owes");
    let runner = runner(&installation, handlers);
    enqueue(&site, "test.owes").await;
    let mut runs = 0;
    while runs <= 1500 {
        runs += runner.run_due(&site.site).await.unwrap();
        installation.clock.advance(SignedDuration::from_mins(5));
    }
    assert_eq!(log.errors("a job keeps failing"), 37);
    assert_eq!(log.errors("a job is dead"), 0);
}

#[tokio::test]
async fn a_dead_job_is_an_error_and_a_finding_of_the_check() {
    let (log, _guard) = Log::of_this_test();
    let installation = Installation::new().await;
    let site = installation.site().await;
    let mut handlers = Handlers::default();
    handlers.on("payments.never", |_, _, _| {
        Box::pin(async { Err(JobError::Permanent("the currency is unknown".to_owned())) })
    });
    let runner = runner(&installation, handlers);
    enqueue(&site, "payments.never").await;
    runner.run_due(&site.site).await.unwrap();
    assert_eq!(log.errors("a job is dead"), 1);
    let tenant = site.tenant().await;
    let found = tenant_runtime::check::violations(&mut tenant.read().await.unwrap())
        .await
        .unwrap();
    assert_eq!(found, ["job 1 (payments.never) is dead: the currency is unknown"]);
    // The kit holds every site against the check.
    let mut db = tenant.write().await.unwrap();
    sqlx::query("DELETE FROM jobs").execute(db.conn()).await.unwrap();
    db.commit().await.unwrap();
}
