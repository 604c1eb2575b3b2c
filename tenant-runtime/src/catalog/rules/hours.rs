//! Opening hours: by day, and as lines of text such as `Mon–Fri 07:00-21:30`. Pure.

use std::array;
use std::sync::LazyLock;

use crate::catalog::location_entry::Hours;
use crate::catalog::opening_hours::{OpenTime, OpeningHours, SpecialHours, Week};
use crate::fields::Limits;

static LIMITS: LazyLock<Limits> = LazyLock::new(Limits::of::<OpeningHours>);
static SPECIAL_LIMITS: LazyLock<Limits> = LazyLock::new(Limits::of::<SpecialHours>);

const MAX_TIMES_A_DAY: usize = 3;
const MINUTES_A_DAY: u16 = 24 * 60;
/// Days between the first and the last of a special period.
const LONGEST_PERIOD: i32 = 366;

/// Names and common abbreviations of the weekdays, Monday first. They mean the same day in every language of the product.
const NAMES: [&[&str]; 7] = [
    &[
        "mon", "mo", "monday", "mondays", "montag", "montags", "lun", "lundi", "lunes",
    ],
    &[
        "tue",
        "tu",
        "tues",
        "tuesday",
        "tuesdays",
        "di",
        "dienstag",
        "dienstags",
        "mar",
        "mardi",
        "martes",
    ],
    &[
        "wed",
        "we",
        "wednesday",
        "wednesdays",
        "mi",
        "mittwoch",
        "mittwochs",
        "mer",
        "mercredi",
        "mié",
        "mie",
        "miércoles",
    ],
    &[
        "thu",
        "th",
        "thur",
        "thurs",
        "thursday",
        "thursdays",
        "do",
        "donnerstag",
        "donnerstags",
        "jeu",
        "jeudi",
        "jue",
        "jueves",
    ],
    &[
        "fri", "fr", "friday", "fridays", "freitag", "freitags", "ven", "vendredi", "vie", "viernes",
    ],
    &[
        "sat",
        "sa",
        "saturday",
        "saturdays",
        "samstag",
        "samstags",
        "sam",
        "samedi",
        "sáb",
        "sab",
        "sábado",
    ],
    &[
        "sun", "su", "sunday", "sundays", "so", "sonntag", "sonntags", "dim", "dimanche", "dom", "domingo",
    ],
];
/// Expressions for several days: the first and the last.
const SPANS: [(&str, usize, usize); 14] = [
    ("daily", 0, 6),
    ("every day", 0, 6),
    ("7 days a week", 0, 6),
    ("täglich", 0, 6),
    ("jeden tag", 0, 6),
    ("tous les jours", 0, 6),
    ("todos los días", 0, 6),
    ("weekdays", 0, 4),
    ("en semaine", 0, 4),
    ("weekend", 5, 6),
    ("weekends", 5, 6),
    ("wochenende", 5, 6),
    ("week-end", 5, 6),
    ("fines de semana", 5, 6),
];
const SHORT_NAMES: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// Time of day as `07:00`, from what people type: `7`, `7am`, `8:00 PM`, `19.30`, `19h30`. `24:00` is the end of a day.
pub(in crate::catalog) fn clock_time(text: &str) -> Option<String> {
    let text = text.trim().to_lowercase();
    let time = text.trim_end_matches(|letter: char| "apm.".contains(letter) || letter.is_whitespace());
    let half: String = text[time.len()..]
        .chars()
        .filter(|letter| letter.is_alphabetic())
        .collect();
    let digits = if half.is_empty() { text.as_str() } else { time };
    let (hour, minute) = digits.split_once([':', '.', 'h']).unwrap_or((digits, ""));
    let number = |part: &str| {
        part.bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| part.parse::<u16>().ok())?
    };
    let hour = number(hour).filter(|_| hour.len() <= 2)?;
    let minute = match minute.len() {
        0 if !digits.ends_with([':', '.']) => 0,
        2 => number(minute).filter(|minute| *minute < 60)?,
        _ => return None,
    };
    let hour = match half.as_str() {
        "" => hour,
        "am" if (1..=12).contains(&hour) => hour % 12,
        "pm" if (1..=12).contains(&hour) => hour % 12 + 12,
        _ => return None,
    };
    (hour < 24 || (hour, minute) == (24, 0)).then(|| format!("{hour:02}:{minute:02}"))
}

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

/// Days that a text such as `Mon–Fri`, `Sat & Sun` or `Every day` names; Monday is 0.
fn weekdays(text: &str) -> Option<Vec<usize>> {
    let mut text = text.trim().to_lowercase().replace('.', "");
    if let Some((_, first, last)) = SPANS.iter().find(|(name, ..)| *name == text) {
        return Some((*first..=*last).collect());
    }
    for (word, sign) in [
        (" and ", ","),
        (" und ", ","),
        (" et ", ","),
        (" y ", ","),
        (" to ", "-"),
        (" through ", "-"),
        (" bis ", "-"),
        (" au ", "-"),
        (" à ", "-"),
        (" a ", "-"),
    ] {
        text = text.replace(word, sign);
    }
    let mut named = Vec::new();
    for part in text.split([',', ';', '&', '+', '/']) {
        let mut ends = part.split(['–', '—', '-']).map(weekday);
        let first = ends.next()??;
        let last = match ends.next() {
            Some(last) => last?,
            None => first,
        };
        if ends.next().is_some() {
            return None;
        }
        // Fri–Mon continues after Sunday.
        let count = (last + 7 - first) % 7;
        named.extend((first..=first + count).map(|day| day % 7));
    }
    Some(named)
}

fn weekday(name: &str) -> Option<usize> {
    NAMES.iter().position(|names| names.contains(&name.trim()))
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
    fn times_are_parsed_in_common_formats() {
        for (typed, time) in [
            ("7", "07:00"),
            ("7am", "07:00"),
            (" 8:00 PM ", "20:00"),
            ("12am", "00:00"),
            ("12:30 p.m.", "12:30"),
            ("8:00 p. m.", "20:00"),
            ("19.30", "19:30"),
            ("19h", "19:00"),
            ("19h30", "19:30"),
            ("00:00", "00:00"),
            ("24:00", "24:00"),
        ] {
            assert_eq!(clock_time(typed).as_deref(), Some(time), "{typed}");
        }
        for typed in [
            "", "am", "13pm", "0am", "24:01", "25", "7:", "7.", "7 mm", "7:5", "7:60", "+7:00", "007:00", "7:00:00",
            "٧",
        ] {
            assert_eq!(clock_time(typed), None, "{typed}");
        }
    }

    #[test]
    fn days_are_parsed_in_all_languages() {
        for days in [
            "Mon–Fri",
            "monday - friday",
            "Weekdays",
            "Mo-Fr",
            "Mo. bis Fr.",
            "lun.–ven.",
            "Lunes a viernes",
            "Mon, Tue–Thu & Fri",
        ] {
            assert_eq!(weekdays(days), Some(vec![0, 1, 2, 3, 4]), "{days}");
        }
        for (days, named) in [
            ("Every day", vec![0, 1, 2, 3, 4, 5, 6]),
            ("Sat–Sun", vec![5, 6]),
            ("sam. et dim.", vec![5, 6]),
            ("Fri–Mon", vec![4, 5, 6, 0]),
            ("Mon; Wed–Fri", vec![0, 2, 3, 4]),
        ] {
            assert_eq!(weekdays(days), Some(named), "{days}");
        }
        for days in ["", "Holidays", "Mon–", "Mon–Wed–Fri", "Mon except holidays"] {
            assert_eq!(weekdays(days), None, "{days}");
        }
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
