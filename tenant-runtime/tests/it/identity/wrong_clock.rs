//! Tokens and codes issued while the clock was years ahead are rejected.

use jiff::SignedDuration;
use platform::clock::Clock as _;
use serde_json::json;

use crate::support::mailbox::newest_link;
use crate::support::{Customer, Installation, PASSWORD};

#[tokio::test]
async fn what_was_issued_in_the_future_is_invalid() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let ada = site.customer().await.confirmed().await;
    let now = installation.clock.now();

    installation.clock.advance(SignedDuration::from_hours(10 * 8766));
    let later = Customer::log_in(&site, &ada.email, PASSWORD).await;
    later.get("/users").await.succeeded();
    let path = format!("/users/emails/forgot-password?email={}", ada.email);
    site.visitor().get(&path).await.succeeded();
    // The first job enqueues the second one.
    site.run_jobs().await;
    site.run_jobs().await;
    let link = newest_link(&site, "password_recovery", &ada.email);
    let code = site.pairing_code(1).await;
    installation.clock.set(now);

    later.get("/users").await.refused(401, "invalid_token");
    let pair = json!({"accessToken": later.client.token, "refreshToken": later.refresh_token});
    site.visitor()
        .put("/users/tokens", pair)
        .await
        .refused(401, "invalid_token");
    let (_, token) = link.split_once("&token=").unwrap();
    let body =
        json!({"email": ada.email, "token": token, "password": "New-Foam-42!", "confirmPassword": "New-Foam-42!"});
    site.visitor()
        .post("/users/forgot-password", body)
        .await
        .refused(422, "expired");
    let pairing = json!({ "pairingCode": code });
    site.visitor()
        .post("/terminal/pair", pairing)
        .await
        .refused(422, "expired");

    // Earlier sessions remain valid.
    ada.get("/users").await.succeeded();
    // `site check` names what is in the future.
    installation.clock.advance(SignedDuration::from_hours(10 * 8766 + 1));
}
