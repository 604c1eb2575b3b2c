//! Limits of fields: rules, the API description and the manifest's schema agree.

use serde_json::{Map, Value, json};
use tenant_runtime::http::Role;

use crate::repository::root;
use crate::support::{Customer, Installation};

fn generated(path: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(root(path)).unwrap()).unwrap()
}

fn fields(schemas: &Value, name: &str) -> Map<String, Value> {
    schemas[name]["properties"].as_object().unwrap().clone()
}

/// Values just outside of a field's limits.
fn outside(field: &Value) -> Vec<Value> {
    let limit = |keyword: &str| field[keyword].as_i64();
    let text = |length: i64| json!("x".repeat(usize::try_from(length).unwrap()));
    [
        limit("minLength").map(|_| json!(" ")),
        limit("maxLength").map(|most| text(most + 1)),
        limit("minimum").map(|least| json!(least - 1)),
        limit("maximum").map(|most| json!(most + 1)),
        limit("maxItems").map(|most| vec!["x"; usize::try_from(most).unwrap() + 1].into()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

async fn assert_limits(manager: &Customer, path: &str, entry: &Value, fields: &Map<String, Value>) {
    for (name, field) in fields {
        // Opening hours are objects; catalog::places refuses wrong ones.
        for value in outside(field).into_iter().filter(|_| name != "hours") {
            let mut wrong = entry.clone();
            wrong[name] = value;
            let refusal = manager.post(path, wrong).await.refused(422, "invalid_fields");
            assert!(refusal["fields"][name].is_string(), "{path}: {name} in {refusal}");
        }
    }
}

#[tokio::test]
async fn rules_reject_values_outside_documented_limits() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let schemas = generated("docs/openapi.json")["components"]["schemas"].take();
    for (schema, path, entry) in [
        (
            "LocationEntry",
            "/admin/locations",
            json!({"name": "West", "address1": "9 High St", "city": "Mesa", "latitude": 33.41, "longitude": -111.83}),
        ),
        (
            "ProductEntry",
            "/admin/products",
            json!({"productType": "AppWash", "name": "Foam", "price": 100}),
        ),
        (
            "OfferManifest",
            "/admin/deals",
            json!({"name": "Free wash", "award": {"type": "Item"}}),
        ),
        (
            "AddedTerminal",
            "/admin/terminals",
            json!({"label": "Lane 1", "locationId": 1}),
        ),
    ] {
        let fields = fields(&schemas, schema);
        manager.post(path, entry.clone()).await.succeeded();
        assert_limits(&manager, path, &entry, &fields).await;
        for (name, field) in &fields {
            let is_text = field["type"] == "string" || field["type"] == json!(["string", "null"]);
            assert!(
                !is_text || field["format"].is_string() || field["maxLength"].is_u64(),
                "{schema}.{name} needs a `max_length`"
            );
        }
    }
}

#[test]
fn manifest_schema_has_the_limits_of_the_api_description() {
    let schemas = generated("docs/openapi.json")["components"]["schemas"].take();
    let declared = generated("docs/schema/merchant.schema.json")["$defs"].take();
    for (entry, manifest) in [
        ("LocationEntry", "LocationManifest"),
        ("ProductEntry", "ProductManifest"),
        ("OfferManifest", "OfferManifest"),
        ("Hours", "Hours"),
        ("UseLimit", "UseLimit"),
        ("KioskRules", "KioskRules"),
    ] {
        let declared = fields(&declared, manifest);
        for (name, field) in fields(&schemas, entry) {
            for keyword in ["minLength", "maxLength", "minimum", "maximum", "maxItems"] {
                let limits = (&declared[&name][keyword], &field[keyword]);
                assert_eq!(limits.0, limits.1, "{manifest}.{name}: {keyword}");
            }
        }
    }
}
