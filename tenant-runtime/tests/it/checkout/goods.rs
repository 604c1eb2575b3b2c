use serde_json::{Value, json};

use crate::support::mailbox::mails;
use crate::support::{Customer, DECLINED_CARD, Installation, TestSite};

fn address() -> Value {
    json!({"first": "Ada", "last": "Byron", "address1": "1 Main St", "city": "Phoenix", "state": "AZ", "zipCode": "85004"})
}

fn elsewhere(zip: &str) -> Value {
    let mut address = address();
    address["zipCode"] = json!(zip);
    address
}

async fn zip(customer: &Customer) -> Value {
    customer.get("/users/shipping-address").await.succeeded()["zipCode"].clone()
}

async fn stock_of_mugs(site: &TestSite) -> Value {
    let goods = site.visitor().get("/products/merchandise").await.succeeded();
    let mug = goods
        .as_array()
        .unwrap()
        .iter()
        .find(|product| product["productId"] == 501);
    mug.unwrap()["stock"].clone()
}

#[tokio::test]
async fn merchandise_needs_an_address_and_reduces_the_stock() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    let mut body = json!({"products": [{"productId": 501}, {"productId": 502}, {"productId": 101}]});
    let quote = customer.post("/orders/quote", body.clone()).await.succeeded();
    assert_eq!(quote["requires"]["address"], true);
    // 9 % of 9.00 and 20.00, 8.6 % of 12.00.
    assert_eq!(quote["taxes"], 81 + 180 + 103);
    customer
        .post_once("/orders", "key", body.clone())
        .await
        .refused(422, "address_required");
    body["address"] = json!({"useHome": true});
    customer
        .post_once("/orders", "key", body.clone())
        .await
        .refused(422, "address_required");
    body["address"] = address();
    assert_eq!(stock_of_mugs(&site).await, 2);
    assert_eq!(
        customer.post_once("/orders", "key", body).await.succeeded()["approved"],
        true
    );
    assert_eq!(stock_of_mugs(&site).await, 1);
    let purchases = customer.get("/users/purchases").await.succeeded();
    let products = purchases[0]["purchasedProducts"].as_array().unwrap();
    let states: Vec<_> = products.iter().map(|product| &product["fulfillmentState"]).collect();
    assert_eq!(states, [&json!("queued"), &json!("queued"), &Value::Null]);
    assert_eq!(customer.wallet().await.len(), 1);
}

#[tokio::test]
async fn saved_home_address_is_used_again() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    assert_eq!(customer.get("/users/shipping-address").await.succeeded(), Value::Null);
    let body = json!({"products": [{"productId": 502}], "address": elsewhere("85001")});
    assert_eq!(
        customer.post_once("/orders", "0", body).await.succeeded()["approved"],
        true
    );
    assert_eq!(zip(&customer).await, "85001", "better than nothing");
    let mut home = address();
    home["isHome"] = json!(true);
    let first = json!({"products": [{"productId": 502, "address": home}]});
    assert_eq!(
        customer.post_once("/orders", "1", first).await.succeeded()["approved"],
        true
    );
    let shown = customer.get("/users/shipping-address").await.succeeded();
    assert_eq!((&shown["zipCode"], &shown["isHome"]), (&json!("85004"), &json!(true)));
    let again = json!({"products": [{"productId": 502}], "address": {"useHome": true}});
    assert_eq!(
        customer.post_once("/orders", "2", again).await.succeeded()["approved"],
        true
    );
    let body = json!({"products": [{"productId": 502}], "address": elsewhere("85002")});
    assert_eq!(
        customer.post_once("/orders", "3", body).await.succeeded()["approved"],
        true
    );
    assert_eq!(zip(&customer).await, "85004", "wherever the last parcel went");
}

#[tokio::test]
async fn shipped_item_is_taxed_at_its_destination() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await;
    let mut to = address();
    to["state"] = json!("TX");
    let body = json!({"products": [{"productId": 502}, {"productId": 101}], "address": to});
    // 6.25 % of 20.00, 8.6 % of 12.00.
    assert_eq!(
        customer.post("/orders/quote", body).await.succeeded()["taxes"],
        125 + 103
    );
}

