use serde_json::Value;

use crate::support::{Installation, create, failure, merchants, web_build};

#[test]
fn rollouts_are_started_followed_and_rolled_back() {
    let installation = Installation::new();
    for version in ["1.5.1", "1.6.0"] {
        installation.json(&["build", "publish", web_build(version).path().to_str().unwrap()]);
    }
    assert_eq!(installation.json(&["build", "show", "1.6.0"])["version"], "1.6.0");
    assert!(failure(&installation.run(&["build", "show", "1.7.0"])).contains("isn't published"));
    assert_eq!(installation.json(&["build", "prune"]), Value::Array(Vec::new()));
    let account = installation.account();
    installation.json(&create(&account, "sparkle", "dev", &merchants().join("sparkle")));

    let start = |more: &[&'static str]| [&["rollout", "start", "--environment", "dev", "--to", "1.6.0"], more].concat();
    let begun = installation.json(&start(&[]));
    let id = begun["id"].as_str().unwrap();
    assert_eq!(
        (&begun["state"], &begun["waves"][0]["moved"]),
        (&Value::from("running"), &Value::from(1))
    );
    let refused = failure(&installation.run(&start(&[])));
    assert!(refused.contains(id), "{refused}");
    let refused = failure(&installation.run(&["environment", "run", "dev", "1.6.0"]));
    assert!(refused.contains("in progress"), "{refused}");
    assert_eq!(installation.json(&["rollout", "status"])["items"][0]["id"], id);
    assert_eq!(
        installation.json(&["rollout", "status", "prod"])["items"],
        Value::Array(Vec::new())
    );
    assert_eq!(installation.json(&["rollout", "show", id]), begun);
    assert_eq!(installation.json(&["rollout", "pause", id])["state"], "paused");
    assert_eq!(
        installation.json(&["rollout", "follow", id])["state"],
        "paused",
        "it has stopped"
    );
    assert_eq!(installation.json(&["rollout", "resume", id])["state"], "running");
    let sites = installation.json(&["rollout", "sites", id, "--state", "moved"]);
    assert_eq!(
        (&sites[0]["subdomain"], &sites[0]["from"]),
        (&"sparkle".into(), &"1.5.1".into())
    );
    assert_eq!(installation.json(&["rollout", "rollback", id])["state"], "rolled_back");
    assert!(failure(&installation.run(&["rollout", "pause", id])).contains("isn't possible"));

    let followed = installation.json(&start(&["--wait", "0", "--wave", "all", "--follow"]));
    assert_eq!(followed["state"], "done");
    let environments = installation.json(&["environment", "list"]);
    let dev = environments
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["name"] == "dev")
        .unwrap();
    assert_eq!(dev["appVersion"], "1.6.0");
    let first = installation.json(&["rollout", "list", "--environment", "dev", "--limit", "1"]);
    assert_eq!(first["items"][0]["id"], followed["id"]);
    let cursor = first["nextCursor"].as_str().unwrap();
    let second = installation.json(&["rollout", "list", "--limit", "1", "--cursor", cursor]);
    assert_eq!(
        (&second["items"][0]["id"], &second["nextCursor"]),
        (&Value::from(id), &Value::Null)
    );
    let text = String::from_utf8(installation.run(&["rollout", "show", id]).stdout).unwrap();
    assert!(
        text.starts_with("ID") && text.contains("rolled_back") && text.contains("canary"),
        "{text}"
    );
    let text = String::from_utf8(installation.run(&["rollout", "list"]).stdout).unwrap();
    assert!(text.contains("1/1"), "{text}");
    assert_eq!(
        installation
            .run(&["rollout", "start", "--environment", "dev", "--kind", "moon"])
            .status
            .code(),
        Some(2)
    );
    assert!(failure(&installation.run(&start(&[]))).contains("isn't newer"));
}
