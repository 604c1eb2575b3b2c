use std::path::PathBuf;

use serde_json::Value;
use tenant_runtime::provision::Manifest;

use super::root;
use crate::support::Installation;

fn folders() -> Vec<PathBuf> {
    let mut folders: Vec<_> = std::fs::read_dir(root("tenants"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    folders.sort();
    assert!(folders.len() >= 5, "the demo has five merchants");
    folders
}

/// Every value that looks like a stored picture.
fn pictures(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) if text.starts_with("/uploads/") => found.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| pictures(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| pictures(field, found)),
        _ => {}
    }
}

#[tokio::test]
async fn every_declared_merchant_becomes_a_site() {
    let installation = Installation::new().await;
    for folder in folders() {
        let label = folder.file_name().unwrap().to_str().unwrap();
        let manifest = Manifest::read(&folder).unwrap();
        assert_eq!(
            manifest.schema.as_deref(),
            Some("../../docs/schema/merchant.schema.json"),
            "{label}: editors find the schema by this"
        );
        let visitor = installation.site_from(label, &folder, &manifest).await.visitor();

        let config = visitor.get("/accounts/site-config").await.succeeded();
        assert_eq!(config["companyName"], manifest.site_config["companyName"]);
        let mut shown = Vec::new();
        pictures(&config, &mut shown);
        assert!(shown.len() >= 3, "{label} has a logo, an icon and a picture");
        for picture in shown {
            assert_eq!(visitor.get(&picture).await.status, 200, "{label}: {picture}");
        }

        let locations = visitor.get("/locations").await.succeeded();
        assert_eq!(locations.as_array().unwrap().len(), manifest.locations.len(), "{label}");
        let washes = visitor.get("/products/washes").await.succeeded();
        assert!(!washes.as_array().unwrap().is_empty(), "{label} sells washes");
        for list in ["bundles", "washClubs", "giftCards", "merchandise"] {
            let products = visitor.get(&format!("/products/{list}")).await.succeeded();
            assert!(!products.as_array().unwrap().is_empty(), "{label} sells {list}");
            for product in products.as_array().unwrap().iter().filter(|_| list == "merchandise") {
                let picture = product["logo"]["image"].as_str().unwrap();
                assert!(!picture.is_empty(), "{label}: {} has a picture", product["name"]);
                assert_eq!(visitor.get(picture).await.status, 200, "{label}: {picture}");
            }
        }
        let merchant = visitor.get("/merchant").await.succeeded();
        for text in ["terms", "privacyPolicy"] {
            assert!(!merchant[text].as_str().unwrap().is_empty(), "{label}: {text}");
        }
    }
}
