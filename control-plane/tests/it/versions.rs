//! Everything that a team overwrites as a whole is saved over the version that was read (docs/RULES.md#settings).

use std::collections::BTreeSet;

use control_plane::serve;
use reqwest::Method;
use serde_json::Value;
use tenant_runtime::http::{Caller, HostKind, RouteEntry};
use tenant_runtime::router;

/// Names of the version field in a body.
const READ: [&str; 3] = ["version", "basedOn", "revision"];

/// Requests without a version, and why they don't overwrite others' changes.
const EXCEPTIONS: [(&str, &str); 11] = [
    ("POST /accounts", "adds a site"),
    ("POST /accounts/site-config", "the revision stands within the config"),
    ("POST /admin/clubs/prices", "adds one"),
    ("POST /admin/staff/invitations", "adds one"),
    ("POST /admin/staff/security", "one switch"),
    ("PUT /admin/checklist", "one switch"),
    ("PUT /admin/deals/order", "moves one among the others"),
    ("PUT /admin/locations/order", "moves one among the others"),
    ("PUT /admin/opening", "one switch"),
    ("PUT /admin/products/order", "moves one among the others"),
    ("PUT /admin/promo-codes/order", "moves one among the others"),
];

/// Whether merchants replace existing data with the route: they send it to the path they read it from, unless a key
/// says that it is added.
fn overwrites(route: &RouteEntry, table: &[RouteEntry]) -> bool {
    let by_staff = [Caller::Attendant, Caller::Manager, Caller::Owner].contains(&route.policy.caller);
    let is_read = table
        .iter()
        .any(|other| other.path == route.path && other.method == Method::GET);
    let is_put =
        route.method == Method::PUT || (route.method == Method::POST && is_read && !route.policy.takes_idempotency_key);
    by_staff && route.policy.host == HostKind::Site && is_put
}

fn names_what_was_read(description: &Value, route: &RouteEntry) -> bool {
    let operation = &description["paths"][&route.path][route.method.as_str().to_lowercase()];
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    let name = schema["$ref"].as_str().and_then(|schema| schema.rsplit('/').next());
    let fields = &description["components"]["schemas"][name.unwrap_or_default()]["properties"];
    READ.iter().any(|field| fields[field].is_object())
}

#[test]
fn overwriting_requires_the_version_that_was_read() {
    let description: Value = serde_json::from_str(&serve::openapi_json().unwrap()).unwrap();
    let table = router::routes().and(serve::routes()).table();
    let nameless: BTreeSet<String> = table
        .iter()
        .filter(|route| overwrites(route, &table) && !names_what_was_read(&description, route))
        .map(|route| format!("{} {}", route.method, route.path.trim_start_matches("/api/v1")))
        .collect();
    let expected = EXCEPTIONS.map(|(route, _)| route.to_owned());
    assert_eq!(nameless, BTreeSet::from(expected));
}
