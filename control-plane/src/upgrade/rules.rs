//! Judgments of `suds upgrade check`. Pure.

use jiff::{SignedDuration, Timestamp};

use super::store::SiteFile;
use super::{Finding, Level};

/// Free space for migrations and their logs, in addition to a copy of the largest site, in bytes.
const RESERVE: u64 = 1 << 30;
/// Maximum age of the newest backup, because a rollback loses everything since then.
const BACKUP_AGE: SignedDuration = SignedDuration::from_hours(24);
/// Names in a finding.
const SHOWN: usize = 5;

pub(super) fn control_schema(found: i64, latest: i64) -> Finding {
    let subject = "control database";
    match found {
        found if found > latest => Finding::new(
            Level::Error,
            subject,
            format!("schema {found} is newer than {latest}, which this version knows; install the newer version"),
        ),
        found if found < latest => Finding::new(
            Level::Ok,
            subject,
            format!("schema {found}; the first start migrates it to {latest}"),
        ),
        _ => Finding::new(Level::Ok, subject, format!("schema {found}, which is current")),
    }
}

pub(super) fn site_schemas(sites: &[SiteFile], latest: i64) -> Finding {
    let subject = "site databases";
    let named = |is_one: &dyn Fn(Option<i64>) -> bool| -> Vec<&str> {
        let found = sites.iter().filter(|site| is_one(site.schema));
        found.map(|site| site.subdomain.as_str()).collect()
    };
    let unreadable = named(&|schema| schema.is_none_or(|found| found == 0));
    if !unreadable.is_empty() {
        let text = format!("can't read {}; run `suds site check` first", list(&unreadable));
        return Finding::new(Level::Error, subject, text);
    }
    let newer = named(&|schema| schema.is_some_and(|found| found > latest));
    if !newer.is_empty() {
        let text = format!(
            "newer than schema {latest}: {}; install the newer version",
            list(&newer)
        );
        return Finding::new(Level::Error, subject, text);
    }
    let older = named(&|schema| schema.is_some_and(|found| found < latest)).len();
    let text = match older {
        0 => format!("{} at schema {latest}, which is current", sites.len()),
        older => format!("{older} of {} migrate to schema {latest} when they open", sites.len()),
    };
    Finding::new(Level::Ok, subject, text)
}

/// `largest`: bytes of the largest site's file.
pub(super) fn disk(free: u64, largest: u64) -> Finding {
    let needed = RESERVE + 2 * largest;
    let text = format!("{} free, {} needed", mebibytes(free), mebibytes(needed));
    let level = if free < needed { Level::Error } else { Level::Ok };
    Finding::new(level, "disk", text)
}

pub(super) fn backups(newest: &[(String, Option<Timestamp>)], now: Timestamp) -> Finding {
    let is_old = |made: Option<Timestamp>| made.is_none_or(|made| now.duration_since(made) > BACKUP_AGE);
    let old: Vec<&str> = newest
        .iter()
        .filter(|(_, made)| is_old(*made))
        .map(|(subdomain, _)| subdomain.as_str())
        .collect();
    if old.is_empty() {
        return Finding::new(Level::Ok, "backups", "every site has one from the last 24 hours");
    }
    let text = format!(
        "none from the last 24 hours: {}; run `suds site backup --all`",
        list(&old)
    );
    Finding::new(Level::Warning, "backups", text)
}

fn list(names: &[&str]) -> String {
    let shown = names.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

fn mebibytes(bytes: u64) -> String {
    format!("{} MiB", bytes >> 20)
}

#[cfg(test)]
mod tests {
    use platform::ids::SiteId;

    use super::*;

    fn site(subdomain: &str, schema: Option<i64>) -> SiteFile {
        SiteFile {
            id: "00000000-0000-4000-8000-000000000001".parse::<SiteId>().unwrap(),
            subdomain: subdomain.to_owned(),
            schema,
            bytes: 0,
        }
    }

    #[test]
    fn newer_schema_is_an_error_and_an_older_one_is_migrated() {
        assert_eq!(control_schema(9, 8).level, Level::Error);
        assert!(control_schema(7, 8).text.contains("migrates it to 8"));
        assert_eq!(control_schema(8, 8).level, Level::Ok);
        let newer = site_schemas(&[site("a", Some(8)), site("b", Some(9))], 8);
        assert!(newer.level == Level::Error && newer.text.contains('b'), "{newer:?}");
        let damaged = site_schemas(&[site("a", None)], 8);
        assert!(
            damaged.level == Level::Error && damaged.text.contains("can't read a"),
            "{damaged:?}"
        );
        assert_eq!(site_schemas(&[site("a", Some(7))], 8).level, Level::Ok);
    }

    #[test]
    fn full_disk_is_an_error() {
        assert_eq!(disk(RESERVE, 0).level, Level::Ok);
        assert_eq!(disk(RESERVE, 1).level, Level::Error);
    }

    #[test]
    fn old_or_missing_backup_is_a_warning() {
        let now = Timestamp::UNIX_EPOCH + BACKUP_AGE * 3;
        let made = |ago: SignedDuration| Some(now - ago);
        assert_eq!(backups(&[("a".to_owned(), made(BACKUP_AGE))], now).level, Level::Ok);
        let sites: Vec<_> = ["a", "b", "c", "d", "e", "f"]
            .map(|name| (name.to_owned(), None))
            .into();
        let old = backups(&sites, now);
        assert!(
            old.level == Level::Warning && old.text.contains("a, b, c, d, e and 1 more"),
            "{old:?}"
        );
        assert_eq!(
            backups(&[("a".to_owned(), made(BACKUP_AGE * 2))], now).level,
            Level::Warning
        );
    }
}
