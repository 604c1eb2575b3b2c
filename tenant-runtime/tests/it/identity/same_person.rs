//! Benefits limited to once per person are granted once, across all of the person's current and previous accounts.

use std::time::Duration;

use jiff::SignedDuration;
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::checkout::written::being_charged;
use crate::support::{Customer, GOOD_CARD, Installation, PASSWORD, Reply, TestSite};

/// Another card whose charges are approved, like [`GOOD_CARD`].
const OTHER_CARD: &str = "4111111111111111";

/// Price of a club's first month, and of each further one, in minor units.
const FIRST: i64 = 900;
const MONTHLY: i64 = 2500;

/// A confirmed customer with this card and this plate of Arizona.
async fn person(site: &TestSite, email: &str, card: &str, plate: &str) -> Customer {
    let customer = site.customer_with_email(email).await.confirmed().await;
    customer.with_card_number(card).await.with_plate(plate, "AZ").await
}

/// Price at which the club is quoted, which is also the listed one.
async fn price(customer: &Customer) -> i64 {
    let order = json!({"products": [{"productId": 301}], "acceptedTerms": true});
    let quote = customer.post("/orders/quote", order).await.succeeded();
    let clubs = customer.get("/products/washClubs").await.succeeded();
    let listed = clubs.as_array().unwrap().iter().find(|club| club["productId"] == 301);
    assert_eq!(listed.unwrap()["price"], quote["lines"][0]["price"]);
    quote["lines"][0]["price"].as_i64().unwrap()
}

async fn digests(site: &TestSite) -> Vec<(i64, String, Vec<u8>)> {
    site.rows("SELECT customer_id, identifier, digest FROM identity_digests ORDER BY customer_id, identifier, digest")
        .await
}

#[tokio::test]
async fn tagged_address_pays_the_regular_price() {
    let site = Installation::new().await.site().await;
    let ann = person(&site, "ann@example.com", GOOD_CARD, "SAME123").await;
    assert_eq!(price(&ann).await, FIRST);
    ann.in_club(301).await;
    let again = person(&site, "Ann+2@Example.com", GOOD_CARD, "SAME123").await;
    assert_eq!(price(&again).await, MONTHLY);
    again.in_club(301).await;
    let charged: Vec<i64> = site
        .installation
        .stub
        .charges()
        .iter()
        .map(|charge| charge.amount)
        .collect();
    assert_eq!(charged, [945, 2625]);
}

/// Two accounts of one person that buy in the same moment: the second waits until the first is settled.
#[tokio::test]
async fn first_month_price_is_paid_once_by_two_orders_at_once() {
    let site = Installation::new().await.site().await;
    let ann = person(&site, "ann@example.com", GOOD_CARD, "SAME123").await;
    let again = person(&site, "Ann+2@Example.com", GOOD_CARD, "SAME123").await;
    let other = person(&site, "bob@example.com", OTHER_CARD, "OTHER1").await;
    let stub = &site.installation.stub;
    stub.set_manners(|manners| manners.latency = Duration::from_millis(500));
    let order = json!({"products": [{"productId": 301}], "acceptedTerms": true});
    let (first, ()) = tokio::join!(ann.post_once("/orders", "first", order.clone()), async {
        being_charged(&site).await;
        let refused = again.post_once("/orders", "second", order.clone()).await;
        refused.refused(409, "payment_pending");
        other.post_once("/orders", "third", order.clone()).await.succeeded();
    });
    first.succeeded();
    stub.set_manners(|manners| manners.latency = Duration::ZERO);
    again.post_once("/orders", "second", order).await.succeeded();
    let mut charged: Vec<i64> = stub.charges().iter().map(|charge| charge.amount).collect();
    charged.sort_unstable();
    assert_eq!(charged, [945, 945, 2625]);
}

