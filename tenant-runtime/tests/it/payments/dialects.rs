//! The same scenario with every processor: a card is added on the processor's page, charged, reversed and deleted.

use paystub::ChargeState;
use serde_json::json;
use tenant_runtime::payments;
use tenant_runtime::payments::NewReversal;
use tenant_runtime::payments::processor::{Found, Initiator, Outcome, ReversalKind};

use super::charge::{charged, charged_by, refund_of, take_back, void};
use crate::support::processors::{PROCESSORS, settings};
use crate::support::{GOOD_CARD, Installation, SetupSocket, TestSite};

#[tokio::test]
async fn card_is_set_up_charged_refunded_and_deleted() {
    for name in PROCESSORS {
        let site = Installation::new().await.site_through(name).await;
        let ada = site.customer().await.confirmed().await;
        ada.put_on_file(GOOD_CARD).await;
        let card = ada.get("/users/payment").await.succeeded();
        assert_eq!(
            card,
            json!({"onFile": true, "accountLeft": false, "locked": false, "cardType": "Visa", "maskedCardNumber": "**** **** **** 4242", "expirationMonth": 12,
                "expirationYear": 2039}),
            "{name}"
        );

        let tenant = site.tenant().await;
        let stub = &site.installation.stub;
        let (voided, outcome) = charged(&site, 1).await;
        assert!(matches!(outcome, Outcome::Approved(_)), "{name}: {outcome:?}");
        assert!(voided.starts_with(&stub.charges()[0].order_no), "{name}");
        assert_eq!(stub.charges()[0].amount, 1299);
        assert!(matches!(void(&tenant, &voided).await, Outcome::Approved(_)), "{name}");
        assert_eq!(stub.charges()[0].state, ChargeState::Voided, "{name}");
        let (refunded, _) = charged(&site, 2).await;
        for amount in [300, 999] {
            let number = format!("r{amount}");
            let refund = payments::reverse(&tenant, refund_of(&refunded, &number, amount)).await;
            let refund = refund.unwrap();
            assert!(matches!(refund, Outcome::Approved(_)), "{name}: {refund:?}");
        }
        let too_much = payments::reverse(&tenant, refund_of(&refunded, "r1", 1)).await.unwrap();
        assert!(!matches!(too_much, Outcome::Approved(_)), "{name}");
        assert_eq!(stub.charges()[1].refunded, 1299, "{name}");
        // A void that comes too late becomes a refund.
        let (late, _) = charged(&site, 3).await;
        stub.set_manners(|manners| manners.day_closed = true);
        let too_late = void(&tenant, &late).await;
        assert!(matches!(too_late, Outcome::Declined(_)), "{name}: {too_late:?}");
        let refund = payments::reverse(&tenant, refund_of(&late, "late", 1299))
            .await
            .unwrap();
        assert!(matches!(refund, Outcome::Approved(_)), "{name}: {refund:?}");
        stub.set_manners(|manners| manners.day_closed = false);

        let mut db = tenant.write().await.unwrap();
        assert!(payments::record_refund(&mut db, &late, 1299).await.unwrap());
        assert!(payments::record_void(&mut db, &voided).await.unwrap());
        assert!(payments::record_refund(&mut db, &refunded, 1299).await.unwrap());
        db.commit().await.unwrap();

        ada.delete("/users/payment").await.succeeded();
        site.run_jobs().await;
        // A tag of E-xact cannot be forgotten at the processor.
        assert_eq!(stub.cards().len(), usize::from(name == "exacthosted"), "{name}");
    }
}

#[tokio::test]
async fn renewal_is_marked_for_the_card_network() {
    for name in PROCESSORS {
        let site = Installation::new().await.site_through(name).await;
        let ada = site.customer().await.confirmed().await;
        ada.put_on_file(GOOD_CARD).await;
        for (number, initiator) in [(1, Initiator::Customer), (2, Initiator::Recurring)] {
            let (reference, outcome) = charged_by(&site, number, initiator).await;
            let Outcome::Approved(approval) = outcome else {
                panic!("{name}: {outcome:?}");
            };
            // E-xact passes no number of the network on.
            assert_eq!(approval.network_reference.is_some(), name != "exacthosted", "{name}");
            take_back(&site.tenant().await, &reference).await;
        }
        let told: Vec<bool> = site
            .installation
            .stub
            .charges()
            .iter()
            .map(|charge| charge.recurring)
            .collect();
        // Moneris wants the number of the first storage with it, which the hosted vault page does not tell.
        assert_eq!(told, [false, name != "moneris_deprecated"], "{name}");
    }
}

#[tokio::test]
async fn page_that_forbids_frames_gets_a_window() {
    for (name, display) in [("moneris_deprecated", "window"), ("worldpay", "frame")] {
        let site = Installation::new().await.site_through(name).await;
        let ada = site.customer().await.confirmed().await;
        let socket = SetupSocket::open(&site).await;
        let form = ada
            .get(&format!("/payments/hosted-forms?socketId={}", socket.id))
            .await
            .succeeded();
        assert_eq!(form["setupData"]["display"], display, "{name}");
    }
}

