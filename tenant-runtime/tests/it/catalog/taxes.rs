//! The rates of taxes, as the merchant's people set them.

use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::Installation;

const TAXES: &str = "/admin/taxes";

fn without_version(mut taxes: Value) -> Value {
    taxes.as_object_mut().unwrap().remove("version");
    taxes
}

#[tokio::test]
async fn new_tax_rates_apply_to_the_next_quote() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let before = manager.get(TAXES).await.succeeded();
    assert_eq!(before["locations"][0]["rates"]["wash"], 86_000);
    let mut taxes = without_version(before);
    taxes["locations"][0]["rates"] = json!({"wash": 100_000});
    taxes["shipTo"] = json!({"CA": 72_500});
    let set = manager.save(TAXES, taxes.clone()).await.succeeded();
    assert_eq!(manager.get(TAXES).await.succeeded(), set);
    assert_eq!(without_version(set), taxes);
    let washes = site.visitor().get("/products/washes?locationId=1").await.succeeded();
    assert_eq!(washes[0]["taxes"], 200, "10 % of 20.00");
    let noted: Vec<(String, String)> = site
        .rows(r#"SELECT action, json_extract("after", '$.shipTo.CA') || '' FROM audit WHERE action = 'taxes_set'"#)
        .await;
    assert_eq!(noted, [("taxes_set".to_owned(), "72500".to_owned())]);
}

/// They are edited with the rest of a location, too.
#[tokio::test]
async fn location_with_outdated_rates_is_not_saved() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let opened = async |id: i64| manager.get(&format!("/admin/locations/{id}")).await.succeeded();
    let (first, second) = (opened(1).await, opened(2).await);
    let mut taxes = without_version(manager.get(TAXES).await.succeeded());
    taxes["locations"][0]["rates"]["wash"] = json!(100_000);
    manager.save(TAXES, taxes).await.succeeded();
    let save = async |record: &Value| {
        let body = json!({"version": record["version"], "location": record["location"]});
        manager
            .put(&format!("/admin/locations/{}", record["locationId"]), body)
            .await
    };
    save(&first).await.refused(409, "stale_revision");
    save(&second).await.succeeded();
    assert_eq!(opened(1).await["location"]["taxes"]["wash"], 100_000);
}

#[tokio::test]
async fn invalid_rate_returns_a_field_error() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let before = manager.get(TAXES).await.succeeded();
    for (taxes, field) in [
        (
            json!({"locations": [{"locationId": 1, "rates": {"wash": 1_000_001}}], "shipTo": {}}),
            "locations[0].rates.wash",
        ),
        (
            json!({"locations": [{"locationId": 1, "rates": {"luxury": 1}}], "shipTo": {}}),
            "locations[0].rates.luxury",
        ),
        (
            json!({"locations": [{"locationId": 77, "rates": {}}], "shipTo": {}}),
            "locations[0].locationId",
        ),
        (
            json!({"locations": [], "shipTo": {"California": 1}}),
            "shipTo.California",
        ),
    ] {
        let refusal = manager.save(TAXES, taxes).await.refused(422, "invalid_fields");
        assert!(refusal["fields"][field].is_string(), "{refusal}");
    }
    assert_eq!(manager.get(TAXES).await.succeeded(), before);
    let attendant = site.staff(Role::Attendant).await;
    attendant.put(TAXES, before).await.refused(403, "not_admin");
}
