//! Opening hours: by day, and as lines of text such as `Mon–Fri 07:00-21:30`. Pure.

mod text;

use std::array;
use std::sync::LazyLock;

use crate::catalog::location_entry::Hours;
use crate::catalog::opening_hours::{OpenTime, OpeningHours, SpecialHours, Week};
use crate::fields::Limits;

pub(in crate::catalog) use text::clock_time;
use text::weekdays;

static LIMITS: LazyLock<Limits> = LazyLock::new(Limits::of::<OpeningHours>);
static SPECIAL_LIMITS: LazyLock<Limits> = LazyLock::new(Limits::of::<SpecialHours>);

const MAX_TIMES_A_DAY: usize = 3;
const MINUTES_A_DAY: u16 = 24 * 60;
/// Days between the first and the last of a special period.
const LONGEST_PERIOD: i32 = 366;

/// Names in lines of text, Monday first.
const SHORT_NAMES: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// Valid opening hours, in order and with times as `07:00`.
pub(in crate::catalog) fn checked(entered: &OpeningHours) -> Option<OpeningHours> {
    let days: Vec<_> = entered
        .week
        .days()
        .into_iter()
        .map(|day| checked_day(day))
        .collect::<Option<_>>()?;
    let mut special: Vec<_> = entered.special.iter().map(checked_special).collect::<Option<_>>()?;
    special.sort_by_key(|period| period.from);
    let are_apart = special.windows(2).all(|pair| pair[0].to < pair[1].from);
    let week = Week::of(days.try_into().ok()?);
    (are_apart && LIMITS.allow_items("special", special.len())).then_some(OpeningHours { week, special })
}

fn checked_special(entered: &SpecialHours) -> Option<SpecialHours> {
    let SpecialHours { name, from, to, hours } = entered;
    let is_period = from <= to && (*to - *from).get_days() <= LONGEST_PERIOD;
    Some(SpecialHours {
        name: SPECIAL_LIMITS.text("name", name).ok().filter(|_| is_period)?,
        from: *from,
        to: *to,
        hours: checked_day(hours)?,
    })
}

/// Times of one day that don't overlap. Only the last may end on the next day, before the first one begins.
fn checked_day(entered: &[OpenTime]) -> Option<Vec<OpenTime>> {
    let times = entered.iter().map(|time| {
        let (open, close) = (clock_time(&time.open)?, clock_time(&time.close)?);
        // In the 12-hour clock, the end of a day is written as its start.
        let close = if close == "00:00" { "24:00".to_owned() } else { close };
        (open != close && open != "24:00").then_some(OpenTime { open, close })
    });
    let mut times: Vec<_> = times.collect::<Option<_>>()?;
    times.sort_by(|one, other| one.open.cmp(&other.open));
    let ranges: Vec<_> = times.iter().map(range).collect();
    let are_apart = ranges.windows(2).all(|pair| pair[0].1 <= pair[1].0);
    let ends_in_time = match (ranges.first(), ranges.last()) {
        (Some((first, _)), Some((_, last))) => *last <= first + MINUTES_A_DAY,
        _ => true,
    };
    (are_apart && ends_in_time && times.len() <= MAX_TIMES_A_DAY).then_some(times)
}

/// Minutes since midnight; the end may be on the next day.
fn range(time: &OpenTime) -> (u16, u16) {
    let minutes = |text: &str| {
        let (hour, minute) = text.split_once(':').unwrap_or_default();
        let number = |part: &str| part.parse::<u16>().unwrap_or_default();
        number(hour) * 60 + number(minute)
    };
    let (open, close) = (minutes(&time.open), minutes(&time.close));
    (open, if close > open { close } else { close + MINUTES_A_DAY })
}

/// Lines of text that clients without hours by day show, and CSV files contain.
pub(in crate::catalog) fn lines(hours: &OpeningHours) -> Vec<Hours> {
    let days = hours.week.days();
    let mut lines = Vec::new();
    let mut from = 0;
    for to in 0..days.len() {
        if days.get(to + 1) == Some(&days[to]) {
            continue;
        }
        let name = match to - from {
            0 => SHORT_NAMES[to].to_owned(),
            _ => format!("{}–{}", SHORT_NAMES[from], SHORT_NAMES[to]),
        };
        lines.extend(days[to].iter().map(|time| Hours {
            days: name.clone(),
            open: time.open.clone(),
            close: time.close.clone(),
        }));
        from = to + 1;
    }
    lines
}

