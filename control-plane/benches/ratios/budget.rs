//! What a shopper's browser loads first, on the desktop's home page: the scripts that the shell names, those of the page
//! itself, and what both import at once.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::{Bar, Row};

pub fn row() -> Row {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/dist");
    let shell = std::fs::read_to_string(dist.join("index.html")).expect("web/dist; scripts/bench builds it");
    let mut loaded = BTreeSet::new();
    let mut waiting: Vec<PathBuf> = scripts_of(&shell)
        .into_iter()
        .map(|path| on_disk(&dist, &path))
        .collect();
    waiting.extend(OF_THE_HOME_PAGE.iter().map(|start| named(&dist, start)));
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

/// Loaded on demand, but at once where a visit begins.
const OF_THE_HOME_PAGE: [&str; 2] = ["assets/shop/shop-shell-", "assets/shopper/home-page-"];

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

/// The script whose path begins with `start` and goes on with a digest.
fn named(dist: &Path, start: &str) -> PathBuf {
    let (folder, name) = start.rsplit_once('/').unwrap();
    let mut entries = std::fs::read_dir(dist.join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let found = entries.find(|path| {
        let file = path.file_name().unwrap().to_string_lossy();
        file.starts_with(name) && file.ends_with(".js")
    });
    found.expect("the script of the home page").canonicalize().unwrap()
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
