//! Checks committed files against the code: compiled SQL statements and sample merchants.

mod asvs;
mod circles;
mod citations;
mod currencies;
mod edge;
mod floors;
mod imports;
mod merchants;
mod migrations;
mod paging;
mod personal;
mod quoted_texts;
mod recipes;
pub mod source;
mod statements;
mod streams;
mod texts;

use std::path::PathBuf;

/// A path from the repository's root.
pub fn root(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join(path)
}
