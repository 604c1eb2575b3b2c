//! Points become items in the wallet.

use jiff::SignedDuration;
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use super::{entries, entry, points, site};
use crate::support::mailbox::{decoded, mails};
use crate::support::{Customer, TestSite};

const ADA: &str = "/admin/customers/1/points";

async fn give(manager: &Customer, points: i64) {
    let body = json!({"points": points, "reason": "A test"});
    manager.post(ADA, body).await.succeeded();
}

async fn names(customer: &Customer) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let wallet = customer.wallet().await;
    let awards = wallet.iter().filter(|item| item["itemType"] == "AppPoints");
    awards
        .map(|item| (text(&item["name"]), text(&item["expirationDate"])))
        .collect()
}

fn free_wash(last_day: &str) -> (String, String) {
    ("Free Wash".to_owned(), last_day.to_owned())
}

async fn house() -> (TestSite, Customer, Customer) {
    let site = site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let manager = site.staff(Role::Manager).await;
    (site, ada, manager)
}

#[tokio::test]
async fn points_become_an_award_at_the_goal() {
    let (site, ada, manager) = house().await;
    give(&manager, 8_799).await;
    let order = json!({"products": [{"productId": 101}]});
    ada.post_once("/orders", "almost", order.clone()).await.succeeded();
    assert_eq!((points(&ada).await, names(&ada).await), (9_999, vec![]));
    ada.post_once("/orders", "there", order).await.succeeded();
    assert_eq!(
        (points(&ada).await, names(&ada).await),
        (1_199, vec![free_wash("2026-12-04")])
    );
    let last = entries(&site).await.pop().unwrap();
    assert_eq!(last, entry("award", -10_000, ""));

    site.run_jobs().await;
    let mail = decoded(mails(&site, "award_earned", &ada.email).last().unwrap());
    assert!(
        mail.contains("Free Wash") && mail.contains("14 days") && mail.contains("/wallet"),
        "{mail}"
    );
    let inbox = ada
        .send(reqwest::Method::PATCH, "/users/notifications", None, &[])
        .await
        .succeeded();
    assert_eq!(inbox[0]["body"], "You earned Free Wash. It's in your wallet.");
}

#[tokio::test]
async fn wallet_holds_one_award_at_a_time() {
    let (site, ada, manager) = house().await;
    give(&manager, 25_000).await;
    assert_eq!(
        (points(&ada).await, names(&ada).await),
        (15_000, vec![free_wash("2026-12-04")])
    );
    give(&manager, 1).await;
    assert_eq!(points(&ada).await, 15_001, "the next one waits");

    // The first one is used at a kiosk; a day later at the latest comes the second.
    let kiosk = site.kiosk_at(1).await;
    kiosk.redeem(ada.wallet().await[0]["code"].as_str().unwrap()).await;
    site.installation.clock.advance(SignedDuration::from_hours(25));
    site.run_jobs().await;
    let ada = Customer::log_in(&site, &ada.email, crate::support::PASSWORD).await;
    assert_eq!(
        (points(&ada).await, names(&ada).await),
        (5_001, vec![free_wash("2026-12-05")])
    );

    // This one lapses, and the points for a third are not there.
    site.installation.clock.advance(SignedDuration::from_hours(15 * 24));
    site.run_jobs().await;
    let ada = Customer::log_in(&site, &ada.email, crate::support::PASSWORD).await;
    assert_eq!((points(&ada).await, names(&ada).await), (5_001, vec![]));
}

#[tokio::test]
async fn expired_award_makes_room_for_the_next() {
    let (site, ada, manager) = house().await;
    give(&manager, 20_000).await;
    assert_eq!(points(&ada).await, 10_000);
    for _ in 0..15 {
        site.installation.clock.advance(SignedDuration::from_hours(24));
        site.run_jobs().await;
    }
    let ada = Customer::log_in(&site, &ada.email, crate::support::PASSWORD).await;
    assert_eq!(points(&ada).await, 0);
    assert_eq!(names(&ada).await.len(), 1);
}

#[tokio::test]
async fn lower_goal_creates_awards_from_existing_points() {
    let (site, ada, manager) = house().await;
    give(&manager, 500).await;
    let settings = json!({"pointGoal": 400, "awardName": "A Shine", "awardDays": 2});
    manager.save("/loyalty/settings", settings).await.succeeded();
    site.run_jobs().await;
    let shine = ("A Shine".to_owned(), "2026-11-22".to_owned());
    assert_eq!((points(&ada).await, names(&ada).await), (100, vec![shine]));
}

/// Points of a customer who buys a wash of 12.00 with 8,800 points already there, and so gets an award.
async fn just_awarded() -> (TestSite, Customer, Customer, String) {
    let (site, ada, manager) = house().await;
    give(&manager, 8_800).await;
    let order = json!({"products": [{"productId": 101}]});
    let bought = ada.post_once("/orders", "there", order).await.succeeded();
    assert_eq!((points(&ada).await, names(&ada).await.len()), (0, 1));
    let order = format!("/admin/orders/{}", bought["transRecordId"].as_str().unwrap());
    (site, ada, manager, order)
}

