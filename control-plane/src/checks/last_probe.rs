//! Result of the last probe of the object store.

use std::sync::{Mutex, PoisonError};

use super::check::Check;

/// Name of the check.
pub(super) const NAME: &str = "object store";

/// Result of the last probe.
#[derive(Debug, Default)]
pub struct StoreProbe(Mutex<Option<Check>>);

impl StoreProbe {
    /// Result of the last probe.
    pub(super) fn last(&self) -> Check {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        last.unwrap_or_else(|| Check::ok(NAME, "not checked yet"))
    }

    pub(super) fn set(&self, check: Check) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(check);
    }
}
