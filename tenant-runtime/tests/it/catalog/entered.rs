//! Products as staff enter, change and archive them.

use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::gift_cards::{buy, buyer};
use crate::support::Installation;

fn wash(name: &str, fields: Value) -> Value {
    let mut product = json!({"productType": "AppWash", "name": name, "price": 1500});
    for (field, value) in fields.as_object().unwrap() {
        product[field] = value.clone();
    }
    product
}

#[tokio::test]
async fn new_products_are_visible_to_customers_immediately() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let attendant = site.staff(Role::Attendant).await;
    let visitor = site.visitor();
    let before = visitor.get("/products/washes").await.succeeded();
    let entered = wash(
        "Foam bath",
        json!({"details": [" Warm ", ""], "badge": "New", "logo": {"image": "/uploads/foam.png"}}),
    );
    attendant
        .post("/admin/products", entered.clone())
        .await
        .refused(403, "not_admin");
    let added = manager
        .post_once("/admin/products", "a", entered.clone())
        .await
        .succeeded();
    let again = manager.post_once("/admin/products", "a", entered).await.succeeded();
    assert_eq!(added, again, "the same press");
    assert_eq!(
        (&added["product"]["details"], &added["version"], &added["archived"]),
        (&json!(["Warm"]), &json!(1), &json!(false))
    );
    let after = visitor.get("/products/washes").await.succeeded();
    let (before, after) = (before.as_array().unwrap(), after.as_array().unwrap());
    assert_eq!(after.len(), before.len() + 1);
    let shown = after.iter().find(|wash| wash["name"] == "Foam bath").unwrap();
    assert_eq!(
        (&shown["price"], &shown["taxes"], &shown["logo"]["image"]),
        (&json!(1500), &json!(129), &json!("/uploads/foam.png"))
    );

    let refusal = manager
        .post("/admin/products", wash(" ", json!({"locations": [7], "quantity": 2})))
        .await
        .refused(422, "invalid_fields");
    for field in ["name", "locations", "quantity"] {
        assert!(refusal["fields"][field].is_string(), "{field} of {refusal}");
    }
    let id = &added["productId"];
    let found = attendant.get(&format!("/admin/products/{id}")).await.succeeded();
    assert_eq!(found, added);
    attendant.get("/admin/products/99999").await.refused(404, "not_found");
    let noted: Vec<(String, String)> = site
        .rows("SELECT action, subject FROM audit WHERE action LIKE 'product%'")
        .await;
    assert_eq!(noted, [("product_added".to_owned(), format!("product:{id}"))]);
}

#[tokio::test]
async fn product_update_requires_the_read_version_and_keeps_sold_conditions() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let ada = buyer(&site).await;
    buy(&ada, "wash", json!({"productId": 101})).await;
    let read = manager.get("/admin/products/101").await.succeeded();
    let mut product = read["product"].clone();
    product["name"] = json!("Dawn");
    product["price"] = json!(1300);
    let change = json!({"version": read["version"], "product": product});
    let changed = manager.put("/admin/products/101", change.clone()).await.succeeded();
    assert_eq!(
        (&changed["version"], &changed["product"]["name"]),
        (&json!(2), &json!("Dawn"))
    );
    let stale = manager.put("/admin/products/101", change).await;
    stale.refused(409, "stale_revision");
    let mut other = json!({"version": 2, "product": product});
    other["product"]["productType"] = json!("Swag");
    let refusal = manager
        .put("/admin/products/101", other)
        .await
        .refused(422, "invalid_fields");
    assert!(refusal["fields"]["productType"].is_string(), "{refusal}");

    let purchases = ada.get("/users/purchases").await.succeeded();
    assert!(
        purchases.to_string().contains("Sunrise"),
        "sold by its old name: {purchases}"
    );
    let washes = ada.get("/products/washes").await.succeeded();
    assert!(washes.to_string().contains("Dawn"), "{washes}");
}

#[tokio::test]
async fn stock_correction_keeps_concurrent_sales() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let read = manager.get("/admin/products/501").await.succeeded();
    assert_eq!(read["product"]["stock"], 2);
    let ada = buyer(&site).await;
    let address = json!({"first": "Ada", "last": "Byron", "address1": "1 Main St", "city": "Phoenix", "state": "AZ",
        "zipCode": "85004"});
    let order = json!({"products": [{"productId": 501}], "address": address});
    ada.post_once("/orders", "mug", order).await.succeeded();
    let mut product = read["product"].clone();
    product["stock"] = json!(12);
    let change = json!({"version": read["version"], "stockSeen": 2, "product": product});
    let changed = manager.put("/admin/products/501", change).await.succeeded();
    assert_eq!(changed["product"]["stock"], 11, "ten came, and one is sold");
}

