use serde_json::Value;
use tenant_runtime::site::Country;

use super::super::SiteBasics;
use super::*;

fn basics(country: &str) -> Complete {
    let basics = SiteBasics {
        country: Some(country.to_owned()),
        ..SiteBasics::default()
    };
    basics.complete("Canyon Car Wash").unwrap()
}

/// Paths of all values in `value` that aren't empty, without the positions in lists.
fn paths(value: &Value, path: &str, found: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                let dot = if path.is_empty() { "" } else { "." };
                paths(field, &format!("{path}{dot}{name}"), found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| paths(item, path, found)),
        leaf => found.push((path.to_owned(), leaf.clone())),
    }
}

#[test]
fn template_contains_only_listed_content() {
    let carried = |path: &str| {
        CARRIED.iter().any(|listed| {
            path.strip_prefix(listed)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    };
    let nothing = Manifest::of_config(serde_json::Map::new(), Source::default()).unwrap();
    let (mut empty, nothing) = (Vec::new(), serde_json::to_value(&nothing).unwrap());
    paths(&nothing, "", &mut empty);
    for template in Template::all() {
        let manifest = manifest(template, &basics("US")).unwrap();
        let mut found = Vec::new();
        paths(&serde_json::to_value(&manifest).unwrap(), "", &mut found);
        assert!(found.iter().any(|(path, _)| path == "siteConfig.companyName"));
        for (path, value) in found {
            let is_default = empty.iter().any(|(other, default)| *other == path && *default == value);
            assert!(
                carried(&path) || is_default,
                "{}: {path} is {value}, and no template may carry it",
                template.name()
            );
        }
        assert!(manifest.processor.is_none() && manifest.locations.is_empty());
    }
}

#[test]
fn clubs_limit_their_use_as_their_text_says() {
    let mut daily = 0;
    for template in Template::all() {
        let manifest = serde_json::to_value(manifest(template, &basics("US")).unwrap()).unwrap();
        let clubs = manifest["products"].as_array().unwrap().iter();
        for club in clubs.filter(|product| product["productType"] == "AppClub") {
            let says = club["details"].to_string().contains("Once a day");
            let limit = serde_json::json!({ "count": 1, "per": "day" });
            assert_eq!(says, club["useLimit"] == limit, "{}: {club}", template.name());
            daily += usize::from(says);
        }
    }
    assert!(daily > 0, "a template has such a club");
}

#[test]
fn every_template_creates_a_valid_site_in_every_language_and_currency() {
    for country in Country::all() {
        for template in Template::all() {
            let manifest = manifest(template, &basics(country.code)).unwrap();
            let shown = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
            assert!(
                manifest.site_config["menuItems"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .all(|item| shown(&item["label"]))
            );
            for ProductManifest { product, example, .. } in &manifest.products {
                assert!(
                    *example && product.price > 0 && !product.name.is_empty(),
                    "{} {}",
                    country.code,
                    product.name
                );
            }
        }
    }
    let tunnel = |country: &str| manifest(Template::ExpressTunnel, &basics(country)).unwrap();
    let first = |country: &str| {
        tunnel(country)
            .products
            .first()
            .map(|one| (one.product.name.clone(), one.product.price))
    };
    assert_eq!(first("US"), Some(("Basic".to_owned(), 1000)));
    assert_eq!(first("DE"), Some(("Basis".to_owned(), 1000)));
    assert_eq!(first("FR"), Some(("Essentiel".to_owned(), 1000)));
    assert_eq!(first("MX"), Some(("B\u{e1}sico".to_owned(), 18_000)));
    assert_eq!(first("JP"), Some(("Basic".to_owned(), 1500)));
}
