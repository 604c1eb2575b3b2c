mod awards;
mod club;
mod export;
mod gift_cards;
mod pairing;
mod payments;
mod races;
mod redemption;
mod sales;

use serde_json::{Value, json};

use crate::support::Customer;

/// Buys products; returns all wallet items.
async fn bought(customer: &Customer, products: &[i64]) -> Vec<Value> {
    let products: Vec<_> = products.iter().map(|id| json!({ "productId": id })).collect();
    let key = format!("order {}", customer.wallet().await.len());
    let key = key.replace(' ', "-");
    let order = customer
        .post_once("/orders", &key, json!({ "products": products }))
        .await
        .succeeded();
    assert_eq!(order["approved"], true, "{order}");
    customer.wallet().await
}

fn code_of(item: &Value) -> String {
    item["code"].as_str().unwrap().to_owned()
}

fn reservation(code: &str, txn: &str) -> Value {
    json!({"code": code, "terminalTxnId": txn})
}