#[tokio::test]
async fn archived_product_is_not_for_sale_and_can_be_unarchived() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let ada = site.customer().await;
    let cart = json!({"products": [{"productId": 101}]});
    ada.post("/orders/quote", cart.clone()).await.succeeded();
    let both = json!({"ids": [101, 102]});
    let archived = manager.post("/admin/products/archive", both.clone()).await.succeeded();
    assert!(
        archived["items"]
            .as_array()
            .unwrap()
            .iter()
            .all(|item| item["archived"] == true)
    );
    manager.post("/admin/products/archive", both.clone()).await.succeeded();
    let refusal = ada
        .post("/orders/quote", cart.clone())
        .await
        .refused(422, "invalid_fields");
    assert_eq!(
        refusal["fields"]["products[0].productId"],
        "This is no longer for sale."
    );
    let washes = site.visitor().get("/products/washes").await.succeeded();
    assert_eq!(washes.as_array().unwrap().len(), 1);
    manager.post("/admin/products/restore", both).await.succeeded();
    ada.post("/orders/quote", cart).await.succeeded();
    let noted: Vec<(String,)> = site
        .rows("SELECT action FROM audit WHERE action LIKE 'product%' ORDER BY id")
        .await;
    let noted: Vec<&str> = noted.iter().map(|(action,)| action.as_str()).collect();
    assert_eq!(
        noted,
        [
            "product_archived",
            "product_archived",
            "product_restored",
            "product_restored"
        ],
        "once each"
    );
    let nothing = json!({"ids": []});
    manager
        .post("/admin/products/archive", nothing)
        .await
        .refused(400, "malformed");
    let unknown = json!({"ids": [101, 9]});
    manager
        .post("/admin/products/archive", unknown)
        .await
        .refused(404, "not_found");
    ada.post("/orders/quote", json!({"products": [{"productId": 101}]}))
        .await
        .succeeded();
}

#[tokio::test]
async fn sale_starts_and_ends_by_the_clock() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    // The test clock is at 2026-11-20T15:00:00Z.
    let coming = wash("Coming", json!({"onSaleFrom": "2026-11-20T15:00:01Z"}));
    let running = wash("Running", json!({"onSaleUntil": "2026-11-20T15:00:01Z"}));
    let over = wash("Over", json!({"onSaleUntil": "2026-11-20T15:00:00Z"}));
    for product in [coming, running, over] {
        manager.post("/admin/products", product).await.succeeded();
    }
    let washes = site.visitor().get("/products/washes").await.succeeded().to_string();
    let shown = ["Coming", "Running", "Over"].map(|name| washes.contains(name));
    assert_eq!(shown, [false, true, false]);
    for (state, name) in [("coming", "Coming"), ("over", "Over")] {
        let list = manager.get(&format!("/admin/products?state={state}")).await.succeeded();
        assert_eq!(
            (&list["count"], &list["items"][0]["product"]["name"]),
            (&json!(1), &json!(name))
        );
    }
}

#[tokio::test]
async fn product_list_is_searched_paginated_and_exported() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let attendant = site.staff(Role::Attendant).await;
    let ids = |list: &Value| -> Vec<i64> {
        let items = list["items"].as_array().unwrap().iter();
        items.map(|item| item["productId"].as_i64().unwrap()).collect()
    };
    let first = attendant.get("/admin/products?limit=4").await.succeeded();
    assert_eq!(ids(&first), [102, 103, 101, 201], "as in the shop");
    assert_eq!(first["count"], 10);
    let path = format!(
        "/admin/products?limit=4&cursor={}",
        first["nextCursor"].as_str().unwrap()
    );
    assert_eq!(ids(&attendant.get(&path).await.succeeded()), [302, 301, 401, 411]);
    for (query, found) in [
        ("q=east%20ONLY", vec![103]),
        ("q=501", vec![501]),
        ("productType=AppClub&sort=cheapest", vec![301, 302]),
        ("locationId=1&productType=AppWash", vec![102, 101]),
        ("state=archived", vec![]),
    ] {
        let list = attendant.get(&format!("/admin/products?{query}")).await.succeeded();
        assert_eq!(ids(&list), found, "{query}");
    }
    attendant
        .get("/admin/products?state=lost")
        .await
        .refused(400, "malformed");
    let added = json!({"productType": "AppWash", "name": "A", "price": 99_000});
    manager.post_once("/admin/products", "dearest", added).await.succeeded();
    let second = attendant.get(&path).await.succeeded();
    assert_eq!(
        ids(&second),
        [302, 301, 401, 411],
        "a product added to the first page moves nothing"
    );
    let archived = json!({"ids": [102, 201]});
    manager.post("/admin/products/archive", archived).await.succeeded();
    assert_eq!(ids(&attendant.get(&path).await.succeeded()), [302, 301, 401, 411]);
    let restored = json!({"ids": [102, 201]});
    manager.post("/admin/products/restore", restored).await.succeeded();
    attendant
        .get("/admin/products?cursor=x")
        .await
        .refused(400, "malformed");

    let csv = [("Accept", "text/csv")];
    let path = "/admin/products?productType=AppWash";
    let denied = attendant.send(reqwest::Method::GET, path, None, &csv).await;
    denied.refused(403, "not_admin");
    let table = manager.send(reqwest::Method::GET, path, None, &csv).await;
    assert_eq!(table.text.lines().count(), 5, "{}", table.text);
    assert!(
        table.text.contains("102,3,AppWash,") && table.text.contains(",20.00,"),
        "{}",
        table.text
    );
}

#[tokio::test]
async fn products_with_equal_prices_keep_their_order() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let add = async |name: &str| {
        let added = manager.post("/admin/products", wash(name, json!({}))).await.succeeded();
        added["productId"].as_i64().unwrap()
    };
    let (one, two) = (add("One").await, add("Two").await);
    let names = async || -> Vec<String> {
        let washes = site.visitor().get("/products/washes").await.succeeded();
        let washes = washes.as_array().unwrap().iter().filter(|wash| wash["price"] == 1500);
        washes.map(|wash| wash["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names().await, ["One", "Two"]);
    let place = json!({"id": two, "before": one});
    manager.put("/admin/products/order", place).await.succeeded();
    assert_eq!(names().await, ["Two", "One"]);
    let place = json!({"id": two, "before": null});
    manager.put("/admin/products/order", place).await.succeeded();
    assert_eq!(names().await, ["One", "Two"]);
    let place = json!({"id": 99_999, "before": null});
    manager
        .put("/admin/products/order", place)
        .await
        .refused(404, "not_found");
}
