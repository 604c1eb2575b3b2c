//! Renewals of memberships.

use paystub::ChargeState;
use reqwest::Method;
use tenant_runtime::clubs;

use super::{at, back, club, day, joined, renewals, standing, stands};
use crate::support::mailbox::{decoded, mails};
use crate::support::{GOOD_CARD, TIMED_OUT_CARD};

#[tokio::test]
async fn period_is_charged_once_at_two_in_the_morning() {
    let (site, ada) = joined().await;
    at(&site, "2026-12-20T08:59:59Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [0_i64; 0]);
    day(&site, 20).await;
    for _ in 0..3 {
        site.run_jobs().await;
    }
    // 5 % of the 25.00 that were promised.
    assert_eq!(renewals(&site, ChargeState::Approved), [2625]);
    assert_eq!(standing(&ada).await, stands("active", "ok"));
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-01-20");
    assert_eq!(mails(&site, "receipt", &ada.email).len(), 2);
    let ada = back(&ada).await;
    let notices = ada
        .send(Method::PATCH, "/users/notifications", None, &[])
        .await
        .succeeded();
    assert_eq!(notices[0]["title"], "Wash Club Renewed", "{notices}");
    let purchases = ada.get("/users/purchases").await.succeeded();
    assert_eq!(purchases[0]["total"], 2625, "{purchases}");
    let origins: Vec<(String, i64)> = site.rows("SELECT origin, total FROM checkout_orders ORDER BY id").await;
    assert_eq!(origins, [("shop".to_owned(), 945), ("renewal".to_owned(), 2625)]);
}

#[tokio::test]
async fn card_expiry_is_announced_once_two_weeks_before() {
    let (site, ada) = joined().await;
    site.change("UPDATE payments_cards SET expiry_year = 2026, expiry_month = 12")
        .await;
    let tenant = site.tenant().await;
    let mut db = tenant.write().await.unwrap();
    clubs::look_again(&mut db, tenant.now(), 1).await.unwrap();
    db.commit().await.unwrap();
    site.run_jobs().await;
    at(&site, "2026-12-17T08:59:59Z").await;
    assert_eq!(mails(&site, "club_card_expires", &ada.email).len(), 0);
    for date in 17..=21 {
        day(&site, date).await;
    }
    let told = mails(&site, "club_card_expires", &ada.email);
    assert_eq!(told.len(), 1);
    assert!(
        decoded(&told[0]).contains("expires on December 31, 2026"),
        "{}",
        decoded(&told[0])
    );
    assert_eq!(standing(&ada).await, stands("active", "ok"));
    // Nor of another card that is valid for years.
    back(&ada).await.with_card_number(GOOD_CARD).await;
    at(&site, "2027-01-19T09:00:00Z").await;
    assert_eq!(mails(&site, "club_card_expires", &ada.email).len(), 1);
}

#[tokio::test]
async fn unresolved_charge_is_never_sent_again() {
    let (site, ada) = joined().await;
    let ada = ada.with_card_number(TIMED_OUT_CARD).await;
    day(&site, 20).await;
    let states: Vec<(String,)> = site.rows("SELECT state FROM club_periods ORDER BY id").await;
    assert_eq!(states[1].0, "unknown");
    // A member who cancels in the meantime keeps the period if it turns out to be paid.
    let left = back(&ada).await.delete("/users/washclub").await.succeeded();
    assert_eq!(left["status"], "endbillingpending");
    at(&site, "2026-12-20T09:30:00Z").await;
    day(&site, 22).await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625]);
    assert_eq!(standing(&ada).await, stands("endbillingpending", "ok"));
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-01-20");
    at(&site, "2027-01-20T09:00:00Z").await;
    assert_eq!(standing(&ada).await, stands("inactive", "ok"));
    assert_eq!(renewals(&site, ChargeState::Approved), [2625]);
    assert_eq!(mails(&site, "club_ended", &ada.email).len(), 1);
}

#[tokio::test]
async fn canceled_club_ends_on_its_date_without_a_charge() {
    let (site, ada) = joined().await;
    ada.delete("/users/washclub").await.succeeded();
    at(&site, "2026-12-20T08:59:59Z").await;
    assert_eq!(standing(&ada).await, stands("endbillingpending", "ok"));
    day(&site, 20).await;
    assert_eq!(standing(&ada).await, stands("inactive", "ok"));
    assert_eq!(renewals(&site, ChargeState::Approved), [0_i64; 0]);
    assert_eq!(mails(&site, "club_ended", &ada.email).len(), 1);
}

#[tokio::test]
async fn reactivated_member_is_charged_on_the_original_date() {
    let (site, ada) = joined().await;
    ada.delete("/users/washclub").await.succeeded();
    ada.send(Method::PUT, "/users/washclub", None, &[]).await.succeeded();
    day(&site, 20).await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625]);
}

