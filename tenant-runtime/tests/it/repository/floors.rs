//! Domains are layered: a domain imports only those below it, and its SQL uses only its own tables. The order is
//! defined here; docs/ARCHITECTURE.md shows it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::imports::imports;
use super::{root, source};

/// The rooms of `tenant-runtime/src`, from the lowest to the highest, each with what its tables' names begin with.
const FLOORS: [(&str, &[&str]); 41] = [
    ("error", &[]),
    ("fields", &[]),
    ("language", &[]),
    ("runtime", &[]),
    ("tenant", &[]),
    ("jobs", &[]),
    ("http", &[]),
    ("domain", &[]),
    ("site", &["site_"]),
    ("payments", &["payments"]),
    ("notifications", &["notifications"]),
    ("identity", &["identity_", "customers"]),
    ("staff", &["staff_"]),
    ("catalog", &["catalog_"]),
    ("clubs", &["club_"]),
    ("survey", &["survey_"]),
    ("wallet", &["wallet_"]),
    ("ledger", &["ledger_"]),
    ("offers", &["offer"]),
    ("gift_cards", &["gift_card"]),
    ("gifts", &["gifts"]),
    ("loyalty", &["loyalty_"]),
    ("checkout", &["checkout_"]),
    ("billing", &[]),
    ("temp_tokens", &["temp_tokens"]),
    ("terminal", &["terminal"]),
    ("audit", &[]),
    ("back_office", &[]),
    ("hold", &[]),
    ("opening", &["opening_"]),
    ("provision", &[]),
    ("privacy", &[]),
    ("check", EVERY_TABLE),
    ("reports", EVERY_TABLE),
    ("waiting", &[]),
    ("checklist", &["checklist_"]),
    ("demo_data", EVERY_TABLE),
    ("domains", &[]),
    ("gate", &[]),
    ("process", &[]),
    ("router", &[]),
];

/// Modules that read all tables for reports and checks, and the one that generates a year of data.
const EVERY_TABLE: &[&str] = &[""];

/// Every `.rs` file of a room: `wallet.rs`, or all below `wallet/`.
fn files_of(room: &str) -> Vec<PathBuf> {
    let src = root("tenant-runtime/src");
    let file = src.join(format!("{room}.rs"));
    if file.is_file() {
        return vec![file];
    }
    source::files(&src.join(room))
}

/// The rooms that `code` names after `crate::`.
fn rooms_of(code: &str) -> BTreeSet<String> {
    let paths = imports(code).into_iter().map(|import| import.path);
    paths
        .filter(|path| path.first().is_some_and(|name| name == "crate"))
        .filter_map(|path| path.into_iter().nth(1))
        .collect()
}

#[test]
fn every_module_has_a_floor() {
    let rooms: BTreeSet<String> = std::fs::read_dir(root("tenant-runtime/src"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .filter(|room| room != "lib")
        .collect();
    let floors: BTreeSet<String> = FLOORS.iter().map(|(room, _)| (*room).to_owned()).collect();
    assert_eq!(rooms, floors);
}

#[test]
fn domain_imports_only_lower_domains() {
    let mut upwards = Vec::new();
    for (floor, (room, _)) in FLOORS.iter().enumerate() {
        for file in files_of(room) {
            for import in rooms_of(&source::code_of(&file)) {
                let Some(other) = FLOORS.iter().position(|(room, _)| *room == import) else {
                    continue;
                };
                if other > floor {
                    upwards.push(format!("{} imports {import}", file.display()));
                }
            }
        }
    }
    assert!(upwards.is_empty(), "{upwards:#?}");
}

#[test]
fn domain_uses_only_its_own_tables() {
    let tables = source::tables(&root("tenant-runtime/migrations"));
    assert!(tables.len() > 20, "{tables:?}");
    let mut foreign = Vec::new();
    for (room, own) in FLOORS {
        for file in files_of(room) {
            let statements = source::statements_of(&source::code_of(&file)).join(" ");
            let words: BTreeSet<&str> = statements.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
            for table in tables.iter().filter(|table| words.contains(table.as_str())) {
                if !own.iter().any(|start| table.starts_with(start)) {
                    foreign.push(format!("{} names {table}", file.display()));
                }
            }
        }
    }
    assert!(foreign.is_empty(), "{foreign:#?}");
}
