//! Every entry that an order makes, on every account.

use serde_json::{Value, json};

use super::unknown::{a_bad_day, unanswered, wash};
use crate::support::{Customer, DECLINED_CARD, GOOD_CARD, Installation, PASSWORD, TestSite};

/// Two washes, a bundle and a mug: 63.00, taxed with 8.6 % and 9 %.
fn basket() -> Value {
    let address = json!({"first": "Ada", "last": "Byron", "address1": "1 Main St", "city": "Phoenix", "state": "AZ",
        "zipCode": "85004"});
    let products = [101, 101, 201, 501].map(|id| json!({"productId": id}));
    json!({"products": products, "address": address})
}

async fn customer(card: &str) -> (TestSite, Customer) {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card_number(card).await;
    (site, customer)
}

async fn bought(customer: &Customer, order: Value) -> String {
    let result = customer
        .post_once("/orders", &order.to_string()[..40], order)
        .await
        .succeeded();
    assert_eq!(result["approved"], true, "{result}");
    result["transRecordId"].as_str().unwrap().to_owned()
}

/// The ledger holds exactly these entries.
async fn holds(site: &TestSite, expected: &[(&str, &str, i64)]) {
    let ledger = site.ledger().await;
    let ledger: Vec<_> = ledger
        .iter()
        .map(|(part, account, amount)| (part.as_str(), account.as_str(), *amount))
        .collect();
    assert_eq!(ledger, expected);
}

const SALE: [(&str, &str, i64); 3] = [
    ("sale", "clearing", 6300 + 545),
    ("sale", "sales", -6300),
    ("sale", "tax", -545),
];

#[tokio::test]
async fn sale_is_booked_net_with_separate_taxes() {
    let (site, customer) = customer(GOOD_CARD).await;
    bought(&customer, basket()).await;
    holds(&site, &SALE).await;
}

#[tokio::test]
async fn decline_books_nothing() {
    let (site, customer) = customer(DECLINED_CARD).await;
    let result = customer.post_once("/orders", "key", basket()).await.succeeded();
    assert_eq!(result["approved"], false);
    holds(&site, &[]).await;
}

#[tokio::test]
async fn refund_reduces_sales_and_taxes() {
    let (site, customer) = customer(GOOD_CARD).await;
    let order = bought(&customer, basket()).await;
    let owner = site.owner().await;
    let refund = format!("/admin/orders/{order}/refund");
    // A wash and the mug; then the rest.
    let done = owner
        .post_once(&refund, "1", json!({"lines": [1, 4]}))
        .await
        .succeeded();
    assert_eq!(done["amount"], 1303 + 981);
    let rest = format!("/admin/orders/{order}/void");
    owner.post_once(&rest, "2", json!({})).await.succeeded();
    let back = [
        ("reversal:1", "clearing", -2284),
        ("reversal:1", "sales", 2100),
        ("reversal:1", "tax", 184),
        ("reversal:2", "clearing", -4561),
        ("reversal:2", "sales", 4200),
        ("reversal:2", "tax", 361),
    ];
    holds(&site, &[&SALE[..], &back].concat()).await;
}

#[tokio::test]
async fn void_reverses_everything_and_a_rejected_one_nothing() {
    let (site, customer) = customer(GOOD_CARD).await;
    let order = bought(&customer, basket()).await;
    let owner = site.owner().await;
    let void = format!("/admin/orders/{order}/void");
    site.installation.stub.set_manners(|manners| manners.broken = true);
    let open = owner.post_once(&void, "1", json!({})).await.succeeded();
    assert_eq!(open["state"], "unknown");
    site.installation.stub.set_manners(|manners| manners.broken = false);
    let settle = format!("/admin/orders/{order}/reversals/{}", open["reversalId"]);
    owner.post(&settle, json!({"done": false})).await.succeeded();
    holds(&site, &SALE).await;
    owner.post_once(&void, "2", json!({})).await.succeeded();
    let back = [
        ("reversal:2", "clearing", -6845),
        ("reversal:2", "sales", 6300),
        ("reversal:2", "tax", 545),
    ];
    holds(&site, &[&SALE[..], &back].concat()).await;
}

#[tokio::test]
async fn stored_value_is_a_liability_not_a_sale() {
    let (site, customer) = customer(GOOD_CARD).await;
    // 55.00 for 50.00.
    let order = bought(&customer, json!({"products": [{"productId": 401}], "locationId": 1})).await;
    let sale = [
        ("sale", "clearing", 5000),
        ("sale", "gift_card:1", -5500),
        ("sale", "adjustment", 500),
    ];
    let sorted = |mut rows: Vec<(String, String, i64)>| {
        rows.sort();
        rows
    };
    let own = |rows: &[(&str, &str, i64)]| {
        sorted(
            rows.iter()
                .map(|(part, account, amount)| ((*part).to_owned(), (*account).to_owned(), *amount))
                .collect(),
        )
    };
    assert_eq!(sorted(site.ledger().await), own(&sale));
    let owner = site.owner().await;
    owner
        .post_once(&format!("/admin/orders/{order}/void"), "1", json!({}))
        .await
        .succeeded();
    let back = [
        ("reversal:1", "gift_card:1", 5500),
        ("reversal:1", "adjustment", -5500),
        ("reversal:1", "clearing", -5000),
        ("reversal:1", "adjustment", 5000),
    ];
    assert_eq!(sorted(site.ledger().await), own(&[&sale[..], &back].concat()));
}

#[tokio::test]
async fn late_payment_is_booked_and_refunded() {
    let (site, customer) = unanswered().await;
    let result = super::unknown::pending(&customer, "key", wash()).await;
    a_bad_day(&site).await;
    let owner = site.owner().await;
    let id = result["transRecordId"].as_str().unwrap();
    let found = json!({"approved": false});
    owner
        .post(&format!("/admin/orders/{id}/settlement"), found)
        .await
        .succeeded();
    holds(&site, &[]).await;
    site.installation.clock.advance(jiff::SignedDuration::from_hours(1));
    site.run_jobs().await;
    site.run_jobs().await;
    let late = [
        ("late", "clearing", 1303),
        ("late", "adjustment", -1303),
        ("reversal:1", "clearing", -1303),
        ("reversal:1", "adjustment", 1303),
    ];
    holds(&site, &late).await;
    let again = Customer::log_in(&site, &customer.email, PASSWORD).await;
    assert_eq!(
        again.get("/users/purchases").await.succeeded(),
        json!([]),
        "nothing was sold"
    );
}
