//! Renewals after a downtime of the server or a suspension of the site.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use paystub::ChargeState;

use super::{at, back, club, day, joined, order, renewals, standing, stands, with_vehicle};
use crate::support::mailbox::mails;
use crate::support::{DECLINED_CARD, GOOD_CARD, Installation, TestSite};

#[tokio::test]
async fn downtime_of_months_costs_one_period_from_the_charge_date() {
    let (site, ada) = joined().await;
    // March 31 in Phoenix.
    at(&site, "2027-04-01T00:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625]);
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-04-30");
    at(&site, "2027-04-30T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625, 2625]);
    assert_eq!(
        club(&ada).await["nextBillingDate"],
        "2027-05-31",
        "the last day of March"
    );
}

#[tokio::test]
async fn member_due_on_the_first_gets_a_full_period_after_downtime() {
    let site = Installation::new().await.site().await;
    at(&site, "2026-12-01T18:00:00Z").await;
    let ada = with_vehicle(&site).await;
    ada.post_once("/orders", "join", order(301)).await.succeeded();
    site.run_jobs().await;
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-01-01");
    // Nothing ran from December 7 to the last day of February.
    at(&site, "2027-02-28T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625]);
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-03-28");
    at(&site, "2027-03-01T09:00:00Z").await;
    at(&site, "2027-03-27T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625], "not again on the first");
    at(&site, "2027-03-28T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625, 2625]);
}

#[tokio::test]
async fn declined_period_starts_with_the_retry_after_downtime() {
    let (site, ada) = joined().await;
    let ada = ada.with_card_number(DECLINED_CARD).await;
    day(&site, 20).await;
    // Nothing ran since then; the retry of December 21 happens in March.
    at(&site, "2027-03-10T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Declined).len(), 2);
    assert_eq!(standing(&ada).await.0, "inactive");
    let months: Vec<(String, String)> = site
        .rows("SELECT period_start, period_end FROM club_periods ORDER BY id")
        .await;
    assert_eq!(months[1], ("2027-03-10".to_owned(), "2027-04-10".to_owned()));
}

/// Lets the time pass while the site is suspended, with work done at its end only.
async fn suspended_until(site: &TestSite, instant: &str) {
    let instant: Timestamp = instant.parse().unwrap();
    let now = site.tenant().await.now();
    site.installation.clock.advance(instant.duration_since(now));
    let mut entry = (*site.site).clone();
    entry.is_suspended = true;
    site.installation.run_jobs(&Arc::new(entry)).await;
}

#[tokio::test]
async fn suspended_site_charges_nothing_and_one_period_when_resumed() {
    let (site, ada) = joined().await;
    let before = mails(&site, "receipt", &ada.email).len();
    // Bought before, reported afterwards.
    ada.post_once("/orders", "wash", order(101)).await.succeeded();
    let paid = site.installation.stub.charges().len();
    suspended_until(&site, "2026-11-21T09:00:00Z").await;
    assert_eq!(mails(&site, "receipt", &ada.email).len(), before + 1);
    for instant in ["2026-12-20T09:00:00Z", "2026-12-28T09:00:00Z", "2027-02-25T09:00:00Z"] {
        suspended_until(&site, instant).await;
        assert_eq!(site.installation.stub.charges().len(), paid, "{instant}");
    }

    let renewed = || site.installation.stub.charges().len() - paid;
    at(&site, "2027-02-25T10:00:00Z").await;
    assert_eq!(renewed(), 1, "one month");
    for instant in ["2027-02-25T12:00:00Z", "2027-03-19T12:00:00Z"] {
        at(&site, instant).await;
        assert_eq!(renewed(), 1, "{instant}");
    }
    at(&site, "2027-03-25T08:59:59Z").await;
    assert_eq!(renewed(), 1, "its month began when the site was resumed");
    at(&site, "2027-03-25T09:00:00Z").await;
    assert_eq!(renewed(), 2);
    assert_eq!(standing(&ada).await, stands("active", "ok"));
    let periods: Vec<(String,)> = site.rows("SELECT state FROM club_periods ORDER BY id").await;
    assert_eq!(
        periods,
        [("paid".to_owned(),), ("paid".to_owned(),), ("paid".to_owned(),)]
    );
}

#[tokio::test]
async fn declined_period_is_retried_after_the_suspension() {
    let (site, ada) = joined().await;
    let ada = ada.with_card_number(DECLINED_CARD).await;
    day(&site, 20).await;
    assert_eq!(renewals(&site, ChargeState::Declined).len(), 1);
    for tried in [21, 23, 25, 27, 31] {
        suspended_until(&site, &format!("2026-12-{tried}T09:00:00Z")).await;
    }
    assert_eq!(
        renewals(&site, ChargeState::Declined).len(),
        1,
        "nothing is tried meanwhile"
    );
    assert_eq!(standing(&ada).await, stands("active", "past_due"), "and nothing ends");
    back(&ada).await.with_card_number(GOOD_CARD).await;
    at(&site, "2026-12-31T11:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved).len(), 1);
    assert_eq!(standing(&ada).await, stands("active", "ok"));
}

/// Makes the site's payment processor unusable, as in a file whose settings another build has written. Returns the settings.
async fn remove_processor(site: &TestSite) -> Vec<u8> {
    let settings: Vec<(Vec<u8>,)> = site.rows("SELECT settings_sealed FROM payments_processor").await;
    set_processor(site, b"lost").await;
    settings[0].0.clone()
}

async fn set_processor(site: &TestSite, settings: &[u8]) {
    let mut db = site.tenant().await.write().await.unwrap();
    sqlx::query("UPDATE payments_processor SET settings_sealed = ?")
        .bind(settings)
        .execute(db.conn())
        .await
        .unwrap();
    db.changes_public_data();
    db.commit().await.unwrap();
}

#[tokio::test]
async fn missing_processor_keeps_the_billing_date() {
    let (site, ada) = joined().await;
    let settings = remove_processor(&site).await;
    // The server runs all the time.
    for instant in [
        "2026-12-20T09:00:00Z",
        "2026-12-21T08:00:00Z",
        "2026-12-22T07:00:00Z",
        "2026-12-23T06:00:00Z",
    ] {
        at(&site, instant).await;
        assert_eq!(standing(&ada).await, stands("active", "ok"), "{instant}");
    }
    assert_eq!(renewals(&site, ChargeState::Approved), [0; 0]);
    set_processor(&site, &settings).await;
    at(&site, "2026-12-23T16:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625]);
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-01-20");
}

#[tokio::test]
async fn months_without_a_processor_cost_one_period_on_schedule() {
    let (site, ada) = joined().await;
    let settings = remove_processor(&site).await;
    at(&site, "2026-12-20T09:00:00Z").await;
    let until: Timestamp = "2027-02-25T09:00:00Z".parse().unwrap();
    while site.tenant().await.now() < until {
        site.installation.clock.advance(SignedDuration::from_hours(20));
        site.run_jobs().await;
    }
    set_processor(&site, &settings).await;
    at(&site, "2027-02-26T12:00:00Z").await;
    assert_eq!(
        renewals(&site, ChargeState::Approved),
        [2625],
        "the current month alone"
    );
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-03-20");
    at(&site, "2027-03-20T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625, 2625]);
}

#[tokio::test]
async fn declined_period_without_a_processor_stays_on_schedule() {
    let (site, ada) = joined().await;
    let ada = ada.with_card_number(DECLINED_CARD).await;
    day(&site, 20).await;
    let settings = remove_processor(&site).await;
    for tried in [21, 22, 23] {
        day(&site, tried).await;
    }
    set_processor(&site, &settings).await;
    back(&ada).await.with_card_number(GOOD_CARD).await;
    at(&site, "2026-12-23T16:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625]);
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-01-20");
}
