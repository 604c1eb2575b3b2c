//! Points for purchases, and back.

use serde_json::{Value, json};
use tenant_runtime::http::Role;

use super::{entries, entry, points, site};
use crate::support::{Customer, Installation, TestSite};

/// Buys; answers the `transRecordId`.
async fn buy(customer: &Customer, key: &str, products: &[i64]) -> String {
    let address = json!({"first": "Ada", "last": "Byron", "address1": "1 Main St", "city": "Phoenix", "state": "AZ",
        "zipCode": "85004"});
    let products: Vec<_> = products.iter().map(|id| json!({"productId": id})).collect();
    let order = json!({"products": products, "address": address});
    let result = customer.post_once("/orders", key, order).await.succeeded();
    assert_eq!(result["approved"], true, "{result}");
    result["transRecordId"].as_str().unwrap().to_owned()
}

async fn ada(site: &TestSite) -> Customer {
    site.customer().await.confirmed().await.with_card().await
}

#[tokio::test]
async fn purchase_earns_points_for_its_net_price_once() {
    let site = site().await;
    let ada = ada(&site).await;
    assert_eq!(
        ada.get("/users/points").await.succeeded(),
        json!({"current_points": 0, "point_goal": 10_000, "widget_title": "Your next free wash"})
    );
    // Two washes, a bundle, which gives none, and a mug.
    buy(&ada, "first", &[101, 102, 201, 501]).await;
    buy(&ada, "first", &[101, 102, 201, 501]).await;
    let earned = [
        entry("earn", 1200, "order_line:1"),
        entry("earn", 2000, "order_line:2"),
        entry("earn", 900, "order_line:4"),
    ];
    assert_eq!(entries(&site).await, earned);
    assert_eq!(points(&ada).await, 4100);

    let card = json!({"products": [{"productId": 401}]});
    ada.post_once("/orders", "card", card).await.succeeded();
    assert_eq!(points(&ada).await, 4100, "a gift card gives points when it is spent");
}

#[tokio::test]
async fn disabled_program_awards_no_points() {
    let site = Installation::new().await.site().await;
    let ada = ada(&site).await;
    buy(&ada, "first", &[101]).await;
    assert_eq!(entries(&site).await, []);
}

#[tokio::test]
async fn refund_deducts_the_points_of_its_lines() {
    let site = site().await;
    let ada = ada(&site).await;
    let owner = site.owner().await;
    let order = buy(&ada, "first", &[101, 102, 201]).await;
    let refund = format!("/admin/orders/{order}/refund");
    let of_lines = |lines: Value| json!({ "lines": lines });
    owner
        .post_once(&refund, "one", of_lines(json!([1, 3])))
        .await
        .succeeded();
    owner
        .post_once(&refund, "one", of_lines(json!([1, 3])))
        .await
        .succeeded();
    assert_eq!(points(&ada).await, 2000);

    // Including spent ones: the balance is earned again first.
    site.change("INSERT INTO loyalty_points (customer_id, kind, points, created_at) VALUES (1, 'award', -1500, 0)")
        .await;
    owner.post_once(&refund, "two", of_lines(json!([2]))).await.succeeded();
    assert_eq!(points(&ada).await, -1500);
    buy(&ada, "second", &[101]).await;
    assert_eq!(points(&ada).await, -300);
    let taken: Vec<_> = entries(&site)
        .await
        .into_iter()
        .filter(|(kind, ..)| kind == "reverse")
        .collect();
    assert_eq!(
        taken,
        [
            entry("reverse", -1200, "order_line:1"),
            entry("reverse", -2000, "order_line:2")
        ]
    );
}

#[tokio::test]
async fn each_club_period_earns_points() {
    let site = site().await;
    let ada = ada(&site).await;
    let vehicle =
        json!({"make": "Volvo", "model": "240", "year": "1988", "license": "SUDS 1", "color": "Teal", "state": "AZ"});
    ada.post("/users/vehicle", vehicle).await.succeeded();
    let join = json!({"products": [{"productId": 301}], "acceptedTerms": true});
    ada.post_once("/orders", "join", join).await.succeeded();
    assert_eq!(points(&ada).await, 900, "what the first month costs");
    site.run_jobs().await;
    site.installation
        .clock
        .advance(jiff::SignedDuration::from_hours(31 * 24));
    site.run_jobs().await;
    let earned = [entry("earn", 900, "order_line:1"), entry("earn", 2500, "order_line:2")];
    assert_eq!(entries(&site).await, earned);
}

