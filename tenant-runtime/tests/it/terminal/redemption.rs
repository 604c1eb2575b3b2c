use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{bought, code_of, reservation};
use crate::support::{Customer, Installation, Kiosk, Reply, TestSite};

async fn house() -> (TestSite, Customer) {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    (site, ada)
}

async fn reserve(kiosk: &Kiosk, code: &str, txn: &str) -> Reply {
    kiosk.post("/terminal/redemptions", reservation(code, txn)).await
}

/// `confirm` or `cancel`.
async fn settle(kiosk: &Kiosk, redemption: &Value, how: &str, txn: &str) -> Reply {
    let id = redemption["redemptionId"].as_str().unwrap();
    let path = format!("/terminal/redemptions/{id}/{how}");
    kiosk.post(&path, json!({ "terminalTxnId": txn })).await
}

/// The newest item, as the page that shows its code sees it.
async fn watched(customer: &Customer, id: &Value) -> (String, i64) {
    let path = format!("/users/wallet/{}", id.as_str().unwrap());
    let item = customer.get(&path).await.succeeded();
    let state = item["state"].as_str().unwrap().to_owned();
    (state, item["useLimitCount"].as_i64().unwrap())
}

#[tokio::test]
async fn code_is_resolved_reserved_and_used_and_its_owner_sees_it() {
    let (site, ada) = house().await;
    let item = bought(&ada, &[101]).await.remove(0);
    assert_eq!(item["state"], "active");
    let code = code_of(&item);
    let kiosk = site.kiosk_at(2).await;
    let typed = format!("{} {}-{}", &code[..4], &code[4..8], &code[8..]);
    let resolved = kiosk.post("/terminal/codes/resolve", json!({ "code": typed })).await;
    assert_eq!(
        resolved.succeeded(),
        json!({"class": "wash", "name": "sparkle Sunrise", "itemType": "AppWash", "washes": [], "discount": null, "discountTaxes": 0,
            "kioskItem": null, "allowUpgrade": false, "autoSelect": false, "useLimitCount": 0, "maxUses": 1,
            "expirationDate": "2027-11-20", "club": null})
    );
    assert_eq!(watched(&ada, &item["id"]).await, ("active".to_owned(), 0));

    let mut body = reservation(&typed, "r");
    body["kioskItem"] = json!("PLU 7");
    body["scannedAt"] = json!("2026-11-20T14:59:58Z");
    let reserved = kiosk.post("/terminal/redemptions", body).await.succeeded();
    assert_eq!(
        (
            &reserved["state"],
            &reserved["reservedUntil"],
            &reserved["useLimitCount"]
        ),
        (&json!("reserved"), &json!("2026-11-20T15:02:00Z"), &json!(0))
    );
    assert_eq!(ada.wallet().await[0]["state"], "reserved");
    let confirmed = settle(&kiosk, &reserved, "confirm", "c").await.succeeded();
    assert_eq!(
        (&confirmed["state"], &confirmed["useLimitCount"]),
        (&json!("confirmed"), &json!(1))
    );
    assert_eq!(ada.wallet().await, Vec::<Value>::new());
    assert_eq!(watched(&ada, &item["id"]).await, ("used".to_owned(), 1));
    let left: Vec<(String,)> = site.rows("SELECT kind FROM jobs WHERE kind = 'wallet.release'").await;
    assert_eq!(left, [], "there is nothing to let go");

    // Other customers have no access.
    let bob = site.customer_with_email("bob@example.com").await;
    let path = format!("/users/wallet/{}", item["id"].as_str().unwrap());
    bob.get(&path).await.refused(404, "not_found");
}

