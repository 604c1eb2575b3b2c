//! Bad input, sent to the calls themselves as no page would send it.

use jsonwebtoken::{Algorithm, EncodingKey, Header};
use platform::keys::Purpose;
use reqwest::Method;
use serde_json::{Value, json};

use super::log_in::claims;
use crate::support::{Client, Customer, Installation, PASSWORD, TestSite};

const TOO_LONG: &str = "Enter fewer characters.";
const REQUIRED: &str = "Input is required.";
const EMAIL: &str = "Please enter a valid email.";

async fn refused(client: &Client, method: Method, path: &str, body: Value, field: &str) -> Value {
    let refusal = client
        .send(method, path, Some(body), &[])
        .await
        .refused(422, "invalid_fields");
    let fields = refusal["fields"].as_object().unwrap();
    assert_eq!(fields.keys().collect::<Vec<_>>(), [field], "{refusal}");
    fields[field].clone()
}

#[tokio::test]
async fn hostile_names_are_escaped_or_rejected() {
    let site = Installation::new().await.site().await;
    let long = "x".repeat(10_000);
    for (number, (entered, kept)) in [
        ("<script>alert(1)</script>", "scriptalertscript"),
        ("\"><img src=x onerror=alert(1)>", "img srcx onerroralert"),
        ("Robert'); DROP TABLE customers;--", "Robert' DROP TABLE customers--"),
        ("{{ 7 * 7 }}${7*7}Ada", "Ada"),
        ("\u{202e}adA\u{200b}\u{feff}\0\r\nBcc", "adA Bcc"),
        ("مريم", "مريم"),
        ("Zoë-Ann O\u{2019}Neil", "Zoë-Ann O'Neil"),
        ("\u{1f9fd}Ada\u{1f468}\u{200d}\u{1f469}", "Ada"),
    ]
    .into_iter()
    .enumerate()
    {
        let mut form = Customer::form(&format!("ada{number}@example.com"));
        form["firstName"] = json!(entered);
        form["lastName"] = json!(entered);
        let account = site.visitor().post("/users", form).await.succeeded();
        assert_eq!(account["firstName"], kept, "{entered}");
        assert_eq!(account["lastName"], kept, "{entered}");
    }
    for (entered, message) in [
        ("\u{1f9fd}\u{1f697}", REQUIRED),
        ("<>&\"", REQUIRED),
        (" \u{a0}\t", REQUIRED),
        ("'-'", REQUIRED),
        (long.as_str(), TOO_LONG),
    ] {
        for field in ["firstName", "lastName"] {
            let mut form = Customer::form("ada@example.com");
            form[field] = json!(entered);
            assert_eq!(
                refused(&site.visitor(), Method::POST, "/users", form, field).await,
                message
            );
        }
    }
}

#[tokio::test]
async fn hostile_addresses_are_rejected_everywhere() {
    let site = Installation::new().await.site().await;
    let visitor = site.visitor();
    let long = format!("{}@example.com", "x".repeat(10_000));
    for email in [
        "<script>alert(1)</script>@example.com",
        "\"><img src=x>\"@example.com",
        "ada@example.com\r\nBcc: all@example.com",
        "ada@example.com,bob@example.com",
        "ada@exa mple.com",
        "ada@@example.com",
        "ada@example.com\u{2028}Bcc: all@example.com",
        "\u{1f9fd}@example.com",
        "ada@example.com\0",
        "@",
        &long,
    ] {
        let message = refused(&visitor, Method::POST, "/users", Customer::form(email), "email").await;
        assert!(message == EMAIL || message == TOO_LONG, "{email:?}: {message}");
        refused(
            &visitor,
            Method::POST,
            "/users/unique",
            json!({ "email": email }),
            "email",
        )
        .await;
        visitor
            .post("/users/login", json!({"email": email, "password": PASSWORD}))
            .await
            .refused(401, "wrong_credentials");
        let recovery = json!({"email": email, "token": "x", "password": PASSWORD, "confirmPassword": PASSWORD});
        visitor
            .post("/users/forgot-password", recovery)
            .await
            .refused(422, "invalid_code");
    }
}

#[tokio::test]
async fn every_rule_applies_to_account_changes() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    for (field, value) in [
        ("firstName", json!("")),
        ("firstName", json!("x".repeat(10_000))),
        ("lastName", json!("<>")),
        ("zipPostalCode", json!("--")),
        ("zipPostalCode", json!("9".repeat(10_000))),
        ("cellPhoneNumber", json!("602555")),
        ("cellPhoneNumber", json!("6".repeat(10_000))),
        ("cellPhoneNumber", json!("\u{0661}\u{0662}")),
    ] {
        let body = json!([{"op": "replace", "path": format!("/{field}"), "value": value}]);
        refused(&ada, Method::PATCH, "/users", body, field).await;
    }
    for path in [
        "/email",
        "/role",
        "/birthdayMonth",
        "/userId",
        "/__proto__",
        "/emailConfirmed",
        "",
        "/",
    ] {
        let body = json!([{"op": "replace", "path": path, "value": "owner"}]);
        let reply = ada.send(Method::PATCH, "/users", Some(body), &[]).await;
        assert!((400..500).contains(&reply.status), "{path}: {}", reply.text);
    }
    let account = ada.get("/users").await.succeeded();
    assert_eq!(account["firstName"], "Ada");
    assert_eq!(account["role"], "customer");
}

