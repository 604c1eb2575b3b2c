//! The console as a page, beside its calls.

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
async fn the_console_is_a_page_of_its_own_with_nothing_of_a_site() {
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
async fn the_tool_of_versions_has_moved_from_the_sites_to_the_console() {
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
