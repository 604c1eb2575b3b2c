//! Customers as staff find, sort and export them.

use jiff::SignedDuration;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::{Customer, Installation, TestSite};

pub(super) async fn found(staff: &Customer, query: &str) -> Vec<String> {
    let page = staff.get(&format!("/admin/customers?{query}")).await.succeeded();
    let items = page["items"].as_array().unwrap();
    assert!(items.len() as i64 <= page["count"].as_i64().unwrap());
    items
        .iter()
        .map(|row| row["email"].as_str().unwrap().to_owned())
        .collect()
}

pub(super) async fn site() -> TestSite {
    Installation::new().await.site().await
}

#[tokio::test]
async fn customers_are_found_by_name_email_phone_or_plate() {
    let site = site().await;
    site.customer().await.with_vehicle().await;
    let attendant = site.staff(Role::Attendant).await;
    for words in ["ada@", "O%27Neil", "ada%20o", "555-0199", "suds-1", "SUDS"] {
        assert_eq!(
            found(&attendant, &format!("q={words}")).await,
            ["ada@example.com"],
            "{words}"
        );
    }
    for words in ["nobody", "x@example.com", "777777"] {
        assert!(found(&attendant, &format!("q={words}")).await.is_empty(), "{words}");
    }
    assert_eq!(found(&attendant, "standing=unconfirmed").await, ["ada@example.com"]);
    assert!(found(&attendant, "standing=blocked").await.is_empty());
    assert!(
        !found(&attendant, "standing=staff")
            .await
            .contains(&"ada@example.com".to_owned())
    );
}

#[tokio::test]
async fn list_is_paginated_and_sorted() {
    let site = site().await;
    for email in ["ada@example.com", "bea@example.com", "cleo@example.com"] {
        site.customer_with_email(email).await;
    }
    let owner = site.owner().await;
    let page = owner.get("/admin/customers?limit=2").await.succeeded();
    assert_eq!(page["count"], 4);
    let next = page["nextCursor"].as_str().unwrap();
    let rest = owner
        .get(&format!("/admin/customers?limit=2&cursor={next}"))
        .await
        .succeeded();
    assert_eq!(rest["nextCursor"], Value::Null);
    assert_eq!(rest["items"].as_array().unwrap().len(), 2);
    assert_eq!(found(&owner, "sort=seen").await[0], owner.email);
    let named = found(&owner, "sort=name").await;
    let mut newest = found(&owner, "").await;
    newest.sort();
    let mut same = named.clone();
    same.sort();
    assert_eq!(same, newest);
}

#[tokio::test]
async fn names_are_found_without_accents_and_case() {
    let site = site().await;
    for (email, first, last) in [
        ("elodie@example.com", "Élodie", "Bélanger"),
        ("elise@example.com", "ÉLISE", "GARÇON"),
        ("zoe@example.com", "Zoë", "Ångström"),
        ("umit@example.com", "Ümit", "Şahin"),
        ("sisyphos@example.com", "ΣΊΣΥΦΟΣ", "Παπάς"),
    ] {
        site.customer_named(email, first, last).await;
    }
    let owner = site.owner().await;
    for (words, expected) in [
        ("Élodie", &["elodie"][..]),
        ("élodie", &["elodie"]),
        ("e\u{301}lodie", &["elodie"]),
        ("ÉLISE", &["elise"]),
        ("garçon", &["elise"]),
        ("GARCON", &["elise"]),
        ("angstrom", &["zoe"]),
        ("Ångström", &["zoe"]),
        ("zoe", &["zoe"]),
        ("belanger", &["elodie"]),
        ("Bélanger Élodie", &["elodie"]),
        ("Élodie Bélanger", &["elodie"]),
        ("ümit", &["umit"]),
        ("sahin", &["umit"]),
        ("σίσυφος", &["sisyphos"]),
        ("Élodie Garçon", &[]),
        ("\u{301}", &[]),
    ] {
        let q = utf8_percent_encode(words, NON_ALPHANUMERIC);
        let emails: Vec<String> = expected.iter().map(|name| format!("{name}@example.com")).collect();
        assert_eq!(found(&owner, &format!("q={q}")).await, emails, "{words}");
    }
    let sorted = found(&owner, "sort=name&limit=3").await;
    assert_eq!(sorted, ["zoe@example.com", "elodie@example.com", "elise@example.com"]);
}

#[tokio::test]
async fn customer_pages_continue_after_the_last_row_shown() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let sign_up = async |letter: &str| {
        let last_name = format!("Row{letter}");
        site.customer_named(&format!("{letter}@example.com"), "Page", &last_name)
            .await;
        installation.clock.advance(SignedDuration::from_secs(60));
    };
    for letter in ["b", "c", "d", "e", "f", "g"] {
        sign_up(letter).await;
    }
    let owner = site.owner().await;
    let page = async |sort: &str, cursor: &str| {
        let path = format!("/admin/customers?limit=3&q=Page%20Row&sort={sort}{cursor}");
        let page = owner.get(&path).await.succeeded();
        let names: Vec<String> = page["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["name"].as_str().unwrap().replace("Page Row", ""))
            .collect();
        (
            names,
            format!("&cursor={}", page["nextCursor"].as_str().unwrap_or_default()),
        )
    };
    let mut after = Vec::new();
    for (sort, first) in [
        ("newest", ["g", "f", "e"]),
        ("seen", ["g", "f", "e"]),
        ("name", ["b", "c", "d"]),
    ] {
        let (names, next) = page(sort, "").await;
        assert_eq!(names, first, "{sort}");
        after.push((sort, next));
    }
    sign_up("a").await;
    for (sort, next) in &after {
        let rest = if *sort == "name" {
            ["e", "f", "g"]
        } else {
            ["d", "c", "b"]
        };
        assert_eq!(page(sort, next).await.0, rest, "{sort}: a sign-up between the pages");
    }
    let (names, next) = page("newest", "").await;
    assert_eq!(names, ["a", "g", "f"]);
    owner.unlock().await;
    owner
        .post("/admin/customers/8/deletion", json!({"reason": "asked"}))
        .await
        .succeeded();
    assert_eq!(
        page("newest", &next).await.0,
        ["e", "d", "c"],
        "a deletion between the pages"
    );
    owner.get("/admin/customers?cursor=3").await.refused(400, "malformed");
}

#[tokio::test]
async fn managers_export_the_customer_list() {
    let site = site().await;
    site.customer().await;
    let manager = site.staff(Role::Manager).await;
    let accept = [("Accept", "text/csv")];
    manager
        .send(reqwest::Method::GET, "/admin/customers", None, &accept)
        .await
        .refused(403, "password_required");
    manager.get("/admin/customers").await.succeeded();
    manager.unlock().await;
    let csv = manager
        .send(reqwest::Method::GET, "/admin/customers?q=ada", None, &accept)
        .await;
    let lines: Vec<&str> = csv.text.trim().lines().collect();
    assert_eq!(lines.len(), 2, "{}", csv.text);
    assert!(lines[1].contains("ada@example.com"));
    let attendant = site.staff(Role::Attendant).await;
    let refused = attendant
        .send(reqwest::Method::GET, "/admin/customers", None, &accept)
        .await;
    refused.refused(403, "not_admin");
}