#[tokio::test]
async fn free_period_needs_no_order() {
    let (site, ada) = joined().await;
    site.change("UPDATE checkout_order_lines SET monthly_price = 0").await;
    site.change("UPDATE club_memberships SET monthly_price = 0").await;
    day(&site, 20).await;
    assert_eq!(renewals(&site, ChargeState::Approved), [0_i64; 0]);
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-01-20");
}

#[tokio::test]
async fn membership_without_a_billing_job_is_found() {
    let (site, ada) = joined().await;
    let violations = async || site.violations().await;
    assert_eq!(violations().await, [] as [String; 0]);
    site.change("UPDATE jobs SET due_at = due_at + 3 * 86400000 WHERE kind = 'clubs.bill'")
        .await;
    let unbilled = "Ada O'Neil's membership in sparkle Club: no background job bills it.";
    assert_eq!(violations().await, [unbilled]);
    site.change("DELETE FROM jobs WHERE kind = 'clubs.bill'").await;
    assert_eq!(violations().await, [unbilled]);
    site.change("UPDATE club_memberships SET billing_state = 'past_due'")
        .await;
    assert!(violations().await.contains(
        &"Ada O'Neil's membership in sparkle Club: its billing state doesn't match its billing periods.".to_owned()
    ));
    ada.delete("/users/washclub").await.succeeded();
    assert_eq!(violations().await, [] as [String; 0]);
}

#[tokio::test]
async fn billing_job_is_rescheduled_in_place() {
    let (site, _) = joined().await;
    let tenant = site.tenant().await;
    let jobs = async || -> Vec<(i64, i64)> { site.rows("SELECT id, due_at FROM jobs WHERE kind = 'clubs.bill'").await };
    let [(id, due_at)] = jobs().await[..] else {
        panic!("one job")
    };
    assert!(due_at > tenant.now().as_millisecond());
    let mut db = tenant.write().await.unwrap();
    clubs::look_again(&mut db, tenant.now(), 1).await.unwrap();
    db.commit().await.unwrap();
    assert_eq!(jobs().await, [(id, tenant.now().as_millisecond())]);
    site.run_jobs().await;
    assert_eq!(jobs().await, [(id, due_at)]);
}

#[tokio::test]
async fn renewal_order_names_its_membership() {
    let (site, _) = joined().await;
    day(&site, 20).await;
    let named: Vec<(String, Option<i64>)> = site
        .rows("SELECT origin, membership_id FROM checkout_orders ORDER BY id")
        .await;
    assert_eq!(named, [("shop".to_owned(), None), ("renewal".to_owned(), Some(1))]);
}

#[tokio::test]
async fn renewal_order_of_an_earlier_build_is_settled() {
    let (site, ada) = joined().await;
    ada.with_card_number(TIMED_OUT_CARD).await;
    day(&site, 20).await;
    site.change("UPDATE checkout_orders SET membership_id = NULL").await;
    at(&site, "2026-12-20T09:30:00Z").await;
    let periods: Vec<(String,)> = site.rows("SELECT state FROM club_periods ORDER BY id").await;
    assert_eq!(periods[1].0, "paid");
}

/// As after a restore: a copy of the file has charged the month, and this one does not know it.
#[tokio::test]
async fn period_charged_by_another_copy_is_paid_with_that_charge() {
    let (site, ada) = joined().await;
    let stub = &site.installation.stub;
    stub.set_manners(|manners| manners.broken = true);
    day(&site, 20).await;
    let asked: Vec<(String, String)> = site
        .rows("SELECT reference, state FROM payments ORDER BY id DESC LIMIT 1")
        .await;
    let (reference, state) = asked[0].clone();
    assert_eq!(state, "declined", "nothing was sent");
    let card = stub.cards().remove(0);
    stub.charge_by_hand(&card, &reference, 2625).unwrap();
    stub.set_manners(|manners| manners.broken = false);
    at(&site, "2026-12-20T11:00:00Z").await;
    assert_eq!(stub.charges().len(), 2, "joining, and the month once");
    assert_eq!(standing(&ada).await, stands("active", "ok"));
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-01-20");
    let references: Vec<(String, String)> = site
        .rows("SELECT reference, state FROM payments ORDER BY id DESC LIMIT 2")
        .await;
    assert_eq!(
        references,
        [
            (reference.clone(), "approved".to_owned()),
            (format!("{reference}.2"), "declined".to_owned())
        ]
    );
    at(&site, "2027-01-20T09:00:00Z").await;
    assert_eq!(stub.charges().len(), 3, "the next month has a reference of its own");
}
