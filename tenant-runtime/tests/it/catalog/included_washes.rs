//! Washes that a club or bundle includes, from the product form to the kiosk.

use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::gift_cards::{buy, buyer};
use crate::support::{Customer, Installation, Reply, csv_line};

/// Names the washes that a product includes. Returns the response.
async fn include(manager: &Customer, product_id: i64, washes: Value) -> Reply {
    let path = format!("/admin/products/{product_id}");
    let read = manager.get(&path).await.succeeded();
    let mut product = read["product"].clone();
    product["washes"] = washes;
    manager
        .put(&path, json!({"version": read["version"], "product": product}))
        .await
}

async fn id_of(customer: &Customer) -> String {
    let account = customer.get("/users").await.succeeded();
    account["userId"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn bundle_codes_name_the_washes_sold_with_them() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let changed = include(&manager, 201, json!([102, 101, 102])).await.succeeded();
    assert_eq!(changed["product"]["washes"], json!([102, 101]));
    let bundles = site.visitor().get("/products/bundles").await.succeeded();
    let included = json!(["sparkle Glow", "sparkle Sunrise"]);
    assert_eq!(bundles[0]["washes"], included);

    let ada = buyer(&site).await;
    buy(&ada, "bundle", json!({"productId": 201})).await;
    include(&manager, 201, json!([101])).await.succeeded();
    let wallet = ada.get("/users/wallet").await.succeeded();
    assert_eq!(wallet.as_array().unwrap().len(), 3);
    assert_eq!(wallet[0]["washes"], included, "as sold");
    let orders = manager.get("/admin/orders").await.succeeded();
    let id = orders["items"][0]["transRecordId"].as_str().unwrap();
    let order = manager.get(&format!("/admin/orders/{id}")).await.succeeded();
    assert_eq!(order["lines"][0]["washes"], included);
    let kiosk = site.kiosk_at(1).await;
    let resolved = kiosk
        .post("/terminal/codes/resolve", json!({"code": wallet[0]["code"]}))
        .await
        .succeeded();
    assert_eq!((&resolved["class"], &resolved["washes"]), (&json!("bundle"), &included));

    // A part that is refunded is split from its line.
    let part = json!({"lineId": order["lines"][0]["lineId"], "quantity": 1});
    let refund = json!({"parts": [part], "refundReason": "customer_request"});
    manager
        .post_once(&format!("/admin/orders/{id}/refund"), "part", refund)
        .await
        .succeeded();
    let order = manager.get(&format!("/admin/orders/{id}")).await.succeeded();
    assert_eq!(order["lines"].as_array().unwrap().len(), 2);
    assert_eq!(order["lines"][1]["washes"], included);

    let attendant = site.staff(Role::Attendant).await;
    let path = format!("/admin/customers/{}", id_of(&ada).await);
    let held = attendant.get(&path).await.succeeded();
    assert_eq!(held["items"][0]["washes"], included, "{held}");
    manager
        .post_once(
            &format!("{path}/items"),
            "grant",
            json!({"productId": 201, "reason": "A gift"}),
        )
        .await
        .succeeded();
    let granted = ada.get("/users/wallet").await.succeeded();
    assert_eq!(granted[0]["washes"], json!(["sparkle Sunrise"]));
}

#[tokio::test]
async fn club_names_its_washes_to_member_kiosk_and_staff() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let ada = buyer(&site).await.with_vehicle().await.in_club(301).await;
    let club = async || ada.get("/users/washclub").await.succeeded()["washes"].clone();
    assert_eq!(club().await, json!([]), "none is named");
    include(&manager, 301, json!([101])).await.succeeded();
    assert_eq!(
        club().await,
        json!(["sparkle Sunrise"]),
        "members from before see the washes that the club names first"
    );
    let bo = site
        .customer_with_email("bo@example.com")
        .await
        .confirmed()
        .await
        .with_card()
        .await;
    let bo = bo.with_vehicle().await.in_club(301).await;
    include(&manager, 301, json!([102])).await.succeeded();
    let own = bo.get("/users/washclub").await.succeeded();
    assert_eq!(own["washes"], json!(["sparkle Sunrise"]), "as sold");

    let kiosk = site.kiosk_at(1).await;
    let token = bo.ask_token("WashClub").await.succeeded();
    let resolved = kiosk
        .post("/terminal/codes/resolve", json!({"code": token["tempId"]}))
        .await
        .succeeded();
    assert_eq!(resolved["washes"], json!(["sparkle Sunrise"]));
    assert_eq!(resolved["club"]["washes"], json!(["sparkle Sunrise"]));
    let attendant = site.staff(Role::Attendant).await;
    for (member, washes) in [(&bo, ["sparkle Sunrise"]), (&ada, ["sparkle Glow"])] {
        let path = format!("/admin/clubs?userId={}", id_of(member).await);
        let shown = attendant.get(&path).await.succeeded();
        assert_eq!(shown["items"][0]["washes"], json!(washes), "{shown}");
    }
}

#[tokio::test]
async fn only_clubs_and_bundles_include_washes_and_only_known_ones() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    for (product, washes, message) in [
        (101, json!([102]), "Choose washes for clubs and bundles only."),
        (201, json!([999]), "Unknown wash."),
        (201, json!([301]), "Unknown wash."),
    ] {
        let refusal = include(&manager, product, washes).await.refused(422, "invalid_fields");
        assert_eq!(refusal["fields"]["washes"], message);
    }
    let table = manager
        .send(reqwest::Method::GET, "/admin/products", None, &[("Accept", "text/csv")])
        .await
        .text;
    let row = csv_line(
        &table,
        &[
            ("productType", "AppBundle"),
            ("name", "Pair"),
            ("price", "7.00"),
            ("quantity", "2"),
            ("washes", "101;103"),
        ],
    );
    let imported = manager
        .upload("/admin/products/import", &(table + &row))
        .await
        .succeeded();
    assert_eq!(
        (&imported["created"], &imported["changed"]),
        (&json!(1), &json!(0)),
        "{imported}"
    );
    let found = manager.get("/admin/products?q=Pair").await.succeeded();
    assert_eq!(found["items"][0]["product"]["washes"], json!([101, 103]));
    let faults = super::imported::faults(
        manager
            .upload("/admin/products/import", "productId,washes\n201,Glow\n301,999\n")
            .await,
    );
    assert_eq!(faults, ["2 washes", "3 washes"]);
}
