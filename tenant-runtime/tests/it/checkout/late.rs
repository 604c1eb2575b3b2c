//! Late payments are reversed, once, with everything that belongs to them.

use std::time::Duration;

use jiff::SignedDuration;
use paystub::ChargeState;
use serde_json::{Value, json};

use super::unknown::{a_bad_day, pending, unanswered, wash};
use super::written::being_charged;
use crate::support::mailbox::{decoded, mails};
use crate::support::{Customer, Installation, Log, PASSWORD, TestSite};

async fn hours(site: &TestSite, count: usize) {
    for _ in 0..count {
        site.installation.clock.advance(SignedDuration::from_hours(1));
        // A job's follow-up runs immediately.
        site.run_jobs().await;
        site.run_jobs().await;
    }
}

/// Audit log of the first order.
async fn audited(site: &TestSite) -> Vec<(String, String)> {
    site.rows("SELECT actor, action FROM audit WHERE subject = 'order:1' AND action <> 'mail_sent' ORDER BY id")
        .await
}

fn entries(rows: &[(&str, &str)]) -> Vec<(String, String)> {
    rows.iter()
        .map(|(actor, action)| ((*actor).to_owned(), (*action).to_owned()))
        .collect()
}

async fn detail(owner: &Customer, id: &str) -> Value {
    owner.get(&format!("/admin/orders/{id}")).await.succeeded()
}

/// An order that a person gave up though its charge was made.
async fn given_up() -> (TestSite, Customer, Customer, String) {
    let (site, customer) = unanswered().await;
    let id = pending(&customer, "key", wash()).await["transRecordId"]
        .as_str()
        .unwrap()
        .to_owned();
    a_bad_day(&site).await;
    let owner = site.owner().await;
    let found = json!({"approved": false});
    owner
        .post(&format!("/admin/orders/{id}/settlement"), found)
        .await
        .succeeded();
    (site, customer, owner, id)
}

#[tokio::test]
async fn charge_abandoned_and_approved_late_is_reversed_once() {
    let (site, customer, _, id) = given_up().await;
    hours(&site, 5).await;
    let charges = site.installation.stub.charges();
    assert_eq!((charges.len(), charges[0].state), (1, ChargeState::Voided));
    let owner = Customer::log_in(&site, "owner@example.com", PASSWORD).await;
    let order = detail(&owner, &id).await;
    assert_eq!(
        (&order["state"], &order["payment"]["state"]),
        (&json!("failed"), &json!("voided"))
    );
    let reversals = order["reversals"].as_array().unwrap();
    assert_eq!(reversals.len(), 1, "{order}");
    assert_eq!(
        (
            &reversals[0]["state"],
            &reversals[0]["kind"],
            &reversals[0]["amount"],
            &reversals[0]["requestedBy"]
        ),
        (&json!("done"), &json!("void"), &json!(1303), &json!("system"))
    );
    let expected = [
        ("customer:2", "order_settled"),
        ("system", "order_approved_late"),
        ("system", "order_reversal_begun"),
        ("system", "order_reversal_done"),
    ];
    assert_eq!(audited(&site).await, entries(&expected));
    let told = mails(&site, "refund", &customer.email);
    assert_eq!(told.len(), 1, "{told:?}");
    let told = decoded(&told[0]);
    assert!(
        told.contains("went through too late") && told.contains("$13.03"),
        "{told}"
    );
    assert!(mails(&site, "receipt", &customer.email).is_empty());
}

