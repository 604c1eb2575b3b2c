use data_encoding::BASE64URL_NOPAD;
use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Client, Customer, Installation, PASSWORD, Reply};

async fn try_log_in(client: &Client, email: &str, password: &str) -> Reply {
    client
        .post(
            "/users/login",
            json!({"email": email, "password": password, "rememberMe": true}),
        )
        .await
}

/// The claims of a token, unchecked.
pub fn claims(token: &str) -> Value {
    let payload = token.split('.').nth(1).unwrap();
    serde_json::from_slice(&BASE64URL_NOPAD.decode(payload.as_bytes()).unwrap()).unwrap()
}

#[tokio::test]
async fn login_ignores_the_case_of_the_address() {
    let site = Installation::new().await.site().await;
    site.visitor()
        .post("/users", Customer::form("ada@example.com"))
        .await
        .succeeded();
    let tokens = try_log_in(&site.visitor(), " ADA@example.com", PASSWORD)
        .await
        .succeeded();
    let claims = claims(tokens["accessToken"].as_str().unwrap());
    assert_eq!(claims["aud"], site.site.id.to_string());
    assert_eq!(claims["IsAdmin"], "false");
    assert_eq!(claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(), 3600);
    for claim in ["sub", "iss", "jti", "sid"] {
        assert!(claims[claim].is_string(), "{claim}");
    }
    let mut client = site.visitor();
    client.token = tokens["accessToken"].as_str().map(str::to_owned);
    assert_eq!(client.get("/users").await.succeeded()["email"], "ada@example.com");
}

#[tokio::test]
async fn wrong_password_and_unknown_account_look_alike() {
    let installation = Installation::new().await;
    let (here, there) = (
        installation.site_called("here").await,
        installation.site_called("there").await,
    );
    here.visitor()
        .post("/users", Customer::form("ada@example.com"))
        .await
        .succeeded();
    let wrong = try_log_in(&here.visitor(), "ada@example.com", "Sudsy-Foam-8")
        .await
        .refused(401, "wrong_credentials");
    let unknown = try_log_in(&here.visitor(), "bob@example.com", PASSWORD)
        .await
        .refused(401, "wrong_credentials");
    assert_eq!(wrong, unknown);
    try_log_in(&there.visitor(), "ada@example.com", PASSWORD)
        .await
        .refused(401, "wrong_credentials");
    try_log_in(&here.visitor(), "", "")
        .await
        .refused(401, "wrong_credentials");
    here.visitor()
        .post("/users/login", json!({"email": "ada@example.com"}))
        .await
        .refused(400, "malformed");
}

#[tokio::test]
async fn guessing_delays_strangers_but_not_the_owners_device() {
    let site = Installation::new().await.site().await;
    site.visitor()
        .post("/users", Customer::form("ada@example.com"))
        .await
        .succeeded();
    let mut own = site.visitor();
    own.device = Some("own-telephone".to_owned());
    let cookie = device_key(&try_log_in(&own, "ada@example.com", PASSWORD).await);
    let stranger = site.visitor();
    // Whether or not there is such an account.
    for email in ["ada@example.com", "nobody@example.com"] {
        for _ in 0..5 {
            try_log_in(&stranger, email, "Guess-1234")
                .await
                .refused(401, "wrong_credentials");
        }
        let delayed = try_log_in(&stranger, email, PASSWORD).await;
        assert_eq!(delayed.header("retry-after"), Some("2"));
        delayed.refused(429, "rate_limited");
    }
    try_log_in(&stranger, "somebody@example.com", PASSWORD)
        .await
        .refused(401, "wrong_credentials");
    log_in_with(&own, &cookie, PASSWORD).await.succeeded();
    try_log_in(&stranger, "ada@example.com", PASSWORD).await.succeeded();
}

/// Cookie header for the cookie that a log-in sets.
fn device_key(reply: &Reply) -> String {
    let cookie = reply.header("set-cookie").unwrap();
    for attribute in ["; Path=/api/v1/users/login;", "; HttpOnly", "; SameSite=Strict"] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    assert!(!cookie.contains("Secure"), "the site has no TLS: {cookie}");
    cookie.split(';').next().unwrap().to_owned()
}

