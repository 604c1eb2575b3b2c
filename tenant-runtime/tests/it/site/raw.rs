//! The site config as text.

use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::Installation;

const RAW: &str = "/accounts/site-config/raw";

#[tokio::test]
async fn config_json_is_edited_with_the_password() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let body = json!({"revision": 1, "text": "{}"});
    manager.post(RAW, body).await.refused(403, "password_required");
    manager.unlock().await;
    let raw = manager.get(RAW).await.succeeded();
    assert_eq!(raw["revision"], 1);
    let mut config: Value = serde_json::from_str(raw["text"].as_str().unwrap()).unwrap();
    assert!(config["tones"].is_null(), "what is derived is no part of it");
    config["companyName"] = json!("By Hand");
    config["labs"] = json!({"x": [1]});
    let edited = json!({"revision": 1, "text": config.to_string()});
    let saved = manager.post(RAW, edited.clone()).await.succeeded();
    assert_eq!((&saved["revision"], &saved["labs"]["x"]), (&json!(2), &json!([1])));
    assert_eq!(site.visitor().get("/accounts/site-config").await.succeeded(), saved);
    manager.post(RAW, edited).await.refused(409, "stale_revision");
    let history = manager.get("/accounts/site-config/history").await.succeeded();
    assert_eq!(history["items"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn invalid_config_json_returns_a_field_error() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    manager.unlock().await;
    for (text, field, message) in [
        ("{", "text", "Config Error: Invalid Config."),
        ("[]", "text", "Config Error: Invalid Config."),
        (r#"{"companyName": " "}"#, "companyName", "Input is required."),
        (
            r#"{"companyName": "A", "version": "9.0.0"}"#,
            "version",
            "schema version 9.0.0 is newer than this build's 1.1.0",
        ),
    ] {
        let refusal = manager
            .post(RAW, json!({"revision": 1, "text": text}))
            .await
            .refused(422, "invalid_fields");
        assert_eq!(refusal["fields"], json!({field: message}), "{text}");
    }
    // A config that an older client wrote.
    let older = r#"{"companyName": "A", "version": "1.0.0", "darkByDefault": true}"#;
    let saved = manager
        .post(RAW, json!({"revision": 1, "text": older}))
        .await
        .succeeded();
    assert_eq!(
        (&saved["version"], &saved["brand"]["scheme"]),
        (&json!("1.1.0"), &json!("dark"))
    );
}

#[tokio::test]
async fn config_json_has_the_size_limit_of_the_config() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    manager.unlock().await;
    let raw = manager.get(RAW).await.succeeded();
    let mut config: Value = serde_json::from_str(raw["text"].as_str().unwrap()).unwrap();
    config["labs"] = json!("x".repeat(300_000));
    let long = json!({"revision": 1, "text": config.to_string()});
    manager.post(RAW, long).await.refused(413, "too_large");
}
