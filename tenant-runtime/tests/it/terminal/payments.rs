//! AirPAY: the card on file is charged at a kiosk.

use std::path::Path;

use jiff::SignedDuration;
use paystub::ChargeState;
use serde_json::{Value, json};

use crate::support::mailbox::mails;
use crate::support::processors::PROCESSORS;
use crate::support::{
    Customer, DECLINED_CARD, GOOD_CARD, Installation, Kiosk, Reply, TIMED_OUT_CARD, TestSite, manifest,
};

async fn house(card: &str) -> (TestSite, Customer, Kiosk) {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card_number(card).await;
    let kiosk = site.kiosk_at(1).await;
    (site, ada, kiosk)
}

/// A foam for 10.00 and a towel for 5.00, with 0.86 of taxes.
fn sale(token: &str, txn: &str) -> Value {
    json!({"tempId": token, "amount": 1586, "taxes": 86, "terminalTxnId": txn,
        "lines": [{"name": "Foam", "price": 1000, "taxes": 86}, {"name": "Towel", "price": 500}]})
}

async fn pay(kiosk: &Kiosk, token: &str, txn: &str) -> Reply {
    kiosk.post("/terminal/payments", sale(token, txn)).await
}

async fn settle(kiosk: &Kiosk, payment: &Value, how: &str, txn: &str) -> Reply {
    let path = format!("/terminal/payments/{}/{how}", payment["paymentId"].as_str().unwrap());
    kiosk.post(&path, json!({ "terminalTxnId": txn })).await
}

fn charges(site: &TestSite, state: ChargeState) -> usize {
    let charges = site.installation.stub.charges();
    charges.iter().filter(|charge| charge.state == state).count()
}

