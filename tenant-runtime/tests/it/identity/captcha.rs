use jiff::SignedDuration;
use platform::tenancy::{Environment, Site};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Client, Customer, Installation, PASSWORD, Reply, TestSite, captcha as solved};

async fn post(client: &Client, path: &str, body: Value, headers: &[(&str, &str)]) -> Reply {
    client.send(Method::POST, path, Some(body), headers).await
}

fn needs_captcha(refusal: &Value) -> bool {
    refusal["fields"]["captcha"].is_string()
}

#[tokio::test]
async fn sign_up_accepts_a_solution_once() {
    let installation = Installation::with_captcha().await;
    let site = installation.site().await;
    let visitor = site.visitor();
    let refusal = visitor.post("/users", Customer::form("ada@example.com")).await;
    assert!(needs_captcha(&refusal.refused(422, "invalid_fields")));
    let solution = solved(&site).await;
    let headers = [("Captcha-Token", solution.as_str())];
    post(&visitor, "/users", Customer::form("ada@example.com"), &headers)
        .await
        .succeeded();
    let refusal = post(&visitor, "/users", Customer::form("bob@example.com"), &headers).await;
    assert!(needs_captcha(&refusal.refused(422, "invalid_fields")));

    let solution = solved(&site).await;
    installation.clock.advance(SignedDuration::from_mins(20));
    for token in [solution.as_str(), "", "nonsense", &"x".repeat(5000)] {
        let refusal = post(
            &visitor,
            "/users",
            Customer::form("bob@example.com"),
            &[("Captcha-Token", token)],
        )
        .await;
        assert!(needs_captcha(&refusal.refused(422, "invalid_fields")), "{token}");
    }
}

#[tokio::test]
async fn solution_is_valid_at_its_site_only() {
    let installation = Installation::with_captcha().await;
    let (here, there) = (
        installation.site_called("here").await,
        installation.site_called("there").await,
    );
    let solution = solved(&here).await;
    let headers = [("Captcha-Token", solution.as_str())];
    let refusal = post(&there.visitor(), "/users", Customer::form("ada@example.com"), &headers).await;
    assert!(needs_captcha(&refusal.refused(422, "invalid_fields")));
    post(&here.visitor(), "/users", Customer::form("ada@example.com"), &headers)
        .await
        .succeeded();
}

#[tokio::test]
async fn lost_response_is_repeated_with_the_same_solution() {
    let site = Installation::with_captcha().await.site().await;
    let solution = solved(&site).await;
    let send = async |key: &'static str, email: &str| {
        let headers = [("Captcha-Token", solution.as_str()), ("Idempotency-Key", key)];
        post(&site.visitor(), "/users", Customer::form(email), &headers).await
    };
    let first = send("one", "ada@example.com").await.succeeded();
    assert_eq!(send("one", "ada@example.com").await.succeeded(), first);
    send("one", "bob@example.com").await.refused(422, "key_reused");
    assert!(needs_captcha(
        &send("two", "bob@example.com").await.refused(422, "invalid_fields")
    ));
}

#[tokio::test]
async fn solution_is_bound_to_its_device() {
    let site = Installation::with_captcha().await.site().await;
    let solution = solved(&site).await;
    let headers = [("Captcha-Token", solution.as_str()), ("Idempotency-Key", "one")];
    let send = async |device: Option<&str>, email: &str| {
        let mut visitor = site.visitor();
        visitor.device = device.map(str::to_owned);
        post(&visitor, "/users", Customer::form(email), &headers).await
    };
    send(Some("first-device"), "ada@example.com").await.succeeded();
    for (device, email) in [(Some("second-device"), "bob@example.com"), (None, "eve@example.com")] {
        assert!(needs_captcha(&send(device, email).await.refused(422, "invalid_fields")));
    }
    send(Some("first-device"), "ada@example.com").await.succeeded();
}

#[tokio::test]
async fn one_of_two_requests_racing_with_a_solution_succeeds() {
    let site = Installation::with_captcha().await.site().await;
    let solution = solved(&site).await;
    let headers = [("Captcha-Token", solution.as_str())];
    let visitor = site.visitor();
    let (one, other) = tokio::join!(
        post(&visitor, "/users", Customer::form("ada@example.com"), &headers),
        post(&visitor, "/users", Customer::form("bob@example.com"), &headers)
    );
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422]);
}

#[tokio::test]
async fn used_solutions_are_forgotten_after_expiration() {
    let installation = Installation::with_captcha().await;
    let site = installation.site().await;
    for (minutes, email) in [(0, "ada@example.com"), (15, "bob@example.com")] {
        installation.clock.advance(SignedDuration::from_mins(minutes));
        let solution = solved(&site).await;
        post(
            &site.visitor(),
            "/users",
            Customer::form(email),
            &[("Captcha-Token", &solution)],
        )
        .await
        .succeeded();
    }
    assert_eq!(rows(&site).await, 2);
    installation.clock.advance(SignedDuration::from_mins(5));
    site.run_jobs().await;
    assert_eq!(rows(&site).await, 1);
    installation.clock.advance(SignedDuration::from_mins(15));
    site.run_jobs().await;
    assert_eq!(rows(&site).await, 0);
}

async fn rows(site: &TestSite) -> i64 {
    let mut db = site.tenant().await.read().await.unwrap();
    sqlx::query_scalar("SELECT count(*) FROM identity_captchas")
        .fetch_one(db.conn())
        .await
        .unwrap()
}

async fn log_in(client: &Client, email: &str, password: &str, captcha: Option<&str>) -> Reply {
    let headers: Vec<_> = captcha.map(|token| ("Captcha-Token", token)).into_iter().collect();
    post(
        client,
        "/users/login",
        json!({"email": email, "password": password}),
        &headers,
    )
    .await
}

