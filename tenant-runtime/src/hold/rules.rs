//! IDs of differences, and those not acknowledged by a release. Pure.

use platform::money::Currency;

use super::{Difference, DifferenceKind, ListingState};
use crate::payments::UnknownTransaction;
use crate::payments::processor::TransactionKind;
use crate::terminal::{JournalKind, TerminalEntry, UnknownToFile};

pub(super) fn of_transaction(one: UnknownTransaction, currency: Currency) -> Difference {
    let kind = match one.kind {
        TransactionKind::Charge => DifferenceKind::Charge,
        TransactionKind::Void => DifferenceKind::Void,
        TransactionKind::Refund => DifferenceKind::Refund,
    };
    // Several refunds of a charge can share a number. Amount and time tell them apart.
    let at = one.at.map(|at| at.as_second()).unwrap_or_default();
    let amount = one.amount.unwrap_or_default();
    Difference {
        id: format!(
            "{}:{}:{}:{amount}:{at}",
            kind.into_str(),
            one.reference,
            one.transaction
        ),
        kind,
        at: one.at,
        amount: one.amount,
        currency: one.amount.map(|_| currency),
        subject: one.reference,
        transaction: Some(one.transaction),
        terminal: None,
        search: None,
    }
}

pub(super) fn of_terminal(one: UnknownToFile, label: Option<String>, currency: Currency) -> Difference {
    let kind = match one.kind {
        JournalKind::Redemption => DifferenceKind::Redemption,
        JournalKind::Payment => DifferenceKind::KioskCharge,
        JournalKind::GiftCard => DifferenceKind::GiftCardSpend,
        JournalKind::Sale => DifferenceKind::KioskSale,
    };
    Difference {
        id: format!("{}:{}:{}", kind.into_str(), one.terminal_id, one.id),
        kind,
        at: Some(one.at),
        amount: one.amount,
        currency: one.amount.map(|_| currency),
        subject: one.id,
        transaction: None,
        terminal: Some(label.unwrap_or(one.terminal_id)),
        search: None,
    }
}

pub(super) fn silent(terminal: &TerminalEntry) -> Difference {
    let kind = DifferenceKind::SilentTerminal;
    Difference {
        id: format!("{}:{}", kind.into_str(), terminal.terminal_id),
        kind,
        at: terminal.last_seen_at,
        amount: None,
        currency: None,
        subject: terminal.label.clone(),
        transaction: None,
        terminal: Some(terminal.label.clone()),
        search: None,
    }
}

pub(super) fn unlisted(processor: &str, state: ListingState) -> Difference {
    let kind = DifferenceKind::UnlistedProcessor;
    Difference {
        id: format!("{}:{processor}:{}", kind.into_str(), state.into_str()),
        kind,
        at: None,
        amount: None,
        currency: None,
        subject: processor.to_owned(),
        transaction: None,
        terminal: None,
        search: None,
    }
}

/// Differences whose IDs weren't acknowledged.
pub fn unacknowledged<'a>(differences: &'a [Difference], acknowledged: &[String]) -> Vec<&'a Difference> {
    let is_missing = |difference: &&Difference| !acknowledged.contains(&difference.id);
    differences.iter().filter(is_missing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transaction(kind: TransactionKind, amount: i64) -> UnknownTransaction {
        UnknownTransaction {
            kind,
            reference: "abc".to_owned(),
            transaction: "7-1".to_owned(),
            amount: Some(amount),
            at: None,
        }
    }

    #[test]
    fn release_requires_every_difference_acknowledged() {
        let of = |kind, amount| of_transaction(transaction(kind, amount), Currency::USD);
        let differences = [
            of(TransactionKind::Charge, 3800),
            of(TransactionKind::Refund, 1000),
            of(TransactionKind::Refund, 500),
        ];
        let mut ids: Vec<String> = differences.iter().map(|one| one.id.clone()).collect();
        assert!(unacknowledged(&differences, &ids).is_empty());
        let forgotten = ids.remove(1);
        let left: Vec<&str> = unacknowledged(&differences, &ids).iter().map(|one| &*one.id).collect();
        assert_eq!(left, [&*forgotten]);
        assert_eq!(unacknowledged(&differences, &[]).len(), 3);
    }
}
