//! Errors in manifests, with their file, field and position.

use serde_json::Value;

use crate::support::{Installation, copy_folder, create, failure, merchants};

#[test]
fn damaged_manifest_is_reported_with_file_and_field() {
    let installation = Installation::new();
    let account = installation.account();
    let folder = installation.dir.path().join("merchant");
    std::fs::create_dir(&folder).unwrap();
    let good: Value = serde_json::from_slice(&std::fs::read(merchants().join("sparkle/site.json")).unwrap()).unwrap();
    let mut wrong_type = good.clone();
    wrong_type["products"][0]["price"] = Value::from("cheap");
    let mut wrong_picture = good;
    wrong_picture["siteConfig"]["logo"] = Value::from("images/missing.svg");
    for (manifest, field) in [
        (wrong_type.to_string(), "products[0].price"),
        (wrong_picture.to_string(), "siteConfig.logo"),
        ("{".to_owned(), "site.json"),
    ] {
        std::fs::write(folder.join("site.json"), manifest).unwrap();
        let said = failure(&installation.run(&create(&account, "other", "demo", &folder)));
        assert!(said.contains(field) && said.contains("site.json"), "{said}");
    }
    assert_eq!(installation.json(&["site", "list"]), Value::Array(Vec::new()));
    assert_eq!(
        std::fs::read_dir(installation.data_dir().join("sites"))
            .unwrap()
            .count(),
        0
    );
}

#[test]
fn manifest_errors_have_line_and_column() {
    let installation = Installation::new();
    let account = installation.account();
    let folder = installation.dir.path().join("merchant");
    copy_folder(&merchants().join("sparkle"), &folder);
    let good = std::fs::read_to_string(folder.join("site.json")).unwrap();
    let lines = good.trim_end().lines().count();
    let wrong = |from: &str, to: &str| good.replacen(from, to, 1);
    for (manifest, told) in [
        (good.replacen('{', "{ oops", 1), "line 1 column 3".to_owned()),
        (format!("{}]", good.trim_end()), format!("line {lines} column 2")),
        (wrong("\"products\": [", "\"products\": [7,"), "products[0]".to_owned()),
    ] {
        std::fs::write(folder.join("site.json"), manifest).unwrap();
        let said = failure(&installation.run(&create(&account, "other", "demo", &folder)));
        assert!(said.contains(&told) && said.contains("site.json"), "{told}: {said}");
    }
    // Values accepted by the parser but rejected later: the field, and the position of its value.
    for (from, to, field, value) in [
        ("\"country\": \"US", "\"country\": \"XX", "siteConfig.country", "\"XX"),
        ("\"hello@", "\"hello ", "merchant.supportEmail", "\"hello "),
        ("\"number\": 15", "\"number\": 50", "siteConfig.bubbles.number", "50"),
        (
            "\"fontSize\": 10",
            "\"fontSize\": \"big\"",
            "siteConfig.fontSize",
            "\"big",
        ),
        (
            "\"timeZone\": \"",
            "\"timeZone\": \"Mars/",
            "siteConfig.timeZone",
            "\"Mars/",
        ),
        (
            "\"scheme\": \"",
            "\"scheme\": \"no ",
            "siteConfig.brand.scheme",
            "\"no ",
        ),
        ("images/logo", "images/none", "siteConfig.logo", "\"images/none"),
        ("\"close\": \"", "\"close\": \"at ", "locations[0].hours", "["),
    ] {
        let manifest = wrong(from, to);
        assert_ne!(manifest, good, "{from}");
        std::fs::write(folder.join("site.json"), &manifest).unwrap();
        let said = failure(&installation.run(&create(&account, "other", "demo", &folder)));
        assert!(said.contains(field) && said.contains("site.json"), "{field}: {said}");
        let at = said.trim_end().trim_end_matches('.').rsplit_once(" at line ");
        let (line, column) = at
            .and_then(|(_, at)| at.split_once(" column "))
            .unwrap_or_else(|| panic!("{said}"));
        let [line, column] = [line, column].map(|number| number.parse::<usize>().unwrap() - 1);
        let there: String = manifest.lines().nth(line).unwrap().chars().skip(column).collect();
        assert!(there.starts_with(value), "{field}: {there}");
    }
}
