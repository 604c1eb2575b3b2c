//! Notifications from staff to customers.

use std::path::Path;

use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::{Customer, Installation, TestSite, manifest};

async fn inbox(customer: &Customer) -> Vec<Value> {
    let reply = customer
        .send(reqwest::Method::PATCH, "/users/notifications", None, &[])
        .await;
    reply.succeeded().as_array().unwrap().clone()
}

async fn site() -> TestSite {
    Installation::new().await.site().await
}

#[tokio::test]
async fn customer_is_notified_by_address() {
    let site = site().await;
    let ada = site.customer().await;
    let manager = site.staff(Role::Manager).await;
    let written = json!({"email": "ADA@example.com", "title": "Found", "body": "Your umbrella is here."});
    manager.post("/notifications/target", written).await.succeeded();
    manager
        .post("/notifications/target", json!({"email": ada.email}))
        .await
        .succeeded();
    let company = manager.get("/accounts/site-config").await.succeeded()["companyName"].clone();
    let told = inbox(&ada).await;
    assert_eq!(
        (&told[1]["title"], &told[1]["body"]),
        (&json!("Found"), &json!("Your umbrella is here."))
    );
    let said = format!("You have a new message from {}.", company.as_str().unwrap());
    assert_eq!((&told[0]["title"], &told[0]["body"]), (&company, &json!(said)));
    let nobody = json!({"email": "nobody@example.com"});
    manager
        .post("/notifications/target", nobody)
        .await
        .refused(404, "not_found");
    let silent = json!({"email": ada.email, "title": "Found"});
    manager
        .post("/notifications/target", silent)
        .await
        .refused(422, "invalid_fields");
    // Notifications to a customer are deleted with the account.
    ada.leave().await;
    let left: Vec<(i64,)> = site.rows("SELECT COUNT(*) FROM notifications_messages").await;
    assert_eq!(left, [(0,)]);
}

/// Screen readers choose their voice by it. The texts of a message aren't translated.
#[tokio::test]
async fn notifications_name_the_language_of_their_text() {
    let mut manifest = manifest("sparkle");
    let (config, languages) = (&mut manifest.site_config, json!(["en-US", "fr-CA"]));
    config.insert("languages".to_owned(), languages);
    let installation = Installation::new().await;
    let site = installation.site_from("sparkle", Path::new("."), &manifest).await;
    let ada = site.customer().await;
    site.change("UPDATE customers SET language = 'fr-CA'").await;
    let manager = site.staff(Role::Manager).await;
    let written = json!({"email": ada.email, "title": "Found", "body": "Your umbrella is here."});
    manager.post("/notifications/target", written).await.succeeded();
    manager
        .post("/notifications/target", json!({"email": ada.email}))
        .await
        .succeeded();
    let languages: Vec<_> = inbox(&ada).await.iter().map(|told| told["language"].clone()).collect();
    assert_eq!(languages, ["fr-CA", "en-US"]);
}

#[tokio::test]
async fn segment_is_notified_once_each_within_the_confirmed_number() {
    let site = site().await;
    let ada = site.customer().await;
    let bea = site.customer_with_email("bea@example.com").await;
    let manager = site.staff(Role::Manager).await;
    let all = manager
        .get("/admin/notifications/recipients?segment=all")
        .await
        .succeeded();
    assert_eq!(all, 2, "the manager has not asked for news");
    let message = json!({"segment": "all", "body": "Half price in the rain", "recipients": 1});
    manager
        .post("/admin/notifications", message)
        .await
        .refused(409, "stale_revision");
    let message = json!({"segment": "all", "title": "Rain", "body": "Half price in the rain", "recipients": 2});
    for _ in 0..2 {
        let sent = manager
            .post_once("/admin/notifications", "rain", message.clone())
            .await
            .succeeded();
        assert_eq!(sent, 2);
    }
    site.run_jobs().await;
    for customer in [&ada, &bea] {
        let told = inbox(customer).await;
        assert_eq!(told.len(), 1);
        assert_eq!(told[0]["body"], "Half price in the rain");
    }
    let sent = manager.get("/admin/notifications").await.succeeded();
    assert_eq!((&sent[0]["segment"], &sent[0]["delivered"]), (&json!("all"), &json!(2)));
}

#[tokio::test]
async fn segments_contain_their_customers() {
    let site = site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let ada = ada.with_vehicle().await.in_club(301).await;
    let bea = site.customer_with_email("bea@example.com").await;
    bea.post("/users/homeLocation", json!({"locationId": 1}))
        .await
        .succeeded();
    let manager = site.staff(Role::Manager).await;
    let count = async |query: &str| {
        manager
            .get(&format!("/admin/notifications/recipients?segment={query}"))
            .await
            .succeeded()
    };
    assert_eq!(count("members").await, 1);
    assert_eq!(count("lapsed").await, 0);
    assert_eq!(count("location&locationId=1").await, 1);
    manager.post("/admin/clubs/1/end", json!({})).await.succeeded();
    assert_eq!((count("members").await, count("lapsed").await), (json!(0), json!(1)));
    manager
        .post("/admin/customers/1/block", json!({"reason": "x"}))
        .await
        .succeeded();
    assert_eq!(count("lapsed").await, 0, "who is blocked is told nothing");
    let nobody = json!({"segment": "lapsed", "body": "Come back", "recipients": 5});
    manager
        .post("/admin/notifications", nobody)
        .await
        .refused(422, "invalid_fields");
    let nowhere = json!({"segment": "location", "locationId": 99, "body": "x", "recipients": 5});
    manager
        .post("/admin/notifications", nowhere)
        .await
        .refused(422, "invalid_fields");
    drop(ada);
}

#[tokio::test]
async fn opted_out_customers_get_nothing() {
    let site = site().await;
    let ada = site.customer().await;
    let bea = site.customer_with_email("bea@example.com").await;
    let manager = site.staff(Role::Manager).await;
    let opt = async |customer: &Customer, wants: bool| {
        let patch = json!([{"op": "replace", "path": "/optInToMarketing", "value": wants}]);
        customer
            .send(reqwest::Method::PATCH, "/users", Some(patch), &[])
            .await
            .succeeded();
    };
    opt(&ada, false).await;
    let count = "/admin/notifications/recipients?segment=all";
    assert_eq!(manager.get(count).await.succeeded(), 1, "the other one");
    let message = json!({"segment": "all", "body": "Half price in the rain", "recipients": 1});
    manager.post("/admin/notifications", message).await.succeeded();
    // The customer opts out before delivery.
    opt(&bea, false).await;
    site.run_jobs().await;
    assert!(inbox(&ada).await.is_empty() && inbox(&bea).await.is_empty());
    // A notification to one customer isn't in the list of segments.
    let own = json!({"email": ada.email, "body": "Your umbrella is here."});
    manager.post("/notifications/target", own).await.succeeded();
    assert_eq!(inbox(&ada).await.len(), 1);
}

#[tokio::test]
async fn site_has_a_limit_of_notifications() {
    let site = Installation::with_limits().await.site().await;
    site.customer().await;
    let manager = site.staff(Role::Manager).await;
    let message = json!({"segment": "all", "body": "Again", "recipients": 9});
    let mut sent = 0;
    while manager.post("/admin/notifications", message.clone()).await.status == 200 {
        sent += 1;
        assert!(sent <= 5);
    }
    manager
        .post("/admin/notifications", message)
        .await
        .refused(429, "too_many_requests");
}
