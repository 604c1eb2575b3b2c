//! Searches and sorts of the console ignore case and accents.

use std::path::Path;

use serde_json::{Value, json};

use super::Demo;

/// Company names, each with searches that must find it.
const COMPANIES: [(&str, &[&str]); 4] = [
    (
        "Élodie Lavages",
        &[
            "Élodie",
            "élodie",
            "elodie",
            "e\u{301}lodie",
            "ÉLODIE",
            "elodie lavages",
        ],
    ),
    ("Ümit Şahin Oto", &["Ümit", "şahin", "UMIT", "sahin"]),
    ("ΣΊΣΥΦΟΣ Πλυντήριο", &["σίσυφος", "σισυφοσ", "ΣΊΣΥΦΟΣ"]),
    ("Ångström Wash", &["Ångström", "angstrom", "ÅNGSTRÖM", "angstrom  wash"]),
];

/// Lists of the API description that can be searched in the console.
fn searched_lists() -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/openapi.json");
    let api: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    let has_search = |call: &Value| {
        let parameters = call["get"]["parameters"].as_array().into_iter().flatten();
        parameters.into_iter().any(|parameter| parameter["name"] == "search")
    };
    let paths = api["paths"].as_object().unwrap().iter();
    let paths = paths.filter(|(path, call)| path.contains("/provider/") && has_search(call));
    paths.map(|(path, _)| path.clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_search_of_the_console_ignores_case_and_accents() {
    let demo = Demo::start().await;
    let owner = demo.owner("demo").await;
    for (number, (company, _)) in COMPANIES.iter().enumerate() {
        let crm = format!("HS-{number}");
        let body = json!({ "companyName": company, "hsAccountId": crm });
        owner.post("/provider/accounts", body).await;
        let body = json!({ "hsAccountId": crm, "subdomain": format!("wash{number}"), "template": "express_tunnel" });
        owner.post("/provider/sites", body).await;
    }
    let lists = searched_lists();
    assert!(lists.len() >= 2, "{lists:?}");
    for list in lists {
        for (number, (company, searches)) in COMPANIES.iter().enumerate() {
            let crm = format!("hs-{number}");
            for search in searches.iter().copied().chain([&*crm]) {
                let query = form_urlencoded(search);
                let found = owner.get(&format!("{list}?search={query}")).await;
                let rows = found.as_array().or(found["items"].as_array()).unwrap();
                assert_eq!(rows.len(), 1, "{list} {search}: {found}");
                assert!(rows[0].to_string().contains(company), "{list} {search}: {found}");
                if found["count"].is_number() {
                    assert_eq!(found["count"], 1, "{list} {search}");
                }
            }
        }
    }
    let sorted = owner.get("/provider/accounts").await;
    let sorted: Vec<&str> = sorted
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["companyName"].as_str().unwrap())
        .collect();
    let at = |name: &str| sorted.iter().position(|company| *company == name).unwrap();
    assert_eq!(at("Ångström Wash"), 0, "{sorted:?}");
    assert!(at("Élodie Lavages") < at("Ümit Şahin Oto"), "{sorted:?}");
    assert!(at("Ümit Şahin Oto") < at("ΣΊΣΥΦΟΣ Πλυντήριο"), "{sorted:?}");
    assert!(demo.server.stop().await);
}

fn form_urlencoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[test]
fn sql_of_the_control_plane_does_not_fold() {
    let queries = Path::new(env!("CARGO_MANIFEST_DIR")).join(".sqlx");
    for entry in std::fs::read_dir(queries).unwrap().map(Result::unwrap) {
        let query: Value = serde_json::from_slice(&std::fs::read(entry.path()).unwrap()).unwrap();
        let sql = query["query"].as_str().unwrap().to_uppercase();
        for function in ["LOWER(", "UPPER(", "NOCASE"] {
            assert!(!sql.contains(function), "{function} knows ASCII only: {sql}");
        }
    }
}
