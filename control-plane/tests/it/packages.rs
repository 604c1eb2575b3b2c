//! Packages: well-formed with any name, and linked by the site once signing identities are set.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read as _};

use quick_xml::Reader;
use quick_xml::events::Event;
use reqwest::Method;
use serde_json::{Value, json};
use zip::ZipArchive;

use crate::console::{Caller, Demo};
use crate::support::http;

/// Names that break what does not expect them.
const HOSTILE: [&str; 7] = [
    "Foam & Co's \"best\" <wash>",
    "]]></string><evil>",
    "$(PRODUCT_NAME) ${x} `id`",
    "\\\"; */ //",
    "{{host}} %s %1$d",
    "@string/x 🚗🫧",
    "מגדל שטיפה",
];

/// The merchant's owner, at the site.
async fn owner(demo: &Demo) -> Caller {
    let is_theirs = |row: &&Value| row["role"] == "owner" && row["site"] == "sparkle";
    let row = demo.credentials.iter().find(is_theirs).unwrap();
    let body = json!({ "email": row["email"], "password": row["password"] });
    let site = demo.at_site().await;
    let tokens = site.post("/users/login", body).await;
    Caller {
        token: tokens["accessToken"].as_str().map(str::to_owned),
        ..site
    }
}

type Files = BTreeMap<String, Vec<u8>>;

/// Files of a package by name, without their common folder.
async fn package(caller: &Caller, platform: &str, name: &str) -> Files {
    let query: String = form_urlencoded::Serializer::new(String::new())
        .append_pair("name", name)
        .finish();
    let url = format!("http://{}/api/v1/packages/{platform}?{query}", caller.address);
    let answer = http()
        .build()
        .unwrap()
        .get(url)
        .header("host", &caller.host)
        .header("app-key", caller.app_key.as_deref().unwrap())
        .bearer_auth(caller.token.as_deref().unwrap())
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 200, "{name:?}");
    assert_eq!(answer.headers()["content-type"], "application/zip");
    let mut zip = ZipArchive::new(Cursor::new(answer.bytes().await.unwrap())).unwrap();
    let folder = format!("sparkle-{platform}/");
    let mut files = Files::new();
    for at in 0..zip.len() {
        let mut file = zip.by_index(at).unwrap();
        let name = file.name().unwrap().into_owned();
        assert!(file.enclosed_name().is_some() && !file.is_symlink(), "{name}");
        let path = name.strip_prefix(&folder).unwrap().to_owned();
        let mut content = Vec::new();
        file.read_to_end(&mut content).unwrap();
        assert!(files.insert(path, content).is_none());
    }
    files
}

fn text<'a>(files: &'a Files, path: &str) -> &'a str {
    let file = files
        .get(path)
        .unwrap_or_else(|| panic!("no {path} in {:?}", files.keys()));
    std::str::from_utf8(file).unwrap()
}

