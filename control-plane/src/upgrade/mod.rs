//! `suds upgrade check`: checks whether a data directory can be upgraded to this version. It doesn't take the lock, so the earlier
//! version's server can keep running.

mod rules;
mod store;

use jiff::Timestamp;
use nix::sys::statvfs::statvfs;
use platform::clock::Clock;
use platform::storage::{Objects, StorageError};
use serde::Serialize;
use strum::IntoStaticStr;

use crate::archives::{FAILED, made_at};
use crate::config::Config;
use crate::data_dir::{DataDir, DataDirError};
use crate::db::ControlDb;
use store::{Installation, SiteFile};

/// Reason why an installation can't be checked.
#[derive(Debug, thiserror::Error)]
pub enum UpgradeError {
    #[error("{0}")]
    DataDir(#[from] DataDirError),
    #[error("can't read the control database: {0}")]
    ControlDatabase(#[from] sqlx::Error),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Level {
    Ok,
    Warning,
    /// This version wouldn't start, or a site wouldn't open.
    Error,
}

/// Result of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    pub level: Level,
    pub subject: String,
    pub text: String,
}

impl Finding {
    fn new(level: Level, subject: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            level,
            subject: subject.into(),
            text: text.into(),
        }
    }
}

#[derive(Debug, Serialize)]
pub struct Report {
    /// Version of this binary.
    pub version: &'static str,
    pub findings: Vec<Finding>,
}

impl Report {
    /// Whether an error keeps this version from taking over.
    pub fn is_blocked(&self) -> bool {
        self.findings.iter().any(|finding| finding.level == Level::Error)
    }
}

/// Checks schema versions, settings, disk and the age of backups.
///
/// # Errors
/// There is no installation, or its control database can't be read.
pub async fn check(config: &Config, clock: &dyn Clock) -> Result<Report, UpgradeError> {
    let dir = DataDir::at(&config.storage.data_dir);
    if !dir.control_database().exists() {
        return Err(DataDirError::Missing {
            path: dir.root().to_owned(),
        }
        .into());
    }
    let installation = store::installation(&dir).await?;
    let mut findings = vec![
        rules::control_schema(installation.schema, ControlDb::latest_schema()),
        rules::site_schemas(&installation.sites, tenant_runtime::SCHEMA.latest()),
        settings(config, &installation),
        disk(&dir, &installation.sites),
    ];
    findings.push(match newest_backups(config, &dir, &installation.sites).await {
        Ok(newest) => rules::backups(&newest, clock.now()),
        Err(error) => Finding::new(Level::Error, "backups", format!("can't read the object store: {error}")),
    });
    Ok(Report {
        version: env!("CARGO_PKG_VERSION"),
        findings,
    })
}

fn settings(config: &Config, installation: &Installation) -> Finding {
    let environment = installation.production.as_deref();
    let hazards = environment.map(|environment| config.production_hazards(environment));
    let hazards: Vec<_> = hazards.iter().flatten().map(ToString::to_string).collect();
    if hazards.is_empty() {
        Finding::new(Level::Ok, "settings", "valid")
    } else {
        Finding::new(Level::Error, "settings", hazards.join("; "))
    }
}

fn disk(dir: &DataDir, sites: &[SiteFile]) -> Finding {
    let largest = sites.iter().map(|site| site.bytes).max().unwrap_or_default();
    match statvfs(dir.root()) {
        Ok(disk) => rules::disk(disk.blocks_available() * disk.fragment_size(), largest),
        Err(error) => Finding::new(Level::Warning, "disk", format!("can't read the free space: {error}")),
    }
}

/// Time of each site's newest backup.
async fn newest_backups(
    config: &Config,
    dir: &DataDir,
    sites: &[SiteFile],
) -> Result<Vec<(String, Option<Timestamp>)>, StorageError> {
    let objects = match &config.storage.objects {
        Some(address) => Objects::at(address, &config.storage.aws)?,
        None => Objects::local(&dir.objects())?,
    };
    let mut newest = Vec::new();
    for site in sites {
        let keys = objects.list(&format!("backups/{}", site.id)).await?;
        let passed = keys.iter().filter(|key| !key.contains(&format!("/{FAILED}")));
        let names = passed.filter_map(|key| key.rsplit('/').next());
        newest.push((site.subdomain.clone(), names.filter_map(made_at).max()));
    }
    Ok(newest)
}