#[tokio::test]
async fn unused_award_is_revoked_with_the_purchase_that_earned_it() {
    let (site, ada, manager, order) = just_awarded().await;
    manager
        .post_once(&format!("{order}/void"), "void", json!({}))
        .await
        .succeeded();
    assert_eq!((points(&ada).await, names(&ada).await), (8_800, vec![]));
    let last = entries(&site).await.split_off(2);
    assert_eq!(
        last,
        [
            entry("award", -10_000, ""),
            entry("reverse", -1_200, "order_line:1"),
            entry("adjust", 10_000, "award:3")
        ]
    );
    site.change("UPDATE wallet_items SET state = 'active' WHERE item_type = 'AppPoints'")
        .await;
    let found = ["Ada O'Neil's code for Free Wash wasn't revoked, but its points were credited."];
    assert_eq!(site.violations().await, found);
    site.change("UPDATE wallet_items SET state = 'revoked' WHERE item_type = 'AppPoints'")
        .await;
    // The next purchase earns it again.
    let order = json!({"products": [{"productId": 101}]});
    ada.post_once("/orders", "again", order).await.succeeded();
    assert_eq!((points(&ada).await, names(&ada).await.len()), (0, 1));
}

/// As a code of the order itself would be, that a kiosk holds.
#[tokio::test]
async fn award_that_a_kiosk_holds_is_revoked_too() {
    let (site, ada, manager, order) = just_awarded().await;
    let wallet = ada.wallet().await;
    let award = wallet.iter().find(|item| item["itemType"] == "AppPoints").unwrap();
    let kiosk = site.kiosk_at(2).await;
    let hold = json!({"code": award["code"], "terminalTxnId": "hold"});
    let held = kiosk.post("/terminal/redemptions", hold).await.succeeded();
    manager
        .post_once(&format!("{order}/void"), "void", json!({}))
        .await
        .succeeded();
    let id = held["redemptionId"].as_str().unwrap();
    let cancel = json!({"terminalTxnId": "cancel"});
    kiosk
        .post(&format!("/terminal/redemptions/{id}/cancel"), cancel)
        .await
        .succeeded();
    assert_eq!((points(&ada).await, names(&ada).await), (8_800, vec![]));
    let again = json!({"code": award["code"], "terminalTxnId": "again"});
    assert_ne!(kiosk.post("/terminal/redemptions", again).await.status, 200);
}

#[tokio::test]
async fn award_is_kept_if_points_remain_or_it_was_used() {
    let (site, ada, manager, order) = just_awarded().await;
    give(&manager, 1_200).await;
    manager
        .post_once(&format!("{order}/void"), "void", json!({}))
        .await
        .succeeded();
    assert_eq!(
        (points(&ada).await, names(&ada).await.len()),
        (0, 1),
        "the points cover it"
    );
    drop(site);

    let (site, ada, manager, order) = just_awarded().await;
    site.change("UPDATE wallet_items SET state = 'used', use_count = 1 WHERE item_type = 'AppPoints'")
        .await;
    manager
        .post_once(&format!("{order}/void"), "void", json!({}))
        .await
        .succeeded();
    assert_eq!(points(&ada).await, -1_200, "a used award is owed");
    // The checks that end the test want a redemption for each use.
    site.change("UPDATE wallet_items SET state = 'expired', use_count = 0 WHERE item_type = 'AppPoints'")
        .await;
}

#[tokio::test]
async fn credited_points_become_an_award_at_a_lower_goal() {
    let (site, ada, manager, order) = just_awarded().await;
    let settings = json!({"pointGoal": 6_000, "awardName": "A Shine", "awardDays": 2});
    manager.save("/loyalty/settings", settings).await.succeeded();
    site.run_jobs().await;
    manager
        .post_once(&format!("{order}/void"), "void", json!({}))
        .await
        .succeeded();
    // The award is revoked, and its 10,000 points minus the 1,200 of the purchase are enough for one at the new goal.
    let shine = ("A Shine".to_owned(), "2026-11-22".to_owned());
    assert_eq!((points(&ada).await, names(&ada).await), (2_800, vec![shine]));
}

#[tokio::test]
async fn lost_dispute_offers_to_revoke_the_award() {
    let (_site, ada, manager, order) = just_awarded().await;
    let body = json!({"amount": 1303, "reason": "fraud", "respondBy": "2027-01-15"});
    let dispute = manager.post(&format!("{order}/disputes"), body).await.succeeded();
    let path = format!("{order}/disputes/{}", dispute["disputeId"]);
    manager.post(&path, json!({"outcome": "lost"})).await.succeeded();
    let usable = format!("{order}/still-usable");
    let offered = manager.get(&usable).await.succeeded()["points"].clone();
    assert_eq!(
        offered,
        json!({"userId": "1", "earned": 1_200, "balance": 0, "unusedRewards": 1, "rewardPoints": 10_000})
    );
    let body = json!({"points": -1_200, "reason": "Disputed"});
    manager.post(ADA, body.clone()).await.refused(422, "invalid_fields");
    let mut revoking = body;
    revoking["revokeRewards"] = json!(true);
    manager.post(ADA, revoking).await.succeeded();
    assert_eq!((points(&ada).await, names(&ada).await), (8_800, vec![]));
    assert_eq!(manager.get(&usable).await.succeeded()["points"], Value::Null);
}
