use schemars::{Schema, schema_for};
use tenant_runtime::provision::Manifest;
use tenant_runtime::site::config::SiteConfig;

use super::root;

/// Set by `scripts/generate`: the files are written instead of compared.
const UPDATE: &str = "SUDS_UPDATE_GENERATED";

#[test]
fn schemas_are_current() {
    for (file, title, mut schema) in [
        ("merchant.schema.json", "Merchant", schema_for!(Manifest)),
        ("site-config.schema.json", "Site config", schema_for!(SiteConfig)),
    ] {
        schema.insert("title".to_owned(), title.into());
        let path = root("docs/schema").join(file);
        let text = pretty(&schema);
        if std::env::var_os(UPDATE).is_some() {
            std::fs::write(&path, text).unwrap();
        } else {
            let committed = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(
                committed == text,
                "docs/schema/{file} is not what the code yields; run scripts/generate"
            );
        }
    }
}

fn pretty(schema: &Schema) -> String {
    let mut text = serde_json::to_string_pretty(schema).unwrap();
    text.push('\n');
    text
}