/// Hours by day from lines of text, if all of them can be read and don't contradict each other.
pub(in crate::catalog) fn read(lines: &[Hours]) -> Option<OpeningHours> {
    let mut days: [Vec<OpenTime>; 7] = array::from_fn(|_| Vec::new());
    for line in lines {
        for day in weekdays(&line.days)? {
            days[day].push(OpenTime {
                open: line.open.clone(),
                close: line.close.clone(),
            });
        }
    }
    checked(&OpeningHours {
        week: Week::of(days),
        special: Vec::new(),
    })
}

/// Hours by day as they were saved, unless an earlier version of the server, which knows only lines, has changed those since.
pub(in crate::catalog) fn hours_by_day(saved: Option<OpeningHours>, current: &[Hours]) -> Option<OpeningHours> {
    saved.filter(|saved| lines(saved) == current).or_else(|| read(current))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn line(days: &str, open: &str, close: &str) -> Hours {
        Hours {
            days: days.into(),
            open: open.into(),
            close: close.into(),
        }
    }

    fn rewritten(all: &[(&str, &str, &str)]) -> Option<Vec<String>> {
        let all: Vec<_> = all.iter().map(|(days, open, close)| line(days, open, close)).collect();
        let text = |line: Hours| format!("{} {}-{}", line.days, line.open, line.close);
        Some(lines(&read(&all)?).into_iter().map(text).collect())
    }

    #[test]
    fn equal_days_are_grouped() {
        assert_eq!(
            rewritten(&[
                ("Sat", "8am", "8 PM"),
                ("Mon–Fri", "07:00", "12:00"),
                ("Weekdays", "13:00", "21:30")
            ])
            .unwrap(),
            ["Mon–Fri 07:00-12:00", "Mon–Fri 13:00-21:30", "Sat 08:00-20:00"]
        );
        assert_eq!(
            rewritten(&[("täglich", "00:00", "24:00")]).unwrap(),
            ["Mon–Sun 00:00-24:00"]
        );
        assert_eq!(
            rewritten(&[("Fri, Sat", "22:00", "02:00")]).unwrap(),
            ["Fri–Sat 22:00-02:00"]
        );
        assert_eq!(rewritten(&[]).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn contradicting_lines_are_not_parsed() {
        for lines in [
            &[("Mon", "07:00", "12:00"), ("Mon–Fri", "11:00", "20:00")][..],
            &[("Mon", "22:00", "06:00"), ("Mon", "05:00", "07:00")],
            &[("Mon", "07:00", "07:00")],
            &[("Bank holidays", "07:00", "20:00")],
        ] {
            assert_eq!(rewritten(lines), None, "{lines:?}");
        }
    }

    #[test]
    fn lines_changed_by_an_earlier_version_win() {
        let monday = [line("Mon", "07:00", "20:00")];
        let mut saved = read(&monday).unwrap();
        let closed = json!([{"from": "2026-12-25", "to": "2026-12-25"}]);
        saved.special = serde_json::from_value(closed).unwrap();
        assert_eq!(hours_by_day(Some(saved.clone()), &monday), Some(saved.clone()));
        let tuesday = [line("Tue", "07:00", "20:00")];
        assert_eq!(hours_by_day(Some(saved), &tuesday), read(&tuesday));
        assert_eq!(hours_by_day(None, &[line("Bank holidays", "07:00", "20:00")]), None);
    }

    fn special(periods: &Value) -> Option<OpeningHours> {
        let entered = json!({"week": {"monday": [{"open": "7am", "close": "8 pm"}]}, "special": periods});
        checked(&serde_json::from_value(entered).unwrap())
    }

    #[test]
    fn special_days_are_sorted_and_do_not_overlap() {
        let summer = json!({"name": " Summer ", "from": "2027-07-01", "to": "2027-08-31", "hours": [{"open": "6", "close": "23"}]});
        let holiday = json!({"from": "2026-12-25", "to": "2026-12-25"});
        let hours = special(&json!([summer, holiday])).unwrap();
        assert_eq!(
            json!(hours.special),
            json!([
                {"name": "", "from": "2026-12-25", "to": "2026-12-25", "hours": []},
                {"name": "Summer", "from": "2027-07-01", "to": "2027-08-31", "hours": [{"open": "06:00", "close": "23:00"}]},
            ])
        );
        for wrong in [
            json!([holiday, holiday]),
            json!([{"from": "2027-01-02", "to": "2027-01-01"}]),
            json!([{"from": "2027-01-01", "to": "2028-02-01"}]),
            json!([{"name": "x".repeat(81), "from": "2027-01-01", "to": "2027-01-01"}]),
            json!([{"from": "2027-01-01", "to": "2027-01-01", "hours": [{"open": "9", "close": "9"}]}]),
        ] {
            assert_eq!(special(&wrong), None, "{wrong}");
        }
    }
}
