//! Days and periods of reports. Pure.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use crate::checkout::RefundReason;

/// The longest time of a report, in days.
const MOST_DAYS: i32 = 5 * 366;
const HOUR: usize = 3_600_000;

/// Grouping of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
#[schema(as = ReportGroup)]
pub(super) enum Group {
    Day,
    /// From Monday on.
    Week,
    Month,
    Location,
    Product,
    /// Of the day.
    Hour,
    Offer,
    /// By recipient and method of the payment.
    Tender,
    /// Of a refund.
    Reason,
}

/// Tender and recipient of a sale's money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum Taker {
    /// The processor, from a card.
    Processor,
    KioskCash,
    /// The kiosk's own card reader.
    KioskCard,
}

/// Group of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    /// A day, or the first of its week or month.
    From(Date),
    Hour(i8),
    Id(i64),
    Taker(Taker),
    Reason(RefundReason),
    /// No day, location or item.
    Other,
}

impl Group {
    /// Whether it divides by when something happened.
    pub(super) const fn is_time(self) -> bool {
        matches!(self, Self::Day | Self::Week | Self::Month | Self::Hour)
    }
}

/// Period split into rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts {
    /// Rows in order.
    pub(super) rows: Vec<Key>,
    /// First instant of each part, the first one after it (in milliseconds), and its row.
    pub(super) pieces: Vec<(i64, i64, usize)>,
}

impl Parts {
    /// The row of an instant, in milliseconds.
    pub(super) fn row_at(&self, at: i64) -> Key {
        let after = self.pieces.partition_point(|(from, _, _)| *from <= at);
        let piece = after.checked_sub(1).and_then(|index| self.pieces.get(index));
        piece
            .and_then(|(_, _, row)| self.rows.get(*row))
            .copied()
            .unwrap_or(Key::Other)
    }
}

/// A range of days in the site's time zone.
#[derive(Clone, Debug)]
pub(super) struct Window {
    pub(super) from: Date,
    /// Last day.
    pub(super) to: Date,
    zone: TimeZone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WindowError {
    /// The last day is before the first.
    Backwards,
    TooLong,
}

impl Window {
    pub(super) fn new(from: Date, to: Date, zone: TimeZone) -> Result<Self, WindowError> {
        if to < from {
            return Err(WindowError::Backwards);
        }
        if days_between(from, to) >= MOST_DAYS {
            return Err(WindowError::TooLong);
        }
        Ok(Self { from, to, zone })
    }

    /// The last thirty days.
    pub(super) fn latest(now: Timestamp, zone: TimeZone) -> Self {
        let to = now.to_zoned(zone.clone()).date();
        Self {
            from: to.saturating_sub(Span::new().days(29)),
            to,
            zone,
        }
    }

    /// The same number of days before these. Whole months are compared with as many months.
    pub(super) fn before(&self) -> Self {
        let after = self.to.saturating_add(Span::new().days(1));
        let to = self.from.saturating_sub(Span::new().days(1));
        let from = if self.from.day() == 1 && after.day() == 1 {
            let months = i32::from(after.year() - self.from.year()) * 12 + i32::from(after.month() - self.from.month());
            self.from.saturating_sub(Span::new().months(months))
        } else {
            to.saturating_sub(Span::new().days(days_between(self.from, self.to)))
        };
        Self {
            from,
            to,
            zone: self.zone.clone(),
        }
    }

    /// First instant, in milliseconds.
    pub(super) fn start(&self) -> i64 {
        self.midnight(self.from)
    }

    /// First instant after it, in milliseconds.
    pub(super) fn end(&self) -> i64 {
        self.midnight(self.to.saturating_add(Span::new().days(1)))
    }

    fn midnight(&self, day: Date) -> i64 {
        let start = day.to_zoned(self.zone.clone());
        start.map_or(0, |start| start.timestamp().as_millisecond())
    }

    /// Group of a local day.
    fn key_of_day(&self, group: Group, day: Date) -> Key {
        let first = match group {
            Group::Day => day,
            Group::Week => {
                let since = i32::from(day.weekday().to_monday_zero_offset());
                day.saturating_sub(Span::new().days(since))
            }
            Group::Month => day.first_of_month(),
            Group::Location | Group::Product | Group::Hour | Group::Offer | Group::Tender | Group::Reason => {
                return Key::Other;
            }
        };
        // A group that started earlier begins with the report.
        Key::From(first.max(self.from))
    }

    /// Its pieces by `group`; one of all of it where that does not divide by time.
    pub(super) fn parts(&self, group: Group) -> Parts {
        let (start, end) = (self.start(), self.end());
        match group {
            Group::Hour => self.hours(),
            Group::Day | Group::Week | Group::Month => self.calendar(group),
            Group::Location | Group::Product | Group::Offer | Group::Tender | Group::Reason => Parts {
                rows: vec![Key::Other],
                pieces: vec![(start, end, 0)],
            },
        }
    }

    fn calendar(&self, group: Group) -> Parts {
        let mut parts = Parts::default();
        let mut day = self.from;
        while day <= self.to {
            let next = day.saturating_add(Span::new().days(1));
            let key = self.key_of_day(group, day);
            match parts.pieces.last_mut() {
                Some(piece) if parts.rows.last() == Some(&key) => piece.1 = self.midnight(next),
                _ => {
                    let row = parts.rows.len();
                    parts.rows.push(key);
                    parts.pieces.push((self.midnight(day), self.midnight(next), row));
                }
            }
            day = next;
        }
        parts
    }

