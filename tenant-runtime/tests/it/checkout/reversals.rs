//! Effects of reversals, and failed reversals.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::{Customer, Installation, PASSWORD, TestSite};

async fn house() -> (TestSite, Customer, Customer) {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    let owner = site.owner().await;
    (site, customer, owner)
}

/// An order of these products, paid; answers its path in the back office.
async fn bought(customer: &Customer, products: Value) -> String {
    let address = json!({"first": "Ada", "last": "Byron", "address1": "1 Main St", "city": "Phoenix", "state": "AZ",
        "zipCode": "85004"});
    let order = json!({"products": products, "address": address});
    let result = customer
        .post_once("/orders", &products.to_string(), order)
        .await
        .succeeded();
    assert_eq!(result["approved"], true, "{result}");
    format!("/admin/orders/{}", result["transRecordId"].as_str().unwrap())
}

async fn lines(owner: &Customer, order: &str) -> Vec<Value> {
    owner.get(order).await.succeeded()["lines"].as_array().unwrap().clone()
}

async fn mugs(customer: &Customer) -> Value {
    customer.get("/products/merchandise").await.succeeded()[1]["stock"].clone()
}

/// Makes a request with an unknown outcome; returns the address to settle it.
async fn unanswered(owner: &Customer, order: &str, path: &str, body: Value) -> String {
    let stub = &owner.site.installation.stub;
    stub.set_manners(|manners| manners.broken = true);
    let open = owner.post(&format!("{order}/{path}"), body).await.succeeded();
    assert_eq!(open["state"], "unknown", "{open}");
    stub.set_manners(|manners| manners.broken = false);
    format!("{order}/reversals/{}", open["reversalId"])
}

