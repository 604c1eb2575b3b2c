//! Requests rejected by the gate, and headers for browsers and proxies. Generated from the table of routes where it
//! applies to all.

use platform::ids::SiteId;
use platform::random::SeededRandom;
use platform::tenancy::Site;
use reqwest::Method;
use serde_json::{Value, json};
use tenant_runtime::http::{Caller, RouteEntry};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::{Client, Installation, SetupSocket, TestSite};

/// A path of the route's form.
fn path_of(route: &RouteEntry) -> String {
    let filled = route
        .path
        .split('/')
        .map(|part| if part.starts_with('{') { "x" } else { part });
    filled.collect::<Vec<_>>().join("/")
}

/// Sends these bytes as they are after a head with `framing`, and reads the status and the envelope.
async fn raw(site: &TestSite, route: &RouteEntry, framing: &str, body: &[u8]) -> (u16, Value) {
    let mut stream = TcpStream::connect(site.installation.address).await.unwrap();
    let visitor = site.visitor();
    let head = format!(
        "{} {} HTTP/1.1\r\nhost: {}\r\napp-key: {}\r\nconnection: close\r\ncontent-type: application/json\r\n{framing}\r\n\r\n",
        route.method,
        path_of(route),
        visitor.host,
        visitor.app_key.unwrap(),
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer);
    let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    (status, serde_json::from_str(body).unwrap_or_default())
}

#[tokio::test]
async fn every_route_limits_its_body() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    for route in &installation.table {
        let most = route.policy.most_bytes(&route.method);
        let name = format!("{} {}", route.method, route.path);
        assert_eq!(most == 0, route.method == Method::GET, "{name}");
        assert!(most <= 32 << 20, "{name} takes {most} bytes");

        // Rejected by its declared length, before any of it is sent.
        let (status, answer) = raw(&site, route, &format!("content-length: {}", most + 1), b"").await;
        assert_eq!(
            (status, answer["errorCode"].as_str()),
            (413, Some("too_large")),
            "{name}: {answer}"
        );
        // Without a length. Callers are checked before a body is read.
        let is_public = matches!(route.policy.caller, Caller::Anyone | Caller::Optional);
        let chunk = [format!("{:x}\r\n", most + 1).as_bytes(), &vec![b' '; most + 1]].concat();
        let (status, answer) = raw(&site, route, "transfer-encoding: chunked", &chunk).await;
        assert_eq!(
            (status, &answer["success"]),
            (if is_public { 413 } else { 401 }, &Value::Bool(false)),
            "{name}: {answer}"
        );
        let (status, answer) = raw(&site, route, &format!("content-length: {most}"), &vec![b' '; most]).await;
        assert_ne!(status, 413, "{name}: {answer}");
    }
}

/// A log-in that fails, which counts.
async fn log_in(client: &Client) -> u16 {
    let body = json!({"email": "nobody@example.com", "password": "Wrong-1234"});
    client.post("/users/login", body).await.status
}

#[tokio::test]
async fn address_is_limited_across_sites() {
    let installation = Installation::with_limits().await;
    let (one, other) = (installation.site().await, installation.site_called("bluewave").await);
    for at in 0..10 {
        let site = if at % 2 == 0 { &one } else { &other };
        assert_eq!(log_in(&site.visitor()).await, 401);
    }
    assert_eq!(log_in(&one.visitor()).await, 429);
    assert_eq!(log_in(&other.visitor()).await, 429);
    one.visitor().get("/locations").await.succeeded();
}