#[tokio::test]
async fn login_requires_a_captcha_after_two_failures_from_an_address() {
    let installation = Installation::with_captcha().await;
    let site = installation.site().await;
    let visitor = site.visitor();
    post(
        &visitor,
        "/users",
        Customer::form("ada@example.com"),
        &[("Captcha-Token", &solved(&site).await)],
    )
    .await
    .succeeded();
    let first = log_in(&visitor, "ada@example.com", "Guess-1234", None).await;
    assert!(!needs_captcha(&first.refused(401, "wrong_credentials")));
    let second = log_in(&visitor, "nobody@example.com", "Guess-1234", None).await;
    assert!(needs_captcha(&second.refused(401, "wrong_credentials")));
    let third = log_in(&visitor, "ada@example.com", PASSWORD, None).await;
    assert!(needs_captcha(&third.refused(422, "invalid_fields")));
    let solution = solved(&site).await;
    let wrong = log_in(&visitor, "ada@example.com", "Guess-1234", Some(&solution)).await;
    assert!(needs_captcha(&wrong.refused(401, "wrong_credentials")));
    log_in(&visitor, "ada@example.com", PASSWORD, Some(&solution))
        .await
        .refused(422, "invalid_fields");
    log_in(&visitor, "ada@example.com", PASSWORD, Some(&solved(&site).await))
        .await
        .succeeded();
    // Others at the address may still be guessing.
    log_in(&visitor, "ada@example.com", PASSWORD, None)
        .await
        .refused(422, "invalid_fields");
    installation.clock.advance(SignedDuration::from_hours(1));
    log_in(&visitor, "ada@example.com", PASSWORD, None).await.succeeded();
}

#[tokio::test]
async fn card_setup_requires_a_captcha() {
    let site = Installation::with_captcha().await.site().await;
    let ada = signed_up(&site).await.confirmed().await;
    let path = "/payments/hosted-forms?socketId=0123456789abcdef";
    let refusal = ada.get(path).await;
    assert!(needs_captcha(&refusal.refused(422, "invalid_fields")));
    let solution = solved(&site).await;
    ada.send(Method::GET, path, None, &[("Captcha-Token", &solution)])
        .await
        .refused(422, "expired");
}

async fn signed_up(site: &TestSite) -> Customer {
    post(
        &site.visitor(),
        "/users",
        Customer::form("ada@example.com"),
        &[("Captcha-Token", &solved(site).await)],
    )
    .await
    .succeeded();
    Customer::log_in(site, "ada@example.com", PASSWORD).await
}

#[tokio::test]
async fn installation_without_captcha_requires_none() {
    let site = Installation::new().await.site().await;
    let reply = site.visitor().get("/captcha/challenge").await;
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    assert_eq!(reply.succeeded(), Value::Null);
    let visitor = site.visitor();
    visitor
        .post("/users", Customer::form("ada@example.com"))
        .await
        .succeeded();
    for _ in 0..3 {
        let refusal = log_in(&visitor, "ada@example.com", "Guess-1234", None).await;
        assert!(!needs_captcha(&refusal.refused(401, "wrong_credentials")));
    }
    log_in(&visitor, "ada@example.com", PASSWORD, None).await.succeeded();
}

#[tokio::test]
async fn test_accounts_need_no_captcha_outside_production() {
    let installation = Installation::with_captcha().await;
    let site = installation.site().await;
    let tokens = site
        .visitor()
        .post("/users/test", Customer::form("ada@example.com"))
        .await
        .succeeded();
    let mut ada = site.visitor();
    ada.token = tokens["accessToken"].as_str().map(str::to_owned);
    assert_eq!(ada.get("/users").await.succeeded()["emailConfirmed"], false);
    site.visitor()
        .post("/users/test", Customer::form("ada@example.com"))
        .await
        .refused(409, "taken");

    let environment = Environment {
        name: "prod".to_owned(),
        production: true,
    };
    installation.set(Site {
        environment,
        ..Site::clone(&site.site)
    });
    site.visitor()
        .post("/users/test", Customer::form("bob@example.com"))
        .await
        .refused(403, "feature_disabled");
}

#[tokio::test]
async fn sixth_address_in_a_minute_needs_a_captcha() {
    let installation = Installation::with_captcha().await;
    let site = installation.site().await;
    let visitor = site.visitor();
    let ask = |number: i64| json!({ "email": format!("ada{number}@example.com") });
    for number in 0..5 {
        visitor.post("/users/unique", ask(number)).await.succeeded();
    }
    let refusal = visitor.post("/users/unique", ask(5)).await;
    assert!(needs_captcha(&refusal.refused(422, "invalid_fields")));
    let solution = solved(&site).await;
    let headers = [("Captcha-Token", solution.as_str())];
    post(&visitor, "/users/unique", ask(6), &headers).await.succeeded();
    installation.clock.advance(SignedDuration::from_mins(1));
    visitor.post("/users/unique", ask(7)).await.succeeded();
}

#[tokio::test]
async fn address_checks_from_a_whole_network_need_a_captcha() {
    let site = Installation::with_captcha().await.site().await;
    let visitor = site.visitor();
    let ask = async |subnet: u32| {
        let address = format!("2001:db8:1:{subnet:x}::1");
        let body = json!({ "email": format!("ada{subnet}@example.com") });
        post(
            &visitor,
            "/users/unique",
            body,
            &[("X-Forwarded-For", address.as_str())],
        )
        .await
    };
    for subnet in 0..20 {
        ask(subnet).await.succeeded();
    }
    assert!(needs_captcha(&ask(20).await.refused(422, "invalid_fields")));
}
