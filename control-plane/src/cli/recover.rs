//! `suds recover`: an installation whose machine was lost, from its object store and its master key.

use std::sync::Arc;
use std::time::Instant;

use anyhow::{bail, ensure};
use platform::clock::{Clock as _, SystemClock};
use platform::keys::MasterKey;
use platform::random::SystemRandom;
use platform::storage::{Objects, ObjectsAddress};
use serde::Serialize;

use super::restore::{self, RestoreRun};
use crate::archives;
use crate::config::Config;
use crate::data_dir::DataDir;
use crate::plane::ControlPlane;
use crate::status::print_status;

/// Result of a recovery.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Recovered {
    /// Backup of the control database.
    pub(super) control: String,
    /// Time that the control database took.
    control_milliseconds: u64,
    #[serde(flatten)]
    pub(super) run: RestoreRun,
}

/// Restores the control database and then each site from its latest backup. The sites are held until they are released. A site that
/// fails doesn't keep the others from being restored.
///
/// # Errors
/// The data directory has an installation, the master key or the object store is missing, or the control database can't be restored.
pub(super) async fn recover(mut config: Config, objects: Option<ObjectsAddress>) -> anyhow::Result<Recovered> {
    if objects.is_some() {
        config.storage.objects = objects;
    }
    let dir = DataDir::at(&config.storage.data_dir);
    let Some(address) = &config.storage.objects else {
        bail!("no object store; pass the lost installation's, such as `suds recover s3://bucket`");
    };
    ensure!(
        !dir.control_database().exists(),
        "data directory {} already has an installation; recover into an empty one",
        dir.root().display()
    );
    let key_file = config
        .storage
        .master_key_file
        .clone()
        .unwrap_or_else(|| dir.master_key());
    ensure!(
        key_file.exists(),
        "no master key; copy the lost installation's key to {}",
        key_file.display()
    );
    let started = Instant::now();
    let held = dir.hold()?;
    let (clock, random) = (Arc::new(SystemClock), Arc::new(SystemRandom));
    let master = MasterKey::open_or_create(&key_file, random.as_ref())?;
    let control =
        archives::recover_control(&Objects::at(address, &config.storage.aws)?, master, &dir, clock.now()).await?;
    print_status(format_args!("restored the control database from backup {control}"));
    let control_milliseconds = restore::milliseconds(started.elapsed());

    let plane = ControlPlane::open(held, &config.storage, clock, random).await?;
    let run = restore::restore_all(&plane, &|_, _| ()).await;
    plane.close().await;
    let run = RestoreRun {
        milliseconds: restore::milliseconds(started.elapsed()),
        ..run?
    };
    Ok(Recovered {
        control,
        control_milliseconds,
        run,
    })
}

/// As text.
pub(super) fn text(result: &Recovered) -> String {
    let time = restore::seconds(result.control_milliseconds);
    format!("control database: restored from {} in {time}\n", result.control) + &restore::run_text(&result.run)
}
