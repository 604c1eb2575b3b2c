//! Amounts that may be refunded, and whether the charge is voided (docs/RULES.md#refunds). Pure.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::reversal::Kind;
use crate::gift_cards::Loaded;
use crate::gift_cards::rules::refundable;

/// From this local hour on the processors' day may have closed, so a charge can't be voided.
const CUT_OFF_HOUR: i8 = 22;

/// A line of a paid order, as far as its refund needs to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::checkout) struct Returnable {
    pub(in crate::checkout) line_id: i64,
    pub(in crate::checkout) name: String,
    /// Minor units, including taxes.
    pub(in crate::checkout) paid: i64,
    /// Minor units, with taxes, of a month of a club that went towards another club.
    pub(in crate::checkout) credited: i64,
    /// Whether an earlier or open reversal includes it.
    pub(in crate::checkout) returned: bool,
    /// Codes redeemed, or reserved by a terminal.
    pub(in crate::checkout) used: i64,
    /// Whether it is shipped or delivered.
    pub(in crate::checkout) sent: bool,
    /// Gift card load of the line.
    pub(in crate::checkout) card: Option<Loaded>,
}

impl Returnable {
    /// Whether all of it went towards another club, so that nothing is left to refund.
    fn is_credited(&self) -> bool {
        self.paid > 0 && self.credited >= self.paid
    }
}

/// Line with its refund in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::checkout) struct Planned {
    pub(in crate::checkout) line_id: i64,
    pub(in crate::checkout) amount: i64,
    /// Minor units deducted from its gift card.
    pub(in crate::checkout) off_card: i64,
}

/// A line of a paid order as its refunds have left it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::checkout) struct ReturnedLine {
    pub(in crate::checkout) reversal_id: Option<i64>,
    /// Minor units, including taxes.
    pub(in crate::checkout) paid: i64,
    /// Minor units.
    pub(in crate::checkout) refunded: i64,
    /// Minor units that a discount took off.
    pub(in crate::checkout) discount: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::checkout) enum Refusal {
    /// Nothing of the order is paid.
    NotPaid,
    Empty,
    NoSuchLine(i64),
    /// The line with this name was already refunded.
    Returned(String),
    /// The line with this name was requested twice.
    Twice(String),
    /// Codes of the line of this name were used; the merchant may override that.
    Used(String),
    /// The line of this name was sent; the merchant may override that.
    Sent(String),
    /// A terminal holds a part of the gift card of the line of this name.
    Held(String),
    /// The whole line of this name went towards another club, whose refund gives it back.
    Credited(String),
    /// No line is a whole month of a club, so no membership can end with the refund.
    NoMembership,
    /// A bank took the money already.
    Disputed,
    /// The account is deleted, so no one would get the gift card.
    NoAccount,
}

/// Refund of the lines `wanted`. With `overrides`, redeemed and shipped items are included.
pub(in crate::checkout) fn plan(
    lines: &[Returnable],
    wanted: &[i64],
    overrides: bool,
) -> Result<Vec<Planned>, Refusal> {
    let mut planned: Vec<Planned> = Vec::with_capacity(wanted.len());
    // Several lines may have reloaded one card, so each deduction reduces the rest.
    let mut taken: BTreeMap<i64, i64> = BTreeMap::new();
    for id in wanted {
        let line = lines
            .iter()
            .find(|line| line.line_id == *id)
            .ok_or(Refusal::NoSuchLine(*id))?;
        if line.returned {
            return Err(Refusal::Returned(line.name.clone()));
        }
        if planned.iter().any(|other| other.line_id == *id) {
            return Err(Refusal::Twice(line.name.clone()));
        }
        if line.used > 0 && !overrides {
            return Err(Refusal::Used(line.name.clone()));
        }
        if line.sent && !overrides {
            return Err(Refusal::Sent(line.name.clone()));
        }
        if line.card.is_some_and(|card| card.is_held) {
            return Err(Refusal::Held(line.name.clone()));
        }
        if line.is_credited() {
            return Err(Refusal::Credited(line.name.clone()));
        }
        let off_card = line.card.map_or(0, |load| {
            let taken = taken.entry(load.card_id).or_default();
            let now = refundable(load.amount, load.balance - *taken);
            *taken += now;
            now
        });
        planned.push(Planned {
            line_id: *id,
            amount: amount_of(line, off_card),
            off_card,
        });
    }
    if planned.is_empty() {
        return Err(Refusal::Empty);
    }
    Ok(planned)
}

/// Amount that a refund of this whole line pays, used or sent or not; `None`: it can't be refunded.
pub(in crate::checkout) fn amount_left(line: &Returnable) -> Option<i64> {
    let planned = plan(std::slice::from_ref(line), &[line.line_id], true).ok()?;
    planned.first().map(|planned| planned.amount)
}

