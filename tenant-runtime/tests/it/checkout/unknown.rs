use jiff::SignedDuration;
use serde_json::json;

use crate::support::{Installation, TIMED_OUT_CARD};

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
