//! Files below `docs` that are generated from the code: `scripts/generate` writes them, and a test compares them.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

use tenant_runtime::http::{AppKey, Caller, Captcha, HostKind, RouteEntry};
use tenant_runtime::provision;
use tenant_runtime::router;

use super::{openapi_json, routes};

const START: &str = "<!-- routes: generated -->\n";
const END: &str = "<!-- routes: end -->";

/// Files below `docs` with their content. The route table is part of a handwritten file, which is read there.
///
/// # Errors
/// A page without the markers of the route table, or a description that isn't JSON, which is a bug.
pub fn generated_docs(docs: &Path) -> Result<Vec<(String, String)>, Box<dyn Error + Send + Sync>> {
    let mut files = vec![("openapi.json".to_owned(), format!("{}\n", openapi_json()?))];
    for (name, schema) in provision::json_schemas()? {
        files.push((format!("schema/{name}"), schema));
    }
    let page = std::fs::read_to_string(docs.join("API-DESIGN.md"))?;
    let marked = page
        .split_once(START)
        .and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = marked.ok_or("API-DESIGN.md has no markers around its route table")?;
    files.push((
        "API-DESIGN.md".to_owned(),
        format!("{before}{START}{}{END}{after}", route_table()?),
    ));
    Ok(files)
}

/// Routes as a Markdown table, by path and method.
fn route_table() -> Result<String, Box<dyn Error + Send + Sync>> {
    let mut table = router::routes().and(routes()).table();
    table.sort_by(|a, b| (&a.path, a.method.as_str()).cmp(&(&b.path, b.method.as_str())));
    let mut rows = String::from(
        "| method | path | caller | app key | captcha | limit | body | password | idempotent |\n|---|---|---|---|---|---|---|---|---|\n",
    );
    for RouteEntry {
        method, path, policy, ..
    } in table
    {
        let caller = match policy.table {
            None => match policy.caller {
                Caller::Staff(least) => format!("staff: {}", least.into_str()),
                caller if policy.host == HostKind::Console => format!("{}, at the console", caller.into_str()),
                caller if policy.host == HostKind::Either => format!("{}, at the console too", caller.into_str()),
                caller => caller.into_str().to_owned(),
            },
            Some(table) => format!("{}; as a table: {}", policy.caller.into_str(), table.into_str()),
        };
        let app_key = if policy.app_key == AppKey::Required { "yes" } else { "" };
        let captcha = match policy.captcha {
            Captcha::Never => "",
            Captcha::Always => "yes",
            Captcha::WithoutToken => "without a token",
            Captcha::AfterFailures => "after 2 failures",
            Captcha::AfterWrongCodes => "after 10 wrong codes",
            Captcha::AfterFive => "after 5 calls a minute",
        };
        let idempotent = if policy.takes_idempotency_key { "yes" } else { "" };
        let password = match policy {
            _ if policy.asks_for_password => "yes",
            _ if policy.asks_for_password_for_table => "for a table",
            _ if policy.may_ask_for_password => "for some requests",
            _ => "",
        };
        let body = match policy.most_bytes(&method) {
            0 => String::new(),
            bytes => format!("{} KiB", bytes / 1024),
        };
        let limit = policy.limit;
        let every = match limit.per.as_secs() {
            60 => "min",
            600 => "10 min",
            3600 => "h",
            other => return Err(format!("a limit counts per {other} s, which has no name here").into()),
        };
        writeln!(
            rows,
            "| {method} | `{path}` | {caller} | {app_key} | {captcha} | {} {}/{every} | {body} | {password} | {idempotent} |",
            limit.name, limit.count
        )?;
    }
    Ok(rows)
}
