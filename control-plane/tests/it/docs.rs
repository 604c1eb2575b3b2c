//! What the documentation says of the calls is what the binary does. `scripts/generate` writes it anew.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use control_plane::serve;
use tenant_runtime::http::{AppKey, Caller, Captcha, HostKind, RouteEntry};
use tenant_runtime::router;

/// Set by `scripts/generate`: files are written instead of compared.
const UPDATE: &str = "SUDS_UPDATE_GENERATED";
const START: &str = "<!-- routes: generated -->\n";
const END: &str = "<!-- routes: end -->";

fn docs(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(file)
}

fn compare(file: &str, expected: &str) {
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(docs(file), expected).unwrap();
        return;
    }
    let committed = std::fs::read_to_string(docs(file)).unwrap_or_default();
    assert!(
        committed == expected,
        "docs/{file} is not current; run scripts/generate"
    );
}

#[test]
fn generated_api_description_is_current() {
    compare("openapi.json", &format!("{}\n", serve::openapi_json().unwrap()));
}

#[test]
fn generated_route_table_is_current() {
    let text = std::fs::read_to_string(docs("API-DESIGN.md")).unwrap();
    let (before, rest) = text.split_once(START).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let mut table = router::routes().and(serve::routes()).table();
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
        };
        let idempotent = if policy.takes_idempotency_key { "yes" } else { "" };
        let password = if policy.asks_for_password { "yes" } else { "" };
        let body = match policy.most_bytes(&method) {
            0 => String::new(),
            bytes => format!("{} KiB", bytes / 1024),
        };
        let limit = policy.limit;
        let every = match limit.per.as_secs() {
            60 => "min",
            600 => "10 min",
            3600 => "h",
            other => panic!("say what {other} s are"),
        };
        writeln!(
            rows,
            "| {method} | `{path}` | {caller} | {app_key} | {captcha} | {} {}/{every} | {body} | {password} | {idempotent} |",
            limit.name, limit.count
        )
        .unwrap();
    }
    compare("API-DESIGN.md", &format!("{before}{START}{rows}{END}{after}"));
}
