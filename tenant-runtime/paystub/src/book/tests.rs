use std::fs::OpenOptions;
use std::io::Write;

use super::*;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + second).unwrap()
}

fn card(token: &str, behaviour: Behaviour) -> Card {
    Card {
        token: token.to_owned(),
        merchant: "moneris:store5".to_owned(),
        first_six: "424242".to_owned(),
        last_four: "4242".to_owned(),
        brand: Brand::Visa,
        expiry: Expiry { month: 7, year: 2031 },
        behaviour,
        customer: None,
        issuer_id: "1".to_owned(),
        at: at(0),
    }
}

fn new_charge<'a>(token: &'a str, order_no: &'a str, amount: i64) -> NewCharge<'a> {
    NewCharge {
        merchant: "moneris:store5",
        token,
        order_no,
        amount,
        auth_code: "A1".to_owned(),
        now: at(10),
        settle_after: SignedDuration::from_secs(8),
        recurring: false,
    }
}

#[test]
fn reread_log_has_the_same_entries() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("paystub.log");
    let book = Book::open(&path, true).unwrap();
    assert!(book.admit("moneris:store5", "yesguy").unwrap());
    book.add_card(card("t1", Behaviour::Approve)).unwrap();
    book.add_card(card("t2", Behaviour::Approve)).unwrap();
    let charge = book.charge(&new_charge("t1", "o1", 1299)).unwrap().unwrap();
    book.refund("moneris:store5", ("o1", &charge.id), "r1", 300, at(11))
        .unwrap()
        .unwrap();
    let charge = book.charge(&new_charge("t1", "o2", 500)).unwrap().unwrap();
    book.void("moneris:store5", "o2", &charge.id, "", at(12))
        .unwrap()
        .unwrap();
    book.delete_card("moneris:store5", "t2", at(13)).unwrap().unwrap();

    let again = Book::open(&path, true).unwrap();
    assert_eq!(format!("{:?}", again.charges()), format!("{:?}", book.charges()));
    assert_eq!(again.charges()[0].refunded, 300);
    assert_eq!(again.charges()[1].state, ChargeState::Voided);
    assert_eq!(again.cards().len(), 1);
    assert!(again.knows("moneris:store5", "yesguy") && !again.knows("moneris:store5", "other"));
    assert!(!std::fs::read_to_string(&path).unwrap().contains("yesguy"));
}

#[test]
fn truncated_last_line_is_dropped_and_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("paystub.log");
    let book = Book::open(&path, true).unwrap();
    book.add_card(card("t1", Behaviour::Approve)).unwrap();
    drop(book);
    let mut file = OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"{\"kind\":\"charge\",\"id").unwrap();

    let book = Book::open(&path, true).unwrap();
    assert!(book.charges().is_empty());
    book.charge(&new_charge("t1", "o1", 100)).unwrap().unwrap();
    assert_eq!(Book::open(&path, true).unwrap().charges().len(), 1);
}

#[test]
fn order_number_is_charged_once() {
    let folder = tempfile::tempdir().unwrap();
    let book = Book::open(&folder.path().join("log"), false).unwrap();
    book.add_card(card("t1", Behaviour::Approve)).unwrap();
    book.charge(&new_charge("t1", "o1", 100)).unwrap().unwrap();
    assert_eq!(
        book.charge(&new_charge("t1", "o1", 100)).unwrap().unwrap_err(),
        Refusal::DuplicateOrderNo
    );
    let elsewhere = NewCharge {
        merchant: "moneris:other",
        ..new_charge("t1", "o2", 100)
    };
    assert_eq!(book.charge(&elsewhere).unwrap().unwrap_err(), Refusal::UnknownToken);
}

#[test]
fn test_cards_and_amounts_decide_the_outcome() {
    let folder = tempfile::tempdir().unwrap();
    let book = Book::open(&folder.path().join("log"), false).unwrap();
    for (token, behaviour, amount, state) in [
        ("a", Behaviour::Approve, 100, ChargeState::Approved),
        ("b", Behaviour::DeclineSoft, 100, ChargeState::Declined),
        ("c", Behaviour::DeclineHard, 100, ChargeState::Declined),
        ("d", Behaviour::TimeOutThenApprove, 100, ChargeState::Approved),
        ("e", Behaviour::BadSignature, 100, ChargeState::Declined),
        ("f", Behaviour::Approve, 900_069, ChargeState::Declined),
    ] {
        book.add_card(card(token, behaviour)).unwrap();
        assert_eq!(
            book.charge(&new_charge(token, token, amount)).unwrap().unwrap().state,
            state,
            "{token}"
        );
    }
    assert!(book.look_up("moneris:store5", "d", at(17)).is_none(), "not yet settled");
    assert!(book.look_up("moneris:store5", "d", at(18)).is_some());
}

#[test]
fn refunds_never_exceed_the_charge() {
    let folder = tempfile::tempdir().unwrap();
    let book = Book::open(&folder.path().join("log"), false).unwrap();
    book.add_card(card("t1", Behaviour::Approve)).unwrap();
    let id = book.charge(&new_charge("t1", "o1", 100)).unwrap().unwrap().id;
    let refund = |amount| book.refund("moneris:store5", ("o1", &id), "", amount, at(20)).unwrap();
    assert!(refund(60).is_ok());
    assert_eq!(refund(41).unwrap_err(), Refusal::NothingLeft);
    assert_eq!(refund(0).unwrap_err(), Refusal::NothingLeft);
    assert!(refund(40).is_ok());
    assert_eq!(
        book.void("moneris:store5", "o1", &id, "", at(21)).unwrap().unwrap_err(),
        Refusal::NothingLeft
    );
    assert_eq!(
        book.void("moneris:store5", "o9", &id, "", at(21)).unwrap().unwrap_err(),
        Refusal::UnknownCharge
    );
}
