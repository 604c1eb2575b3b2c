//! The password, entered again before what an unattended screen must not give away.

use jiff::SignedDuration;
use platform::clock::Clock as _;
use serde_json::json;
use tenant_runtime::http::Role;

use crate::support::{Customer, Installation, PASSWORD};

const RAW: &str = "/accounts/site-config/raw";

#[tokio::test]
async fn password_unlocks_one_session_for_ten_minutes() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let elsewhere = Customer::log_in(&site, "manager@example.com", PASSWORD).await;
    manager.get(RAW).await.refused(403, "password_required");
    let opened = manager.unlock().await;
    let until = site.installation.clock.now() + SignedDuration::from_mins(10);
    assert_eq!(opened["until"], until.to_string());
    manager.get(RAW).await.succeeded();
    elsewhere.get(RAW).await.refused(403, "password_required");
    site.installation.clock.advance(SignedDuration::from_mins(10));
    manager.get(RAW).await.refused(403, "password_required");
    manager.unlock().await;
    manager.post("/users/logout", json!({})).await.succeeded();
    manager.get(RAW).await.refused(401, "invalid_token");
}

#[tokio::test]
async fn wrong_password_unlocks_nothing_and_guesses_are_limited() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    for _ in 0..5 {
        let refusal = manager
            .post("/users/unlock", json!({"password": "Not-it-1"}))
            .await
            .refused(403, "wrong_password");
        assert_eq!(refusal["errorMessage"], "Incorrect Password");
        assert_eq!(refusal["fields"], json!({"password": "Incorrect Password"}));
    }
    manager
        .post("/users/unlock", json!({ "password": PASSWORD }))
        .await
        .refused(429, "rate_limited");
    manager.get(RAW).await.refused(403, "password_required");
}
