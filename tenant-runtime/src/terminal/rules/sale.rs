//! Validation of kiosk sales. Pure.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::catalog::tax::tax;
use crate::fields::{FieldErrors, Notes, text};

/// Maximum lines per sale.
const MOST_LINES: usize = 50;

/// Maximum length of a line's name.
const LONGEST_NAME: usize = 100;

/// Maximum minor units per line, so that sums don't overflow.
const MOST: i64 = 1_000_000_000;

/// Tolerance for a kiosk's clock.
const CLOCK: SignedDuration = SignedDuration::from_mins(5);

/// Time in which a kiosk must report a sale.
const REPORTED_WITHIN: SignedDuration = SignedDuration::from_hours(14 * 24);

/// Minor units by which the tax of a line may differ from the location's rate, because kiosks round differently.
const ROUNDING: i64 = 1;

const NOT_YET: &str = "Enter a time in the past.";
const TOO_OLD: &str = "Report sales within 14 days.";
const BEFORE_PAIRING: &str = "This sale happened before the terminal was paired.";
const OTHER_RATE: &str = "Send the tax at this location's rate. It may differ by one minor unit.";

/// Item sold by a kiosk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::terminal) struct SaleLine {
    /// Name on the customer's receipt; at most 100 characters.
    pub(in crate::terminal) name: String,
    /// Minor units, before tax.
    pub(in crate::terminal) price: i64,
    /// Minor units.
    #[serde(default)]
    pub(in crate::terminal) taxes: i64,
}

/// Booking time of a sale that a kiosk dates `said`. Corrects a clock that is slightly fast. `paired_at`: when the
/// terminal was first paired, if known.
///
/// # Errors
/// Message for `soldAt`.
pub(in crate::terminal) fn sold_at(
    said: Option<Timestamp>,
    now: Timestamp,
    paired_at: Option<Timestamp>,
) -> Result<Timestamp, FieldErrors> {
    let mut notes = Notes::default();
    let said = said.unwrap_or(now);
    let is_before_pairing = paired_at.is_some_and(|paired| paired.duration_since(said) > CLOCK);
    let checked = if said.duration_since(now) > CLOCK {
        Err(NOT_YET)
    } else if now.duration_since(said) > REPORTED_WITHIN {
        Err(TOO_OLD)
    } else if is_before_pairing {
        Err(BEFORE_PAIRING)
    } else {
        Ok(())
    };
    notes.take("soldAt", checked);
    notes.into_result(said.min(now))
}

/// Whether each of `lines` has no tax, or tax at one of `rates` (parts per million) of the terminal's location.
///
/// # Errors
/// A message for each invalid field.
pub(in crate::terminal) fn check_taxes(lines: &[SaleLine], rates: &[i64]) -> Result<(), FieldErrors> {
    let mut notes = Notes::default();
    for (index, line) in lines.iter().enumerate() {
        let is_at = |rate: i64| (line.taxes - tax(line.price, rate)).abs() <= ROUNDING;
        let is_right = line.taxes == 0 || rates.iter().any(|rate| is_at(*rate));
        let checked = if is_right { Ok(()) } else { Err(OTHER_RATE) };
        notes.take(format!("lines[{index}].taxes"), checked);
    }
    notes.into_result(())
}

