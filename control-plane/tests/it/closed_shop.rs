//! Shop that isn't open: its pages, its routes and the commands that open and close it.

use control_plane::serve;
use reqwest::Response;
use serde_json::Value;
use tenant_runtime::http::{Caller, HostKind};
use tenant_runtime::router;

use crate::server::Server;
use crate::support::{Installation, get, merchants};

#[test]
fn each_public_route_declares_its_behavior_while_closed() {
    let table = router::routes().and(serve::routes()).table();
    let is_public = |caller| {
        matches!(
            caller,
            Caller::Anyone | Caller::Optional | Caller::Customer | Caller::Confirmed | Caller::Terminal
        )
    };
    let silent: Vec<_> = table
        .iter()
        .filter(|route| route.policy.host != HostKind::Console && is_public(route.policy.caller))
        .filter(|route| route.policy.while_closed.is_none())
        .map(|route| format!("{} {}", route.method, route.path))
        .collect();
    assert!(silent.is_empty(), "{silent:#?}");
}

/// Names and prices of products in a merchant's folder, as pages and JSON-LD write them.
fn products_of(merchant: &str) -> Vec<String> {
    let manifest = std::fs::read_to_string(merchants().join(merchant).join("site.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    let products = manifest["products"].as_array().unwrap().iter();
    let names = products
        .clone()
        .map(|product| product["name"].as_str().unwrap().to_owned());
    names
        .chain(["priceSpecification".to_owned(), "\"price\"".to_owned()])
        .collect()
}

async fn page(server: &Server, path: &str) -> (u16, String) {
    let host = format!("bluewave.localhost:{}", server.address.port());
    let page: Response = get(server.address, &host, path, &[("accept", "text/html")]).await;
    (page.status().as_u16(), page.text().await.unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closed_shop_is_announced_on_every_customer_page() {
    let installation = Installation::new();
    let sites = [("bluewave".to_owned(), merchants().join("bluewave"))];
    let mut server = Server::of_new_sites(&installation, &sites, "http://127.0.0.1:9");
    // Before the server runs, and while it does.
    let closed = installation.json(&["site", "close", "bluewave", "--text", "Back in <May>"]);
    assert_eq!(
        (&closed["open"], &closed["closedText"]),
        (&Value::from(false), &"Back in <May>".into())
    );
    server.start().await;
    let products = products_of("bluewave");
    for path in ["/", "/shop/washes", "/washes", "/locations", "/wallet", "/signUp"] {
        let (status, html) = page(&server, path).await;
        assert_eq!(status, 200, "{path}");
        assert!(html.contains("<meta name=\"robots\" content=\"noindex\">"), "{path}");
        assert!(
            html.contains(" opens soon</title>") && html.contains(" opens soon</h1>"),
            "{path}"
        );
        assert!(html.contains("\"closedText\":\"Back in \\u003cMay\\u003e\""), "{path}");
        assert!(!html.contains("application/ld+json"), "{path}");
        for product in &products {
            assert!(!html.contains(product.as_str()), "{path} names {product}");
        }
    }
    for path in ["/mmtpo", "/logIn", "/invitation", "/kiosk"] {
        let (status, html) = page(&server, path).await;
        assert_eq!(status, 200, "{path}");
        assert!(!html.contains(" opens soon"), "{path}");
    }
    let (_, sitemap) = page(&server, "/sitemap.xml").await;
    assert!(!sitemap.contains("<loc>"), "{sitemap}");
    let (_, robots) = page(&server, "/robots.txt").await;
    assert!(!robots.contains("Sitemap"), "{robots}");
    let (_, manifest) = page(&server, "/manifest.webmanifest").await;
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["shortcuts"], serde_json::json!([]));
    assert_eq!(manifest["description"], manifest["name"]);
    assert_eq!(installation.json(&["site", "show", "bluewave"])["shop"]["open"], false);

    let opened = installation.json(&["site", "open", "bluewave"]);
    assert_eq!(
        (&opened["open"], &opened["missing"]),
        (&Value::from(true), &Value::Array(Vec::new()))
    );
    let (_, html) = page(&server, "/").await;
    assert!(!html.contains(" opens soon") && html.contains("application/ld+json"));
    for action in ["site.open", "site.close"] {
        let audit = installation.json(&["audit", "--action", action]);
        assert_eq!(audit["items"].as_array().unwrap().len(), 1, "{audit}");
    }
}
