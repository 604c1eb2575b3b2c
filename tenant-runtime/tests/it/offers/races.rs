//! However many claim at once, exactly as many win as may.

use serde_json::json;

use super::{add_code, add_deal, house};
use crate::support::{Customer, Reply};

const RACERS: usize = 64;

async fn race(customers: &[Customer], path: &str, body: &serde_json::Value) -> usize {
    let tries = (0..RACERS).map(|racer| {
        let customer = &customers[racer % customers.len()];
        customer.client.insist(path, body)
    });
    let answers: Vec<Reply> = futures_util::future::join_all(tries).await;
    assert!(
        answers
            .iter()
            .all(|answer| answer.status == 200 || answer.status == 409)
    );
    answers.iter().filter(|answer| answer.status == 200).count()
}

#[tokio::test]
async fn simultaneous_claims_respect_limits() {
    let (site, manager, ada) = house().await;
    let mut customers = vec![ada];
    for number in 1..8 {
        let email = format!("racer{number}@example.com");
        customers.push(site.customer_with_email(&email).await.confirmed().await);
    }
    let deal = add_deal(&manager, "Five of all", json!({"claimLimit": 64, "totalCap": 5})).await;
    let won = race(&customers, "/users/deals", &json!({ "dealId": deal })).await;
    assert_eq!(won, 5);

    add_code(&manager, "TWO", json!({"claimLimit": 2})).await;
    let won = race(&customers[..1], "/promo-codes", &json!({"code": "TWO"})).await;
    assert_eq!(won, 2);
    let won = race(&customers, "/promo-codes", &json!({"code": "two"})).await;
    assert_eq!(won, 2 * 7);

    let items: Vec<(i64,)> = site.rows("SELECT COUNT(*) FROM wallet_items").await;
    assert_eq!(items, [(5 + 2 + 14,)]);
}
