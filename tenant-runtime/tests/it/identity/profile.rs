use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Customer, Installation, Reply, manifest};

async fn patch(customer: &Customer, operations: Value) -> Reply {
    customer.send(Method::PATCH, "/users", Some(operations), &[]).await
}

#[tokio::test]
async fn editable_fields_follow_the_forms_rules() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let account = patch(
        &ada,
        json!([
            {"op": "test", "path": "/firstName", "value": "Ada"},
            {"op": "replace", "path": "/firstName", "value": " Grace <3 "},
            {"op": "replace", "path": "/cellPhoneNumber", "value": "(480) 555-0123"},
            {"op": "replace", "path": "/optInToMarketing", "value": false},
        ]),
    )
    .await
    .succeeded();
    assert_eq!(account["firstName"], "Grace");
    assert_eq!(account["cellPhoneNumber"], "4805550123");
    assert_eq!(account["optInToMarketing"], false);
    assert_eq!(ada.get("/users").await.succeeded(), account);
    assert_eq!(patch(&ada, json!([])).await.succeeded(), account);
}

#[tokio::test]
async fn locked_fields_and_invalid_values_change_nothing() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let before = ada.get("/users").await.succeeded();
    for (operation, field) in [
        (
            json!({"op": "replace", "path": "/email", "value": "x@example.com"}),
            "email",
        ),
        (
            json!({"op": "replace", "path": "/birthdayMonth", "value": 1}),
            "birthdayMonth",
        ),
        (json!({"op": "replace", "path": "/role", "value": "owner"}), "role"),
        (
            json!({"op": "add", "path": "/emailConfirmed", "value": true}),
            "emailConfirmed",
        ),
        (json!({"op": "replace", "path": "/userId", "value": "1"}), "userId"),
        (
            json!({"op": "add", "path": "/passwordHash", "value": "x"}),
            "passwordHash",
        ),
        (json!({"op": "remove", "path": "/lastName"}), "lastName"),
        (
            json!({"op": "replace", "path": "/zipPostalCode", "value": "--"}),
            "zipPostalCode",
        ),
        (
            json!({"op": "replace", "path": "/cellPhoneNumber", "value": 6025550199_i64}),
            "cellPhoneNumber",
        ),
        (
            json!({"op": "replace", "path": "/optInToMarketing", "value": "yes"}),
            "optInToMarketing",
        ),
    ] {
        let operations = json!([{"op": "replace", "path": "/firstName", "value": "Grace"}, operation]);
        let refusal = patch(&ada, operations).await.refused(422, "invalid_fields");
        assert!(refusal["fields"][field].is_string(), "{refusal}");
    }
    let stale = json!([{"op": "test", "path": "/firstName", "value": "Bea"}]);
    patch(&ada, stale).await.refused(409, "stale_revision");
    for malformed in [
        json!({}),
        json!([{"op": "erase", "path": "/firstName"}]),
        json!([{"op": "remove", "path": "x"}]),
    ] {
        patch(&ada, malformed).await.refused(400, "malformed");
    }
    assert_eq!(ada.get("/users").await.succeeded(), before);
}

#[tokio::test]
async fn vehicle_is_entered_once_and_complete() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let none = ada.get("/users/vehicle").await.succeeded();
    assert_eq!(none["make"], "");
    let vehicle =
        json!({"make": "Volvo", "model": "240", "year": "1988", "license": "abc-123", "color": "Blue", "state": "AZ"});
    let mut incomplete = vehicle.clone();
    incomplete["license"] = json!("---");
    let refusal = ada
        .post("/users/vehicle", incomplete)
        .await
        .refused(422, "invalid_fields");
    assert_eq!(refusal["fields"], json!({"license": "Input is required."}));
    let entered = ada.post("/users/vehicle", vehicle.clone()).await.succeeded();
    assert_eq!(entered["license"], "ABC123");
    assert_eq!(ada.get("/users/vehicle").await.succeeded(), entered);
    assert_eq!(
        ada.post("/users/vehicle", vehicle.clone()).await.succeeded(),
        entered,
        "the first answer may have been lost"
    );
    let mut other = vehicle;
    other["color"] = json!("Red");
    ada.post("/users/vehicle", other).await.refused(409, "taken");
}

#[tokio::test]
async fn pasted_text_is_normalized() {
    let site = Installation::new().await.site().await;
    let mut form = Customer::form("\u{feff}ada@example.com\u{200b}");
    form["firstName"] = json!("Jean\u{2011}Luc");
    form["lastName"] = json!("Gal\u{b7}la");
    form["cellPhoneNumber"] = json!("+1 (602) 555-0143");
    let account = site.visitor().post("/users", form).await.succeeded();
    assert_eq!(account["email"], "ada@example.com");
    assert_eq!(account["firstName"], "Jean-Luc");
    assert_eq!(account["lastName"], "Gal\u{b7}la");
    assert_eq!(account["cellPhoneNumber"], "6025550143");
    let owner = site.owner().await;
    for words in [
        "%2B1%20602%20555%200143",
        "1-602-555-0143",
        "602%C2%A0555%C2%A00143",
        "602%E2%80%91555%E2%80%910143",
        "%E2%80%8Bada@example.com",
    ] {
        let page = owner.get(&format!("/admin/customers?q={words}")).await.succeeded();
        assert_eq!(page["count"], 1, "{words}");
    }
}

#[tokio::test]
async fn other_spellings_of_address_and_password_log_in() {
    let site = Installation::new().await.site().await;
    let mut form = Customer::form("x@ex\u{e4}mple.com");
    let composed = "Gr\u{fc}n!Seife9\u{e9}";
    form["password"] = json!(composed);
    let account = site.visitor().post("/users", form).await.succeeded();
    assert_eq!(account["email"], "x@xn--exmple-cua.com");
    let decomposed = "Gru\u{308}n!Seife9e\u{301}";
    for (email, password) in [
        ("x@ex\u{e4}mple.com", composed),
        ("x@EXA\u{308}MPLE.com", decomposed),
        ("x@xn--exmple-cua.com", decomposed),
    ] {
        Customer::log_in(&site, email, password).await;
    }
    let owner = site.owner().await;
    for words in ["x@ex%C3%A4mple.com", "x@xn--exmple-cua.com"] {
        let page = owner.get(&format!("/admin/customers?q={words}")).await.succeeded();
        assert_eq!(page["count"], 1, "{words}");
    }
}

#[tokio::test]
async fn german_number_keeps_its_length() {
    let mut manifest = manifest("seife");
    manifest.site_config.insert("country".to_owned(), json!("DE"));
    let installation = Installation::new().await;
    let site = installation
        .site_from("seife", std::path::Path::new("."), &manifest)
        .await;
    for (entered, stored) in [("030123456", "030123456"), ("+49 170 1234567", "01701234567")] {
        let mut form = Customer::form(&format!("{stored}@example.com"));
        form["cellPhoneNumber"] = json!(entered);
        let account = site.visitor().post("/users", form).await.succeeded();
        assert_eq!(account["cellPhoneNumber"], stored);
    }
}
