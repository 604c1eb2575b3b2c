//! What a kiosk says that it sells. Pure.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fields::text::{REQUIRED, TOO_LONG};
use crate::fields::{FieldErrors, Notes};

/// Most lines of one sale.
const MOST_LINES: usize = 50;

/// Most characters of a line's name.
const LONGEST_NAME: usize = 100;

/// Most minor units of one line, so that no sum of lines is too large.
const MOST: i64 = 1_000_000_000;

/// How far the clock of a kiosk may be ahead.
const CLOCK: SignedDuration = SignedDuration::from_mins(5);

/// Something that a kiosk sells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::terminal) struct SaleLine {
    /// As customers read it on their receipt; at most 100 characters.
    pub(in crate::terminal) name: String,
    /// Minor units, without taxes.
    pub(in crate::terminal) price: i64,
    /// Minor units.
    #[serde(default)]
    pub(in crate::terminal) taxes: i64,
}

/// When a sale is booked that a kiosk says was made at `said`; a clock that is a little ahead is set right.
///
/// # Errors
/// The message of `soldAt`.
pub(in crate::terminal) fn sold_at(said: Option<Timestamp>, now: Timestamp) -> Result<Timestamp, FieldErrors> {
    let mut notes = Notes::default();
    let said = said.unwrap_or(now);
    if said.duration_since(now) > CLOCK {
        notes.take("soldAt", Err::<(), _>("This has not happened yet."));
    }
    notes.into_result(said.min(now))
}

/// Whether `lines` come to `amount` minor units, of which `taxes` are taxes.
///
/// # Errors
/// The message of each field at fault.
pub(in crate::terminal) fn check(amount: i64, taxes: i64, lines: &[SaleLine]) -> Result<(), FieldErrors> {
    let mut notes = Notes::default();
    if lines.is_empty() || lines.len() > MOST_LINES {
        notes.take("lines", Err::<(), _>("Between 1 and 50 lines are expected."));
    }
    for (index, line) in lines.iter().enumerate() {
        let name = match line.name.trim() {
            "" => Err(REQUIRED),
            name if name.chars().count() > LONGEST_NAME => Err(TOO_LONG),
            _ => Ok(()),
        };
        notes.take(format!("lines[{index}].name"), name);
        for (field, value) in [("price", line.price), ("taxes", line.taxes)] {
            let is_amount = (0..=MOST).contains(&value);
            let checked = if is_amount {
                Ok(())
            } else {
                Err("An amount in minor units is expected.")
            };
            notes.take(format!("lines[{index}].{field}"), checked);
        }
    }
    notes.into_result(())?;
    let mut notes = Notes::default();
    let taxes_of_lines: i64 = lines.iter().map(|line| line.taxes).sum();
    let total = taxes_of_lines + lines.iter().map(|line| line.price).sum::<i64>();
    if total != amount {
        notes.take(
            "amount",
            Err::<(), _>("The lines and their taxes come to another amount."),
        );
    }
    if taxes_of_lines != taxes {
        notes.take("taxes", Err::<(), _>("The taxes of the lines come to another amount."));
    }
    notes.into_result(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(price: i64, taxes: i64) -> SaleLine {
        SaleLine {
            name: "Foam".to_owned(),
            price,
            taxes,
        }
    }

    #[test]
    fn what_has_not_happened_is_no_sale() {
        let now: Timestamp = "2026-11-20T14:00:00Z".parse().unwrap();
        let later = |seconds: i64| Some(now + SignedDuration::from_secs(seconds));
        assert_eq!(sold_at(None, now), Ok(now));
        assert_eq!(
            sold_at(later(-86_400), now),
            Ok(now - SignedDuration::from_secs(86_400))
        );
        assert_eq!(sold_at(later(300), now), Ok(now), "a clock that is ahead");
        let errors = sold_at(later(301), now).unwrap_err();
        assert!(errors.contains_key("soldAt"));
    }

    #[test]
    fn lines_come_to_what_is_asked() {
        let lines = [line(1000, 86), line(500, 0)];
        assert_eq!(check(1586, 86, &lines), Ok(()));
        for (amount, taxes, lines, fields) in [
            (1500, 86, &lines[..], vec!["amount"]),
            (1586, 85, &lines[..], vec!["taxes"]),
            (0, 0, &[], vec!["lines"]),
            (-1, 0, &[line(-1, 0)], vec!["lines[0].price"]),
            (0, 0, &[line(1, -1)], vec!["lines[0].taxes"]),
            (1, 0, &[line(i64::MAX, 0), line(2, 0)], vec!["lines[0].price"]),
        ] {
            let errors = check(amount, taxes, lines).unwrap_err();
            let named: Vec<_> = errors.keys().map(|field| &**field).collect();
            assert_eq!(named, fields);
        }
        let mut nameless = line(1, 0);
        nameless.name = " ".to_owned();
        assert!(check(1, 0, &[nameless]).is_err());
    }
}
