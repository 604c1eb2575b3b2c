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
        choice: None,
    }
}

fn choice(line_id: i64, choice: ChosenClub) -> Returnable {
    Returnable {
        paid: 0,
        choice: Some(choice),
        ..line(line_id)
    }
}

#[test]
fn chosen_club_is_refunded_only_with_something_else() {
    let name = || "Glow".to_owned();
    for (state, refusal) in [
        (ChosenClub::Pending, Refusal::NotStarted(name())),
        (ChosenClub::Dropped, Refusal::Chosen(name())),
    ] {
        let choice = choice(1, state);
        let alone = std::slice::from_ref(&choice);
        assert_eq!(plan(alone, &[1], true), Err(refusal));
        assert_eq!((amount_left(&choice), amounts_left(alone)), (None, BTreeMap::new()));
        let lines = [choice, line(2)];
        assert_eq!(rest(&lines), [1, 2]);
        let amounts = plan(&lines, &[1, 2], true).map(|planned| planned.len());
        assert_eq!(amounts, Ok(2));
        assert_eq!(amounts_left(&lines), BTreeMap::from([(1, 0), (2, 1100)]));
    }
}

#[test]
fn chosen_club_that_started_is_left_out_of_refunds() {
    let lines = [choice(1, ChosenClub::Started), line(2)];
    assert_eq!(rest(&lines), [2]);
    assert_eq!(amounts_left(&lines), BTreeMap::from([(2, 1100)]));
    assert_eq!(plan(&lines, &[1, 2], true), Err(Refusal::Chosen("Glow".to_owned())));
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
