//! Checks that generated documentation matches the code, and that the API is spelled consistently.

use std::collections::BTreeSet;
use std::path::Path;

use control_plane::serve::{self, generated_docs};
use serde_json::Value;

/// Properties that the specifications spell otherwise.
const OTHER_SPELLINGS: [&str; 11] = [
    "CustomerResponse",
    "PWAHomeImage",
    "QuestionId",
    "TempIdType",
    "VAPIDKey",
    "WCTerms",
    "current_points",
    "has_app",
    "has_ecom",
    "point_goal",
    "widget_title",
];

#[test]
fn generated_docs_are_current() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    for (name, expected) in generated_docs(&docs).unwrap() {
        let committed = std::fs::read_to_string(docs.join(&name)).unwrap_or_default();
        assert!(
            committed == expected,
            "docs/{name} is not current; run scripts/generate"
        );
    }
}

#[test]
fn properties_and_parameters_of_the_api_are_camel_case() {
    let description: Value = serde_json::from_str(&serve::openapi_json().unwrap()).unwrap();
    let mut names = BTreeSet::new();
    collect_names(&description, &mut names);
    assert!(names.len() > 500, "the names are found: {}", names.len());
    names.retain(|name| !is_camel_case(name));
    assert_eq!(
        names.into_iter().collect::<Vec<_>>(),
        OTHER_SPELLINGS,
        "rename the field (`#[serde(rename_all = \"camelCase\")]`), or list what the specifications spell so"
    );
}

fn is_camel_case(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase()) && name.chars().all(|one| one.is_ascii_alphanumeric())
}

/// Names of properties, and of parameters but for headers.
fn collect_names<'a>(value: &'a Value, names: &mut BTreeSet<&'a str>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::Object(properties)) = fields.get("properties") {
                names.extend(properties.keys().map(String::as_str));
            }
            if let (Some("query" | "path"), Some(name)) = (
                fields.get("in").and_then(Value::as_str),
                fields.get("name").and_then(Value::as_str),
            ) {
                names.insert(name);
            }
            fields.values().for_each(|inner| collect_names(inner, names));
        }
        Value::Array(items) => items.iter().for_each(|inner| collect_names(inner, names)),
        _ => {}
    }
}
