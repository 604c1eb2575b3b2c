//! Declined renewals: retries, suspension and the end of a membership.

use paystub::ChargeState;
use serde_json::json;

use super::{at, back, club, day, joined, order, renewals, standing, stands};
use crate::support::mailbox::{decoded, mails};
use crate::support::{Customer, DECLINED_CARD, GOOD_CARD, LOST_CARD};

#[tokio::test]
async fn soft_decline_is_retried_suspends_and_ends() {
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
    let last = decoded(&told[3]);
    assert!(
        last.contains("Your club is suspended until then.") && !last.contains("stays active"),
        "{last}"
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
async fn hard_decline_waits_for_a_new_card() {
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
async fn hard_decline_without_a_new_card_ends_on_the_last_day() {
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
async fn processor_outage_is_not_a_decline() {
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
async fn member_with_a_card_of_a_previous_account_is_asked_and_charged_immediately() {
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
async fn renewal_the_processor_rejects_is_dunned_after_two_days() {
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

#[tokio::test]
async fn each_declined_attempt_has_its_own_reference() {
    let (site, ada) = joined().await;
    ada.with_card_number(DECLINED_CARD).await;
    day(&site, 20).await;
    day(&site, 21).await;
    let references: Vec<(String,)> = site
        .rows("SELECT DISTINCT reference FROM payments WHERE state = 'declined'")
        .await;
    assert_eq!(references.len(), 2);
}
