//! Failure at a chosen write of a site's file. The process continues or ends.

use std::sync::{Arc, Mutex};

use tokio::sync::Notify;

use crate::support::TestSite;

/// Position of the failing write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// This row is not written, counted from 1, as on a full disk; its transaction is rolled back.
    Row(usize),
    /// The process ends before this commit is made, counted from 1.
    BeforeCommit(usize),
    /// The process ends as soon as this commit is made.
    AfterCommit(usize),
}

#[derive(Default)]
struct State {
    planned: Option<Failure>,
    rows: usize,
    commits: usize,
    /// Whether the statement that is running is refused.
    is_refused: bool,
    has_failed: bool,
    has_ended: bool,
}

/// Counts what the process of a site writes, and lets one write fail.
#[derive(Clone, Default)]
pub struct Failpoint {
    state: Arc<Mutex<State>>,
    ended: Arc<Notify>,
}

impl Failpoint {
    /// Watches the writer of `site` from now on.
    pub async fn watch(site: &TestSite) -> Self {
        let failpoint = Self::default();
        let mut db = site.tenant().await.write().await.unwrap();
        let mut handle = db.conn().lock_handle().await.unwrap();
        let watching = failpoint.clone();
        handle.set_update_hook(move |_| watching.count_row());
        let watching = failpoint.clone();
        handle.set_commit_hook(move || watching.may_commit());
        let watching = failpoint.clone();
        handle.set_progress_handler(1, move || {
            !std::mem::take(&mut watching.state.lock().unwrap().is_refused)
        });
        failpoint
    }

    /// Arms the failure and resets the count.
    pub fn plan(&self, failure: Failure) {
        *self.state.lock().unwrap() = State {
            planned: Some(failure),
            ..State::default()
        };
    }

    /// Lets every write succeed; says whether one has failed.
    pub fn clear(&self) -> bool {
        std::mem::take(&mut *self.state.lock().unwrap()).has_failed
    }

    /// Whether the process has ended, so that nothing it does reaches anyone.
    pub fn has_ended(&self) -> bool {
        self.state.lock().unwrap().has_ended
    }

    /// Waits for the end of the process.
    pub async fn ended(&self) {
        while !self.has_ended() {
            self.ended.notified().await;
        }
    }

    fn count_row(&self) {
        let mut state = self.state.lock().unwrap();
        state.rows += 1;
        if state.planned == Some(Failure::Row(state.rows)) {
            (state.is_refused, state.has_failed) = (true, true);
        }
    }

    fn may_commit(&self) -> bool {
        let mut state = self.state.lock().unwrap();
        if state.has_ended {
            return false;
        }
        state.commits += 1;
        let is_made = match state.planned {
            Some(Failure::BeforeCommit(number)) if number == state.commits => false,
            Some(Failure::AfterCommit(number)) if number == state.commits => true,
            _ => return true,
        };
        (state.has_failed, state.has_ended) = (true, true);
        self.ended.notify_one();
        is_made
    }
}
