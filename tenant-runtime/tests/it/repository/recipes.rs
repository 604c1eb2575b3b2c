//! Guides for contributors: CONTRIBUTING links each one, and the files and names in them exist.

use std::collections::BTreeSet;
use std::path::Path;

use super::root;

/// Built or installed files.
const LEFT_OUT: [&str; 6] = ["target", "node_modules", "dist", "dist-again", "data", ".git"];

/// Endings of files with code.
const CODE: [&str; 6] = ["rs", "ts", "tsx", "sql", "mjs", "sh"];

/// Endings of files that guides name.
const NAMED: [&str; 9] = ["rs", "ts", "tsx", "md", "json", "sql", "mjs", "sh", "po"];

/// Paths of files and folders, from the repository's root.
fn collect(folder: &Path, prefix: &str, paths: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if LEFT_OUT.contains(&name.as_str()) {
            continue;
        }
        let path = format!("{prefix}/{name}");
        if entry.file_type().unwrap().is_dir() {
            collect(&entry.path(), &path, paths);
        }
        paths.insert(path);
    }
}

/// Text between backticks on each line.
fn quoted(page: &str) -> impl Iterator<Item = &str> {
    page.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

fn is_path(text: &str) -> bool {
    let ending = text.rsplit_once('.').filter(|(name, _)| !name.is_empty());
    text.contains('/') || ending.is_some_and(|(_, ending)| NAMED.contains(&ending))
}

/// `snake_case` or `UPPER_CASE`: a name in code, and not a word.
fn is_name(text: &str) -> bool {
    let is_snake = text.contains('_') && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    let is_constant = text.len() > 2 && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    is_snake || is_constant
}

#[test]
fn guides_name_existing_files_and_code() {
    let mut paths = BTreeSet::new();
    collect(&root("."), "", &mut paths);
    let code: String = paths
        .iter()
        .filter(|path| path.starts_with("/scripts/") || CODE.iter().any(|ending| path.ends_with(&format!(".{ending}"))))
        .filter(|path| !path.ends_with("/recipes.rs"))
        .filter_map(|path| std::fs::read_to_string(root(&format!(".{path}"))).ok())
        .collect();
    let names: BTreeSet<&str> = code.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let start = std::fs::read_to_string(root("CONTRIBUTING.md")).unwrap();
    let mut pages = vec![("CONTRIBUTING.md".to_owned(), start.clone())];
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(root("docs/contributing")).unwrap() {
        let entry = entry.unwrap();
        let name = format!("docs/contributing/{}", entry.file_name().display());
        if !start.contains(&format!("]({name})")) {
            wrong.push(format!("CONTRIBUTING.md: no link to {name}"));
        }
        pages.push((name, std::fs::read_to_string(entry.path()).unwrap()));
    }
    assert!(pages.len() > 10, "the guides are found");
    for (page, text) in &pages {
        for quoted in quoted(text) {
            let text = quoted.split('#').next().unwrap_or_default().trim_end_matches('/');
            // Commands, addresses and placeholders.
            if text.contains([' ', '<', '*', '{', '(', ':', ','])
                || text.contains("NNNN")
                || text.starts_with("target")
                || quoted.starts_with(['/', '.'])
            {
                continue;
            }
            let exists = if is_path(text) {
                paths.iter().any(|path| path.ends_with(&format!("/{text}")))
            } else {
                !is_name(text) || names.contains(text)
            };
            if !exists {
                wrong.push(format!("{page}: `{quoted}` doesn't exist"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn paths_and_names_are_told_apart() {
    assert!(is_path("rules.rs") && is_path("web/src") && is_path("catalog/rules"));
    assert!(!is_path("domain.verb") && !is_path(".mjml") && !is_path("forget"));
    assert!(is_name("each_setting_is_required") && is_name("TEXTS") && !is_name("approved") && !is_name("PUT_it"));
}
