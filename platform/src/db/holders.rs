//! Requests and jobs that hold a connection. With two readers, two requests that each waited for a second one would wait for each
//! other.

use std::collections::HashSet;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

tokio::task_local! {
    static UNIT: u64;
}

static NEXT_UNIT: AtomicU64 = AtomicU64::new(1);

/// Runs `work`, such as a request, as one unit that holds at most one connection of a database. A spawned task is a unit without it.
pub async fn unit_of_work<F: Future>(work: F) -> F::Output {
    UNIT.scope(NEXT_UNIT.fetch_add(1, Ordering::Relaxed), work).await
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Unit {
    Scope(u64),
    Task(tokio::task::Id),
}

fn current() -> Option<Unit> {
    let scope = UNIT.try_with(|id| Unit::Scope(*id)).ok();
    scope.or_else(|| tokio::task::try_id().map(Unit::Task))
}

/// The units that hold a connection of one database.
#[derive(Debug, Default)]
pub(super) struct Holders(Mutex<HashSet<Unit>>);

/// A unit's hold on its connection, until it is dropped.
#[derive(Debug)]
pub(super) struct Held {
    holders: Arc<Holders>,
    unit: Option<Unit>,
}

impl Holders {
    /// Whether the current unit holds a connection. Doing so is a mistake in the program, which tests find: they panic here.
    pub(super) fn is_holding(&self) -> bool {
        let holds = current().is_some_and(|unit| self.units().contains(&unit));
        debug_assert!(
            !holds,
            "a request or job with a database connection requested another one"
        );
        if holds {
            tracing::error!("a request or job with a database connection requested another one");
        }
        holds
    }

    /// Notes that the current unit holds a connection.
    pub(super) fn enter(self: &Arc<Self>) -> Held {
        let unit = current().filter(|unit| self.units().insert(*unit));
        Held {
            holders: Arc::clone(self),
            unit,
        }
    }

    fn units(&self) -> MutexGuard<'_, HashSet<Unit>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(unit) = self.unit {
            self.holders.units().remove(&unit);
        }
    }
}
