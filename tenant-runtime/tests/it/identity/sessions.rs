//! Sessions of the caller: list, end, and absolute end.

use jiff::SignedDuration;
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::{Customer, Installation, PASSWORD, TestSite};

async fn sessions(person: &Customer) -> Vec<Value> {
    let listed = person.get("/users/sessions").await.succeeded();
    listed.as_array().unwrap().clone()
}

/// Renews the tokens of `person`.
async fn renew(site: &TestSite, person: &mut Customer) -> crate::support::Reply {
    let pair = json!({"accessToken": person.client.token, "refreshToken": person.refresh_token});
    let reply = site.visitor().put("/users/tokens", pair).await;
    if reply.status == 200 {
        let tokens = &reply.body["resultData"];
        person.client.token = tokens["accessToken"].as_str().map(str::to_owned);
        person.refresh_token = tokens["refreshToken"].as_str().unwrap().to_owned();
    }
    reply
}

#[tokio::test]
async fn sessions_are_listed_and_ended() {
    let site = Installation::new().await.site().await;
    let first = site.customer().await;
    let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    let body = json!({"email": first.email, "password": PASSWORD});
    let second = site
        .visitor()
        .send(
            reqwest::Method::POST,
            "/users/login",
            Some(body),
            &[("User-Agent", agent)],
        )
        .await
        .succeeded();
    let mut other = site.visitor();
    other.token = second["accessToken"].as_str().map(str::to_owned);

    let listed = sessions(&first).await;
    assert_eq!(listed.len(), 2);
    let session = listed.iter().find(|session| session["isCurrent"] == false).unwrap();
    assert_eq!(
        (&session["client"], &session["address"]),
        (&json!("Firefox on Linux"), &json!("127.0.0.1"))
    );
    let path = format!("/users/sessions/{}", session["sessionId"].as_str().unwrap());
    let stranger = site.customer_with_email("bob@example.com").await;
    stranger.delete(&path).await.refused(404, "not_found");
    assert_eq!(first.delete(&path).await.succeeded().as_array().unwrap().len(), 1);
    first.delete(&path).await.refused(404, "not_found");
    other.get("/users").await.refused(401, "invalid_token");
    first.get("/users").await.succeeded();
}

#[tokio::test]
async fn sessions_have_an_absolute_end() {
    let site = Installation::new().await.site().await;
    for (mut person, days) in [(site.customer().await, 180), (site.staff(Role::Attendant).await, 30)] {
        // Renewals in time don't move it.
        for _ in 0..(days / 20) {
            site.installation.clock.advance(SignedDuration::from_hours(20 * 24));
            if renew(&site, &mut person).await.status == 401 {
                break;
            }
            person.get("/users").await.succeeded();
        }
        site.installation.clock.advance(SignedDuration::from_hours(20 * 24));
        renew(&site, &mut person).await.refused(401, "invalid_token");
    }
}

#[tokio::test]
async fn added_factor_ends_other_sessions_and_is_emailed() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let other = Customer::log_in(&site, &ada.email, PASSWORD).await;
    super::second_factor::guard(&ada).await;
    ada.get("/users").await.succeeded();
    other.get("/users").await.refused(401, "invalid_token");
    site.run_jobs().await;
    let mail =
        crate::support::mailbox::decoded(&crate::support::mailbox::mails(&site, "login_method_added", &ada.email)[0]);
    assert!(mail.contains("Phone"), "{mail}");
}

#[tokio::test]
async fn failed_logins_are_logged_without_the_password() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let (log, _guard) = crate::support::Log::of_this_test();
    for (email, password) in [(&*ada.email, "Guess-1234"), ("unknown@example.com", "Guess-1234")] {
        let body = json!({ "email": email, "password": password });
        site.visitor()
            .post("/users/login", body)
            .await
            .refused(401, "wrong_credentials");
    }
    let text = log.text();
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("login failed")).collect();
    assert_eq!(lines.len(), 2, "{text}");
    for (line, account) in lines.iter().zip(["account.id=1", "account.id=0"]) {
        for part in [account, "client.address=127.0.0.1", "reason=wrong email or password"] {
            assert!(line.contains(part), "{line}");
        }
    }
    assert!(!text.contains("Guess-1234") && !text.contains("example.com"), "{text}");
}

#[tokio::test]
async fn session_that_ends_while_a_body_arrives_is_rejected() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let elsewhere = Customer::log_in(&site, &ada.email, PASSWORD).await;
    let order = json!({"products": [{"productId": 101}], "acceptedTerms": true});
    let order = ada.begin_post("/orders", &order).await;
    let listed = sessions(&elsewhere).await;
    let first = listed.iter().find(|session| session["isCurrent"] == false).unwrap();
    let path = format!("/users/sessions/{}", first["sessionId"].as_str().unwrap());
    elsewhere.delete(&path).await.succeeded();
    let response = order.finish().await;
    assert!(response.starts_with("HTTP/1.1 401"), "{response}");
    assert!(response.contains("invalid_token"), "{response}");
    assert_eq!(site.installation.stub.charges().len(), 0);
}
