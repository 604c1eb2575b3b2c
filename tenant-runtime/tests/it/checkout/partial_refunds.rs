//! Refunding some lines of an order leaves the others, and the discount that paid for them, alone.

use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::{Customer, Installation, TestSite};

/// A customer who has claimed this award, and the owner.
async fn house(award: Value) -> (TestSite, Customer, Customer) {
    let site = Installation::new().await.site().await;
    site.change("UPDATE catalog_products SET price = 2600 WHERE id = 102")
        .await;
    let manager = site.staff(Role::Manager).await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    let code = json!({"name": "Free wash", "code": "FREE", "award": award});
    manager.post("/admin/promo-codes", code).await.succeeded();
    customer.post("/promo-codes", json!({"code": "FREE"})).await.succeeded();
    let owner = site.owner().await;
    (site, customer, owner)
}

/// An order of these products; answers its path in the back office and its lines.
async fn bought(customer: &Customer, owner: &Customer, products: [i64; 2], total: i64) -> (String, Vec<Value>) {
    let products = products.map(|id| json!({"productId": id}));
    let order = json!({"products": products, "expectedTotal": total});
    let paid = customer.post_once("/orders", "order", order).await.succeeded();
    assert_eq!(paid["approved"], true, "{paid}");
    let order = format!("/admin/orders/{}", paid["transRecordId"].as_str().unwrap());
    let detail = owner.get(&order).await.succeeded();
    let lines = detail["lines"].as_array().unwrap();
    (order, lines.iter().map(|line| line["lineId"].clone()).collect())
}

async fn refund(owner: &Customer, order: &str, line: &Value) -> Value {
    let refund = format!("{order}/refund");
    owner.post(&refund, json!({"lines": [line]})).await.succeeded()
}

async fn state(owner: &Customer, order: &str) -> Value {
    owner.get(order).await.succeeded()["state"].clone()
}

/// The state of the discount and how often it was used.
async fn discount(site: &TestSite) -> (String, i64) {
    site.rows("SELECT state, use_count FROM wallet_items WHERE discount IS NOT NULL")
        .await
        .remove(0)
}

#[tokio::test]
async fn refund_of_all_money_leaves_the_free_line_and_its_discount() {
    let (site, customer, owner) = house(json!({"type": "DollarDiscItem", "amount": 2600})).await;
    let (order, lines) = bought(&customer, &owner, [102, 101], 1303).await;
    let done = refund(&owner, &order, &lines[1]).await;
    assert_eq!(
        (&done["kind"], &done["state"], &done["amount"]),
        (&json!("refund"), &json!("done"), &json!(1303))
    );
    assert_eq!(state(&owner, &order).await, "partially_refunded");
    assert_eq!(discount(&site).await, ("used".to_owned(), 1));
    assert_eq!(
        customer
            .wallet()
            .await
            .iter()
            .filter(|item| item["discount"].is_null())
            .count(),
        1,
        "the free wash"
    );

    refund(&owner, &order, &lines[0]).await;
    assert_eq!(state(&owner, &order).await, "refunded");
    assert_eq!(discount(&site).await, ("active".to_owned(), 0));
    owner
        .post(&format!("{order}/refund"), json!({"lines": [lines[0]]}))
        .await
        .refused(422, "invalid_fields");
}

#[tokio::test]
async fn refund_of_the_discounted_line_returns_the_discount_at_once() {
    let (site, customer, owner) = house(json!({"type": "DollarDiscItem", "amount": 2600})).await;
    let (order, lines) = bought(&customer, &owner, [102, 101], 1303).await;
    let done = refund(&owner, &order, &lines[0]).await;
    assert_eq!((&done["state"], &done["amount"]), (&json!("done"), &json!(0)));
    assert_eq!(state(&owner, &order).await, "partially_refunded");
    assert_eq!(discount(&site).await, ("active".to_owned(), 0));
    refund(&owner, &order, &lines[1]).await;
    assert_eq!(state(&owner, &order).await, "refunded");
    assert_eq!(site.installation.stub.charges()[0].refunded, 1303);
}

#[tokio::test]
async fn line_can_be_selected_only_once_per_refund() {
    let (site, customer, owner) = house(json!({"type": "DollarDiscItem", "amount": 2600})).await;
    let (order, lines) = bought(&customer, &owner, [102, 101], 1303).await;
    for body in [
        json!({"lines": [lines[1], lines[1]]}),
        json!({"parts": [{"lineId": lines[1], "amount": 100}, {"lineId": lines[1], "amount": 200}]}),
    ] {
        let refused = owner.post(&format!("{order}/refund"), body).await;
        let refused = refused.refused(422, "invalid_fields");
        let words = refused["fields"].as_object().unwrap().values().next();
        assert_eq!(words, Some(&json!("Select sparkle Sunrise only once.")), "{refused}");
    }
    assert_eq!(state(&owner, &order).await, "paid");
    assert_eq!(site.installation.stub.charges()[0].refunded, 0);
    refund(&owner, &order, &lines[1]).await;
    assert_eq!(site.installation.stub.charges()[0].refunded, 1303);
}

#[tokio::test]
async fn discount_of_a_free_order_returns_once_with_its_last_line() {
    let (site, customer, owner) = house(json!({"type": "DollarDiscTrans", "amount": 9000})).await;
    let (order, lines) = bought(&customer, &owner, [102, 101], 0).await;
    refund(&owner, &order, &lines[0]).await;
    assert_eq!(state(&owner, &order).await, "partially_refunded");
    assert_eq!(discount(&site).await, ("used".to_owned(), 1));
    refund(&owner, &order, &lines[1]).await;
    assert_eq!(discount(&site).await, ("active".to_owned(), 0));
    owner
        .post(&format!("{order}/void"), json!({}))
        .await
        .refused(422, "invalid_fields");
}
