//! Probe of the object store, in the background: a silent store would keep a load balancer waiting.

use std::sync::Arc;
use std::time::Duration;

use platform::storage::{Objects, StorageError};
use tokio_util::sync::CancellationToken;

use super::check::Check;
use super::last_probe::NAME;
use crate::plane::ControlPlane;

/// Key of the probe's object.
const KEY: &str = "probe";
/// Interval of probes.
const EVERY: Duration = Duration::from_secs(15);

/// Stores, reads and deletes an object.
pub(super) async fn object_store(objects: &Objects) -> Check {
    match objects.probe(KEY).await {
        Ok(()) => Check::ok(NAME, "stores, returns and deletes objects"),
        Err(error) => Check::warn(
            NAME,
            reason(&error),
            "check SUDS_OBJECTS, the AWS_ variables and the network",
        ),
    }
}

/// Reason without keys or addresses.
fn reason(error: &StorageError) -> String {
    match error {
        StorageError::TimedOut => "doesn't respond".to_owned(),
        StorageError::Store(error) if error.to_string().contains("403") => "rejects the credentials".to_owned(),
        StorageError::Store(_) => "can't be written".to_owned(),
        StorageError::Folder(error) => format!("can't be written: {}", error.kind()),
        StorageError::Lost => "doesn't return what was stored".to_owned(),
        StorageError::InvalidKey(_) | StorageError::Exposed { .. } | StorageError::Unencrypted => {
            "can't be used".to_owned()
        }
    }
}

/// Probes the store until `stop`.
pub(crate) async fn watch(plane: Arc<ControlPlane>, stop: CancellationToken) {
    let mut tick = tokio::time::interval(EVERY);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = tick.tick() => {}
        }
        tokio::select! {
            () = stop.cancelled() => return,
            check = object_store(&plane.objects) => plane.store_probe.set(check),
        }
    }
}
