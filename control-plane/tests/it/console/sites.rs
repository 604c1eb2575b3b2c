//! Accounts and sites, made and looked up at the console.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use super::{Caller, Demo};
use crate::support::{failure, get, header};

impl Demo {
    /// An account of the installation.
    async fn account(&self, owner: &Caller) -> String {
        let made = owner
            .post(
                "/provider/accounts",
                json!({ "companyName": "Blue Wave", "hsAccountId": "hs-7" }),
            )
            .await;
        made["id"].as_str().unwrap().to_owned()
    }

    /// The newest captured email of a type; waits for it.
    pub(super) async fn mail(&self, kind: &str) -> String {
        let folder = self.server.plane.dir().mail();
        for _ in 0..100 {
            let mut mails: Vec<_> = std::fs::read_dir(&folder)
                .unwrap()
                .map(|mail| mail.unwrap().path())
                .collect();
            mails.sort();
            let texts = mails
                .into_iter()
                .rev()
                .map(|path| std::fs::read_to_string(path).unwrap());
            let wanted = format!("X-Suds-Kind: {kind}");
            if let Some(found) = texts.into_iter().find(|text| text.contains(&wanted)) {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("no mail of the kind {kind}")
    }
}

fn site(account: &str, subdomain: &str) -> Value {
    json!({ "accountId": account, "subdomain": subdomain, "template": "express_tunnel", "ownerEmail": "olive.owens@example.com" })
}

#[tokio::test(flavor = "multi_thread")]
async fn site_is_created_in_the_console_and_its_owner_invited() {
    let demo = Demo::start().await;
    let (operator, _) = demo.newcomer("demo", "operator").await;
    let account = demo.account(&operator).await;
    let taken = json!({ "companyName": "Another", "hsAccountId": "hs-7" });
    let refused = operator.refused(Method::POST, "/provider/accounts", Some(taken)).await;
    assert_eq!(refused, (409, "taken".to_owned()));
    let nameless = Some(json!({ "companyName": " " }));
    let refused = operator.refused(Method::POST, "/provider/accounts", nameless).await;
    assert_eq!(refused, (422, "invalid_fields".to_owned()));

    let free = operator.get("/provider/subdomains/Blue%20Wave!").await;
    assert_eq!(
        free,
        json!({ "subdomain": "bluewave", "available": true, "reason": null })
    );
    let made = operator.post("/provider/sites", site(&account, " Blue Wave ")).await;
    assert_eq!(made["subdomain"], "bluewave");
    assert_eq!(
        (&made["state"], &made["environment"]),
        (&json!("active"), &json!("demo"))
    );
    assert_eq!(made["account"], json!({ "id": account, "companyName": "Blue Wave" }));
    assert_eq!(made["appVersion"], "1.5.1");
    assert!(
        made["address"]
            .as_str()
            .unwrap()
            .starts_with("http://bluewave.localhost:")
    );
    let path = format!("/provider/sites/{}", made["id"].as_str().unwrap());
    assert_eq!(operator.get(&path).await, made);

    // Live at once, and by a double click made once.
    let live = get(
        demo.server.address,
        "bluewave.localhost",
        "/api/v1/system/site-config",
        &[],
    )
    .await;
    assert_eq!(live.status(), 200);
    let refused = operator
        .refused(Method::POST, "/provider/sites", Some(site(&account, "bluewave")))
        .await;
    assert_eq!(refused, (409, "taken".to_owned()));
    let reasons = [("bluewave", "taken"), ("admin", "reserved"), ("a", "malformed")];
    for (name, reason) in reasons {
        let told = operator.get(&format!("/provider/subdomains/{name}")).await;
        assert_eq!(
            (&told["available"], &told["reason"]),
            (&json!(false), &json!(reason)),
            "{name}"
        );
    }
    for (field, value) in [
        ("country", "XX"),
        ("timeZone", "Mars/Base"),
        ("currency", "dollars"),
        ("subdomain", "admin"),
        ("ownerEmail", "nobody"),
        ("accountId", "00000000-0000-4000-8000-000000000000"),
    ] {
        let mut body = site(&account, "other");
        body[field] = json!(value);
        let (status, answer) = operator.call(Method::POST, "/provider/sites", Some(body)).await;
        assert_eq!(
            (status, &answer["errorCode"]),
            (422, &json!("invalid_fields")),
            "{field}: {answer}"
        );
        assert!(answer["fields"][field].is_string(), "{field}: {answer}");
    }

    // Other staff see nothing of it; accounts are shared, without their sites.
    let dev = demo.owner("dev").await;
    assert_eq!(dev.refused(Method::GET, &path, None).await.0, 404);
    assert_eq!(dev.get("/provider/sites?search=bluewave").await["count"], 0);
    let account = format!("/provider/accounts/{account}");
    assert_eq!(dev.get(&account).await["sites"], 0);
    assert_eq!(operator.get(&account).await["sites"], 1);
    let found = operator.get("/provider/accounts?search=WAVE").await;
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");

    let mail = demo.mail("owner_invitation").await;
    for expected in [
        "olive.owens@example.com",
        "bluewave.localhost",
        "From: Suds <no-reply@localhost>",
        "Blue Wave",
    ] {
        assert!(mail.contains(expected), "{expected}: {mail}");
    }
    assert!(!mail.contains("Sparkle"), "{mail}");
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_sites_with_the_same_name_is_created() {
    let demo = Demo::start().await;
    let owner = demo.owner("demo").await;
    let account = demo.account(&owner).await;
    let folders = || std::fs::read_dir(demo.server.plane.dir().sites()).unwrap().count();
    let before = folders();
    let racers = (0..32).map(|_| owner.call(Method::POST, "/provider/sites", Some(site(&account, "tidal"))));
    let answers = futures_util::future::join_all(racers).await;
    let (made, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|(status, _)| *status == 200);
    assert_eq!(made.len(), 1, "{made:?}");
    for (status, answer) in refused {
        assert_eq!((status, &answer["errorCode"]), (409, &json!("taken")), "{answer}");
    }
    let listed = owner.get("/provider/sites?search=tidal").await;
    assert_eq!(listed["count"], 1, "{listed}");
    assert_eq!(folders(), before + 1);
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn site_lists_are_searched_and_paginated() {
    let demo = Demo::start().await;
    let owner = demo.owner("demo").await;
    let account = demo.account(&owner).await;
    for name in ["alpha", "beta", "gamma"] {
        let body = json!({ "hsAccountId": "hs-7", "subdomain": name, "template": "express_tunnel" });
        owner.post("/provider/sites", body).await;
    }
    let names = |page: &Value| -> Vec<String> {
        let items = page["items"].as_array().unwrap().iter();
        items
            .map(|site| site["subdomain"].as_str().unwrap().to_owned())
            .collect()
    };
    let first = owner.get("/provider/sites?limit=2").await;
    assert_eq!(
        (names(&first), &first["count"]),
        (vec!["alpha".to_owned(), "beta".to_owned()], &json!(4))
    );
    let rest = format!(
        "/provider/sites?limit=2&cursor={}",
        first["nextCursor"].as_str().unwrap()
    );
    let rest = owner.get(&rest).await;
    assert_eq!(
        (names(&rest), &rest["nextCursor"]),
        (vec!["gamma".to_owned(), "sparkle".to_owned()], &Value::Null)
    );
    assert_eq!(names(&owner.get("/provider/sites?search=ALPH").await), ["alpha"]);
    assert_eq!(
        names(&owner.get("/provider/sites?search=%25").await),
        [""; 0],
        "no wild card"
    );
    let of_account = owner.get(&format!("/provider/sites?account={account}")).await;
    assert_eq!(names(&of_account), ["alpha", "beta", "gamma"]);
    assert_eq!(owner.get("/provider/sites?state=suspended").await["count"], 0);
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn templates_are_listed_with_their_images() {
    let demo = Demo::start().await;
    let (viewer, _) = demo.newcomer("demo", "viewer").await;
    let templates = viewer.get("/provider/templates").await;
    let names: Vec<&str> = templates
        .as_array()
        .unwrap()
        .iter()
        .map(|template| template["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "express_tunnel",
            "full_service",
            "hand_wash",
            "detailing",
            "self_serve",
            "blank"
        ]
    );
    let tunnel = &templates[0];
    assert_eq!(tunnel["tones"]["brand"], "#0b6e99");
    assert_eq!(templates[5]["picture"], Value::Null);
    let path = tunnel["picture"].as_str().unwrap();
    let picture = get(demo.server.address, "console.localhost", path, &[]).await;
    assert_eq!(
        (picture.status().as_u16(), header(&picture, "content-type")),
        (200, "image/svg+xml")
    );
    for none in [
        "/templates/express_tunnel/images/..%2fexpress_tunnel.json",
        "/templates/sparkle/images/logo.svg",
        "/templates/blank/images/blank.svg",
    ] {
        let answer = get(demo.server.address, "console.localhost", none, &[]).await;
        assert_eq!(answer.status(), 404, "{none}");
    }
    assert_eq!(
        get(demo.server.address, "sparkle.localhost", path, &[]).await.status(),
        404
    );
    assert!(demo.server.stop().await);
}

#[test]
fn command_line_invites_an_owner_and_grants_accounts() {
    let installation = crate::support::Installation::new();
    let account = installation.account();
    let from = crate::support::merchants().join("sparkle");
    let mut words = crate::support::create(&account, "sparkle", "demo", &from);
    words.extend(["--owner", "nobody"]);
    assert!(failure(&installation.run(&words)).contains("email"));
    *words.last_mut().unwrap() = "olive@example.com";
    installation.json(&words);
    let grants = installation.json(&["account", "grants", &account]);
    assert_eq!(grants[0]["email"], "olive@example.com", "{grants}");
    let words = |verb| {
        [
            "account",
            verb,
            &*account,
            "--site",
            "sparkle",
            "--email",
            "bob@example.com",
        ]
    };
    assert_eq!(installation.json(&words("grant")).as_array().unwrap().len(), 2);
    let text = String::from_utf8(installation.run(&["account", "grants", &account]).stdout).unwrap();
    assert!(text.starts_with("EMAIL") && text.contains("bob@example.com"), "{text}");
    assert_eq!(installation.json(&words("revoke")), grants);
}
