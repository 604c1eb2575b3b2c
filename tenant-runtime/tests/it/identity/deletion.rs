use std::path::Path;

use jiff::SignedDuration;
use reqwest::Method;
use serde_json::json;

use tenant_runtime::identity::{NewPerson, enroll};

use crate::support::{Customer, Installation, Log, PASSWORD, Reply, TIMED_OUT_CARD, TestSite, mailbox};

async fn delete(customer: &Customer, password: &str) -> Reply {
    customer
        .send(Method::DELETE, "/users", Some(json!({ "password": password })), &[])
        .await
}

#[tokio::test]
async fn deleted_account_is_gone_with_the_response() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await;
    delete(&ada, "Wrong-Suds-1").await.refused(403, "wrong_password");
    ada.get("/users").await.succeeded();
    assert_eq!(delete(&ada, PASSWORD).await.succeeded(), true);
    ada.get("/users").await.refused(401, "invalid_token");
    let pair = json!({"accessToken": ada.client.token, "refreshToken": ada.refresh_token});
    site.visitor()
        .put("/users/tokens", pair)
        .await
        .refused(401, "invalid_token");
    let body = json!({"email": "ada@example.com", "password": PASSWORD});
    site.visitor()
        .post("/users/login", body)
        .await
        .refused(401, "wrong_credentials");
    site.run_jobs().await;
    assert_eq!(mailbox::mails(&site, "account_deleted", "ada@example.com").len(), 1);
    assert_eq!(
        site.visitor()
            .post("/users/unique", json!({"email": "ada@example.com"}))
            .await
            .succeeded(),
        true
    );
    let again = site.customer().await;
    assert_eq!(again.get("/users").await.succeeded()["emailConfirmed"], false);
}

/// Promise 10.
#[tokio::test]
async fn deleted_customer_leaves_nothing_on_disk() {
    let log = Log::start();
    let installation = Installation::new().await;
    let site = installation.site().await;
    let mut client = site.visitor();
    client.device = Some("device-of-zebulon".to_owned());
    let mut form = Customer::form("zebulon@example.com");
    form["firstName"] = json!("Zebulon");
    form["lastName"] = json!("Quuxington");
    form["zipPostalCode"] = json!("ZQX-7781");
    form["cellPhoneNumber"] = json!("4805559876");
    client.post_once("/users", "key", form).await.succeeded();
    let wrong = json!({"email": "zebulon@example.com", "password": "Quuxington-1"});
    client
        .post("/users/login", wrong)
        .await
        .refused(401, "wrong_credentials");
    client
        .get("/users/emails/forgot-password?email=zebulon@example.com")
        .await
        .succeeded();
    let zebulon = Customer::log_in(&site, "zebulon@example.com", PASSWORD).await;
    let zebulon = zebulon.confirmed().await.with_card().await;
    let renamed = json!([{"op": "replace", "path": "/firstName", "value": "Marvinette"}]);
    zebulon
        .send(Method::PATCH, "/users", Some(renamed), &[])
        .await
        .succeeded();
    let order = json!({"products": [{"productId": 101}]});
    assert_eq!(
        zebulon.post_once("/orders", "key", order).await.succeeded()["approved"],
        true
    );
    let vehicle = json!({"make": "Quuxmobile", "model": "Q", "year": "1988", "license": "ZEBULON1", "color": "Teal", "state": "AZ"});
    zebulon.post("/users/vehicle", vehicle).await.succeeded();
    zebulon
        .post("/devices", json!({"deviceId": "device-of-zebulon"}))
        .await
        .succeeded();
    site.run_jobs().await;
    assert_eq!(zebulon.get("/users/export").await.status, 200);
    delete(&zebulon, PASSWORD).await.succeeded();
    for _ in 0..3 {
        site.run_jobs().await;
    }
    assert!(!mailbox::mails(&site, "account_deleted", "zebulon@example.com").is_empty());
    assert!(log.text().contains("request completed"), "{}", log.text());
    for trace in [
        "zebulon",
        "Zebulon",
        "Quuxington",
        "ZQX-7781",
        "4805559876",
        "Quuxmobile",
        "ZEBULON1",
        "Marvinette",
    ] {
        assert_eq!(
            files_with(installation.folder(), trace),
            Vec::<String>::new(),
            "{trace}"
        );
        assert!(!log.text().contains(trace), "{trace}: {}", log.text());
    }
}

/// Files below a folder that contain `text`: databases, logs and objects, but not sent emails or the processor's data.
fn files_with(folder: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap();
        if name == "mail" || name == "paystub.log" {
            continue;
        }
        if path.is_dir() {
            found.extend(files_with(&path, text));
        } else if std::fs::read(&path)
            .unwrap()
            .windows(text.len())
            .any(|window| window == text.as_bytes())
        {
            found.push(path.display().to_string());
        }
    }
    found
}