/// Amount that a refund of everything left pays. Less than the sum of [`amount_left`] if lines loaded the same card.
pub(in crate::checkout) fn total_left(lines: &[Returnable]) -> i64 {
    let left: Vec<i64> = lines
        .iter()
        .filter(|line| amount_left(line).is_some())
        .map(|line| line.line_id)
        .collect();
    let planned = plan(lines, &left, true).unwrap_or_default();
    planned.iter().map(|planned| planned.amount).sum()
}

/// The full price minus the credit toward another club. For a gift card, in proportion to the deducted value.
fn amount_of(line: &Returnable, off_card: i64) -> i64 {
    match line.card {
        None => (line.paid - line.credited).max(0),
        Some(load) if off_card < load.amount => {
            let part = i128::from(line.paid) * i128::from(off_card) / i128::from(load.amount);
            i64::try_from(part).unwrap_or(line.paid)
        }
        _ => line.paid,
    }
}

/// Everything that can still be refunded.
pub(in crate::checkout) fn rest(lines: &[Returnable]) -> Vec<i64> {
    let rest = lines.iter().filter(|line| !line.returned && !line.is_credited());
    rest.map(|line| line.line_id).collect()
}

/// A charge is voided on its own day, before the cut-off, when every line of its order is refunded in full at once; everything else
/// is a refund. `lines`: all of the order.
pub(in crate::checkout) fn kind(
    planned: &[Planned],
    lines: &[Returnable],
    paid_at: Timestamp,
    now: Timestamp,
    zone: &TimeZone,
) -> Kind {
    let whole = lines.iter().all(|line| {
        let planned = planned.iter().find(|planned| planned.line_id == line.line_id);
        planned.is_some_and(|planned| planned.amount == line.paid)
    });
    let (paid_at, now) = (paid_at.to_zoned(zone.clone()), now.to_zoned(zone.clone()));
    if whole && paid_at.date() == now.date() && now.hour() < CUT_OFF_HOUR {
        Kind::Void
    } else {
        Kind::Refund
    }
}

/// Whether every line was refunded in full.
pub(in crate::checkout) fn is_all_returned(lines: &[ReturnedLine]) -> bool {
    lines
        .iter()
        .all(|line| line.reversal_id.is_some() && line.refunded == line.paid)
}

