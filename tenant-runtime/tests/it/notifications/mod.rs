mod bounces;
mod firebase;
mod push;
mod templates;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Customer, Installation};

async fn unread(customer: &Customer) -> i64 {
    let count = customer.get("/users/notifications?status=unread").await.succeeded();
    count.as_i64().unwrap()
}

async fn open(customer: &Customer) -> Value {
    customer
        .send(Method::PATCH, "/users/notifications", None, &[])
        .await
        .succeeded()
}

#[tokio::test]
async fn gift_notification_is_read_once() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let bob = site.customer_with_email("bob@example.com").await.confirmed().await;
    assert_eq!(unread(&bob).await, 0);
    let unit = json!({"productId": 101, "isGift": true, "giftedEmail": "bob@example.com"});
    ada.post("/orders", json!({"products": [unit]})).await.succeeded();

    assert_eq!((unread(&bob).await, unread(&ada).await), (1, 0));
    let list = open(&bob).await;
    assert_eq!(list[0]["title"], "A Gift For You", "{list}");
    assert_eq!(list[0]["read"], false, "as it was before");
    assert_eq!(unread(&bob).await, 0);
    let list = open(&bob).await;
    assert_eq!(list[0]["read"], true, "{list}");
}

#[tokio::test]
async fn unread_notifications_can_be_counted() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    for query in ["", "?status=all"] {
        let answer = ada.get(&format!("/users/notifications{query}")).await;
        assert_eq!(answer.status, 400, "{query}");
    }
}