/// Texts of an XML document by element and attribute `name`. Every tag must be closed.
fn xml(document: &str) -> Vec<(String, String)> {
    let mut reader = Reader::from_str(document);
    reader.config_mut().check_comments = true;
    let (mut open, mut texts) = (Vec::new(), Vec::new());
    let mut current = String::new();
    loop {
        match reader.read_event().unwrap() {
            Event::Start(tag) => {
                for attribute in tag.attributes() {
                    attribute.unwrap();
                }
                let named = tag.try_get_attribute("name").unwrap();
                let named = named.map(|name| name.value.into_owned());
                open.push(named.unwrap_or_else(|| tag.name().as_ref().to_owned()));
                current.clear();
            }
            Event::Empty(tag) => {
                for attribute in tag.attributes() {
                    attribute.unwrap();
                }
            }
            Event::Text(part) => current.push_str(&part),
            Event::GeneralRef(entity) => {
                let entity = format!("&{};", &*entity);
                current.push_str(&quick_xml::escape::unescape(&entity).unwrap());
            }
            Event::End(_) => {
                texts.push((open.pop().unwrap(), std::mem::take(&mut current)));
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(open, Vec::<String>::new());
    texts
}

/// Width, height and color type of a PNG.
fn png(content: &[u8]) -> (u32, u32, u8) {
    assert_eq!(content[..8], *b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(content[at..at + 4].try_into().unwrap());
    (number(16), number(20), content[25])
}

/// Content of a quoted string, unescaped.
fn unquoted(text: &str) -> String {
    let (mut out, mut escaped) = (String::new(), false);
    for character in text.chars() {
        if escaped || character != '\\' {
            out.push(character);
            escaped = false;
        } else {
            escaped = true;
        }
    }
    out
}

/// Project file: quotes and brackets are balanced, and every ID in use refers to an object.
fn check_project(project: &str) {
    let (mut plain, mut depth, mut rest) = (String::new(), Vec::new(), project);
    while let Some(first) = rest.chars().next() {
        let skipped = match first {
            '"' => {
                let ends = |at: &usize| !rest[..*at].ends_with('\\');
                let closing = rest.match_indices('"').map(|(at, _)| at).skip(1).find(ends);
                closing.unwrap() + 1
            }
            '/' if rest.starts_with("/*") => rest.find("*/").unwrap() + 2,
            '/' if rest.starts_with("//") => rest.find('\n').unwrap(),
            other => {
                match other {
                    '{' => depth.push('}'),
                    '(' => depth.push(')'),
                    '}' | ')' => assert_eq!(depth.pop(), Some(other)),
                    _ => {}
                }
                plain.push(other);
                other.len_utf8()
            }
        };
        rest = &rest[skipped..];
    }
    assert_eq!(depth, Vec::<char>::new());
    let is_id = |word: &&str| word.len() == 24 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let words = || plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(is_id);
    let defined: BTreeSet<&str> = plain
        .lines()
        .filter(|line| line.contains("= {"))
        .filter_map(|line| line.split_whitespace().next().filter(is_id))
        .collect();
    assert!(defined.len() > 15, "{defined:?}");
    for id in words() {
        assert!(defined.contains(id), "{id} is no object");
        assert!(
            words().filter(|other| *other == id).count() > 1,
            "{id} is used by nothing"
        );
    }
}

fn check_nothing_is_left_open(files: &Files, name: &str) {
    for (path, content) in files {
        if !path.ends_with(".png") {
            let text = std::str::from_utf8(content).unwrap().replace(name, "");
            assert!(!text.contains("{{"), "{path}: {text}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn xcode_project_is_complete_for_any_name() {
    let demo = Demo::start().await;
    let owner = owner(&demo).await;
    for name in HOSTILE {
        let files = package(&owner, "ios", name).await;
        check_nothing_is_left_open(&files, name);
        let project = text(&files, "App.xcodeproj/project.pbxproj");
        check_project(project);
        assert!(project.contains("PRODUCT_BUNDLE_IDENTIFIER = \"localhost.sparkle\""));
        // Files that the project names are there.
        for path in project
            .split("path = ")
            .skip(1)
            .filter_map(|rest| rest.split(';').next())
        {
            let there = |file: &String| file.starts_with(&format!("App/{path}")) || path == "App" || path == "App.app";
            assert!(files.keys().any(there), "{path}");
        }
        let info = xml(text(&files, "App/Info.plist"));
        assert!(info.contains(&("string".to_owned(), "$(PRODUCT_BUNDLE_IDENTIFIER)".to_owned())));
        let entitlements = xml(text(&files, "App/App.entitlements"));
        assert!(entitlements.contains(&("string".to_owned(), "applinks:sparkle.localhost".to_owned())));
        assert!(entitlements.contains(&("key".to_owned(), "aps-environment".to_owned())));
        let strings = text(&files, "App/en.lproj/InfoPlist.strings");
        let shown = strings.split_once(" = \"").unwrap().1.strip_suffix("\";\n").unwrap();
        assert_eq!(unquoted(shown), name);
        assert!(text(&files, "README.txt").contains("NOT COMPILED"));
        for (path, size) in [
            ("AppIcon.appiconset/icon-1024.png", 1024),
            ("LaunchIcon.imageset/launch-120.png", 120),
            ("LaunchIcon.imageset/launch-240.png", 240),
            ("LaunchIcon.imageset/launch-360.png", 360),
        ] {
            // 2: no transparency, which the App Store rejects.
            let content = &files[&format!("App/Assets.xcassets/{path}")];
            assert_eq!(png(content), (size, size, 2), "{path}");
        }
        for (path, content) in files.iter().filter(|(path, _)| path.ends_with("Contents.json")) {
            let catalogue: Value = serde_json::from_slice(content).unwrap();
            for image in catalogue["images"].as_array().into_iter().flatten() {
                let folder = path.strip_suffix("Contents.json").unwrap();
                assert!(files.contains_key(&format!("{folder}{}", image["filename"].as_str().unwrap())));
            }
        }
    }
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn gradle_project_is_complete_for_any_name() {
    let demo = Demo::start().await;
    let owner = owner(&demo).await;
    for name in HOSTILE {
        let files = package(&owner, "android", name).await;
        check_nothing_is_left_open(&files, name);
        for (path, content) in files.iter().filter(|(path, _)| path.ends_with(".xml")) {
            assert!(xml(std::str::from_utf8(content).unwrap()).len() < 100, "{path}");
        }
        let build = text(&files, "app/build.gradle");
        assert!(
            build.contains("applicationId \"localhost.sparkle\"") && build.contains("namespace \"localhost.sparkle\"")
        );
        assert!(text(&files, "settings.gradle").contains("rootProject.name = \"localhost.sparkle\""));
        let manifest = text(&files, "app/src/main/AndroidManifest.xml");
        assert!(manifest.contains("android:host=\"sparkle.localhost\"") && manifest.contains("DelegationService"));
        let strings: BTreeMap<String, String> = xml(text(&files, "app/src/main/res/values/strings.xml"))
            .into_iter()
            .collect();
        assert_eq!(unquoted(&strings["app_name"]), name);
        let statements: Value = serde_json::from_str(&unquoted(&strings["asset_statements"])).unwrap();
        let origin = format!("http://sparkle.localhost:{}", demo.server.address.port());
        assert_eq!(statements[0]["target"]["site"], origin);
        assert_eq!(strings["start_url"], format!("{origin}/"));
        for (density, size) in [
            ("mdpi", 48),
            ("hdpi", 72),
            ("xhdpi", 96),
            ("xxhdpi", 144),
            ("xxxhdpi", 192),
        ] {
            let icon = |name: &str| png(&files[&format!("app/src/main/res/mipmap-{density}/{name}.png")]);
            assert_eq!(icon("ic_launcher"), (size, size, 2));
            let foreground = size * 108 / 48;
            assert_eq!(icon("ic_launcher_foreground"), (foreground, foreground, 2));
        }
    }
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_names_and_platforms_are_rejected() {
    let demo = Demo::start().await;
    let owner = owner(&demo).await;
    let long = "x".repeat(300);
    for name in [&long, "a%E2%80%AEb", "a%0Ab", "%20"] {
        let (status, answer) = owner
            .call(Method::GET, &format!("/packages/ios?name={name}"), None)
            .await;
        assert_eq!(
            (status, &answer["errorCode"]),
            (422, &json!("invalid_fields")),
            "{answer}"
        );
        assert!(answer["fields"]["name"].is_string(), "{answer}");
    }
    assert_eq!(owner.refused(Method::GET, "/packages/windows", None).await.0, 404);
    let stranger = Caller { token: None, ..owner };
    assert_eq!(stranger.refused(Method::GET, "/packages/ios", None).await.0, 401);
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn site_lists_its_apps_once_they_are_signed() {
    let demo = Demo::start().await;
    let owner = owner(&demo).await;
    let apple = "/.well-known/apple-app-site-association";
    let android = "/.well-known/assetlinks.json";
    let document = async |path: &str| -> Value {
        let answer = crate::support::get(demo.server.address, "sparkle.localhost", path, &[]).await;
        assert_eq!(
            (
                answer.status().as_u16(),
                answer.headers()["content-type"].to_str().unwrap()
            ),
            (200, "application/json")
        );
        answer.json().await.unwrap()
    };
    assert_eq!(document(apple).await["applinks"]["details"], json!([]));
    assert_eq!(document(android).await, json!([]));

    let settings = "/settings/packages";
    let fingerprint = vec!["aB"; 32].join(":");
    for (body, field) in [
        (json!({ "appleTeamId": "short" }), "appleTeamId"),
        (json!({ "androidFingerprints": ["AB:CD"] }), "androidFingerprints"),
    ] {
        let body = json!({ "version": "", "signers": body });
        let (status, answer) = owner.call(Method::POST, settings, Some(body)).await;
        assert_eq!(status, 422, "{answer}");
        assert!(answer["fields"][field].is_string(), "{answer}");
    }
    let read = owner.get(settings).await;
    let signers = json!({ "appleTeamId": "ABCDE12345", "androidFingerprints": [fingerprint] });
    let body = json!({ "version": read["version"], "signers": signers });
    let entered = owner.post(settings, body.clone()).await;
    assert_eq!(entered, owner.get(settings).await);
    assert_eq!(
        entered,
        owner.post(settings, body).await,
        "as if the answer had been lost"
    );
    let stale = json!({ "version": read["version"], "signers": {} });
    let refused = owner.refused(Method::POST, settings, Some(stale)).await;
    assert_eq!(refused, (409, "stale_revision".to_owned()));
    assert_eq!(entered, owner.get(settings).await);
    assert_eq!(
        (&entered["bundleId"], &entered["applicationId"]),
        (&json!("localhost.sparkle"), &json!("localhost.sparkle"))
    );

    let told = document(apple).await;
    assert_eq!(
        told["applinks"]["details"][0]["appIDs"],
        json!(["ABCDE12345.localhost.sparkle"])
    );
    assert_eq!(told["webcredentials"]["apps"], json!(["ABCDE12345.localhost.sparkle"]));
    let told = document(android).await;
    assert_eq!(told[0]["target"]["package_name"], "localhost.sparkle");
    let fingerprints = &told[0]["target"]["sha256_cert_fingerprints"];
    assert_eq!(fingerprints, &json!([fingerprint.to_ascii_uppercase()]));
    let project = package(&owner, "ios", "Sparkle").await;
    assert!(text(&project, "App.xcodeproj/project.pbxproj").contains("DEVELOPMENT_TEAM = \"ABCDE12345\""));
    let trail = owner.get("/admin/audit").await;
    assert!(trail.to_string().contains("package_signers_set"), "{trail}");

    let none = json!({ "version": entered["version"], "signers": {} });
    owner.post(settings, none).await;
    assert_eq!(document(android).await, json!([]));
    assert!(demo.server.stop().await);
}
