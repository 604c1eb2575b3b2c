//! Master key of this process, and its rotation.

mod rotate;

pub(crate) use rotate::wrap_anew;
pub use rotate::{RotateError, Rotated, rotate};

use std::sync::{Arc, PoisonError, RwLock};

use platform::keys::MasterKey;

/// The master key, shared by everything that unwraps with it. A rotation replaces it.
#[derive(Clone)]
pub struct SharedMaster(Arc<RwLock<MasterKey>>);

impl SharedMaster {
    pub(crate) fn new(key: MasterKey) -> Self {
        Self(Arc::new(RwLock::new(key)))
    }

    /// Current key with previous ones. Get it after reading the data to unwrap.
    pub(crate) fn now(&self) -> MasterKey {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn replace(&self, key: MasterKey) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = key;
    }
}
