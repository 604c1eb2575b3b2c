//! A site that moves to another time zone: what waits for a local time follows.

use paystub::ChargeState;
use serde_json::json;
use tenant_runtime::http::Role;

use super::{at, joined, renewals, standing, stands};
use crate::support::{DECLINED_CARD, TestSite};

async fn move_to(site: &TestSite, zone: &str) {
    let manager = site.staff(Role::Manager).await;
    let mut config = site.visitor().get("/accounts/site-config").await.succeeded();
    config["timeZone"] = json!(zone);
    manager
        .post("/accounts/site-config", json!({ "siteConfig": config }))
        .await
        .succeeded();
    site.run_jobs().await;
}

#[tokio::test]
async fn renewals_follow_the_time_zone() {
    let (site, ada) = joined().await;
    move_to(&site, "America/New_York").await;
    at(&site, "2026-12-20T06:59:59Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [0_i64; 0]);
    at(&site, "2026-12-20T07:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625]);
    // Back, and the next month is charged there, once.
    move_to(&site, "America/Phoenix").await;
    at(&site, "2027-01-20T08:59:59Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625]);
    at(&site, "2027-01-20T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625, 2625]);
    assert_eq!(standing(&ada).await, stands("active", "ok"));
}

#[tokio::test]
async fn renewals_on_a_skipped_hour_are_charged_once() {
    let (site, _) = joined().await;
    for statement in [
        "UPDATE club_periods SET period_start = '2027-02-14', period_end = '2027-03-14'",
        "UPDATE club_memberships SET next_billing_date = '2027-03-14', anchor_date = '2027-02-14'",
    ] {
        site.change(statement).await;
    }
    at(&site, "2027-03-01T09:00:00Z").await;
    move_to(&site, "America/New_York").await;
    at(&site, "2027-03-14T06:59:59Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [0_i64; 0]);
    for time in ["07:00:00", "07:30:00", "09:00:00"] {
        at(&site, &format!("2027-03-14T{time}Z")).await;
        assert_eq!(renewals(&site, ChargeState::Approved), [2625], "{time}");
    }
}

#[tokio::test]
async fn pauses_end_in_the_new_time_zone() {
    let (site, _) = joined().await;
    let owner = site.owner().await;
    owner
        .post("/admin/clubs/1/pause", json!({"until": "2026-12-28"}))
        .await
        .succeeded();
    site.run_jobs().await;
    move_to(&site, "America/New_York").await;
    let paused = async || -> i64 {
        let rows: Vec<(i64,)> = site
            .rows("SELECT COUNT(*) FROM club_memberships WHERE paused_until IS NOT NULL")
            .await;
        rows[0].0
    };
    at(&site, "2026-12-28T06:59:59Z").await;
    assert_eq!(paused().await, 1);
    at(&site, "2026-12-28T07:00:00Z").await;
    assert_eq!(paused().await, 0);
}

#[tokio::test]
async fn retries_keep_their_local_time() {
    let (site, ada) = joined().await;
    ada.with_card_number(DECLINED_CARD).await;
    at(&site, "2026-12-20T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Declined).len(), 1);
    move_to(&site, "America/New_York").await;
    at(&site, "2026-12-21T06:59:59Z").await;
    assert_eq!(renewals(&site, ChargeState::Declined).len(), 1);
    at(&site, "2026-12-21T07:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Declined).len(), 2);
}

#[tokio::test]
async fn offers_and_sales_keep_their_local_times() {
    let (site, _) = joined().await;
    // From midnight on December 24 to midnight on December 27 in Phoenix; another sale is over.
    for statement in [
        "UPDATE catalog_products SET on_sale_from = 1798095600000, on_sale_until = 1798354800000 WHERE id = 101",
        "UPDATE catalog_products SET on_sale_from = NULL, on_sale_until = 1700000000000 WHERE id = 301",
        "INSERT INTO offers (kind, name, description, terms, award, amount, starts_at, ends_at, claim_limit, expiry,
            locations, kiosk, created_at)
         VALUES ('deal', 'Coming', '', '', 'DollarDiscTrans', 500, 1798095600000, 1798354800000, 1, '{}', '[]', '{}', 0),
            ('deal', 'Endless', '', '', 'DollarDiscTrans', 500, 1700000000000, NULL, 1, '{}', '[]', '{}', 0)",
    ] {
        site.change(statement).await;
    }
    move_to(&site, "America/New_York").await;
    let sales: Vec<(Option<i64>, Option<i64>)> = site
        .rows("SELECT on_sale_from, on_sale_until FROM catalog_products WHERE id IN (101, 301) ORDER BY id")
        .await;
    // Two hours earlier.
    let moved = (Some(1_798_088_400_000), Some(1_798_347_600_000));
    assert_eq!(sales, [moved, (None, Some(1_700_000_000_000))]);
    let offers: Vec<(Option<i64>, Option<i64>)> = site
        .rows("SELECT starts_at, ends_at FROM offers WHERE name IN ('Coming', 'Endless') ORDER BY id")
        .await;
    assert_eq!(offers, [moved, (Some(1_700_000_000_000), None)]);
}