#[tokio::test]
async fn each_processor_has_its_own_form_address() {
    for (name, path) in [
        ("exacthosted", "/payments/exact/form_data"),
        ("worldpay", "/payments/worldpay/addnew"),
    ] {
        let site = Installation::new().await.site_through(name).await;
        let ada = site.customer().await.confirmed().await;
        let socket = SetupSocket::open(&site).await;
        ada.get(&format!("/payments/moneris/setup?socketId={}", socket.id))
            .await
            .refused(404, "not_found");
        let form = ada.get(&format!("{path}?socketId={}", socket.id)).await.succeeded();
        assert_eq!(form["processor"], name);
    }
}

#[tokio::test]
async fn verification_is_voided_and_the_card_stays_valid() {
    for (name, setting, amount) in [
        ("exacthosted", None, 100),
        ("exacthosted", Some(1), 1),
        ("moneris", None, 0),
        ("moneris", Some(250), 250),
    ] {
        let mut settings = settings(name);
        if let Some(amount) = setting {
            settings["cardAmount"] = json!(amount);
        }
        let site = Installation::new().await.site_with_processor(name, settings).await;
        site.customer().await.confirmed().await.put_on_file(GOOD_CARD).await;
        site.run_jobs().await;
        let stub = &site.installation.stub;
        let verified: Vec<(i64, ChargeState)> =
            stub.verifications().iter().map(|one| (one.amount, one.state)).collect();
        let expected = if amount == 0 {
            vec![]
        } else {
            vec![(amount, ChargeState::Voided)]
        };
        assert_eq!(verified, expected, "{name}");
        let (reference, outcome) = charged(&site, 1).await;
        assert!(matches!(outcome, Outcome::Approved(_)), "{name}: {outcome:?}");
        take_back(&site.tenant().await, &reference).await;
    }
}

/// Number of card verifications still to be voided.
async fn voids_to_come(site: &TestSite) -> i64 {
    let (count,): (i64,) = site
        .rows("SELECT COUNT(*) FROM jobs WHERE kind = 'payments.void_verification'")
        .await
        .remove(0);
    count
}

#[tokio::test]
async fn voided_verification_is_left_alone() {
    let site = Installation::new().await.site_through("exacthosted").await;
    site.customer().await.confirmed().await.put_on_file(GOOD_CARD).await;
    let stub = &site.installation.stub;
    stub.void_by_hand(&stub.verifications()[0]).unwrap();
    assert_eq!(voids_to_come(&site).await, 1);
    site.run_jobs().await;
    assert_eq!(voids_to_come(&site).await, 0);
}

#[tokio::test]
async fn verification_is_voided_once_its_processor_is_reachable() {
    let site = Installation::new().await.site_through("exacthosted").await;
    site.customer().await.confirmed().await.put_on_file(GOOD_CARD).await;
    site.installation.stub.stop().await;
    site.run_jobs().await;
    assert_eq!(voids_to_come(&site).await, 1);
}

/// A reversal is found under its own number, or by its charge and amount where the processor numbers reversals by their charge.
#[tokio::test]
async fn reversal_is_looked_up_wherever_the_processor_can() {
    for name in PROCESSORS {
        let site = Installation::new().await.site_through(name).await;
        site.customer().await.confirmed().await.put_on_file(GOOD_CARD).await;
        let tenant = site.tenant().await;
        let look_up = async |reversal: NewReversal<'_>| payments::look_up_reversal(&tenant, reversal).await.unwrap();
        let has_look_up = name != "exacthosted";
        let expect = |found: &Found, is_made: bool| match found {
            Found::Approved(_) => has_look_up && is_made,
            Found::Nothing => has_look_up && !is_made,
            Found::NoLookUp => !has_look_up,
            _ => false,
        };

        let (refunded, _) = charged(&site, 1).await;
        let refund = refund_of(&refunded, "first", 300);
        let before = look_up(refund).await;
        assert!(expect(&before, false), "{name}: {before:?}");
        payments::reverse(&tenant, refund).await.unwrap();
        let made = look_up(refund).await;
        assert!(expect(&made, true), "{name}: {made:?}");
        let other = look_up(refund_of(&refunded, "second", 301)).await;
        assert!(expect(&other, false), "{name}: {other:?}");
        let twin = look_up(NewReversal {
            has_twin: true,
            ..refund_of(&refunded, "third", 300)
        })
        .await;
        let is_numbered_by_charge = name.starts_with("moneris");
        assert_eq!(
            twin == Found::NoLookUp,
            is_numbered_by_charge || !has_look_up,
            "{name}: {twin:?}"
        );

        let (voided, _) = charged(&site, 2).await;
        let request = NewReversal {
            payment: &voided,
            reference: &format!("v{voided}"),
            kind: ReversalKind::Void,
            amount: 0,
            has_twin: false,
        };
        let before = look_up(request).await;
        assert!(expect(&before, false), "{name}: {before:?}");
        void(&tenant, &voided).await;
        let made = look_up(request).await;
        assert!(expect(&made, true), "{name}: {made:?}");

        let rest = payments::reverse(&tenant, refund_of(&refunded, "rest", 999))
            .await
            .unwrap();
        assert!(matches!(rest, Outcome::Approved(_)), "{name}: {rest:?}");
        let mut db = tenant.write().await.unwrap();
        assert!(payments::record_void(&mut db, &voided).await.unwrap());
        assert!(payments::record_refund(&mut db, &refunded, 1299).await.unwrap());
        db.commit().await.unwrap();
    }
}
