use std::sync::Arc;

use jiff::SignedDuration;
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::gift_cards::{buy, buyer, mailed_number};
use crate::support::{Customer, Installation, Kiosk, Reply, TestSite};

/// Customer with a gift card of 55.00, and its number.
async fn house() -> (TestSite, Customer, String) {
    let site = Installation::new().await.site().await;
    let ada = buyer(&site).await;
    buy(&ada, "card", json!({"productId": 401})).await;
    let number = mailed_number(&site, "gift_card", &ada.email);
    (site, ada, number)
}

async fn authorize(kiosk: &Kiosk, number: &str, amount: i64, txn: &str) -> Reply {
    let body = json!({"cardNumber": number, "amount": amount, "terminalTxnId": txn});
    kiosk.post("/terminal/gift-cards/authorize", body).await
}

/// `capture` or `void`.
async fn settle(kiosk: &Kiosk, authorization: &Value, how: &str, body: Value) -> Reply {
    let id = authorization["authorizationId"].as_str().unwrap();
    kiosk.post(&format!("/terminal/gift-cards/{id}/{how}"), body).await
}

/// Balance of the only card.
async fn left(site: &TestSite) -> i64 {
    let left: Vec<(i64,)> = site.rows("SELECT SUM(amount) FROM gift_card_movements").await;
    left[0].0
}

#[tokio::test]
async fn authorized_amount_is_held_and_the_rest_released() {
    let (site, _, number) = house().await;
    let kiosk = site.kiosk_at(1).await;
    let held = authorize(&kiosk, &number, 2000, "a").await.succeeded();
    let digits = number.replace('-', "");
    assert_eq!(
        (
            &held["state"],
            &held["amount"],
            &held["balance"],
            &held["lastFour"],
            &held["heldUntil"]
        ),
        (
            &json!("held"),
            &json!(2000),
            &json!(3500),
            &json!(&digits[15..]),
            &json!("2026-11-20T16:00:00Z")
        )
    );
    assert_eq!(left(&site).await, 3500);
    // The answer was lost: the request again has it, and takes nothing.
    assert_eq!(authorize(&kiosk, &number, 2000, "a").await.succeeded(), held);
    authorize(&kiosk, &number, 2001, "a").await.refused(422, "key_reused");
    assert_eq!(left(&site).await, 3500);

    let part = json!({"amount": 1500, "terminalTxnId": "c"});
    let captured = settle(&kiosk, &held, "capture", part.clone()).await.succeeded();
    assert_eq!(
        (&captured["state"], &captured["captured"], &captured["balance"]),
        (&json!("captured"), &json!(1500), &json!(4000))
    );
    assert_eq!(settle(&kiosk, &held, "capture", part).await.succeeded(), captured);
    let again = settle(&kiosk, &held, "capture", json!({"terminalTxnId": "c2"})).await;
    assert_eq!(again.succeeded()["captured"], 1500);
    let void = settle(&kiosk, &held, "void", json!({"terminalTxnId": "v"})).await;
    void.refused(409, "redemption_over");

    let held = authorize(&kiosk, &number, 4000, "b").await.succeeded();
    let voided = settle(&kiosk, &held, "void", json!({"terminalTxnId": "v"}))
        .await
        .succeeded();
    assert_eq!((&voided["state"], &voided["balance"]), (&json!("voided"), &json!(4000)));
    let late = settle(&kiosk, &held, "capture", json!({"terminalTxnId": "l"})).await;
    late.refused(409, "redemption_over");
    assert_eq!(left(&site).await, 4000);
    let kiosks: Vec<(i64,)> = site
        .rows("SELECT SUM(amount) FROM ledger_entries WHERE account = 'kiosks'")
        .await;
    assert_eq!(kiosks, [(-1500,)]);
    let jobs: Vec<(String,)> = site
        .rows("SELECT kind FROM jobs WHERE kind = 'gift_cards.release'")
        .await;
    assert_eq!(jobs, [], "nothing is held");
}

#[tokio::test]
async fn hold_expires_and_can_be_captured_late_if_the_balance_suffices() {
    let (site, _, number) = house().await;
    let (one, other) = (site.kiosk_at(1).await, site.kiosk_at(2).await);
    let paid = authorize(&one, &number, 3000, "paid").await.succeeded();
    let lost = authorize(&one, &number, 2500, "lost").await.succeeded();
    authorize(&other, &number, 1, "other")
        .await
        .refused(409, "insufficient_balance");
    site.installation.clock.advance(SignedDuration::from_hours(1));
    site.run_jobs().await;
    assert_eq!(left(&site).await, 5500);

    let late = settle(&one, &paid, "capture", json!({"terminalTxnId": "late"}))
        .await
        .succeeded();
    assert_eq!((&late["captured"], &late["balance"]), (&json!(3000), &json!(2500)));
    let spent = authorize(&other, &number, 2000, "spent").await.succeeded();
    settle(&other, &spent, "capture", json!({"terminalTxnId": "spent"}))
        .await
        .succeeded();
    let late = settle(&one, &lost, "capture", json!({"terminalTxnId": "too late"})).await;
    late.refused(400, "malformed");
    let late = settle(&one, &lost, "capture", json!({"terminalTxnId": "too-late"})).await;
    late.refused(409, "insufficient_balance");
    let part = settle(&one, &lost, "capture", json!({"amount": 500, "terminalTxnId": "part"})).await;
    assert_eq!(part.succeeded()["balance"], 0);
}

