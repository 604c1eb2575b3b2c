use paystub::ChargeState;
use serde_json::{Value, json};

use crate::support::mailbox::mails;
use crate::support::{Customer, Installation, TestSite};

/// An order of two washes, a bundle and a mug, paid; answers its `transRecordId`.
pub(super) async fn bought(customer: &Customer) -> String {
    let address = json!({"first": "Ada", "last": "Byron", "address1": "1 Main St", "city": "Phoenix", "state": "AZ",
        "zipCode": "85004"});
    let products = [101, 101, 201, 501].map(|id| json!({"productId": id}));
    let order = json!({"products": products, "address": address});
    let result = customer.post_once("/orders", "order", order).await.succeeded();
    assert_eq!(result["approved"], true);
    result["transRecordId"].as_str().unwrap().to_owned()
}

pub(super) async fn house() -> (TestSite, Customer, Customer) {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    let owner = site.owner().await;
    (site, customer, owner)
}

async fn lines(owner: &Customer, order: &str) -> Vec<Value> {
    let detail = owner.get(&format!("/admin/orders/{order}")).await.succeeded();
    detail["lines"].as_array().unwrap().clone()
}

/// Stock of mugs.
async fn mugs(customer: &Customer) -> i64 {
    let goods = customer.get("/products/merchandise").await.succeeded();
    goods[1]["stock"].as_i64().unwrap()
}

#[tokio::test]
async fn refunded_line_is_reversed_with_its_items() {
    let (site, customer, owner) = house().await;
    let order = bought(&customer).await;
    let sold = lines(&owner, &order).await;
    let mug = sold[3]["lineId"].clone();
    assert_eq!(sold[3]["address"]["zipCode"], "85004");
    let refund = format!("/admin/orders/{order}/refund");
    let body = json!({"lines": [sold[0]["lineId"], mug]});
    let done = owner.post_once(&refund, "first", body.clone()).await.succeeded();
    // 12.00 and 9.00 with 8.6 % and 9 %.
    assert_eq!(
        (&done["state"], &done["kind"], &done["amount"]),
        (&json!("done"), &json!("refund"), &json!(1303 + 981))
    );
    assert_eq!(
        owner.post_once(&refund, "first", body.clone()).await.succeeded(),
        done,
        "once"
    );
    owner
        .post_once(&refund, "first", json!({"lines": [mug]}))
        .await
        .refused(422, "key_reused");
    owner
        .post_once(&refund, "again", body)
        .await
        .refused(422, "invalid_fields");

    assert_eq!(site.installation.stub.charges()[0].refunded, 1303 + 981);
    let wallet = customer.get("/users/wallet").await.succeeded();
    assert_eq!(
        wallet.as_array().unwrap().len(),
        4,
        "one wash and the three of the bundle"
    );
    assert_eq!(mugs(&customer).await, 2, "the mug is back");
    let listed = owner.get("/admin/orders").await.succeeded();
    assert_eq!(listed["items"][0]["givenBack"], 1303 + 981);
    let accept = [("Accept", "text/csv")];
    owner.unlock().await;
    let table = owner
        .send(reqwest::Method::GET, "/admin/orders", None, &accept)
        .await
        .text;
    let mut rows = table.lines();
    let (header, row) = (rows.next().unwrap(), rows.next().unwrap());
    // From the end, because product names before it contain commas.
    let column = header.rsplit(',').position(|name| name == "givenBack").unwrap();
    // Eight in the morning at the site.
    assert!(row.contains(",2026-11-20T08:") && row.contains("-07:00,"), "{table}");
    assert_eq!(row.rsplit(',').nth(column), Some("22.84"), "{table}");
    let purchases = customer.get("/users/purchases").await.succeeded();
    assert_eq!(purchases[0]["state"], "partially_refunded");
    let states: Vec<_> = lines(&owner, &order)
        .await
        .iter()
        .map(|line| line["fulfillmentState"].clone())
        .collect();
    assert_eq!(states, [json!(null), json!(null), json!(null), json!("cancelled")]);
    site.run_jobs().await;
    let told = mails(&site, "refund", &customer.email);
    assert!(told.len() == 1 && told[0].contains("$22.84"), "{told:?}");

    // The rest of it.
    let rest = owner
        .post_once(&format!("/admin/orders/{order}/void"), "rest", json!({}))
        .await
        .succeeded();
    assert_eq!(
        (&rest["state"], &rest["kind"]),
        (&json!("done"), &json!("refund")),
        "a part went back before"
    );
    assert_eq!(customer.get("/users/wallet").await.succeeded(), json!([]));
    assert_eq!(
        customer.get("/users/purchases").await.succeeded()[0]["state"],
        "refunded"
    );
}

