//! Schema versions of the site config and the steps between them: up when a config is read or migrated, down when it is
//! rolled back.

use serde_json::{Map, Value, json};

use super::config::SCHEMA_VERSION;

/// Schema version of a config without one.
const FIRST: &str = "1.0.0";

/// A config that can't be converted to another version.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(super) enum SchemaError {
    #[error("invalid version {0:?}; use a dotted one, such as 1.2.0")]
    NotAVersion(String),
    #[error("schema version {0} is newer than this build's {SCHEMA_VERSION}")]
    TooNew(String),
    #[error("unknown schema version {0}")]
    Unknown(String),
}

type Change = fn(&mut Map<String, Value>);

/// Converts from the previous version to the named one, and back. Converting up and down again changes nothing.
struct Step {
    version: &'static str,
    up: Change,
    down: Change,
}

/// By version. The last is this build's.
const STEPS: &[Step] = &[Step {
    version: SCHEMA_VERSION,
    up: name_the_scheme,
    down: say_dark_by_default,
}];

/// Versions that this build can read and write, newest first.
pub fn schema_versions() -> Vec<&'static str> {
    STEPS.iter().rev().map(|step| step.version).chain([FIRST]).collect()
}

/// The version stated in a config.
pub(super) fn version_of(config: &Map<String, Value>) -> &str {
    config.get("version").and_then(Value::as_str).unwrap_or(FIRST)
}

/// Upgrades `config` in place to this build's version.
///
/// # Errors
/// Its version can't be parsed or is newer than this build's.
pub(super) fn upgrade(config: &mut Map<String, Value>) -> Result<(), SchemaError> {
    migrate(config, SCHEMA_VERSION)
}

/// Converts `config` to the version `to`, step by step.
///
/// # Errors
/// Its version can't be parsed or is newer than this build's, or this build doesn't know `to`. It is then unchanged.
pub(super) fn migrate(config: &mut Map<String, Value>, to: &str) -> Result<(), SchemaError> {
    let found = version_of(config).to_owned();
    let from = tuple(&found).ok_or_else(|| SchemaError::NotAVersion(found.clone()))?;
    if Some(&from) > tuple(SCHEMA_VERSION).as_ref() {
        return Err(SchemaError::TooNew(found));
    }
    if !schema_versions().contains(&to) {
        return Err(SchemaError::Unknown(to.to_owned()));
    }
    let (from, aim) = (Some(from), tuple(to));
    for step in STEPS
        .iter()
        .filter(|step| from < tuple(step.version) && tuple(step.version) <= aim)
    {
        (step.up)(config);
    }
    for step in STEPS
        .iter()
        .rev()
        .filter(|step| aim < tuple(step.version) && tuple(step.version) <= from)
    {
        (step.down)(config);
    }
    config.insert("version".to_owned(), json!(to));
    Ok(())
}

/// A dotted version as numbers. Versions compare as tuples, so 1.10.0 comes after 1.9.0.
pub(super) fn tuple(version: &str) -> Option<Vec<u64>> {
    version.split('.').map(|part| part.parse().ok()).collect()
}

/// 1.0.0 has `darkByDefault`; 1.1.0 has the default theme.
fn name_the_scheme(config: &mut Map<String, Value>) {
    if let Some(dark) = config.remove("darkByDefault") {
        let scheme = if dark == json!(true) { "dark" } else { "light" };
        let brand = config.entry("brand").or_insert_with(|| json!({}));
        if let Some(brand) = brand.as_object_mut() {
            brand.entry("scheme").or_insert_with(|| json!(scheme));
        }
    }
}

/// A color scheme that 1.0.0 couldn't express stays where it is: that version doesn't read it.
fn say_dark_by_default(config: &mut Map<String, Value>) {
    let Some(brand) = config.get_mut("brand").and_then(Value::as_object_mut) else {
        return;
    };
    let dark = match brand.get("scheme").and_then(Value::as_str) {
        Some("dark") => true,
        Some("light") => false,
        _ => return,
    };
    brand.remove("scheme");
    let is_empty = brand.is_empty();
    if is_empty {
        config.remove("brand");
    }
    config.insert("darkByDefault".to_owned(), json!(dark));
}