#[tokio::test]
async fn every_rule_applies_to_vehicles() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let vehicle =
        json!({"make": "Fiat", "model": "500", "year": "2019", "license": "abc 123", "color": "Red", "state": "AZ"});
    for (field, value) in [
        ("make", json!("")),
        ("make", json!("x".repeat(21))),
        ("model", json!("x".repeat(10_000))),
        ("color", json!(" ")),
        ("color", json!("\u{0}")),
        ("year", json!("19")),
        ("year", json!("20199")),
        ("year", json!("abcd")),
        ("year", json!("\u{0661}\u{0662}\u{0663}\u{0664}")),
        ("license", json!("---")),
        ("license", json!("\u{1f697}")),
        ("license", json!("ABCDEFGHIJK")),
        ("state", json!("ZZ")),
        ("state", json!("<script>")),
    ] {
        let mut body = vehicle.clone();
        body[field] = value;
        refused(&ada, Method::POST, "/users/vehicle", body, field).await;
    }
    assert_eq!(
        ada.post("/users/vehicle", vehicle).await.succeeded()["license"],
        "ABC123"
    );
}

#[tokio::test]
async fn every_rule_applies_to_passwords_devices_and_locations() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let long = format!("Aa1-{}", "x".repeat(10_000));
    let broken = [
        "",
        "Sho-A1",
        "nouppercase-1",
        "NOLOWERCASE-1",
        "NoDigits-here",
        "NoSpecial1",
        "myPassword-1",
        &long,
    ];
    for password in broken {
        let update = json!({"currentPassword": PASSWORD, "newPassword": password});
        refused(&ada, Method::POST, "/users/update-password", update, "newPassword").await;
        let mut form = Customer::form("bob@example.com");
        form["password"] = json!(password);
        refused(&site.visitor(), Method::POST, "/users", form, "password").await;
    }
    for device in ["", "with space", "\u{1f4f1}", &"x".repeat(65)] {
        refused(
            &ada,
            Method::POST,
            "/devices",
            json!({ "deviceId": device }),
            "deviceId",
        )
        .await;
    }
    for body in [
        json!({"locationId": -1}),
        json!({"locationId": 999_999}),
        json!({"locationId": "1"}),
        json!([]),
    ] {
        let reply = ada.post("/users/homeLocation", body).await;
        assert!((400..500).contains(&reply.status), "{}", reply.text);
    }
    ada.get("/users").await.succeeded();
}

/// A token as a forger with the key of `site` would sign it.
fn forged(site: &TestSite, algorithm: Algorithm, claims: &Value) -> String {
    let key = site.site.keys.derive(Purpose("access-token"));
    let header = Header {
        typ: Some("at+jwt".to_owned()),
        ..Header::new(algorithm)
    };
    jsonwebtoken::encode(&header, claims, &EncodingKey::from_secret(key.expose())).unwrap()
}

#[tokio::test]
async fn forged_tokens_are_rejected() {
    let installation = Installation::new().await;
    let (here, there) = (
        installation.site_called("here").await,
        installation.site_called("there").await,
    );
    let ada = here.customer().await;
    let genuine = claims(ada.client.token.as_deref().unwrap());
    let now = installation.runtime.clock.now().as_second();
    let with = |field: &str, value: Value| {
        let mut claims = genuine.clone();
        claims[field] = value;
        claims
    };
    let without = |field: &str| {
        let mut claims = genuine.clone();
        claims.as_object_mut().unwrap().remove(field);
        claims
    };
    let mut client = here.visitor();
    client.token = Some(forged(&here, Algorithm::HS256, &genuine));
    client.get("/users").await.succeeded();
    let mut tokens = vec![
        ("another algorithm", forged(&here, Algorithm::HS512, &genuine)),
        ("another site's key", forged(&there, Algorithm::HS256, &genuine)),
        (
            "not yet",
            forged(&here, Algorithm::HS256, &with("nbf", json!(now + 60))),
        ),
        ("over", forged(&here, Algorithm::HS256, &with("exp", json!(now - 1)))),
        (
            "another site",
            forged(&here, Algorithm::HS256, &with("aud", json!(there.site.id.to_string()))),
        ),
        (
            "two sites",
            forged(
                &here,
                Algorithm::HS256,
                &with("aud", json!([here.site.id.to_string(), "x"])),
            ),
        ),
        (
            "another issuer",
            forged(&here, Algorithm::HS256, &with("iss", json!("suds-staff"))),
        ),
        (
            "another person",
            forged(&here, Algorithm::HS256, &with("sub", json!("999"))),
        ),
        (
            "another session",
            forged(&here, Algorithm::HS256, &with("sid", json!("x"))),
        ),
    ];
    for claim in ["aud", "iss", "sub", "exp", "iat", "jti", "sid"] {
        tokens.push((claim, forged(&here, Algorithm::HS256, &without(claim))));
    }
    for (what, token) in tokens {
        client.token = Some(token.clone());
        client.get("/users").await.refused(401, "invalid_token");
        let renewal = json!({"accessToken": token, "refreshToken": ada.refresh_token});
        // An expired token may be refreshed; other requests are rejected and harm no one.
        if what != "over" {
            here.visitor()
                .put("/users/tokens", renewal)
                .await
                .refused(401, "invalid_token");
        }
    }
    // A claim to be an administrator is for display alone.
    client.token = Some(forged(&here, Algorithm::HS256, &with("IsAdmin", json!("true"))));
    assert_eq!(client.get("/users").await.succeeded()["role"], "customer");
    for text in ["a.b", "a", "", "a.b.c.d"] {
        let renewal = json!({"accessToken": text, "refreshToken": ada.refresh_token});
        let refusal = here.visitor().put("/users/tokens", renewal).await;
        assert_eq!(
            refusal.refused(401, "invalid_token")["errorMessage"],
            "Invalid JWT",
            "{text}"
        );
    }
    ada.get("/users").await.succeeded();
}
