//! Approvals of another amount than the order's, settled by hand.

use jiff::SignedDuration;
use paystub::ChargeState;
use serde_json::json;

use super::settlement::{console, pending};
use super::unknown::wash;
use crate::support::mailbox::{decoded, mails};
use crate::support::processors::PROCESSORS;
use crate::support::{Customer, DEARER_CARD, Installation, TestSite};

/// Customer whose purchase was approved for one minor unit more than requested.
async fn overcharged(processor: &str) -> (TestSite, Customer, Customer, String) {
    let site = Installation::new().await.site_through(processor).await;
    let customer = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card_number(DEARER_CARD)
        .await;
    let id = pending(&customer, "first", wash()).await;
    site.installation.clock.advance(SignedDuration::from_mins(1));
    site.run_jobs().await;
    let owner = site.owner().await;
    (site, customer, owner, id)
}

/// Without a lookup, Suds can't know the amount.
#[tokio::test]
async fn approval_of_another_amount_is_kept_only_without_a_lookup() {
    for processor in PROCESSORS {
        let (site, customer, owner, id) = overcharged(processor).await;
        let settlement = format!("/admin/orders/{id}/settlement");
        if processor != "exacthosted" {
            let refusal = owner
                .post(&settlement, console(&site))
                .await
                .refused(422, "invalid_fields");
            assert!(refusal["fields"]["amount"].is_string(), "{processor}: {refusal}");
            continue;
        }
        let settled = owner.post(&settlement, console(&site)).await.succeeded();
        assert_eq!(settled["state"], "paid", "{processor}");
        assert_eq!(customer.wallet().await.len(), 1);
        site.run_jobs().await;
        assert_eq!(mails(&site, "receipt", &customer.email).len(), 1, "{processor}");
    }
}

#[tokio::test]
async fn approval_of_another_amount_is_reversed_manually() {
    for (processor, day_closed) in PROCESSORS.into_iter().flat_map(|name| [(name, false), (name, true)]) {
        let (site, customer, owner, id) = overcharged(processor).await;
        let stub = &site.installation.stub;
        stub.set_manners(|manners| manners.day_closed = day_closed);
        let charged = stub.charges()[0].amount;
        let mut found = console(&site);
        found["takeBack"] = json!(true);
        let settlement = format!("/admin/orders/{id}/settlement");
        let with_lookup = (processor != "exacthosted").then_some(charged + 1);
        for wrong in [0, 1_000_000_000_000].into_iter().chain(with_lookup) {
            found["amount"] = json!(wrong);
            let refusal = owner
                .post(&settlement, found.clone())
                .await
                .refused(422, "invalid_fields");
            assert!(
                refusal["fields"]["amount"].is_string(),
                "{processor}, {wrong}: {refusal}"
            );
        }
        found["amount"] = json!(charged);
        let settled = owner.post(&settlement, found).await.succeeded();
        assert_eq!(
            (&settled["state"], &settled["code"]),
            (&json!("failed"), &json!("taken_back")),
            "{processor}"
        );
        // An outage only delays it.
        stub.set_manners(|manners| manners.broken = true);
        site.run_jobs().await;
        stub.set_manners(|manners| manners.broken = false);
        site.installation.clock.advance(SignedDuration::from_mins(5));
        site.run_jobs().await;
        let charge = stub.charges()[0].clone();
        if day_closed {
            assert_eq!(charge.refunded, charged, "{processor}");
        } else {
            assert_eq!(charge.state, ChargeState::Voided, "{processor}");
        }
        assert_eq!(customer.get("/users/wallet").await.succeeded(), json!([]));
        assert_eq!(mails(&site, "payment_failed", &customer.email).len(), 1, "{processor}");
        is_reversed(&site, &customer, &owner, &id, charged, day_closed).await;
    }
}

