//! The limits by address, as the table of routes states them.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::json;
use tenant_runtime::http::{HostKind, RouteEntry};

use crate::support::{Client, Installation};

/// Calls a route with nothing of what it asks for.
async fn call(client: &Client, route: &RouteEntry) -> crate::support::Reply {
    let body = (route.method != Method::GET).then(|| json!({}));
    client.send(route.method.clone(), &route.path, body, &[]).await
}

#[tokio::test]
async fn address_is_limited_by_class() {
    let installation = Installation::with_limits().await;
    let site = installation.site().await;
    let visitor = site.visitor();
    let mut classes: BTreeMap<&str, &RouteEntry> = BTreeMap::new();
    for route in &installation.table {
        // Larger ones are the same code, and refill while they are being used up.
        if route.policy.host != HostKind::Console && route.policy.limit.count <= 60 {
            classes.entry(route.policy.limit.name).or_insert(route);
        }
    }
    assert!(classes.len() > 5, "{classes:?}");
    for (name, route) in classes {
        let count = route.policy.limit.count;
        for number in 0..count {
            let reply = call(&visitor, route).await;
            assert_ne!(
                reply.body["errorCode"], "too_many_requests",
                "{name} after {number} calls"
            );
        }
        let mut refused = None;
        // A slot or two may have become free in the meantime.
        for _ in 0..count {
            let reply = call(&visitor, route).await;
            if reply.status == 429 {
                refused = Some(reply);
                break;
            }
        }
        let refused = refused.unwrap_or_else(|| panic!("{name} is not limited at {}", route.path));
        assert!(refused.header("retry-after").is_some(), "{name}");
        refused.refused(429, "too_many_requests");
    }
}
