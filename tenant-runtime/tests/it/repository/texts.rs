//! Texts in the source compared with the catalogs of other languages.

use std::path::Path;

use tenant_runtime::language::Language;

use super::source::literals;

/// Texts that no response or email contains: they are for operators or API developers.
const NOT_TOLD: [&str; 4] = ["tracing::", "#[error(", "description", "codes_that_say("];

/// Files of tests, and of what programmers read.
const OTHERS: [&str; 2] = ["tests.rs", "http/describe.rs"];

/// The check speaks to operators, as the command line does: in English.
const OF_OPERATORS: &str = "tenant-runtime/src/check";

/// First words of SQL statements.
const STATEMENTS: [&str; 5] = ["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WITH "];

#[test]
fn every_language_translates_every_text() {
    let mut texts = Vec::new();
    for folder in ["tenant-runtime/src", "platform/src/http"] {
        texts.extend(sentences(&super::root(folder)));
    }
    texts.sort();
    texts.dedup();
    assert!(texts.len() > 100, "the sentences are found: {}", texts.len());
    for catalogue in Language::ALL.into_iter().filter_map(Language::catalogue) {
        let missing: Vec<_> = texts.iter().filter(|text| catalogue.find(text).is_none()).collect();
        assert!(
            missing.is_empty(),
            "languages/{}.json lacks {missing:#?}",
            catalogue.tag()
        );
    }
}

/// The sentences in the string literals of the `.rs` files below `folder`, tests left out.
fn sentences(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with(OF_OPERATORS) {
            continue;
        }
        if path.is_dir() {
            found.extend(sentences(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && !OTHERS.iter().any(|name| path.ends_with(name))
        {
            let source = std::fs::read_to_string(&path).unwrap();
            let source = source.split("#[cfg(test)]").next().unwrap_or_default();
            found.extend(literals(source, &NOT_TOLD).into_iter().filter(|text| is_sentence(text)));
        }
    }
    found
}

fn is_sentence(text: &str) -> bool {
    !STATEMENTS.iter().any(|word| text.starts_with(word))
        && text.starts_with(|c: char| c.is_ascii_uppercase() || c == '{')
        && text.contains(' ')
        && text.ends_with(['.', '!', '?'])
}