async fn log_in_with(client: &Client, cookie: &str, password: &str) -> Reply {
    let body = json!({"email": "ada@example.com", "password": password});
    client
        .send(Method::POST, "/users/login", Some(body), &[("Cookie", cookie)])
        .await
}

#[tokio::test]
async fn known_device_id_without_its_key_must_wait() {
    let site = Installation::new().await.site().await;
    let form = Customer::form("ada@example.com");
    site.visitor().post("/users", form).await.succeeded();
    let mut own = site.visitor();
    own.device = Some("own-telephone".to_owned());
    let cookie = device_key(&try_log_in(&own, "ada@example.com", PASSWORD).await);

    // The device ID is a header that everyone can send.
    let mut waited = 0;
    for _ in 0..14 {
        let reply = try_log_in(&own, "ada@example.com", "Guess-1234").await;
        if reply.status == 429 {
            reply.refused(429, "rate_limited");
            waited += 1;
        } else {
            reply.refused(401, "wrong_credentials");
        }
    }
    assert_eq!(waited, 9);
    for forged in ["device-key=", "device-key=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"] {
        log_in_with(&own, forged, PASSWORD).await.refused(429, "rate_limited");
    }
    let again = log_in_with(&own, &cookie, PASSWORD).await;
    let renewed = device_key(&again);
    again.succeeded();
    assert_ne!(renewed, cookie);
    for _ in 0..5 {
        try_log_in(&own, "ada@example.com", "Guess-1234").await;
    }
    log_in_with(&own, &cookie, PASSWORD).await.refused(429, "rate_limited");

    // A stolen key allows as few guesses as strangers have.
    for _ in 0..5 {
        log_in_with(&own, &renewed, "Guess-1234")
            .await
            .refused(401, "wrong_credentials");
    }
    log_in_with(&own, &renewed, PASSWORD).await.refused(429, "rate_limited");
}

#[tokio::test]
async fn device_key_belongs_to_one_account_until_another_logs_in() {
    let site = Installation::new().await.site().await;
    for email in ["ada@example.com", "bob@example.com"] {
        site.visitor().post("/users", Customer::form(email)).await.succeeded();
    }
    let mut shared = site.visitor();
    shared.device = Some("family-tablet".to_owned());
    let cookie = device_key(&try_log_in(&shared, "bob@example.com", PASSWORD).await);
    for _ in 0..5 {
        try_log_in(&site.visitor(), "ada@example.com", "Guess-1234").await;
    }
    log_in_with(&shared, &cookie, PASSWORD)
        .await
        .refused(429, "rate_limited");
    site.installation.clock.advance(SignedDuration::from_secs(2));
    let cookie = device_key(&log_in_with(&shared, &cookie, PASSWORD).await);
    // The browser has one key, and both accounts know it.
    for email in ["ada@example.com", "bob@example.com"] {
        for _ in 0..5 {
            try_log_in(&site.visitor(), email, "Guess-1234").await;
        }
    }
    log_in_with(&shared, &cookie, PASSWORD).await.succeeded();
    let body = json!({"email": "bob@example.com", "password": PASSWORD});
    let headers = [("Cookie", &*cookie)];
    let old = shared.send(Method::POST, "/users/login", Some(body), &headers).await;
    old.refused(429, "rate_limited");
}