/// The charged amount, not the requested one, was reversed in the books, the audit log and an email.
async fn is_reversed(site: &TestSite, customer: &Customer, owner: &Customer, id: &str, charged: i64, day_closed: bool) {
    let (kind, state) = if day_closed {
        ("refund", "refunded")
    } else {
        ("void", "voided")
    };
    let order = owner.get(&format!("/admin/orders/{id}")).await.succeeded();
    assert_eq!(
        (&order["payment"]["state"], &order["payment"]["amount"]),
        (&json!(state), &json!(charged))
    );
    let reversals = order["reversals"].as_array().unwrap();
    assert_eq!(reversals.len(), 1, "{order}");
    assert_eq!(
        (&reversals[0]["kind"], &reversals[0]["state"], &reversals[0]["amount"]),
        (&json!(kind), &json!("done"), &json!(charged))
    );
    let booked: Vec<(String, i64)> = site
        .rows("SELECT account, amount FROM ledger_entries WHERE order_id = 1 ORDER BY id")
        .await;
    let expected = [
        ("clearing", charged),
        ("adjustment", -charged),
        ("clearing", -charged),
        ("adjustment", charged),
    ];
    assert_eq!(booked, expected.map(|(account, amount)| (account.to_owned(), amount)));
    let audited: Vec<(String, String)> = site
        .rows("SELECT actor, action FROM audit WHERE subject = 'order:1' AND action <> 'mail_sent' ORDER BY id")
        .await;
    let expected = [
        ("system", "order_approved_late"),
        ("customer:2", "order_settled"),
        ("system", "order_reversal_begun"),
        ("system", "order_reversal_unknown"),
        ("system", "order_reversal_done"),
    ];
    assert_eq!(
        audited,
        expected.map(|(actor, action)| (actor.to_owned(), action.to_owned()))
    );
    let told = mails(site, "refund", &customer.email);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(decoded(&told[0]).contains("$13.04"), "{}", told[0]);
    let failed = decoded(&mails(site, "payment_failed", &customer.email)[0]);
    assert!(failed.contains("$13.04 to your card"), "{failed}");
    assert!(!failed.contains("weren't charged"), "{failed}");
    let result = customer.get(&format!("/orders/{id}")).await.succeeded();
    assert_eq!(
        result["message"],
        "Your order didn't go through. We'll refund any charge to your card."
    );
}

#[tokio::test]
async fn entered_amount_and_decision_are_never_ignored() {
    let (site, customer, owner, id) = overcharged("moneris").await;
    let settlement = format!("/admin/orders/{id}/settlement");
    let charged = site.installation.stub.charges()[0].amount;
    let mut kept = console(&site);
    kept["amount"] = json!(charged);
    let not_approved = |field: &str, value: serde_json::Value| json!({ "approved": false, field: value });
    for (found, field) in [
        (kept, "amount"),
        (not_approved("takeBack", json!(true)), "takeBack"),
        (not_approved("amount", json!(5)), "amount"),
    ] {
        let refusal = owner.post(&settlement, found).await.refused(422, "invalid_fields");
        assert!(refusal["fields"][field].is_string(), "{refusal}");
    }
    let order = customer.get(&format!("/orders/{id}")).await.succeeded();
    assert_eq!(order["code"], "pending");
}

/// No look-up found it within minutes; what one finds days later, only a person understands.
#[tokio::test]
async fn late_approval_of_another_amount_is_reversed_manually_once() {
    let site = Installation::new().await.site().await;
    let customer = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card_number(DEARER_CARD)
        .await;
    let id = pending(&customer, "first", wash()).await;
    let owner = site.owner().await;
    let settlement = format!("/admin/orders/{id}/settlement");
    let failed = owner.post(&settlement, json!({"approved": false})).await.succeeded();
    assert_eq!(failed["state"], "failed");
    let mut found = console(&site);
    owner.post(&settlement, found.clone()).await.refused(409, "taken");
    found["takeBack"] = json!(true);
    let settled = owner.post(&settlement, found.clone()).await.succeeded();
    assert_eq!(
        (&settled["state"], &settled["code"]),
        (&json!("failed"), &json!("taken_back"))
    );
    owner.post(&settlement, found).await.refused(409, "taken");
    for _ in 0..3 {
        site.run_jobs().await;
        site.installation.clock.advance(SignedDuration::from_hours(1));
    }
    assert_eq!(site.installation.stub.charges()[0].state, ChargeState::Voided);
}
