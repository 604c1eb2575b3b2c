//! Refunds to a gift card. Every test ends with the check of the site's file.

use jiff::SignedDuration;
use serde_json::json;

use super::parts::House;
use crate::gift_cards::{balance, mailed_number};
use crate::support::mailbox::{decoded, mails};

#[tokio::test]
async fn refund_issues_a_gift_card_and_leaves_the_charge_alone() {
    let house = House::new().await;
    let order = house.bought(&[101, 101]).await;
    let line = house.line(&order).await;
    let body = json!({"lines": [line], "destination": "gift_card", "refundReason": "customer_request"});
    let done = house.refund(&order, "card", body.clone()).await;
    assert_eq!(
        (&done["state"], &done["kind"], &done["amount"], &done["destination"]),
        (&json!("done"), &json!("refund"), &json!(1303), &json!("gift_card"))
    );
    assert_eq!(house.refund(&order, "card", body).await, done, "once");
    house.site.run_jobs().await;
    let number = mailed_number(&house.site, "gift_card", &house.ada.email);
    let digits = number.replace('-', "");
    assert!(
        digits.ends_with(done["giftCard"]["lastFour"].as_str().unwrap()),
        "{number}"
    );
    assert_eq!(balance(&house.ada, &number).await["balance"], 1303);
    let mail = decoded(&mails(&house.site, "refund", &house.ada.email)[0]);
    assert!(mail.contains("new gift card") && mail.contains("13.03"), "{mail}");
    let charge = &house.site.installation.stub.charges()[0];
    assert_eq!((charge.amount, charge.refunded), (2606, 0));
    let booked = |account: &str, amount: i64| ("reversal:1".to_owned(), account.to_owned(), amount);
    let ledger = house.site.ledger().await;
    let booked_of_refund: Vec<_> = ledger.into_iter().filter(|(part, ..)| part == "reversal:1").collect();
    assert_eq!(
        booked_of_refund,
        [booked("sales", 1200), booked("tax", 103), booked("gift_card:1", -1303)]
    );
    let detail = house.detail(&order).await;
    assert_eq!(
        (&detail["state"], &detail["payment"]["refunded"], &detail["disputable"]),
        (&json!("partially_refunded"), &json!(0), &json!(2606))
    );
    assert_eq!(house.ada.wallet().await.len(), 1);

    // The rest goes to the card that paid.
    let rest = house
        .manager
        .post_once(&format!("{order}/void"), "rest", json!({}))
        .await
        .succeeded();
    assert_eq!((&rest["kind"], &rest["amount"]), (&json!("refund"), &json!(1303)));
    assert_eq!(house.detail(&order).await["state"], "refunded");
    assert_eq!(house.site.installation.stub.charges()[0].refunded, 1303);
    let path = format!("/admin/gift-cards/{}", done["giftCard"]["cardId"]);
    let card = house.manager.get(&path).await.succeeded();
    assert_eq!(card["transRecordId"], order.rsplit('/').next().unwrap());
    house
        .manager
        .post(&format!("{path}/resend"), json!({}))
        .await
        .succeeded();
    house.site.run_jobs().await;
    assert_eq!(mails(&house.site, "gift_card", &house.ada.email).len(), 2);
}

#[tokio::test]
async fn part_of_a_line_is_refunded_to_a_gift_card() {
    let house = House::new().await;
    let order = house.bought(&[201]).await;
    let line = house.line(&order).await;
    let body = json!({"parts": [{"lineId": line, "quantity": 2}], "destination": "gift_card"});
    assert_eq!(house.refund(&order, "two", body).await["amount"], 2172);
    assert_eq!(house.lines(&order).await, [(1000, 86, 0), (2000, 172, 2172)]);
    assert_eq!(house.ada.wallet().await.len(), 1);
    let all = json!({"lines": [line], "destination": "gift_card"});
    assert_eq!(house.refund(&order, "rest", all).await["amount"], 1086);
    assert_eq!(house.detail(&order).await["state"], "refunded");
    assert_eq!(house.site.installation.stub.charges()[0].refunded, 0);
    let cards: Vec<(i64,)> = house
        .site
        .rows("SELECT amount FROM gift_card_movements WHERE kind = 'issue' ORDER BY id")
        .await;
    assert_eq!(cards, [(2172,), (1086,)]);
}

#[tokio::test]
async fn gift_card_is_issued_after_the_process_died() {
    let house = House::new().await;
    let order = house.bought(&[101]).await;
    let line = house.line(&order).await;
    // State left by a process that died after the intent.
    let stub = &house.site.installation.stub;
    stub.set_manners(|manners| manners.broken = true);
    let body = json!({"parts": [{"lineId": line, "amount": 500}]});
    assert_eq!(house.refund(&order, "a", body).await["state"], "unknown");
    stub.set_manners(|manners| manners.broken = false);
    // The request is logged with its destination.
    for statement in [
        "UPDATE checkout_reversals SET state = 'initiated', destination = 'gift_card'",
        "DROP TRIGGER audit_no_update",
        "UPDATE audit SET detail = json_set(detail, '$.destination', 'gift_card') WHERE action = 'order_reversal_begun'",
        "CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END",
    ] {
        house.site.change(statement).await;
    }
    for _ in 0..5 {
        house.site.installation.clock.advance(SignedDuration::from_mins(1));
        house.site.run_jobs().await;
    }
    let detail = house.detail(&order).await;
    assert_eq!(
        (&detail["state"], &detail["reversals"][0]["state"]),
        (&json!("partially_refunded"), &json!("done"))
    );
    let number = mailed_number(&house.site, "gift_card", &house.ada.email);
    assert_eq!(balance(&house.ada, &number).await["balance"], 500);
}

#[tokio::test]
async fn deleted_account_is_refunded_to_the_card_only() {
    let house = House::new().await;
    let order = house.bought(&[101]).await;
    let line = house.line(&order).await;
    house.ada.leave().await;
    let path = format!("{order}/refund");
    let body = json!({"lines": [line], "destination": "gift_card"});
    house.manager.post(&path, body).await.refused(422, "invalid_fields");
    let body = json!({"lines": [line]});
    assert_eq!(house.refund(&order, "card", body).await["state"], "done");
}
