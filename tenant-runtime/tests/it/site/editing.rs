//! The site config as the merchant's people edit it.

use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::{Customer, Installation, TestSite};

async fn edited(site: &TestSite, change: impl FnOnce(&mut Value)) -> Value {
    let mut config = site.visitor().get("/accounts/site-config").await.succeeded();
    change(&mut config);
    json!({ "siteConfig": config })
}

async fn save(person: &Customer, change: impl FnOnce(&mut Value)) -> Value {
    let body = edited(&person.site, change).await;
    person.post("/accounts/site-config", body).await.succeeded()
}

#[tokio::test]
async fn saved_config_is_published_immediately() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    // The key that this build doesn't know needs the password.
    manager.unlock().await;
    let saved = save(&manager, |config| {
        config["companyName"] = json!("Suds & Sons");
        config["brand"]["primary"] = json!("#ffee00");
        config["ofTheFuture"] = json!({"kept": true});
        config["menuItems"] = json!([{"tag": "_SHOP", "label": "Store", "href": "store"}]);
    })
    .await;
    assert_eq!(
        (&saved["revision"], &saved["companyName"]),
        (&json!(2), &json!("Suds & Sons"))
    );
    assert_ne!(
        saved["tones"]["brandTone"], "#ffee00",
        "yellow text on white cannot be read"
    );
    assert_eq!(saved["ofTheFuture"]["kept"], true, "what a newer client wrote is kept");
    assert_eq!(
        saved["menuItems"].as_array().unwrap().len(),
        4,
        "what every site has is there"
    );
    assert_eq!(site.visitor().get("/accounts/site-config").await.succeeded(), saved);

    let noted: Vec<(String, String)> = site
        .rows("SELECT action, subject FROM audit WHERE action LIKE 'site_config%'")
        .await;
    assert_eq!(noted, [("site_config_saved".to_owned(), "site-config:2".to_owned())]);
}

#[tokio::test]
async fn customers_and_attendants_cannot_see_or_change_drafts() {
    let site = Installation::new().await.site().await;
    let attendant = site.staff(Role::Attendant).await;
    let body = edited(&site, |_| {}).await;
    for person in [&site.customer().await, &attendant] {
        person
            .post("/accounts/site-config", body.clone())
            .await
            .refused(403, "not_admin");
        person
            .get("/accounts/site-config/history")
            .await
            .refused(403, "not_admin");
    }
    let visitor = site.visitor();
    visitor
        .post("/accounts/site-config", body)
        .await
        .refused(401, "invalid_token");
}

#[tokio::test]
async fn one_of_two_simultaneous_saves_is_rejected() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let drafts: [Value; 2] = [
        edited(&site, |config| config["companyName"] = json!("First")).await,
        edited(&site, |config| config["companyName"] = json!("Second")).await,
    ];
    let [first, second] = drafts.map(|draft| manager.post("/accounts/site-config", draft));
    let (first, second) = tokio::join!(first, second);
    let mut states = [first.status, second.status];
    states.sort_unstable();
    assert_eq!(states, [200, 409]);
    let refused = if first.status == 409 { first } else { second };
    refused.refused(409, "stale_revision");

    let mut nameless = edited(&site, |_| {}).await;
    nameless["siteConfig"].as_object_mut().unwrap().remove("revision");
    let refusal = manager.post("/accounts/site-config", nameless).await;
    assert!(refusal.refused(422, "invalid_fields")["fields"]["revision"].is_string());
}

#[tokio::test]
async fn invalid_config_names_its_field_and_changes_nothing() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    for (field, value) in [
        ("companyName", json!(" ")),
        ("companyName", json!(["no text"])),
        ("logo", json!("javascript:alert(1)")),
        ("currency", json!("euros")),
        ("languages", json!(["en-US", "en-US"])),
        ("version", json!("99.0.0")),
        (
            "homeCards",
            json!(vec![json!({"icon": "home", "text": "New Card", "to": "/"}); 9]),
        ),
    ] {
        let body = edited(&site, |config| config[field] = value.clone()).await;
        let refusal = manager.post("/accounts/site-config", body).await;
        let refusal = refusal.refused(422, "invalid_fields");
        let fields = refusal["fields"].as_object().unwrap();
        assert!(
            fields.keys().all(|key| key.starts_with(field)),
            "{refusal} should name {field}"
        );
    }
    let now = site.visitor().get("/accounts/site-config").await.succeeded();
    assert_eq!(now["revision"], 1);
    let huge = edited(&site, |config| config["ofTheFuture"] = json!("x".repeat(300_000))).await;
    manager
        .post("/accounts/site-config", huge)
        .await
        .refused(413, "too_large");
}

#[tokio::test]
async fn earlier_config_can_be_viewed_and_restored() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let first = site.visitor().get("/accounts/site-config").await.succeeded();
    save(&manager, |config| config["companyName"] = json!("A whim")).await;

    let history = manager.get("/accounts/site-config/history").await.succeeded();
    let known: Vec<_> = history["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| {
            (
                item["revision"].as_i64().unwrap(),
                item["savedBy"].as_str().unwrap().to_owned(),
            )
        })
        .collect();
    let me = manager.get("/users").await.succeeded();
    let me = me["userId"].as_str().unwrap();
    assert_eq!(known, [(2, format!("customer:{me}")), (1, "manifest".to_owned())]);
    let seen = manager.get("/accounts/site-config/history/1").await.succeeded();
    assert_eq!(seen, first);
    manager
        .get("/accounts/site-config/history/3")
        .await
        .refused(404, "not_found");

    let body = json!({"revision": 1});
    let restored = manager.post("/accounts/site-config/restore", body).await.succeeded();
    assert_eq!(
        (&restored["revision"], &restored["companyName"]),
        (&json!(3), &first["companyName"])
    );
    let body = json!({"revision": 77});
    manager
        .post("/accounts/site-config/restore", body)
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn draft_shows_its_adjusted_colors() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let body = json!({"brand": {"primary": "#ffee00", "accent": "#003344"}});
    let tones = manager.post("/accounts/site-config/tones", body).await.succeeded();
    assert_eq!(
        (&tones["brand"], &tones["accentTone"]),
        (&json!("#ffee00"), &json!("#003344"))
    );
    assert_ne!(tones["brandTone"], "#ffee00");
    let body = json!({"brand": {"primary": "red"}});
    manager
        .post("/accounts/site-config/tones", body)
        .await
        .refused(400, "malformed");
}

#[tokio::test]
async fn icons_are_drawn_without_an_upload_whose_name_is_impossible() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    save(&manager, |config| config["icon"] = json!("/uploads/a b.png")).await;
    assert_eq!(site.visitor().get("/icons/preview.png").await.status, 200);
}