    /// All hours of all days, each in the row of its hour.
    fn hours(&self) -> Parts {
        let (start, end) = (self.start(), self.end());
        let pieces = (start..end).step_by(HOUR).map(|at| {
            let local = Timestamp::from_millisecond(at).map(|at| at.to_zoned(self.zone.clone()).hour());
            let row = usize::try_from(local.unwrap_or_default()).unwrap_or_default();
            (at, (at + HOUR as i64).min(end), row)
        });
        Parts {
            pieces: pieces.collect(),
            rows: (0..24).map(Key::Hour).collect(),
        }
    }
}

fn days_between(from: Date, to: Date) -> i32 {
    (to - from).get_days()
}

/// A membership for reports. Instants are in milliseconds.
#[derive(Clone, Debug)]
pub(super) struct Membership {
    pub(super) product_id: i64,
    pub(super) monthly_price: i64,
    pub(super) joined_at: i64,
    pub(super) ended_at: Option<i64>,
}

impl Membership {
    pub(super) fn is_live_at(&self, at: i64) -> bool {
        self.joined_at < at && self.ended_at.is_none_or(|end| end >= at)
    }

    pub(super) fn joined_within(&self, from: i64, until: i64) -> bool {
        (from..until).contains(&self.joined_at)
    }

    pub(super) fn left_within(&self, from: i64, until: i64) -> bool {
        self.ended_at.is_some_and(|end| (from..until).contains(&end))
    }
}

/// `part` of `whole` in ten-thousandths. 0 if `whole` is 0.
pub(super) const fn share(part: i64, whole: i64) -> i64 {
    if whole == 0 { 0 } else { part * 10_000 / whole }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(from: &str, to: &str) -> Window {
        let zone = TimeZone::get("America/Phoenix").unwrap();
        Window::new(from.parse().unwrap(), to.parse().unwrap(), zone).unwrap()
    }

    fn days(window: &Window) -> String {
        format!("{} {}", window.from, window.to)
    }

    #[test]
    fn days_start_at_the_sites_midnight() {
        let day = window("2026-11-20", "2026-11-20");
        let at = |text: &str| text.parse::<Timestamp>().unwrap().as_millisecond();
        assert_eq!(day.start(), at("2026-11-20T07:00:00Z"));
        assert_eq!(day.end(), at("2026-11-21T07:00:00Z"));
        let hours = day.parts(Group::Hour);
        assert_eq!((hours.rows.len(), hours.pieces.len()), (24, 24));
        let three = hours.pieces.iter().find(|(_, _, row)| *row == 15).unwrap();
        assert_eq!(
            (three.0, three.1),
            (at("2026-11-20T22:00:00Z"), at("2026-11-20T23:00:00Z"))
        );
        // When clocks are set back, the day has one hour more.
        let zone = TimeZone::get("America/New_York").unwrap();
        let long = "2026-11-01".parse().unwrap();
        let long = Window::new(long, long, zone).unwrap();
        assert_eq!(long.parts(Group::Hour).pieces.len(), 25);
    }

    #[test]
    fn period_is_compared_with_the_previous_one() {
        assert_eq!(
            days(&window("2026-11-20", "2026-11-20").before()),
            "2026-11-19 2026-11-19"
        );
        assert_eq!(
            days(&window("2026-11-14", "2026-11-20").before()),
            "2026-11-07 2026-11-13"
        );
        assert_eq!(
            days(&window("2026-03-01", "2026-03-31").before()),
            "2026-02-01 2026-02-28"
        );
        assert_eq!(
            days(&window("2026-01-01", "2026-12-31").before()),
            "2025-01-01 2025-12-31"
        );
        let zone = TimeZone::UTC;
        let (early, late) = ("2020-01-01".parse().unwrap(), "2026-01-01".parse().unwrap());
        assert_eq!(
            Window::new(late, early, zone.clone()).unwrap_err(),
            WindowError::Backwards
        );
        assert_eq!(Window::new(early, late, zone).unwrap_err(), WindowError::TooLong);
    }

    #[test]
    fn weeks_start_on_monday_and_months_on_the_first() {
        let rows = |group| -> Vec<String> {
            let parts = window("2026-11-04", "2026-12-07").parts(group);
            parts
                .rows
                .into_iter()
                .map(|key| match key {
                    Key::From(day) => day.to_string(),
                    other => format!("{other:?}"),
                })
                .collect()
        };
        let weeks = [
            "2026-11-04",
            "2026-11-09",
            "2026-11-16",
            "2026-11-23",
            "2026-11-30",
            "2026-12-07",
        ];
        assert_eq!(rows(Group::Week), weeks);
        assert_eq!(rows(Group::Month), ["2026-11-04", "2026-12-01"]);
        assert_eq!(rows(Group::Day).len(), 34);
        assert_eq!(rows(Group::Location), ["Other"]);
        let month = window("2026-11-04", "2026-12-07");
        let pieces = month.parts(Group::Month).pieces;
        assert_eq!((pieces[0].0, pieces[1].1), (month.start(), month.end()));
        assert_eq!(pieces[0].1, pieces[1].0);
    }

    #[test]
    fn member_counts_from_joining_until_the_end() {
        let member = Membership {
            product_id: 1,
            monthly_price: 3000,
            joined_at: 10,
            ended_at: Some(20),
        };
        assert!(!member.is_live_at(10) && member.is_live_at(11) && member.is_live_at(20) && !member.is_live_at(21));
        assert!(member.joined_within(10, 11) && !member.joined_within(11, 20));
        assert!(member.left_within(20, 21) && !member.left_within(10, 20));
        assert_eq!((share(1, 3), share(0, 0)), (3333, 0));
    }
}
