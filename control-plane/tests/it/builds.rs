//! Publishing builds and serving them.

use std::fs::File;

use control_plane::builds::{self, Maps, PublishError, Republish};
use control_plane::config::Config;
use control_plane::serve::{Mode, Server};
use platform::config::Captcha;
use serde_json::{Value, json};

use crate::support::{Installation, copy_folder, create, failure, get, header, http, merchants, web_build};

#[tokio::test]
async fn a_build_is_published_once() {
    let installation = Installation::new();
    let plane = installation.open().await;
    let folder = web_build("1.5.1");
    let read = || builds::read_folder(folder.path()).unwrap();
    let first = builds::publish(&plane, &read(), Republish::Refuse, "test")
        .await
        .unwrap();
    let again = builds::publish(&plane, &read(), Republish::Refuse, "test")
        .await
        .unwrap();
    assert_eq!(first, again, "the same contents change nothing");

    std::fs::write(folder.path().join("assets/app-2.js"), "other").unwrap();
    let refused = builds::publish(&plane, &read(), Republish::Refuse, "test")
        .await
        .unwrap_err();
    assert!(matches!(refused, PublishError::Published(_)), "{refused}");
    let replaced = builds::publish(&plane, &read(), Republish::Replace, "test")
        .await
        .unwrap();
    assert_ne!(replaced.digest, first.digest);
}