/// Whether the reversal `id` returns the last line that the discount of its order paid for, so that the discount returns too.
pub(in crate::checkout) fn returns_discount(lines: &[ReturnedLine], id: i64) -> bool {
    let mut discounted = lines.iter().filter(|line| line.discount > 0);
    let is_last = discounted.clone().any(|line| line.reversal_id == Some(id));
    is_last && discounted.all(|line| line.reversal_id.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(line_id: i64) -> Returnable {
        Returnable {
            line_id,
            name: "Glow".to_owned(),
            paid: 1100,
            credited: 0,
            returned: false,
            used: 0,
            sent: false,
            card: None,
        }
    }

    #[test]
    fn lines_are_refunded_once() {
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
            off_card: 0,
        };
        assert_eq!(plan(&lines, &[1], false), Ok(vec![planned]));
        assert_eq!(plan(&lines, &[], false), Err(Refusal::Empty));
        assert_eq!(plan(&lines, &[3], true), Err(Refusal::NoSuchLine(3)));
        assert!(matches!(plan(&lines, &[2], true), Err(Refusal::Returned(_))));
        assert!(matches!(plan(&lines, &[1, 1], true), Err(Refusal::Twice(_))));
        assert_eq!(rest(&lines), [1]);
    }

    #[test]
    fn redeemed_and_shipped_items_require_a_reason() {
        let used = [Returnable { used: 1, ..line(1) }];
        assert!(matches!(plan(&used, &[1], false), Err(Refusal::Used(_))));
        assert_eq!(plan(&used, &[1], true).unwrap()[0].amount, 1100);
        let sent = [Returnable { sent: true, ..line(1) }];
        assert!(matches!(plan(&sent, &[1], false), Err(Refusal::Sent(_))));
        assert!(plan(&sent, &[1], true).is_ok());
    }

    #[test]
    fn gift_card_refunds_its_remaining_balance() {
        for (left, amount) in [(1100, 1000), (550, 500), (1, 0), (0, 0)] {
            let card = Returnable {
                paid: 1000,
                card: Some(load(1, 1100, left)),
                ..line(1)
            };
            assert_eq!(plan(&[card], &[1], false).unwrap()[0].amount, amount, "{left}");
        }
    }

    fn load(card_id: i64, amount: i64, balance: i64) -> Loaded {
        Loaded {
            card_id,
            amount,
            balance,
            is_held: false,
        }
    }

    #[test]
    fn held_gift_card_is_not_refundable() {
        let held = Loaded {
            is_held: true,
            ..load(1, 1100, 900)
        };
        let card = Returnable {
            card: Some(held),
            ..line(1)
        };
        assert!(matches!(plan(&[card], &[1], true), Err(Refusal::Held(_))));
    }

    #[test]
    fn balance_refunded_for_one_line_is_unavailable_to_the_next() {
        let reload = |line_id, card_id, balance| Returnable {
            card: Some(load(card_id, 1000, balance)),
            ..line(line_id)
        };
        let lines = [
            reload(1, 7, 1500),
            reload(2, 8, 1000),
            reload(3, 7, 1500),
            reload(4, 7, 1500),
        ];
        let planned: Vec<_> = plan(&lines, &[1, 2, 3, 4], false)
            .unwrap()
            .iter()
            .map(|line| (line.off_card, line.amount))
            .collect();
        assert_eq!(planned, [(1000, 1100), (1000, 1100), (500, 550), (0, 0)]);
    }

    #[test]
    fn refundable_amount_matches_the_refund() {
        let returned = Returnable {
            returned: true,
            ..line(2)
        };
        let used = Returnable { used: 1, ..line(3) };
        let held = Returnable {
            card: Some(Loaded {
                is_held: true,
                ..load(7, 1000, 1000)
            }),
            ..line(4)
        };
        let reload = |line_id| Returnable {
            card: Some(load(8, 1000, 1500)),
            ..line(line_id)
        };
        let lines = [line(1), returned, used, held, reload(5), reload(6)];
        let left: Vec<_> = lines.iter().map(amount_left).collect();
        assert_eq!(left, [Some(1100), None, Some(1100), None, Some(1100), Some(1100)]);
        assert_eq!(total_left(&lines), 1100 + 1100 + 1100 + 550);
        assert_eq!(total_left(&lines[1..2]), 0);
    }

    const PHOENIX: &str = "America/Phoenix";

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn kind_of(planned: &[(i64, i64)], lines: &[Returnable], now: &str) -> Kind {
        let planned: Vec<_> = planned
            .iter()
            .map(|(line_id, amount)| Planned {
                line_id: *line_id,
                amount: *amount,
                off_card: 0,
            })
            .collect();
        let zone = TimeZone::get(PHOENIX).unwrap();
        // Phoenix is seven hours behind.
        kind(&planned, lines, at("2026-11-20T15:00:00Z"), at(now), &zone)
    }

    #[test]
    fn charge_is_voided_on_its_day() {
        for (now, expected) in [
            ("2026-11-21T04:59:00Z", Kind::Void),
            ("2026-11-21T05:00:00Z", Kind::Refund),
            ("2026-11-21T15:00:00Z", Kind::Refund),
        ] {
            assert_eq!(kind_of(&[(1, 1100)], &[line(1)], now), expected, "{now}");
        }
    }

    #[test]
    fn order_is_voided_when_every_line_is_refunded_in_full() {
        let free = Returnable { paid: 0, ..line(2) };
        let both = [line(1), free.clone()];
        let same_day = "2026-11-20T16:00:00Z";
        assert_eq!(kind_of(&[(1, 1100)], &both, same_day), Kind::Refund, "all of the money");
        assert_eq!(kind_of(&[(1, 1100), (2, 0)], &both, same_day), Kind::Void);
        assert_eq!(kind_of(&[(1, 1000), (2, 0)], &both, same_day), Kind::Refund);
        let two_free = [free.clone(), Returnable { line_id: 3, ..free }];
        assert_eq!(kind_of(&[(2, 0)], &two_free, same_day), Kind::Refund, "nothing to pay");
    }

    #[test]
    fn period_credited_toward_another_club_is_not_refunded() {
        let club = |credited| Returnable { credited, ..line(1) };
        assert_eq!(plan(&[club(300)], &[1], false).unwrap()[0].amount, 800);
        let refusal = plan(&[club(1100)], &[1], true).unwrap_err();
        assert_eq!(refusal, Refusal::Credited(line(1).name));
        assert_eq!(rest(&[club(1100), line(2)]), [2]);
        assert_eq!(amount_left(&club(1100)), None);
    }

    #[test]
    fn discount_returns_with_its_last_line() {
        let line = |reversal_id, paid, discount| ReturnedLine {
            reversal_id,
            paid,
            refunded: if reversal_id.is_some() { paid } else { 0 },
            discount,
        };
        let other_line = [line(None, 0, 2600), line(Some(1), 1200, 0)];
        assert!(!returns_discount(&other_line, 1) && !is_all_returned(&other_line));
        let first = [line(Some(1), 0, 2600), line(None, 1200, 0)];
        assert!(returns_discount(&first, 1) && !is_all_returned(&first));
        let then = [line(Some(1), 0, 2600), line(Some(2), 1200, 0)];
        assert!(!returns_discount(&then, 2), "once");
        assert!(is_all_returned(&then));
        let one_of_two = [line(Some(1), 0, 1300), line(None, 0, 1300)];
        assert!(!returns_discount(&one_of_two, 1));
    }
}
