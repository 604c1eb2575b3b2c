//! Lifecycle of a site and its end.

use control_plane::serve::{DemoSource, Mode, Server};
use jiff::{SignedDuration, Timestamp};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Caller, Demo};
use crate::support::{Installation, failure, get, header, merchants};

/// The status and the place to which a page leads.
async fn page(demo: &Demo, host: &str, path: &str) -> (u16, String) {
    let answer = get(demo.server.address, host, path, &[("accept", "text/html")]).await;
    (answer.status().as_u16(), header(&answer, "location").to_owned())
}

/// The path of the demo's only site at the console.
async fn path_of(owner: &Caller) -> String {
    let listed = owner.get("/provider/sites?search=sparkle").await;
    format!("/provider/sites/{}", listed["items"][0]["id"].as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn old_subdomain_redirects_and_stays_reserved() {
    let demo = Demo::start().await;
    let owner = demo.owner("demo").await;
    let path = path_of(&owner).await;
    let password = demo.staff("demo").1;
    let rename = |to: &'static str| owner.post_to(&path, "rename", json!({ "subdomain": to, "password": password }));
    assert_eq!(rename("Sparkle Two").await["subdomain"], "sparkletwo");
    assert_eq!(
        rename("sparkletwo").await["subdomain"],
        "sparkletwo",
        "a second click changes nothing"
    );
    assert_eq!(page(&demo, "sparkletwo.localhost", "/").await.0, 200);
    let (status, place) = page(&demo, "sparkle.localhost", "/shop?a=b").await;
    assert_eq!(status, 308);
    assert!(
        place.starts_with("http://sparkletwo.localhost:") && place.ends_with("/shop?a=b"),
        "{place}"
    );
    // API requests aren't redirected: programs learn that the site isn't here.
    let call = get(
        demo.server.address,
        "sparkle.localhost",
        "/api/v1/system/site-config",
        &[],
    )
    .await;
    assert_eq!(call.status(), 404);

    let told = owner.get("/provider/subdomains/sparkle").await;
    assert_eq!(
        (&told["available"], &told["reason"]),
        (&json!(false), &json!("quarantined"))
    );
    let account = owner.get("/provider/accounts").await[0]["id"].clone();
    let body = json!({ "accountId": account, "subdomain": "sparkle", "template": "express_tunnel" });
    let refused = owner.refused(Method::POST, "/provider/sites", Some(body)).await;
    assert_eq!(refused, (409, "taken".to_owned()));

    assert_eq!(rename("sparkle").await["subdomain"], "sparkle", "it may go back");
    assert_eq!(page(&demo, "sparkle.localhost", "/").await.0, 200);
    assert!(
        page(&demo, "sparkletwo.localhost", "/")
            .await
            .1
            .starts_with("http://sparkle.localhost:")
    );
    let unconfirmed = Some(json!({ "subdomain": "tidal", "password": "Wrong-1234" }));
    let refused = owner
        .refused(Method::POST, &format!("{path}/rename"), unconfirmed)
        .await;
    assert_eq!(refused, (403, "wrong_password".to_owned()));
    let reserved = Some(json!({ "subdomain": "admin", "password": password }));
    let refused = owner.refused(Method::POST, &format!("{path}/rename"), reserved).await;
    assert_eq!(refused, (422, "invalid_fields".to_owned()));
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn demo_with_a_renamed_site_starts_again() {
    let demo = Demo::start().await;
    let owner = demo.owner("demo").await;
    let path = path_of(&owner).await;
    let body = json!({ "subdomain": "tidal", "password": demo.staff("demo").1 });
    owner.post_to(&path, "rename", body).await;
    assert!(demo.server.stop().await);
    let mode = Mode::Demo(DemoSource {
        merchants: demo.installation.dir.path().join("merchants"),
        web_build: demo._build.path().to_owned(),
    });
    let again = Server::start(demo.installation.config(), mode).await.unwrap();
    let page = get(again.address, "tidal.localhost", "/", &[("accept", "text/html")]).await;
    assert_eq!(page.status(), 200);
    assert!(again.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn suspended_site_returns_503_until_resumed() {
    let demo = Demo::start().await;
    let owner = demo.owner("demo").await;
    let path = path_of(&owner).await;
    let confirmed = json!({ "password": demo.staff("demo").1 });
    for _ in 0..2 {
        let suspended = owner.post_to(&path, "suspend", confirmed.clone()).await;
        assert_eq!(suspended["state"], "suspended");
    }
    let answer = get(
        demo.server.address,
        "sparkle.localhost",
        "/api/v1/system/site-config",
        &[],
    )
    .await;
    assert_eq!(answer.status(), 503);
    assert_eq!(answer.json::<Value>().await.unwrap()["errorCode"], "site_suspended");
    assert_eq!(owner.get("/provider/sites?state=suspended").await["count"], 1);
    for _ in 0..2 {
        assert_eq!(owner.post_to(&path, "resume", json!({})).await["state"], "active");
    }
    assert_eq!(page(&demo, "sparkle.localhost", "/").await.0, 200);
    let acts = owner.get("/provider/audit").await;
    let acts: Vec<_> = acts["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["action"].clone())
        .collect();
    assert_eq!(acts[..2], [json!("site.resume"), json!("site.suspend")], "each once");
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn site_has_a_custom_domain_and_a_pinned_build() {
    let demo = Demo::start().await;
    let owner = demo.owner("demo").await;
    let path = path_of(&owner).await;
    let (domain, pin) = (format!("{path}/domain"), format!("{path}/pin"));
    let put = |path: &str, body: Value| {
        let path = path.to_owned();
        let owner = &owner;
        async move { owner.done(Method::PUT, &path, Some(body)).await }
    };
    let named = |domain: Option<&str>| json!({ "domain": domain, "password": demo.staff("demo").1 });
    let changed = put(&domain, named(Some(" Wash.Sparkle.example. "))).await;
    assert_eq!(changed["customDomain"], "wash.sparkle.example");
    assert_eq!(changed["address"], "https://wash.sparkle.example");
    assert_eq!(page(&demo, "wash.sparkle.example", "/").await.0, 200);
    for bad in ["localhost", "https://a.example", "bluewave.localhost", "127.0.0.1"] {
        let refused = owner.refused(Method::PUT, &domain, Some(named(Some(bad)))).await;
        assert_eq!(refused, (422, "invalid_fields".to_owned()), "{bad}");
    }
    let account = owner.get("/provider/accounts").await[0]["id"].clone();
    let body = json!({ "accountId": account, "subdomain": "tidal", "template": "express_tunnel" });
    let other = owner.post("/provider/sites", body).await;
    let other = format!("/provider/sites/{}/domain", other["id"].as_str().unwrap());
    let same = Some(named(Some("wash.sparkle.example")));
    assert_eq!(
        owner.refused(Method::PUT, &other, same).await,
        (409, "taken".to_owned())
    );
    assert_eq!(put(&domain, named(None)).await["customDomain"], Value::Null);
    assert_eq!(page(&demo, "wash.sparkle.example", "/").await.0, 404);

    let to_build = |build: Option<&str>| json!({ "build": build, "password": demo.staff("demo").1 });
    let pinned = put(&pin, to_build(Some("1.5.1"))).await;
    assert_eq!(
        (&pinned["pinnedBuild"], &pinned["appVersion"]),
        (&json!("1.5.1"), &json!("1.5.1"))
    );
    for bad in ["9.9.9", "none"] {
        let refused = owner.refused(Method::PUT, &pin, Some(to_build(Some(bad)))).await;
        assert_eq!(refused, (422, "invalid_fields".to_owned()), "{bad}");
    }
    assert_eq!(put(&pin, to_build(None)).await["pinnedBuild"], Value::Null);
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn deletion_is_confirmed_undoable_and_finally_complete() {
    let demo = Demo::start().await;
    let owner = demo.owner("demo").await;
    let (operator, _) = demo.newcomer("demo", "operator").await;
    let path = path_of(&owner).await;
    let deletion = format!("{path}/deletion");
    let password = demo.staff("demo").1;
    let body =
        |subdomain: &str, days: u16| Some(json!({ "subdomain": subdomain, "graceDays": days, "password": password }));
    let refused = operator.refused(Method::POST, &deletion, body("sparkle", 30)).await;
    assert_eq!(refused, (403, "not_admin".to_owned()));
    for wrong in [body("sparkly", 30), body("", 30), body("sparkle", 366)] {
        let refused = owner.refused(Method::POST, &deletion, wrong).await;
        assert_eq!(refused, (422, "invalid_fields".to_owned()));
    }
    assert_eq!(
        owner.refused(Method::DELETE, &deletion, None).await,
        (409, "revoked".to_owned())
    );
    let by_default = json!({ "subdomain": "sparkle", "password": password });
    let deleting = owner.done(Method::POST, &deletion, Some(by_default)).await;
    assert_eq!(deleting["state"], "deleting");
    let until: Timestamp = deleting["deleteAfter"].as_str().unwrap().parse().unwrap();
    let grace = until.duration_since(demo.server.plane.now()).as_hours();
    assert!((719..=720).contains(&grace), "{grace}");
    assert_eq!(page(&demo, "sparkle.localhost", "/").await.0, 404);
    let told = owner.get("/provider/subdomains/sparkle").await;
    assert_eq!(told["reason"], "taken", "its name is kept for it");
    let confirmed = Some(json!({ "password": password }));
    let refused = owner.refused(Method::POST, &format!("{path}/suspend"), confirmed).await;
    assert_eq!(refused, (409, "in_progress".to_owned()));
    assert_eq!(owner.done(Method::DELETE, &deletion, None).await["state"], "active");
    assert_eq!(page(&demo, "sparkle.localhost", "/").await.0, 200);

    owner.done(Method::POST, &deletion, body("sparkle", 1)).await;
    let plane = &demo.server.plane;
    let id = path.rsplit('/').next().unwrap();
    control_plane::sites::remove_overdue(plane, demo.server.plane.now())
        .await
        .unwrap();
    assert!(plane.dir().sites().join(id).exists(), "its grace is not over");
    let tomorrow = demo.server.plane.now() + SignedDuration::from_hours(25);
    control_plane::sites::remove_overdue(plane, tomorrow).await.unwrap();
    assert!(!plane.dir().sites().join(id).exists());
    assert_eq!(
        plane.objects.list(&format!("sites/{id}")).await.unwrap(),
        Vec::<String>::new()
    );
    assert_eq!(owner.refused(Method::GET, &path, None).await.0, 404);
    assert_eq!(owner.refused(Method::DELETE, &deletion, None).await.0, 404);
    let told = owner.get("/provider/subdomains/sparkle").await;
    assert_eq!(told["reason"], "quarantined");
    assert!(demo.server.stop().await);
}

/// An unattended screen isn't enough to close a site or to run it on an old build.
#[tokio::test(flavor = "multi_thread")]
async fn sites_are_suspended_pinned_and_deleted_only_with_the_password() {
    let demo = Demo::start().await;
    let owner = demo.owner("demo").await;
    let path = path_of(&owner).await;
    let account = owner.get("/provider/accounts").await[0]["id"].clone();
    let site = path.rsplit('/').next().unwrap();
    let requests = [
        (Method::POST, format!("{path}/suspend"), json!({})),
        (Method::PUT, format!("{path}/pin"), json!({ "build": "1.5.1" })),
        (
            Method::POST,
            format!("{path}/deletion"),
            json!({ "subdomain": "sparkle" }),
        ),
        (
            Method::POST,
            format!("/provider/accounts/{}/grants", account.as_str().unwrap()),
            json!({ "siteId": site, "email": "eve@example.com" }),
        ),
    ];
    for (method, path, mut body) in requests {
        let refused = owner.refused(method.clone(), &path, Some(body.clone())).await;
        assert_eq!(refused, (400, "malformed".to_owned()), "{method} {path}");
        body["password"] = json!("Wrong-1234");
        let refused = owner.refused(method.clone(), &path, Some(body)).await;
        assert_eq!(refused, (403, "wrong_password".to_owned()), "{method} {path}");
    }
    let entry = owner.get(&path).await;
    assert_eq!(
        (&entry["state"], &entry["pinnedBuild"]),
        (&json!("active"), &Value::Null),
        "{entry}"
    );
    assert!(demo.server.stop().await);
}

#[test]
fn command_line_covers_the_site_lifecycle() {
    let installation = Installation::new();
    let account = installation.account();
    let from = merchants().join("sparkle");
    installation.json(&crate::support::create(&account, "sparkle", "demo", &from));
    let site = |words: &[&str]| installation.json(&[&["site"], words].concat());
    let fails = |words: &[&str]| failure(&installation.run(&[&["site"], words].concat()));
    assert_eq!(site(&["rename", "sparkle", "tidal"])["subdomain"], "tidal");
    assert!(fails(&["rename", "sparkle", "tidal"]).contains("no site"));
    assert_eq!(site(&["suspend", "tidal"])["state"], "suspended");
    assert_eq!(site(&["resume", "tidal"])["state"], "active");
    let claimed = site(&["domain", "tidal", "tidal.example"]);
    assert_eq!(claimed["domainClaim"]["recordName"], "_suds.tidal.example");
    let mut unproven = installation.suds();
    unproven.env("SUDS_DOMAIN_PROOF", "off");
    let set = unproven
        .args(["--json", "site", "domain", "tidal", "tidal.example"])
        .output();
    let set: Value = serde_json::from_slice(&set.unwrap().stdout).unwrap();
    assert_eq!(set["customDomain"], "tidal.example");
    assert!(fails(&["domain", "tidal", "tidal.localhost"]).contains("own"));
    assert_eq!(site(&["domain", "tidal", "--remove"])["customDomain"], Value::Null);
    assert!(fails(&["pin", "tidal", "1.5.1"]).contains("isn't published"));
    let build = crate::support::web_build("1.5.1");
    installation.json(&["build", "publish", build.path().to_str().unwrap()]);
    assert_eq!(site(&["pin", "tidal", "1.5.1"])["pinnedBuild"], "1.5.1");
    assert_eq!(site(&["pin", "tidal", "--remove"])["pinnedBuild"], Value::Null);
    assert!(fails(&["delete", "tidal", "--confirm", "sparkle"]).contains("tidal"));
    let deleting = site(&["delete", "tidal", "--confirm", "tidal", "--grace", "7"]);
    assert_eq!(deleting["state"], "deleting");
    let text = String::from_utf8(installation.run(&["site", "list"]).stdout).unwrap();
    assert!(text.contains("DELETE AFTER") && text.contains("deleting"), "{text}");
    assert_eq!(site(&["undelete", "tidal"])["state"], "active");
    assert!(fails(&["undelete", "tidal"]).contains("isn't being deleted"));
    let acts = installation.json(&["audit", "--limit", "5"]);
    let acts: Vec<_> = acts["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["action"].clone())
        .collect();
    assert_eq!(acts[..2], [json!("site.undelete"), json!("site.delete")]);

    // A running server removes overdue sites.
    let deleting = site(&["delete", "tidal", "--confirm", "tidal", "--grace", "0"]);
    let folder = installation
        .data_dir()
        .join("sites")
        .join(deleting["id"].as_str().unwrap());
    let _server = installation.serve();
    for _ in 0..100 {
        if !folder.exists() && installation.json(&["site", "list"]) == json!([]) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("the site is still there");
}