#[test]
fn a_folder_that_is_no_build_is_refused_by_name() {
    let folder = web_build("1.5.1");
    let problem = || {
        builds::read_folder(folder.path())
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    assert_eq!(problem(), "");
    std::fs::write(folder.path().join("assets/run.sh"), "").unwrap();
    assert!(problem().contains("run.sh"), "{}", problem());
    std::fs::remove_file(folder.path().join("assets/run.sh")).unwrap();
    std::os::unix::fs::symlink("/etc/hostname", folder.path().join("assets/name.txt")).unwrap();
    assert!(problem().contains("name.txt"), "{}", problem());
    std::fs::remove_file(folder.path().join("assets/name.txt")).unwrap();
    let script = folder.path().join("assets/app-1.js");
    std::fs::rename(&script, folder.path().join("assets/app-2.js")).unwrap();
    assert!(problem().contains("assets/app-1.js"), "{}", problem());
    std::fs::rename(folder.path().join("assets/app-2.js"), &script).unwrap();
    let info = folder.path().join("build.json");
    let told = std::fs::read_to_string(&info).unwrap();
    std::fs::write(&info, told.replace('}', r#","contract":2}"#)).unwrap();
    assert!(problem().contains("contract 2"), "{}", problem());
    std::fs::write(&info, told.replace('}', r#","contract":1}"#)).unwrap();
    assert_eq!(problem(), "");
    let shell = folder.path().join("index.html");
    let whole = std::fs::read_to_string(&shell).unwrap();
    std::fs::write(&shell, whole.replace("/v/1.5.1/", "/v/1.5.0/")).unwrap();
    assert!(problem().contains("no script"), "{}", problem());
    std::fs::write(folder.path().join("index.html"), "<html lang=\"en\"></html>").unwrap();
    assert!(
        problem().contains("index.html") && problem().contains("suds:head"),
        "{}",
        problem()
    );
    std::fs::write(folder.path().join("build.json"), "{\"version\":\"../1\"}").unwrap();
    assert!(problem().contains("build.json"), "{}", problem());
}

#[tokio::test]
async fn assets_come_in_the_form_the_browser_takes() {
    let installation = Installation::new();
    let server = Server::start(installation.config(), Mode::Installation).await.unwrap();
    let folder = web_build("1.5.1");
    let read = builds::read_folder(folder.path()).unwrap();
    builds::publish(&server.plane, &read, Republish::Refuse, "test")
        .await
        .unwrap();
    let asset = async |path: &str, encodings: &str| {
        get(server.address, "localhost", path, &[("accept-encoding", encodings)]).await
    };

    for (accepted, encoding, body) in [
        ("gzip, deflate, br", "br", "brotli form"),
        ("gzip", "gzip", "gzip form"),
        ("br;q=0, gzip;q=0.5", "gzip", "gzip form"),
        ("identity", "", "console.log('plain')"),
    ] {
        let response = asset("/v/1.5.1/assets/app-1.js", accepted).await;
        assert_eq!(response.status(), 200);
        assert_eq!(header(&response, "content-encoding"), encoding, "{accepted}");
        assert_eq!(header(&response, "content-type"), "text/javascript; charset=utf-8");
        assert_eq!(
            header(&response, "cache-control"),
            "public, max-age=31536000, immutable"
        );
        assert_eq!(header(&response, "x-content-type-options"), "nosniff");
        assert_eq!(response.text().await.unwrap(), body);
    }
    let svg = asset("/v/1.5.1/assets/logo-1.svg", "br").await;
    assert_eq!(
        (svg.status().as_u16(), header(&svg, "content-encoding")),
        (200, ""),
        "there is no compressed form"
    );
    for path in [
        "/v/1.5.1/index.html",
        "/v/1.5.1/assets/app-1.js.br",
        "/v/1.5.1/files.list",
        "/v/1.5.1/assets/..%2Fbuild.json",
        "/v/1.5.2/assets/app-1.js",
        "/v/..%2F..%2Fkeys/master",
    ] {
        let response = asset(path, "br").await;
        assert_eq!(response.status(), 404, "{path}");
        assert_eq!(header(&response, "cache-control"), "no-store", "{path}");
    }
    assert!(server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_shell_lets_in_the_vendors_that_its_site_has_chosen() {
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
async fn the_shell_carries_its_site_and_is_revalidated() {
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
async fn the_sites_of_an_environment_move_to_a_build_and_back() {
    let installation = Installation::new();
    let server = installation.serve();
    let account = installation.account();
    installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    let publish = |version: &str| {
        let folder = web_build(version);
        installation.json(&["build", "publish", folder.path().to_str().unwrap()]);
    };
    publish("1.5.1");
    publish("1.5.2");
    let host = format!("sparkle.localhost:{}", server.address.port());
    let served = async || {
        let answer = get(server.address, &host, "/api/v1/system/app-version", &[]).await;
        let answer: Value = answer.json().await.unwrap();
        let shell = get(server.address, &host, "/", &[]).await.text().await.unwrap();
        let version = answer["resultData"]["appVersion"].as_str().unwrap().to_owned();
        assert!(shell.contains(&format!(r#""version":"{version}""#)), "{shell}");
        version
    };
    assert_eq!(served().await, "1.5.1", "a new build waits until it is wanted");
    for version in ["1.5.2", "1.5.1"] {
        let moved = installation.json(&["environment", "run", "demo", version]);
        assert_eq!(
            (&moved[0]["name"], &moved[0]["appVersion"]),
            (&"demo".into(), &version.into())
        );
        assert_eq!(served().await, version, "at once");
    }
    for (words, expected) in [
        (["environment", "run", "demo", "1.5.3"], "isn't published"),
        (["environment", "run", "moon", "1.5.2"], "no environment"),
    ] {
        let said = failure(&installation.run(&words));
        assert!(said.contains(expected), "{said}");
    }
    assert_eq!(served().await, "1.5.1");
}

/// Output of the bundler for two files, with its source map.
const WASH: &str =
    "function e(e){let t=[e.name];return t.push(e.foam.colour),t.join(`, `)}document.title=e({name:`Glow`});";
const WASH_MAP: &str = r#"{"version":3,"file":"wash.js","names":["describeWash","words","wash"],"sources":["src/wash.ts","src/main.ts"],"mappings":"AAGA,SAAgBA,EAAa,EAAoB,CAC/C,IAAMC,EAAQ,CAACC,EAAK,IAAI,EAExB,OADAD,EAAM,KAAKC,EAAK,KAAM,MAAM,EACrBD,EAAM,KAAK,IAAI,CACxB,CCLA,SAAS,MAAQD,EAAa,CAAE,KAAM,MAAO,CAAC"}"#;

#[tokio::test]
async fn crashes_are_told_with_their_places_in_the_source() {
    let installation = Installation::new();
    let log = installation.dir.path().join("suds.log");
    let server = installation.serve_logging_to(File::create(&log).unwrap().into());
    let account = installation.account();
    installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    let folder = web_build("1.5.1");
    std::fs::write(folder.path().join("assets/wash.js"), WASH).unwrap();
    std::fs::write(folder.path().join("assets/wash.js.map"), WASH_MAP).unwrap();
    installation.json(&["build", "publish", folder.path().to_str().unwrap()]);
    let status = async |path: &str| {
        get(server.address, "sparkle.localhost", path, &[])
            .await
            .status()
            .as_u16()
    };
    assert_eq!(
        (
            status("/v/1.5.1/assets/wash.js").await,
            status("/v/1.5.1/assets/wash.js.map").await
        ),
        (200, 404),
        "the source is nobody's business"
    );

    let report = async |stack: &str| {
        let crash = http()
            .build()
            .unwrap()
            .post(format!("http://{}/api/v1/users/errors", server.address))
            .header("Host", "sparkle.localhost")
            .json(&serde_json::json!({"error": "TypeError: Ada has no foam", "stack": stack}));
        assert_eq!(crash.send().await.unwrap().status(), 200);
    };
    let file = "https://sparkle.example/v/1.5.1/assets";
    let known = format!("at e ({file}/wash.js:1:51)\n    at {file}/wash.js:1:87\n    at {file}/app-1.js:1:1");
    report(&known).await;
    report(&known).await;
    report("at somebody else's").await;

    let crashes = |more: &[&str]| installation.json(&[&["build", "crashes", log.to_str().unwrap()], more].concat());
    let told = crashes(&[]);
    assert_eq!(told.as_array().map(Vec::len), Some(2), "{told}");
    assert_eq!((&told[0]["build"], &told[0]["count"]), (&"1.5.1".into(), &2.into()));
    let places = told[0]["frames"].as_array().unwrap().iter();
    let places: Vec<_> = places.map(|frame| (&frame["built"], &frame["source"])).collect();
    assert_eq!(
        places,
        [
            (&"assets/wash.js:1:51".into(), &"src/wash.ts:6:25".into()),
            (&"assets/wash.js:1:87".into(), &"src/main.ts:3:18".into()),
            (&"assets/app-1.js:1:1".into(), &Value::Null)
        ]
    );
    assert_eq!(crashes(&["--build", "1.5.2"]), Value::Array(Vec::new()));
    let text = String::from_utf8(installation.run(&["build", "crashes", log.to_str().unwrap()]).stdout).unwrap();
    assert!(
        text.contains("crashes 2") && text.contains("src/wash.ts:6:25  (assets/wash.js:1:51)"),
        "{text}"
    );
    assert!(!text.contains("Ada"), "{text}");
    assert!(failure(&installation.run(&["build", "crashes", "/nowhere.log"])).contains("/nowhere.log"));
}

#[tokio::test]
async fn an_address_without_a_site_says_so_in_the_readers_language() {
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
