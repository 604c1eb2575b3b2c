//! What may be given back, and how (domain.md, section 3.1). Pure.

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// From this local hour on the processors' day may have closed, and a charge cannot be voided any more.
const CUT_OFF_HOUR: i8 = 22;

/// How money goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::checkout) enum Kind {
    /// The charge as a whole is taken back before the processor's day closes.
    Void,
    Refund,
}

impl Kind {
    pub(in crate::checkout) const fn text(self) -> &'static str {
        match self {
            Self::Void => "void",
            Self::Refund => "refund",
        }
    }

    /// Of a stored text.
    pub(in crate::checkout) fn parse(text: &str) -> Self {
        if text == Self::Void.text() {
            Self::Void
        } else {
            Self::Refund
        }
    }
}

/// A line of a paid order, as far as giving it back needs to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::checkout) struct Returnable {
    pub(in crate::checkout) line_id: i64,
    pub(in crate::checkout) name: String,
    /// Minor units, with taxes.
    pub(in crate::checkout) paid: i64,
    /// Whether an earlier reversal has it, or one under way.
    pub(in crate::checkout) returned: bool,
    /// Codes that were used, or are at a terminal just now.
    pub(in crate::checkout) used: i64,
    /// Whether it is on its way or there.
    pub(in crate::checkout) sent: bool,
    /// Minor units that it put on a gift card, and how much of that can be taken off again.
    pub(in crate::checkout) card: Option<(i64, i64)>,
}

/// A line and what is given back for it, in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::checkout) struct Planned {
    pub(in crate::checkout) line_id: i64,
    pub(in crate::checkout) amount: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::checkout) enum Refusal {
    Empty,
    NoSuchLine(i64),
    /// The line of this name was given back before.
    Returned(String),
    /// Codes of the line of this name were used; the merchant may insist.
    Used(String),
    /// The line of this name was sent; the merchant may insist.
    Sent(String),
}

/// What is given back for the lines `wanted`. `insist`: also for what was used or sent.
pub(in crate::checkout) fn plan(lines: &[Returnable], wanted: &[i64], insist: bool) -> Result<Vec<Planned>, Refusal> {
    let mut planned: Vec<Planned> = Vec::with_capacity(wanted.len());
    for id in wanted {
        let line = lines
            .iter()
            .find(|line| line.line_id == *id)
            .ok_or(Refusal::NoSuchLine(*id))?;
        if line.returned || planned.iter().any(|other| other.line_id == *id) {
            return Err(Refusal::Returned(line.name.clone()));
        }
        if line.used > 0 && !insist {
            return Err(Refusal::Used(line.name.clone()));
        }
        if line.sent && !insist {
            return Err(Refusal::Sent(line.name.clone()));
        }
        planned.push(Planned {
            line_id: *id,
            amount: amount_of(line),
        });
    }
    if planned.is_empty() {
        return Err(Refusal::Empty);
    }
    Ok(planned)
}

/// The whole price; of a gift card in the measure of what is still on it.
fn amount_of(line: &Returnable) -> i64 {
    match line.card {
        Some((value, left)) if value > 0 && left < value => {
            let part = i128::from(line.paid) * i128::from(left.max(0)) / i128::from(value);
            i64::try_from(part).unwrap_or(line.paid)
        }
        _ => line.paid,
    }
}

/// Everything that was not given back yet.
pub(in crate::checkout) fn rest(lines: &[Returnable]) -> Vec<i64> {
    let rest = lines.iter().filter(|line| !line.returned);
    rest.map(|line| line.line_id).collect()
}

/// A charge is voided as a whole and on its own day, before the cut-off; everything else is a refund.
pub(in crate::checkout) fn kind(
    planned: &[Planned],
    total: i64,
    paid_at: Timestamp,
    now: Timestamp,
    zone: &TimeZone,
) -> Kind {
    let whole = planned.iter().map(|line| line.amount).sum::<i64>() == total;
    let (paid_at, now) = (paid_at.to_zoned(zone.clone()), now.to_zoned(zone.clone()));
    if whole && paid_at.date() == now.date() && now.hour() < CUT_OFF_HOUR {
        Kind::Void
    } else {
        Kind::Refund
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(line_id: i64) -> Returnable {
        Returnable {
            line_id,
            name: "Glow".to_owned(),
            paid: 1100,
            returned: false,
            used: 0,
            sent: false,
            card: None,
        }
    }

    #[test]
    fn lines_are_given_back_once() {
        let lines = [
            line(1),
            Returnable {
                returned: true,
                ..line(2)
            },
        ];
        let planned = Planned {
            line_id: 1,
            amount: 1100,
        };
        assert_eq!(plan(&lines, &[1], false), Ok(vec![planned]));
        assert_eq!(plan(&lines, &[], false), Err(Refusal::Empty));
        assert_eq!(plan(&lines, &[3], true), Err(Refusal::NoSuchLine(3)));
        for wanted in [&[2][..], &[1, 1]] {
            assert!(matches!(plan(&lines, wanted, true), Err(Refusal::Returned(_))));
        }
        assert_eq!(rest(&lines), [1]);
    }

    #[test]
    fn what_was_used_or_sent_needs_a_word() {
        let used = [Returnable { used: 1, ..line(1) }];
        assert!(matches!(plan(&used, &[1], false), Err(Refusal::Used(_))));
        assert_eq!(plan(&used, &[1], true).unwrap()[0].amount, 1100);
        let sent = [Returnable { sent: true, ..line(1) }];
        assert!(matches!(plan(&sent, &[1], false), Err(Refusal::Sent(_))));
        assert!(plan(&sent, &[1], true).is_ok());
    }

    #[test]
    fn a_gift_card_gives_back_what_is_left_on_it() {
        for (left, amount) in [(1100, 1000), (550, 500), (1, 0), (0, 0)] {
            let card = Returnable {
                paid: 1000,
                card: Some((1100, left)),
                ..line(1)
            };
            assert_eq!(plan(&[card], &[1], false).unwrap()[0].amount, amount, "{left}");
        }
    }

    #[test]
    fn a_charge_is_voided_on_its_day() {
        let zone = TimeZone::get("America/Phoenix").unwrap();
        let at = |text: &str| -> Timestamp { text.parse().unwrap() };
        // Phoenix is seven hours behind.
        let paid = at("2026-11-20T15:00:00Z");
        let planned = [Planned {
            line_id: 1,
            amount: 1100,
        }];
        assert_eq!(
            kind(&planned, 1100, paid, at("2026-11-21T04:59:00Z"), &zone),
            Kind::Void
        );
        assert_eq!(
            kind(&planned, 1100, paid, at("2026-11-21T05:00:00Z"), &zone),
            Kind::Refund
        );
        assert_eq!(
            kind(&planned, 1100, paid, at("2026-11-21T15:00:00Z"), &zone),
            Kind::Refund
        );
        assert_eq!(kind(&planned, 1200, paid, paid, &zone), Kind::Refund);
        for kind in [Kind::Void, Kind::Refund] {
            assert_eq!(Kind::parse(kind.text()), kind);
        }
    }
}