#[tokio::test]
async fn every_rejection_has_a_reason() {
    let (site, ada) = house().await;
    let (here, east) = (site.kiosk_at(1).await, site.kiosk_at(2).await);
    let items = bought(&ada, &[101, 103, 102]).await;
    let of = |name: &str| {
        code_of(
            items
                .iter()
                .find(|item| item["name"] == format!("sparkle {name}"))
                .unwrap(),
        )
    };
    let (sunrise, only_east, refunded) = (of("Sunrise"), of("East only"), of("Glow"));
    let other = site.installation.site_called("bluewave").await;
    let eve = other
        .customer_with_email("eve@example.com")
        .await
        .confirmed()
        .await
        .with_card()
        .await;
    let foreign = code_of(&bought(&eve, &[101]).await[0]);
    let owner = site.owner().await;
    let order = owner.get("/admin/orders").await.succeeded()["items"][0]["transRecordId"].clone();
    let order = format!("/admin/orders/{}", order.as_str().unwrap());
    let lines = owner.get(&order).await.succeeded()["lines"].clone();
    let line_of = |name: &str| {
        let lines = lines.as_array().unwrap().iter();
        let mut found = lines.filter(|line| line["name"] == format!("sparkle {name}"));
        found.next().unwrap()["lineId"].clone()
    };
    let refund = json!({"lines": [line_of("Glow")]});
    owner.post(&format!("{order}/refund"), refund).await.succeeded();
    let mut mistyped = sunrise.clone();
    let last = if mistyped.pop() == Some('0') { '1' } else { '0' };
    mistyped.push(last);
    let used = code_of(&bought(&ada, &[101]).await[0]);
    let redemption = reserve(&here, &used, "used").await.succeeded();
    settle(&here, &redemption, "confirm", "used").await.succeeded();
    reserve(&east, &sunrise, "east").await.succeeded();

    for (code, status, error) in [
        (mistyped.as_str(), 422, "mistyped_code"),
        ("1234", 422, "mistyped_code"),
        ("000000000000", 422, "invalid_code"),
        (foreign.as_str(), 422, "invalid_code"),
        (only_east.as_str(), 422, "not_for_this_location"),
        (refunded.as_str(), 409, "revoked"),
        (used.as_str(), 409, "token_used"),
        (sunrise.as_str(), 409, "reserved_elsewhere"),
    ] {
        let resolved = here.post("/terminal/codes/resolve", json!({ "code": code })).await;
        resolved.refused(status, error);
        // Nothing keeps the same transaction from being tried again.
        for _ in 0..2 {
            reserve(&here, code, code).await.refused(status, error);
        }
    }
    reserve(&east, &only_east, "only-east").await.succeeded();

    // To the end of its last day, where the site is: 07:00 UTC.
    site.installation.clock.set("2027-11-21T06:59:59Z".parse().unwrap());
    let redemption = reserve(&here, &sunrise, "late").await.succeeded();
    settle(&here, &redemption, "cancel", "late").await.succeeded();
    site.installation.clock.advance(SignedDuration::from_secs(1));
    reserve(&here, &sunrise, "too-late").await.refused(422, "expired");
}

#[tokio::test]
async fn invalid_kiosk_requests_name_their_error() {
    let (site, _) = house().await;
    let kiosk = site.kiosk_at(1).await;
    for txn in ["", "a b", "ü", &"x".repeat(129)] {
        let refused = reserve(&kiosk, "1", txn).await.refused(400, "malformed");
        assert!(refused["fields"]["terminalTxnId"].is_string(), "{refused}");
    }
    let refused = kiosk.post("/terminal/redemptions", json!({"code": "1"})).await;
    assert!(refused.refused(400, "malformed")["fields"]["terminalTxnId"].is_string());
    let mut body = reservation("1", "long");
    body["kioskItem"] = json!("x".repeat(101));
    let refused = kiosk
        .post("/terminal/redemptions", body)
        .await
        .refused(422, "invalid_fields");
    assert!(refused["fields"]["kioskItem"].is_string(), "{refused}");
    let nowhere = json!({"redemptionId": "nothing"});
    settle(&kiosk, &nowhere, "confirm", "n").await.refused(404, "not_found");
}

#[tokio::test]
async fn one_of_two_simultaneous_kiosks_reserves_the_code() {
    let (site, ada) = house().await;
    let (one, other) = (site.kiosk_at(1).await, site.kiosk_at(1).await);
    let code = code_of(&bought(&ada, &[101]).await[0]);
    let first = reserve(&one, &code, "1").await.succeeded();
    reserve(&other, &code, "1").await.refused(409, "reserved_elsewhere");
    // One kiosk can't change another's.
    settle(&other, &first, "cancel", "x").await.refused(404, "not_found");
    let cancelled = settle(&one, &first, "cancel", "2").await.succeeded();
    assert_eq!(cancelled["state"], "cancelled");
    let second = reserve(&other, &code, "2").await.succeeded();
    settle(&one, &first, "confirm", "3")
        .await
        .refused(409, "redemption_over");
    settle(&other, &second, "confirm", "3").await.succeeded();
    settle(&other, &second, "cancel", "4")
        .await
        .refused(409, "redemption_over");
    reserve(&one, &code, "4").await.refused(409, "token_used");
}

#[tokio::test]
async fn reservation_expires_and_late_confirmation_counts_if_unused() {
    let (site, ada) = house().await;
    let clock = &site.installation.clock;
    let (one, other) = (site.kiosk_at(1).await, site.kiosk_at(2).await);
    let items = bought(&ada, &[101, 102]).await;
    let [kept, lost] = [code_of(&items[0]), code_of(&items[1])];
    let slow = reserve(&one, &kept, "kept").await.succeeded();
    let gone = reserve(&one, &lost, "lost").await.succeeded();
    clock.advance(SignedDuration::from_secs(119));
    reserve(&other, &lost, "early").await.refused(409, "reserved_elsewhere");
    clock.advance(SignedDuration::from_secs(1));
    assert_eq!(ada.wallet().await[0]["state"], "active", "also before the job has run");
    site.run_jobs().await;
    let states: Vec<(String,)> = site.rows("SELECT state FROM wallet_items").await;
    assert_eq!(states, [("active".to_owned(),), ("active".to_owned(),)]);

    let taken = reserve(&other, &lost, "taken").await.succeeded();
    settle(&one, &gone, "confirm", "too-late")
        .await
        .refused(409, "reserved_elsewhere");
    settle(&other, &taken, "confirm", "in-time").await.succeeded();
    settle(&one, &gone, "confirm", "too-late")
        .await
        .refused(409, "token_used");
    let counted = settle(&one, &slow, "confirm", "late").await.succeeded();
    assert_eq!(counted["useLimitCount"], 1);
    assert_eq!(ada.wallet().await, Vec::<Value>::new());
}

