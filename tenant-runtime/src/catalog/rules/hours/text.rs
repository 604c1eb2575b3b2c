//! Times of day and weekdays, as people write them in every language of the product. Pure.

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

/// Days that a text such as `Mon–Fri`, `Sat & Sun` or `Every day` names; Monday is 0.
pub(super) fn weekdays(text: &str) -> Option<Vec<usize>> {
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
    use super::*;

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
}