#[tokio::test]
async fn order_is_voided_on_its_day_and_refunded_later() {
    let (site, customer, owner) = house().await;
    let order = bought(&customer).await;
    let void = format!("/admin/orders/{order}/void");
    let done = owner.post_once(&void, "key", json!({})).await.succeeded();
    assert_eq!((&done["state"], &done["kind"]), (&json!("done"), &json!("void")));
    assert_eq!(site.installation.stub.charges()[0].state, ChargeState::Voided);
    assert_eq!(customer.get("/users/purchases").await.succeeded()[0]["state"], "voided");
    owner
        .post_once(&void, "other", json!({}))
        .await
        .refused(422, "invalid_fields");

    let body = json!({"products": [{"productId": 101}]});
    let second = customer.post_once("/orders", "second", body).await.succeeded();
    site.installation.clock.advance(jiff::SignedDuration::from_hours(24));
    let void = format!("/admin/orders/{}/void", second["transRecordId"].as_str().unwrap());
    let owner = Customer::log_in(&site, &owner.email, crate::support::PASSWORD).await;
    let done = owner.post_once(&void, "key2", json!({})).await.succeeded();
    assert_eq!((&done["state"], &done["kind"]), (&json!("done"), &json!("refund")));
}

#[tokio::test]
async fn silent_processor_leaves_everything_unchanged() {
    let (site, customer, owner) = house().await;
    let order = bought(&customer).await;
    let sold = lines(&owner, &order).await;
    site.installation.stub.stop().await;
    let refund = format!("/admin/orders/{order}/refund");
    let done = owner
        .post_once(&refund, "key", json!({"lines": [sold[0]["lineId"]]}))
        .await
        .succeeded();
    assert_eq!(done["state"], "declined", "{done}");
    assert_eq!(customer.wallet().await.len(), 5);
    assert_eq!(customer.get("/users/purchases").await.succeeded()[0]["state"], "paid");
    assert_eq!(lines(&owner, &order).await[0]["refunded"], 0);
}

#[tokio::test]
async fn unknown_refund_needs_review() {
    let (site, customer, owner) = house().await;
    let order = bought(&customer).await;
    let sold = lines(&owner, &order).await;
    site.installation.stub.set_manners(|manners| manners.broken = true);
    let refund = format!("/admin/orders/{order}/refund");
    let body = json!({"lines": [sold[0]["lineId"]]});
    let open = owner.post_once(&refund, "key", body.clone()).await.succeeded();
    assert_eq!(open["state"], "unknown", "{open}");
    site.installation.stub.set_manners(|manners| manners.broken = false);
    owner.post_once(&refund, "next", body).await.refused(409, "in_progress");
    assert_eq!(customer.wallet().await.len(), 4, "not usable meanwhile");

    let settle = format!("/admin/orders/{order}/reversals/{}", open["reversalId"]);
    let settled = owner.post(&settle, json!({"done": false})).await.succeeded();
    assert_eq!(settled["state"], "declined");
    assert_eq!(customer.wallet().await.len(), 5);
    owner.post(&settle, json!({"done": true})).await.refused(409, "taken");
}

#[tokio::test]
async fn only_staff_can_refund() {
    let (_site, customer, owner) = house().await;
    let order = bought(&customer).await;
    let line = lines(&owner, &order).await[0]["lineId"].clone();
    for (path, body) in [
        (format!("/admin/orders/{order}/refund"), json!({"lines": [line]})),
        (format!("/admin/orders/{order}/void"), json!({})),
        (format!("/admin/orders/{order}/reversals/1"), json!({"done": true})),
        (
            format!("/admin/orders/{order}/lines/{line}/fulfillment"),
            json!({"state": "packed"}),
        ),
    ] {
        customer.post(&path, body).await.refused(403, "not_admin");
    }
    for path in ["/admin/orders".to_owned(), format!("/admin/orders/{order}")] {
        customer.get(&path).await.refused(403, "not_admin");
    }
    for lines in [json!([]), json!([999_999]), json!([line, line])] {
        let refund = format!("/admin/orders/{order}/refund");
        owner
            .post(&refund, json!({"lines": lines}))
            .await
            .refused(422, "invalid_fields");
    }
}

