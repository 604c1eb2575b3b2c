//! Environments, builds and rollouts at the console.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use super::{CONSOLE, Caller, Demo, PASSWORD, SITE};
use crate::rollouts::insert_sites;
use crate::support::{http, web_build};

impl Demo {
    async fn publish(&self, version: &str) {
        let folder = control_plane::builds::read_folder(web_build(version).path()).unwrap();
        let refuse = control_plane::builds::Republish::Refuse;
        control_plane::builds::publish(&self.server.plane, &folder, refuse, "test")
            .await
            .unwrap();
    }
}

impl Caller {
    async fn environment(&self, name: &str) -> Value {
        let all = self.get("/provider/environments").await;
        let found = all.as_array().unwrap().iter().find(|row| row["name"] == name);
        found.unwrap().clone()
    }

    /// A rollout once it is in `state`.
    async fn rollout_in(&self, state: &str, id: &str) -> Value {
        for _ in 0..100 {
            let rollout = self.get(&format!("/provider/rollouts/{id}")).await;
            if rollout["state"] == state {
                return rollout;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!(
            "the rollout is never {state}: {}",
            self.get(&format!("/provider/rollouts/{id}")).await
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn environment_moves_to_a_newer_build_and_back() {
    let demo = Demo::start().await;
    let owner = demo.owner("demo").await;
    let (viewer, _) = demo.newcomer("demo", "viewer").await;
    let before = owner.environment("demo").await;
    assert_eq!((&before["isOwn"], &before["sites"]), (&json!(true), &json!(1)));
    assert_eq!(
        (&before["appVersion"], &before["canUpdateApp"]),
        (&json!("1.5.1"), &json!(false))
    );
    demo.publish("1.10.0").await;
    let offered = owner.environment("demo").await;
    assert_eq!(
        (&offered["buildVersion"], &offered["canUpdateApp"]),
        (&json!("1.10.0"), &json!(true))
    );
    assert_eq!(
        owner.environment("prod").await["canUpdateApp"],
        false,
        "it is another's"
    );
    assert_eq!(viewer.environment("demo").await["canUpdateApp"], false);
    assert_eq!(owner.get("/provider/schema-versions").await, json!(["1.1.0", "1.0.0"]));

    let set = async |version: &str| {
        let body = Some(json!({ "appVersion": version }));
        owner.call(Method::PUT, "/system/app-version", body).await
    };
    let (status, answer) = set("1.5.1").await;
    assert_eq!((status, &answer["errorCode"]), (409, &json!("not_newer")), "{answer}");
    for unknown in ["1.9.0", "../1", ""] {
        let (status, answer) = set(unknown).await;
        assert_eq!((status, &answer["errorCode"]), (404, &json!("not_found")), "{answer}");
        assert!(answer["fields"]["appVersion"].is_string(), "{answer}");
    }
    let schema = Some(json!({ "siteConfig": "1.1.0" }));
    let refused = owner.refused(Method::PUT, "/system/site-config", schema).await;
    assert_eq!(refused, (409, "not_newer".to_owned()));

    let (status, answer) = set("1.10.0").await;
    assert_eq!(status, 200, "{answer}");
    let id = answer["resultData"]["id"].as_str().unwrap().to_owned();
    let (status, again) = set("1.10.0").await;
    assert_eq!(
        (status, &again["errorCode"]),
        (409, &json!("rollout_under_way")),
        "{again}"
    );
    assert!(again["errorMessage"].as_str().unwrap().contains(&id), "{again}");
    let site = demo.at_site().await;
    for _ in 0..100 {
        if owner.environment("demo").await["appVersion"] == "1.10.0" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(site.get("/system/app-version").await["appVersion"], "1.10.0");
    assert_eq!(site.get("/system/site-config").await["schemaVersion"], "1.1.0");
    let builds = owner.get("/provider/builds").await;
    assert_eq!(
        (&builds[0]["version"], &builds[0]["sites"]),
        (&json!("1.10.0"), &json!(1))
    );
    assert_eq!(
        (&builds[0]["isNewest"], &builds[0]["retainedUntil"]),
        (&json!(true), &Value::Null)
    );
    // It is being watched; the way back is one call, and a second press of the button changes nothing.
    let back = format!("/provider/rollouts/{id}/rollback");
    let unconfirmed = Some(json!({ "password": "Wrong-1234" }));
    let refused = owner.refused(Method::POST, &back, unconfirmed).await;
    assert_eq!(refused, (403, "wrong_password".to_owned()));
    let confirmed = json!({ "password": demo.staff("demo").1 });
    for _ in 0..2 {
        assert_eq!(owner.post(&back, confirmed.clone()).await["state"], "rolled_back");
    }
    assert_eq!(site.get("/system/app-version").await["appVersion"], "1.5.1");
    let resume = format!("/provider/rollouts/{id}/resume");
    let over = owner.refused(Method::POST, &resume, None).await;
    assert_eq!(over, (409, "rollout_over".to_owned()));
    assert!(demo.server.stop().await);
}

/// 120 sites are three batches. Each reloads its own sites only.
#[tokio::test(flavor = "multi_thread")]
async fn rollout_keeps_the_directory_of_hosts() {
    let demo = Demo::start().await;
    let owner = demo.owner("demo").await;
    insert_sites(&demo.server.plane, ("demo", "wash"), 120).await;
    demo.publish("1.10.0").await;
    let site = demo.at_site().await;
    assert_eq!(site.get("/system/app-version").await["appVersion"], "1.5.1");
    let directory = &demo.server.runtime.directory;
    let before = directory.generation();
    let body = json!({ "kind": "app", "target": "1.10.0", "waves": ["all"], "waitSeconds": 0 });
    let rollout = owner.post("/provider/rollouts", body).await;
    owner.rollout_in("done", rollout["id"].as_str().unwrap()).await;
    assert_eq!(directory.generation(), before);
    assert_eq!(site.get("/system/app-version").await["appVersion"], "1.10.0");
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn rollout_is_held_when_browsers_report_crashes() {
    let demo = Demo::start().await;
    let (operator, member) = demo.newcomer("demo", "operator").await;
    let elsewhere = demo.owner("dev").await;
    demo.publish("1.10.0").await;
    let body = json!({ "kind": "app", "target": "1.10.0", "waves": ["canary", "all"], "waitSeconds": 3600 });
    let rollout = operator.post("/provider/rollouts", body).await;
    assert_eq!(rollout["startedBy"], member["id"]);
    assert_eq!(rollout["startedByEmail"], member["email"]);
    let id = rollout["id"].as_str().unwrap();

    let url = format!("http://{}/api/v1/provider/rollouts/{id}/events", demo.server.address);
    let request = http().build().unwrap().get(url).header("host", CONSOLE);
    let mut events = request
        .bearer_auth(operator.token.clone().unwrap())
        .send()
        .await
        .unwrap();
    assert_eq!(events.headers()["content-type"], "text/event-stream");
    let mut next = async || {
        let chunk = tokio::time::timeout(Duration::from_secs(20), events.chunk())
            .await
            .unwrap();
        let text = String::from_utf8(chunk.unwrap().unwrap().to_vec()).unwrap();
        let data = text
            .lines()
            .find_map(|line| line.strip_prefix("data: "))
            .unwrap_or_default();
        assert!(text.contains("event: progress"), "{text}");
        serde_json::from_str::<Value>(data).unwrap()
    };
    assert_eq!(next().await["id"], id);

    let site = demo.at_site().await;
    operator.rollout_in("running", id).await;
    for _ in 0..100 {
        if site.get("/system/app-version").await["appVersion"] == "1.10.0" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let report = async |last: u8, pages: bool| {
        let from = std::net::IpAddr::from([127, 0, 0, last]);
        let client = http().local_address(from).build().unwrap();
        let origin = format!("http://{}", demo.server.address);
        if pages {
            let page = client.get(&origin).header("host", SITE).send().await.unwrap();
            assert_eq!(page.status(), 200);
        }
        let crash = json!({ "error": "TypeError", "stack": "" });
        let sent = client
            .post(format!("{origin}/api/v1/users/errors"))
            .header("host", SITE);
        assert_eq!(sent.json(&crash).send().await.unwrap().status(), 200);
    };
    // Strangers who never loaded a page, and one visitor with a script.
    for last in 10..20 {
        report(last, false).await;
    }
    for _ in 0..8 {
        report(2, true).await;
    }
    control_plane::health::keep(&demo.server.plane).await.unwrap();
    let builds = operator.get("/provider/builds").await;
    assert_eq!(builds[0]["crashes"], 1, "{builds}");
    for last in 3..6 {
        report(last, true).await;
    }
    // Requests that went well before the crashes make them rarer, but not rare.
    let held = operator.rollout_in("held", id).await;
    let reason = held["reason"].as_str().unwrap();
    assert!(
        reason.contains(" crashes in ") && reason.contains(" on sparkle, reported by "),
        "{held}"
    );
    while next().await["state"] != "held" {}

    assert_eq!(
        elsewhere.get(&format!("/provider/rollouts/{id}")).await["id"],
        id,
        "staff see all"
    );
    let back = format!("/provider/rollouts/{id}/rollback");
    let theirs = json!({ "password": demo.staff("dev").1 });
    let refused = elsewhere.refused(Method::POST, &back, Some(theirs)).await;
    assert_eq!(refused, (403, "not_admin".to_owned()));
    let builds = operator.get("/provider/builds").await;
    // The last of them may not have been written down when the first three held the rollout.
    assert!(builds[0]["crashes"].as_i64().unwrap() >= 3, "{builds}");
    operator.post(&back, json!({ "password": PASSWORD })).await;
    while next().await["state"] != "rolled_back" {}
    assert_eq!(site.get("/system/app-version").await["appVersion"], "1.5.1");

    let sites = operator.get(&format!("/provider/rollouts/{id}/sites?limit=1")).await;
    assert_eq!(sites["items"][0]["subdomain"], "sparkle");
    assert_eq!(sites["items"][0]["state"], "rolled_back");
    let own = operator
        .get("/provider/rollouts?environment=demo&state=rolled_back")
        .await;
    assert_eq!(own["items"][0]["id"], id);
    let trail = operator.get(&format!("/provider/audit?subject={id}")).await;
    let acts: Vec<_> = trail["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["action"].as_str().unwrap())
        .collect();
    assert_eq!(acts, ["rollout.rollback", "rollout.hold", "rollout.start"]);
    let stray = json!({ "kind": "app", "target": "1.10.0", "sites": ["nobody"] });
    let refused = operator.call(Method::POST, "/provider/rollouts", Some(stray)).await;
    assert_eq!(
        (refused.0, refused.1["fields"]["sites"].is_string()),
        (422, true),
        "{}",
        refused.1
    );
    assert!(demo.server.stop().await, "nobody who follows keeps it from stopping");
}
