//! Conditions of a sold club hold, regardless of changes to the catalog, the card or the first-month price.

use jiff::SignedDuration;
use serde_json::json;

use super::{order, with_vehicle};
use crate::support::{Installation, TIMED_OUT_CARD};

#[tokio::test]
async fn club_is_joined_with_its_ordered_conditions() {
    let site = Installation::new().await.site().await;
    let ada = with_vehicle(&site).await.with_card_number(TIMED_OUT_CARD).await;
    let result = ada.post_once("/orders", "join", order(301)).await.succeeded();
    assert_eq!(result["code"], "pending");
    // While the payment is unknown, the merchant raises the price and restricts the club.
    site.change("UPDATE catalog_products SET price = 9900, use_limit = NULL, use_limit_per = NULL WHERE id = 301")
        .await;
    site.installation.clock.advance(SignedDuration::from_mins(10));
    site.run_jobs().await;
    let club = ada.get("/users/washclub").await.succeeded();
    assert_eq!(
        (&club["status"], &club["useCountDisplay"]),
        (&json!("active"), &json!("0 of 1 today"))
    );
    let mut db = site.tenant().await.read().await.unwrap();
    let monthly: i64 = sqlx::query_scalar("SELECT monthly_price FROM club_memberships")
        .fetch_one(db.conn())
        .await
        .unwrap();
    assert_eq!(monthly, 2500);
}

#[tokio::test]
async fn member_needs_a_card_even_if_the_first_month_is_free() {
    let site = Installation::new().await.site().await;
    let ada = with_vehicle(&site).await;
    ada.delete("/users/payment").await.succeeded();
    site.change("UPDATE catalog_products SET signup_price = 0 WHERE id = 301")
        .await;
    let quote = ada.post("/orders/quote", order(301)).await.succeeded();
    assert_eq!(quote["total"], 0);
    ada.post("/orders", order(301)).await.refused(422, "card_required");
    assert_eq!(ada.get("/users/washclub").await.succeeded(), json!(null));

    let ada = ada.with_card().await;
    let joined = ada.post_once("/orders", "join", order(301)).await.succeeded();
    assert_eq!(joined["approved"], true);
    assert_eq!(ada.get("/users/washclub").await.succeeded()["status"], "active");
    ada.delete("/users/payment").await.refused(422, "card_required");
    assert_eq!(ada.get("/users/payment").await.succeeded()["onFile"], true);

    // Another card may replace it, and a canceled club needs none.
    let ada = ada.with_card_number("5454545454545454").await;
    site.change("UPDATE club_memberships SET status = 'endbillingpending'")
        .await;
    ada.delete("/users/payment").await.succeeded();
}
