//! Sites that have a vendor tell people from programs. The stub plays the vendor, at the same form and with the same answers.

use jiff::SignedDuration;
use platform::tenancy::{Environment, Site};
use reqwest::Method;
use serde_json::{Value, json};
use tenant_runtime::http::Role;
use tenant_runtime::identity::{self, CaptchaVendor};

use crate::support::{Customer, Installation, Reply, TestSite, captcha as solved};

const CAPTCHA: &str = "/admin/captcha";
const TRIAL: &str = "/admin/captcha/test";
const VENDORS: [&str; 3] = ["turnstile", "hcaptcha", "recaptcha"];

fn typed(vendor: &str) -> Value {
    json!({"vendor": vendor, "endpoints": "stub", "siteKey": "0x4AAA", "secret": "captcha-one"})
}

/// A site that has chosen `vendor`.
async fn site_with(vendor: &str) -> TestSite {
    let site = Installation::with_captcha().await.site().await;
    choose(&site, typed(vendor)).await;
    site
}

async fn choose(site: &TestSite, typed: Value) {
    let owner = site.owner().await;
    owner.unlock().await;
    owner.save(CAPTCHA, typed).await.succeeded();
}

async fn sign_up(site: &TestSite, email: &str, headers: &[(&str, &str)]) -> Reply {
    let form = Some(Customer::form(email));
    site.visitor().send(Method::POST, "/users", form, headers).await
}

async fn refused(site: &TestSite, token: &str) {
    let refusal = sign_up(site, "eve@example.com", &[("Captcha-Token", token)]).await;
    let refusal = refusal.refused(422, "invalid_fields");
    assert!(refusal["fields"]["captcha"].is_string(), "{token}: {refusal}");
}

async fn widget(site: &TestSite) -> Value {
    site.visitor().get("/captcha/challenge").await.succeeded()["widget"].clone()
}

#[tokio::test]
async fn each_provider_is_asked_and_every_token_counts_once() {
    for vendor in VENDORS {
        let site = site_with(vendor).await;
        assert_eq!(widget(&site).await, json!({"vendor": vendor, "siteKey": "0x4AAA"}));
        let token = [("Captcha-Token", "human-1")];
        sign_up(&site, "ada@example.com", &token).await.succeeded();
        for token in ["human-1", "robot-1", &"x".repeat(9000)] {
            refused(&site, token).await;
        }
        // People who can't see the provider's widget solve the puzzle.
        let solution = solved(&site).await;
        sign_up(&site, "bob@example.com", &[("Captcha-Token", &solution)])
            .await
            .succeeded();
        refused(&site, &solution).await;
        assert!(
            !widget(&site).await.is_null(),
            "a refusal says nothing against the vendor"
        );
    }
}

#[tokio::test]
async fn lost_response_is_repeated_with_the_same_token() {
    let site = site_with("turnstile").await;
    let send = async |key: &'static str, email: &str| {
        let headers = [("Captcha-Token", "human-1"), ("Idempotency-Key", key)];
        sign_up(&site, email, &headers).await
    };
    let first = send("one", "ada@example.com").await.succeeded();
    assert_eq!(send("one", "ada@example.com").await.succeeded(), first);
    send("two", "bob@example.com").await.refused(422, "invalid_fields");
}

#[tokio::test]
async fn token_is_valid_at_its_site_only() {
    let installation = Installation::with_captcha().await;
    let (with, without) = (
        installation.site_called("with").await,
        installation.site_called("without").await,
    );
    choose(&with, typed("hcaptcha")).await;
    refused(&without, "human-1").await;
    assert_eq!(widget(&without).await, Value::Null);
    sign_up(&with, "ada@example.com", &[("Captcha-Token", "human-1")])
        .await
        .succeeded();
}

#[tokio::test]
async fn token_earned_on_a_foreign_page_is_rejected() {
    let installation = Installation::with_captcha().await;
    let site = installation.site_called("with").await;
    installation.site_called("without").await;
    choose(&site, typed("turnstile")).await;
    for elsewhere in [
        "evil.example",
        "without.localhost",
        "localhost",
        "not_provided",
        "[::1]",
    ] {
        refused(&site, &format!("human-1@{elsewhere}")).await;
    }
    let here = [("Captcha-Token", "human-2@With.localhost")];
    sign_up(&site, "ada@example.com", &here).await.succeeded();
    assert!(!widget(&site).await.is_null(), "the vendor is as good as before");
}

