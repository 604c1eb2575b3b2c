//! Lists of orders: pages, search and the CSV file.

use serde_json::json;

use super::refunds::{bought, house};
use crate::support::PASSWORD;

#[tokio::test]
async fn orders_are_paginated_and_searched() {
    let (_site, customer, owner) = house().await;
    let first = bought(&customer).await;
    let body = json!({"products": [{"productId": 101}]});
    customer.post_once("/orders", "second", body.clone()).await.succeeded();
    customer.post_once("/orders", "third", body).await.succeeded();
    let page = owner.get("/admin/orders?limit=2").await.succeeded();
    assert_eq!(page["items"].as_array().unwrap().len(), 2);
    assert_eq!(page["items"][0]["customerEmail"], customer.email);
    assert_eq!(page["count"], 3);
    let placed = page["items"][0]["createdAt"].as_str().unwrap();
    let placed: jiff::Timestamp = placed.parse().unwrap();
    let today = placed.in_tz("America/Phoenix").unwrap().date();
    let [yesterday, tomorrow] = [today.yesterday().unwrap(), today.tomorrow().unwrap()];
    let cursor = page["nextCursor"].as_str().unwrap();
    let page = owner
        .get(&format!("/admin/orders?limit=2&cursor={cursor}"))
        .await
        .succeeded();
    assert_eq!(page["items"][0]["transRecordId"], first.as_str());
    assert!(page["nextCursor"].is_null());
    assert_eq!(page["count"], 3, "on all pages");
    let first_wash = &page["items"][0]["products"][0];
    assert_eq!(
        (&first_wash["name"], &first_wash["quantity"]),
        (&json!("sparkle Sunrise"), &json!(2))
    );
    for (query, count) in [
        ("q=100002", 1),
        ("q=ADA@example", 3),
        ("q=nobody", 0),
        (&format!("q={first}"), 1),
        ("state=paid", 3),
        ("state=failed", 0),
        ("q=o'neil", 3),
        ("needs=settlement", 0),
        ("needs=shipment", 1),
        (&format!("from={today}&to={today}"), 3),
        (&format!("from={tomorrow}"), 0),
        (&format!("to={yesterday}"), 0),
    ] {
        let found = owner.get(&format!("/admin/orders?{query}")).await.succeeded();
        assert_eq!(found["items"].as_array().unwrap().len(), count, "{query}");
        assert_eq!(found["count"], count, "{query}");
    }
    let password = json!({ "password": PASSWORD });
    customer
        .send(reqwest::Method::DELETE, "/users", Some(password), &[])
        .await
        .succeeded();
    for (query, count) in [("q=nobody", 0), ("q=o'neil", 0), ("q=100002", 1)] {
        let found = owner.get(&format!("/admin/orders?{query}")).await.succeeded();
        assert_eq!(found["count"], count, "{query}, of a deleted account");
    }
    owner.get("/admin/orders?cursor=x").await.refused(400, "malformed");
    owner.get("/admin/orders?from=soon").await.refused(400, "malformed");
    owner.get("/admin/orders?needs=love").await.refused(400, "malformed");
    owner.get("/admin/orders/none").await.refused(404, "not_found");
}

#[tokio::test]
async fn orders_are_exported_as_csv() {
    let (site, customer, owner) = house().await;
    let tenant = site.tenant().await;
    let mut db = tenant.write().await.unwrap();
    // Names that only an import could contain.
    sqlx::query("UPDATE customers SET first_name = '=HYPERLINK(\"http://evil.example\",\"x\")', name_folded = NULL WHERE id = 1")
        .execute(db.conn())
        .await
        .unwrap();
    // More than a page of them.
    for number in 0..250 {
        crate::payments::charge::order(&mut db, number).await;
    }
    db.commit().await.unwrap();
    let body = json!({"products": [{"productId": 101}]});
    let paid = customer.post_once("/orders", "key", body).await.succeeded();

    let csv = async |query: &str| {
        let path = format!("/admin/orders{query}");
        let accept = [("Accept", "text/csv")];
        owner.send(reqwest::Method::GET, &path, None, &accept).await
    };
    csv("").await.refused(403, "password_required");
    owner.unlock().await;
    let all = csv("").await;
    assert_eq!(
        (all.header("content-type"), all.header("content-disposition")),
        (
            Some("text/csv; charset=utf-8"),
            Some("attachment; filename=\"orders.csv\"")
        )
    );
    let lines: Vec<&str> = all.text.lines().collect();
    assert_eq!(lines.len(), 1 + 251);
    assert!(lines[0].starts_with("orderNumber,transRecordId,state,"), "{}", lines[0]);
    assert!(
        lines[1].starts_with(&format!("100251,{},paid,", paid["transRecordId"].as_str().unwrap()))
            && lines[1].contains(",\"'=HYPERLINK(\"\"http://evil.example\"\",\"\"x\"\") O'Neil\",ada@example.com,")
            && lines[1].contains(",12.00,1.03,13.03,0.00,0.00,USD,"),
        "{}",
        lines[1]
    );
    assert_eq!(csv("?state=paid&limit=1").await.text.lines().count(), 2);
    assert_eq!(
        csv("?q=nobody").await.text.lines().count(),
        1,
        "the header stands alone"
    );
    csv("?cursor=x").await.refused(400, "malformed");
    let path = "/admin/orders";
    let accept = [("Accept", "text/csv")];
    let refused = customer.send(reqwest::Method::GET, path, None, &accept).await;
    refused.refused(403, "not_admin");
}
