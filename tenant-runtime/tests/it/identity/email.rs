use jiff::SignedDuration;
use platform::clock::Clock as _;
use platform::quota::{self, Quota};
use serde_json::json;

use crate::support::{Customer, Installation, TestSite, mailbox};

const KIND: &str = "email_confirmation";

/// The token of a link.
fn token(link: &str) -> &str {
    link.split_once("&token=").unwrap().1
}

async fn confirm(site: &TestSite, email: &str, token: &str) -> crate::support::Reply {
    site.visitor()
        .post("/users/emails/confirm", json!({"email": email, "token": token}))
        .await
}

#[tokio::test]
async fn emailed_link_confirms_the_address() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    assert_eq!(ada.get("/users/emails/confirmed").await.succeeded(), false);
    assert_eq!(site.run_jobs().await, 1);
    let link = mailbox::newest_link(&site, KIND, "ada@example.com");
    let origin = site.installation.runtime.origins.of(&site.site);
    assert!(
        link.starts_with(&format!("{origin}/confirmEmail?email=ada%40example.com&token=")),
        "{link}"
    );
    assert_eq!(confirm(&site, "Ada@example.com", token(&link)).await.succeeded(), true);
    assert_eq!(ada.get("/users/emails/confirmed").await.succeeded(), true);
    assert_eq!(ada.get("/users").await.succeeded()["emailConfirmed"], true);
    assert_eq!(
        confirm(&site, "ada@example.com", token(&link)).await.succeeded(),
        true,
        "a second click does no harm"
    );
}

#[tokio::test]
async fn confirmation_is_visible_to_the_waiting_session() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await;
    assert_eq!(ada.get("/users/emails/confirmed").await.succeeded(), true);
}

#[tokio::test]
async fn email_has_the_merchants_branding() {
    let site = Installation::new().await.site().await;
    site.customer().await;
    site.run_jobs().await;
    let mail = mailbox::mails(&site, KIND, "ada@example.com").pop().unwrap();
    assert!(
        mail.contains("From: \"sparkle Wash\" <no-reply@sparkle.localhost>"),
        "{mail}"
    );
    assert!(mail.contains("Subject: Verify your email for sparkle Wash"), "{mail}");
    assert!(mail.contains("Welcome, Ada!"), "{mail}");
    assert!(mail.contains("#0b7a75"), "{mail}");
}

#[tokio::test]
async fn link_of_another_customer_confirms_nothing() {
    let installation = Installation::new().await;
    let (here, there) = (
        installation.site_called("here").await,
        installation.site_called("there").await,
    );
    let ada = here.customer().await;
    here.customer_with_email("bob@example.com").await;
    there.customer().await;
    here.run_jobs().await;
    there.run_jobs().await;
    let own = mailbox::newest_link(&here, KIND, "ada@example.com");
    let bobs = mailbox::newest_link(&here, KIND, "bob@example.com");
    let elsewhere = mailbox::newest_link(&there, KIND, "ada@example.com");
    for wrong in [token(&bobs), token(&elsewhere), "", "nonsense", &token(&own)[1..]] {
        confirm(&here, "ada@example.com", wrong)
            .await
            .refused(422, "invalid_code");
    }
    confirm(&here, "nobody@example.com", token(&own))
        .await
        .refused(422, "invalid_code");
    assert_eq!(ada.get("/users/emails/confirmed").await.succeeded(), false);
}

#[tokio::test]
async fn link_works_for_a_week() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    site.customer().await;
    site.run_jobs().await;
    let link = mailbox::newest_link(&site, KIND, "ada@example.com");
    installation.clock.advance(SignedDuration::from_hours(7 * 24));
    confirm(&site, "ada@example.com", token(&link))
        .await
        .refused(422, "expired");
    let ada = Customer::log_in(&site, "ada@example.com", crate::support::PASSWORD).await;
    assert_eq!(ada.get("/users/emails/confirmation").await.succeeded(), true);
    site.run_jobs().await;
    let fresh = mailbox::newest_link(&site, KIND, "ada@example.com");
    assert_ne!(link, fresh);
    assert_eq!(confirm(&site, "ada@example.com", token(&fresh)).await.succeeded(), true);
}

#[tokio::test]
async fn every_emailed_link_stays_valid_until_one_is_used() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    site.run_jobs().await;
    let first = mailbox::newest_link(&site, KIND, "ada@example.com");
    ada.get("/users/emails/confirmation").await.succeeded();
    site.run_jobs().await;
    assert_eq!(mailbox::mails(&site, KIND, "ada@example.com").len(), 2);
    assert_eq!(confirm(&site, "ada@example.com", token(&first)).await.succeeded(), true);
    assert_eq!(ada.get("/users/emails/confirmation").await.succeeded(), true);
    assert_eq!(site.run_jobs().await, 0, "whoever is confirmed gets no more mail");
}

#[tokio::test]
async fn email_limits_survive_a_restart() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let quota = Quota {
        name: "test",
        count: 3,
        per: SignedDuration::from_hours(1),
    };
    let take = async |commit: bool| {
        let mut db = site.tenant().await.write().await.unwrap();
        let taken = quota::take(&mut db, quota, "customer:1", installation.clock.now())
            .await
            .unwrap();
        if commit {
            db.commit().await.unwrap();
        }
        taken.map_err(quota::Wait::as_seconds)
    };
    assert_eq!(take(false).await, Ok(()), "what is rolled back is not counted");
    for _ in 0..3 {
        assert_eq!(take(true).await, Ok(()));
    }
    installation.runtime.sites.close_all().await;
    assert_eq!(take(true).await, Err(1200));
    installation.clock.advance(SignedDuration::from_mins(20));
    assert_eq!(take(true).await, Ok(()));
}

#[tokio::test]
async fn emails_are_limited_by_address() {
    let site = Installation::with_limits().await.site().await;
    let ada = site.customer().await;
    for _ in 0..2 {
        ada.get("/users/emails/confirmation").await.succeeded();
    }
    let refused = ada.get("/users/emails/confirmation").await;
    assert_eq!(refused.header("retry-after"), Some("1200"));
    refused.refused(429, "too_many_requests");
    ada.leave().await;
    let again = site.visitor().post("/users", Customer::form("ADA@example.com")).await;
    again.refused(429, "too_many_requests");
    site.visitor()
        .post("/users", Customer::form("bob@example.com"))
        .await
        .succeeded();
    site.installation.clock.advance(SignedDuration::from_mins(20));
    site.customer().await;
}

#[tokio::test]
async fn confirmation_calls_need_a_session() {
    let site = Installation::new().await.site().await;
    for path in ["/users/emails/confirmed", "/users/emails/confirmation"] {
        site.visitor().get(path).await.refused(401, "invalid_token");
    }
}
