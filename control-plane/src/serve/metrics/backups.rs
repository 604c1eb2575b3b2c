//! Age of the sites' backups. The label `site` is limited to the sites with the oldest backup, so that their number stays bounded.
//! The lines are written here, because the recorder never forgets a label.

use std::fmt::Write as _;

use jiff::Timestamp;

use crate::archives;
use crate::sites::store::backups::LastBackup;

/// Maximum number of sites with their own line.
const NAMED: usize = 100;

/// Sets the numbers for all sites. Returns the lines of single sites. `sites`: those with the oldest backup first.
pub(super) fn sample(sites: &[LastBackup], now: Timestamp) -> String {
    let oldest = sites.iter().find_map(|site| site.at);
    super::set("suds_oldest_backup_timestamp_seconds", oldest.map_or(0, seconds));
    let overdue = sites.iter().filter(|site| archives::is_overdue(site, now));
    super::set("suds_sites_without_recent_backup", overdue.count() as u64);
    lines(sites)
}

fn lines(sites: &[LastBackup]) -> String {
    const NAME: &str = "suds_last_backup_timestamp_seconds";
    let mut out = format!(
        "# HELP {NAME} Time of the newest backup that passed its check, for the 100 sites with the oldest; 0 without one\n\
         # TYPE {NAME} gauge\n"
    );
    for site in sites.iter().take(NAMED) {
        let at = site.at.map_or(0, seconds);
        // Writing to a string never fails.
        let _ = writeln!(out, "{NAME}{{site=\"{}\"}} {at}", site.subdomain);
    }
    out
}

fn seconds(at: Timestamp) -> u64 {
    u64::try_from(at.as_second()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(number: i64) -> LastBackup {
        LastBackup {
            subdomain: format!("site{number}").parse().unwrap(),
            at: (number > 0).then(|| Timestamp::from_second(number).unwrap()),
            created_at: Timestamp::UNIX_EPOCH,
        }
    }

    #[test]
    fn sites_with_the_oldest_backups_have_a_line() {
        let sites: Vec<LastBackup> = (0..500).map(site).collect();
        let text = lines(&sites);
        assert_eq!(text.lines().count(), 2 + NAMED);
        assert!(
            text.contains("suds_last_backup_timestamp_seconds{site=\"site0\"} 0\n"),
            "{text}"
        );
        assert!(text.ends_with("{site=\"site99\"} 99\n"), "{text}");
        assert_eq!(lines(&[]).lines().count(), 2, "it has a type from the start");
    }
}
