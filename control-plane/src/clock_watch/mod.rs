//! Guard against a clock that is wrong for a while. The newest instant is kept in a file. While the clock is far ahead of it, or
//! behind it, background work that can't be undone waits: deleting, charging, pruning and emailing.

mod endpoint;
pub mod rules;

pub use endpoint::routes;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use platform::clock::SharedClock;
use serde::{Deserialize, Serialize};
use tenant_runtime::runtime::SharedRuntime;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;

use crate::data_dir::sync_folder;
use rules::{Verdict, judge};

/// Interval for comparing the clock.
const TICK: Duration = Duration::from_secs(1);
/// Ticks between two writes of the newest instant.
const WRITE_EVERY: u32 = 60;
/// Ticks between two reports of a clock that may be wrong.
const REPORT_EVERY: u32 = 900;

/// State of the clock, as `suds clock` prints it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClockReport {
    #[schema(value_type = String, format = DateTime)]
    pub now: Timestamp,
    /// Newest instant that the installation has written.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub newest: Option<Timestamp>,
    /// Whether background jobs run.
    pub is_trusted: bool,
}

/// Newest written instant and the verdict about the clock.
#[derive(Debug)]
pub struct ClockWatch {
    file: PathBuf,
    newest: Mutex<Option<Timestamp>>,
    is_trusted: watch::Sender<bool>,
}

impl ClockWatch {
    /// Reads the newest instant from `file`. An unreadable one counts as missing.
    pub(crate) fn open(file: PathBuf) -> Self {
        let newest = std::fs::read_to_string(&file).ok();
        let newest = newest.and_then(|text| text.trim().parse().ok());
        Self {
            file,
            newest: Mutex::new(newest),
            is_trusted: watch::Sender::new(true),
        }
    }

    fn newest(&self) -> MutexGuard<'_, Option<Timestamp>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Compares the clock, and reports a change of the verdict.
    fn look(&self, now: Timestamp) -> Verdict {
        let newest = *self.newest();
        let verdict = judge(newest, now);
        let is_trusted = verdict == Verdict::Plausible;
        if is_trusted {
            *self.newest() = newest.max(Some(now));
        }
        let is_changed = self
            .is_trusted
            .send_if_modified(|known| std::mem::replace(known, is_trusted) != is_trusted);
        if is_changed {
            self.report(verdict, now);
        }
        verdict
    }

    fn report(&self, verdict: Verdict, now: Timestamp) {
        let newest = self.newest().map(|at| at.to_string()).unwrap_or_default();
        match verdict {
            Verdict::Plausible => {
                tracing::info!(%now, newest, "the clock agrees with the stored data; background jobs continue")
            }
            Verdict::Ahead | Verdict::Behind => tracing::error!(
                %now,
                newest,
                "the clock may be wrong: it is more than a day ahead of the stored data, or behind it; background jobs wait; \
                 correct the clock, or run `suds clock confirm` if it is right"
            ),
        }
    }

    /// Writes the newest instant, so that the next start can compare its clock.
    fn write(&self) -> io::Result<()> {
        let Some(newest) = *self.newest() else { return Ok(()) };
        let folder = self.file.parent().unwrap_or(Path::new("/"));
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        writeln!(file, "{newest}")?;
        file.as_file().sync_all()?;
        file.persist(&self.file)?;
        sync_folder(folder)
    }

    /// Accepts the clock as correct, whatever the stored instant is.
    ///
    /// # Errors
    /// The disk fails.
    pub(crate) fn confirm(&self, now: Timestamp) -> io::Result<ClockReport> {
        *self.newest() = Some(now);
        self.write()?;
        self.look(now);
        Ok(self.state(now))
    }

    pub(crate) fn state(&self, now: Timestamp) -> ClockReport {
        let newest = *self.newest();
        ClockReport {
            now,
            newest,
            is_trusted: judge(newest, now) == Verdict::Plausible,
        }
    }

    /// The first comparison, before any background work.
    pub(crate) fn start(&self, now: Timestamp) -> bool {
        self.look(now) == Verdict::Plausible
    }

