//! Endpoints of processors in production environments and elsewhere.

use std::sync::Arc;

use serde_json::{Value, json};
use tenant_runtime::http::Role;
use tenant_runtime::tenant::Tenant;

use crate::identity::second_factor;
use crate::support::processors::{PROCESSORS, settings};
use crate::support::{Customer, Installation, TestSite};

const PROCESSOR: &str = "/admin/processor";
const TRIAL: &str = "/admin/processor/test";

/// Moves a site into a production environment. Its file, with its processor, stays.
async fn move_to_production(site: &TestSite) {
    let mut production = site.site.as_ref().clone();
    production.environment.production = true;
    site.installation.set(production);
    // The adapter is kept with the public data.
    let tenant = Tenant::open(&site.installation.runtime, Arc::clone(&site.site))
        .await
        .unwrap();
    let mut db = tenant.write().await.unwrap();
    db.changes_public_data();
    db.commit().await.unwrap();
}

fn typed(name: &str, endpoints: &str) -> Value {
    json!({"name": name, "endpoints": endpoints, "settings": settings(name)})
}

#[tokio::test]
async fn production_site_without_its_own_credentials_takes_no_money() {
    for processor in PROCESSORS {
        let site = Installation::new().await.site_through(processor).await;
        let ada = site.customer().await.confirmed().await.with_card().await;
        let manager = site.staff(Role::Manager).await;
        let charges = site.installation.stub.charges().len();
        move_to_production(&site).await;
        let order = json!({"products": [{"productId": 101}]});
        let refused = ada.post_once("/orders", "wash", order).await;
        assert!(
            refused.text.contains("No Payment processor!"),
            "{processor}: {}",
            refused.text
        );
        assert_eq!(site.installation.stub.charges().len(), charges, "{processor}");
        let needs = manager.get("/admin/opening").await.succeeded()["needs"].clone();
        let payments = needs
            .as_array()
            .unwrap()
            .iter()
            .find(|need| need["kind"] == "payments")
            .cloned();
        assert!(payments.is_some(), "the shop asks for a processor: {needs}");
    }
}

/// Test, preview and save reject these endpoints of all processors, and name the field.
async fn every_processor_is_rejected(owner: &Customer, endpoints: &str) {
    for name in PROCESSORS {
        for path in [TRIAL, "/admin/processor/preview"] {
            let refusal = owner
                .post(path, typed(name, endpoints))
                .await
                .refused(422, "invalid_fields");
            assert!(refusal["fields"]["endpoints"].is_string(), "{name} {path}: {refusal}");
        }
        let refusal = owner
            .save(PROCESSOR, typed(name, endpoints))
            .await
            .refused(422, "invalid_fields");
        assert!(refusal["fields"]["endpoints"].is_string(), "{name}: {refusal}");
    }
}

#[tokio::test]
async fn production_endpoints_of_every_processor_are_rejected_elsewhere() {
    let site = Installation::new().await.site_through("moneris").await;
    let owner = site.owner().await;
    owner.unlock().await;
    every_processor_is_rejected(&owner, "production").await;
    let now = owner.get(PROCESSOR).await.succeeded();
    assert_eq!((&now["name"], &now["endpoints"]), (&json!("moneris"), &json!("stub")));
}

#[tokio::test]
async fn test_processor_is_rejected_in_production() {
    let site = Installation::new().await.site_through("moneris").await;
    let owner = site.owner().await;
    move_to_production(&site).await;
    second_factor::guard(&owner).await;
    owner.unlock().await;
    let before = owner.get(PROCESSOR).await.succeeded();
    assert_eq!(before["isProduction"], true);
    every_processor_is_rejected(&owner, "stub").await;
    assert_eq!(owner.get(PROCESSOR).await.succeeded(), before, "nothing was saved");

    // The shop that came with the test processor can't open.
    owner
        .put("/admin/opening", json!({"open": false, "closedText": ""}))
        .await
        .succeeded();
    let refusal = owner
        .put("/admin/opening", json!({"open": true}))
        .await
        .refused(422, "invalid_fields");
    assert!(refusal["fields"]["payments"].is_string(), "{refusal}");

    // The same credentials are accepted with endpoints that take real cards.
    let saved = owner.save(PROCESSOR, typed("moneris", "production")).await.succeeded();
    assert_eq!(saved["endpoints"], "production");
}
