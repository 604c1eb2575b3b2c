//! A processor's transaction pays for one order. If it is reported for a second order, it proves nothing about it, and
//! reversing it would take the first order's money.

use std::time::Duration;

use jiff::SignedDuration;
use paystub::ChargeState;
use serde_json::json;

use super::unknown::{pending, wash};
use super::written::being_charged;
use crate::support::processors::PROCESSORS;
use crate::support::{Customer, GOOD_CARD, Installation, Log, REPEATED_CARD, TestSite};

/// One customer has bought a wash; the next charge, on another customer's card, gets the same transaction.
async fn house(processor: &str) -> (TestSite, Customer, Customer) {
    let site = Installation::new().await.site_through(processor).await;
    let ada = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card_number(GOOD_CARD)
        .await;
    let bob = site.customer_with_email("bob@example.com").await.confirmed().await;
    let bob = bob.with_card_number(REPEATED_CARD).await;
    let bought = ada.post_once("/orders", "first", wash()).await.succeeded();
    assert_eq!(bought["approved"], true, "{processor}: {bought}");
    (site, ada, bob)
}

#[tokio::test]
async fn response_with_another_orders_transaction_is_not_an_approval() {
    for processor in PROCESSORS {
        let (log, _guard) = Log::of_this_test();
        let (_site, ada, bob) = house(processor).await;
        pending(&bob, "second", wash()).await;
        assert_eq!(log.errors("another order's transaction"), 1, "{processor}");
        assert_eq!(bob.get("/users/wallet").await.succeeded(), json!([]), "{processor}");
        assert_eq!(ada.wallet().await.len(), 1, "{processor}");
    }
}

#[tokio::test]
async fn late_transaction_of_another_order_is_not_reversed() {
    for processor in ["exacthosted", "moneris"] {
        let (log, _guard) = Log::of_this_test();
        let (site, _, bob) = house(processor).await;
        let owner = site.owner().await;
        let stub = &site.installation.stub;
        stub.set_manners(|manners| manners.latency = Duration::from_secs(2));
        let (told, ()) = tokio::join!(bob.post_once("/orders", "second", wash()), async {
            being_charged(&site).await;
            site.installation.clock.advance(SignedDuration::from_secs(61));
            let newest = "SELECT trans_record_id FROM checkout_orders ORDER BY id DESC";
            let (id,): (String,) = site.rows(newest).await.remove(0);
            let settlement = format!("/admin/orders/{id}/settlement");
            owner.post(&settlement, json!({"approved": false})).await.succeeded();
        });
        stub.set_manners(|manners| manners.latency = Duration::ZERO);
        assert_eq!(told.succeeded()["code"], "not_processed", "{processor}");
        assert_eq!(log.errors("another order's transaction"), 1, "{processor}");
        site.run_jobs().await;
        let states: Vec<_> = stub.charges().iter().map(|charge| charge.state).collect();
        assert_eq!(states, [ChargeState::Approved; 2], "{processor}");
    }
}