#[tokio::test]
async fn sales_never_exceed_the_stock() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    let mugs = |count: usize| json!({"products": vec![json!({"productId": 501}); count], "address": address()});
    for path in ["/orders/quote", "/orders"] {
        customer.post(path, mugs(3)).await.refused(409, "sold_out");
    }
    assert_eq!(
        customer.post_once("/orders", "key", mugs(2)).await.succeeded()["approved"],
        true
    );
    let refusal = customer
        .post_once("/orders", "next", mugs(1))
        .await
        .refused(409, "sold_out");
    assert!(
        refusal["errorMessage"].as_str().unwrap().contains("sold out"),
        "{refusal}"
    );
    assert_eq!(stock_of_mugs(&site).await, 0);
}

#[tokio::test]
async fn declined_card_leaves_the_stock_unchanged() {
    let site = Installation::new().await.site().await;
    let customer = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card_number(DECLINED_CARD)
        .await;
    let body = json!({"products": [{"productId": 501}, {"productId": 501}], "address": address()});
    assert_eq!(
        customer.post_once("/orders", "key", body).await.succeeded()["approved"],
        false
    );
    assert_eq!(stock_of_mugs(&site).await, 2);
}

#[tokio::test]
async fn customer_is_told_what_shipped_and_where() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    let body = json!({"products": [{"productId": 501}, {"productId": 502}], "address": address()});
    let order = customer.post_once("/orders", "key", body).await.succeeded();
    let order = order["transRecordId"].as_str().unwrap();
    let owner = site.owner().await;
    let lines = owner.get(&format!("/admin/orders/{order}")).await.succeeded()["lines"].clone();
    let ship = async |line: &Value, parcel: Value| {
        let way = format!("/admin/orders/{order}/lines/{}/fulfillment", line["lineId"]);
        owner.post(&way, parcel).await.succeeded();
        site.run_jobs().await;
        mails(&site, "shipped", &customer.email)
    };
    let parcel = json!({"state": "shipped", "carrier": "Desert Post", "tracking": "DP 42"});
    let told = ship(&lines[0], parcel.clone()).await;
    let receipt = mails(&site, "receipt", &customer.email).remove(0);
    assert!(receipt.contains("1 Main St"), "{receipt}");
    assert_eq!(told.len(), 1);
    for text in [
        "sparkle Mug",
        "100001",
        "Desert Post",
        "DP 42",
        "Ada Byron",
        "1 Main St",
        "/purchaseHistory",
    ] {
        assert!(told[0].contains(text), "{text}: {}", told[0]);
    }
    assert_eq!(ship(&lines[0], parcel).await.len(), 1, "it has left already");
    let told = ship(&lines[1], json!({"state": "shipped"})).await;
    assert_eq!(told.len(), 2);
    assert!(
        !told[1].contains("Carrier") && !told[1].contains("Tracking"),
        "{}",
        told[1]
    );
    let inbox = customer
        .send(reqwest::Method::PATCH, "/users/notifications", None, &[])
        .await
        .succeeded();
    assert_eq!(inbox.as_array().unwrap().len(), 2);
    assert_eq!(inbox[0]["title"], "Your order shipped");
}

#[tokio::test]
async fn address_is_kept_until_its_merchandise_has_shipped() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    let body = json!({"products": [{"productId": 502}], "address": address()});
    let order = customer.post_once("/orders", "key", body).await.succeeded();
    let order = order["transRecordId"].as_str().unwrap();
    assert!(customer.get("/users/export").await.text.contains("1 Main St"));
    let password = json!({"password": crate::support::PASSWORD});
    customer
        .send(reqwest::Method::DELETE, "/users", Some(password), &[])
        .await
        .succeeded();

    let owner = site.owner().await;
    let line = || async { owner.get(&format!("/admin/orders/{order}")).await.succeeded()["lines"][0].clone() };
    let waiting = line().await;
    assert_eq!(waiting["address"]["address1"], "1 Main St", "somebody must send it");
    let way = format!("/admin/orders/{order}/lines/{}/fulfillment", waiting["lineId"]);
    owner.post(&way, json!({"state": "shipped"})).await.succeeded();
    assert_eq!(line().await["address"], Value::Null);
    site.run_jobs().await;
    assert!(mails(&site, "shipped", &customer.email).is_empty());
}
