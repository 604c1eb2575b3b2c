//! Age of backups. Pure.

use jiff::{SignedDuration, Timestamp};

use crate::sites::store::backups::LastBackup;

/// Age at which the newest backup needs attention: two hours more than a day, for a nightly backup of many sites.
const OVERDUE: SignedDuration = SignedDuration::from_hours(26);

/// Whether a site needs a backup, because its newest checked backup is too old, or because an older site has none.
pub(crate) fn is_overdue(site: &LastBackup, now: Timestamp) -> bool {
    now.duration_since(site.at.unwrap_or(site.created_at)) > OVERDUE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backup_is_overdue_after_26_hours_and_a_new_site_has_as_long() {
        let now: Timestamp = "2026-11-27T12:00:00Z".parse().unwrap();
        let ago = |hours| now - SignedDuration::from_hours(hours);
        for (at, created_at, expected) in [
            (Some(ago(26)), ago(900), false),
            (Some(ago(27)), ago(900), true),
            (None, ago(26), false),
            (None, ago(27), true),
        ] {
            let site = LastBackup {
                subdomain: "sparkle".parse().unwrap(),
                at,
                created_at,
            };
            assert_eq!(is_overdue(&site, now), expected, "{site:?}");
        }
    }
}