#[tokio::test]
async fn merchandise_ships_and_returns() {
    let (site, customer, owner) = house().await;
    let order = bought(&customer).await;
    let sold = lines(&owner, &order).await;
    let way = |line: &Value| format!("/admin/orders/{order}/lines/{line}/fulfillment");
    let mug = way(&sold[3]["lineId"]);
    owner
        .post(&mug, json!({"state": "delivered"}))
        .await
        .refused(422, "invalid_fields");
    owner
        .post(&mug, json!({"state": "lost"}))
        .await
        .refused(400, "malformed");
    owner
        .post(&way(&sold[0]["lineId"]), json!({"state": "packed"}))
        .await
        .refused(404, "not_found");
    owner.post(&mug, json!({"state": "packed"})).await.succeeded();
    owner
        .post(&mug, json!({"state": "shipped", "carrier": "Post", "tracking": "1Z"}))
        .await
        .succeeded();
    owner.post(&mug, json!({"state": "shipped"})).await.succeeded();
    let shown = lines(&owner, &order).await[3].clone();
    assert_eq!((&shown["carrier"], &shown["tracking"]), (&json!("Post"), &json!("1Z")));
    let refund = format!("/admin/orders/{order}/refund");
    let body = json!({"lines": [sold[3]["lineId"]]});
    owner.post_once(&refund, "1", body).await.refused(422, "invalid_fields");
    let insisted = json!({"lines": [sold[3]["lineId"]], "override": true});
    let refusal = owner
        .post_once(&refund, "2", insisted)
        .await
        .refused(422, "invalid_fields");
    assert!(refusal["fields"]["reason"].is_string(), "{refusal}");
    let insisted = json!({"lines": [sold[3]["lineId"]], "override": true, "reason": "  Lost on\nits way "});
    assert_eq!(
        owner.post_once(&refund, "2", insisted).await.succeeded()["state"],
        "done"
    );
    let audited: Vec<(String,)> = site
        .rows("SELECT detail ->> 'override' FROM audit WHERE action = 'order_reversal_begun'")
        .await;
    assert_eq!(audited, [("Lost on its way".to_owned(),)]);
    assert_eq!(mugs(&customer).await, 1, "it is not here");
    for _ in 0..2 {
        owner.post(&mug, json!({"state": "returned"})).await.succeeded();
        assert_eq!(mugs(&customer).await, 2, "it is here again, and its money is not");
    }
}

#[tokio::test]
async fn returned_merchandise_is_for_sale_once_refunded() {
    let (_site, customer, owner) = house().await;
    let order = bought(&customer).await;
    let line = lines(&owner, &order).await[3]["lineId"].clone();
    let way = format!("/admin/orders/{order}/lines/{line}/fulfillment");
    for state in ["shipped", "delivered", "returned"] {
        owner.post(&way, json!({ "state": state })).await.succeeded();
        assert_eq!(mugs(&customer).await, 1, "{state}");
    }
    let refund = format!("/admin/orders/{order}/refund");
    let body = json!({"lines": [line]});
    assert_eq!(
        owner.post_once(&refund, "1", body.clone()).await.succeeded()["state"],
        "done"
    );
    assert_eq!(mugs(&customer).await, 2);
    owner.post_once(&refund, "2", body).await.refused(422, "invalid_fields");
    owner.post(&way, json!({"state": "returned"})).await.succeeded();
    assert_eq!(mugs(&customer).await, 2);
    assert_eq!(lines(&owner, &order).await[3]["fulfillmentState"], "returned");
}

#[tokio::test]
async fn canceled_merchandise_is_refunded() {
    let (site, customer, owner) = house().await;
    let order = bought(&customer).await;
    let line = lines(&owner, &order).await[3]["lineId"].clone();
    let way = format!("/admin/orders/{order}/lines/{line}/fulfillment");
    assert_eq!(owner.post(&way, json!({"state": "cancelled"})).await.succeeded(), true);
    assert_eq!(site.installation.stub.charges()[0].refunded, 981);
    assert_eq!(lines(&owner, &order).await[3]["fulfillmentState"], "cancelled");
}

#[tokio::test]
async fn gift_card_refund_returns_its_load() {
    let (site, customer, owner) = house().await;
    let body = json!({"products": [{"productId": 401}]});
    let order = customer.post_once("/orders", "card", body).await.succeeded();
    let order = order["transRecordId"].as_str().unwrap();
    let line = lines(&owner, order).await[0]["lineId"].clone();
    let refund = format!("/admin/orders/{order}/refund");
    let body = json!({"lines": [line]});
    // While the processor is unreachable, the card stays unchanged.
    site.installation.stub.set_manners(|manners| manners.broken = true);
    let open = owner.post_once(&refund, "1", body.clone()).await.succeeded();
    assert_eq!(open["state"], "unknown", "{open}");
    site.installation.stub.set_manners(|manners| manners.broken = false);
    let settle = format!("/admin/orders/{order}/reversals/{}", open["reversalId"]);
    owner.post(&settle, json!({"done": false})).await.succeeded();

    let done = owner.post_once(&refund, "2", body).await.succeeded();
    assert_eq!((&done["state"], &done["amount"]), (&json!("done"), &json!(5000)));
    assert_eq!(customer.get("/users/purchases").await.succeeded()[0]["state"], "voided");
}

#[tokio::test]
async fn refunded_gift_belongs_to_no_one() {
    let (site, customer, owner) = house().await;
    let gift = json!({"productId": 101, "isGift": true, "giftedEmail": "bob@example.com"});
    let order = customer
        .post_once("/orders", "gift", json!({"products": [gift]}))
        .await
        .succeeded();
    let order = order["transRecordId"].as_str().unwrap();
    let done = owner
        .post_once(&format!("/admin/orders/{order}/void"), "1", json!({}))
        .await
        .succeeded();
    assert_eq!(done["state"], "done");
    let bob = site.customer_with_email("bob@example.com").await.confirmed().await;
    assert_eq!(bob.get("/users/wallet").await.succeeded(), json!([]));
}