#[tokio::test]
async fn codes_and_card_of_a_deleted_customer_are_erased_and_books_kept() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let order = json!({"products": [{"productId": 101}]});
    assert_eq!(
        ada.post_once("/orders", "key", order).await.succeeded()["approved"],
        true
    );
    let export = ada.get("/users/export").await.text;
    assert!(export.contains("sparkle Sunrise"), "what was bought is in the export");
    delete(&ada, PASSWORD).await.succeeded();
    site.run_jobs().await;
    assert!(
        mailbox::mails(&site, "receipt", "ada@example.com").is_empty(),
        "no receipt to a deleted account"
    );
    let again = site.customer().await;
    assert_eq!(again.get("/users/wallet").await.succeeded(), json!([]));
    assert_eq!(again.get("/users/purchases").await.succeeded(), json!([]));
    assert_eq!(again.get("/users/payment").await.succeeded()["onFile"], false);
    assert_eq!(site.installation.stub.charges().len(), 1);
}

#[tokio::test]
async fn deletion_waits_for_a_pending_payment() {
    let site = Installation::new().await.site().await;
    let ada = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card_number(TIMED_OUT_CARD)
        .await;
    let order = json!({"products": [{"productId": 101}]});
    assert_eq!(
        ada.post_once("/orders", "key", order).await.succeeded()["code"],
        "pending"
    );
    delete(&ada, PASSWORD).await.refused(409, "payment_pending");
    for _ in 0..10 {
        site.installation.clock.advance(SignedDuration::from_secs(61));
        site.run_jobs().await;
    }
    delete(&ada, PASSWORD).await.succeeded();
}

#[tokio::test]
async fn last_owner_cannot_be_deleted() {
    let site = Installation::new().await.site().await;
    let olga = site.owner().await;
    delete(&olga, PASSWORD).await.refused(409, "last_owner");
    olga.get("/users").await.succeeded();
    let other = NewPerson {
        email: "other@example.com",
        ..TestSite::new_owner()
    };
    enroll(&site.tenant().await, other, "test").await.unwrap();
    delete(&olga, PASSWORD).await.succeeded();
    let other = Customer::log_in(&site, "other@example.com", PASSWORD).await;
    delete(&other, PASSWORD).await.refused(409, "last_owner");
}

#[tokio::test]
async fn last_email_says_whether_merchandise_is_still_to_ship() {
    let site = Installation::new().await.site().await;
    let address = json!({"first": "Ada", "last": "Byron", "address1": "1 Main St", "city": "Phoenix", "state": "AZ",
        "zipCode": "85004"});
    let nothing_kept = "We no longer keep your personal data";
    let still_to_come = "We'll still ship what you ordered";
    for (email, product, said, unsaid) in [
        ("ann@example.com", 101, nothing_kept, still_to_come),
        ("bea@example.com", 502, still_to_come, nothing_kept),
    ] {
        let customer = site
            .customer_with_email(email)
            .await
            .confirmed()
            .await
            .with_card()
            .await;
        let order = json!({"products": [{"productId": product}], "address": address});
        assert_eq!(
            customer.post_once("/orders", "key", order).await.succeeded()["approved"],
            true
        );
        customer.leave().await;
        site.run_jobs().await;
        let mail = mailbox::decoded(&mailbox::mails(&site, "account_deleted", email).remove(0));
        assert!(mail.contains(said) && !mail.contains(unsaid), "{mail}");
    }
}

#[tokio::test]
async fn export_contains_the_currency_and_every_address() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    for (key, street, is_home) in [
        ("a", "1 Main St", true),
        ("b", "2 Mill Ave", false),
        ("c", "3 Elm Rd", true),
    ] {
        let address = json!({"first": "Ada", "last": "Byron", "address1": street, "city": "Phoenix", "state": "AZ",
            "zipCode": "85004", "isHome": is_home});
        let order = json!({"products": [{"productId": 502}], "address": address});
        assert_eq!(ada.post_once("/orders", key, order).await.succeeded()["approved"], true);
    }
    let export = ada.get("/users/export").await.text;
    for part in [
        "1 Main St",
        "2 Mill Ave",
        "3 Elm Rd",
        "about.json",
        "\"currency\": \"USD\"",
    ] {
        assert!(export.contains(part), "{part}: {export}");
    }
}

#[tokio::test]
async fn export_contains_the_card_on_file() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let export = ada.get("/users/export").await.text;
    let card = ada.get("/users/payment").await.succeeded();
    assert!(export.contains("card.json"), "{export}");
    assert!(export.contains(card["maskedCardNumber"].as_str().unwrap()), "{export}");
}

#[tokio::test]
async fn export_contains_all_personal_data() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let reply = ada.get("/users/export").await;
    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("content-type"), Some("application/zip"));
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    for part in [
        "account.json",
        "vehicle.json",
        "devices.json",
        "sessions.json",
        "ada@example.com",
    ] {
        assert!(reply.text.contains(part), "{part}");
    }
    site.visitor().get("/users/export").await.refused(401, "invalid_token");
}
