use serde_json::{Value, json};

use crate::support::{DECLINED_CARD, Installation};

#[tokio::test]
async fn unsellable_items_are_rejected_by_name() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    let one = |id: i64| json!({"products": [{"productId": id}]});
    for (body, code, field) in [
        (json!({"products": []}), "invalid_fields", Some("products")),
        (
            json!({"products": vec![json!({"productId": 101}); 51]}),
            "invalid_fields",
            Some("products"),
        ),
        (one(999), "invalid_fields", Some("products[0].productId")),
        (one(-1), "invalid_fields", Some("products[0].productId")),
        (
            json!({"products": [{"productId": 101, "isGift": true}]}),
            "invalid_fields",
            Some("products[0].giftedEmail"),
        ),
        (
            json!({"products": [{"productId": 301, "isGift": true, "giftedEmail": "bob@example.com"}]}),
            "invalid_fields",
            Some("products[0].isGift"),
        ),
        (
            json!({"products": [{"productId": 411, "cardNumber": "4242 4242 4242 4241"}]}),
            "invalid_fields",
            Some("products[0].cardNumber"),
        ),
        (
            json!({"products": [{"productId": 502}], "address": {"first": "Ada"}}),
            "invalid_fields",
            Some("address.last"),
        ),
        (
            json!({"products": [{"productId": 101}], "locationId": 77}),
            "invalid_fields",
            Some("locationId"),
        ),
        (
            json!({"products": [{"productId": 103}], "locationId": 1}),
            "not_for_this_location",
            None,
        ),
    ] {
        for path in ["/orders/quote", "/orders"] {
            let refusal = customer.post(path, body.clone()).await.refused(422, code);
            if let Some(field) = field {
                assert!(refusal["fields"][field].is_string(), "{refusal} should name {field}");
            }
        }
    }
    let mut changed = one(101);
    changed["expectedTotal"] = json!(1);
    customer.post("/orders", changed).await.refused(409, "price_changed");
    customer
        .post("/orders", json!({"products": [{"productId": "x"}]}))
        .await
        .refused(400, "malformed");
    customer
        .post_once("/orders", "not visible ", one(101))
        .await
        .refused(400, "malformed");
    assert!(site.installation.stub.charges().is_empty());
}

#[tokio::test]
async fn rejected_order_does_not_consume_its_key() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await;
    let body = json!({"products": [{"productId": 101}]});
    customer
        .post_once("/orders", "key", body.clone())
        .await
        .refused(422, "card_required");
    let customer = customer.with_card().await;
    assert_eq!(
        customer.post_once("/orders", "key", body).await.succeeded()["approved"],
        true
    );
}

#[tokio::test]
async fn declined_card_buys_nothing() {
    let site = Installation::new().await.site().await;
    let customer = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card_number(DECLINED_CARD)
        .await;
    let body = json!({"products": [{"productId": 101}]});
    let result = customer.post_once("/orders", "key", body.clone()).await.succeeded();
    assert_eq!(result["approved"], false);
    assert_ne!(result["code"], "pending");
    assert_eq!(
        customer.post_once("/orders", "key", body.clone()).await.succeeded(),
        result
    );
    assert_eq!(customer.get("/users/wallet").await.succeeded(), json!([]));
    assert_eq!(customer.get("/users/purchases").await.succeeded(), json!([]));
    // Another try with another key is another order.
    let second = customer.post_once("/orders", "second", body).await.succeeded();
    assert_ne!(second["transRecordId"], result["transRecordId"]);
}

#[tokio::test]
async fn customers_see_only_their_own_orders() {
    let site = Installation::new().await.site().await;
    let body = json!({"products": [{"productId": 101}]});
    for path in ["/orders", "/orders/quote"] {
        site.visitor()
            .post(path, body.clone())
            .await
            .refused(401, "invalid_token");
    }
    let ada = site.customer().await.confirmed().await.with_card().await;
    let order = ada.post("/orders", body).await.succeeded();
    let eve = site.customer_with_email("eve@example.com").await;
    let id = order["transRecordId"].as_str().unwrap();
    eve.get(&format!("/orders/{id}")).await.refused(404, "not_found");
    eve.get(&format!("/users/purchases/resend?transRecordId={id}"))
        .await
        .refused(404, "not_found");
    assert_eq!(eve.get("/users/wallet").await.succeeded(), Value::Array(Vec::new()));
}
