use jiff::SignedDuration;
use serde_json::json;

use crate::support::{Customer, Installation, PASSWORD, TIMED_OUT_CARD};

#[tokio::test]
async fn an_unknown_payment_is_looked_up_and_never_sent_again() {
    let site = Installation::new().await.site().await;
    let customer = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card_number(TIMED_OUT_CARD)
        .await;
    let body = json!({"products": [{"productId": 101}]});
    let result = customer.post_once("/orders", "key", body.clone()).await.ok();
    assert_eq!(
        (&result["approved"], &result["code"]),
        (&json!(false), &json!("pending"))
    );
    assert_eq!(customer.get("/users/wallet").await.ok(), json!([]));
    customer
        .post_once("/orders", "other", body.clone())
        .await
        .refused(409, "payment_pending");

    let id = result["transRecordId"].as_str().unwrap();
    for _ in 0..10 {
        site.installation.clock.advance(SignedDuration::from_secs(61));
        site.run_jobs().await;
    }
    let settled = customer.get(&format!("/orders/{id}")).await.ok();
    assert_eq!(settled["approved"], true, "{settled}");
    assert_eq!(customer.post_once("/orders", "key", body).await.ok(), settled);
    assert_eq!(customer.get("/users/wallet").await.ok().as_array().unwrap().len(), 1);
    assert_eq!(site.installation.stub.charges().len(), 1);
}

#[tokio::test]
async fn a_processor_that_cannot_be_reached_charges_nothing() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    site.installation.stub.stop().await;
    let body = json!({"products": [{"productId": 101}]});
    let reply = customer.post_once("/orders", "key", body.clone()).await;
    assert!(reply.header("retry-after").is_some());
    reply.refused(503, "processor_unavailable");
    customer
        .post_once("/orders", "key", body)
        .await
        .refused(503, "processor_unavailable");
    assert_eq!(customer.get("/users/wallet").await.ok(), json!([]));
}

#[tokio::test]
async fn what_no_look_up_settles_in_a_day_is_left_to_a_person_and_blocks_nobody() {
    let site = Installation::new().await.site().await;
    let customer = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card_number(TIMED_OUT_CARD)
        .await;
    let body = json!({"products": [{"productId": 101}]});
    let first = customer.post_once("/orders", "first", body.clone()).await.ok();
    assert_eq!(first["code"], "pending");
    site.installation.stub.set_manners(|manners| manners.broken = true);
    for _ in 0..25 {
        site.installation.clock.advance(SignedDuration::from_hours(1));
        site.run_jobs().await;
    }
    let owner = site.owner().await;
    let flagged = owner.get("/admin/orders?state=flagged").await.ok();
    assert_eq!(flagged["items"][0]["transRecordId"], first["transRecordId"]);
    site.installation.stub.set_manners(|manners| manners.broken = false);
    let customer = Customer::log_in(&site, &customer.email, PASSWORD).await;
    let second = customer.post_once("/orders", "second", body).await.ok();
    assert_ne!(second["transRecordId"], first["transRecordId"]);

    // The processor is asked once a day, and answers at last.
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
