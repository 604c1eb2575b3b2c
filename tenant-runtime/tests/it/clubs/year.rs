//! A year of billing with every processor: month ends, declines, new cards, lost responses, a downtime and both
//! daylight saving changes. In all cases, members' payments match the processor's charges and the books.

use std::path::Path;

use futures_util::future::join_all;
use jiff::civil::{Date, date};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use paystub::ChargeState;
use serde_json::json;

use super::{order, vehicle};
use crate::support::processors::{PROCESSORS, settings};
use crate::support::{
    Customer, DECLINED_CARD, GOOD_CARD, Installation, LOST_CARD, PASSWORD, TIMED_OUT_CARD, TestSite, manifest,
};

/// Of one site; 200 in all.
const MEMBERS: usize = 40;

/// Days on which they join, among them those that most months lack.
const JOINED_ON: [Date; 5] = [
    date(2026, 12, 15),
    date(2026, 12, 31),
    date(2027, 1, 29),
    date(2027, 1, 30),
    date(2027, 1, 31),
];

/// Days on which no job is run.
const DOWN: std::ops::Range<Date> = date(2027, 8, 10)..date(2027, 9, 16);

async fn site_through(processor: &str) -> TestSite {
    let mut manifest = manifest("sparkle");
    manifest
        .site_config
        .insert("timeZone".to_owned(), json!("America/New_York"));
    let processor = json!({"name": processor, "endpoints": "stub", "settings": settings(processor)});
    manifest.processor = serde_json::from_value(processor).unwrap();
    let installation = Installation::new().await;
    installation.site_from("sparkle", Path::new("."), &manifest).await
}

/// Lets the time pass to half past two in the morning of a day.
async fn dawn(site: &TestSite, zone: &TimeZone, day: Date) {
    let instant = day.at(2, 30, 0, 0).to_zoned(zone.clone()).unwrap().timestamp();
    let now: Timestamp = site.tenant().await.now();
    site.installation.clock.advance(instant.duration_since(now));
}

async fn join(site: &TestSite, number: usize) -> String {
    let email = format!("member{number}@example.com");
    let member = site.customer_with_email(&email).await.confirmed().await;
    member.put_on_file(GOOD_CARD).await;
    member.post("/users/vehicle", vehicle()).await.succeeded();
    let club = if number.is_multiple_of(3) { 302 } else { 301 };
    let joined = member.post_once("/orders", "join", order(club)).await.succeeded();
    assert_eq!(joined["approved"], true, "{joined}");
    email
}

async fn new_card(site: &TestSite, email: &str, card: &str) {
    let member = Customer::log_in(site, email, PASSWORD).await;
    member.put_on_file(card).await;
}

/// The bad card that a member comes to in a month: each kind one of a site's. `in_doubt`: whether the processor can be asked
/// about charges that it left unanswered; where it cannot, only a person settles them.
fn bad_card(month: i8, number: usize, in_doubt: bool) -> Option<&'static str> {
    match (usize::from(month.unsigned_abs()) * 7 + number * 3) % MEMBERS {
        0 => Some(DECLINED_CARD),
        1 => Some(LOST_CARD),
        2 if in_doubt => Some(TIMED_OUT_CARD),
        _ => None,
    }
}

async fn a_year(processor: &str) {
    let site = site_through(processor).await;
    let zone = TimeZone::get("America/New_York").unwrap();
    let mut members = Vec::new();
    let mut day = JOINED_ON[0];
    while day < date(2028, 1, 1) {
        dawn(&site, &zone, day).await;
        for _ in JOINED_ON.iter().filter(|joined| **joined == day) {
            for _ in 0..MEMBERS / JOINED_ON.len() {
                members.push(join(&site, members.len()).await);
            }
        }
        let month = match day.day() {
            10 | 18 => day.month(),
            2 => day.yesterday().unwrap().month(),
            _ => 0,
        };
        if month > 0 && day > JOINED_ON[4] {
            for (number, email) in members.iter().enumerate() {
                let Some(bad) = bad_card(month, number, processor != "exacthosted") else {
                    continue;
                };
                if day.day() == 10 {
                    new_card(&site, email, bad).await;
                } else if number.is_multiple_of(2) {
                    new_card(&site, email, GOOD_CARD).await;
                }
            }
        }
        if !DOWN.contains(&day) {
            site.run_jobs().await;
        }
        day = day.tomorrow().unwrap();
    }
    // Unknown results of the last day.
    for _ in 0..3 {
        site.installation.clock.advance(SignedDuration::from_mins(20));
        site.run_jobs().await;
    }
    reconcile(&site, processor).await;
}

async fn reconcile(site: &TestSite, processor: &str) {
    let charges = site.installation.stub.charges();
    let approved = charges.iter().filter(|charge| charge.state == ChargeState::Approved);
    let taken: i64 = approved.clone().map(|charge| charge.amount).sum();
    let ([(ordered,)], [(booked,)], [(owed,)]) = (
        &site
            .rows::<(i64,)>("SELECT SUM(total) FROM checkout_orders WHERE state = 'paid'")
            .await[..],
        &site
            .rows::<(i64,)>("SELECT SUM(amount) FROM ledger_entries WHERE account = 'clearing'")
            .await[..],
        // Of the first month, what joining costs; 5 % of tax on each.
        &site
            .rows::<(i64,)>("SELECT SUM(amount + amount / 20) FROM club_periods WHERE state = 'paid'")
            .await[..],
    ) else {
        panic!("{processor}: one sum of each")
    };
    assert_eq!((taken, taken, taken), (*ordered, *booked, *owed), "{processor}");

    // Each paid period has its own approved charge, and later ones are marked as recurring.
    let paid: Vec<(i64,)> = site.rows("SELECT id FROM club_periods WHERE state = 'paid'").await;
    assert_eq!(paid.len(), approved.clone().count(), "{processor}");
    // A card with an unknown network ID, as after this page, can't be charged as part of a series.
    if processor != "moneris_deprecated" {
        let single = approved.filter(|charge| !charge.recurring).count();
        assert_eq!(single, MEMBERS, "{processor}");
    }
    let in_doubt: Vec<(i64,)> = site
        .rows("SELECT id FROM club_periods WHERE state IN ('charging', 'unknown')")
        .await;
    assert_eq!(in_doubt.len(), 0, "{processor}");
    // Members with a valid card have paid every period except the one within the downtime.
    let months: Vec<(i64, i64)> = site
        .rows(
            "SELECT m.id, COUNT(*) FROM club_memberships m JOIN club_periods p ON p.membership_id = m.id AND p.state = 'paid'
             WHERE m.status = 'active' AND m.billing_state = 'ok'
               AND NOT EXISTS (SELECT 1 FROM club_periods q WHERE q.membership_id = m.id AND q.attempts > 1)
             GROUP BY m.id",
        )
        .await;
    assert!(months.len() > 3, "{processor}: {months:?}");
    for (member, months) in months {
        assert!(
            (11..=13).contains(&months),
            "{processor}: member {member} paid {months} months"
        );
    }
    let ended: Vec<(i64,)> = site
        .rows("SELECT id FROM club_memberships WHERE end_reason = 'nonpayment'")
        .await;
    assert!(!ended.is_empty(), "{processor}: some never came back");
}

#[tokio::test]
async fn year_of_200_members_is_reconciled_to_the_cent() {
    join_all(PROCESSORS.map(a_year)).await;
}
