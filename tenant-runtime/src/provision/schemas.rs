//! JSON Schemas for operators: manifests and site configs.

use schemars::schema_for;

use super::Manifest;
use crate::site::config::SiteConfig;

/// File names in `docs/schema`, each with its schema.
///
/// # Errors
/// One can't be serialized, which would be a bug.
pub fn json_schemas() -> Result<Vec<(&'static str, String)>, serde_json::Error> {
    let files = [
        ("merchant.schema.json", "Merchant", schema_for!(Manifest)),
        ("site-config.schema.json", "Site config", schema_for!(SiteConfig)),
    ];
    let written = files.into_iter().map(|(name, title, mut schema)| {
        schema.insert("title".to_owned(), title.into());
        Ok((name, format!("{}\n", serde_json::to_string_pretty(&schema)?)))
    });
    written.collect()
}
