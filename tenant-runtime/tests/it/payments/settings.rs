//! Payment settings of the owner: the card terminal, the processor and its credentials.

use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::Installation;
use crate::support::processors::{PROCESSORS, settings};

const PROCESSOR: &str = "/admin/processor";
const TRIAL: &str = "/admin/processor/test";

fn typed(name: &str, settings: &Value) -> Value {
    json!({"name": name, "endpoints": "stub", "settings": settings})
}

#[tokio::test]
async fn owner_sets_the_payment_terminal() {
    let site = Installation::new().await.site().await;
    let (owner, manager) = (site.owner().await, site.staff(Role::Manager).await);
    let none = owner.get("/settings/p2p").await.succeeded();
    assert_eq!(none["terminalId"], Value::Null);
    let body = json!({"terminalId": " P2P-0042 "});
    manager
        .post("/settings/p2p", body.clone())
        .await
        .refused(403, "not_admin");
    let set = owner.post("/settings/p2p", body).await.succeeded();
    assert_eq!(
        set["terminalId"], "P2P-0042",
        "without a version, as the specification has it"
    );
    assert_eq!(manager.get("/settings/p2p").await.succeeded(), set);
    for (id, message) in [
        ("", "Input is required."),
        ("zwei Worte", "Enter up to 64 letters, digits and symbols."),
    ] {
        let refusal = owner
            .post("/settings/p2p", json!({ "terminalId": id }))
            .await
            .refused(422, "invalid_fields");
        assert_eq!(refusal["fields"], json!({"terminalId": message}));
    }
}

#[tokio::test]
async fn credentials_are_stored_and_never_returned() {
    let site = Installation::new().await.site_through("moneris").await;
    let owner = site.owner().await;
    let other = typed("exacthosted", &settings("exacthosted"));
    owner
        .put(PROCESSOR, other.clone())
        .await
        .refused(403, "password_required");
    owner.unlock().await;
    let before = owner.get(PROCESSOR).await;
    assert!(!before.text.contains("yesguy"), "{}", before.text);
    let before = before.succeeded();
    assert_eq!(
        (&before["name"], &before["settings"]["storeId"]),
        (&json!("moneris"), &json!("store5"))
    );

    // The secret is left out, and stays.
    let kept = typed(
        "moneris",
        &json!({"storeId": "store5", "checkoutId": "chktOTHER", "apiToken": ""}),
    );
    let after = owner.save(PROCESSOR, kept.clone()).await.succeeded();
    assert_eq!(after["settings"]["checkoutId"], "chktOTHER");
    assert_eq!(owner.post(TRIAL, kept).await.succeeded()["result"], "works");

    let after = owner.save(PROCESSOR, other).await;
    for secret in ["GOODS-transaction-key", "GOODS-response-key", "GOODS-password"] {
        assert!(!after.text.contains(secret), "{}", after.text);
    }
    assert_eq!(after.succeeded()["name"], "exacthosted");
    let public = site.visitor().get("/settings/app/processor/mobile").await.succeeded();
    assert_eq!(public["processor"], "exacthosted", "in force at once");
    let noted: Vec<(String, String)> = site
        .rows("SELECT action, json_extract(after, '$.name') FROM audit WHERE action = 'processor_set' ORDER BY id DESC LIMIT 1")
        .await;
    assert_eq!(noted, [("processor_set".to_owned(), "exacthosted".to_owned())]);
    site.staff(Role::Manager)
        .await
        .get(PROCESSOR)
        .await
        .refused(403, "not_admin");
}

#[tokio::test]
async fn credentials_are_tested_at_the_processor() {
    let site = Installation::new().await.site_through("moneris").await;
    let owner = site.owner().await;
    owner.unlock().await;
    for name in PROCESSORS {
        let tried = owner.post(TRIAL, typed(name, &settings(name))).await.succeeded();
        let expected = if name == "exacthosted" { "not_told" } else { "works" };
        assert_eq!(tried["result"], expected, "{name}");
    }
    let wrong = json!({"storeId": "store5", "apiToken": "nobody", "checkoutId": "chktSPARKLE"});
    // The stub knows the store once it has been used with its token.
    let tried = owner.post(TRIAL, typed("moneris", &wrong)).await.succeeded();
    assert_eq!(tried["result"], "refused");
    let now = owner.get(PROCESSOR).await.succeeded();
    assert_eq!(now["name"], "moneris", "nothing is saved");
}

#[tokio::test]
async fn invalid_credentials_return_a_field_error() {
    let site = Installation::new().await.site_through("moneris").await;
    let owner = site.owner().await;
    owner.unlock().await;
    for (name, endpoints, settings, field) in [
        ("paypal", "stub", json!({}), "name"),
        ("worldpay", "moon", settings("worldpay"), "endpoints"),
        ("worldpay", "stub", json!({"accountId": "1"}), "settings.accountToken"),
        (
            "moneris",
            "stub",
            json!({"storeId": " ", "checkoutId": "1"}),
            "settings.storeId",
        ),
        (
            "moneris",
            "stub",
            json!({"storeId": "1", "checkoutId": "1", "colour": "red"}),
            "settings.colour",
        ),
    ] {
        let body = json!({"name": name, "endpoints": endpoints, "settings": settings});
        let refusal = owner.save(PROCESSOR, body).await.refused(422, "invalid_fields");
        assert!(refusal["fields"][field].is_string(), "{field}: {refusal}");
    }
}
