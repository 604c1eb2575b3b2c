//! A person says how a payment went that no look-up settles.

use jiff::SignedDuration;
use paystub::ChargeState;
use serde_json::{Value, json};

use super::unknown::{a_bad_day, unanswered, wash};
use crate::support::mailbox::mails;
use crate::support::processors::PROCESSORS;
use crate::support::{Customer, FORGED_CARD, Installation, PASSWORD, TIMED_OUT_CARD, TestSite};

/// Site whose processor has no lookup, a customer with one unknown order, and a team member.
async fn unknown(number: &str, order: Value) -> (TestSite, Customer, Customer, String) {
    let site = Installation::new().await.site_through("exacthosted").await;
    let customer = site.customer().await.confirmed().await.with_card_number(number).await;
    let id = pending(&customer, "first", order).await;
    let owner = site.owner().await;
    (site, customer, owner, id)
}

/// Buys; answers the `transRecordId` of the order.
pub(super) async fn pending(customer: &Customer, key: &str, order: Value) -> String {
    let result = super::unknown::pending(customer, key, order).await;
    result["transRecordId"].as_str().unwrap().to_owned()
}

/// First charge in the processor's dashboard.
pub(super) fn console(site: &TestSite) -> Value {
    let charge = &site.installation.stub.charges()[0];
    json!({"approved": true, "transaction": charge.id, "code": charge.auth_code})
}

#[tokio::test]
async fn manual_approval_counts_like_a_response() {
    let (site, customer, owner, id) = unknown(TIMED_OUT_CARD, wash()).await;
    let detail = owner.get(&format!("/admin/orders/{id}")).await.succeeded();
    assert_eq!(
        (&detail["waitsForPerson"], &detail["payment"]["processor"]),
        (&json!(true), &json!("exacthosted"))
    );
    let waiting = owner.get("/admin/orders?needs=settlement").await.succeeded();
    assert_eq!(
        (&waiting["count"], &waiting["items"][0]["transRecordId"]),
        (&json!(1), &json!(id))
    );
    let settlement = format!("/admin/orders/{id}/settlement");
    let settled = owner.post(&settlement, console(&site)).await.succeeded();
    assert_eq!(
        (&settled["state"], &settled["code"]),
        (&json!("paid"), &console(&site)["code"])
    );
    owner.post(&settlement, console(&site)).await.refused(409, "taken");
    owner
        .post(&settlement, json!({"approved": false}))
        .await
        .refused(409, "taken");
    let detail = owner.get(&format!("/admin/orders/{id}")).await.succeeded();
    assert_eq!(detail["waitsForPerson"], false);
    let mut db = site.tenant().await.read().await.unwrap();
    let audited: Vec<(String, String)> =
        sqlx::query_as("SELECT actor, action FROM audit WHERE subject = 'order:1' AND action <> 'mail_sent'")
            .fetch_all(db.conn())
            .await
            .unwrap();
    assert_eq!(audited, [("customer:2".to_owned(), "order_settled".to_owned())], "once");
    drop(db);

    assert_eq!(
        customer.get(&format!("/orders/{id}")).await.succeeded()["approved"],
        true
    );
    assert_eq!(customer.wallet().await.len(), 1);
    site.run_jobs().await;
    assert_eq!(mails(&site, "receipt", &customer.email).len(), 1);
    pending(&customer, "next", wash()).await;

    // The entered data lets the processor find its charge.
    let void = format!("/admin/orders/{id}/void");
    assert_eq!(
        owner.post_once(&void, "void", json!({})).await.succeeded()["state"],
        "done"
    );
    assert_eq!(site.installation.stub.charges()[0].state, ChargeState::Voided);
}

