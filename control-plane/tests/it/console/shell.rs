//! The console's pages. Its API has its own tests.

use control_plane::{environments, health};
use jiff::Timestamp;
use reqwest::{Response, redirect};

use super::{CONSOLE, Demo, SITE};
use crate::support::http;

async fn get(demo: &Demo, host: &str, path: &str) -> Response {
    let client = http().redirect(redirect::Policy::none()).build().unwrap();
    let url = format!("http://{}{path}", demo.server.address);
    let asked = client.get(url).header("host", host).header("accept", "text/html");
    asked.send().await.unwrap()
}

fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn console_is_its_own_page_without_site_content() {
    let demo = Demo::start().await;
    for path in ["/", "/sites", "/SiteConfigUpdater", "/rollouts/17"] {
        let page = get(&demo, CONSOLE, path).await;
        assert_eq!(page.status(), 200, "{path}");
        assert_eq!(header(&page, "cache-control"), "no-cache");
        let policy = header(&page, "content-security-policy");
        assert!(
            policy.contains("script-src 'self';") && policy.contains("connect-src 'self';"),
            "{policy}"
        );
        let html = page.text().await.unwrap();
        assert!(
            html.contains("data-surface=\"console\"") && html.contains("<title>Suds console</title>"),
            "{html}"
        );
        assert!(html.contains("content=\"noindex\""), "{html}");
        for of_a_site in ["manifest", "Sparkle", "/icons/", "subdomain\":\"sparkle"] {
            assert!(!html.contains(of_a_site), "{of_a_site} in {html}");
        }
        assert!(html.contains("{\"name\":\"prod\",\"production\":true}"), "{html}");
    }
    for none in [
        "/manifest.webmanifest",
        "/service-worker.js",
        "/icons/icon.svg",
        "/api/v1/provider/nothing",
    ] {
        assert_eq!(get(&demo, CONSOLE, none).await.status(), 404, "{none}");
    }
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn version_tool_moved_from_sites_to_the_console() {
    let demo = Demo::start().await;
    let moved = get(&demo, SITE, "/siteconfigupdater").await;
    assert_eq!(moved.status(), 307);
    let port = demo.server.address.port();
    assert_eq!(
        header(&moved, "location"),
        format!("http://console.localhost:{port}/SiteConfigUpdater")
    );
    assert!(demo.server.stop().await);
}

/// Number of crashes of the build in an environment.
async fn crashes(demo: &Demo, environment: &str) -> i64 {
    control_plane::health::keep(&demo.server.plane).await.unwrap();
    let mut db = demo.server.plane.db.read().await.unwrap();
    let counts = health::store::since(&mut db, environment, "1.5.1", Timestamp::UNIX_EPOCH).await;
    counts.unwrap().crashes
}

#[tokio::test(flavor = "multi_thread")]
async fn console_crash_counts_against_its_build_where_sites_run_it() {
    let demo = Demo::start().await;
    // From another address, which loads a page first.
    let report_from = async |last: u8, host: &str| {
        let crash = serde_json::json!({ "error": "TypeError: no foam", "stack": "at a page" });
        let client = http()
            .local_address(std::net::IpAddr::from([127, 0, 0, last]))
            .build()
            .unwrap();
        let origin = format!("http://{}", demo.server.address);
        client
            .get(format!("{origin}/login"))
            .header("host", host)
            .send()
            .await
            .unwrap();
        let sent = client
            .post(format!("{origin}/api/v1/users/errors"))
            .header("host", host)
            .json(&crash);
        sent.send().await.unwrap().status().as_u16()
    };
    let report = async |host: &str| report_from(2, host).await;
    // Of the three that have the build one gives it up.
    let mut db = demo.server.plane.db.write().await.unwrap();
    environments::store::set_target(&mut db, "prod", None).await.unwrap();
    db.commit().await.unwrap();

    assert_eq!(report(CONSOLE).await, 200);
    assert_eq!((crashes(&demo, "demo").await, crashes(&demo, "prod").await), (1, 0));
    assert_eq!(crashes(&demo, "dev").await, 1, "which is to run it too");
    assert_eq!(report_from(3, SITE).await, 200);
    assert_eq!((crashes(&demo, "demo").await, crashes(&demo, "dev").await), (2, 1));
    assert_eq!(
        report("localhost").await,
        404,
        "where there is neither site nor console"
    );
    assert_eq!(report("nobody.localhost").await, 404);
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_page_is_a_404_with_the_shell() {
    let demo = Demo::start().await;
    for (host, path, status) in [
        (SITE, "/no/such/page", 404),
        (SITE, "/wp-admin", 404),
        (SITE, "/mmtpo/nothing", 404),
        (SITE, "/shop/washes", 200),
        (SITE, "/Wallet/7/", 200),
        (SITE, "/mmtpo/orders/7", 200),
        (SITE, "/kiosk", 200),
        (SITE, "/viewAs", 200),
        (CONSOLE, "/rollouts/7", 200),
        (CONSOLE, "/wallet", 404),
    ] {
        let page = get(&demo, host, path).await;
        assert_eq!(page.status().as_u16(), status, "{path}");
        if status == 404 {
            assert_eq!(header(&page, "cache-control"), "no-store");
            assert!(header(&page, "content-security-policy").contains("script-src"));
        }
        assert!(page.text().await.unwrap().contains("id=\"suds-boot\""), "{path}");
    }
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_do_not_exist_are_not_found() {
    let demo = Demo::start().await;
    for path in [
        "/.well-known/security.txt",
        "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200",
        "/.env",
    ] {
        assert_eq!(get(&demo, SITE, path).await.status(), 404, "{path}");
    }
    assert!(
        get(&demo, SITE, "/.well-known/change-password")
            .await
            .status()
            .is_redirection()
    );
    let icon = get(&demo, SITE, "/favicon.ico").await;
    assert_eq!(icon.status(), 307);
    assert!(header(&icon, "location").ends_with(".svg"));
}