#[tokio::test]
async fn token_pays_once_and_creates_a_receipt() {
    let (site, ada, kiosk) = house(GOOD_CARD).await;
    let token = ada.token("TempToken").await;
    assert!(token.starts_with('8'), "{token}");
    let resolved = kiosk.post("/terminal/codes/resolve", json!({ "code": token })).await;
    assert_eq!(resolved.succeeded()["class"], "airpay");
    let redeemed = json!({"code": token, "terminalTxnId": "wash"});
    kiosk
        .post("/terminal/redemptions", redeemed)
        .await
        .refused(422, "invalid_code");

    let paid = pay(&kiosk, &token, "1").await.succeeded();
    assert_eq!(
        (&paid["state"], &paid["amount"], &paid["confirmBy"]),
        (&json!("approved"), &json!(1586), &json!("2026-11-20T15:01:00Z"))
    );
    assert_eq!(pay(&kiosk, &token, "1").await.succeeded(), paid, "repeated");
    pay(&kiosk, &token, "2").await.refused(409, "token_used");
    let confirmed = settle(&kiosk, &paid, "confirm", "c").await.succeeded();
    assert_eq!(confirmed["state"], "confirmed");
    assert_eq!(settle(&kiosk, &paid, "confirm", "c").await.succeeded(), confirmed);
    settle(&kiosk, &paid, "void", "v").await.refused(409, "payment_over");
    site.installation.clock.advance(SignedDuration::from_secs(600));
    site.run_jobs().await;
    assert_eq!(charges(&site, ChargeState::Approved), 1);

    let purchases = ada.get("/users/purchases").await.succeeded();
    assert_eq!(
        (&purchases[0]["total"], &purchases[0]["state"]),
        (&json!(1586), &json!("paid"))
    );
    let names: Vec<_> = purchases[0]["purchasedProducts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["name"].clone())
        .collect();
    assert_eq!(names, ["Foam", "Towel"]);
    assert_eq!(mails(&site, "receipt", &ada.email).len(), 1);
    let told = ada
        .send(reqwest::Method::PATCH, "/users/notifications", None, &[])
        .await
        .succeeded();
    assert_eq!(
        told[0]["body"],
        "Your card was charged for Foam. We emailed you the receipt."
    );
    let entry = |account: &str, amount| ("sale".to_owned(), account.to_owned(), amount);
    assert_eq!(
        site.ledger().await,
        [entry("clearing", 1586), entry("sales", -1500), entry("tax", -86)]
    );
}

#[tokio::test]
async fn unconfirmed_payment_is_voided() {
    let (site, ada, kiosk) = house(GOOD_CARD).await;
    let silent = pay(&kiosk, &ada.token("TempToken").await, "silent").await.succeeded();
    let sorry = pay(&kiosk, &ada.token("TempToken").await, "sorry").await.succeeded();
    let voided = settle(&kiosk, &sorry, "void", "v").await.succeeded();
    assert_eq!(
        (&voided["state"], &voided["confirmBy"]),
        (&json!("voided"), &Value::Null)
    );
    settle(&kiosk, &sorry, "confirm", "c")
        .await
        .refused(409, "payment_over");
    site.installation.clock.advance(SignedDuration::from_secs(59));
    site.run_jobs().await;
    assert_eq!(charges(&site, ChargeState::Voided), 1);
    assert_eq!(pay(&kiosk, &"0".repeat(12), "none").await.status, 422);
    site.installation.clock.advance(SignedDuration::from_secs(1));
    // Also before the job has run.
    settle(&kiosk, &silent, "confirm", "c")
        .await
        .refused(409, "payment_over");
    for _ in 0..3 {
        site.run_jobs().await;
    }
    assert_eq!(charges(&site, ChargeState::Voided), 2);
    assert_eq!(mails(&site, "refund", &ada.email).len(), 2);
    let states: Vec<(String,)> = site.rows("SELECT state FROM checkout_orders").await;
    assert_eq!(states, [("voided".to_owned(),), ("voided".to_owned(),)]);
    let sum: i64 = site
        .ledger()
        .await
        .iter()
        .filter(|(_, account, _)| account == "clearing")
        .map(|(_, _, amount)| amount)
        .sum();
    assert_eq!(sum, 0);
}

#[tokio::test]
async fn declined_or_removed_card_pays_nothing() {
    let (site, ada, kiosk) = house(DECLINED_CARD).await;
    let declined = pay(&kiosk, &ada.token("TempToken").await, "1").await.succeeded();
    assert_eq!(
        (&declined["state"], &declined["confirmBy"]),
        (&json!("declined"), &Value::Null)
    );
    settle(&kiosk, &declined, "confirm", "c")
        .await
        .refused(409, "payment_over");
    settle(&kiosk, &declined, "void", "v").await.succeeded();
    let token = ada.token("TempToken").await;
    ada.delete("/users/payment").await.succeeded();
    pay(&kiosk, &token, "2").await.refused(422, "card_required");
    assert_eq!(charges(&site, ChargeState::Approved), 0);
}

#[tokio::test]
async fn unanswered_charge_is_looked_up_and_never_sent_again() {
    let (site, ada, kiosk) = house(TIMED_OUT_CARD).await;
    let token = ada.token("TempToken").await;
    let unknown = pay(&kiosk, &token, "1").await.succeeded();
    assert_eq!((&unknown["state"], &unknown["code"]), (&json!("unknown"), &json!("")));
    settle(&kiosk, &unknown, "confirm", "early")
        .await
        .refused(409, "payment_pending");
    let given_up = pay(&kiosk, &ada.token("TempToken").await, "2").await.succeeded();
    assert_eq!(
        settle(&kiosk, &given_up, "void", "v").await.succeeded()["state"],
        "voided"
    );
    let wash = json!({"products": [{"productId": 101}]});
    ada.post_once("/orders", "shop", wash).await.succeeded();
    // Looked up a minute after they were sent.
    site.installation.clock.advance(SignedDuration::from_secs(61));
    site.run_jobs().await;
    let approved = pay(&kiosk, &token, "1").await.succeeded();
    assert_eq!(approved["state"], "approved");
    settle(&kiosk, &approved, "confirm", "now").await.succeeded();
    site.installation.clock.advance(SignedDuration::from_secs(600));
    site.run_jobs().await;
    // The shop's order and the confirmed payment stay; the abandoned one is voided.
    assert_eq!(
        (
            charges(&site, ChargeState::Approved),
            charges(&site, ChargeState::Voided)
        ),
        (2, 1)
    );
}

#[tokio::test]
async fn daily_limit_is_enforced() {
    let (site, ada, kiosk) = house(GOOD_CARD).await;
    let mut large = sale(&ada.token("TempToken").await, "large");
    // Untaxed.
    large["lines"][0]["taxes"] = json!(0);
    large["taxes"] = json!(0);
    large["lines"][0]["price"] = json!(19_501);
    large["amount"] = json!(20_001);
    kiosk
        .post("/terminal/payments", large.clone())
        .await
        .refused(409, "limit_reached");
    large["lines"][0]["price"] = json!(19_499);
    large["amount"] = json!(19_999);
    let paid = kiosk.post("/terminal/payments", large).await.succeeded();
    settle(&kiosk, &paid, "confirm", "c").await.succeeded();
    pay(&kiosk, &ada.token("TempToken").await, "more")
        .await
        .refused(409, "limit_reached");
    let small = json!({"tempId": ada.token("TempToken").await, "amount": 1, "taxes": 0, "terminalTxnId": "small",
        "lines": [{"name": "Air", "price": 1}]});
    kiosk.post("/terminal/payments", small).await.succeeded();
    ada.ask_token("TempToken").await.refused(409, "limit_reached");
    // An unconfirmed amount is available again, and so is the next day's limit.
    site.installation.clock.advance(SignedDuration::from_secs(60));
    site.run_jobs().await;
    site.run_jobs().await;
    ada.token("TempToken").await;
}

#[tokio::test]
async fn merchant_sets_the_daily_limit() {
    let mut manifest = manifest("sparkle");
    let limits = json!({"chargesPerDay": 1, "amountPerDay": 1586});
    manifest.site_config.insert("airPayLimits".to_owned(), limits);
    let site = Installation::new()
        .await
        .site_from("sparkle", Path::new("."), &manifest)
        .await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let kiosk = site.kiosk_at(1).await;
    let mut large = sale(&ada.token("TempToken").await, "large");
    large["lines"][1]["price"] = json!(501);
    large["amount"] = json!(1587);
    kiosk
        .post("/terminal/payments", large)
        .await
        .refused(409, "limit_reached");
    let paid = pay(&kiosk, &ada.token("TempToken").await, "1").await.succeeded();
    settle(&kiosk, &paid, "confirm", "c").await.succeeded();
    ada.ask_token("TempToken").await.refused(409, "limit_reached");
}

#[tokio::test]
async fn invalid_amount_is_rejected_before_any_charge() {
    let (site, ada, kiosk) = house(GOOD_CARD).await;
    let token = ada.token("TempToken").await;
    for (field, value, named) in [
        ("amount", json!(1500), "amount"),
        ("taxes", json!(85), "taxes"),
        ("lines", json!([]), "lines"),
        ("lines", json!([{"name": "", "price": 1586}]), "lines[0].name"),
        ("lines", json!([{"name": "Foam", "price": -1}]), "lines[0].price"),
    ] {
        let mut body = sale(&token, "1");
        body[field] = value;
        let refused = kiosk
            .post("/terminal/payments", body)
            .await
            .refused(422, "invalid_fields");
        assert!(refused["fields"][named].is_string(), "{refused}");
    }
    let nothing =
        json!({"tempId": token, "amount": 0, "taxes": 0, "terminalTxnId": "1", "lines": [{"name": "Air", "price": 0}]});
    kiosk
        .post("/terminal/payments", nothing)
        .await
        .refused(422, "invalid_fields");
    let nowhere = json!({"paymentId": "nothing"});
    settle(&kiosk, &nowhere, "confirm", "n").await.refused(404, "not_found");
    let paid = pay(&kiosk, &token, "1").await.succeeded();
    // One kiosk can't change another's.
    settle(&site.kiosk_at(2).await, &paid, "void", "v")
        .await
        .refused(404, "not_found");
    settle(&kiosk, &paid, "confirm", "c").await.succeeded();
}

#[tokio::test]
async fn every_processor_charges_and_refunds_at_a_kiosk() {
    for processor in PROCESSORS {
        let site = Installation::new().await.site_through(processor).await;
        let ada = site.customer().await.confirmed().await.with_card().await;
        let kiosk = site.kiosk_at(1).await;
        let kept = pay(&kiosk, &ada.token("TempToken").await, "kept").await.succeeded();
        assert_eq!(kept["state"], "approved", "{processor}: {kept}");
        settle(&kiosk, &kept, "confirm", "c").await.succeeded();
        pay(&kiosk, &ada.token("TempToken").await, "lost").await.succeeded();
        site.installation.clock.advance(SignedDuration::from_secs(60));
        site.run_jobs().await;
        site.run_jobs().await;
        let states: Vec<(String,)> = site.rows("SELECT state FROM checkout_orders ORDER BY id").await;
        assert_eq!(states, [("paid".to_owned(),), ("voided".to_owned(),)], "{processor}");
    }
}