#[tokio::test]
async fn login_during_the_wait_is_not_checked_and_does_not_extend_it() {
    let site = Installation::new().await.site().await;
    let form = Customer::form("ada@example.com");
    site.visitor().post("/users", form).await.succeeded();
    let stranger = site.visitor();
    for seconds in [0, 0, 0, 0, 0, 2, 4] {
        site.installation.clock.advance(SignedDuration::from_secs(seconds));
        let wrong = try_log_in(&stranger, "ada@example.com", "Guess-1234").await;
        wrong.refused(401, "wrong_credentials");
    }
    let hashes = site.installation.runtime.hashers.done();
    for password in ["Guess-1234", PASSWORD, PASSWORD] {
        let delayed = try_log_in(&stranger, "ada@example.com", password).await;
        assert_eq!(delayed.header("retry-after"), Some("8"));
        delayed.refused(429, "rate_limited");
    }
    assert_eq!(site.installation.runtime.hashers.done(), hashes);
    site.installation.clock.advance(SignedDuration::from_millis(7_500));
    let delayed = try_log_in(&stranger, "ada@example.com", PASSWORD).await;
    assert_eq!(delayed.header("retry-after"), Some("1"));
    site.installation.clock.advance(SignedDuration::from_millis(500));
    try_log_in(&stranger, "ada@example.com", PASSWORD).await.succeeded();
}

#[tokio::test]
async fn simultaneous_guesses_gain_nothing() {
    let site = Installation::new().await.site().await;
    let form = Customer::form("ada@example.com");
    site.visitor().post("/users", form).await.succeeded();
    let hashes = site.installation.runtime.hashers.done();
    let guesses = (0..40).map(|number| {
        let client = site.visitor();
        tokio::spawn(async move {
            try_log_in(&client, "ada@example.com", &format!("Guess-{number}"))
                .await
                .status
        })
    });
    let mut answers = Vec::new();
    for guess in guesses.collect::<Vec<_>>() {
        answers.push(guess.await.unwrap());
    }
    answers.sort_unstable();
    assert_eq!(answers, [vec![401; 5], vec![429; 35]].concat());
    assert_eq!(
        site.installation.runtime.hashers.done() - hashes,
        5,
        "the others were not looked at"
    );
    // Of those who know it, none is refused.
    site.installation.clock.advance(SignedDuration::from_mins(1));
    let right = (0..40).map(|_| {
        let client = site.visitor();
        tokio::spawn(async move { try_log_in(&client, "ada@example.com", PASSWORD).await.status })
    });
    for one in right.collect::<Vec<_>>() {
        assert_eq!(one.await.unwrap(), 200);
    }
}

#[tokio::test]
async fn tokens_of_another_issuer_are_rejected() {
    let installation = Installation::new().await;
    let (here, there) = (
        installation.site_called("here").await,
        installation.site_called("there").await,
    );
    let ada = here.customer().await;
    let token = ada.client.token.clone().unwrap();
    let mut visitor = here.visitor();
    let (two_parts, _) = token.rsplit_once('.').unwrap();
    for (sent, message) in [
        (None, None),
        (Some(two_parts.to_owned()), Some("Invalid JWT")),
        (Some("x".to_owned()), Some("Invalid JWT")),
        (Some(format!("{token}x")), None),
        (Some(there.customer().await.client.token.unwrap()), None),
    ] {
        visitor.token = sent;
        let refusal = visitor.get("/users").await.refused(401, "invalid_token");
        if let Some(message) = message {
            assert_eq!(refusal["errorMessage"], message);
        }
    }
    visitor.token = Some(token);
    visitor.get("/users").await.succeeded();
    let headers = [("Authorization", "Basic YTpi")];
    here.visitor()
        .send(Method::GET, "/users", None, &headers)
        .await
        .refused(401, "invalid_token");
    installation.clock.advance(SignedDuration::from_mins(60));
    visitor.get("/users").await.refused(401, "invalid_token");
}

#[tokio::test]
async fn logout_ends_the_session_immediately() {
    let site = Installation::new().await.site().await;
    let first = site.customer().await;
    let second = Customer::log_in(&site, "ada@example.com", PASSWORD).await;
    assert_eq!(first.post("/users/logout", json!({})).await.succeeded(), true);
    first.get("/users").await.refused(401, "invalid_token");
    second.get("/users").await.succeeded();
    let pair = json!({"accessToken": first.client.token, "refreshToken": first.refresh_token});
    site.visitor()
        .put("/users/tokens", pair)
        .await
        .refused(401, "invalid_token");
}
