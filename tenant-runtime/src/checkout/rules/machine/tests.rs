use std::fmt::Write as _;

use super::*;
use crate::checkout::rules::reversal::RefundOptions;
use crate::checkout::rules::tests::order;
use crate::payments::processor::Approval;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_900_000_000 + second).unwrap()
}

/// Every movement, stage, news and age.
fn all() -> impl Iterator<Item = (Movement, Stage, News, Age)> {
    Movement::VARIANTS.iter().flat_map(|movement| {
        Stage::VARIANTS.iter().flat_map(move |stage| {
            News::VARIANTS
                .iter()
                .flat_map(move |news| Age::VARIANTS.iter().map(move |age| (*movement, *stage, *news, *age)))
        })
    })
}

/// A change of the table shows as a change of the file.
#[test]
fn transition_table_matches_its_snapshot() {
    let mut table = String::new();
    for (movement, stage, news, _) in all().filter(|(.., age)| *age == Age::Young) {
        let [young, grown, old] = [Age::Young, Age::Grown, Age::Old].map(|age| {
            let (stage, act) = next(movement, stage, news, age);
            format!("{} {}", <&str>::from(stage), <&str>::from(act))
        });
        let (movement, stage, news): (&str, &str, &str) = (movement.into(), stage.into(), news.into());
        write!(table, "{movement:<13} {stage:<8} {news:<13} → {young}").unwrap();
        if young != grown || grown != old {
            write!(table, " | {grown} | {old}").unwrap();
        }
        table.push('\n');
    }
    insta::assert_snapshot!("table", table);
}

#[test]
fn settled_order_never_reopens() {
    for (movement, stage, news, age) in all() {
        let (then, act) = next(movement, stage, news, age);
        let was_open = matches!(stage, Stage::Intent | Stage::Asked);
        let is_open = matches!(then, Stage::Intent | Stage::Asked);
        assert!(was_open || !is_open, "{movement:?} {stage:?} {news:?}");
        assert!(
            was_open || !matches!(act, Act::Settle | Act::Send),
            "{movement:?} {stage:?} {news:?}"
        );
        assert!(stage != Stage::Asked || then != Stage::Intent, "{movement:?} {news:?}");
    }
}

#[test]
fn only_whole_reversals_are_sent_again() {
    for (movement, stage, news, age) in all() {
        if next(movement, stage, news, age).1 == Act::Send {
            assert!(
                matches!(movement, Movement::WholeRefund | Movement::Correction),
                "{movement:?}"
            );
            assert!(matches!(news, News::Absent | News::NoLookUp), "{news:?}");
        }
    }
}

#[test]
fn approval_is_settled_or_corrected_but_never_dropped() {
    for (movement, stage, news, age) in
        all().filter(|(_, stage, news, _)| *stage != Stage::Approved && matches!(news, News::Approved))
    {
        let act = next(movement, stage, news, age).1;
        assert!(
            matches!(act, Act::Settle | Act::Correct | Act::Review),
            "{movement:?} {stage:?} {age:?}: {act:?}"
        );
    }
}

#[test]
fn silence_does_not_settle_an_order() {
    for (movement, stage, news, age) in all() {
        if matches!(news, News::NoAnswer | News::NoLookUp | News::OtherAmount) {
            let (then, act) = next(movement, stage, news, age);
            assert!(
                !matches!(act, Act::Settle | Act::Correct),
                "{movement:?} {stage:?} {news:?}"
            );
            assert!(then == stage || then == Stage::Asked);
        }
    }
}

#[test]
fn open_order_always_has_a_next_action() {
    for (movement, stage, news, age) in all() {
        let (then, act) = next(movement, stage, news, age);
        if matches!(then, Stage::Intent | Stage::Asked) && news != News::FoundUnsold {
            assert_ne!(act, Act::Rest, "{movement:?} {stage:?} {news:?} {age:?}");
        }
    }
}

#[test]
fn not_found_counts_three_minutes_after_the_send() {
    assert_eq!(age_at(at(0), at(179)), Age::Young);
    assert_eq!(age_at(at(0), at(180)), Age::Grown);
    assert_eq!(age_at(at(500), at(0)), Age::Young, "a clock that was set back");
    assert_eq!(age_at(at(0), at(4 * 86_400 - 1)), Age::Grown);
    assert_eq!(age_at(at(0), at(4 * 86_400)), Age::Old);
}

#[test]
fn open_order_is_looked_up_often_at_first() {
    for (second, again) in [(60, 90), (599, 629), (600, 840), (80_000, 80_240)] {
        let expected = Pause {
            told: false,
            until: at(again),
        };
        assert_eq!(pause(Act::Wait, at(0), at(second)), expected);
    }
    assert_eq!(open_state(at(0), at(86_399)), OrderState::Unknown);
    assert_eq!(open_state(at(0), at(86_400)), OrderState::Flagged);
}

