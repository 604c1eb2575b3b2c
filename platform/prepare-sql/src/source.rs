//! Statements of the query macros, parsed from the source text.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

const MACROS: [&str; 3] = ["query!(", "query_as!(", "query_scalar!("];

/// Every `.rs` file below `folder`.
///
/// # Errors
/// A folder that can't be read.
pub fn rust_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    Ok(found)
}

/// Statements in the query macros of `source`: the first string literal of each, which may follow a type. `+` joins
/// literals.
pub fn statements_of(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for name in MACROS {
        for (at, _) in source.match_indices(name) {
            // Other names end with `query!(` too.
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

/// The next string literal in `source`, as the compiler reads it, and the text after it.
pub fn literal(source: &str) -> Option<(String, &str)> {
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

#[cfg(test)]
mod tests {
    use super::statements_of;

    #[test]
    fn literals_are_parsed_as_by_the_compiler() {
        let source = "sqlx::query!(\"SELECT \\\"a\\\" \\\n    FROM b\", x); sqlx::query_as!(T, r#\"SELECT \"c!\"\"#)
            sqlx::query_scalar!(\"SELECT 1 \" + \"FROM d\", \"e\") my_query!(\"no\")";
        assert_eq!(
            statements_of(source),
            ["SELECT \"a\" FROM b", "SELECT \"c!\"", "SELECT 1 FROM d"]
        );
    }
}
