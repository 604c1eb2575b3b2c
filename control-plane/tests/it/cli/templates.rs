//! Sites from templates: a kind of business, and nothing of any merchant.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::{Installation, failure, merchants};

/// Fields with what belongs to a merchant alone.
const OWN: [&str; 33] = [
    "companyName",
    "supportEmail",
    "supportPhone",
    "supportFaqs",
    "terms",
    "privacyPolicy",
    "WCTerms",
    "phone",
    "address1",
    "address2",
    "city",
    "zip",
    "arrivalNote",
    "headline",
    "cardName",
    "image",
    "PWAHomeImage",
    "logo",
    "name",
    "code",
    "apple",
    "google",
    "storeId",
    "apiToken",
    "checkoutId",
    "resKey",
    "xLogin",
    "transactionKey",
    "responseKey",
    "gatewayId",
    "password",
    "accountToken",
    "acceptorId",
];

/// Texts that belong to the merchants in `tenants/`: names, products, codes, phones, streets, links and credentials.
pub fn marks() -> BTreeSet<String> {
    let mut marks = BTreeSet::new();
    for folder in std::fs::read_dir(merchants()).unwrap() {
        let text = std::fs::read_to_string(folder.unwrap().path().join("site.json")).unwrap();
        let manifest: Value = serde_json::from_str(&text).unwrap();
        collect(&manifest, "", &mut marks);
    }
    assert!(marks.len() > 150, "{}", marks.len());
    marks
}

fn collect(value: &Value, name: &str, marks: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, field)| collect(field, name, marks)),
        Value::Array(items) => items.iter().for_each(|item| collect(item, name, marks)),
        Value::Number(number) if name == "latitude" || name == "longitude" => {
            marks.insert(number.to_string());
        }
        // Short names are words that any merchant may use.
        Value::String(text) if OWN.contains(&name) && (name != "name" || text.len() >= 12) && text.len() >= 4 => {
            marks.insert(text.clone());
        }
        _ => {}
    }
}

#[test]
fn site_from_a_template_contains_no_merchant_data() {
    let installation = Installation::new();
    let account = installation.json(&["account", "create", "--company", "Canyon Car Wash"]);
    let account = account["id"].as_str().unwrap();
    let create = |subdomain: &str, more: &[&str]| {
        let mut words = vec!["site", "create", "--account", account, "--subdomain", subdomain];
        words.extend(["--environment", "demo"]);
        words.extend(more);
        installation.json(&words)
    };
    // The account and the subdomain alone suffice.
    let blank = create("canyon-blank", &[]);
    assert_eq!(blank["owners"], Value::Array(Vec::new()));
    let marks = marks();
    let templates = ["express_tunnel", "full_service", "hand_wash", "detailing", "self_serve"];
    for (template, country) in templates.into_iter().zip(["US", "FR", "DE", "ES", "JP"]) {
        let subdomain = format!("canyon-{}", template.replace('_', "-"));
        let owner = format!("{template}@canyon.example");
        let made = create(
            &subdomain,
            &["--template", template, "--country", country, "--owner", &owner],
        );
        assert_eq!(made["owners"][0]["state"], "pending", "{made}");
        let id = made["id"].as_str().unwrap();
        let folder = installation.data_dir().join("sites").join(id);
        let file = std::fs::read(folder.join("site.sqlite")).unwrap();
        let content = String::from_utf8_lossy(&file);
        assert!(content.contains("Canyon Car Wash"));
        for mark in &marks {
            assert!(!content.contains(mark.as_str()), "{template} has {mark:?}");
        }
    }
    let checked = installation.json(&["site", "check", "--all"]);
    for report in checked.as_array().unwrap() {
        assert_eq!(report["problems"], Value::Array(Vec::new()), "{report}");
    }
    let refused = [
        "site",
        "create",
        "--account",
        account,
        "--subdomain",
        "canyon-two",
        "--country",
        "Utopia",
    ];
    assert!(failure(&installation.run(&refused)).contains("two-letter country code"));
    let unknown = [
        "site",
        "create",
        "--account",
        account,
        "--subdomain",
        "canyon-two",
        "--template",
        "sparkle",
    ];
    assert_eq!(installation.run(&unknown).status.code(), Some(2));
}
