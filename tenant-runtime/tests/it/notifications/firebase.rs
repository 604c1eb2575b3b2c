//! Push messages to apps, by a Firebase that looks at who sends.

use serde_json::{Value, json};

use super::push::Scene;
use crate::support::{Client, Customer, Installation, Reply};

/// Uploads `file` as the key of the Firebase project.
async fn upload(client: &Client, file: &str) -> Reply {
    client.upload("/firebase/private-key", file).await
}

async fn with_project(scene: &Scene) -> Customer {
    let owner = scene.site.owner().await;
    let ids = upload(&owner, &scene.service().key_file().to_string())
        .await
        .succeeded();
    assert_eq!(
        ids,
        json!({"privateKeyProjectId": "suds-test", "configProjectId": null})
    );
    scene
        .bob
        .post("/users/firebase", json!({"token": "bobs-app"}))
        .await
        .succeeded();
    owner
}

async fn told(scene: &Scene) -> Vec<Value> {
    scene.give().await;
    scene.site.run_jobs().await;
    scene.service().sent()
}

#[tokio::test]
async fn app_shows_the_customers_notifications() {
    let scene = Scene::new().await;
    with_project(&scene).await;
    let told = told(&scene).await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0]["token"], "bobs-app");
    assert_eq!(told[0]["notification"]["title"], "A Gift For You");
    let origin = scene.site.tenant().await.origin();
    assert_eq!(told[0]["data"]["link"], format!("{origin}/wallet"));
    assert_eq!(told[0]["android"]["ttl"], format!("{}s", 3 * 86_400));

    // A bearer token is used for many messages and replaced when it expires.
    assert_eq!(self::told(&scene).await.len(), 1);
    assert_eq!(scene.service().granted(), 1);
    scene.service().revoke();
    assert!(self::told(&scene).await.is_empty());
    scene.pass(1).await;
    assert_eq!(scene.service().sent().len(), 1);
}

#[tokio::test]
async fn uninstalled_app_is_forgotten() {
    let scene = Scene::new().await;
    with_project(&scene).await;
    let unregistered = json!({"error": {"details": [{"errorCode": "UNREGISTERED"}]}});
    scene.service().answer(Some((404, unregistered)));
    assert!(told(&scene).await.is_empty());
    scene.service().answer(None);
    assert!(told(&scene).await.is_empty());
    scene
        .bob
        .post("/users/firebase", json!({"token": "bobs-app"}))
        .await
        .succeeded();
    scene.service().answer(Some((503, json!({}))));
    scene.give().await;
    scene.pass(24).await;
    scene.service().answer(None);
    scene.pass(1).await;
    assert_eq!(scene.service().sent().len(), 1, "a day without Firebase loses nothing");
}

#[tokio::test]
async fn without_a_project_no_service_is_called() {
    let scene = Scene::new().await;
    scene
        .bob
        .post("/users/firebase", json!({"token": "bobs-app"}))
        .await
        .succeeded();
    assert!(told(&scene).await.is_empty());
    assert_eq!(scene.service().granted(), 0);
    for token in ["", "two words"] {
        let refused = scene.bob.post("/users/firebase", json!({ "token": token })).await;
        let refused = refused.refused(422, "invalid_fields");
        assert_eq!(refused["fields"]["token"], "Invalid push token.");
    }
}

#[tokio::test]
async fn key_file_must_be_from_google() {
    let scene = Scene::new().await;
    let owner = with_project(&scene).await;
    let file = scene.service().key_file();
    for (field, value) in [
        ("token_uri", json!("http://127.0.0.1:9/token")),
        ("type", json!("authorized_user")),
        ("project_id", json!("../x")),
        (
            "private_key",
            json!("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"),
        ),
    ] {
        let mut file = file.clone();
        file[field] = value;
        let refused = upload(&owner, &file.to_string()).await.refused(422, "invalid_fields");
        assert_eq!(
            refused["fields"]["file"], "This file isn't a service account key.",
            "{field}"
        );
    }
    let refused = owner.post("/firebase/private-key", file.clone()).await;
    refused.refused(415, "unsupported_media_type");
    upload(&scene.bob, &file.to_string()).await.refused(403, "not_admin");
    let manager = scene.site.staff(tenant_runtime::http::Role::Manager).await;
    manager.get("/firebase/project-ids").await.refused(403, "not_admin");
    let ids = owner.get("/firebase/project-ids").await.succeeded();
    assert_eq!(ids["privateKeyProjectId"], "suds-test");
}

#[tokio::test]
async fn clients_get_the_subscription_settings() {
    let installation = Installation::new().await;
    let plain = installation.site_called("sparkle").await;
    let answer = plain.visitor().get("/firebase?subdomain=sparkle").await.succeeded();
    assert_eq!(answer["firebaseConfig"], json!(null));
    assert_eq!(answer["vapidKey"].as_str().unwrap().len(), 87);
    plain
        .visitor()
        .get("/firebase?subdomain=tidal")
        .await
        .refused(404, "unknown_site");

    let mut manifest = crate::support::manifest("tidal");
    let config = json!({"apiKey": "k", "projectId": "tidal-1", "appId": "1:2:web:3", "messagingSenderId": "2"});
    manifest.site_config.insert("firebaseConfig".to_owned(), config);
    manifest
        .site_config
        .insert("VAPIDKey".to_owned(), json!("BPublicKeyOfTheProject"));
    let tidal = installation
        .site_from("tidal", std::path::Path::new("."), &manifest)
        .await;
    let answer = tidal.visitor().get("/firebase").await.succeeded();
    assert_eq!(answer["vapidKey"], "BPublicKeyOfTheProject");
    assert_eq!(answer["firebaseConfig"]["projectId"], "tidal-1");
    let ids = tidal.owner().await.get("/firebase/project-ids").await.succeeded();
    assert_eq!(ids, json!({"privateKeyProjectId": null, "configProjectId": "tidal-1"}));
}