#[tokio::test]
async fn late_charge_of_a_closed_day_is_refunded() {
    let (site, _, _, id) = given_up().await;
    site.installation.stub.set_manners(|manners| manners.day_closed = true);
    hours(&site, 5).await;
    let charges = site.installation.stub.charges();
    assert_eq!((charges.len(), charges[0].refunded), (1, 1303));
    let owner = Customer::log_in(&site, "owner@example.com", PASSWORD).await;
    let order = detail(&owner, &id).await;
    assert_eq!(
        (&order["payment"]["state"], &order["reversals"][0]["kind"]),
        (&json!("refunded"), &json!("refund"))
    );
    assert_eq!(order["reversals"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn missing_charge_is_looked_up_for_days_and_then_dropped() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    site.installation.stub.set_manners(|manners| manners.broken = true);
    let id = pending(&customer, "key", wash()).await["transRecordId"].clone();
    a_bad_day(&site).await;
    let owner = site.owner().await;
    let settlement = format!("/admin/orders/{}/settlement", id.as_str().unwrap());
    owner.post(&settlement, json!({"approved": false})).await.succeeded();
    let kept = async || -> Vec<(bool,)> { site.rows("SELECT token_sealed IS NOT NULL FROM payments").await };
    hours(&site, 5).await;
    assert_eq!(kept().await, [(true,)]);
    hours(&site, 24 * 4).await;
    assert_eq!(kept().await, [(false,)]);
}

/// A person says that a charge was not made while its processor is still at it. What the processor says then is heard, also where
/// it cannot be asked.
#[tokio::test]
async fn approval_after_a_manual_failure_is_reversed() {
    for processor in ["exacthosted", "moneris"] {
        let (log, _guard) = Log::of_this_test();
        let site = Installation::new().await.site_through(processor).await;
        let customer = site.customer().await.confirmed().await.with_card().await;
        let owner = site.owner().await;
        let stub = &site.installation.stub;
        stub.set_manners(|manners| manners.latency = Duration::from_secs(2));
        let (bought, ()) = tokio::join!(customer.post_once("/orders", "key", wash()), async {
            being_charged(&site).await;
            site.installation.clock.advance(SignedDuration::from_secs(61));
            let (id,): (String,) = site.rows("SELECT trans_record_id FROM checkout_orders").await.remove(0);
            let settlement = format!("/admin/orders/{id}/settlement");
            owner.post(&settlement, json!({"approved": false})).await.succeeded();
        });
        stub.set_manners(|manners| manners.latency = Duration::ZERO);
        let bought = bought.succeeded();
        assert_eq!(
            (&bought["approved"], &bought["code"]),
            (&json!(false), &json!("not_processed")),
            "{processor}"
        );
        assert_eq!(
            log.errors("a charge without a sale was approved"),
            1,
            "{processor}: a person learns of it"
        );
        site.run_jobs().await;
        let charges = stub.charges();
        assert_eq!(
            (charges.len(), charges[0].state),
            (1, ChargeState::Voided),
            "{processor}"
        );
        let expected = [
            ("customer:2", "order_settled"),
            ("system", "order_approved_late"),
            ("system", "order_reversal_begun"),
            ("system", "order_reversal_done"),
        ];
        assert_eq!(audited(&site).await, entries(&expected), "{processor}");
        assert_eq!(mails(&site, "refund", &customer.email).len(), 1, "{processor}");
        let order = detail(&owner, bought["transRecordId"].as_str().unwrap()).await;
        assert_eq!(
            (&order["state"], &order["payment"]["state"]),
            (&json!("failed"), &json!("voided")),
            "{processor}"
        );
    }
}

/// Gift and mug whose payment was unknown when the buyer deleted their account.
async fn orphan() -> (TestSite, String) {
    let (site, customer) = unanswered().await;
    let gift = json!({"productId": 101, "isGift": true, "giftedEmail": "bob@example.com"});
    let address = json!({"first": "Ada", "last": "Byron", "address1": "1 Main St", "city": "Phoenix", "state": "AZ",
        "zipCode": "85004"});
    let order = json!({"products": [gift, {"productId": 501}], "address": address});
    let id = pending(&customer, "key", order).await["transRecordId"]
        .as_str()
        .unwrap()
        .to_owned();
    a_bad_day(&site).await;
    Customer::log_in(&site, &customer.email, PASSWORD).await.leave().await;
    (site, id)
}

/// The money is back, and nothing was sold for it.
async fn is_reversed(site: &TestSite, id: &str) {
    let charges = site.installation.stub.charges();
    assert_eq!((charges.len(), charges[0].state), (1, ChargeState::Voided));
    let owner = Customer::log_in(site, "owner@example.com", PASSWORD).await;
    let order = detail(&owner, id).await;
    assert_eq!(
        (&order["state"], &order["code"], &order["payment"]["state"]),
        (&json!("failed"), &json!("account_deleted"), &json!("voided"))
    );
    assert_eq!(order["reversals"][0]["state"], "done");
    let bob = site.customer_with_email("bob@example.com").await.confirmed().await;
    assert_eq!(bob.get("/users/wallet").await.succeeded(), json!([]));
    let goods = bob.get("/products/merchandise").await.succeeded();
    assert_eq!(goods[1]["stock"], 2, "the mug is for sale again");
    for kind in ["receipt", "gift", "refund"] {
        assert!(mails(site, kind, "example.com").is_empty(), "{kind}");
    }
}

#[tokio::test]
async fn charge_of_a_deleted_account_is_refunded_after_a_lookup() {
    let (site, id) = orphan().await;
    site.owner().await;
    hours(&site, 2).await;
    is_reversed(&site, &id).await;
}

#[tokio::test]
async fn charge_of_a_deleted_account_is_refunded_after_a_manual_outcome() {
    let (site, id) = orphan().await;
    let owner = site.owner().await;
    let charge = &site.installation.stub.charges()[0];
    let found = json!({"approved": true, "transaction": charge.id, "code": charge.auth_code});
    let settled = owner
        .post(&format!("/admin/orders/{id}/settlement"), found)
        .await
        .succeeded();
    assert_eq!(settled["state"], "failed");
    site.run_jobs().await;
    is_reversed(&site, &id).await;
}

/// As [`orphan`]; a person has said that the payment was approved, and nothing has been done about it yet.
async fn to_be_reversed() -> (TestSite, Customer, String) {
    let (site, id) = orphan().await;
    let owner = site.owner().await;
    let charge = &site.installation.stub.charges()[0];
    let found = json!({"approved": true, "transaction": charge.id, "code": charge.auth_code});
    owner
        .post(&format!("/admin/orders/{id}/settlement"), found)
        .await
        .succeeded();
    (site, owner, id)
}

/// The states of an order's reversals.
async fn reversals(owner: &Customer, id: &str) -> Vec<Value> {
    let order = detail(owner, id).await;
    let reversals = order["reversals"].as_array().unwrap();
    reversals.iter().map(|reversal| reversal["state"].clone()).collect()
}

/// Number of pending attempts at its reversal.
async fn tries(site: &TestSite) -> i64 {
    let (count,): (i64,) = site
        .rows("SELECT COUNT(*) FROM jobs WHERE kind = 'checkout.take_back'")
        .await
        .remove(0);
    count
}

#[tokio::test]
async fn charge_that_cannot_be_reversed_needs_review() {
    let (log, _guard) = Log::of_this_test();
    let (site, owner, id) = to_be_reversed().await;
    let stub = &site.installation.stub;
    stub.void_by_hand(&stub.charges()[0]).unwrap();
    site.run_jobs().await;
    assert_eq!(log.errors("can't be voided or refunded"), 1);
    assert_eq!(
        (reversals(&owner, &id).await, tries(&site).await),
        (vec![json!("unknown")], 1),
        "it is looked up later"
    );
    let reversal = &detail(&owner, &id).await["reversals"][0]["reversalId"];
    let settle = format!("/admin/orders/{id}/reversals/{reversal}");
    owner.post(&settle, json!({"done": true})).await.succeeded();
    assert_eq!(reversals(&owner, &id).await, [json!("done")]);
}

#[tokio::test]
async fn reversal_waits_for_an_unreachable_processor() {
    let (site, owner, id) = to_be_reversed().await;
    site.installation.stub.stop().await;
    site.run_jobs().await;
    assert_eq!(
        (reversals(&owner, &id).await, tries(&site).await),
        (vec![json!("initiated")], 1)
    );
}

#[tokio::test]
async fn reversal_open_for_review_is_not_sent_again() {
    let (site, owner, id) = to_be_reversed().await;
    let stub = &site.installation.stub;
    stub.set_manners(|manners| manners.broken = true);
    let open = owner
        .post(&format!("/admin/orders/{id}/void"), json!({}))
        .await
        .succeeded();
    assert_eq!(open["state"], "unknown");
    stub.set_manners(|manners| manners.broken = false);
    site.run_jobs().await;
    assert_eq!(stub.charges()[0].state, ChargeState::Approved);
    assert_eq!(
        (reversals(&owner, &id).await, tries(&site).await),
        (vec![json!("unknown")], 1)
    );
}

#[tokio::test]
async fn unknown_reversal_is_resolved_manually() {
    let (site, owner, id) = to_be_reversed().await;
    site.installation.stub.set_manners(|manners| manners.broken = true);
    site.run_jobs().await;
    assert_eq!(reversals(&owner, &id).await, [json!("unknown")], "at once");
    hours(&site, 3).await;
    site.installation.stub.set_manners(|manners| manners.broken = false);
    let owner = Customer::log_in(&site, "owner@example.com", PASSWORD).await;
    let order = detail(&owner, &id).await;
    let reversals = order["reversals"].as_array().unwrap();
    assert_eq!(
        (reversals.len(), &reversals[0]["state"]),
        (1, &json!("unknown")),
        "it is not sent again: {order}"
    );
    // The person looks there and finds that it was not done: then it is done now.
    let settle = format!("/admin/orders/{id}/reversals/{}", reversals[0]["reversalId"]);
    owner.post(&settle, json!({"done": false})).await.succeeded();
    hours(&site, 2).await;
    let charges = site.installation.stub.charges();
    assert_eq!((charges.len(), charges[0].state), (1, ChargeState::Voided));
    let owner = Customer::log_in(&site, "owner@example.com", PASSWORD).await;
    assert_eq!(detail(&owner, &id).await["payment"]["state"], "voided");
}
