//! Backups by their names: when they were made, and which one is the latest.

use jiff::{SignedDuration, Timestamp};
use platform::ids::SiteId;
use serde::{Deserialize, Serialize};

/// Format of the time in a backup's name: names sort chronologically, even within a second.
const INSTANT: &str = "%Y%m%dT%H%M%S%.3fZ";
/// Tolerated clock drift. A backup dated further ahead is from the future.
const LEEWAY: SignedDuration = SignedDuration::from_mins(1);
/// Start of the names of files that a restore has replaced. The time of the restore follows.
pub(super) const REPLACED: &str = "replaced-";

/// End of the names of backups that someone made, for example before an upgrade. Schedules have a retention, these don't.
pub(super) const MANUAL: &str = "-manual";

/// An archive in the object store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Backup {
    pub site: SiteId,
    /// Identifies it for a restore. Starts with the time of the backup.
    pub name: String,
    pub bytes: u64,
    /// Whether it is dated in the future: it was made while the machine's clock was wrong. It is never the latest, and isn't
    /// deleted to keep a number of backups.
    #[serde(default)]
    pub is_from_future: bool,
    #[serde(default)]
    pub kind: BackupKind,
}

/// Kind of a backup. Only one that passed its check is ever the latest, and counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BackupKind {
    #[default]
    Passed,
    /// It failed its check.
    Failed,
    /// File that a restore has replaced, on the server's disk.
    Replaced,
}

impl Backup {
    /// Time of the backup, if its name starts with one.
    pub fn made_at(&self) -> Option<Timestamp> {
        made_at(&self.name)
    }
}

/// Time at the start of a backup's name.
pub(crate) fn made_at(name: &str) -> Option<Timestamp> {
    let name = name.strip_prefix(REPLACED).unwrap_or(name);
    let written = name.split('-').next()?;
    let (day, time) = written.strip_suffix('Z')?.split_once('T')?;
    // Dates without separators are also in ISO 8601.
    format!("{day}T{time}Z").parse().ok()
}

/// The backup that `latest` means: the newest that passed its check and isn't from the future, or else the newest that passed.
/// `backups`: newest first.
pub fn latest(backups: &[Backup]) -> Option<&Backup> {
    let mut passed = backups.iter().filter(|backup| backup.kind == BackupKind::Passed);
    let newest = passed.clone().next();
    passed.find(|backup| !backup.is_from_future).or(newest)
}

/// Note on a backup that is newer than `chosen` and failed its check. `backups`: newest first.
pub fn newer_failed(backups: &[Backup], chosen: &Backup) -> Option<String> {
    let mut newer = backups.iter().take_while(|backup| backup.name != chosen.name);
    let failed = newer.find(|backup| backup.kind == BackupKind::Failed)?;
    Some(format!(
        "the newer backup {} failed its check; you can restore it by name",
        failed.name
    ))
}

/// Whether the name or key is that of a backup without a retention.
pub(super) fn is_manual(name: &str) -> bool {
    name.trim_end_matches(".suds").ends_with(MANUAL)
}

/// Whether a backup with this time was made while the machine's clock was wrong.
pub(super) fn is_from_future(made_at: Timestamp, now: Timestamp) -> bool {
    made_at > now + LEEWAY
}

pub(super) fn written(at: Timestamp) -> String {
    at.strftime(INSTANT).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn backup(name: &str, is_from_future: bool) -> Backup {
        Backup {
            site: SiteId::generate(&platform::random::SystemRandom),
            name: name.to_owned(),
            bytes: 1,
            is_from_future,
            kind: BackupKind::Passed,
        }
    }

    #[test]
    fn backup_is_dated_by_its_name() {
        let at: Timestamp = "2026-03-01T02:00:00.25Z".parse().unwrap();
        assert_eq!(backup(&format!("{}-3fa1b2", written(at)), false).made_at(), Some(at));
        assert_eq!(backup("latest", false).made_at(), None);
        assert_eq!(backup(&format!("{REPLACED}{}", written(at)), false).made_at(), Some(at));
    }

    #[test]
    fn backup_from_the_future_is_not_the_latest() {
        let (future, today) = (
            backup("20271230T020000.000Z-1", true),
            backup("20261127T020000.000Z-2", false),
        );
        assert_eq!(latest(&[future.clone(), today.clone()]), Some(&today));
        assert_eq!(latest(std::slice::from_ref(&future)), Some(&future));
        assert_eq!(latest(&[]), None);
    }

    #[test]
    fn backup_that_failed_its_check_is_not_the_latest() {
        let failed = Backup {
            kind: BackupKind::Failed,
            ..backup("20261127T030000.000Z-2", false)
        };
        let passed = backup("20261127T020000.000Z-1", false);
        assert_eq!(latest(&[failed.clone(), passed.clone()]), Some(&passed));
        assert_eq!(latest(&[failed]), None);
    }
}
