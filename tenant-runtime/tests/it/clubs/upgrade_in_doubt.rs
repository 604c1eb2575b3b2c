//! Upgrades with an unresolved charge, and the renewals that wait for them.

use jiff::Timestamp;
use serde_json::json;

use super::plan_change::{change, charged, left, live, memberships};
use super::{at, back, club, joined, standing, stands};
use crate::support::mailbox::mails;
use crate::support::{Customer, GOOD_CARD, TIMED_OUT_CARD, TestSite};

/// Member who ordered the more expensive club on the last day of the period. The order is unresolved for two days.
async fn upgrade_in_doubt() -> (TestSite, Customer) {
    let (site, ada) = joined().await;
    at(&site, "2026-12-19T18:00:00Z").await;
    let ada = back(&ada).await.with_card_number(TIMED_OUT_CARD).await;
    assert_eq!(change(&ada, 302).await["code"], "pending");
    let ada = ada.with_card_number(GOOD_CARD).await;
    site.change("UPDATE jobs SET due_at = due_at + 172800000 WHERE kind = 'checkout.sweep'")
        .await;
    (site, ada)
}

#[tokio::test]
async fn billing_waits_while_an_upgrade_is_unresolved() {
    let (site, ada) = upgrade_in_doubt().await;
    for instant in ["2026-12-20T09:00:00Z", "2026-12-21T09:00:00Z"] {
        at(&site, instant).await;
        assert_eq!(club(&ada).await["nextBillingDate"], "2026-12-20", "{instant}");
        assert_eq!(standing(&ada).await, stands("active", "ok"), "{instant}");
    }
    at(&site, "2026-12-22T09:00:00Z").await;
    assert_eq!(memberships(&site).await, [left(301, 900), live(302, 4000)]);
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-01-22");
    // One day of thirty was left of 9.00: 39.70 and 5 % tax. The other club is never charged.
    assert_eq!(charged(&site), [945, 4169]);
    at(&site, "2027-01-22T09:00:00Z").await;
    assert_eq!(charged(&site), [945, 4169, 4200]);
}

#[tokio::test]
async fn period_is_charged_once_the_upgrade_has_failed() {
    let (site, ada) = upgrade_in_doubt().await;
    at(&site, "2026-12-20T09:00:00Z").await;
    assert_eq!(club(&ada).await["nextBillingDate"], "2026-12-20");
    reject(&site).await;
    at(&site, "2026-12-20T10:00:00Z").await;
    assert_eq!(memberships(&site).await, [live(301, 900)]);
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-01-20");
    assert_eq!(charged(&site).iter().filter(|amount| **amount == 2625).count(), 1);
}

/// Lets the time pass without background jobs.
fn advance(site: &TestSite, instant: &str) {
    let instant: Timestamp = instant.parse().unwrap();
    let clock = &site.installation.clock;
    clock.advance(instant.duration_since(site.installation.runtime.clock.now()));
}

/// Records that the upgrade wasn't charged.
async fn reject(site: &TestSite) {
    let order: Vec<(String,)> = site
        .rows("SELECT trans_record_id FROM checkout_orders WHERE state = 'unknown'")
        .await;
    let path = format!("/admin/orders/{}/settlement", order[0].0);
    let owner = site.owner().await;
    owner.post(&path, json!({"approved": false})).await.succeeded();
}

#[tokio::test]
async fn upgrade_unresolved_for_days_keeps_the_billing_date() {
    let (site, ada) = upgrade_in_doubt().await;
    at(&site, "2026-12-20T09:00:00Z").await;
    at(&site, "2026-12-21T09:00:00Z").await;
    advance(&site, "2026-12-22T09:00:00Z");
    reject(&site).await;
    at(&site, "2026-12-22T10:00:00Z").await;
    assert_eq!(memberships(&site).await, [live(301, 900)]);
    assert_eq!(standing(&ada).await, stands("active", "ok"));
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-01-20");
    assert_eq!(charged(&site).iter().filter(|amount| **amount == 2625).count(), 1);
}

#[tokio::test]
async fn downtime_after_an_unresolved_upgrade_moves_the_billing_date() {
    let (site, ada) = upgrade_in_doubt().await;
    at(&site, "2026-12-20T09:00:00Z").await;
    advance(&site, "2026-12-21T09:00:00Z");
    reject(&site).await;
    // Nothing ran for a day.
    at(&site, "2026-12-22T10:00:00Z").await;
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-01-22");
}

#[tokio::test]
async fn upgrade_settled_after_a_renewal_ends_on_the_more_expensive_club() {
    let (site, ada) = upgrade_in_doubt().await;
    // As a build did that didn't wait.
    site.change("UPDATE checkout_orders SET origin = 'renewal' WHERE state = 'unknown'")
        .await;
    at(&site, "2026-12-20T09:00:00Z").await;
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-01-20", "renewed");
    site.change("UPDATE checkout_orders SET origin = 'shop' WHERE state = 'unknown'")
        .await;
    at(&site, "2026-12-22T09:00:00Z").await;
    let now = club(&ada).await;
    assert_eq!(
        (&now["name"], &now["nextBillingDate"], &now["useCountDisplay"]),
        (&json!("sparkle Big Club"), &json!("2027-02-20"), &json!("Unlimited"))
    );
    assert_eq!(memberships(&site).await, [live(302, 900)]);
    site.run_jobs().await;
    assert_eq!(mails(&site, "club_changed", &ada.email).len(), 1);
    at(&site, "2027-02-20T09:00:00Z").await;
    assert_eq!(charged(&site), [945, 4169, 2625, 4200]);
}
