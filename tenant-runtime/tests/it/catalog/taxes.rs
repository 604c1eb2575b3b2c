//! The rates of taxes, as the merchant's people set them.

use serde_json::json;
use tenant_runtime::http::Role;

use crate::support::Installation;

const TAXES: &str = "/admin/taxes";

#[tokio::test]
async fn rates_that_are_set_count_for_the_next_price() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let before = manager.get(TAXES).await.succeeded();
    assert_eq!(before["locations"][0]["rates"]["wash"], 86_000);
    let mut taxes = before.clone();
    taxes["locations"][0]["rates"] = json!({"wash": 100_000});
    taxes["shipTo"] = json!({"CA": 72_500});
    assert_eq!(manager.put(TAXES, taxes.clone()).await.succeeded(), taxes);
    assert_eq!(manager.get(TAXES).await.succeeded(), taxes);
    let washes = site.visitor().get("/products/washes?locationId=1").await.succeeded();
    assert_eq!(washes[0]["taxes"], 200, "10 % of 20.00");
    let noted: Vec<(String, String)> = site
        .rows(r#"SELECT action, json_extract("after", '$.shipTo.CA') || '' FROM audit WHERE action = 'taxes_set'"#)
        .await;
    assert_eq!(noted, [("taxes_set".to_owned(), "72500".to_owned())]);
}

#[tokio::test]
async fn a_rate_that_is_none_is_refused_in_place() {
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
        let refusal = manager.put(TAXES, taxes).await.refused(422, "invalid_fields");
        assert!(refusal["fields"][field].is_string(), "{refusal}");
    }
    assert_eq!(manager.get(TAXES).await.succeeded(), before);
    let attendant = site.staff(Role::Attendant).await;
    attendant.put(TAXES, before).await.refused(403, "not_admin");
}
