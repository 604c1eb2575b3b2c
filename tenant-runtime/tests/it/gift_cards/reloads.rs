//! Balances of gift cards after reloads and refunds in any order.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{balance, buy, buyer, mailed_number};
use crate::support::mailbox::{decoded, mails};
use crate::support::{Customer, Installation, TIMED_OUT_CARD, TestSite};

/// Customer whose purchases are settled later.
async fn slow(site: &TestSite, email: &str) -> Customer {
    let customer = site.customer_with_email(email).await.confirmed().await;
    customer.with_card_number(TIMED_OUT_CARD).await
}

async fn orders(customer: &Customer, key: &str, units: Vec<Value>, code: &str) -> String {
    let result = customer
        .post_once("/orders", key, json!({ "products": units }))
        .await
        .succeeded();
    assert_eq!(result["code"] == "pending", code == "pending", "{result}");
    result["transRecordId"].as_str().unwrap().to_owned()
}

/// Lets what was not answered be looked up.
async fn settled(site: &TestSite) {
    for _ in 0..5 {
        site.installation.clock.advance(SignedDuration::from_mins(1));
        site.run_jobs().await;
    }
}

#[tokio::test]
async fn refunded_reloads_of_one_card_return_its_balance_once() {
    let site = Installation::new().await.site().await;
    let ada = buyer(&site).await;
    buy(&ada, "first", json!({"productId": 401})).await;
    let number = mailed_number(&site, "gift_card", &ada.email);
    let reload = json!({"productId": 411, "cardNumber": number});
    let order = orders(&ada, "two", vec![reload.clone(), reload], "paid").await;
    // 105.00 minus the spent amount.
    site.spend_gift_card(1, 7000).await;
    let owner = site.owner().await;
    let void = format!("/admin/orders/{order}/void");
    let done = owner.post_once(&void, "1", json!({})).await.succeeded();
    assert_eq!(done["amount"], 3500, "no more than is taken off the card: {done}");
    assert_eq!(
        balance(&ada, &number).await,
        json!({"balance": 0, "responseMessage": "Active"}),
        "it was not sold with them"
    );
    assert_eq!(site.installation.stub.charges()[1].refunded, 3500);
}

#[tokio::test]
async fn reload_of_a_voided_card_is_issued_as_a_new_one() {
    let site = Installation::new().await.site().await;
    let ada = buyer(&site).await;
    let first = orders(&ada, "first", vec![json!({"productId": 401})], "paid").await;
    site.run_jobs().await;
    let number = mailed_number(&site, "gift_card", &ada.email);
    let bob = slow(&site, "bob@example.com").await;
    let reload = json!({"productId": 411, "cardNumber": number});
    orders(&bob, "reload", vec![reload], "pending").await;
    let owner = site.owner().await;
    let void = format!("/admin/orders/{first}/void");
    assert_eq!(
        owner.post_once(&void, "1", json!({})).await.succeeded()["state"],
        "done"
    );
    settled(&site).await;
    assert_eq!(
        balance(&bob, &number).await,
        json!({"balance": 0, "responseMessage": "Card no longer valid"})
    );
    let new = mailed_number(&site, "gift_card", &bob.email);
    assert_ne!(new, number);
    assert_eq!(
        balance(&bob, &new).await,
        json!({"balance": 2500, "responseMessage": "Active"})
    );
    let told = decoded(&mails(&site, "gift_card", &bob.email)[0]);
    let ending = &number.replace('-', "")[15..];
    assert!(told.contains(&format!("ending in {ending}")), "{told}");
    assert!(!decoded(&mails(&site, "gift_card", &ada.email)[0]).contains("ending in"));
}

#[tokio::test]
async fn reload_beyond_the_limit_is_issued_as_a_new_card() {
    let site = Installation::new().await.site().await;
    let ada = buyer(&site).await;
    buy(&ada, "first", json!({"productId": 401})).await;
    let number = mailed_number(&site, "gift_card", &ada.email);
    let reload = json!({"productId": 411, "cardNumber": number});
    // 55.00 and 76 times 25.00 are 1955.00.
    for (key, count) in [("many", 50), ("more", 26)] {
        orders(&ada, key, vec![reload.clone(); count], "paid").await;
    }
    let bob = slow(&site, "bob@example.com").await;
    orders(&bob, "slow", vec![reload.clone()], "pending").await;
    orders(&ada, "fast", vec![reload], "paid").await;
    settled(&site).await;
    assert_eq!(balance(&ada, &number).await["balance"], 198_000);
    let new = mailed_number(&site, "gift_card", &bob.email);
    assert_eq!(balance(&bob, &new).await["balance"], 2500);
}