/// Also for sites that can't be opened, and without a site.
#[tokio::test]
async fn address_is_limited_before_a_site_is_opened() {
    let installation = Installation::with_limits().await;
    let site = installation.site().await;
    let mut nowhere = site.visitor();
    nowhere.host = "nosuchsite.localhost".to_owned();
    let unopened = installation.with_site_that_has_no_file(&site.site, "unopened");
    let mut broken = site.visitor();
    broken.host = "unopened.localhost".to_owned();
    broken.app_key = Some(unopened.app_key.clone());
    for _ in 0..5 {
        assert_eq!((log_in(&nowhere).await, log_in(&broken).await), (404, 503));
    }
    assert_eq!((log_in(&nowhere).await, log_in(&broken).await), (429, 429));
    installation.forget(unopened.id);
}

#[tokio::test]
async fn busy_site_rejects_requests_and_leaves_others_alone() {
    let installation = Installation::with_limits().await;
    let (one, other) = (installation.site().await, installation.site_called("bluewave").await);
    let mut under_way: Vec<_> = std::iter::from_fn(|| installation.runtime.in_flight.take(one.site.id)).collect();
    assert_eq!(under_way.len(), 256);
    let refused = one.visitor().get("/locations").await;
    assert_eq!(refused.header("retry-after"), Some("2"));
    refused.refused(503, "busy");
    other.visitor().get("/locations").await.succeeded();
    under_way.pop();
    for _ in 0..2 {
        one.visitor().get("/locations").await.succeeded();
    }
}

#[tokio::test]
async fn private_responses_are_not_cached() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let customer = site.customer().await;
    for route in &installation.table {
        let body = (route.method != Method::GET).then(|| json!({}));
        let path = path_of(route);
        if !path.starts_with("/api/") {
            continue;
        }
        for client in [&*customer, &site.visitor()] {
            // Skip routes that log out or delete.
            if route.method == Method::DELETE || path.ends_with("/logout") {
                continue;
            }
            let reply = client.send(route.method.clone(), &path, body.clone(), &[]).await;
            let name = format!("{} {path}: {}", route.method, reply.status);
            assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{name}");
            let kept = reply.header("cache-control");
            if route.policy.caller > Caller::Optional || reply.status >= 400 {
                assert_eq!(kept, Some("no-store"), "{name}");
            } else {
                assert!(matches!(kept, Some("no-store" | "no-cache")), "{name}: {kept:?}");
            }
        }
    }
    for answer in [
        site.visitor().send(Method::PUT, "/locations", None, &[]).await,
        customer.get("/users").await,
        customer.get("/users/wallet").await,
    ] {
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{}", answer.status);
    }
}

#[tokio::test]
async fn site_takes_turns_at_hashing() {
    let installation = Installation::new().await;
    let random = SeededRandom::new(3);
    let hashers = &installation.runtime.hashers;
    let (crowded, quiet) = (SiteId::generate(&random), SiteId::generate(&random));
    let crowd: Vec<_> = (0..500)
        .map(|_| {
            let hasher = hashers.of(crowded);
            tokio::spawn(async move { hasher.hash("Crowd-1234".into()).await })
        })
        .collect();
    let before = hashers.done();
    hashers.of(quiet).hash("Quiet-1234".into()).await.unwrap();
    let waited = hashers.done() - before;
    assert!(waited < 100, "{waited} of the crowd came first");
    for one in crowd {
        let _busy = one.await.unwrap();
    }
}

#[tokio::test]
async fn card_sockets_are_capped_by_address() {
    let installation = Installation::with_limits().await;
    let site = installation.site().await;
    let mut open = Vec::new();
    for _ in 0..50 {
        open.push(SetupSocket::open(&site).await);
    }
    let origin = installation.runtime.origins.of(&site.site);
    let refused = SetupSocket::open_from(&site, Some(origin.as_str())).await;
    assert_eq!(refused.err(), Some(429));
}

impl Installation {
    /// A site that the directory knows and that has no file.
    fn with_site_that_has_no_file(&self, like: &Site, label: &str) -> Site {
        let site = Site {
            id: SiteId::generate(&SeededRandom::new(99)),
            subdomain: label.parse().unwrap(),
            ..like.clone()
        };
        self.set(site.clone());
        site
    }
}