    /// Compares the clock and writes the newest instant until `stop`.
    pub(crate) async fn run(&self, clock: SharedClock, stop: CancellationToken) {
        let mut tick = tokio::time::interval(TICK);
        let mut ticks = 0_u32;
        loop {
            tokio::select! {
                () = stop.cancelled() => break,
                _ = tick.tick() => {}
            }
            let now = clock.now();
            let verdict = self.look(now);
            if ticks.is_multiple_of(WRITE_EVERY) {
                self.write_or_warn();
            }
            if verdict != Verdict::Plausible && ticks > 0 && ticks.is_multiple_of(REPORT_EVERY) {
                self.report(verdict, now);
            }
            ticks = ticks.wrapping_add(1);
        }
        self.write_or_warn();
    }

    fn write_or_warn(&self) {
        if let Err(error) = self.write() {
            tracing::warn!(%error, "failed to save the clock's latest time");
        }
    }

    async fn becomes(&self, is_trusted: bool) {
        let mut changes = self.is_trusted.subscribe();
        // The sender is `self`, so it isn't closed.
        let _ = changes.wait_for(|known| *known == is_trusted).await;
    }
}

/// Tells the sites' back offices until `stop` whether background jobs wait for the clock.
pub(crate) async fn tell_sites(watch: Arc<ClockWatch>, runtime: SharedRuntime, stop: CancellationToken) {
    let follow = async {
        loop {
            watch.becomes(false).await;
            runtime.is_clock_held.store(true, Ordering::Relaxed);
            watch.becomes(true).await;
            runtime.is_clock_held.store(false, Ordering::Relaxed);
        }
    };
    tokio::select! {
        () = stop.cancelled() => {}
        () = follow => {}
    }
}

/// Runs `work` until `stop`, but only while the clock is trusted. It is stopped and started again as needed.
pub(crate) async fn while_trusted<F: Future<Output = ()>>(
    watch: Arc<ClockWatch>,
    stop: CancellationToken,
    work: impl Fn(CancellationToken) -> F,
) {
    while !stop.is_cancelled() {
        tokio::select! {
            () = stop.cancelled() => return,
            () = watch.becomes(true) => {}
        }
        let round = stop.child_token();
        let mut work = Box::pin(work(round.clone()));
        tokio::select! {
            () = &mut work => {}
            () = watch.becomes(false) => {
                round.cancel();
                work.await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    #[test]
    fn clock_that_was_ahead_is_trusted_again_when_it_is_corrected_or_confirmed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("clock");
        let now: Timestamp = "2026-11-25T12:00:00Z".parse().unwrap();
        let watch = ClockWatch::open(file.clone());
        assert!(watch.start(now));
        watch.write().unwrap();

        let watch = ClockWatch::open(file.clone());
        let ahead = now + SignedDuration::from_hours(40 * 24);
        assert!(!watch.start(ahead));
        watch.write().unwrap();
        assert_eq!(watch.state(now).newest, Some(now), "a wrong instant isn't kept");
        assert!(watch.start(now + SignedDuration::from_secs(5)));

        let watch = ClockWatch::open(file.clone());
        assert!(!watch.start(ahead));
        assert!(watch.confirm(ahead).unwrap().is_trusted);
        let watch = ClockWatch::open(file);
        assert!(watch.start(ahead));
        assert!(!watch.start(now), "it is behind");
    }

    #[tokio::test]
    async fn work_waits_while_the_clock_is_not_trusted() {
        let folder = tempfile::tempdir().unwrap();
        let watch = Arc::new(ClockWatch::open(folder.path().join("clock")));
        let now: Timestamp = "2026-11-25T12:00:00Z".parse().unwrap();
        let ahead = now + SignedDuration::from_hours(25);
        assert!(watch.start(now) && !watch.start(ahead));
        let (started, mut starts) = tokio::sync::mpsc::unbounded_channel();
        let stop = CancellationToken::new();
        let running = tokio::spawn(while_trusted(Arc::clone(&watch), stop.clone(), move |round| {
            started.send(()).unwrap();
            async move { round.cancelled().await }
        }));
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(starts.try_recv().is_err());
        watch.confirm(ahead).unwrap();
        starts.recv().await.unwrap();
        watch.look(now);
        tokio::time::sleep(Duration::from_millis(20)).await;
        watch.confirm(now).unwrap();
        starts.recv().await.unwrap();
        stop.cancel();
        running.await.unwrap();
    }
}
