//! Payments of past due memberships, retried by staff.

use paystub::ChargeState;
use serde_json::json;

use super::super::{at, joined, renewals, standing, stands};
use super::listed;
use crate::support::mailbox::mails;
use crate::support::{Customer, DECLINED_CARD, LOST_CARD, Reply, TestSite};

async fn retry(site: &TestSite) -> Reply {
    site.owner().await.post("/admin/clubs/1/retry", json!({})).await
}

#[tokio::test]
async fn unpaid_period_is_retried_immediately_and_once() {
    let (site, ada) = joined().await;
    retry(&site).await.refused(409, "payment_pending");
    let ada = ada.with_card_number(DECLINED_CARD).await;
    at(&site, "2026-12-20T09:00:00Z").await;
    let member = site.owner().await.get("/admin/clubs").await.succeeded()["items"][0].clone();
    assert_eq!(
        (&member["billingState"], &member["attempts"]),
        (&json!("past_due"), &json!(1))
    );
    assert_eq!(member["unpaidSince"], "2026-12-20");
    assert_eq!(member["nextAttemptAt"], "2026-12-21T09:00:00Z");
    for _ in 0..2 {
        retry(&site).await.succeeded();
    }
    site.run_jobs().await;
    assert_eq!(renewals(&site, ChargeState::Declined).len(), 2);
    assert_eq!(standing(&ada).await, stands("active", "past_due"));
}

#[tokio::test]
async fn card_declined_permanently_is_not_retried_manually() {
    let (site, ada) = joined().await;
    ada.with_card_number(LOST_CARD).await;
    at(&site, "2026-12-20T09:00:00Z").await;
    retry(&site).await.refused(409, "payment_pending");
    assert_eq!(renewals(&site, ChargeState::Declined).len(), 1);
}

/// A member whose card was declined on December 20, at 01:00 of the day on which a decline ends the membership.
async fn on_the_last_day() -> (TestSite, Customer) {
    let (site, ada) = joined().await;
    let ada = ada.with_card_number(DECLINED_CARD).await;
    for date in 20..=26 {
        at(&site, &format!("2026-12-{date}T09:00:00Z")).await;
        assert_eq!(listed(&site).await["endsIfDeclined"], false, "December {date}");
    }
    at(&site, "2026-12-27T08:00:00Z").await;
    assert_eq!(listed(&site).await["endsIfDeclined"], true);
    (site, ada)
}

#[tokio::test]
async fn retry_past_the_grace_period_ends_the_membership() {
    let (site, ada) = on_the_last_day().await;
    retry(&site).await.succeeded();
    site.run_jobs().await;
    assert_eq!(standing(&ada).await, stands("inactive", "suspended"));
}

#[tokio::test]
async fn retry_past_the_grace_period_can_allow_one_more() {
    let (site, ada) = on_the_last_day().await;
    let owner = site.owner().await;
    let path = "/admin/clubs/1/retry?oneMoreTry=true";
    owner.post(path, json!({})).await.succeeded();
    site.run_jobs().await;
    assert_eq!(renewals(&site, ChargeState::Declined).len(), 5);
    assert_eq!(standing(&ada).await, stands("active", "suspended"));
    let member = listed(&site).await;
    assert_eq!(
        (&member["nextAttemptAt"], &member["endsIfDeclined"]),
        (&json!("2026-12-30T09:00:00Z"), &json!(false))
    );
    at(&site, "2026-12-29T09:00:00Z").await;
    assert_eq!(standing(&ada).await, stands("active", "suspended"));
    at(&site, "2026-12-30T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Declined).len(), 6);
    assert_eq!(standing(&ada).await, stands("inactive", "suspended"));
    assert_eq!(mails(&site, "club_given_up", &ada.email).len(), 1);
}
