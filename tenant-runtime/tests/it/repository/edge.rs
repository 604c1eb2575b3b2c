//! HTTP is at the edge: rules and services fail with their domain's errors, and the response to clients is defined in
//! one place.

use std::path::Path;

use super::{root, source};

/// Rooms that are nothing but edge.
const ROOMS: [&str; 4] = ["error", "http", "gate", "router"];

/// The file of a domain that says what its errors mean to a client.
const MEANING: &str = "error.rs";

/// Marks of endpoints and extractors.
const MARKS: [&str; 4] = [
    "#[utoipa::path(",
    "-> Result<Response, ApiError>",
    "FromRequest<",
    "FromRequestParts<",
];

/// Names only the edge may use: HTTP errors and their codes.
const ITS_WORDS: [&str; 2] = ["ApiError", "ErrorCode"];

fn is_at_the_edge(path: &Path, code: &str) -> bool {
    let room = path.iter().next().map(Path::new).and_then(Path::file_stem);
    ROOMS.iter().any(|edge| room == Some(edge.as_ref()))
        || path.ends_with(MEANING)
        || MARKS.iter().any(|mark| code.contains(mark))
}

#[test]
fn only_the_edge_uses_http() {
    let src = root("tenant-runtime/src");
    let mut inside = Vec::new();
    for file in source::files(&src) {
        let code = source::code_of(&file);
        let words: Vec<_> = ITS_WORDS
            .into_iter()
            .filter(|word| source::names(&code, word))
            .collect();
        let path = file.strip_prefix(&src).unwrap();
        if !words.is_empty() && !is_at_the_edge(path, &code) {
            inside.push(format!("{} names {}", path.display(), words.join(", ")));
        }
    }
    assert!(inside.is_empty(), "{inside:#?}");
}
