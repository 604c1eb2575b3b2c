//! Finds the statements that the query macros of a crate check, by reading its source.

use std::path::{Path, PathBuf};

const MACROS: [&str; 3] = ["query!(", "query_as!(", "query_scalar!("];

/// Every `.rs` file below `folder`.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
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

/// Every statement of the `.rs` files below `folder`.
pub fn statements(folder: &Path) -> Vec<String> {
    let sources = files(folder)
        .into_iter()
        .map(|file| std::fs::read_to_string(file).unwrap());
    sources.flat_map(|source| statements_of(&source)).collect()
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

/// The first string literal after each macro's name: the statement, possibly after a type. Adjacent `+` are joined.
pub fn statements_of(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for name in MACROS {
        for (at, _) in source.match_indices(name) {
            // `query!(` also ends other names.
            if !source[..at].ends_with("sqlx::") {
                continue;
            }
            let mut rest = &source[at + name.len()..];
            let mut statement = String::new();
            while let Some((text, after)) = literal(rest) {
                statement.push_str(&text);
                match after.trim_start().strip_prefix('+') {
                    Some(more) => rest = more,
                    None => break,
                }
            }
            found.push(statement);
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

/// The next string literal of `source`, as the compiler reads it, and what follows.
fn literal(source: &str) -> Option<(String, &str)> {
    let quote = source.find('"')?;
    let hashes = source[..quote].chars().rev().take_while(|c| *c == '#').count();
    let body = &source[quote + 1..];
    if source[..quote - hashes].ends_with('r') {
        let end = format!("\"{}", "#".repeat(hashes));
        let length = body.find(&end)?;
        return Some((body[..length].to_owned(), &body[length + end.len()..]));
    }
    let mut text = String::new();
    let mut chars = body.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((text, &body[at + 1..])),
            '\\' => match chars.next()?.1 {
                'n' => text.push('\n'),
                '\n' => while chars.next_if(|(_, c)| c.is_whitespace()).is_some() {},
                other => text.push(other),
            },
            _ => text.push(c),
        }
    }
    None
}

#[test]
fn literals_are_read_as_the_compiler_does() {
    let source = "sqlx::query!(\"SELECT \\\"a\\\" \\\n    FROM b\", x); sqlx::query_as!(T, r#\"SELECT \"c!\"\"#)
        sqlx::query_scalar!(\"SELECT 1 \" + \"FROM d\", \"e\") my_query!(\"no\")";
    assert_eq!(
        statements_of(source),
        ["SELECT \"a\" FROM b", "SELECT \"c!\"", "SELECT 1 FROM d"]
    );
}
