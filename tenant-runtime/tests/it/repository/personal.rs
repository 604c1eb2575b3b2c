//! Every table is in the register of personal data, or in the list of those without any.

use std::collections::BTreeSet;

use tenant_runtime::privacy::register::{IMPERSONAL, PERSONAL};

use super::{root, source};

#[test]
fn every_table_is_exported_and_deleted_or_impersonal() {
    let mut listed: Vec<&str> = PERSONAL.iter().map(|table| table.name).collect();
    listed.extend(IMPERSONAL.iter().map(|(name, _)| *name));
    let once: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(once.len(), listed.len(), "a table is listed twice");
    let tables = source::tables(&root("tenant-runtime/migrations"));
    let tables: BTreeSet<&str> = tables.iter().map(String::as_str).collect();
    let unlisted: Vec<_> = tables.difference(&once).collect();
    let gone: Vec<_> = once.difference(&tables).collect();
    assert!(
        unlisted.is_empty() && gone.is_empty(),
        "privacy/register.rs lacks {unlisted:?} and names {gone:?}"
    );
}