/// Validates that `lines` add up to `amount` minor units, including `taxes`. Cash amounts may be rounded to the nearest `step`. Returns
/// the difference from rounding.
///
/// # Errors
/// The message of each invalid field.
pub(in crate::terminal) fn check(amount: i64, taxes: i64, lines: &[SaleLine], step: i64) -> Result<i64, FieldErrors> {
    let mut notes = Notes::default();
    if lines.is_empty() || lines.len() > MOST_LINES {
        notes.take("lines", Err::<(), _>("Send 1 to 50 lines."));
    }
    for (index, line) in lines.iter().enumerate() {
        let name = text::required(&line.name, LONGEST_NAME);
        notes.take(format!("lines[{index}].name"), name);
        for (field, value) in [("price", line.price), ("taxes", line.taxes)] {
            let is_amount = (0..=MOST).contains(&value);
            let checked = if is_amount {
                Ok(())
            } else {
                Err("Send the amount in minor units.")
            };
            notes.take(format!("lines[{index}].{field}"), checked);
        }
    }
    notes.into_result(())?;
    let mut notes = Notes::default();
    let taxes_of_lines: i64 = lines.iter().map(|line| line.taxes).sum();
    let total = taxes_of_lines + lines.iter().map(|line| line.price).sum::<i64>();
    let rounding = amount.saturating_sub(total);
    let is_rounded = amount % step == 0 && rounding.saturating_abs() <= step / 2 && amount >= taxes;
    if rounding != 0 && !is_rounded {
        notes.take("amount", Err::<(), _>("Lines and taxes don't add up to the total."));
    }
    if taxes_of_lines != taxes {
        notes.take("taxes", Err::<(), _>("Line taxes don't add up to the tax total."));
    }
    notes.into_result(rounding)
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
    fn future_sale_is_rejected() {
        let now: Timestamp = "2026-11-20T14:00:00Z".parse().unwrap();
        let later = |seconds: i64| Some(now + SignedDuration::from_secs(seconds));
        assert_eq!(sold_at(None, now, Some(now)), Ok(now));
        let day = SignedDuration::from_secs(86_400);
        assert_eq!(sold_at(later(-86_400), now, None), Ok(now - day));
        assert_eq!(sold_at(later(300), now, None), Ok(now), "a clock that is ahead");
        let paired = Some(now - day);
        for (said, message) in [
            (301, NOT_YET),
            (-86_400 - 301, BEFORE_PAIRING),
            (-14 * 86_400 - 1, TOO_OLD),
            (-56 * 365 * 86_400, TOO_OLD),
        ] {
            let errors = sold_at(later(said), now, paired).unwrap_err();
            assert_eq!(errors["soldAt"], message, "{said}");
        }
        assert!(
            sold_at(later(-86_400 - 300), now, paired).is_ok(),
            "a clock that is behind"
        );
        assert!(sold_at(later(-14 * 86_400), now, None).is_ok());
    }

    #[test]
    fn line_tax_matches_a_rate_of_the_location() {
        let rates = [86_000, 50_000];
        let faults = |price, taxes| check_taxes(&[line(price, taxes)], &rates).is_err();
        for (price, taxes) in [
            (1000, 86),
            (1000, 85),
            (1000, 87),
            (1000, 50),
            (1000, 0),
            (1, 1),
            (0, 1),
            (0, 0),
        ] {
            assert!(!faults(price, taxes), "{taxes} on {price}");
        }
        for (price, taxes) in [
            (1, 99),
            (1000, 88),
            (1000, 84),
            (1000, 52),
            (0, 2),
            (1_000_000_000, 1_000_000_000),
        ] {
            assert!(faults(price, taxes), "{taxes} on {price}");
        }
        let errors = check_taxes(&[line(1000, 86), line(1, 99)], &rates).unwrap_err();
        assert_eq!(
            errors.keys().map(|field| &**field).collect::<Vec<_>>(),
            ["lines[1].taxes"]
        );
        assert!(check_taxes(&[line(1000, 86)], &[]).is_err());
    }

    #[test]
    fn lines_add_up_to_the_amount() {
        let lines = [line(1000, 86), line(500, 0)];
        assert_eq!(check(1586, 86, &lines, 1), Ok(0));
        for (amount, taxes, lines, fields) in [
            (1500, 86, &lines[..], vec!["amount"]),
            (1586, 85, &lines[..], vec!["taxes"]),
            (0, 0, &[], vec!["lines"]),
            (-1, 0, &[line(-1, 0)], vec!["lines[0].price"]),
            (0, 0, &[line(1, -1)], vec!["lines[0].taxes"]),
            (1, 0, &[line(i64::MAX, 0), line(2, 0)], vec!["lines[0].price"]),
        ] {
            let errors = check(amount, taxes, lines, 5).unwrap_err();
            let named: Vec<_> = errors.keys().map(|field| &**field).collect();
            assert_eq!(named, fields);
        }
        for (amount, step, rounding) in [
            (1585, 5, Some(-1)),
            (1586, 5, Some(0)),
            (1590, 5, None),
            (1584, 5, None),
            (1585, 1, None),
            (1600, 50, Some(14)),
            (1550, 50, None),
            (1600, 100, Some(14)),
            (1500, 100, None),
            (i64::MIN, 5, None),
            (i64::MAX, 5, None),
        ] {
            assert_eq!(check(amount, 86, &lines, step).ok(), rounding, "{amount} by {step}");
        }
        assert_eq!(check(2875, 374, &[line(2500, 374)], 5), Ok(1));
        assert_eq!(check(2870, 0, &[line(2872, 0)], 5), Ok(-2));
        // Half a step is rounded either way.
        assert_eq!(check(1550, 0, &[line(1525, 0)], 50), Ok(25));
        assert_eq!(check(1500, 0, &[line(1525, 0)], 50), Ok(-25));
        let mut nameless = line(1, 0);
        nameless.name = " ".to_owned();
        assert!(check(1, 0, &[nameless], 1).is_err());
    }
}
