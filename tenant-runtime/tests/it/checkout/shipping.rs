//! Goods are sent or paid back, never both.

use serde_json::{Value, json};

use crate::support::{Customer, Installation, TestSite};

async fn house() -> (TestSite, Customer, Customer) {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    let owner = site.owner().await;
    (site, customer, owner)
}

/// A shirt, paid; answers the order.
async fn shirt(customer: &Customer, key: &str) -> String {
    let address = json!({"first": "Ada", "last": "Byron", "address1": "1 Main St", "city": "Phoenix", "state": "AZ",
        "zipCode": "85004"});
    let order = json!({"products": [{"productId": 502}], "address": address});
    let result = customer.post_once("/orders", key, order).await.succeeded();
    result["transRecordId"].as_str().unwrap().to_owned()
}

async fn line(owner: &Customer, order: &str) -> Value {
    owner.get(&format!("/admin/orders/{order}")).await.succeeded()["lines"][0].clone()
}

#[tokio::test]
async fn item_being_refunded_is_not_shipped() {
    let (site, customer, owner) = house().await;
    let order = shirt(&customer, "key").await;
    let id = line(&owner, &order).await["lineId"].clone();
    let way = format!("/admin/orders/{order}/lines/{id}/fulfillment");
    let refund = format!("/admin/orders/{order}/refund");
    site.installation.stub.set_manners(|manners| manners.broken = true);
    let open = owner.post_once(&refund, "1", json!({"lines": [id]})).await.succeeded();
    assert_eq!(open["state"], "unknown");
    site.installation.stub.set_manners(|manners| manners.broken = false);
    for state in ["packed", "shipped", "cancelled"] {
        owner
            .post(&way, json!({ "state": state }))
            .await
            .refused(409, "in_progress");
    }
    assert_eq!(line(&owner, &order).await["fulfillmentState"], "queued");

    // The dispute is settled: the shirt was shipped, so a refund needs an override.
    let settle = format!("/admin/orders/{order}/reversals/{}", open["reversalId"]);
    owner.post(&settle, json!({"done": false})).await.succeeded();
    owner.post(&way, json!({"state": "shipped"})).await.succeeded();
    owner
        .post_once(&refund, "2", json!({"lines": [id]}))
        .await
        .refused(422, "invalid_fields");
    let insisted = json!({"lines": [id], "override": true, "reason": "Lost on its way"});
    assert_eq!(
        owner.post_once(&refund, "3", insisted).await.succeeded()["state"],
        "done"
    );
    // A shipment in transit still arrives.
    owner.post(&way, json!({"state": "delivered"})).await.succeeded();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn racing_shipment_and_refund_have_one_winner() {
    let (_site, customer, owner) = house().await;
    for round in 0..12 {
        let order = shirt(&customer, &format!("key{round}")).await;
        let id = line(&owner, &order).await["lineId"].clone();
        let (way, back) = (
            format!("/admin/orders/{order}/lines/{id}/fulfillment"),
            format!("/admin/orders/{order}/refund"),
        );
        let key = format!("refund{round}");
        let (sent, returned) = tokio::join!(
            owner.post(&way, json!({"state": "shipped"})),
            owner.post_once(&back, &key, json!({"lines": [id]})),
        );
        let after = line(&owner, &order).await;
        let (is_sent, is_returned) = (after["fulfillmentState"] == "shipped", after["refunded"] != 0);
        assert!(
            is_sent != is_returned && is_sent == (sent.status == 200) && is_returned == (returned.status == 200),
            "{} {} {after}",
            sent.text,
            returned.text
        );
    }
}
