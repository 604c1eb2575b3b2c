//! Referral rewards for both people.

use jiff::SignedDuration;
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use super::{entries, entry, points, site};
use crate::support::mailbox::{decoded, mails};
use crate::support::{Customer, GOOD_CARD, Installation, PASSWORD, TestSite};

/// Another card whose charges are approved, like [`GOOD_CARD`].
const OTHER_CARD: &str = "4111111111111111";

/// Ada has a code, and Bob signs up with it; both are confirmed and have a card.
async fn friends(site: &TestSite) -> (Customer, Customer) {
    let ada = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card_number(GOOD_CARD)
        .await;
    let bob = friend_of(site, &ada)
        .await
        .confirmed()
        .await
        .with_card_number(OTHER_CARD)
        .await;
    (ada, bob)
}

async fn friend_of(site: &TestSite, referrer: &Customer) -> Customer {
    let account = referrer.get("/users").await.succeeded();
    let mut form = Customer::form("bob@example.com");
    form["referralCode"] = account["referralCode"].clone();
    site.visitor().post("/users", form).await.succeeded();
    Customer::log_in(site, "bob@example.com", PASSWORD).await
}

/// Buys one wash of 12.00; answers the `transRecordId`.
async fn buy(customer: &Customer, key: &str) -> String {
    let order = json!({"products": [{"productId": 101}]});
    let result = customer.post_once("/orders", key, order).await.succeeded();
    result["transRecordId"].as_str().unwrap().to_owned()
}

async fn hours(site: &TestSite, hours: i64) {
    site.installation.clock.advance(SignedDuration::from_hours(hours));
    site.run_jobs().await;
}

/// As after a log-in at that moment.
async fn back(customer: &Customer) -> Customer {
    Customer::log_in(&customer.site, &customer.email, PASSWORD).await
}

async fn states(site: &TestSite) -> Vec<(String, Option<String>)> {
    site.rows("SELECT state, rejection FROM loyalty_referrals ORDER BY friend_id")
        .await
}

fn state(state: &str, rejection: Option<&str>) -> Vec<(String, Option<String>)> {
    vec![(state.to_owned(), rejection.map(str::to_owned))]
}

#[tokio::test]
async fn referrer_and_friend_are_rewarded_once_a_day_after_the_first_purchase() {
    let site = site().await;
    let (ada, bob) = friends(&site).await;
    assert_eq!(states(&site).await, state("pending", None));
    assert_eq!(
        ada.get("/users/referrals").await.succeeded(),
        json!({"points": 1000, "awardName": null, "rewardsReferrer": true, "rewardsFriend": true, "friends": 1, "rewarded": 0})
    );
    buy(&bob, "first").await;
    assert_eq!(states(&site).await, state("qualified", None));
    hours(&site, 23).await;
    assert_eq!(states(&site).await, state("qualified", None));
    hours(&site, 1).await;
    assert_eq!(states(&site).await, state("awarded", None));
    let (ada, bob) = (back(&ada).await, back(&bob).await);
    assert_eq!((points(&ada).await, points(&bob).await), (1000, 2200));

    buy(&bob, "second").await;
    hours(&site, 48).await;
    let given = [
        entry("earn", 1200, "order_line:1"),
        entry("referral", 1000, "friend:2"),
        entry("referral", 1000, "friend:2"),
        entry("earn", 1200, "order_line:2"),
    ];
    assert_eq!(entries(&site).await, given);
    let ada = back(&ada).await;
    let invitation = ada.get("/users/referrals").await.succeeded();
    assert_eq!(
        (&invitation["friends"], &invitation["rewarded"]),
        (&json!(1), &json!(1))
    );
    let mail = decoded(mails(&site, "referral_rewarded", "ada@example.com").last().unwrap());
    assert!(mail.contains("1000 points"), "{mail}");
    let export = ada.get("/users/export").await;
    assert_eq!(export.status, 200);
}

#[tokio::test]
async fn order_refunded_within_a_day_does_not_qualify() {
    let site = site().await;
    let (ada, bob) = friends(&site).await;
    let owner = site.owner().await;
    let order = buy(&bob, "first").await;
    hours(&site, 2).await;
    let owner = back(&owner).await;
    owner
        .post_once(&format!("/admin/orders/{order}/void"), "void", json!({}))
        .await
        .succeeded();
    assert_eq!(states(&site).await, state("pending", None));
    hours(&site, 30).await;
    assert_eq!(states(&site).await, state("pending", None));
    assert_eq!(points(&back(&ada).await).await, 0);

    // The next one does.
    buy(&back(&bob).await, "second").await;
    hours(&site, 24).await;
    assert_eq!(states(&site).await, state("awarded", None));
}

#[tokio::test]
async fn one_person_with_two_accounts_is_not_rewarded() {
    let plate = || json!({"make": "Volvo", "model": "240", "year": "1988", "license": "SUDS 1", "color": "Teal", "state": "AZ"});
    for common in ["device", "card", "plate"] {
        let site = site().await;
        let ada = site.customer().await.confirmed().await.with_card().await;
        let bob = friend_of(&site, &ada).await.confirmed().await;
        let card = if common == "card" { GOOD_CARD } else { OTHER_CARD };
        let bob = bob.with_card_number(card).await;
        for person in [&ada, &bob] {
            match common {
                "device" => {
                    let device = json!({"deviceId": "abcdefghij0123456789"});
                    person.post("/devices", device).await.succeeded();
                }
                "plate" => {
                    person.post("/users/vehicle", plate()).await.succeeded();
                }
                _ => {}
            }
        }
        buy(&bob, "first").await;
        hours(&site, 24).await;
        assert_eq!(states(&site).await, state("rejected", Some(common)));
        assert_eq!(points(&back(&ada).await).await, 0, "{common}");
    }
}

#[tokio::test]
async fn merchant_decides_who_is_rewarded() {
    let site = site().await;
    let (ada, bob) = friends(&site).await;
    let manager = site.staff(Role::Manager).await;
    let settings = json!({"rewardsFriend": false});
    manager.save("/loyalty/settings", settings).await.succeeded();
    buy(&bob, "first").await;
    hours(&site, 24).await;
    assert_eq!(
        (points(&back(&ada).await).await, points(&back(&bob).await).await),
        (1000, 1200)
    );
}

#[tokio::test]
async fn reward_is_a_wallet_item_while_the_program_is_off() {
    let site = Installation::new().await.site().await;
    let (ada, bob) = friends(&site).await;
    let manager = site.staff(Role::Manager).await;
    let settings = json!({"referralAwardName": "A Friend's Wash"});
    manager.save("/loyalty/settings", settings).await.succeeded();
    let invitation = ada.get("/users/referrals").await.succeeded();
    assert_eq!(
        (&invitation["points"], &invitation["awardName"]),
        (&Value::Null, &json!("A Friend's Wash"))
    );
    buy(&bob, "first").await;
    hours(&site, 24).await;
    for person in [&ada, &bob] {
        let wallet = back(person).await.wallet().await;
        let rewards: Vec<_> = wallet.iter().filter(|item| item["name"] == "A Friend's Wash").collect();
        assert_eq!(rewards.len(), 1, "{wallet:?}");
        assert_eq!(rewards[0]["itemType"], "AppPoints");
    }
    assert_eq!(entries(&site).await, []);
}

#[tokio::test]
async fn referral_is_erased_with_either_account() {
    let site = site().await;
    let (ada, bob) = friends(&site).await;
    buy(&bob, "first").await;
    ada.leave().await;
    assert_eq!(states(&site).await, []);
    hours(&site, 24).await;
    assert_eq!(points(&back(&bob).await).await, 1200);
}
