//! Result of an order whose response was lost, and the meaning of error codes for it.

use serde_json::{Value, json};
use tenant_runtime::error::{ErrorCode, Verdict};

use super::unknown::{pending, unanswered, wash};
use crate::support::{Customer, DECLINED_CARD, Installation, TestSite};

async fn ask(customer: &Customer, key: &str) -> Value {
    customer
        .post("/orders/withdrawal", json!({"key": key}))
        .await
        .succeeded()
}

async fn buyer() -> (TestSite, Customer) {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    (site, customer)
}

#[tokio::test]
async fn outcome_of_an_order_is_found_by_its_key() {
    let (site, customer) = buyer().await;
    let result = customer.post_once("/orders", "key", wash()).await.succeeded();
    assert_eq!(ask(&customer, "key").await, result);
    assert_eq!(result["blocks"], false);
    // The key is the customer's own.
    let other = site.customer_with_email("eve@example.com").await;
    assert_eq!(ask(&other, "key").await, Value::Null);
    assert_eq!(ask(&customer, "key").await, result);
    customer
        .post("/orders/withdrawal", json!({"key": ""}))
        .await
        .refused(400, "malformed");
}

#[tokio::test]
async fn withdrawn_order_never_arrives() {
    let (site, customer) = buyer().await;
    assert_eq!(ask(&customer, "late").await, Value::Null);
    customer
        .post_once("/orders", "late", wash())
        .await
        .refused(422, "key_reused");
    assert_eq!(ask(&customer, "late").await, Value::Null);
    assert!(site.installation.stub.charges().is_empty());
    assert_eq!(
        customer.post_once("/orders", "next", wash()).await.succeeded()["approved"],
        true
    );
}

#[tokio::test]
async fn unresolved_order_blocks_for_one_day() {
    let (site, customer) = unanswered().await;
    pending(&customer, "key", wash()).await;
    let open = ask(&customer, "key").await;
    assert_eq!((&open["code"], &open["blocks"]), (&json!("pending"), &json!(true)));
    super::unknown::a_bad_day(&site).await;
    let customer = Customer::log_in(&site, &customer.email, crate::support::PASSWORD).await;
    let left = ask(&customer, "key").await;
    assert_eq!((&left["code"], &left["blocks"]), (&json!("pending"), &json!(false)));
}

#[tokio::test]
async fn rejection_at_the_gate_says_nothing_about_a_paid_order() {
    let (site, customer) = buyer().await;
    let result = customer.post_once("/orders", "key", wash()).await.succeeded();
    let mut elsewhere = customer.clone();
    elsewhere.app_key = Some("wrong".to_owned());
    let mut logged_out = customer.clone();
    logged_out.token = Some("over".to_owned());
    let mut stranger = customer.clone();
    stranger.host = "nobody.localhost".to_owned();
    let replies = [
        elsewhere.post_once("/orders", "key", wash()).await,
        logged_out.post_once("/orders", "key", wash()).await,
        stranger.post_once("/orders", "key", wash()).await,
        customer.post_once("/orders", "key", json!([])).await,
        customer.post_once("/orders", "key", json!({"products": "many"})).await,
    ];
    for reply in &replies {
        assert_eq!(reply.verdict(), Verdict::TurnedAway, "{}", reply.text);
    }
    assert_eq!(ErrorCode::TooManyRequests.verdict(), Verdict::TurnedAway);
    assert_eq!(ask(&customer, "key").await, result);
    assert_eq!(site.installation.stub.charges().len(), 1);
}

#[tokio::test]
async fn rejection_of_the_order_means_nothing_is_paid() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await;
    let mut changed = wash();
    changed["expectedTotal"] = json!(1);
    let club = json!({"products": [{"productId": 301}]});
    let goods = json!({"products": [{"productId": 502}]});
    let elsewhere = json!({"products": [{"productId": 103}], "locationId": 1});
    let mut replies = vec![
        customer.post_once("/orders", "card", wash()).await,
        customer.post_once("/orders", "total", changed).await,
        customer.post_once("/orders", "vehicle", club).await,
        customer.post_once("/orders", "address", goods).await,
        customer.post_once("/orders", "location", elsewhere).await,
    ];
    let customer = customer.with_card().await;
    customer.post_once("/orders", "paid", wash()).await.succeeded();
    let other = json!({"products": [{"productId": 102}]});
    replies.push(customer.post_once("/orders", "paid", other).await);
    let charged = site.installation.stub.charges().len();
    for reply in &replies {
        assert_eq!(reply.verdict(), Verdict::Refused, "{}", reply.text);
    }
    for key in ["card", "total", "vehicle", "address", "location"] {
        assert_eq!(ask(&customer, key).await, Value::Null, "{key}");
    }
    assert_eq!((charged, site.installation.stub.charges().len()), (1, 1));
}

#[tokio::test]
async fn outage_consumes_the_key() {
    let (site, customer) = buyer().await;
    site.installation.stub.stop().await;
    let down = customer.post_once("/orders", "down", wash()).await;
    assert_eq!(down.body["errorCode"], "processor_unavailable");
    assert_eq!(down.verdict(), Verdict::Refused);
    let known = ask(&customer, "down").await;
    assert_eq!((&known["approved"], &known["blocks"]), (&json!(false), &json!(false)));
    assert!(!known["message"].as_str().unwrap().contains("declined"), "{known}");
}

#[tokio::test]
async fn declined_order_is_reported_as_declined() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await;
    let customer = customer.with_card_number(DECLINED_CARD).await;
    let result = customer.post_once("/orders", "key", wash()).await.succeeded();
    assert_eq!(result["approved"], false);
    assert_eq!(ask(&customer, "key").await, result);
}