#[cfg(test)]
mod tests {
    use super::super::config::{Scheme, SiteConfig};
    use super::*;

    fn upgraded(config: Value) -> Result<SiteConfig, SchemaError> {
        let Value::Object(mut config) = config else {
            panic!("an object")
        };
        upgrade(&mut config)?;
        Ok(serde_json::from_value(Value::Object(config)).unwrap())
    }

    #[test]
    fn first_config_is_upgraded_and_keeps_its_values() {
        let config =
            upgraded(json!({"version": "1.0.0", "companyName": "A", "darkByDefault": true, "mine": 7})).unwrap();
        assert_eq!(config.version, SCHEMA_VERSION);
        assert_eq!(config.brand.scheme, Scheme::Dark);
        assert_eq!(config.other.get("mine"), Some(&json!(7)));
        assert!(!config.other.contains_key("darkByDefault"));
        assert_eq!(config.card_name, "Gift Card", "missing keys get defaults");
    }

    #[test]
    fn unknown_keys_survive_a_save() {
        let config = upgraded(json!({"companyName": "A", "labs": {"x": [1]}})).unwrap();
        assert_eq!(serde_json::to_value(&config).unwrap()["labs"], json!({"x": [1]}));
    }

    #[test]
    fn versions_compare_as_tuples() {
        assert!(tuple("1.10.0") > tuple("1.9.9"));
        assert_eq!(
            upgraded(json!({"version": "2.0.0"})).unwrap_err(),
            SchemaError::TooNew("2.0.0".to_owned())
        );
        assert_eq!(
            upgraded(json!({"version": "new"})).unwrap_err(),
            SchemaError::NotAVersion("new".to_owned())
        );
    }

    #[test]
    fn last_migration_reaches_this_build() {
        assert_eq!(schema_versions().first(), Some(&SCHEMA_VERSION));
        let versions: Vec<_> = schema_versions().into_iter().map(tuple).collect();
        assert!(versions.is_sorted_by(|newer, older| newer > older), "{versions:?}");
    }

    #[test]
    fn downgrade_and_upgrade_change_no_demo_site() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tenants");
        let mut sites = 0;
        for folder in std::fs::read_dir(root).unwrap() {
            let Ok(text) = std::fs::read(folder.unwrap().path().join("site.json")) else {
                continue;
            };
            let manifest: Value = serde_json::from_slice(&text).unwrap();
            let Value::Object(mut config) = manifest["siteConfig"].clone() else {
                panic!("an object")
            };
            upgrade(&mut config).unwrap();
            for version in schema_versions() {
                let mut moved = config.clone();
                migrate(&mut moved, version).unwrap();
                assert_eq!(version_of(&moved), version);
                let lower = moved.clone();
                upgrade(&mut moved).unwrap();
                assert_eq!(moved, config, "down to {version} and up again");
                migrate(&mut moved, version).unwrap();
                assert_eq!(moved, lower, "up and down again to {version}");
            }
            sites += 1;
        }
        assert!(sites >= 5, "{sites}");
    }

    #[test]
    fn first_schema_is_dark_by_default() {
        let migrated = |config: Value| {
            let Value::Object(mut config) = config else {
                panic!("an object")
            };
            migrate(&mut config, FIRST).unwrap();
            Value::Object(config)
        };
        assert_eq!(
            migrated(json!({"version": "1.1.0", "brand": {"scheme": "dark", "primary": "#000000"}})),
            json!({"version": "1.0.0", "brand": {"primary": "#000000"}, "darkByDefault": true})
        );
        assert_eq!(
            migrated(json!({"version": "1.1.0", "brand": {"scheme": "system"}})),
            json!({"version": "1.0.0", "brand": {"scheme": "system"}})
        );
        let mut config = Map::new();
        assert_eq!(
            migrate(&mut config, "1.0.7"),
            Err(SchemaError::Unknown("1.0.7".to_owned()))
        );
        assert!(config.is_empty());
    }
}