#[tokio::test]
async fn manually_missing_charge_was_not_made() {
    let address = json!({"first": "Ada", "last": "Byron", "address1": "1 Main St", "city": "Phoenix", "state": "AZ",
        "zipCode": "85004"});
    let mugs = json!({"products": [{"productId": 501}, {"productId": 501}], "address": address});
    let (site, customer, owner, id) = unknown(FORGED_CARD, mugs).await;
    let stock = || async { site.visitor().get("/products/merchandise").await.succeeded()[1]["stock"].clone() };
    assert_eq!(stock().await, 0);
    let settlement = format!("/admin/orders/{id}/settlement");
    let settled = owner.post(&settlement, json!({"approved": false})).await.succeeded();
    assert_eq!(settled["state"], "failed");
    assert_eq!(stock().await, 2);
    let told = customer.get(&format!("/orders/{id}")).await.succeeded();
    assert_eq!(
        (&told["approved"], &told["code"]),
        (&json!(false), &json!("not_processed"))
    );
    site.run_jobs().await;
    assert!(mails(&site, "receipt", &customer.email).is_empty());
    assert_eq!(
        mails(&site, "payment_failed", &customer.email).len(),
        1,
        "the mail that was promised"
    );
    pending(&customer, "next", wash()).await;
}

#[tokio::test]
async fn order_is_resolved_manually_once() {
    let (site, customer, owner, id) = unknown(TIMED_OUT_CARD, wash()).await;
    let settlement = format!("/admin/orders/{id}/settlement");
    let press = || owner.post(&settlement, console(&site));
    let (one, other) = tokio::join!(press(), press());
    let mut replies = [one.status, other.status];
    replies.sort_unstable();
    assert_eq!(replies, [200, 409]);
    assert_eq!(customer.wallet().await.len(), 1);
}

#[tokio::test]
async fn entered_numbers_must_match_the_dashboards_format() {
    let (site, customer, owner, id) = unknown(TIMED_OUT_CARD, wash()).await;
    let settlement = format!("/admin/orders/{id}/settlement");
    for (found, field) in [
        (json!({"approved": true}), "transaction"),
        (
            json!({"approved": true, "transaction": "a b", "code": "ET1"}),
            "transaction",
        ),
        (json!({"approved": true, "transaction": "902006933"}), "code"),
    ] {
        let refusal = owner.post(&settlement, found).await.refused(422, "invalid_fields");
        assert!(refusal["fields"][field].is_string(), "{refusal}");
    }
    owner.post(&settlement, json!({})).await.refused(400, "malformed");
    customer
        .post(&settlement, console(&site))
        .await
        .refused(403, "not_admin");
    owner
        .post("/admin/orders/none/settlement", console(&site))
        .await
        .refused(404, "not_found");
    assert_eq!(customer.get("/users/wallet").await.succeeded(), json!([]));
}

#[tokio::test]
async fn only_unknown_payments_wait_for_review() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    let owner = site.owner().await;
    let bought = customer.post_once("/orders", "key", wash()).await.succeeded();
    let settlement = format!("/admin/orders/{}/settlement", bought["transRecordId"].as_str().unwrap());
    for found in [console(&site), json!({"approved": false})] {
        owner.post(&settlement, found).await.refused(409, "taken");
    }
}

#[tokio::test]
async fn manually_resolved_order_is_not_settled_by_a_lookup() {
    let (site, customer) = unanswered().await;
    let id = pending(&customer, "key", wash()).await;
    a_bad_day(&site).await;
    let owner = site.owner().await;
    let detail = owner.get(&format!("/admin/orders/{id}")).await.succeeded();
    assert_eq!(
        (&detail["state"], &detail["waitsForPerson"]),
        (&json!("flagged"), &json!(true))
    );
    let settled = owner
        .post(&format!("/admin/orders/{id}/settlement"), console(&site))
        .await
        .succeeded();
    assert_eq!(settled["state"], "paid");
    for _ in 0..5 {
        site.installation.clock.advance(SignedDuration::from_hours(1));
        site.run_jobs().await;
    }
    assert_eq!(mails(&site, "receipt", &customer.email).len(), 1);
    assert_eq!(site.installation.stub.charges()[0].state, ChargeState::Approved);
    let customer = Customer::log_in(&site, &customer.email, PASSWORD).await;
    assert_eq!(customer.wallet().await.len(), 1);
}