#[tokio::test]
async fn puzzle_replaces_an_unavailable_provider() {
    let site = site_with("turnstile").await;
    let installation = &site.installation;
    installation.stub.set_manners(|manners| manners.broken = true);
    refused(&site, "human-1").await;
    assert_eq!(widget(&site).await, Value::Null, "nobody is shown what leads nowhere");
    let solution = solved(&site).await;
    sign_up(&site, "ada@example.com", &[("Captcha-Token", &solution)])
        .await
        .succeeded();

    installation.stub.set_manners(|manners| manners.broken = false);
    installation.clock.advance(SignedDuration::from_mins(1));
    assert_eq!(widget(&site).await["vendor"], "turnstile");
    sign_up(&site, "bob@example.com", &[("Captcha-Token", "human-1")])
        .await
        .succeeded();

    installation.stub.stop().await;
    refused(&site, "human-2").await;
    assert_eq!(widget(&site).await, Value::Null);
}

#[tokio::test]
async fn revoked_secret_locks_no_one_out() {
    let site = Installation::with_captcha().await.site().await;
    let mut wrong = typed("recaptcha");
    wrong["secret"] = json!("withdrawn");
    choose(&site, wrong).await;
    assert_eq!(widget(&site).await["vendor"], "recaptcha");
    refused(&site, "human-1").await;
    assert_eq!(widget(&site).await, Value::Null);
    // New keys take effect immediately.
    let owner = Customer::log_in(&site, "owner@example.com", crate::support::PASSWORD).await;
    owner.unlock().await;
    owner.save(CAPTCHA, typed("recaptcha")).await.succeeded();
    sign_up(&site, "ada@example.com", &[("Captcha-Token", "human-1")])
        .await
        .succeeded();
}

#[tokio::test]
async fn secret_is_stored_and_never_returned() {
    let site = Installation::with_captcha().await.site().await;
    let (owner, manager) = (site.owner().await, site.staff(Role::Manager).await);
    owner
        .put(CAPTCHA, typed("turnstile"))
        .await
        .refused(403, "password_required");
    owner
        .post(TRIAL, typed("turnstile"))
        .await
        .refused(403, "password_required");
    owner.unlock().await;
    manager.unlock().await;
    let none = owner.get(CAPTCHA).await.succeeded();
    assert_eq!((&none["vendor"], &none["isAsked"]), (&Value::Null, &json!(true)));
    manager.get(CAPTCHA).await.refused(403, "not_admin");
    manager.put(CAPTCHA, typed("turnstile")).await.refused(403, "not_admin");
    manager.post(TRIAL, typed("turnstile")).await.refused(403, "not_admin");

    let set = owner.save(CAPTCHA, typed("turnstile")).await;
    assert!(!set.text.contains("captcha-one"), "{}", set.text);
    let set = set.succeeded();
    assert_eq!(
        (&set["vendor"], &set["siteKey"]),
        (&json!("turnstile"), &json!("0x4AAA"))
    );
    // The secret is left out, and stays while the vendor does.
    let mut kept = typed("turnstile");
    kept["secret"] = json!("");
    kept["siteKey"] = json!("0x4BBB");
    owner.save(CAPTCHA, kept.clone()).await.succeeded();
    assert_eq!(owner.post(TRIAL, kept).await.succeeded(), json!({"result": "works"}));
    let mut other = typed("hcaptcha");
    other["secret"] = json!("");
    let refusal = owner.save(CAPTCHA, other).await.refused(422, "invalid_fields");
    assert!(refusal["fields"]["secret"].is_string(), "{refusal}");

    let stored: Vec<(Vec<u8>,)> = site.rows("SELECT secret_sealed FROM identity_captcha_vendor").await;
    assert!(!stored[0].0.windows(11).any(|window| window == b"captcha-one"));
    let audited: Vec<(String, String)> = site
        .rows("SELECT action, COALESCE(before, '') || COALESCE(after, '') FROM audit WHERE subject = 'captcha'")
        .await;
    assert_eq!(audited.len(), 3, "{audited:?}");
    assert!(
        !audited.iter().any(|(_, told)| told.contains("captcha-one")),
        "{audited:?}"
    );

    owner.save(CAPTCHA, json!({"vendor": null})).await.succeeded();
    assert_eq!(widget(&site).await, Value::Null);
    let stored: Vec<(i64,)> = site.rows("SELECT COUNT(*) FROM identity_captcha_vendor").await;
    assert_eq!(stored, [(0,)], "the secret is forgotten");
}

