//! Passkeys as a second factor, with an authenticator in software.

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use data_encoding::BASE64URL_NOPAD;
use platform::tenancy::Site;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tenant_runtime::http::Role;
use tenant_runtime::identity::reset_second_factor;

use crate::support::{Client, Customer, Installation, PASSWORD, TestSite};

/// Software passkey, as used by a browser.
struct Token {
    key: EcdsaKeyPair,
    id: Vec<u8>,
    signed: u32,
}

impl Token {
    fn new(id: &[u8]) -> Self {
        Self {
            key: EcdsaKeyPair::generate(&ECDSA_P256_SHA256_ASN1_SIGNING).unwrap(),
            id: id.to_vec(),
            signed: 0,
        }
    }

    fn data(&mut self, host: &str, flags: u8) -> Vec<u8> {
        self.signed += 1;
        [Sha256::digest(host).as_slice(), &[flags], &self.signed.to_be_bytes()].concat()
    }

    fn make(&mut self, asked: &Value, origin: &str) -> Value {
        let mut data = self.data(asked["rpId"].as_str().unwrap(), 0x41);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        let point = self.key.public_key().as_ref();
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(&point[1..33]);
        data.extend([0x22, 0x58, 0x20]);
        data.extend(&point[33..]);
        json!({
            "clientData": BASE64URL_NOPAD.encode(&words("webauthn.create", asked, origin)),
            "authenticatorData": BASE64URL_NOPAD.encode(&data),
        })
    }

    fn sign(&mut self, asked: &Value, origin: &str) -> Value {
        let data = self.data(asked["rpId"].as_str().unwrap(), 1);
        let words = words("webauthn.get", asked, origin);
        let message = [data.as_slice(), Sha256::digest(&words).as_slice()].concat();
        let signature = self.key.sign(&SystemRandom::new(), &message).unwrap();
        json!({
            "credentialId": BASE64URL_NOPAD.encode(&self.id),
            "clientData": BASE64URL_NOPAD.encode(&words),
            "authenticatorData": BASE64URL_NOPAD.encode(&data),
            "signature": BASE64URL_NOPAD.encode(signature.as_ref()),
        })
    }
}

fn words(kind: &str, asked: &Value, origin: &str) -> Vec<u8> {
    let words = json!({"type": kind, "challenge": asked["challenge"], "origin": origin, "crossOrigin": false});
    words.to_string().into_bytes()
}

fn origin(site: &TestSite) -> String {
    site.installation.runtime.origins.of(&site.site)
}

async fn begin(person: &Customer) -> Value {
    let body = json!({"label": "Laptop", "password": PASSWORD});
    person.post("/users/second-factors/passkeys", body).await.succeeded()
}

fn confirmation(begun: &Value) -> String {
    format!("/users/second-factors/passkeys/{}/confirm", begun["factorId"])
}

/// Adds a passkey; answers the recovery codes.
async fn guard(person: &Customer, token: &mut Token) -> Value {
    let begun = begin(person).await;
    let made = token.make(&begun, &origin(&person.site));
    let confirmed = person.post(&confirmation(&begun), made).await.succeeded();
    confirmed["recoveryCodes"].clone()
}

async fn ticket(person: &Customer) -> Value {
    let body = json!({"email": person.email, "password": PASSWORD});
    let reply = person.site.visitor().post("/users/login", body).await;
    reply.refused(401, "second_factor_required")["ticket"].clone()
}

async fn offer(site: &TestSite, ticket: &Value) -> Value {
    let body = json!({ "ticket": ticket });
    site.visitor()
        .post("/users/login/second-factor/offer", body)
        .await
        .succeeded()
}