#[tokio::test]
async fn merchant_sets_what_earns_points() {
    let site = site().await;
    let ada = ada(&site).await;
    let (manager, attendant) = (site.staff(Role::Manager).await, site.staff(Role::Attendant).await);
    let mut settings = attendant.get("/loyalty/settings").await.succeeded();
    settings.as_object_mut().unwrap().remove("version");
    assert_eq!(
        settings["earningTypes"],
        json!(["AppWash", "AppClub", "Swag", "AirPay"])
    );
    settings["earningTypes"] = json!(["AppBundle"]);
    settings["pointsPerUnit"] = json!(7);
    settings["pointGoal"] = json!(5000);
    settings["widgetTitle"] = json!("Bubbles to go");
    settings["referralPoints"] = json!(500);
    attendant
        .save("/loyalty/settings", settings.clone())
        .await
        .refused(403, "not_admin");
    let mut set = manager.save("/loyalty/settings", settings.clone()).await.succeeded();
    assert_eq!(attendant.get("/loyalty/settings").await.succeeded(), set);
    set.as_object_mut().unwrap().remove("version");
    assert_eq!(set, settings);
    let told = site.visitor().get("/merchant").await.succeeded();
    assert_eq!(told["referralPoints"], 500);
    settings["pointGoal"] = json!(0);
    let refused = manager
        .save("/loyalty/settings", settings)
        .await
        .refused(422, "invalid_fields");
    assert!(refused["fields"]["pointGoal"].is_string(), "{refused}");

    buy(&ada, "first", &[101, 201]).await;
    assert_eq!(
        ada.get("/users/points").await.succeeded(),
        json!({"current_points": 210, "point_goal": 5000, "widget_title": "Bubbles to go"})
    );
}

#[tokio::test]
async fn staff_add_and_deduct_points_with_a_reason() {
    let site = site().await;
    let ada = ada(&site).await;
    let (manager, attendant) = (site.staff(Role::Manager).await, site.staff(Role::Attendant).await);
    let path = "/admin/customers/1/points";
    let give = json!({"points": 500, "reason": "A rainy day"});
    ada.post(path, give.clone()).await.refused(403, "not_admin");
    attendant.post(path, give.clone()).await.refused(403, "not_admin");
    for _ in 0..2 {
        let given = manager.post_once(path, "rain", give.clone()).await.succeeded();
        assert_eq!(given, json!({"currentPoints": 500}), "once");
    }
    let mut most = json!({"points": -501, "reason": "A mistake"});
    let refused = manager.post(path, most.clone()).await.refused(422, "invalid_fields");
    assert_eq!(
        refused["fields"]["points"],
        "The customer doesn't have that many points."
    );
    most["points"] = json!(-200);
    manager.post(path, most).await.succeeded();
    manager
        .post(path, json!({"points": 5, "reason": " "}))
        .await
        .refused(422, "invalid_fields");
    manager
        .post("/admin/customers/2/points", give.clone())
        .await
        .refused(403, "not_admin");
    manager
        .post("/admin/customers/99/points", give)
        .await
        .refused(404, "not_found");

    let page = attendant.get(&format!("{path}?limit=1")).await.succeeded();
    assert_eq!(
        (&page["currentPoints"], &page["items"][0]["points"]),
        (&json!(300), &json!(-200))
    );
    let next = page["nextCursor"].as_str().unwrap();
    let page = attendant.get(&format!("{path}?cursor={next}")).await.succeeded();
    assert_eq!(
        (&page["items"][0]["points"], &page["nextCursor"]),
        (&json!(500), &Value::Null)
    );
    let audited: Vec<(String, String)> = site
        .rows("SELECT actor, detail FROM audit WHERE action = 'points_adjusted' ORDER BY id")
        .await;
    assert_eq!(audited.len(), 2);
    assert!(audited[0].1.contains("A rainy day"), "{audited:?}");
}

#[tokio::test]
async fn points_expire_with_their_account() {
    let site = site().await;
    let ada = ada(&site).await;
    let owner = site.owner().await;
    let order = buy(&ada, "first", &[101]).await;
    ada.leave().await;
    let lapsed = [entry("earn", 1200, "order_line:1"), entry("expire", -1200, "")];
    assert_eq!(entries(&site).await, lapsed);
    owner
        .post_once(&format!("/admin/orders/{order}/void"), "void", json!({}))
        .await
        .succeeded();
    assert_eq!(entries(&site).await, lapsed, "there is nothing to take back any more");
    owner.get("/admin/customers/1/points").await.refused(404, "not_found");
}