#[tokio::test]
async fn secrets_are_tested_at_the_provider() {
    let site = Installation::with_captcha().await.site().await;
    let owner = site.owner().await;
    owner.unlock().await;
    let tried = async |body: Value| owner.post(TRIAL, body).await.succeeded()["result"].clone();
    for vendor in VENDORS {
        assert_eq!(tried(typed(vendor)).await, "works", "{vendor}");
        let mut wrong = typed(vendor);
        wrong["secret"] = json!("nobody");
        assert_eq!(tried(wrong).await, "refused", "{vendor}");
    }
    site.installation.stub.set_manners(|manners| manners.broken = true);
    assert_eq!(tried(typed("turnstile")).await, "unreachable");
    assert_eq!(widget(&site).await, Value::Null, "nothing is saved");
}

#[tokio::test]
async fn invalid_keys_return_a_field_error() {
    let site = Installation::with_captcha().await.site().await;
    let owner = site.owner().await;
    owner.unlock().await;
    for (field, wrong) in [
        ("siteKey", json!("two words")),
        ("secret", json!("")),
        ("siteKey", json!("")),
    ] {
        let mut body = typed("turnstile");
        body[field] = wrong;
        let refusal = owner.save(CAPTCHA, body).await.refused(422, "invalid_fields");
        assert!(refusal["fields"][field].is_string(), "{field}: {refusal}");
    }
    for (field, wrong) in [("vendor", json!("moon")), ("endpoints", json!("moon"))] {
        let mut body = typed("turnstile");
        body[field] = wrong;
        let refusal = owner.save(CAPTCHA, body).await;
        assert!(refusal.text.contains(field), "{}", refusal.text);
    }
    let refusal = owner
        .post(TRIAL, json!({"vendor": null}))
        .await
        .refused(422, "invalid_fields");
    assert!(refusal["fields"]["vendor"].is_string(), "{refusal}");
}

#[tokio::test]
async fn production_rejects_the_stub_and_test_keys() {
    let site = site_with("turnstile").await;
    assert_eq!(
        identity::captcha_vendor(&site.tenant().await).await.unwrap(),
        Some(CaptchaVendor::Turnstile)
    );
    let owner = Customer::log_in(&site, "owner@example.com", crate::support::PASSWORD).await;
    let optional = json!({"secondFactorRequired": false});
    owner.unlock().await;
    owner.post("/admin/staff/security", optional).await.succeeded();
    let environment = Environment {
        name: "prod".to_owned(),
        production: true,
    };
    site.installation.set(Site {
        environment,
        ..Site::clone(&site.site)
    });
    owner.unlock().await;
    assert_eq!(owner.get(CAPTCHA).await.succeeded()["isProduction"], true);
    for reply in [
        owner.save(CAPTCHA, typed("turnstile")).await,
        owner.post(TRIAL, typed("turnstile")).await,
    ] {
        let refusal = reply.refused(422, "invalid_fields");
        assert!(refusal["fields"]["endpoints"].is_string(), "{refusal}");
    }
    let for_tests = json!({"vendor": "turnstile", "siteKey": "1x00000000000000000000AA",
        "secret": "1x0000000000000000000000000000000AA"});
    let refusal = owner.save(CAPTCHA, for_tests).await.refused(422, "invalid_fields");
    assert!(refusal["fields"]["secret"].is_string(), "{refusal}");
}

#[tokio::test]
async fn installation_without_captcha_calls_no_provider() {
    let site = Installation::new().await.site().await;
    choose(&site, typed("turnstile")).await;
    assert_eq!(site.visitor().get("/captcha/challenge").await.succeeded(), Value::Null);
    sign_up(&site, "ada@example.com", &[]).await.succeeded();
    assert_eq!(
        identity::captcha_vendor(&site.tenant().await).await.unwrap(),
        None,
        "nobody's script is let in"
    );
}
