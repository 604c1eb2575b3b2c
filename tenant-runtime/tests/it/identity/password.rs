use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::{Customer, Installation, PASSWORD, Reply, TestSite, mailbox};

const KIND: &str = "password_recovery";
pub(super) const NEW: &str = "Fresh-Suds-8";

pub(super) async fn forget(site: &TestSite, email: &str) -> Reply {
    site.visitor()
        .get(&format!("/users/emails/forgot-password?email={email}"))
        .await
}

/// The token of the newest recovery mail to Ada.
pub(super) async fn mailed_token(site: &TestSite) -> String {
    site.run_jobs().await;
    // The first job enqueues the second one.
    site.run_jobs().await;
    let link = mailbox::newest_link(site, KIND, "ada@example.com");
    let origin = site.installation.runtime.origins.of(&site.site);
    let start = format!("{origin}/passwordRecovery?email=ada%40example.com&token=");
    link.strip_prefix(&start).unwrap_or_else(|| panic!("{link}")).to_owned()
}

pub(super) async fn recover(site: &TestSite, email: &str, token: &str, password: &str) -> Reply {
    let body = json!({"email": email, "token": token, "password": password, "confirmPassword": password});
    site.visitor().post("/users/forgot-password", body).await
}

#[tokio::test]
async fn emailed_link_sets_a_new_password_and_ends_every_session() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let other = Customer::log_in(&site, "ada@example.com", PASSWORD).await;
    forget(&site, "ADA@example.com").await.succeeded();
    let token = mailed_token(&site).await;
    ada.get("/users").await.succeeded();
    assert_eq!(recover(&site, "ada@example.com", &token, NEW).await.succeeded(), true);
    for session in [&ada, &other] {
        session.get("/users").await.refused(401, "invalid_token");
        let pair = json!({"accessToken": session.client.token, "refreshToken": session.refresh_token});
        site.visitor()
            .put("/users/tokens", pair)
            .await
            .refused(401, "invalid_token");
    }
    let body = json!({"email": "ada@example.com", "password": PASSWORD});
    site.visitor()
        .post("/users/login", body)
        .await
        .refused(401, "wrong_credentials");
    let ada = Customer::log_in(&site, "ada@example.com", NEW).await;
    assert_eq!(
        ada.get("/users/emails/confirmed").await.succeeded(),
        true,
        "the mail was read"
    );
    recover(&site, "ada@example.com", &token, PASSWORD)
        .await
        .refused(422, "invalid_code");
}

#[tokio::test]
async fn response_does_not_reveal_accounts() {
    let site = Installation::new().await.site().await;
    site.customer().await;
    site.run_jobs().await;
    let (known, unknown) = (
        forget(&site, "ada@example.com").await,
        forget(&site, "bob@example.com").await,
    );
    assert_eq!(known.header("cache-control"), Some("no-store"));
    assert_eq!(known.text, unknown.text);
    assert_eq!(
        site.visitor()
            .get("/users/forgot-password?email=bob@example.com")
            .await
            .text,
        unknown.text
    );
    site.run_jobs().await;
    site.run_jobs().await;
    assert_eq!(mailbox::mails(&site, KIND, "ada@example.com").len(), 1);
    assert!(mailbox::mails(&site, KIND, "bob@example.com").is_empty());
    forget(&site, "nonsense").await.refused(422, "invalid_fields");
    site.visitor()
        .get("/users/emails/forgot-password")
        .await
        .refused(422, "invalid_fields");
}

#[tokio::test]
pub(super) async fn recovery_link_is_validated() {
    let installation = Installation::new().await;
    let (here, there) = (
        installation.site_called("here").await,
        installation.site_called("there").await,
    );
    here.customer().await;
    here.customer_with_email("bob@example.com").await;
    there.customer().await;
    here.run_jobs().await;
    let confirmation = mailbox::newest_link(&here, "email_confirmation", "ada@example.com");
    let (_, confirmation) = confirmation.split_once("&token=").unwrap();
    forget(&here, "ada@example.com").await.succeeded();
    let token = mailed_token(&here).await;
    for (site, email, token) in [
        (&here, "bob@example.com", token.as_str()),
        (&there, "ada@example.com", &token),
        (&here, "ada@example.com", confirmation),
        (&here, "ada@example.com", "nonsense"),
        (&here, "nobody@example.com", &token),
    ] {
        recover(site, email, token, NEW).await.refused(422, "invalid_code");
    }
    let refusal = recover(&here, "ada@example.com", &token, "short")
        .await
        .refused(422, "invalid_fields");
    assert_eq!(
        refusal["fields"],
        json!({"password": "Must have at least 8 characters."})
    );
    let body = json!({"email": "ada@example.com", "token": token, "password": NEW, "confirmPassword": PASSWORD});
    let refusal = here
        .visitor()
        .post("/users/forgot-password", body)
        .await
        .refused(422, "invalid_fields");
    assert!(refusal["fields"]["confirmPassword"].is_string());
    installation.clock.advance(SignedDuration::from_hours(1));
    recover(&here, "ada@example.com", &token, NEW)
        .await
        .refused(422, "expired");
}

