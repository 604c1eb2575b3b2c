//! Pauses of memberships.

use paystub::ChargeState;
use reqwest::Method;
use serde_json::{Value, json};

use super::super::{at, back, club, joined, renewals, standing, stands};
use super::{listed, pause};
use crate::support::mailbox::{decoded, mails};

#[tokio::test]
async fn pause_moves_the_billing_dates_and_ends_automatically() {
    let (site, ada) = joined().await;
    at(&site, "2026-11-30T18:00:00Z").await;
    pause(&site, "2027-01-09").await.succeeded();
    site.run_jobs().await;
    assert_eq!(standing(&ada).await, stands("active", "paused"));
    let told = decoded(&mails(&site, "club_paused", &ada.email)[0]);
    assert!(told.contains("until January 9, 2027"), "{told}");
    at(&site, "2027-01-09T08:59:59Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [0_i64; 0]);
    at(&site, "2027-01-09T09:00:00Z").await;
    assert_eq!(standing(&ada).await, stands("active", "ok"));
    // Twenty days were left, and forty passed.
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-01-29");
    assert_eq!(mails(&site, "club_resumed", &ada.email).len(), 1);
    at(&site, "2027-01-29T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625]);
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-02-28");
}

#[tokio::test]
async fn pause_ends_between_tomorrow_and_six_months() {
    let (site, _) = joined().await;
    for (until, message) in [
        ("2026-11-20", "Enter a date after today."),
        ("2020-01-01", "Enter a date after today."),
        ("2027-05-21", "A pause can last up to six months."),
    ] {
        let refusal = pause(&site, until).await.refused(422, "invalid_fields");
        assert_eq!(refusal["fields"]["until"], message, "{until}");
    }
}

#[tokio::test]
async fn pause_can_outlast_the_paid_period() {
    let (site, ada) = joined().await;
    at(&site, "2026-11-30T18:00:00Z").await;
    pause(&site, "2027-03-09").await.succeeded();
    site.run_jobs().await;
    // The check that ends every test looks for members without billing.
    assert_eq!(standing(&ada).await, stands("active", "paused"));
}

#[tokio::test]
async fn pause_is_ended_by_staff_or_by_canceling() {
    let (site, ada) = joined().await;
    at(&site, "2026-11-30T18:00:00Z").await;
    pause(&site, "2027-01-09").await.succeeded();
    at(&site, "2026-12-05T18:00:00Z").await;
    site.owner()
        .await
        .post("/admin/clubs/1/resume", json!({}))
        .await
        .succeeded();
    assert_eq!(club(&ada).await["nextBillingDate"], "2026-12-25");
    pause(&site, "2027-01-09").await.succeeded();
    at(&site, "2026-12-06T18:00:00Z").await;
    let ada = back(&ada).await;
    let left = ada.delete("/users/washclub").await.succeeded();
    assert_eq!(
        (&left["status"], &left["billingState"], &left["nextBillingDate"]),
        (&json!("endbillingpending"), &json!("ok"), &json!("2026-12-26"))
    );
    pause(&site, "2027-01-09").await.refused(409, "payment_pending");
}

#[tokio::test]
async fn reactivation_email_mentions_the_ended_pause() {
    let (site, ada) = joined().await;
    at(&site, "2026-11-30T18:00:00Z").await;
    pause(&site, "2027-01-09").await.succeeded();
    let ada = back(&ada).await;
    ada.delete("/users/washclub").await.succeeded();
    ada.put("/users/washclub", json!({})).await.succeeded();
    site.run_jobs().await;
    let mail = decoded(&mails(&site, "club_reactivated", &ada.email)[0]);
    assert!(
        mail.contains("Your pause until January 9, 2027 ended when you canceled"),
        "{mail}"
    );
}

#[tokio::test]
async fn paused_member_sees_the_pause_and_the_billing_date() {
    let (site, ada) = joined().await;
    at(&site, "2026-11-30T18:00:00Z").await;
    pause(&site, "2027-01-09").await.succeeded();
    let paused = club(&ada).await;
    assert_eq!(
        (&paused["status"], &paused["billingState"], &paused["pausedUntil"]),
        (&json!("active"), &json!("paused"), &json!("2027-01-09"))
    );
    // Twenty days are paid for and come after the pause.
    assert_eq!(paused["nextBillingDate"], "2027-01-29");
    assert_eq!(listed(&site).await["nextBillingDate"], "2027-01-29");
    let ada = back(&ada).await;
    let left = ada.delete("/users/washclub").await.succeeded();
    assert_eq!(
        (
            &left["pausedUntil"],
            &left["canceledPauseUntil"],
            &left["nextBillingDate"]
        ),
        (&Value::Null, &json!("2027-01-09"), &json!("2026-12-20"))
    );
    let kept = ada.send(Method::PUT, "/users/washclub", None, &[]).await.succeeded();
    assert_eq!(
        (&kept["status"], &kept["billingState"], &kept["canceledPauseUntil"]),
        (&json!("active"), &json!("ok"), &Value::Null)
    );
}
