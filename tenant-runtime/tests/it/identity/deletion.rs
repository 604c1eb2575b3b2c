use std::path::Path;

use jiff::SignedDuration;
use reqwest::Method;
use serde_json::json;

use crate::support::{Customer, Installation, PASSWORD, Reply, TIMED_OUT_CARD, mailbox};

async fn delete(customer: &Customer, password: &str) -> Reply {
    customer
        .send(Method::DELETE, "/users", Some(json!({ "password": password })), &[])
        .await
}

#[tokio::test]
async fn a_deleted_account_is_gone_with_the_answer() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await;
    delete(&ada, "Wrong-Suds-1").await.refused(403, "wrong_password");
    ada.get("/users").await.ok();
    assert_eq!(delete(&ada, PASSWORD).await.ok(), true);
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
            .ok(),
        true
    );
    let again = site.customer().await;
    assert_eq!(again.get("/users").await.ok()["emailConfirmed"], false);
}

#[tokio::test]
async fn nothing_of_a_deleted_person_is_left_on_the_disk() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let mut client = site.visitor();
    client.device = Some("device-of-zebulon".to_owned());
    let mut form = Customer::form("zebulon@example.com");
    form["firstName"] = json!("Zebulon");
    form["lastName"] = json!("Quuxington");
    form["zipPostalCode"] = json!("ZQX-7781");
    form["cellPhoneNumber"] = json!("4805559876");
    client.post_once("/users", "key", form).await.ok();
    let zebulon = Customer::log_in(&site, "zebulon@example.com", PASSWORD).await;
    let vehicle = json!({"make": "Quuxmobile", "model": "Q", "year": "1988", "license": "ZEBULON1", "color": "Teal", "state": "AZ"});
    zebulon.post("/users/vehicle", vehicle).await.ok();
    zebulon
        .post("/devices", json!({"deviceId": "device-of-zebulon"}))
        .await
        .ok();
    delete(&zebulon, PASSWORD).await.ok();
    site.run_jobs().await;
    site.run_jobs().await;
    let folder = installation.site_file(site.site.id).parent().unwrap().to_owned();
    for trace in [
        "zebulon",
        "Zebulon",
        "Quuxington",
        "ZQX-7781",
        "4805559876",
        "Quuxmobile",
        "ZEBULON1",
    ] {
        assert_eq!(files_with(&folder, trace), Vec::<String>::new(), "{trace}");
    }
}

/// The files of a folder whose bytes contain `text`.
fn files_with(folder: &Path, text: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let contains = |path: &std::path::PathBuf| {
        let bytes = std::fs::read(path).unwrap();
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    };
    entries
        .filter(contains)
        .map(|path| path.display().to_string())
        .collect()
}

#[tokio::test]
async fn a_deleted_customers_codes_and_card_are_gone_and_the_books_stay() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let order = json!({"products": [{"productId": 101}]});
    assert_eq!(ada.post_once("/orders", "key", order).await.ok()["approved"], true);
    let export = ada.get("/users/export").await.text;
    assert!(export.contains("sparkle Sunrise"), "what was bought is in the export");
    delete(&ada, PASSWORD).await.ok();
    site.run_jobs().await;
    assert!(
        mailbox::mails(&site, "receipt", "ada@example.com").is_empty(),
        "no receipt to a deleted account"
    );
    let again = site.customer().await;
    assert_eq!(again.get("/users/wallet").await.ok(), json!([]));
    assert_eq!(again.get("/users/purchases").await.ok(), json!([]));
    assert_eq!(again.get("/users/payment").await.ok()["onFile"], false);
    assert_eq!(site.installation.stub.charges().len(), 1);
}

#[tokio::test]
async fn an_account_waits_for_its_payment() {
    let site = Installation::new().await.site().await;
    let ada = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card_number(TIMED_OUT_CARD)
        .await;
    let order = json!({"products": [{"productId": 101}]});
    assert_eq!(ada.post_once("/orders", "key", order).await.ok()["code"], "pending");
    delete(&ada, PASSWORD).await.refused(409, "payment_pending");
    for _ in 0..10 {
        site.installation.clock.advance(SignedDuration::from_secs(61));
        site.run_jobs().await;
    }
    delete(&ada, PASSWORD).await.ok();
}

#[tokio::test]
async fn an_export_holds_what_is_known() {
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
