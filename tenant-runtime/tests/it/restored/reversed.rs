//! Charges that the restored file doesn't know and that were voided or refunded before the restore: they pay for nothing.

use paystub::ChargeState;
use serde_json::{Value, json};
use tenant_runtime::hold::ChargeSearch;

use super::{Backup, advance, release, report};
use crate::clubs::{at, club, joined, standing, stands};
use crate::support::{Customer, GOOD_CARD, Installation, Reply, TestSite};

fn washes() -> Value {
    json!({"products": [{"productId": 101}, {"productId": 101}], "acceptedTerms": true})
}

/// A reversal of an order of two washes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reversal {
    Void,
    Refund,
    /// Of one wash.
    PartialRefund,
}

impl Reversal {
    async fn request(self, site: &TestSite, owner: &Customer, order: &str) {
        // The processor then only accepts refunds.
        let is_closed = self != Self::Void;
        site.installation
            .stub
            .set_manners(|manners| manners.day_closed = is_closed);
        let path = format!("/admin/orders/{order}");
        let done = if self == Self::PartialRefund {
            let detail = owner.get(&path).await.succeeded();
            let body = json!({"lines": [detail["lines"][0]["lineId"]]});
            owner.post_once(&format!("{path}/refund"), "part", body).await
        } else {
            owner.post_once(&format!("{path}/void"), "whole", json!({})).await
        };
        assert_eq!(done.succeeded()["state"], "done", "{self:?}");
        site.installation.stub.set_manners(|manners| manners.day_closed = false);
    }
}

/// Restored site whose customer repeats the order that was reversed after the backup. Returns the reply to the repeated order.
async fn repeated_after(processor: &str, reversal: Reversal) -> (TestSite, Customer, Reply) {
    let site = Installation::new().await.site_through(processor).await;
    let ada = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card_number(GOOD_CARD)
        .await;
    let owner = site.owner().await;
    let backup = Backup::of(&site).await;
    let first = ada.post_once("/orders", "washes", washes()).await.succeeded();
    let order = first["transRecordId"].as_str().unwrap();
    reversal.request(&site, &owner, order).await;
    backup.restore(&site).await;
    let site = release(site).await;
    let again = ada.post_once("/orders", "washes", washes()).await;
    (site, ada, again)
}

#[tokio::test]
async fn purchase_repeated_after_its_charge_was_reversed_is_declined() {
    for processor in ["moneris", "worldpay"] {
        for reversal in [Reversal::Void, Reversal::Refund] {
            let name = format!("{processor}, {reversal:?}");
            let (site, ada, again) = repeated_after(processor, reversal).await;
            let again = again.succeeded();
            assert_eq!(
                (&again["approved"], &again["code"]),
                (&json!(false), &json!("reversed")),
                "{name}"
            );
            assert_eq!(ada.wallet().await, [] as [Value; 0], "{name}");
            assert_eq!(site.installation.stub.charges().len(), 1, "{name}");
            let new = ada.post_once("/orders", "new", washes()).await.succeeded();
            assert_eq!(new["approved"], true, "{name}");
            assert_eq!(site.installation.stub.charges().len(), 2, "{name}");
            assert_eq!(ada.wallet().await.len(), 2, "{name}");
        }
    }
}

/// Express lists the refund. The gateway of Moneris only confirms a refund of a known amount.
#[tokio::test]
async fn purchase_repeated_after_a_partial_refund_needs_review() {
    let (site, ada, again) = repeated_after("worldpay", Reversal::PartialRefund).await;
    let again = again.succeeded();
    assert_eq!((&again["approved"], &again["code"]), (&json!(false), &json!("pending")));
    site.installation.clock.advance(jiff::SignedDuration::from_mins(1));
    site.run_jobs().await;
    assert_eq!(ada.wallet().await, [] as [Value; 0]);
    assert_eq!(site.installation.stub.charges().len(), 1);
    let owner = Customer::log_in(&site, "owner@example.com", crate::support::PASSWORD).await;
    let listed = owner.get("/admin/orders?state=unknown").await.succeeded();
    assert_eq!(listed["count"], 1, "{listed}");
}

/// A member whose month was charged after the backup and voided in the processor's dashboard. The retry on the next day pays for it.
#[tokio::test]
async fn period_whose_charge_was_voided_is_charged_again_after_a_restore() {
    let (site, ada) = joined().await;
    at(&site, "2026-12-19T09:00:00Z").await;
    let backup = Backup::of(&site).await;
    at(&site, "2026-12-20T09:30:00Z").await;
    let charges = site.installation.stub.charges();
    assert_eq!(charges.len(), 2, "joining, and December");
    site.installation.stub.void_by_hand(&charges[1]).unwrap();
    let held = backup.restore(&site).await;
    advance(&site, "2026-12-20T12:00:00Z");
    let differences = report(&site, &held).await.differences;
    let searches: Vec<_> = differences.iter().filter_map(|one| one.search).collect();
    assert_eq!(searches, [ChargeSearch::Reversed]);
    let site = release(site).await;
    site.run_jobs().await;
    assert_eq!(site.installation.stub.charges().len(), 2);
    assert_eq!(standing(&ada).await, stands("active", "past_due"));
    at(&site, "2026-12-21T09:30:00Z").await;
    let states: Vec<_> = site.installation.stub.charges().iter().map(|one| one.state).collect();
    assert_eq!(
        states,
        [ChargeState::Approved, ChargeState::Voided, ChargeState::Approved]
    );
    assert_eq!(standing(&ada).await, stands("active", "ok"));
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-01-20");
}
