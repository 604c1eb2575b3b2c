//! API description as a page, created from the same description that is served as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use html_escape::encode_quoted_attribute as escape;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{OpenApi, PathItem};

/// All endpoints, by domain.
pub(super) fn body(description: &OpenApi) -> String {
    let mut by_tag: BTreeMap<&str, String> = BTreeMap::new();
    for (path, item) in &description.paths.paths {
        for (method, operation) in operations(item) {
            let tag = operation.tags.iter().flatten().next().map_or("other", String::as_str);
            let what = operation
                .summary
                .as_deref()
                .or(operation.description.as_deref())
                .unwrap_or_default();
            let _ = write!(
                by_tag.entry(tag).or_default(),
                "<tr><td><code>{method}</code></td><td><code>{}</code></td><td>{}</td></tr>",
                escape(path),
                escape(what.lines().next().unwrap_or_default())
            );
        }
    }
    let tables: String = by_tag.iter().fold(String::new(), |mut tables, (tag, rows)| {
        let _ = write!(tables, "<h2>{}</h2><table><tbody>{rows}</tbody></table>", escape(tag));
        tables
    });
    format!(
        "<main class=\"reference\"><h1>Suds API</h1><p>Every response is an envelope: <code>{{success, resultData}}</code> or \
         <code>{{success, errorMessage, errorCode}}</code>. Types and failures stand in the \
         <a href=\"openapi.json\">OpenAPI description</a>.</p>{tables}</main>"
    )
}

fn operations(item: &PathItem) -> impl Iterator<Item = (&'static str, &Operation)> {
    [
        ("GET", &item.get),
        ("POST", &item.post),
        ("PUT", &item.put),
        ("PATCH", &item.patch),
        ("DELETE", &item.delete),
    ]
    .into_iter()
    .filter_map(|(method, operation)| operation.as_ref().map(|operation| (method, operation)))
}
