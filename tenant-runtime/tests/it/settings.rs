//! Concurrent changes to the same settings: the second person gets an error, and nothing is overwritten
//! (docs/RULES.md#settings).

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tenant_runtime::router;

use crate::support::processors::settings;
use crate::support::{Customer, Installation, PARTS, PASSWORD};

/// Two people's changes to the settings, and the action in the audit log.
fn wanted(path: &str) -> (Value, Value, &'static str) {
    let captcha =
        |secret: &str| json!({"vendor": "turnstile", "endpoints": "stub", "siteKey": "0x4AAA", "secret": secret});
    let moneris = |token: &str| {
        let mut settings = settings("moneris");
        settings["apiToken"] = json!(token);
        json!({"name": "moneris", "endpoints": "stub", "settings": settings})
    };
    match path {
        // Only the secret differs, which isn't returned.
        "/admin/captcha" => (captcha("captcha-one"), captcha("captcha-two"), "captcha_set"),
        "/admin/processor" => (moneris("one"), moneris("two"), "processor_set"),
        "/admin/mail-sender" => (
            json!({"name": "Suds", "mailbox": "Hello", "replyTo": null}),
            json!({"name": null, "mailbox": null, "replyTo": "help@suds.example"}),
            "mail_sender_changed",
        ),
        "/admin/map-keys" => (
            json!({"google": " AIzaSy-0_x "}),
            json!({"google": "AIzaSy-1_y"}),
            "map_keys_set",
        ),
        "/admin/support" => (
            json!({"supportEmail": "one@suds.example", "supportPhone": "(602) 555-0199"}),
            json!({"supportEmail": "two@suds.example", "supportPhone": ""}),
            "support_changed",
        ),
        // The locations in no order, and one without rates left out.
        "/admin/taxes" => (
            json!({"locations": [{"locationId": 2, "rates": {"wash": 10_000}}], "shipTo": {}}),
            json!({"locations": [], "shipTo": {"CA": 72_500}}),
            "taxes_set",
        ),
        "/loyalty/settings" => (
            json!({"pointGoal": 400}),
            json!({"referralPoints": 7}),
            "loyalty_changed",
        ),
        "/settings/p2p" => (
            json!({"terminalId": " P2P-1 "}),
            json!({"terminalId": "P2P-2"}),
            "p2p_terminal_set",
        ),
        "/survey/merchant" => (
            json!([{"question": " Why? "}]),
            json!([{"question": "Why?"}, {"question": "How was it?", "kind": "rating"}]),
            "survey_changed",
        ),
        other => panic!("say what is saved at {other}"),
    }
}

#[tokio::test]
async fn second_save_overwrites_nothing() {
    let site = Installation::with_captcha().await.site_through("moneris").await;
    let ours = site.owner().await;
    let theirs = Customer::log_in(&site, "owner@example.com", PASSWORD).await;
    for person in [&ours, &theirs] {
        person.unlock().await;
    }
    for (path, ..) in PARTS {
        let (first, second, action) = wanted(path);
        let entries = async || {
            let page = ours.get(&format!("/admin/audit?action={action}")).await.succeeded();
            page["count"].as_i64().unwrap()
        };
        let read = ours.get(path).await.succeeded();
        assert_eq!(theirs.get(path).await.succeeded(), read, "{path}");

        let saved = ours.save_over(path, &read["version"], first.clone()).await.succeeded();
        assert_ne!(saved["version"], read["version"], "{path}");
        theirs
            .save_over(path, &read["version"], second.clone())
            .await
            .refused(409, "stale_revision");
        assert_eq!(theirs.get(path).await.succeeded(), saved, "{path}");
        assert_eq!(entries().await, 1, "{path}");

        // As if the answer had been lost.
        let again = ours.save_over(path, &read["version"], first).await.succeeded();
        assert_eq!(again, saved, "{path}");
        assert_eq!(entries().await, 1, "{path}");

        let after = theirs.save_over(path, &saved["version"], second).await.succeeded();
        assert_ne!(after["version"], saved["version"], "{path}");
        assert_eq!(ours.get(path).await.succeeded(), after, "{path}");
        assert_eq!(entries().await, 2, "{path}");
    }
}

#[tokio::test]
async fn save_requires_a_valid_version() {
    let site = Installation::new().await.site().await;
    let owner = site.owner().await;
    let contacts = json!({"supportEmail": "help@suds.example", "supportPhone": ""});
    for (version, said) in [(Value::Null, "Invalid value."), (json!(7), "Invalid value.")] {
        let body = json!({"version": version, "contacts": contacts});
        let refused = owner.put("/admin/support", body).await.refused(400, "malformed");
        assert_eq!(refused["fields"]["version"], said, "{refused}");
    }
    let refused = owner.put("/admin/support", json!({ "contacts": contacts })).await;
    let refused = refused.refused(400, "malformed");
    assert_eq!(refused["fields"]["version"], "Input is required.");
    let body = json!({"version": "", "contacts": contacts});
    owner.put("/admin/support", body).await.refused(409, "stale_revision");
}

/// The list that the tests go by has every part.
#[test]
fn every_setting_is_tested() {
    let description = serde_json::to_value(router::routes().describe(router::description())).unwrap();
    let mut parts = BTreeSet::new();
    for (path, item) in description["paths"].as_object().unwrap() {
        // Lists have their own tests.
        if path.contains('{') {
            continue;
        }
        for operation in item.as_object().unwrap().values() {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
            let Some(name) = schema.as_str().and_then(|schema| schema.rsplit('/').next()) else {
                continue;
            };
            let version = description["components"]["schemas"][name]["properties"]["version"].to_string();
            if version.contains("schemas/Version\"") {
                parts.insert(path.strip_prefix("/api/v1").unwrap().to_owned());
            }
        }
    }
    assert_eq!(parts, BTreeSet::from(PARTS.map(|(path, ..)| path.to_owned())));
}
