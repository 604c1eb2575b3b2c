mod billing;
mod downtime;
mod dunning;
mod leaving;
mod plan_change;
mod promised;
mod refunded_choices;
mod staff;
mod time_zone;
mod upgrade_in_doubt;
mod year;

use jiff::Timestamp;
use paystub::ChargeState;
use serde_json::{Value, json};

use crate::support::{Customer, Installation, PASSWORD, TestSite};

fn vehicle() -> Value {
    json!({"make": "Volvo", "model": "240", "year": "1988", "license": "SUDS 1", "color": "Teal", "state": "AZ"})
}

async fn with_vehicle(site: &TestSite) -> Customer {
    site.customer()
        .await
        .confirmed()
        .await
        .with_card()
        .await
        .with_vehicle()
        .await
}

fn order(product: i64) -> Value {
    json!({"products": [{"productId": product}], "acceptedTerms": true})
}

/// Site where a customer joined a club on November 20, to be renewed on December 20 at 2 a.m. in Phoenix.
pub async fn joined() -> (TestSite, Customer) {
    let site = Installation::new().await.site().await;
    let ada = with_vehicle(&site).await;
    ada.post_once("/orders", "join", order(301)).await.succeeded();
    site.run_jobs().await;
    (site, ada)
}

/// As after a log-in at that moment: sessions do not last for months.
pub async fn back(ada: &Customer) -> Customer {
    Customer::log_in(&ada.site, &ada.email, PASSWORD).await
}

/// Lets the time pass, with work done at its end only.
pub async fn at(site: &TestSite, instant: &str) {
    let instant: Timestamp = instant.parse().unwrap();
    let now = site.tenant().await.now();
    site.installation.clock.advance(instant.duration_since(now));
    site.run_jobs().await;
}

/// The same day by day, at two in the morning of Phoenix: the days of December after the 20th.
async fn day(site: &TestSite, day: u8) {
    at(site, &format!("2026-12-{day}T09:00:00Z")).await;
}

pub async fn club(ada: &Customer) -> Value {
    back(ada).await.get("/users/washclub").await.succeeded()
}

pub async fn standing(ada: &Customer) -> (String, String) {
    let club = club(ada).await;
    let text = |field: &str| club[field].as_str().unwrap().to_owned();
    (text("status"), text("billingState"))
}

pub fn stands(status: &str, billing: &str) -> (String, String) {
    (status.to_owned(), billing.to_owned())
}

/// Minor units of the charges after the first, which paid for joining.
pub fn renewals(site: &TestSite, state: ChargeState) -> Vec<i64> {
    let charges = site.installation.stub.charges();
    let later = charges.iter().skip(1);
    assert!(later.clone().all(|charge| charge.recurring), "told as one of a series");
    later
        .filter(|charge| charge.state == state)
        .map(|charge| charge.amount)
        .collect()
}

#[tokio::test]
async fn joining_requires_a_vehicle_and_accepted_terms() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    assert_eq!(ada.get("/users/washclub").await.succeeded(), Value::Null);
    ada.post("/orders", order(301)).await.refused(422, "vehicle_required");
    ada.post("/users/vehicle", vehicle()).await.succeeded();
    let mut unread = order(301);
    unread["acceptedTerms"] = json!(false);
    ada.post("/orders", unread).await.refused(422, "terms_required");

    let result = ada.post_once("/orders", "join", order(301)).await.succeeded();
    // 5 % of the 9.00 that the first month costs.
    assert_eq!((&result["approved"], &result["total"]), (&json!(true), &json!(945)));
    assert_eq!(
        ada.get("/users/washclub").await.succeeded(),
        json!({
            "name": "sparkle Club", "washes": [], "status": "active", "billingState": "ok",
            "useCountDisplay": "0 of 1 today", "appUserVehicle": {"license": "SUDS1", "state": "AZ"}, "nextBillingDate": "2026-12-20", "locations": [],
            "nextClub": null, "nextPrice": null, "pausedUntil": null, "canceledPauseUntil": null,
        })
    );
    assert_eq!(ada.get("/users/wallet").await.succeeded(), json!([]));
    let terms: Vec<(String,)> = site.rows("SELECT accepted_terms FROM club_memberships").await;
    assert_eq!(terms[0].0.len(), 32, "which text it was");
    let clubs = ada.get("/products/washClubs").await.succeeded();
    let prices: Vec<_> = clubs
        .as_array()
        .unwrap()
        .iter()
        .map(|club| club["price"].clone())
        .collect();
    assert_eq!(prices, [4000, 2500], "a member pays the monthly price");
}

#[tokio::test]
async fn member_cannot_join_the_same_club_again() {
    let site = Installation::new().await.site().await;
    let ada = with_vehicle(&site).await;
    ada.post_once("/orders", "join", order(301)).await.succeeded();
    let quoted = ada.post("/orders/quote", order(301)).await;
    let ordered = ada.post_once("/orders", "again", order(301)).await;
    for refused in [quoted, ordered] {
        let refusal = refused.refused(422, "invalid_fields");
        assert!(refusal["fields"]["products[0].productId"].is_string(), "{refusal}");
    }
    assert_eq!(site.installation.stub.charges().len(), 1);
}

#[tokio::test]
async fn membership_ends_with_its_account() {
    let site = Installation::new().await.site().await;
    let ada = with_vehicle(&site).await;
    ada.post_once("/orders", "join", order(302)).await.succeeded();
    assert_eq!(
        ada.get("/users/washclub").await.succeeded()["useCountDisplay"],
        "Unlimited"
    );
    ada.leave().await;
    let again = site.customer().await;
    assert_eq!(again.get("/users/washclub").await.succeeded(), Value::Null);
}
