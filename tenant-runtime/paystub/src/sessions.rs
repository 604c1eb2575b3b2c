//! Open hosted forms. They are in memory: a restart loses forms, but never cards.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::{SignedDuration, Timestamp};

use crate::chance;

/// Lifetime of a form.
const LIFETIME: SignedDuration = SignedDuration::from_mins(10);

pub(crate) struct Sessions<T> {
    open: Mutex<HashMap<String, (Timestamp, T)>>,
}

impl<T> Default for Sessions<T> {
    fn default() -> Self {
        Self { open: Mutex::default() }
    }
}

impl<T: Clone> Sessions<T> {
    pub(crate) fn open(&self, id: String, session: T) {
        self.lock().insert(id, (chance::now(), session));
    }

    pub(crate) fn find(&self, id: &str) -> Option<T> {
        let open = self.lock();
        let (opened, session) = open.get(id)?;
        (chance::now().duration_since(*opened) < LIFETIME).then(|| session.clone())
    }

    pub(crate) fn close(&self, id: &str) {
        self.lock().remove(id);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, (Timestamp, T)>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
