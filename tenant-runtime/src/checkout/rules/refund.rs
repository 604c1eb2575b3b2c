//! Amounts that may be refunded, and whether the charge is voided (docs/RULES.md#refunds). Pure.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::reversal::Kind;
use crate::clubs::ChosenClub;
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
    /// Set for a change to another club at a later date. The order is free; each month of the new club has its own order.
    pub(in crate::checkout) choice: Option<ChosenClub>,
}

impl Returnable {
    /// Whether all of it went towards another club, so that nothing is left to refund.
    fn is_credited(&self) -> bool {
        self.paid > 0 && self.credited >= self.paid
    }

    /// Whether this is a later club that has started. Its membership continues after a refund of this order.
    fn has_started_later(&self) -> bool {
        self.choice == Some(ChosenClub::Started)
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
    /// This club was chosen for a later date, so its months have their own orders.
    Chosen(String),
    /// The only line is a change to this club, which hasn't started. Nothing was charged for it.
    NotStarted(String),
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
        if line.has_started_later() {
            return Err(Refusal::Chosen(line.name.clone()));
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
    let mut sold = lines.iter().filter(|line| wanted.contains(&line.line_id));
    match sold
        .clone()
        .all(|line| line.choice.is_some())
        .then(|| sold.next())
        .flatten()
    {
        Some(line) if line.choice == Some(ChosenClub::Pending) => Err(Refusal::NotStarted(line.name.clone())),
        Some(line) => Err(Refusal::Chosen(line.name.clone())),
        None => Ok(planned),
    }
}

/// Amount that a refund of this whole line pays, used or sent or not; `None`: it can't be refunded.
pub(in crate::checkout) fn amount_left(line: &Returnable) -> Option<i64> {
    let planned = plan(std::slice::from_ref(line), &[line.line_id], true).ok()?;
    planned.first().map(|planned| planned.amount)
}

/// Amounts that refunds of whole lines pay, by line; one that can't be refunded is missing. A club chosen for later is refunded only
/// with something else.
pub(in crate::checkout) fn amounts_left(lines: &[Returnable]) -> BTreeMap<i64, i64> {
    let left = lines.iter().filter_map(|line| Some((line.line_id, amount_left(line)?)));
    let mut left: BTreeMap<i64, i64> = left.collect();
    if !left.is_empty() {
        let chosen = lines.iter().filter(|line| line.choice.is_some());
        let open = chosen.filter(|line| !line.returned && !line.has_started_later());
        left.extend(open.map(|line| (line.line_id, 0)));
    }
    left
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
    let open = lines.iter().filter(|line| !line.returned && !line.is_credited());
    let rest = open.filter(|line| !line.has_started_later());
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
mod tests;