#[tokio::test]
async fn retry_after_a_network_failure_repeats_nothing() {
    let (site, ada) = house().await;
    let kiosk = site.kiosk_at(1).await;
    let items = bought(&ada, &[101, 102]).await;
    let [code, other] = [code_of(&items[0]), code_of(&items[1])];
    let reserved = reserve(&kiosk, &code, "1").await.succeeded();
    assert_eq!(reserve(&kiosk, &code, "1").await.succeeded(), reserved);
    reserve(&kiosk, &other, "1").await.refused(422, "key_reused");
    // The same words of another kiosk are its own.
    reserve(&site.kiosk_at(1).await, &other, "1").await.succeeded();
    let confirmed = settle(&kiosk, &reserved, "confirm", "1").await.succeeded();
    site.installation.clock.advance(SignedDuration::from_hours(29 * 24));
    assert_eq!(settle(&kiosk, &reserved, "confirm", "1").await.succeeded(), confirmed);
    assert_eq!(settle(&kiosk, &reserved, "confirm", "2").await.succeeded(), confirmed);
    assert_eq!(reserve(&kiosk, &code, "1").await.succeeded(), reserved);
    // Then it is forgotten.
    site.installation.clock.advance(SignedDuration::from_hours(2 * 24));
    reserve(&kiosk, &code, "1").await.refused(409, "token_used");
}

#[tokio::test]
async fn used_or_reserved_code_needs_an_override_to_refund() {
    let (site, ada) = house().await;
    let (kiosk, owner) = (site.kiosk_at(1).await, site.owner().await);
    let item = bought(&ada, &[101]).await.remove(0);
    let order = owner.get("/admin/orders").await.succeeded()["items"][0]["transRecordId"].clone();
    let path = format!("/admin/orders/{}", order.as_str().unwrap());
    let line = owner.get(&path).await.succeeded()["lines"][0]["lineId"].clone();
    let refund = format!("{path}/refund");
    let redemption = reserve(&kiosk, &code_of(&item), "1").await.succeeded();
    let body = json!({ "lines": [line] });
    owner.post(&refund, body.clone()).await.refused(422, "invalid_fields");
    settle(&kiosk, &redemption, "confirm", "1").await.succeeded();
    owner.post(&refund, body).await.refused(422, "invalid_fields");
    let body = json!({"lines": [line], "override": true, "reason": "The brushes stood still."});
    assert_eq!(owner.post(&refund, body).await.succeeded()["state"], "done");
    assert_eq!(watched(&ada, &item["id"]).await, ("used".to_owned(), 1));
}

#[tokio::test]
async fn deleted_account_takes_its_codes_from_the_kiosk() {
    let (site, ada) = house().await;
    let kiosk = site.kiosk_at(1).await;
    let redemption = reserve(&kiosk, &code_of(&bought(&ada, &[101]).await[0]), "1")
        .await
        .succeeded();
    ada.leave().await;
    settle(&kiosk, &redemption, "confirm", "1")
        .await
        .refused(409, "revoked");
    settle(&kiosk, &redemption, "cancel", "2").await.succeeded();
}

#[tokio::test]
async fn guessing_terminal_must_wait() {
    let installation = Installation::with_limits().await;
    let site = installation.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let code = code_of(&bought(&ada, &[101]).await[0]);
    let (guesser, honest) = (site.kiosk_at(1).await, site.kiosk_at(1).await);
    for guess in 0..5 {
        let none = json!({"code": "000000000000"});
        guesser
            .post("/terminal/codes/resolve", none)
            .await
            .refused(422, "invalid_code");
        reserve(&guesser, "1234", &guess.to_string())
            .await
            .refused(422, "mistyped_code");
    }
    let refused = guesser.post("/terminal/codes/resolve", json!({ "code": code })).await;
    assert_eq!(refused.header("retry-after"), Some("6"));
    refused.refused(429, "rate_limited");
    reserve(&guesser, &code, "right").await.refused(429, "rate_limited");
    let redemption = reserve(&honest, &code, "1").await.succeeded();
    settle(&honest, &redemption, "cancel", "1").await.succeeded();
    installation.clock.advance(SignedDuration::from_secs(6));
    let redemption = reserve(&guesser, &code, "right").await.succeeded();
    settle(&guesser, &redemption, "confirm", "1").await.succeeded();
}