#[test]
fn review_is_logged_immediately_and_every_hour() {
    let told = pause(Act::Review, at(0), at(60));
    assert_eq!((told.told, told.until), (true, at(3660)));
    let last = pause(Act::Review, at(0), at(86_000));
    assert_eq!(last.until, at(86_400), "it blocks for a day and no longer");
    assert_eq!(pause(Act::Review, at(0), at(86_400)).until, at(90_000));
}

#[test]
fn day_without_response_is_logged_hourly() {
    let told = (0..360_i64)
        .filter(|look| pause(Act::Wait, at(0), at(86_400 + look * 240)).told)
        .count();
    assert_eq!(told, 24);
}

#[test]
fn manual_lookup_asks_a_silent_processor_sooner() {
    assert_eq!(search_pause(Act::Wait, News::Absent, at(0)).until, at(3600));
    assert_eq!(search_pause(Act::Wait, News::NoAnswer, at(0)).until, at(240));
    assert_eq!(search_pause(Act::Review, News::NoAnswer, at(0)).until, at(3600));
}

#[test]
fn stage_follows_from_stored_data() {
    let failed = |code: &str| Order {
        code: code.to_owned(),
        ..order(OrderState::Failed, at(0))
    };
    let declined = Some(PaymentState::Declined);
    assert_eq!(Stage::of_charge(&failed("481"), declined), Stage::Declined);
    assert_eq!(
        Stage::of_charge(&failed(Decline::NOT_PROCESSED), declined),
        Stage::NotFound
    );
    assert_eq!(
        Stage::of_charge(&failed("481"), Some(PaymentState::Voided)),
        Stage::Approved
    );
    for (state, stage) in [
        (OrderState::Pending, Stage::Intent),
        (OrderState::Unknown, Stage::Asked),
        (OrderState::Flagged, Stage::Asked),
        (OrderState::Paid, Stage::Approved),
        (OrderState::Refunded, Stage::Approved),
    ] {
        assert_eq!(Stage::of_charge(&order(state, at(0)), None), stage);
    }
    for (state, code, stage) in [
        (ReversalState::Initiated, "", Stage::Intent),
        (ReversalState::Unknown, "", Stage::Asked),
        (ReversalState::Done, "V1", Stage::Approved),
        (ReversalState::Declined, "481", Stage::Declined),
        (ReversalState::Declined, Decline::NOT_PROCESSED, Stage::NotFound),
    ] {
        assert_eq!(Stage::of_reversal(state, code), stage);
    }
}

#[test]
fn events_are_derived_from_responses_and_lookups() {
    let approval = Approval {
        transaction: "1-0_1".to_owned(),
        code: "T1".to_owned(),
        network_reference: None,
    };
    for (outcome, news) in [
        (Outcome::Approved(approval.clone()), News::Approved),
        (Outcome::Declined(Decline::hard("479")), News::Declined),
        (Outcome::Declined(Decline::soft(Decline::UNREACHABLE)), News::NotSent),
        (Outcome::Unknown("time-out".to_owned()), News::Lost),
    ] {
        assert_eq!(News::from(&outcome), news);
    }
    for (found, news, outcome) in [
        (
            Found::Approved(approval.clone()),
            News::Approved,
            Some(Outcome::Approved(approval.clone())),
        ),
        (
            Found::Declined(Decline::hard("479")),
            News::Declined,
            Some(Outcome::Declined(Decline::hard("479"))),
        ),
        (
            Found::Nothing,
            News::Absent,
            Some(Outcome::Declined(Decline::soft(Decline::NOT_PROCESSED))),
        ),
        (Found::NoAnswer("outage".to_owned()), News::NoAnswer, None),
        (Found::NoLookUp, News::NoLookUp, None),
        (
            Found::OtherAmount(approval, "13.00".to_owned()),
            News::OtherAmount,
            None,
        ),
    ] {
        assert_eq!(News::from(&found), news);
        match (outcome, outcome_of(found)) {
            (Some(expected), told) => assert_eq!(told, expected),
            (None, told) => assert!(matches!(told, Outcome::Unknown(_))),
        }
    }
}

#[test]
fn whole_refunds_are_distinguished_from_partial_ones() {
    let reversal = |kind, amount| Reversal {
        id: 1,
        reference: None,
        order_id: 1,
        kind,
        state: ReversalState::Unknown,
        amount,
        requested_by: "customer:1".to_owned(),
        code: String::new(),
        created_at: at(0),
        settled_at: None,
        options: RefundOptions::default(),
    };
    let part = reversal(Kind::Refund, 300);
    assert_eq!(Movement::of(&part, 1100, false), Movement::PartialRefund);
    assert_eq!(Movement::of(&part, 300, false), Movement::WholeRefund);
    assert_eq!(
        Movement::of(&reversal(Kind::Void, 1100), 1100, false),
        Movement::WholeRefund
    );
    assert_eq!(Movement::of(&part, 1100, true), Movement::Correction);
}
