//! Bringing a stored config to the schema of this build, step by step.

use serde_json::{Map, Value, json};

use super::config::SCHEMA_VERSION;

/// A config that cannot be read by this build.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(super) enum UpgradeError {
    #[error("version {0:?} is not a dotted version")]
    NotAVersion(String),
    #[error("schema version {0} is newer than this build's {SCHEMA_VERSION}")]
    TooNew(String),
}

type Step = fn(&mut Map<String, Value>);

/// Each step starts from the version before it and leads to the version that it names.
const STEPS: &[(&str, Step)] = &[("1.1.0", name_the_scheme)];

/// Upgrades `config` in place. A config without a version counts as the first one, 1.0.0.
///
/// # Errors
/// When its version cannot be read or is newer than this build's.
pub(super) fn upgrade(config: &mut Map<String, Value>) -> Result<(), UpgradeError> {
    let found = config
        .get("version")
        .and_then(Value::as_str)
        .unwrap_or("1.0.0")
        .to_owned();
    let from = tuple(&found).ok_or_else(|| UpgradeError::NotAVersion(found.clone()))?;
    if Some(&from) > tuple(SCHEMA_VERSION).as_ref() {
        return Err(UpgradeError::TooNew(found));
    }
    for (version, step) in STEPS {
        if Some(&from) < tuple(version).as_ref() {
            step(config);
        }
    }
    config.insert("version".to_owned(), json!(SCHEMA_VERSION));
    Ok(())
}

/// A dotted version as numbers: versions compare as tuples, so 1.10.0 comes after 1.9.0.
pub(super) fn tuple(version: &str) -> Option<Vec<u64>> {
    version.split('.').map(|part| part.parse().ok()).collect()
}

/// 1.0.0 said `darkByDefault`; 1.1.0 says which scheme comes first.
fn name_the_scheme(config: &mut Map<String, Value>) {
    if let Some(dark) = config.remove("darkByDefault") {
        let scheme = if dark == json!(true) { "dark" } else { "light" };
        let brand = config.entry("brand").or_insert_with(|| json!({}));
        if let Some(brand) = brand.as_object_mut() {
            brand.entry("scheme").or_insert_with(|| json!(scheme));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::{Scheme, SiteConfig};
    use super::*;

    fn upgraded(config: Value) -> Result<SiteConfig, UpgradeError> {
        let Value::Object(mut config) = config else {
            panic!("an object")
        };
        upgrade(&mut config)?;
        Ok(serde_json::from_value(Value::Object(config)).unwrap())
    }

    #[test]
    fn a_first_config_is_upgraded_and_keeps_what_it_has() {
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
            UpgradeError::TooNew("2.0.0".to_owned())
        );
        assert_eq!(
            upgraded(json!({"version": "new"})).unwrap_err(),
            UpgradeError::NotAVersion("new".to_owned())
        );
    }
}
