//! Master key of this process, and its rotation.

mod rotate;

pub(crate) use rotate::wrap_anew;
pub use rotate::{RotateError, Rotated, rotate};

use std::sync::{Arc, PoisonError, RwLock};

use data_encoding::BASE64;
use platform::ids::SiteId;
use platform::keys::MasterKey;

/// Length of a site's key in bytes. Wrapped keys are longer.
const KEY_LENGTH: usize = 32;

/// Whether this is the sites' master key: it can unwrap at least one of their keys. Damaged keys are ignored, so it is also
/// true if none is valid.
pub(crate) fn opens_any(master: &MasterKey, wrapped: &[(SiteId, String)]) -> bool {
    let whole = |key: &str| BASE64.decode(key.as_bytes()).ok().filter(|key| key.len() > KEY_LENGTH);
    let mut whole = wrapped
        .iter()
        .filter_map(|(site, key)| Some((*site, whole(key)?)))
        .peekable();
    whole.peek().is_none() || whole.any(|(site, key)| master.unwrap(site, &key).is_ok())
}

/// Whether the master key opens a site's key.
pub(crate) fn opens(master: &MasterKey, site: SiteId, key: &str) -> bool {
    let key = BASE64.decode(key.as_bytes()).ok();
    key.is_some_and(|key| master.unwrap(site, &key).is_ok())
}

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

    pub(crate) fn replace(&self, key: MasterKey) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = key;
    }
}
