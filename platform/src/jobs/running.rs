//! Markers of running jobs: empty files that a crash leaves behind. At the next start they say which jobs the process may have
//! died of, without a transaction before each job.

use std::fs;
use std::path::{Path, PathBuf};

use super::store::Run;
use crate::ids::SiteId;

/// Folder of the markers, in the data directory.
const FOLDER: &str = "running-jobs";

pub(super) struct RunningJobs(PathBuf);

impl RunningJobs {
    pub(super) fn in_data_dir(data_dir: &Path) -> Self {
        Self(data_dir.join(FOLDER))
    }

    /// Marks a job as running. On a full disk it runs without a marker.
    pub(super) fn add(&self, site: SiteId, run: Run) {
        let path = self.path(site, run);
        let created = fs::File::create(&path).or_else(|_| {
            fs::create_dir_all(&self.0)?;
            fs::File::create(&path)
        });
        if let Err(error) = created {
            tracing::warn!(%error, "a running job could not be marked");
        }
    }

    pub(super) fn remove(&self, site: SiteId, run: Run) {
        if let Err(error) = fs::remove_file(self.path(site, run)) {
            tracing::warn!(%error, "the marker of a job could not be removed");
        }
    }

    /// Jobs that were running when the process died.
    pub(super) fn left(&self) -> Vec<(SiteId, Run)> {
        let Ok(files) = fs::read_dir(&self.0) else {
            return Vec::new();
        };
        let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
        names.filter_map(|name| parsed(&name)).collect()
    }

    fn path(&self, site: SiteId, Run { id, revision }: Run) -> PathBuf {
        self.0.join(format!("{site}.{id}.{revision}"))
    }
}

fn parsed(name: &str) -> Option<(SiteId, Run)> {
    let mut parts = name.split('.');
    let (site, id, revision) = (parts.next()?, parts.next()?, parts.next()?);
    let run = Run {
        id: id.parse().ok()?,
        revision: revision.parse().ok()?,
    };
    Some((site.parse().ok()?, run))
}