#[tokio::test]
async fn refund_leaves_other_lines_unchanged() {
    let (site, customer, owner) = house().await;
    let order = bought(&customer, json!([{"productId": 501}, {"productId": 502}])).await;
    let mug = lines(&owner, &order).await[0]["lineId"].clone();
    owner
        .post(&format!("{order}/refund"), json!({"lines": [mug]}))
        .await
        .succeeded();
    let states: Vec<_> = lines(&owner, &order)
        .await
        .iter()
        .map(|line| (line["fulfillmentState"].clone(), line["refunded"].clone()))
        .collect();
    assert_eq!(states, [(json!("cancelled"), json!(981)), (json!("queued"), json!(0))]);
    let sweeps: Vec<(i64,)> = site
        .rows("SELECT id FROM jobs WHERE kind = 'checkout.sweep_reversal'")
        .await;
    assert_eq!(sweeps, [], "nothing is left to find out");
    owner
        .post(&format!("{order}/lines/2/fulfillment"), json!({"state": "packed"}))
        .await
        .succeeded();
    let moved: Vec<(String, i64, String)> = site
        .rows(r#"SELECT actor, detail ->> 'line', "after" ->> 'state' FROM audit WHERE action = 'goods_moved'"#)
        .await;
    assert_eq!(moved, [("customer:2".to_owned(), 2, "packed".to_owned())]);
}

/// As a process that died would have left the only reversal.
async fn cut_off(site: &TestSite) {
    let tenant = site.tenant().await;
    let mut db = tenant.write().await.unwrap();
    sqlx::query("UPDATE checkout_reversals SET state = 'initiated'")
        .execute(db.conn())
        .await
        .unwrap();
    db.commit().await.unwrap();
}

/// Lets this many minutes pass, with the work that is due.
async fn minutes(site: &TestSite, count: i64) {
    for _ in 0..count {
        site.installation.clock.advance(SignedDuration::from_mins(1));
        site.run_jobs().await;
    }
}

#[tokio::test]
async fn interrupted_reversal_needs_review_only_without_a_lookup() {
    let site = Installation::new().await.site_through("exacthosted").await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    let owner = site.owner().await;
    let order = bought(&customer, json!([{"productId": 101}])).await;
    let settle = unanswered(&owner, &order, "void", json!({})).await;
    cut_off(&site).await;
    owner.post(&settle, json!({"done": false})).await.refused(409, "taken");
    minutes(&site, 5).await;
    assert_eq!(owner.get(&order).await.succeeded()["reversals"][0]["state"], "unknown");
    assert_eq!(
        owner.post(&settle, json!({"done": false})).await.succeeded()["state"],
        "declined"
    );
    assert_eq!(customer.wallet().await.len(), 1);
}

/// A refund of one of two washes; answers its order.
async fn refunded_in_part(site: &TestSite, customer: &Customer, owner: &Customer, is_made: bool) -> String {
    let order = bought(customer, json!([{"productId": 101}, {"productId": 101}])).await;
    let wash = lines(owner, &order).await[0]["lineId"].clone();
    let stub = &site.installation.stub;
    stub.set_manners(|manners| (manners.broken, manners.loses_reversals) = (!is_made, is_made));
    let open = owner
        .post(&format!("{order}/refund"), json!({"lines": [wash]}))
        .await
        .succeeded();
    assert_eq!(open["state"], "unknown", "{open}");
    stub.set_manners(|manners| (manners.broken, manners.loses_reversals) = (false, false));
    cut_off(site).await;
    order
}

#[tokio::test]
async fn interrupted_refund_is_settled_by_a_lookup() {
    for processor in ["moneris", "moneris_deprecated", "worldpay", "ips"] {
        for is_made in [true, false] {
            let site = Installation::new().await.site_through(processor).await;
            let customer = site.customer().await.confirmed().await.with_card().await;
            let owner = site.owner().await;
            let order = refunded_in_part(&site, &customer, &owner, is_made).await;
            minutes(&site, 5).await;
            let detail = owner.get(&order).await.succeeded();
            let expected = if is_made {
                ("done", "partially_refunded", 1303)
            } else {
                ("declined", "paid", 0)
            };
            assert_eq!(
                (
                    &detail["reversals"][0]["state"],
                    &detail["state"],
                    &detail["payment"]["refunded"]
                ),
                (&json!(expected.0), &json!(expected.1), &json!(expected.2)),
                "{processor}, made: {is_made}"
            );
            let left = customer.wallet().await.len();
            assert_eq!(left, if is_made { 1 } else { 2 }, "{processor}, made: {is_made}");
            // The next one isn't blocked.
            let rest = owner.post(&format!("{order}/void"), json!({})).await.succeeded();
            assert_eq!(rest["state"], "done", "{processor}, made: {is_made}");
            let charge = site.installation.stub.charges()[0].clone();
            let reversed = if charge.state == paystub::ChargeState::Voided {
                charge.amount
            } else {
                charge.refunded
            };
            assert_eq!(reversed, 2606, "{processor}, made: {is_made}");
        }
    }
}

#[tokio::test]
async fn interrupted_void_is_completed() {
    for is_made in [true, false] {
        let (site, customer, owner) = house().await;
        let order = bought(&customer, json!([{"productId": 101}])).await;
        let stub = &site.installation.stub;
        stub.set_manners(|manners| (manners.broken, manners.loses_reversals) = (!is_made, is_made));
        let open = owner.post(&format!("{order}/void"), json!({})).await.succeeded();
        assert_eq!(open["state"], "unknown", "{open}");
        stub.set_manners(|manners| (manners.broken, manners.loses_reversals) = (false, false));
        cut_off(&site).await;
        minutes(&site, 5).await;
        let detail = owner.get(&order).await.succeeded();
        assert_eq!(
            (&detail["reversals"][0]["state"], &detail["state"]),
            (&json!("done"), &json!("voided"))
        );
        assert_eq!(site.installation.stub.reversals().len(), 1, "made: {is_made}");
    }
}

/// The processor's result takes precedence over manual input where it can be looked up.
#[tokio::test]
async fn completed_refund_is_not_settled_as_missing() {
    let (site, customer, owner) = house().await;
    let order = bought(&customer, json!([{"productId": 101}])).await;
    let stub = &site.installation.stub;
    stub.set_manners(|manners| manners.loses_reversals = true);
    let open = owner.post(&format!("{order}/void"), json!({})).await.succeeded();
    stub.set_manners(|manners| manners.loses_reversals = false);
    let settle = format!("{order}/reversals/{}", open["reversalId"]);
    let settled = owner.post(&settle, json!({"done": false})).await.succeeded();
    assert_eq!(settled["state"], "done");
    assert_eq!(customer.get("/users/wallet").await.succeeded(), json!([]));
}

/// Two refunds of one amount, of a processor that numbers refunds by their charge.
#[tokio::test]
async fn refund_indistinguishable_from_another_needs_review() {
    let (site, customer, owner) = house().await;
    let order = bought(
        &customer,
        json!([{"productId": 101}, {"productId": 101}, {"productId": 201}]),
    )
    .await;
    let washes = lines(&owner, &order).await;
    owner
        .post(&format!("{order}/refund"), json!({"lines": [washes[0]["lineId"]]}))
        .await
        .succeeded();
    let second = json!({"lines": [washes[1]["lineId"]]});
    unanswered(&owner, &order, "refund", second).await;
    minutes(&site, 5).await;
    let detail = owner.get(&order).await.succeeded();
    assert_eq!(detail["reversals"][1]["state"], "unknown", "{detail}");
    assert_eq!(site.installation.stub.charges()[0].refunded, 1303);
}

#[tokio::test]
async fn returned_merchandise_is_for_sale_once_its_refund_is_confirmed() {
    let (_site, customer, owner) = house().await;
    let order = bought(&customer, json!([{"productId": 501}])).await;
    let way = format!("{order}/lines/1/fulfillment");
    owner.post(&way, json!({"state": "shipped"})).await.succeeded();
    let insisted = json!({"lines": [1], "override": true, "reason": "Broken"});
    let settle = unanswered(&owner, &order, "refund", insisted).await;
    owner.post(&way, json!({"state": "returned"})).await.succeeded();
    assert_eq!(mugs(&customer).await, 1, "nobody knows yet");
    owner.post(&settle, json!({"done": true})).await.succeeded();
    assert_eq!(mugs(&customer).await, 2);
}

#[tokio::test]
async fn gift_of_a_failed_refund_stays_with_its_recipient() {
    let (site, customer, owner) = house().await;
    let gift = json!([{"productId": 101, "isGift": true, "giftedEmail": "bob@example.com"}]);
    let order = bought(&customer, gift).await;
    let settle = unanswered(&owner, &order, "void", json!({})).await;
    owner.post(&settle, json!({"done": false})).await.succeeded();
    let bob = site.customer_with_email("bob@example.com").await.confirmed().await;
    assert_eq!(bob.wallet().await.len(), 1);
}

/// `suds site check` looks for the address at the end.
#[tokio::test]
async fn address_of_a_deleted_customer_is_erased_with_the_refund() {
    let (site, customer, owner) = house().await;
    let order = bought(&customer, json!([{"productId": 502}])).await;
    customer.leave().await;
    let done = owner.post(&format!("{order}/void"), json!({})).await.succeeded();
    assert_eq!(done["state"], "done");
    let left: Vec<(i64,)> = site.rows("SELECT COUNT(*) FROM checkout_addresses").await;
    assert_eq!(left, [(0,)]);
}

/// The processor isn't called if nothing is left to refund.
#[tokio::test]
async fn spent_gift_card_refunds_nothing() {
    let (site, customer, owner) = house().await;
    let result = customer
        .post_once("/orders", "card", json!({"products": [{"productId": 401}]}))
        .await
        .succeeded();
    let order = format!("/admin/orders/{}", result["transRecordId"].as_str().unwrap());
    site.spend_gift_card(1, 5500).await;
    site.installation.stub.stop().await;
    let done = owner.post(&format!("{order}/void"), json!({})).await.succeeded();
    assert_eq!((&done["state"], &done["amount"]), (&json!("done"), &json!(0)));
    let customer = Customer::log_in(&site, &customer.email, PASSWORD).await;
    assert_eq!(
        customer.get("/users/purchases").await.succeeded()[0]["state"],
        "partially_refunded"
    );
}
