use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::{Customer, Installation, PASSWORD, TIMED_OUT_CARD, TestSite};

pub fn wash() -> Value {
    json!({"products": [{"productId": 101}]})
}

/// Buys what will not be answered in time.
pub async fn pending(customer: &Customer, key: &str, order: Value) -> Value {
    let result = customer.post_once("/orders", key, order).await.ok();
    assert_eq!(
        (&result["approved"], &result["code"]),
        (&json!(false), &json!("pending"))
    );
    result
}

/// Lets a day pass in which the processor does not answer.
pub async fn a_bad_day(site: &TestSite) {
    site.installation.stub.set_manners(|manners| manners.broken = true);
    for _ in 0..25 {
        site.installation.clock.advance(SignedDuration::from_hours(1));
        site.run_jobs().await;
    }
    site.installation.stub.set_manners(|manners| manners.broken = false);
}

/// A site and its customer, of whose charges nobody learns in time how they went.
pub async fn unanswered() -> (TestSite, Customer) {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await;
    (site, customer.with_card_number(TIMED_OUT_CARD).await)
}

#[tokio::test]
async fn an_unknown_payment_is_looked_up_and_never_sent_again() {
    let (site, customer) = unanswered().await;
    let result = pending(&customer, "key", wash()).await;
    assert_eq!(customer.get("/users/wallet").await.ok(), json!([]));
    customer
        .post_once("/orders", "other", wash())
        .await
        .refused(409, "payment_pending");

    let id = result["transRecordId"].as_str().unwrap();
    for _ in 0..10 {
        site.installation.clock.advance(SignedDuration::from_secs(61));
        site.run_jobs().await;
    }
    let settled = customer.get(&format!("/orders/{id}")).await.ok();
    assert_eq!(settled["approved"], true, "{settled}");
    assert_eq!(customer.post_once("/orders", "key", wash()).await.ok(), settled);
    assert_eq!(customer.get("/users/wallet").await.ok().as_array().unwrap().len(), 1);
    assert_eq!(site.installation.stub.charges().len(), 1);
}

#[tokio::test]
async fn a_processor_that_cannot_be_reached_charges_nothing() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    site.installation.stub.stop().await;
    let reply = customer.post_once("/orders", "key", wash()).await;
    assert!(reply.header("retry-after").is_some());
    reply.refused(503, "processor_unavailable");
    customer
        .post_once("/orders", "key", wash())
        .await
        .refused(503, "processor_unavailable");
    assert_eq!(customer.get("/users/wallet").await.ok(), json!([]));
}

#[tokio::test]
async fn what_no_look_up_settles_in_a_day_is_left_to_a_person_and_blocks_nobody() {
    let (site, customer) = unanswered().await;
    let first = pending(&customer, "first", wash()).await;
    a_bad_day(&site).await;
    let owner = site.owner().await;
    let flagged = owner.get("/admin/orders?state=flagged").await.ok();
    assert_eq!(flagged["items"][0]["transRecordId"], first["transRecordId"]);
    let customer = Customer::log_in(&site, &customer.email, PASSWORD).await;
    let second = pending(&customer, "second", wash()).await;
    assert_ne!(second["transRecordId"], first["transRecordId"]);

    // The processor is asked again and again, and answers at last.
    for _ in 0..25 {
        site.installation.clock.advance(SignedDuration::from_hours(1));
        site.run_jobs().await;
    }
    let customer = Customer::log_in(&site, &customer.email, PASSWORD).await;
    for order in [first, second] {
        let path = format!("/orders/{}", order["transRecordId"].as_str().unwrap());
        assert_eq!(customer.get(&path).await.ok()["approved"], true);
    }
    assert_eq!(site.installation.stub.charges().len(), 2);
}
