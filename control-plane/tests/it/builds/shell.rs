//! The page that loads the client: headers, branding and metadata of its site.

use control_plane::builds::Maps;
use control_plane::config::Config;
use control_plane::serve::{Mode, Server};
use platform::config::Captcha;
use serde_json::{Value, json};

use crate::support::{Installation, copy_folder, get, header, merchants, web_build};

#[tokio::test(flavor = "multi_thread")]
async fn shell_policy_allows_the_providers_of_its_site() {
    let installation = Installation::new();
    let mut config = installation.config();
    config.security.captcha = Captcha::On;
    config.maps.apple = Some("a-1".parse().unwrap());
    let server = Server::start(config, Mode::Installation).await.unwrap();
    let run = |words: &[&str]| tokio::task::block_in_place(|| installation.json(words));
    let folder = installation.dir.path().join("own-keys");
    copy_folder(&merchants().join("sparkle"), &folder);
    let path = folder.join("site.json");
    let mut manifest: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    manifest["mapKeys"] = json!({"google": "g-own"});
    manifest["captcha"] = json!({"vendor": "turnstile", "siteKey": "0x4AAA", "secret": "0x4SECRET"});
    std::fs::write(&path, manifest.to_string()).unwrap();
    let account = run(&["account", "create", "--company", "Sparkle"]);
    let account = account["id"].as_str().unwrap();
    for (subdomain, from) in [("own", folder.clone()), ("plain", merchants().join("sparkle"))] {
        let from = from.to_str().unwrap();
        run(&[
            "site",
            "create",
            "--account",
            account,
            "--subdomain",
            subdomain,
            "--from",
            from,
        ]);
    }
    run(&["build", "publish", web_build("1.5.1").path().to_str().unwrap()]);

    let own = get(server.address, "own.localhost", "/", &[]).await;
    let policy = header(&own, "content-security-policy").to_owned();
    for part in [
        "script-src 'self' https://maps.googleapis.com https://cdn.apple-mapkit.com 'wasm-unsafe-eval' https://challenges.cloudflare.com;",
        "frame-src 'self' https://challenges.cloudflare.com;",
    ] {
        assert!(policy.contains(part), "{policy}");
    }
    let html = own.text().await.unwrap();
    assert!(
        html.contains(r#""maps":{"style":null,"google":"g-own","apple":"a-1"}"#),
        "{html}"
    );
    assert!(!html.contains("0x4SECRET"));
    let plain = get(server.address, "plain.localhost", "/", &[]).await;
    let policy = header(&plain, "content-security-policy");
    assert!(!policy.contains("google") && !policy.contains("cloudflare"), "{policy}");
    assert!(server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn shell_contains_its_site_and_is_revalidated() {
    let installation = Installation::new();
    let config = Config {
        maps: Maps {
            style: Some("https://tiles.example.com/bright.json".parse().unwrap()),
            google: Some("g-1".parse().unwrap()),
            apple: None,
        },
        ..installation.config()
    };
    let server = Server::start(config, Mode::Installation).await.unwrap();
    let run = |words: &[&str]| tokio::task::block_in_place(|| installation.json(words));
    let host = "sparkle.localhost";
    let (folder, from) = (web_build("1.5.1"), merchants().join("sparkle"));
    let account = run(&["account", "create", "--company", "Sparkle"])["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let from = from.to_str().unwrap();
    let site = run(&[
        "site",
        "create",
        "--account",
        &account,
        "--subdomain",
        "sparkle",
        "--from",
        from,
    ]);
    assert_eq!(
        get(server.address, host, "/", &[]).await.status(),
        503,
        "there is no build yet"
    );
    run(&["build", "publish", folder.path().to_str().unwrap()]);

    let shell = get(server.address, host, "/?x=1", &[("accept", "text/html")]).await;
    assert_eq!(shell.status(), 200);
    assert_eq!(header(&shell, "cache-control"), "no-cache");
    assert!(header(&shell, "content-security-policy").contains("script-src 'self' https://maps.googleapis.com;"));
    assert!(
        header(&shell, "content-security-policy")
            .contains("connect-src 'self' https://tiles.example.com https://*.googleapis.com ")
    );
    assert!(header(&shell, "permissions-policy").contains("camera=(self)"));
    assert_eq!(header(&shell, "referrer-policy"), "no-referrer");
    assert!(!header(&shell, "x-request-id").is_empty());
    let etag = header(&shell, "etag").to_owned();
    let html = shell.text().await.unwrap();
    assert!(
        html.contains("<title>Sparkle Auto Spa</title>") && html.contains("--brand:#0b7a75"),
        "{html}"
    );
    assert!(html.contains(site["appKey"].as_str().unwrap()));
    assert!(
        html.contains(r#""build":{"version":"1.5.1","timeStamp":"2026-03-01T12:00:00Z"}"#),
        "{html}"
    );
    assert!(
        html.contains(r#""environment":{"name":"dev","production":false}"#),
        "{html}"
    );

    assert!(
        html.contains(r#""maps":{"style":"https://tiles.example.com/bright.json","google":"g-1","apple":null}"#),
        "{html}"
    );

    let unchanged = get(server.address, host, "/", &[("if-none-match", &etag)]).await;
    assert_eq!(unchanged.status(), 304);
    let packed = get(server.address, host, "/", &[("accept-encoding", "br")]).await;
    assert_eq!(header(&packed, "content-encoding"), "br");
    let page = get(server.address, host, "/Washes", &[]).await.text().await.unwrap();
    assert!(page.contains("<title>Washes · Sparkle Auto Spa</title>"), "{page}");
    let washes = format!("http://{host}:{}/shop/washes", server.address.port());
    assert!(
        page.contains(&format!("<link rel=\"canonical\" href=\"{washes}\">")),
        "{page}"
    );
    for (path, lang) in [
        ("/washes", "en-US"),
        ("/washes?lang=es-US", "es-US"),
        ("/washes?lang=de", "en-US"),
    ] {
        let page = get(server.address, host, path, &[]).await.text().await.unwrap();
        assert!(page.contains(&format!("<html lang=\"{lang}\"")), "{path}: {page}");
        let own = if lang == "en-US" { "" } else { "?lang=es-US" };
        for (rel, tag, query) in [
            ("canonical", None, own),
            ("alternate", Some("en-US"), ""),
            ("alternate", Some("es-US"), "?lang=es-US"),
            ("alternate", Some("x-default"), ""),
        ] {
            let tag = tag.map(|tag| format!(" hreflang=\"{tag}\"")).unwrap_or_default();
            let link = format!("<link rel=\"{rel}\"{tag} href=\"{washes}{query}\">");
            assert!(page.contains(&link), "{path} lacks {link}: {page}");
        }
    }
    let home = get(server.address, host, "/", &[]).await.text().await.unwrap();
    let data = home
        .split("application/ld+json\">")
        .nth(1)
        .and_then(|rest| rest.split("</script>").next());
    let data: Value = serde_json::from_str(data.unwrap()).unwrap();
    assert_eq!(data["name"], "Sparkle Auto Spa");
    assert_eq!(data["department"][0]["@type"], "AutoWash");
    assert_eq!(data["department"][0]["openingHours"][0], "Mo-Sa 07:00-21:00");
    assert_eq!(data["makesOffer"][0]["priceCurrency"], "USD");
    let wallet = get(server.address, host, "/wallet", &[]).await.text().await.unwrap();
    assert!(wallet.contains(r#"<meta name="robots" content="noindex">"#), "{wallet}");

    let robots = get(server.address, host, "/robots.txt", &[]).await;
    assert_eq!(header(&robots, "content-type"), "text/plain; charset=utf-8");
    assert_eq!(
        robots.text().await.unwrap(),
        "User-agent: *\nDisallow: /\n",
        "no real shop"
    );
    let sitemap = get(server.address, host, "/sitemap.xml", &[])
        .await
        .text()
        .await
        .unwrap();
    assert!(sitemap.contains(&format!("<loc>{washes}</loc>")), "{sitemap}");
    assert!(!sitemap.contains("/wallet"), "{sitemap}");

    let manifest = get(server.address, host, "/manifest.webmanifest", &[]).await;
    assert_eq!(header(&manifest, "content-type"), "application/manifest+json");
    let manifest: Value = manifest.json().await.unwrap();
    assert_eq!(
        (&manifest["id"], &manifest["start_url"], &manifest["scope"]),
        (&"/".into(), &"/".into(), &"/".into())
    );
    let shortcuts = manifest["shortcuts"].as_array().unwrap();
    assert!((1..=4).contains(&shortcuts.len()), "{shortcuts:?}");
    assert!(
        shortcuts
            .iter()
            .all(|shortcut| shortcut["url"].as_str().unwrap().starts_with('/'))
    );
    let worker = async |known: &str| {
        let asked = [("accept-encoding", "br"), ("if-none-match", known)];
        get(server.address, host, "/service-worker.js", &asked).await
    };
    let found = worker("\"another\"").await;
    assert_eq!(header(&found, "content-type"), "text/javascript; charset=utf-8");
    assert_eq!(header(&found, "cache-control"), "no-cache", "each build has its own");
    assert_eq!(header(&found, "content-security-policy"), "default-src 'self'");
    let tag = header(&found, "etag").to_owned();
    assert_eq!(found.text().await.unwrap(), "brotli of 1.5.1");
    let unchanged = worker(&tag).await;
    assert_eq!(
        (unchanged.status().as_u16(), header(&unchanged, "cache-control")),
        (304, "no-cache")
    );

    let version: Value = get(server.address, host, "/api/v1/system/app-version", &[])
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(version["resultData"]["appVersion"], "1.5.1");
    let unknown_call = get(server.address, host, "/api/v1/nothing", &[("accept", "text/html")]).await;
    assert_eq!(
        (unknown_call.status().as_u16(), header(&unknown_call, "content-type")),
        (404, "application/json")
    );
    assert!(server.stop().await);
}

#[tokio::test]
async fn unknown_site_page_is_in_the_readers_language() {
    let installation = Installation::new();
    let server = installation.serve();
    for (host, wanted, status, lang, told) in [
        ("nobody.localhost", "en", 404, "en", "We couldn&#x27;t find this site"),
        ("nobody.localhost", "fr-CA, en;q=0.5", 404, "fr", "Site introuvable"),
        ("localhost", "fr", 404, "fr", "Quel site\u{202f}?"),
        ("localhost", "de", 404, "de", "Welche Website?"),
        ("localhost", "hi", 404, "en", "Which site?"),
    ] {
        let headers = [("accept", "text/html"), ("accept-language", wanted)];
        let page = get(server.address, host, "/shop", &headers).await;
        assert_eq!(page.status(), status);
        assert_eq!(header(&page, "content-language"), lang, "{host} {wanted}");
        let html = page.text().await.unwrap();
        assert!(html.contains(&format!("<html lang=\"{lang}\">")), "{html}");
        assert!(html.contains(told), "{html}");
    }
}