#[tokio::test]
async fn login_accepts_password_and_passkey() {
    let site = Installation::new().await.site().await;
    let (ada, mut token) = (site.customer().await, Token::new(b"laptop"));
    let (origin, step) = (origin(&site), "/users/login/second-factor/passkey");
    assert_eq!(guard(&ada, &mut token).await.as_array().unwrap().len(), 10);
    let listed = ada.get("/users/second-factors").await.succeeded();
    assert_eq!(
        (&listed["items"][0]["kind"], &listed["items"][0]["label"]),
        (&json!("passkey"), &json!("Laptop"))
    );

    let open = ticket(&ada).await;
    let asked = offer(&site, &open).await;
    assert_eq!(asked["hasAuthenticator"], false);
    let passkey = &asked["passkey"];
    assert_eq!(passkey["credentialIds"], json!([BASE64URL_NOPAD.encode(b"laptop")]));
    let signed = token.sign(passkey, &origin);
    let body = json!({"ticket": open, "signed": signed});
    let tokens = site.visitor().post(step, body.clone()).await.succeeded();
    let mut logged_in = site.visitor();
    logged_in.token = tokens["accessToken"].as_str().map(str::to_owned);
    assert_eq!(logged_in.get("/users").await.succeeded()["firstName"], "Ada");
    site.visitor().post(step, body).await.refused(422, "expired");

    // For another page, challenge and key: each gets a new challenge.
    let open = ticket(&ada).await;
    let sign = async |token: &mut Token, origin: &str| {
        let asked = offer(&site, &open).await;
        let body = json!({"ticket": open, "signed": token.sign(&asked["passkey"], origin)});
        site.visitor().post(step, body).await
    };
    sign(&mut token, "https://evil.example")
        .await
        .refused(401, "wrong_second_factor");
    sign(&mut Token::new(b"laptop"), &origin)
        .await
        .refused(401, "wrong_second_factor");
    let stale = token.sign(&offer(&site, &open).await["passkey"], &origin);
    offer(&site, &open).await;
    let body = json!({"ticket": open, "signed": stale});
    site.visitor()
        .post(step, body)
        .await
        .refused(401, "wrong_second_factor");
    sign(&mut token, &origin).await.succeeded();
}

#[tokio::test]
async fn passkey_works_only_at_the_host_it_was_created_for() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let (ada, mut token) = (site.customer().await, Token::new(b"laptop"));
    guard(&ada, &mut token).await;
    let first = origin(&site);
    let host = |origin: &str| {
        origin
            .split("://")
            .nth(1)
            .unwrap()
            .split(':')
            .next()
            .unwrap()
            .to_owned()
    };
    let old_host = host(&first);

    // With a domain, the site still answers at its subdomain, where the passkey works.
    let moved = Site {
        custom_domain: Some("carwash.test".to_owned()),
        ..(*site.site).clone()
    };
    installation.set(moved.clone());
    let open = ticket(&ada).await;
    let asked = offer(&site, &open).await;
    assert_eq!(
        (&asked["passkey"]["rpId"], &asked["otherPasskeyHosts"]),
        (&json!(old_host), &json!([]))
    );
    let body = json!({"ticket": open, "signed": token.sign(&asked["passkey"], &first)});
    site.visitor()
        .post("/users/login/second-factor/passkey", body)
        .await
        .succeeded();

    // Browsers refuse it at the domain, so it isn't offered there.
    let at_domain = |mut client: Client| {
        client.host = "carwash.test".to_owned();
        client
    };
    let open = ticket(&ada).await;
    let asked = at_domain(site.visitor())
        .post("/users/login/second-factor/offer", json!({ "ticket": open }))
        .await
        .succeeded();
    assert_eq!(asked["passkey"], Value::Null);
    assert_eq!(asked["otherPasskeyHosts"], json!([old_host]));
    let listed = at_domain(ada.client.clone())
        .get("/users/second-factors")
        .await
        .succeeded();
    assert_eq!(listed["items"][0]["otherHost"], json!(old_host));

    // One that is created there works there, and only there.
    let mut second = Token::new(b"phone");
    let body = json!({"label": "Phone", "password": PASSWORD});
    let there = at_domain(ada.client.clone());
    let begun = there.post("/users/second-factors/passkeys", body).await.succeeded();
    assert_eq!(begun["rpId"], "carwash.test");
    let at = installation.runtime.origins.of(&moved);
    there
        .post(&confirmation(&begun), second.make(&begun, &at))
        .await
        .succeeded();
    let offered = async |client: Client| {
        let body = json!({ "ticket": ticket(&ada).await });
        let path = "/users/login/second-factor/offer";
        client.post(path, body).await.succeeded()["passkey"]["credentialIds"].clone()
    };
    assert_eq!(
        offered(site.visitor()).await,
        json!([BASE64URL_NOPAD.encode(b"laptop")])
    );
    assert_eq!(
        offered(at_domain(site.visitor())).await,
        json!([BASE64URL_NOPAD.encode(b"phone")])
    );
}

