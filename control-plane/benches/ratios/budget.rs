//! Scripts that a shopper's browser loads first, on the desktop's home page: those that the shell names, those of the page, and
//! what both import at once.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{Bar, Row};

pub fn row() -> Row {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/dist");
    let shell = std::fs::read_to_string(dist.join("index.html")).expect("web/dist; scripts/bench builds it");
    let mut loaded = BTreeSet::new();
    let mut waiting: Vec<PathBuf> = scripts_of(&shell)
        .into_iter()
        .map(|path| on_disk(&dist, &path))
        .collect();
    let first_visit = std::fs::read(dist.join("first-visit.json")).expect("web/dist; scripts/bench builds it");
    let first_visit: Value = serde_json::from_slice(&first_visit).unwrap();
    let home = first_visit["shop"]["scripts"].as_array().unwrap().iter();
    waiting.extend(home.map(|file| dist.join(file.as_str().unwrap()).canonicalize().unwrap()));
    while let Some(script) = waiting.pop() {
        if loaded.contains(&script) {
            continue;
        }
        let source = std::fs::read_to_string(&script).unwrap();
        for imported in imports_of(&source) {
            waiting.push(script.parent().unwrap().join(imported).canonicalize().unwrap());
        }
        loaded.insert(script);
    }
    let compressed = |script: &PathBuf| std::fs::metadata(script.with_extension("js.br")).unwrap().len();
    let bytes: u64 = loaded.iter().map(compressed).sum();
    Row {
        what: "shopper's first script, brotli KiB".to_owned(),
        measured: bytes as f64 / 1024.0,
        bar: Bar::AtMost(200.0),
        details: format!("{} files", loaded.len()),
    }
}

/// The paths of the scripts that a document names, without the build's prefix.
fn scripts_of(document: &str) -> Vec<String> {
    let attributes = document.split("src=\"").chain(document.split("href=\"")).skip(1);
    let paths = attributes
        .filter_map(|rest| rest.split('"').next())
        .filter(|path| path.ends_with(".js"));
    paths.map(str::to_owned).collect()
}

/// `/v/<build>/assets/x.js` in the folder.
fn on_disk(dist: &Path, path: &str) -> PathBuf {
    let file = path.trim_start_matches('/').splitn(3, '/').last().unwrap();
    dist.join(file).canonicalize().unwrap()
}

/// Static imports: `from"./x.js"` and `import"./x.js"`. A dynamic one has a parenthesis and is loaded later.
fn imports_of(source: &str) -> Vec<&str> {
    ["from\"", "import\""]
        .iter()
        .flat_map(|start| source.split(start).skip(1))
        .filter_map(|rest| rest.split('"').next())
        .filter(|path| path.starts_with('.') && path.ends_with(".js"))
        .collect()
}
