use std::collections::BTreeMap;

use prepare_sql::{CRATES, Describer, committed};

use super::root;

#[tokio::test]
async fn prepared_statements_match_source_and_migrated_schema() {
    for (crate_name, migrations) in CRATES {
        let mut describer = Describer::migrated(&root(migrations)).await.unwrap();
        let described = describer.describe(&root(crate_name), &BTreeMap::new()).await.unwrap();
        let committed = committed(&root(crate_name)).unwrap();
        let changed: Vec<_> = described
            .iter()
            .filter(|(file, text)| committed.get(*file) != Some(*text))
            .collect();
        let unused: Vec<_> = committed.keys().filter(|file| !described.contains_key(*file)).collect();
        assert!(
            changed.is_empty() && unused.is_empty(),
            "{crate_name}/.sqlx is not current; run scripts/prepare-sql. Changed: {changed:?}. Unused: {unused:?}"
        );
    }
}