#[tokio::test]
async fn operator_resets_the_second_factor() {
    let site = Installation::new().await.site().await;
    let (ada, mut token) = (site.customer().await, Token::new(b"laptop"));
    guard(&ada, &mut token).await;
    let tenant = site.tenant().await;
    let owner = site.owner().await;
    let counted = owner.get("/admin/staff/passkeys").await.succeeded();
    assert_eq!(counted, json!({"people": 1, "onlyPasskeys": 1}));
    site.staff(Role::Manager)
        .await
        .get("/admin/staff/passkeys")
        .await
        .refused(403, "not_admin");
    let reset = async |email: &str| {
        let mut db = tenant.write().await.unwrap();
        let is_reset = reset_second_factor(&mut db, tenant.now(), email).await.unwrap();
        db.commit().await.unwrap();
        is_reset
    };
    assert!(!reset("nobody@example.com").await);
    assert!(reset(&ada.email).await);
    assert!(!reset(&ada.email).await);
    ada.get("/users").await.refused(401, "invalid_token");
    Customer::log_in(&site, &ada.email, PASSWORD).await;
}

#[tokio::test]
async fn signature_is_valid_once_and_a_copy_is_detected() {
    let site = Installation::new().await.site().await;
    let (ada, mut token) = (site.customer().await, Token::new(b"laptop"));
    guard(&ada, &mut token).await;
    let origin = origin(&site);
    let open = ticket(&ada).await;
    let asked = offer(&site, &open).await;
    token.signed = 0;
    let body = json!({"ticket": open, "signed": token.sign(&asked["passkey"], &origin)});
    let step = "/users/login/second-factor/passkey";
    site.visitor()
        .post(step, body)
        .await
        .refused(401, "wrong_second_factor");
    // Each challenge is valid once.
    token.signed = 9;
    let body = json!({"ticket": open, "signed": token.sign(&asked["passkey"], &origin)});
    site.visitor()
        .post(step, body)
        .await
        .refused(401, "wrong_second_factor");
}

#[tokio::test]
async fn passkey_is_created_for_this_page_and_removed_with_the_password() {
    let site = Installation::new().await.site().await;
    let (ada, mut token) = (site.customer().await, Token::new(b"laptop"));
    let begun = begin(&ada).await;
    let made = token.make(&begun, "https://evil.example");
    ada.post(&confirmation(&begun), made)
        .await
        .refused(401, "wrong_second_factor");
    // Nothing guards the account yet.
    let body = json!({"email": ada.email, "password": PASSWORD});
    site.visitor().post("/users/login", body.clone()).await.succeeded();
    guard(&ada, &mut token).await;
    let known = begin(&ada).await["known"].clone();
    assert_eq!(known, json!([BASE64URL_NOPAD.encode(b"laptop")]));

    let listed = ada.get("/users/second-factors").await.succeeded();
    let factor = format!("/users/second-factors/{}", listed["items"][0]["factorId"]);
    let password = |text: &str| Some(json!({ "password": text }));
    ada.send(reqwest::Method::DELETE, &factor, password("wrong"), &[])
        .await
        .refused(403, "wrong_password");
    ada.send(reqwest::Method::DELETE, &factor, password(PASSWORD), &[])
        .await
        .succeeded();
    site.visitor().post("/users/login", body).await.succeeded();
}
