//! Club charges, retries and the end of retries.

use std::sync::Arc;

use jiff::Timestamp;
use paystub::ChargeState;
use reqwest::Method;
use serde_json::{Value, json};
use tenant_runtime::clubs;

use super::{order, with_vehicle};
use crate::support::mailbox::{decoded, mails};
use crate::support::{Customer, DECLINED_CARD, GOOD_CARD, Installation, LOST_CARD, TIMED_OUT_CARD, TestSite};

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
    Customer::log_in(&ada.site, &ada.email, crate::support::PASSWORD).await
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
async fn a_month_is_charged_once_at_two_in_the_morning_of_its_day() {
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
async fn a_soft_decline_is_tried_on_five_days_suspends_and_ends() {
    let (site, ada) = joined().await;
    let ada = ada.with_card_number(DECLINED_CARD).await;
    let mut tried = Vec::new();
    for date in 20..=28 {
        day(&site, date).await;
        tried.push(renewals(&site, ChargeState::Declined).len());
        let expected = match date {
            20..23 => stands("active", "past_due"),
            23..27 => stands("active", "suspended"),
            _ => stands("inactive", "suspended"),
        };
        assert_eq!(standing(&ada).await, expected, "on December {date}");
    }
    assert_eq!(tried, [1, 2, 2, 3, 3, 4, 4, 5, 5]);
    let told = mails(&site, "club_unpaid", &ada.email);
    assert_eq!(told.len(), 4);
    let first = decoded(&told[0]);
    assert!(
        first.contains("We'll try again on December 21, 2026") && first.contains("until December 23, 2026"),
        "{first}"
    );
    assert_eq!(mails(&site, "club_suspended", &ada.email).len(), 1);
    assert_eq!(mails(&site, "club_given_up", &ada.email).len(), 1);
    assert_eq!(
        mails(&site, "payment_failed", &ada.email).len(),
        0,
        "nobody waits for it"
    );
    let periods: Vec<(String, i64)> = site.rows("SELECT state, attempts FROM club_periods ORDER BY id").await;
    assert_eq!(periods, [("paid".to_owned(), 0), ("unpaid".to_owned(), 5)]);
    at(&site, "2027-03-01T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Declined).len(), 5, "never again");
}

#[tokio::test]
async fn a_card_that_expires_is_told_of_once_two_weeks_before() {
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
async fn after_a_hard_decline_only_a_new_card_is_charged() {
    let (site, ada) = joined().await;
    let ada = ada.with_card_number(LOST_CARD).await;
    for date in 20..=24 {
        day(&site, date).await;
    }
    assert_eq!(renewals(&site, ChargeState::Declined).len(), 1);
    assert_eq!(standing(&ada).await, stands("active", "suspended"));
    let mail = decoded(&mails(&site, "club_unpaid", &ada.email)[0]);
    assert!(!mail.contains("try again on"), "{mail}");

    back(&ada).await.with_card_number(GOOD_CARD).await;
    site.run_jobs().await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625]);
    assert_eq!(standing(&ada).await, stands("active", "ok"));
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-01-20", "the anchor is kept");
}

#[tokio::test]
async fn a_hard_decline_without_a_new_card_ends_on_the_last_day() {
    let (site, ada) = joined().await;
    let ada = ada.with_card_number(LOST_CARD).await;
    for date in 20..=27 {
        day(&site, date).await;
    }
    assert_eq!(renewals(&site, ChargeState::Declined).len(), 1);
    assert_eq!(standing(&ada).await, stands("inactive", "suspended"));
    let rejoined = back(&ada)
        .await
        .with_card()
        .await
        .post_once("/orders", "again", order(301))
        .await;
    assert_eq!(rejoined.succeeded()["approved"], true);
    assert_eq!(standing(&ada).await, stands("active", "ok"));
}

#[tokio::test]
async fn a_charge_in_doubt_is_never_sent_again() {
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
async fn a_cancelled_club_ends_on_its_day_without_a_charge() {
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
async fn who_stays_after_all_is_charged_on_the_old_day() {
    let (site, ada) = joined().await;
    ada.delete("/users/washclub").await.succeeded();
    ada.send(Method::PUT, "/users/washclub", None, &[]).await.succeeded();
    day(&site, 20).await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625]);
}

#[tokio::test]
async fn downtime_of_months_costs_one_month_that_begins_on_the_day_of_the_charge() {
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
async fn member_due_on_the_first_has_a_whole_month_after_a_downtime() {
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
async fn declined_month_begins_with_the_retry_after_a_downtime() {
    let (site, ada) = joined().await;
    let ada = ada.with_card_number(DECLINED_CARD).await;
    day(&site, 20).await;
    // Nothing ran since, and the retry of December 21 is made in March.
    at(&site, "2027-03-10T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Declined).len(), 2);
    assert_eq!(standing(&ada).await.0, "inactive");
    let months: Vec<(String, String)> = site
        .rows("SELECT period_start, period_end FROM club_periods ORDER BY id")
        .await;
    assert_eq!(months[1], ("2027-03-10".to_owned(), "2027-04-10".to_owned()));
}

#[tokio::test]
async fn an_outage_of_the_processor_is_not_the_members_fault() {
    let (site, ada) = joined().await;
    site.installation.stub.stop().await;
    day(&site, 20).await;
    day(&site, 21).await;
    assert_eq!(standing(&ada).await, stands("active", "ok"));
    assert_eq!(mails(&site, "club_unpaid", &ada.email).len(), 0);
    let periods: Vec<(String,)> = site.rows("SELECT state FROM club_periods ORDER BY id").await;
    assert_eq!(periods[1].0, "due");
}

/// Moves the site to the Moneris store with this ID, whose token this is.
async fn sell_through(owner: &Customer, store_id: &str, token: &str) {
    owner.unlock().await;
    let settings = json!({"storeId": store_id, "apiToken": token, "checkoutId": "chkt-sparkle"});
    let processor = json!({"name": "moneris", "endpoints": "stub", "settings": settings});
    owner.save("/admin/processor", processor).await.succeeded();
}

#[tokio::test]
async fn member_whose_card_was_left_is_asked_for_it_and_charged_at_once() {
    let (site, ada) = joined().await;
    sell_through(&site.owner().await, "store6", "token-of-store6").await;
    for date in 20..=22 {
        day(&site, date).await;
    }
    assert_eq!(standing(&ada).await, stands("active", "past_due"));
    assert_eq!(mails(&site, "club_unpaid", &ada.email).len(), 1);
    assert!(renewals(&site, ChargeState::Approved).is_empty());
    back(&ada).await.with_card().await;
    site.run_jobs().await;
    assert_eq!(standing(&ada).await, stands("active", "ok"));
    assert_eq!(renewals(&site, ChargeState::Approved).len(), 1);
}

#[tokio::test]
async fn renewal_that_the_processor_refuses_to_send_is_dunned_after_two_days() {
    let (site, ada) = joined().await;
    let owner = site.owner().await;
    sell_through(&owner, "store-sparkle", "revoked").await;
    for date in 20..=21 {
        day(&site, date).await;
    }
    assert_eq!(standing(&ada).await, stands("active", "ok"));
    assert_eq!(mails(&site, "club_unpaid", &ada.email).len(), 0);
    day(&site, 22).await;
    assert_eq!(standing(&ada).await, stands("active", "past_due"));
    assert_eq!(mails(&site, "club_unpaid", &ada.email).len(), 1);
    // The retry on the next day is made with the token of today.
    sell_through(&back(&owner).await, "store-sparkle", "token-sparkle").await;
    day(&site, 23).await;
    assert_eq!(standing(&ada).await, stands("active", "ok"));
    assert_eq!(renewals(&site, ChargeState::Approved).len(), 1);
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
async fn nobody_is_charged_at_a_suspended_site_and_once_when_it_is_resumed() {
    let (site, ada) = joined().await;
    let before = mails(&site, "receipt", &ada.email).len();
    // Bought before, told afterwards.
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
async fn a_month_that_was_declined_before_is_tried_again_after_the_suspension() {
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

#[tokio::test]
async fn a_free_month_needs_no_order() {
    let (site, ada) = joined().await;
    site.change("UPDATE checkout_order_lines SET monthly_price = 0").await;
    site.change("UPDATE club_memberships SET monthly_price = 0").await;
    day(&site, 20).await;
    assert_eq!(renewals(&site, ChargeState::Approved), [0_i64; 0]);
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-01-20");
}

#[tokio::test]
async fn a_membership_that_nobody_bills_is_found() {
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
async fn month_that_another_copy_has_charged_is_paid_with_that_charge() {
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

#[tokio::test]
async fn each_attempt_that_a_bank_declines_has_a_reference_of_its_own() {
    let (site, ada) = joined().await;
    ada.with_card_number(DECLINED_CARD).await;
    day(&site, 20).await;
    day(&site, 21).await;
    let references: Vec<(String,)> = site
        .rows("SELECT DISTINCT reference FROM payments WHERE state = 'declined'")
        .await;
    assert_eq!(references.len(), 2);
}
