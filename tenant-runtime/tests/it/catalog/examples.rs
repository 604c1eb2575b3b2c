//! Examples of a template: not for sale until staff say so.

use std::path::Path;

use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::{Installation, manifest};

fn names(products: &Value) -> Vec<&str> {
    let products = products.as_array().unwrap().iter();
    products
        .map(|product| product.get("product").unwrap_or(product)["name"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn examples_are_sold_once_confirmed_or_changed_and_others_removed() {
    let mut merchant = manifest("sparkle");
    for product in &mut merchant.products {
        product.example = product.product_id < 300;
    }
    let site = Installation::new()
        .await
        .site_from("sparkle", Path::new("."), &merchant)
        .await;
    let (manager, visitor) = (site.staff(Role::Manager).await, site.visitor());
    assert_eq!(visitor.get("/products/washes").await.succeeded(), json!([]));
    let examples = manager.get("/admin/products?state=example").await.succeeded();
    assert_eq!(
        names(&examples["items"]),
        [
            "sparkle Glow",
            "sparkle East only",
            "sparkle Sunrise",
            "sparkle Three Sunrises"
        ]
    );
    assert_eq!(
        (&examples["items"][0]["example"], &examples["items"][0]["archived"]),
        (&json!(true), &json!(false))
    );
    let archived = manager.get("/admin/products?state=archived").await.succeeded();
    assert_eq!(archived["count"], 0);

    let confirmed = manager
        .post("/admin/products/restore", json!({"ids": [101]}))
        .await
        .succeeded();
    assert_eq!(confirmed["items"][0]["example"], false);
    let mut glow = examples["items"][0]["product"].clone();
    glow["price"] = json!(2100);
    manager
        .put("/admin/products/102", json!({"version": 1, "product": glow}))
        .await
        .succeeded();
    let on_sale = visitor.get("/products/washes").await.succeeded();
    assert_eq!(names(&on_sale), ["sparkle Glow", "sparkle Sunrise"]);
    manager
        .post("/admin/products/archive", json!({"ids": [103]}))
        .await
        .succeeded();

    site.staff(Role::Attendant)
        .await
        .delete("/admin/products/examples")
        .await
        .refused(403, "not_admin");
    let own = manager
        .delete("/admin/products/examples?productId=102")
        .await
        .succeeded();
    assert_eq!(own, json!({"deleted": 0}), "it isn't an example anymore");
    let removed = manager.delete("/admin/products/examples").await.succeeded();
    assert_eq!(removed, json!({"deleted": 1}));
    manager.get("/admin/products/201").await.refused(404, "not_found");
    let archived = manager.get("/admin/products?state=archived").await.succeeded();
    assert_eq!(names(&archived["items"]), ["sparkle East only"]);
    let removed = manager.delete("/admin/products/examples").await.succeeded();
    assert_eq!(removed, json!({"deleted": 0}), "nothing more");
}