#[tokio::test]
async fn every_card_rejection_has_a_reason() {
    let (site, _, number) = house().await;
    let (one, other) = (site.kiosk_at(1).await, site.kiosk_at(1).await);
    for amount in [0, -1, 200_001] {
        let refused = authorize(&one, &number, amount, "amount")
            .await
            .refused(422, "invalid_fields");
        assert!(refused["fields"]["amount"].is_string(), "{refused}");
    }
    let refused = authorize(&one, "12a", 100, "letters")
        .await
        .refused(422, "invalid_fields");
    assert!(refused["fields"]["cardNumber"].is_string(), "{refused}");
    authorize(&one, "9000000000000000002", 100, "unknown")
        .await
        .refused(422, "invalid_fields");
    authorize(&one, "9000000000000000001", 100, "unknown")
        .await
        .refused(422, "invalid_code");
    authorize(&one, &number, 5501, "more")
        .await
        .refused(409, "insufficient_balance");
    let less = json!({"cardNumber": number, "amount": 6000, "takesLess": true, "terminalTxnId": "less"});
    let held = one.post("/terminal/gift-cards/authorize", less).await.succeeded();
    assert_eq!((&held["amount"], &held["balance"]), (&json!(5500), &json!(0)));
    let more = settle(&one, &held, "capture", json!({"amount": 5501, "terminalTxnId": "m"})).await;
    more.refused(422, "invalid_fields");
    let none = settle(&one, &held, "capture", json!({"amount": 0, "terminalTxnId": "m"})).await;
    none.refused(422, "invalid_fields");
    // One kiosk can't change another's.
    let theirs = settle(&other, &held, "void", json!({"terminalTxnId": "v"})).await;
    theirs.refused(404, "not_found");
    settle(&one, &held, "void", json!({"terminalTxnId": "v"}))
        .await
        .succeeded();
    site.change("UPDATE gift_cards SET state = 'blocked'").await;
    authorize(&one, &number, 100, "blocked").await.refused(409, "revoked");
    site.change("UPDATE gift_cards SET state = 'active'").await;
    let elsewhere = site.installation.site_called("bluewave").await;
    let there = elsewhere.kiosk_at(1).await;
    authorize(&there, &number, 100, "foreign")
        .await
        .refused(422, "invalid_code");
    assert_eq!(left(&site).await, 5500);
}

#[tokio::test]
async fn number_guesses_are_limited() {
    let site = Installation::with_limits().await.site().await;
    let ada = buyer(&site).await;
    buy(&ada, "card", json!({"productId": 401})).await;
    let number = mailed_number(&site, "gift_card", &ada.email);
    let kiosk = site.kiosk_at(1).await;
    for guess in 0..10 {
        let guessed = authorize(&kiosk, "9000000000000000001", 100, &format!("g{guess}")).await;
        guessed.refused(422, "invalid_code");
    }
    authorize(&kiosk, &number, 100, "right")
        .await
        .refused(429, "rate_limited");
    site.installation.clock.advance(SignedDuration::from_mins(1));
    authorize(&kiosk, &number, 100, "right").await.succeeded();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn racing_kiosks_never_overdraw_a_card() {
    let (site, _, number) = house().await;
    let number = Arc::new(number);
    let kiosk = site.kiosk_at(1).await;
    let racers: Vec<_> = (0..32)
        .map(|racer| {
            let (kiosk, number) = (kiosk.clone(), Arc::clone(&number));
            tokio::spawn(async move {
                let txn = format!("r{racer}");
                loop {
                    let reply = authorize(&kiosk, &number, 1000, &txn).await;
                    if reply.status == 503 {
                        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                        continue;
                    }
                    if reply.status != 200 {
                        reply.refused(409, "insufficient_balance");
                        return 0;
                    }
                    return reply.succeeded()["amount"].as_i64().unwrap();
                }
            })
        })
        .collect();
    let mut taken = 0;
    for racer in racers {
        taken += racer.await.unwrap();
    }
    assert_eq!(taken, 5000);
    assert_eq!(left(&site).await, 500);
}

#[tokio::test]
async fn held_card_is_refundable_once_the_kiosk_is_done() {
    let (site, ada, number) = house().await;
    let kiosk = site.kiosk_at(1).await;
    let manager = site.staff(Role::Manager).await;
    let held = authorize(&kiosk, &number, 1000, "a").await.succeeded();
    let order = ada.get("/users/purchases").await.succeeded()[0]["transRecordId"].clone();
    let order = format!("/admin/orders/{}", order.as_str().unwrap());
    let line = manager.get(&order).await.succeeded()["lines"][0]["lineId"].clone();
    for (path, body) in [
        ("refund", json!({"lines": [line], "override": true, "reason": "asked"})),
        ("void", json!({})),
    ] {
        let refused = manager.post(&format!("{order}/{path}"), body).await;
        let refusal = refused.refused(422, "invalid_fields");
        assert!(
            refusal["fields"]["lines"]
                .as_str()
                .unwrap()
                .starts_with("A kiosk is using"),
            "{refusal}"
        );
    }
    settle(&kiosk, &held, "void", json!({"terminalTxnId": "v"}))
        .await
        .succeeded();
    let refund = manager
        .post(&format!("{order}/refund"), json!({"lines": [line]}))
        .await
        .succeeded();
    assert_eq!((&refund["state"], &refund["amount"]), (&json!("done"), &json!(5000)));
    assert_eq!(left(&site).await, 0);
}