#[tokio::test]
async fn same_card_and_plate_are_the_same_person() {
    let site = Installation::new().await.site().await;
    person(&site, "ann@example.com", GOOD_CARD, "SAME123")
        .await
        .in_club(301)
        .await;
    for (email, card, plate, expected) in [
        ("both@example.com", GOOD_CARD, "same-123", MONTHLY),
        ("card@example.com", GOOD_CARD, "OTHER1", FIRST),
        ("plate@example.com", OTHER_CARD, "SAME123", FIRST),
    ] {
        assert_eq!(
            price(&person(&site, email, card, plate).await).await,
            expected,
            "{email}"
        );
    }
    let elsewhere = site.customer_with_email("state@example.com").await.confirmed().await;
    let elsewhere = elsewhere
        .with_card_number(GOOD_CARD)
        .await
        .with_plate("SAME123", "CA")
        .await;
    assert_eq!(price(&elsewhere).await, FIRST);
}

#[tokio::test]
async fn replaced_card_still_recognizes_its_owner() {
    let site = Installation::new().await.site().await;
    let ann = person(&site, "ann@example.com", GOOD_CARD, "SAME123")
        .await
        .in_club(301)
        .await;
    ann.with_card_number(OTHER_CARD).await.leave().await;
    let again = person(&site, "new@example.com", GOOD_CARD, "SAME123").await;
    assert_eq!(price(&again).await, MONTHLY);
}

#[tokio::test]
async fn first_month_price_stays_used_after_deletion() {
    let site = Installation::new().await.site().await;
    let mut charged = vec![945];
    person(&site, "ann@example.com", GOOD_CARD, "SAME123")
        .await
        .in_club(301)
        .await
        .leave()
        .await;
    for email in ["ann@example.com", "other@example.com"] {
        let again = person(&site, email, GOOD_CARD, "SAME123").await;
        assert_eq!(price(&again).await, MONTHLY, "{email}");
        again.in_club(301).await.leave().await;
        charged.push(2625);
    }
    let stub: Vec<i64> = site
        .installation
        .stub
        .charges()
        .iter()
        .map(|charge| charge.amount)
        .collect();
    assert_eq!(stub, charged);
}

#[tokio::test]
async fn corrected_address_leaves_the_mistyped_one_to_its_owner() {
    let site = Installation::new().await.site().await;
    let ann = person(&site, "ann@exmaple.com", GOOD_CARD, "SAME123")
        .await
        .in_club(301)
        .await;
    let id = ann.get("/users").await.succeeded()["userId"]
        .as_str()
        .unwrap()
        .to_owned();
    let manager = site.staff(Role::Manager).await;
    let path = format!("/admin/customers/{id}");
    let contact = json!({"firstName": "Ada", "lastName": "Neil", "email": "ann@example.com",
        "cellPhoneNumber": "6025550199", "zipPostalCode": "85004"});
    manager.correct_contact(&path, contact).await.succeeded();
    // Until then, it can return to the account.
    site.installation
        .clock
        .advance(jiff::SignedDuration::from_hours(7 * 24));
    assert_eq!(
        price(&person(&site, "ann@exmaple.com", OTHER_CARD, "OTHER1").await).await,
        FIRST
    );
    assert_eq!(
        price(&person(&site, "ann+1@example.com", OTHER_CARD, "OTHER2").await).await,
        MONTHLY
    );
}

async fn enter(customer: &Customer) -> Reply {
    customer.post("/promo-codes", json!({"code": "WELCOME5"})).await
}

#[tokio::test]
async fn claim_limit_counts_every_account_of_a_person() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let award = json!({"type": "DollarDiscTrans", "amount": 500});
    let code = json!({"name": "Welcome", "code": "WELCOME5", "award": award});
    manager.post("/admin/promo-codes", code).await.succeeded();
    let deal = json!({"name": "A wash on us", "award": {"type": "Item"}});
    let deal = manager.post("/admin/deals", deal).await.succeeded()["id"].clone();

    let ann = person(&site, "ann@example.com", GOOD_CARD, "SAME123").await;
    enter(&ann).await.succeeded();
    ann.post("/users/deals", json!({ "dealId": deal })).await.succeeded();
    for email in ["ann+tag@example.com", "second@example.com"] {
        let second = person(&site, email, GOOD_CARD, "SAME123").await;
        enter(&second).await.refused(409, "already_claimed");
        assert_eq!(second.get("/deals").await.succeeded()[0]["numberClaimed"], 1);
        second.leave().await;
    }
    ann.leave().await;
    let again = person(&site, "ann@example.com", OTHER_CARD, "OTHER1").await;
    enter(&again).await.refused(409, "already_claimed");
    again
        .post("/users/deals", json!({ "dealId": deal }))
        .await
        .refused(409, "already_claimed");
    let stranger = person(&site, "stranger@example.com", OTHER_CARD, "OTHER2").await;
    enter(&stranger).await.succeeded();
}

