//! JSON Schemas for operators: manifests and site configs.

use schemars::schema_for;

use super::Manifest;
use crate::site::config::SiteConfig;

/// Names of the files in `docs/schema`, each with its schema.
///
/// # Errors
/// When one cannot be written as JSON, a mistake in the program.
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