#[tokio::test]
async fn new_password_revokes_other_links() {
    let site = Installation::new().await.site().await;
    site.customer().await;
    site.run_jobs().await;
    forget(&site, "ada@example.com").await.succeeded();
    let first = mailed_token(&site).await;
    forget(&site, "ada@example.com").await.succeeded();
    let second = mailed_token(&site).await;
    assert_ne!(first, second);
    recover(&site, "ada@example.com", &first, NEW).await.succeeded();
    recover(&site, "ada@example.com", &second, PASSWORD)
        .await
        .refused(422, "invalid_code");
}

#[tokio::test]
async fn changed_password_ends_every_session_and_starts_a_new_one() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let other = Customer::log_in(&site, "ada@example.com", PASSWORD).await;
    let body = json!({"currentPassword": PASSWORD, "newPassword": NEW, "confirmPassword": NEW});
    let tokens = ada.post("/users/update-password", body).await.succeeded();
    ada.get("/users").await.refused(401, "invalid_token");
    other.get("/users").await.refused(401, "invalid_token");
    let mut fresh = site.visitor();
    fresh.token = tokens["accessToken"].as_str().map(str::to_owned);
    fresh.get("/users").await.succeeded();
    Customer::log_in(&site, "ada@example.com", NEW).await;
    site.run_jobs().await;
    let told = mailbox::mails(&site, "password_changed", "ada@example.com");
    assert_eq!(told.len(), 1, "whoever did it, the person is told");
    assert!(told[0].contains("/logIn"), "{}", told[0]);
}

#[tokio::test]
async fn wrong_passwords_in_a_session_must_wait() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let update = |current: &str| json!({"currentPassword": current, "newPassword": NEW});
    let leave = async |password: &str| {
        let body = Some(json!({ "password": password }));
        ada.send(reqwest::Method::DELETE, "/users", body, &[]).await
    };
    for _ in 0..5 {
        let wrong = ada.post("/users/update-password", update("Wrong-Suds-1")).await;
        wrong.refused(403, "wrong_password");
    }
    for _ in 0..5 {
        leave("Wrong-Suds-1").await.refused(429, "rate_limited");
    }
    // The right one is not told from a wrong one.
    let delayed = leave(PASSWORD).await;
    assert_eq!(delayed.header("retry-after"), Some("2"));
    delayed.refused(429, "rate_limited");
    let delayed = ada.post("/users/update-password", update(PASSWORD)).await;
    delayed.refused(429, "rate_limited");
    // Wrong passwords in the session don't block logins.
    Customer::log_in(&site, "ada@example.com", PASSWORD).await;
    site.installation.clock.advance(SignedDuration::from_secs(2));
    ada.post("/users/update-password", update(PASSWORD)).await.succeeded();
}

#[tokio::test]
async fn password_change_follows_the_rules_and_needs_the_old_one() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let update = |current: &str, new: &str| json!({"currentPassword": current, "newPassword": new});
    let refusal = ada.post("/users/update-password", update(PASSWORD, "mypassword")).await;
    let refusal = refusal.refused(422, "invalid_fields");
    assert_eq!(
        refusal["fields"],
        json!({"newPassword": "Invalid word not allowed in passwords"})
    );
    ada.post("/users/update-password", update("Wrong-Suds-1", NEW))
        .await
        .refused(403, "wrong_password");
    ada.post("/users/update-password", update("", NEW))
        .await
        .refused(403, "wrong_password");
    ada.get("/users").await.succeeded();
    let body: Value = update(PASSWORD, NEW);
    site.visitor()
        .post("/users/update-password", body)
        .await
        .refused(401, "invalid_token");
}
