//! Deletion of products that were never sold.

use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::gift_cards::{buy, buyer};
use crate::support::{Client, Installation};

#[tokio::test]
async fn unsold_product_is_deleted_archived_or_not() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    site.staff(Role::Attendant)
        .await
        .delete("/admin/products/502")
        .await
        .refused(403, "not_admin");
    manager
        .post("/admin/products/archive", json!({"ids": [502]}))
        .await
        .succeeded();
    for id in [502, 103] {
        manager.delete(&format!("/admin/products/{id}")).await.succeeded();
        manager
            .delete(&format!("/admin/products/{id}"))
            .await
            .refused(404, "not_found");
    }
    let washes = site.visitor().get("/products/washes").await.succeeded();
    assert_eq!(washes.as_array().unwrap().len(), 2);
    let ada = site.customer().await;
    let quoted = ada
        .post("/orders/quote", json!({"products": [{"productId": 103}]}))
        .await
        .refused(422, "invalid_fields");
    assert!(quoted["fields"]["products[0].productId"].is_string(), "{quoted}");
    let noted: Vec<(String, String)> = site
        .rows("SELECT action, subject FROM audit WHERE action = 'product_deleted' ORDER BY id")
        .await;
    let noted: Vec<&str> = noted.iter().map(|(_, subject)| subject.as_str()).collect();
    assert_eq!(noted, ["product:502", "product:103"]);

    let added = manager
        .post(
            "/admin/products",
            json!({"productType": "Swag", "name": "Cap", "price": 900}),
        )
        .await
        .succeeded();
    assert_eq!(added["productId"], 503, "never the ID of a deleted product");
}

#[tokio::test]
async fn referenced_product_is_not_deleted() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let ada = buyer(&site).await.with_vehicle().await.in_club(301).await;
    buy(&ada, "wash", json!({"productId": 101})).await;
    manager
        .post("/admin/products/archive", json!({"ids": [101]}))
        .await
        .succeeded();
    let read = manager.get("/admin/products/201").await.succeeded();
    let mut product = read["product"].clone();
    product["washes"] = json!([102]);
    manager
        .put(
            "/admin/products/201",
            json!({"version": read["version"], "product": product}),
        )
        .await
        .succeeded();
    let mut config = site.visitor().get("/accounts/site-config").await.succeeded();
    config["resignUpProductId"] = json!(302);
    manager
        .post("/accounts/site-config", json!({ "siteConfig": config }))
        .await
        .succeeded();
    assert_eq!(deletable(&manager).await, [103, 201, 401, 411, 501, 502]);
    let reason = async |id: i64| {
        let refusal = manager.delete(&format!("/admin/products/{id}")).await;
        let refusal: Value = refusal.refused(409, "product_in_use");
        let text = refusal["errorMessage"].as_str().unwrap_or_default().to_owned();
        assert!(!text.is_empty(), "{refusal}");
        text
    };
    assert_eq!(
        reason(101).await,
        "sparkle Sunrise has been sold, so you can't delete it. Archive it instead."
    );
    assert!(reason(301).await.contains("has been sold"));
    assert!(reason(302).await.starts_with("Returning members are offered"));
    assert_eq!(
        reason(102).await,
        "This wash is included in sparkle Three Sunrises. Remove it there first."
    );
    manager.delete("/admin/products/201").await.succeeded();
    assert!(deletable(&manager).await.contains(&102));
    manager.delete("/admin/products/102").await.succeeded();
}

/// IDs of the products that the list offers to delete.
async fn deletable(manager: &Client) -> Vec<i64> {
    let page = manager.get("/admin/products?sort=name").await.succeeded();
    let mut ids = Vec::new();
    for record in page["items"].as_array().unwrap() {
        let id = record["productId"].as_i64().unwrap();
        let read = manager.get(&format!("/admin/products/{id}")).await.succeeded();
        assert_eq!(read["deletable"], record["deletable"], "{id}");
        if record["deletable"] == true {
            ids.push(id);
        }
    }
    ids.sort_unstable();
    ids
}
