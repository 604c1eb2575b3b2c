use jiff::SignedDuration;
use serde_json::{Value, json};

use super::log_in::claims;
use crate::support::{Client, Customer, Installation, Reply, TestSite};

fn pair(customer: &Customer) -> Value {
    json!({"accessToken": customer.client.token, "refreshToken": customer.refresh_token})
}

async fn renew(site: &TestSite, pair: &Value) -> Reply {
    site.visitor().put("/users/tokens", pair.clone()).await
}

fn with_token(site: &TestSite, pair: &Value) -> Client {
    let mut client = site.visitor();
    client.token = pair["accessToken"].as_str().map(str::to_owned);
    client
}

#[tokio::test]
async fn expired_access_token_is_renewed() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let ada = site.customer().await;
    installation.clock.advance(SignedDuration::from_hours(24));
    ada.get("/users").await.refused(401, "invalid_token");
    let renewed = renew(&site, &pair(&ada)).await.succeeded();
    with_token(&site, &renewed).get("/users").await.succeeded();
    let old = claims(ada.client.token.as_deref().unwrap());
    let new = claims(renewed["accessToken"].as_str().unwrap());
    assert_eq!(old["sid"], new["sid"]);
    assert_ne!(old["jti"], new["jti"]);
}

#[tokio::test]
async fn earlier_access_tokens_outlive_a_renewal() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    renew(&site, &pair(&ada)).await.succeeded();
    ada.get("/users").await.succeeded();
}

#[tokio::test]
async fn racing_tabs_both_stay_logged_in() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let ada = site.customer().await;
    let pair = pair(&ada);
    let (one, other) = tokio::join!(renew(&site, &pair), renew(&site, &pair));
    let (one, other) = (one.succeeded(), other.succeeded());
    assert_ne!(one["refreshToken"], other["refreshToken"]);
    renew(&site, &pair).await.refused(401, "invalid_token");
    installation.clock.advance(SignedDuration::from_hours(1));
    for successor in [one, other] {
        let next = renew(&site, &successor).await.succeeded();
        with_token(&site, &next).get("/users").await.succeeded();
    }
}

#[tokio::test]
async fn lost_refresh_response_can_be_repeated() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let pair = pair(&site.customer().await);
    renew(&site, &pair).await.succeeded();
    installation.clock.advance(SignedDuration::from_secs(20));
    let again = renew(&site, &pair).await.succeeded();
    with_token(&site, &again).get("/users").await.succeeded();
}

#[tokio::test]
async fn replay_ends_the_session() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let ada = site.customer().await;
    let pair = pair(&ada);
    let renewed = renew(&site, &pair).await.succeeded();
    installation.clock.advance(SignedDuration::from_secs(21));
    with_token(&site, &renewed).get("/users").await.succeeded();
    renew(&site, &pair).await.refused(401, "invalid_token");
    with_token(&site, &renewed)
        .get("/users")
        .await
        .refused(401, "invalid_token");
    renew(&site, &renewed).await.refused(401, "invalid_token");
    let audited: Vec<(String, String)> = site
        .rows("SELECT actor, action FROM audit WHERE action IN ('log_in', 'refresh_token_replayed') ORDER BY id")
        .await;
    let by_ada = |action: &str| ("customer:1".to_owned(), action.to_owned());
    assert_eq!(audited, [by_ada("log_in"), by_ada("refresh_token_replayed")]);
    let fresh = Customer::log_in(&site, "ada@example.com", crate::support::PASSWORD).await;
    fresh.get("/users").await.succeeded();
}

#[tokio::test]
async fn mismatched_token_pairs_are_rejected() {
    let installation = Installation::new().await;
    let (here, there) = (
        installation.site_called("here").await,
        installation.site_called("there").await,
    );
    let (ada, bob) = (here.customer().await, here.customer_with_email("bob@example.com").await);
    let elsewhere = there.customer().await;
    for pair in [
        json!({"accessToken": ada.client.token, "refreshToken": bob.refresh_token}),
        json!({"accessToken": elsewhere.client.token, "refreshToken": ada.refresh_token}),
        json!({"accessToken": elsewhere.client.token, "refreshToken": elsewhere.refresh_token}),
        json!({"accessToken": ada.client.token, "refreshToken": "nonsense"}),
        json!({"accessToken": "a.b", "refreshToken": ada.refresh_token}),
        json!({"accessToken": "", "refreshToken": ""}),
    ] {
        renew(&here, &pair).await.refused(401, "invalid_token");
    }
    ada.get("/users").await.succeeded();
    renew(&here, &pair(&ada)).await.succeeded();
    renew(&here, &json!({"accessToken": 1})).await.refused(400, "malformed");
}

#[tokio::test]
async fn unused_refresh_token_lives_thirty_days() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let (ada, bob) = (site.customer().await, site.customer_with_email("bob@example.com").await);
    installation.clock.advance(SignedDuration::from_hours(30 * 24 - 1));
    renew(&site, &pair(&ada)).await.succeeded();
    installation.clock.advance(SignedDuration::from_hours(1));
    renew(&site, &pair(&bob)).await.refused(401, "invalid_token");
}

#[tokio::test]
async fn refresh_removes_expired_tokens() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let kept = async || -> i64 {
        let (count,): (i64,) = site
            .rows("SELECT COUNT(*) FROM identity_refresh_tokens")
            .await
            .remove(0);
        count
    };
    let mut tokens = pair(&ada);
    for (days, expected) in [(0, 2), (20, 3), (20, 2)] {
        site.installation.clock.advance(SignedDuration::from_hours(24 * days));
        let renewed = renew(&site, &tokens).await.succeeded();
        tokens = json!({"accessToken": renewed["accessToken"], "refreshToken": renewed["refreshToken"]});
        assert_eq!(kept().await, expected, "after {days} days");
    }
}
