//! Retention of backups. Pure.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// Backups to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Retention {
    All,
    /// This number of the newest.
    Newest(u32),
    /// The newest of each of the last hours, days and weeks (UTC) that have a backup.
    Periods {
        hourly: u32,
        daily: u32,
        weekly: u32,
    },
}

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;
const WEEK: i64 = 7 * DAY;
/// 1970-01-01 was a Thursday, and weeks start on Monday.
const MONDAY: i64 = 3 * DAY;

/// Time for which a schedule doesn't delete a backup that someone made before an upgrade.
const SPARED: SignedDuration = SignedDuration::from_hours(14 * 24);

impl Retention {
    /// Whether a backup is neither counted nor deleted. `is_manual`: it was made without a retention.
    pub(super) fn spares(self, is_manual: bool, made_at: Timestamp, now: Timestamp) -> bool {
        is_manual && matches!(self, Self::Periods { .. }) && now.duration_since(made_at) < SPARED
    }

    /// Decides for each backup whether it is kept. `times`: newest first. The newest is always kept.
    pub(super) fn kept(self, times: &[Timestamp]) -> Vec<bool> {
        let mut kept = match self {
            Self::All => vec![true; times.len()],
            Self::Newest(count) => (0..times.len()).map(|at| at < count as usize).collect(),
            Self::Periods { hourly, daily, weekly } => {
                let periods = [
                    newest_of_periods(times, hourly, |second| second.div_euclid(HOUR)),
                    newest_of_periods(times, daily, |second| second.div_euclid(DAY)),
                    newest_of_periods(times, weekly, |second| (second + MONDAY).div_euclid(WEEK)),
                ];
                (0..times.len())
                    .map(|at| periods.iter().any(|stay| stay.contains(&at)))
                    .collect()
            }
        };
        if let Some(newest) = kept.first_mut() {
            *newest = true;
        }
        kept
    }
}

/// Positions of the newest backup in each of the last `count` periods that have one.
fn newest_of_periods(times: &[Timestamp], count: u32, period_of: impl Fn(i64) -> i64) -> BTreeSet<usize> {
    let mut stay = BTreeSet::new();
    let mut last = None;
    for (at, time) in times.iter().enumerate() {
        let period = period_of(time.as_second());
        if last != Some(period) && stay.len() < count as usize {
            stay.insert(at);
        }
        last = Some(period);
    }
    stay
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Times on both sides of the borders of hours, days and weeks, newest first. 2026-11-30 is a Monday.
    const TIMES: [&str; 11] = [
        "2026-11-30T01:10:00Z",
        "2026-11-30T01:00:00Z",
        "2026-11-30T00:59:59Z",
        "2026-11-30T00:00:00Z",
        "2026-11-29T23:59:59Z",
        "2026-11-29T23:01:00Z",
        "2026-11-29T00:00:00Z",
        "2026-11-28T12:00:00Z",
        "2026-11-23T00:00:00Z",
        "2026-11-22T23:59:59Z",
        "2026-11-09T06:00:00Z",
    ];

    /// For each backup, the number of later periods that have one; `None`: its own period has a later one.
    fn later_periods(times: &[Timestamp], format: &str) -> Vec<Option<usize>> {
        let names: Vec<String> = times.iter().map(|time| time.strftime(format).to_string()).collect();
        let later = |at: usize| -> BTreeSet<&String> { names[..at].iter().collect() };
        (0..times.len())
            .map(|at| {
                Some(later(at))
                    .filter(|later| !later.contains(&names[at]))
                    .map(|later| later.len())
            })
            .collect()
    }

    /// The rule in other words: a backup stays if it is the newest of its hour, day or week, and fewer than the wanted number of
    /// later periods have a backup.
    #[test]
    fn newest_backup_of_each_hour_day_and_week_is_kept() {
        let all = TIMES.map(|time| time.parse::<Timestamp>().unwrap());
        for chosen in 0..1_u32 << TIMES.len() {
            let times: Vec<Timestamp> = (0..all.len())
                .filter(|at| chosen & (1 << at) != 0)
                .map(|at| all[at])
                .collect();
            let later = ["%Y-%m-%d %H", "%Y-%m-%d", "%G-%V"].map(|format| later_periods(&times, format));
            for wanted in 0..64_u32 {
                let counts = [wanted & 3, (wanted >> 2) & 3, wanted >> 4];
                let [hourly, daily, weekly] = counts;
                let keep = Retention::Periods { hourly, daily, weekly };
                let stays = |at: usize| {
                    let mut each = later.iter().zip(counts);
                    at == 0 || each.any(|(later, count)| later[at].is_some_and(|later| later < count as usize))
                };
                let expected: Vec<bool> = (0..times.len()).map(stays).collect();
                assert_eq!(keep.kept(&times), expected, "{keep:?} {times:?}");
            }
        }
    }

    #[test]
    fn schedule_spares_manual_backups_for_two_weeks() {
        let now: Timestamp = "2026-11-30T01:10:00Z".parse().unwrap();
        let schedule = Retention::Periods {
            hourly: 1,
            daily: 0,
            weekly: 0,
        };
        assert!(schedule.spares(true, now - SPARED + SignedDuration::from_secs(1), now));
        assert!(!schedule.spares(true, now - SPARED, now));
        assert!(!schedule.spares(false, now, now));
        assert!(!Retention::Newest(1).spares(true, now, now));
    }

    #[test]
    fn newest_backups_are_kept_by_number() {
        let times = TIMES.map(|time| time.parse::<Timestamp>().unwrap());
        for count in 0..13 {
            let kept = Retention::Newest(count).kept(&times);
            let number = kept.iter().filter(|stays| **stays).count();
            assert_eq!(number, (count as usize).clamp(1, times.len()));
            assert!(kept.is_sorted_by(|newer, older| newer >= older), "{kept:?}");
        }
        assert!(Retention::All.kept(&times).iter().all(|stays| *stays));
        assert_eq!(Retention::Newest(1).kept(&[]), Vec::<bool>::new());
    }
}
