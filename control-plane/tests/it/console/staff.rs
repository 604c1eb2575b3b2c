//! Staff: login, roles, and what each environment sees.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Demo, PASSWORD};
use crate::support::{Installation, failure};

#[tokio::test(flavor = "multi_thread")]
async fn failed_logins_look_alike_and_wait() {
    let demo = Demo::start().await;
    let caller = demo.caller();
    let (known, password) = demo.staff("demo");
    for (environment, email) in [
        ("demo", known),
        ("demo", "nobody@demo.example"),
        ("nowhere", known),
        ("prod", known),
    ] {
        for _ in 0..5 {
            let (status, answer) = caller.log_in(environment, email, "wrong").await;
            assert_eq!(
                (status, &answer["errorCode"]),
                (401, &json!("wrong_credentials")),
                "{answer}"
            );
            assert_eq!(answer["errorMessage"], "Failed to log in.");
        }
        let (status, answer) = caller.log_in(environment, email, "wrong").await;
        assert_eq!(
            (status, &answer["errorCode"]),
            (429, &json!("rate_limited")),
            "{answer}"
        );
    }
    // The correct one has to wait too, and then works.
    assert_eq!(caller.log_in("demo", known, password).await.0, 429);
    tokio::time::sleep(std::time::Duration::from_millis(2100)).await;
    let owner = demo.owner("demo").await;
    let trail = owner.get("/provider/audit").await;
    let acts: Vec<_> = trail["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["action"])
        .collect();
    assert!(
        acts.contains(&&json!("staff.guess")) && acts.contains(&&json!("staff.log_in")),
        "{trail}"
    );
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn owners_manage_staff_immediately() {
    let demo = Demo::start().await;
    let owner = demo.owner("demo").await;
    let (operator, member) = demo.newcomer("demo", "operator").await;
    assert_eq!(operator.get("/provider/me").await, member);
    let path = format!("/provider/staff/{}", member["id"].as_str().unwrap());
    let password = demo.staff("demo").1;

    let taken = json!({ "email": "Operator@provider.EXAMPLE", "role": "viewer", "password": password });
    let refused = owner.refused(Method::POST, "/provider/staff", Some(taken)).await;
    assert_eq!(refused, (409, "taken".to_owned()));
    let no_address = json!({ "email": "operator", "role": "viewer", "password": password });
    let refused = owner.refused(Method::POST, "/provider/staff", Some(no_address)).await;
    assert_eq!(refused, (422, "invalid_fields".to_owned()));

    // The only owner stays one.
    let own = owner.get("/provider/me").await;
    let own_path = format!("/provider/staff/{}", own["id"].as_str().unwrap());
    let role = |role: &str, password: &str| Some(json!({ "role": role, "password": password }));
    let refused = owner.refused(Method::PATCH, &own_path, role("viewer", password)).await;
    assert_eq!(refused, (409, "last_owner".to_owned()));
    let confirmed = |password: &str| Some(json!({ "password": password }));
    let refused = owner.refused(Method::DELETE, &own_path, confirmed(password)).await;
    assert_eq!(refused, (409, "last_owner".to_owned()));

    owner.done(Method::PATCH, &path, role("owner", password)).await;
    operator.done(Method::PATCH, &own_path, role("viewer", PASSWORD)).await;
    let refused = owner.refused(Method::DELETE, &path, None).await;
    assert_eq!(refused.0, 403, "a viewer decides nothing");

    operator.done(Method::PATCH, &own_path, role("owner", PASSWORD)).await;
    let left = owner.done(Method::DELETE, &path, confirmed(password)).await;
    assert_eq!(left.as_array().unwrap().len(), 1, "{left}");
    let refused = operator.refused(Method::GET, "/provider/me", None).await;
    assert_eq!(refused, (401, "invalid_token".to_owned()));
    assert!(demo.server.stop().await);
}

/// An unattended screen isn't enough to get into the console, or to let someone else in.
#[tokio::test(flavor = "multi_thread")]
async fn access_to_the_console_changes_only_with_the_password() {
    let demo = Demo::start().await;
    let owner = demo.owner("demo").await;
    let (_, member) = demo.newcomer("demo", "viewer").await;
    let path = format!("/provider/staff/{}", member["id"].as_str().unwrap());
    let requests = [
        (
            Method::POST,
            "/provider/staff".to_owned(),
            json!({ "email": "eve@provider.example", "role": "owner" }),
        ),
        (Method::PATCH, path.clone(), json!({ "role": "owner" })),
        (Method::DELETE, path.clone(), json!({})),
        (Method::POST, format!("{path}/password"), json!({})),
        (Method::DELETE, format!("{path}/second-factors"), json!({})),
    ];
    for (method, path, body) in requests {
        let refused = owner.refused(method.clone(), &path, Some(body.clone())).await;
        assert_eq!(refused, (400, "malformed".to_owned()), "{method} {path}");
        let mut body = body;
        body["password"] = json!("Wrong-1234");
        let refused = owner.refused(method.clone(), &path, Some(body.clone())).await;
        assert_eq!(refused, (403, "wrong_password".to_owned()), "{method} {path}");
    }
    let staff = owner.get("/provider/staff").await;
    let staff = staff.as_array().unwrap();
    assert_eq!(staff.len(), 2, "{staff:?}");
    let stays = |one: &Value| one["id"] == member["id"] && one["role"] == "viewer";
    assert!(staff.iter().any(stays), "{staff:?}");
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn new_password_ends_earlier_sessions() {
    let demo = Demo::start().await;
    let (first, member) = demo.newcomer("demo", "viewer").await;
    let owner = demo.owner("demo").await;
    let reset = format!("/provider/staff/{}/password", member["id"].as_str().unwrap());
    let issued = owner.post(&reset, json!({ "password": demo.staff("demo").1 })).await;
    assert_eq!(first.refused(Method::GET, "/provider/me", None).await.0, 401);

    let password = issued["password"].as_str().unwrap();
    let email = member["email"].as_str().unwrap();
    assert_eq!(issued["member"]["mustChangePassword"], true, "{issued}");
    let first = demo.caller().logged_in("demo", email, password).await;
    let second = demo.caller().logged_in("demo", email, password).await;
    let change = |current: &str, new: &str| Some(json!({ "currentPassword": current, "newPassword": new }));
    let path = "/provider/me/password";
    let refused = first.refused(Method::POST, path, change("wrong", "Bubbles-42")).await;
    assert_eq!(refused, (403, "wrong_password".to_owned()));
    for bad in ["short", password] {
        let refused = first.refused(Method::POST, path, change(password, bad)).await;
        assert_eq!(refused, (422, "invalid_fields".to_owned()), "{bad}");
    }
    let refused = first.refused(Method::GET, "/provider/staff", None).await;
    assert_eq!(refused, (403, "password_change_required".to_owned()));
    first.done(Method::POST, path, change(password, "Bubbles-42")).await;
    assert_eq!(first.get("/provider/me").await["mustChangePassword"], false);
    first.get("/provider/staff").await;
    assert_eq!(second.refused(Method::GET, "/provider/me", None).await.0, 401);
    assert_eq!(demo.caller().log_in("demo", email, password).await.0, 401);
    let second = demo.caller().logged_in("demo", email, "Bubbles-42").await;
    second.post("/provider/logout", json!({})).await;
    assert_eq!(second.refused(Method::GET, "/provider/me", None).await.0, 401);
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn environments_are_isolated() {
    let demo = Demo::start().await;
    let (_, member) = demo.newcomer("dev", "viewer").await;
    let (dev, other) = (demo.owner("dev").await, demo.owner("demo").await);
    assert_eq!(dev.get("/provider/staff").await.as_array().unwrap().len(), 2);
    assert_eq!(other.get("/provider/staff").await.as_array().unwrap().len(), 1);
    let path = format!("/provider/staff/{}", member["id"].as_str().unwrap());
    let confirmed = json!({ "password": demo.staff("demo").1 });
    let refused = other.refused(Method::DELETE, &path, Some(confirmed)).await;
    assert_eq!(refused, (404, "not_found".to_owned()));

    let seen = |trail: &Value| -> Vec<String> {
        let rows = trail["items"].as_array().unwrap().iter();
        let mut seen: Vec<String> = rows
            .filter_map(|row| row["environment"].as_str().map(str::to_owned))
            .collect();
        seen.dedup();
        seen
    };
    assert_eq!(seen(&dev.get("/provider/audit").await), ["dev"]);
    assert_eq!(seen(&other.get("/provider/audit").await), ["demo"]);
    // All pages together are the whole list.
    let all = dev.get("/provider/audit?limit=200").await["items"]
        .as_array()
        .unwrap()
        .len();
    let (mut count, mut cursor) = (0, String::new());
    loop {
        let page = dev.get(&format!("/provider/audit?limit=2{cursor}")).await;
        count += page["items"].as_array().unwrap().len();
        let Some(next) = page["nextCursor"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(count, all);
    assert!(demo.server.stop().await);
}

#[test]
fn command_line_manages_staff() {
    let installation = Installation::new();
    let words = |verb: &str, more: &[&str]| {
        let mut words = vec!["staff", verb, "--environment", "dev"];
        words.extend(more);
        words.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let run = |verb: &str, more: &[&str]| {
        let words = words(verb, more);
        installation.json(&words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let email = "ann@provider.example";
    let made = run("create", &["--email", email, "--role", "owner"]);
    assert_eq!(made["password"].as_str().unwrap().len(), 19, "{made}");
    assert_eq!(run("show", &[email]), made["member"]);
    assert_eq!(run("list", &[]), json!([made["member"]]));
    assert_ne!(run("reset-password", &[email])["password"], made["password"]);
    let last = installation.run(&["staff", "remove", "--environment", "dev", email]);
    assert!(failure(&last).contains("only owner"));
    run("create", &["--email", "bob@provider.example", "--role", "viewer"]);
    assert_eq!(run("role", &["bob@provider.example", "owner"])["role"], "owner");
    assert_eq!(run("remove", &[email]).as_array().unwrap().len(), 1);
    let nobody = installation.run(&["staff", "show", "--environment", "dev", email]);
    assert!(failure(&nobody).contains("no staff member"));

    let trail = installation.json(&["audit", "--environment", "dev", "--actor", "cli"]);
    let acts: Vec<_> = trail["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["action"].as_str().unwrap())
        .collect();
    assert_eq!(
        acts,
        [
            "staff.remove",
            "staff.role",
            "staff.create",
            "staff.reset_password",
            "staff.create"
        ]
    );
    let text = String::from_utf8(installation.run(&["audit"]).stdout).unwrap();
    assert!(text.starts_with("TIME"), "{text}");
}