/// The account was deleted, and with the order, the gift's recipient.
#[tokio::test]
async fn charge_found_after_a_manual_failure_is_reversed() {
    let (site, customer) = unanswered().await;
    let gift = json!({"productId": 101, "isGift": true, "giftedEmail": "bob@example.com"});
    let id = pending(&customer, "key", json!({"products": [gift]})).await;
    a_bad_day(&site).await;
    Customer::log_in(&site, &customer.email, PASSWORD).await.leave().await;
    let owner = site.owner().await;
    let found = json!({"approved": false});
    let settled = owner
        .post(&format!("/admin/orders/{id}/settlement"), found)
        .await
        .succeeded();
    assert_eq!(settled["state"], "failed");
    for _ in 0..2 {
        site.installation.clock.advance(SignedDuration::from_hours(1));
        site.run_jobs().await;
    }
    assert_eq!(site.installation.stub.charges()[0].state, ChargeState::Voided);
}

#[tokio::test]
async fn transaction_pays_for_one_order() {
    let (site, customer, owner, first) = unknown(TIMED_OUT_CARD, wash()).await;
    let settle = |id: &str| format!("/admin/orders/{id}/settlement");
    owner.post(&settle(&first), console(&site)).await.succeeded();
    let second = pending(&customer, "second", wash()).await;
    let refusal = owner.post(&settle(&second), console(&site)).await;
    let refusal = refusal.refused(422, "invalid_fields");
    assert!(refusal["fields"]["transaction"].is_string(), "{refusal}");
    assert_eq!(customer.wallet().await.len(), 1);
    let own = &site.installation.stub.charges()[1];
    let found = json!({"approved": true, "transaction": own.id, "code": own.auth_code});
    assert_eq!(owner.post(&settle(&second), found).await.succeeded()["state"], "paid");
}

/// The processor's response takes precedence over manual input where it can be looked up.
#[tokio::test]
async fn manual_approval_is_checked_where_a_lookup_exists() {
    for processor in PROCESSORS.into_iter().filter(|name| *name != "exacthosted") {
        let site = Installation::new().await.site_through(processor).await;
        let customer = site.customer().await.confirmed().await;
        let customer = customer.with_card_number(FORGED_CARD).await;
        let id = pending(&customer, "forged", wash()).await;
        let owner = site.owner().await;
        let settlement = format!("/admin/orders/{id}/settlement");
        let refusal = owner.post(&settlement, console(&site)).await;
        let refusal = refusal.refused(422, "invalid_fields");
        assert!(refusal["fields"]["approved"].is_string(), "{processor}: {refusal}");
        let stub = &site.installation.stub;
        stub.set_manners(|manners| manners.broken = true);
        owner
            .post(&settlement, console(&site))
            .await
            .refused(503, "processor_unavailable");
        stub.set_manners(|manners| manners.broken = false);
        assert_eq!(
            customer.get("/users/wallet").await.succeeded(),
            json!([]),
            "{processor}"
        );
        let settled = owner.post(&settlement, json!({"approved": false})).await.succeeded();
        assert_eq!(settled["state"], "failed", "{processor}");
    }
}

#[tokio::test]
async fn mistyped_transaction_is_corrected_by_the_lookup() {
    let (site, customer) = unanswered().await;
    let id = pending(&customer, "key", wash()).await;
    let owner = site.owner().await;
    let typed = json!({"approved": true, "transaction": "999-0_9", "code": "T0"});
    let settled = owner
        .post(&format!("/admin/orders/{id}/settlement"), typed)
        .await
        .succeeded();
    let charge = &site.installation.stub.charges()[0];
    assert_eq!(
        (&settled["state"], &settled["code"]),
        (&json!("paid"), &json!(charge.auth_code))
    );
    let stored: Vec<(String,)> = site.rows("SELECT processor_transaction FROM payments").await;
    assert_eq!(stored[0].0, charge.id);
}

#[tokio::test]
async fn approval_of_a_charge_voided_in_the_dashboard_is_rejected() {
    let (site, customer) = unanswered().await;
    let id = pending(&customer, "key", wash()).await;
    let owner = site.owner().await;
    let stub = &site.installation.stub;
    stub.void_by_hand(&stub.charges()[0]).unwrap();
    let settlement = format!("/admin/orders/{id}/settlement");
    let refusal = owner.post(&settlement, console(&site)).await;
    let refusal = refusal.refused(422, "invalid_fields");
    assert!(refusal["fields"]["approved"].is_string(), "{refusal}");
    let settled = owner.post(&settlement, json!({"approved": false})).await.succeeded();
    assert_eq!(settled["state"], "failed");
    assert_eq!(customer.wallet().await, [] as [Value; 0]);
}