#[tokio::test]
async fn digests_outlive_the_account_and_reveal_nothing() {
    let site = Installation::new().await.site().await;
    let ann = person(&site, "ann@example.com", GOOD_CARD, "SAME123").await;
    let before = digests(&site).await;
    let identifiers: Vec<&str> = before.iter().map(|(_, identifier, _)| identifier.as_str()).collect();
    assert_eq!(identifiers, ["card", "email", "plate"]);
    ann.leave().await;
    site.run_jobs().await;
    assert_eq!(digests(&site).await, before);
    let other = site.installation.site_called("foam").await;
    person(&other, "ann@example.com", GOOD_CARD, "SAME123").await;
    for (_, identifier, digest) in digests(&other).await {
        assert!(
            before.iter().all(|(.., known)| *known != digest),
            "{identifier} is the same at two sites"
        );
    }
}

#[tokio::test]
async fn accounts_of_earlier_builds_are_digested_by_a_job() {
    let site = Installation::new().await.site().await;
    person(&site, "ann@example.com", GOOD_CARD, "SAME123").await;
    site.customer_with_email("bob@example.com").await.leave().await;
    site.customer_with_email("cid@example.com").await;
    let mut before = digests(&site).await;
    before.retain(|(id, ..)| *id != 2);
    site.change("DELETE FROM identity_digests").await;
    site.change(
        "INSERT INTO jobs (kind, unique_key, payload, due_at, created_at)
         VALUES ('identity.digests', 'identity.digests:all', '{}', 0, 0)",
    )
    .await;
    site.run_jobs().await;
    assert_eq!(digests(&site).await, before);
}

/// Signs up with a friend's code and buys a wash.
async fn referred(site: &TestSite, code: &Value, email: &str) -> Customer {
    let mut form = Customer::form(email);
    form["referralCode"] = code.clone();
    site.visitor().post("/users", form).await.succeeded();
    let friend = Customer::log_in(site, email, PASSWORD).await.confirmed().await;
    let friend = friend
        .with_card_number(OTHER_CARD)
        .await
        .with_plate("FRIEND1", "AZ")
        .await;
    let order = json!({"products": [{"productId": 101}]});
    let bought = friend.post_once("/orders", "wash", order).await.succeeded();
    assert_eq!(bought["approved"], true);
    site.installation.clock.advance(SignedDuration::from_hours(24));
    site.run_jobs().await;
    Customer::log_in(site, email, PASSWORD).await
}

#[tokio::test]
async fn friend_is_rewarded_once() {
    let site = Installation::new().await.site().await;
    let ada = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card_number(GOOD_CARD)
        .await;
    let code = ada.get("/users").await.succeeded()["referralCode"].clone();
    referred(&site, &code, "bob@example.com").await.leave().await;
    // The same address, and another one with the same card and plate.
    referred(&site, &code, "bob+2@example.com").await.leave().await;
    referred(&site, &code, "rob@example.com").await;
    let states: Vec<(String, Option<String>)> = site
        .rows("SELECT state, rejection FROM loyalty_referrals ORDER BY friend_id")
        .await;
    assert_eq!(states, [("rejected".to_owned(), Some("rewarded".to_owned()))]);
    let ada = Customer::log_in(&site, &ada.email, PASSWORD).await;
    let rewards = ada.wallet().await;
    assert_eq!(rewards.len(), 1, "{rewards:?}");
}

#[tokio::test]
async fn friend_with_a_tag_of_the_same_address_is_the_referrer() {
    let site = Installation::new().await.site().await;
    let ada = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card_number(GOOD_CARD)
        .await;
    let code = ada.get("/users").await.succeeded()["referralCode"].clone();
    referred(&site, &code, "ada+friend@example.com").await;
    let states: Vec<(String, Option<String>)> = site
        .rows("SELECT state, rejection FROM loyalty_referrals ORDER BY friend_id")
        .await;
    assert_eq!(states, [("rejected".to_owned(), Some("email".to_owned()))]);
}
