//! A member leaves a club, and stays after all.

use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};

use super::{order, with_vehicle};
use crate::support::mailbox::{decoded, mails};
use crate::support::{Customer, Installation, Reply};

async fn cancel(customer: &Customer) -> Reply {
    customer.delete("/users/washclub").await
}

async fn reactivate(customer: &Customer) -> Reply {
    customer.send(Method::PUT, "/users/washclub", None, &[]).await
}

/// Titles in the inbox, the newest first.
async fn inbox(customer: &Customer) -> Vec<Value> {
    let list = customer
        .send(Method::PATCH, "/users/notifications", None, &[])
        .await
        .succeeded();
    let notices = list.as_array().unwrap().iter();
    notices.map(|notice| notice["title"].clone()).collect()
}

#[tokio::test]
async fn canceled_club_lasts_until_its_billing_date_and_can_be_reactivated() {
    let site = Installation::new().await.site().await;
    let ada = with_vehicle(&site).await;
    ada.post_once("/orders", "join", order(301)).await.succeeded();
    let joined = ada.get("/users/washclub").await.succeeded();

    let cancelled = cancel(&ada).await.succeeded();
    assert_eq!(cancelled["status"], "endbillingpending");
    assert_eq!(cancelled["nextBillingDate"], joined["nextBillingDate"]);
    assert_eq!(ada.get("/users/washclub").await.succeeded(), cancelled);
    // A repeat changes nothing and sends nothing.
    assert_eq!(cancel(&ada).await.succeeded(), cancelled);

    assert_eq!(reactivate(&ada).await.succeeded(), joined);
    assert_eq!(reactivate(&ada).await.succeeded(), joined);
    assert_eq!(site.installation.stub.charges().len(), 1, "nothing is charged for it");

    assert_eq!(inbox(&ada).await, ["Wash Club Reactivated", "Wash Club Canceled"]);
    site.run_jobs().await;
    let [mail] = &mails(&site, "club_cancelled", &ada.email)[..] else {
        panic!("one mail about the cancellation");
    };
    let mail = decoded(mail);
    assert!(
        mail.contains("until your next billing date, December 20, 2026"),
        "{mail}"
    );
    let [mail] = &mails(&site, "club_reactivated", &ada.email)[..] else {
        panic!("one mail about the return");
    };
    assert!(decoded(mail).contains("sparkle Club"), "{mail}");
}

#[tokio::test]
async fn customer_without_a_club_cannot_cancel() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    cancel(&ada).await.refused(404, "not_found");
    reactivate(&ada).await.refused(404, "not_found");
}

#[tokio::test]
async fn unpaid_period_is_not_used_up() {
    let site = Installation::new().await.site().await;
    let ada = with_vehicle(&site).await;
    ada.post_once("/orders", "join", order(301)).await.succeeded();
    site.change("UPDATE club_memberships SET billing_state = 'past_due'")
        .await;
    let ended = cancel(&ada).await.succeeded();
    assert_eq!(ended["status"], "inactive");
    assert_eq!(inbox(&ada).await, ["Wash Club Ended"]);
    cancel(&ada).await.refused(404, "not_found");
    reactivate(&ada).await.refused(404, "not_found");
    site.run_jobs().await;
    assert_eq!(mails(&site, "club_ended", &ada.email).len(), 1);
    // Joining again is a new membership, at the monthly price.
    let again = ada.post_once("/orders", "again", order(301)).await.succeeded();
    assert_eq!((&again["approved"], &again["total"]), (&json!(true), &json!(2625)));
    assert_eq!(ada.get("/users/washclub").await.succeeded()["billingState"], "ok");
}

#[tokio::test]
async fn reactivation_requires_a_card() {
    let site = Installation::new().await.site().await;
    let ada = with_vehicle(&site).await;
    ada.post_once("/orders", "join", order(301)).await.succeeded();
    cancel(&ada).await.succeeded();
    ada.delete("/users/payment").await.succeeded();
    reactivate(&ada).await.refused(422, "card_required");
    assert_eq!(
        ada.get("/users/washclub").await.succeeded()["status"],
        "endbillingpending"
    );
    let ada = ada.with_card().await;
    assert_eq!(reactivate(&ada).await.succeeded()["status"], "active");
    ada.delete("/users/payment").await.refused(422, "card_required");
}

#[tokio::test]
async fn repeated_cancellations_count_once() {
    let site = Installation::new().await.site().await;
    let ada = with_vehicle(&site).await;
    ada.post_once("/orders", "join", order(301)).await.succeeded();
    let answers = futures_util::future::join_all((0..8).map(|_| cancel(&ada))).await;
    for answer in answers {
        assert_eq!(answer.succeeded()["status"], "endbillingpending");
    }
    assert_eq!(inbox(&ada).await.len(), 1);
    site.installation.clock.advance(SignedDuration::from_mins(1));
    site.run_jobs().await;
    assert_eq!(mails(&site, "club_cancelled", &ada.email).len(), 1);
}
