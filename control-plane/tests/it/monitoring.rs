//! Interfaces for other programs: metrics, alert rules, systemd notifications, and permission for certificates.

use std::collections::BTreeSet;
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::time::Duration;

use crate::support::{Installation, create, get, merchants};

const TOKEN: &str = "secret";

async fn metrics_of(installation: &Installation) -> String {
    let server = installation.serve_with(&[("SUDS_METRICS_TOKEN", TOKEN)]);
    let sent = [("authorization", "Bearer secret")];
    let text = get(server.address, "localhost", "/metrics", &sent).await;
    assert_eq!(text.status(), 200);
    text.text().await.unwrap()
}

/// Names in the lines of one kind of comment, `HELP` or `TYPE`.
fn named<'a>(text: &'a str, comment: &str) -> BTreeSet<&'a str> {
    let lines = text
        .lines()
        .filter_map(|line| line.strip_prefix("# ")?.strip_prefix(comment));
    lines.filter_map(|rest| rest.split_whitespace().next()).collect()
}

#[tokio::test]
async fn metrics_have_help_and_exist_from_the_start() {
    let installation = Installation::new();
    let account = installation.account();
    installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    let text = metrics_of(&installation).await;
    assert_eq!(named(&text, "HELP"), named(&text, "TYPE"), "{text}");
    for line in [
        "suds_charges_total{processor=\"worldpay\",outcome=\"unknown\"} 0",
        "suds_jobs_total{kind=\"checkout.receipt\",outcome=\"dead\"} 0",
        "suds_responses_total{surface=\"page\",status=\"5xx\"} 0",
        "suds_connections_refused_total{cap=\"all\"} 0",
        "suds_sandbox_deaths_total{task=\"site.scale_image\"} 0",
        "suds_page_seconds_count{status=\"5xx\"} 0",
        "suds_sites{environment=\"demo\",state=\"active\"} 1",
        "suds_sites{environment=\"demo\",state=\"held\"} 0",
        "suds_builds 0",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    for name in [
        "suds_disk_free_bytes",
        "process_resident_memory_bytes",
        "process_open_fds",
    ] {
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        assert!(value.unwrap().parse::<f64>().unwrap() > 0.0, "{name}");
    }
    assert!(text.contains(&format!("suds_build_info{{version=\"{}\"", env!("CARGO_PKG_VERSION"))));
}

/// Metrics of the rules and the dashboard, as far as they are the server's.
fn names_in_use() -> BTreeSet<String> {
    let ops = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ops/prometheus");
    let mut names = BTreeSet::new();
    for file in ["alerts.yml", "dashboard.json"] {
        let text = std::fs::read_to_string(ops.join(file)).unwrap();
        let words = text.split(|one: char| !one.is_ascii_alphanumeric() && one != '_');
        let words = words.filter(|word| word.starts_with("suds_") || word.starts_with("process_"));
        names.extend(words.map(|word| {
            let word = word
                .strip_suffix("_bucket")
                .or(word.strip_suffix("_count"))
                .unwrap_or(word);
            word.to_owned()
        }));
    }
    names
}

#[tokio::test]
async fn alert_rules_and_dashboard_use_metrics_that_exist() {
    let text = metrics_of(&Installation::new()).await;
    let mut known = named(&text, "TYPE");
    // Exist after the first request of a route, and with the first published build.
    known.extend(["suds_request_seconds", "suds_client_crashes_total", "suds_build_sites"]);
    let used = names_in_use();
    assert!(used.len() > 8, "{used:?}");
    let unknown: Vec<_> = used.iter().filter(|name| !known.contains(name.as_str())).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[tokio::test]
async fn systemd_hears_when_the_server_is_ready_and_stopping() {
    let installation = Installation::new();
    let path = installation.dir.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let hear = || {
        let mut message = [0; 1024];
        let length = socket.recv(&mut message).unwrap();
        String::from_utf8_lossy(&message[..length]).into_owned()
    };
    let server = installation.serve_with(&[("NOTIFY_SOCKET", path.to_str().unwrap())]);
    let ready = hear();
    assert!(
        ready.contains("READY=1\n") && ready.contains("STATUS=serving "),
        "{ready}"
    );
    assert_eq!(get(server.address, "localhost", "/readyz", &[]).await.status(), 200);
    assert_eq!(server.terminate(), Some(0));
    assert!(hear().contains("STOPPING=1\n"));
}

#[tokio::test]
async fn proxy_learns_which_hosts_may_have_a_certificate() {
    let installation = Installation::new();
    let account = installation.account();
    installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    installation.json(&create(&account, "oldname", "demo", &merchants().join("bluewave")));
    installation.json(&["site", "rename", "oldname", "newname"]);
    let server = installation.serve_with(&[
        ("SUDS_ORIGIN", "https://{site}.base.example"),
        ("SUDS_DOMAIN_PROOF", "off"),
    ]);
    installation.json(&["site", "domain", "sparkle", "www.wash.example"]);
    for (host, status) in [
        ("sparkle.base.example", 200),
        ("console.base.example", 200),
        ("base.example", 200),
        ("oldname.base.example", 200),
        ("www.wash.example", 200),
        ("nosuch.base.example", 404),
        ("www.other.example", 404),
        ("127.0.0.1", 404),
        ("..", 404),
    ] {
        let path = format!("/tls/permission?domain={host}");
        // As Caddy asks: by the server's own address.
        let answer = get(server.address, "127.0.0.1", &path, &[]).await;
        assert_eq!(answer.status(), status, "{host}");
    }
}
