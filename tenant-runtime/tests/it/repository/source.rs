//! Reads Rust source as text.

use std::path::{Path, PathBuf};

use prepare_sql::literal;
pub use prepare_sql::statements_of;

/// Every `.rs` file below `folder`.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    prepare_sql::rust_files(folder).unwrap()
}

/// The source of a file without comments.
pub fn code_of(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Whether `code` names `word`, as a whole word.
pub fn names(code: &str, word: &str) -> bool {
    code.split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|other| other == word)
}

/// The tables that are there after all migrations in `folder`.
pub fn tables(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut migrations: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    migrations.sort();
    for migration in migrations {
        for line in std::fs::read_to_string(migration).unwrap().lines() {
            let words: Vec<_> = line.split([' ', '(', ';']).collect();
            match words[..] {
                ["CREATE", "TABLE", name, ..] => found.push(name.to_owned()),
                ["ALTER", "TABLE", old, "RENAME", "TO", new, ..] => {
                    found.retain(|table| table != old);
                    found.push(new.to_owned());
                }
                _ => {}
            }
        }
    }
    found
}

/// Every string literal of `source` but those of statements that hold one of `others`. Comments are left out.
pub fn literals(source: &str, others: &[&str]) -> Vec<String> {
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let source: String = lines.flat_map(|line| [line, "\n"]).collect();
    let mut found = Vec::new();
    let mut rest = source.as_str();
    while let Some(quote) = rest.find('"') {
        let before = &rest[..quote];
        // A quote of a character or byte opens no text.
        if before.ends_with('\'') || before.ends_with("'\\") {
            rest = &rest[quote + 1..];
            continue;
        }
        let statement = before.rsplit([';', '}']).next().unwrap_or_default();
        let told = !others.iter().any(|other| statement.contains(other));
        let Some((text, after)) = literal(rest) else { break };
        if told {
            found.push(text);
        }
        rest = after;
    }
    found
}
