//! A site uses a custom domain after proof of ownership.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Caller, Demo};
use crate::name_server::{Answer, NameServer};
use crate::support::{Installation, create, failure, get, merchants};

async fn status(demo: &Demo, host: &str) -> u16 {
    get(demo.server.address, host, "/", &[("accept", "text/html")])
        .await
        .status()
        .as_u16()
}

async fn path_of(owner: &Caller, subdomain: &str) -> String {
    let listed = owner.get(&format!("/provider/sites?search={subdomain}")).await;
    format!("/provider/sites/{}/domain", listed["items"][0]["id"].as_str().unwrap())
}

async fn claim(demo: &Demo, owner: &Caller, path: &str, domain: &str) -> Value {
    let body = json!({ "domain": domain, "password": demo.staff("demo").1 });
    owner.done(Method::PUT, path, Some(body)).await
}

/// The TXT record that a claim asks for.
fn record(site: &Value) -> (String, String) {
    let claim = &site["domainClaim"];
    let text = |name: &str| claim[name].as_str().unwrap().to_owned();
    (text("recordName"), text("recordValue"))
}

#[tokio::test(flavor = "multi_thread")]
async fn custom_domain_is_served_after_its_dns_record_is_found() {
    let server = NameServer::start();
    let demo = Demo::start_with(|config| {
        config.dns = Some(server.address);
        config.domain_proof = Some(true);
    })
    .await;
    let owner = demo.owner("demo").await;
    let path = path_of(&owner, "sparkle").await;
    let check = format!("{path}/check");
    let refused = owner.refused(Method::POST, &check, None).await;
    assert_eq!(refused, (409, "revoked".to_owned()), "nothing waits for proof");

    let claimed = claim(&demo, &owner, &path, " Wash.Sparkle.example. ").await;
    let (name, value) = record(&claimed);
    assert_eq!(name, "_suds.wash.sparkle.example");
    assert!(value.starts_with("suds-site=") && value.len() > 30, "{value}");
    assert_eq!(
        (&claimed["customDomain"], &claimed["domainClaim"]["state"]),
        (&Value::Null, &json!("waiting"))
    );
    assert_eq!(
        record(&claim(&demo, &owner, &path, "wash.sparkle.example").await).1,
        value,
        "it stays"
    );

    for (answer, state) in [
        (None, "missing"),
        (
            Some(Answer::Txt(vec!["v=spf1 -all".to_owned(), format!("{value}0")])),
            "different",
        ),
        (Some(Answer::Failure), "unreachable"),
    ] {
        if let Some(answer) = answer {
            server.set(&name, answer);
        }
        let checked = owner.post(&check, json!({})).await;
        assert_eq!(checked["domainClaim"]["state"], state);
        assert!(checked["domainClaim"]["checkedAt"].is_string());
        assert_eq!(checked["customDomain"], Value::Null);
        assert_eq!(status(&demo, "wash.sparkle.example").await, 404);
    }

    // Of two sites that claim it, the one with the record uses it.
    let account = owner.get("/provider/accounts").await[0]["id"].clone();
    let body = json!({ "accountId": account, "subdomain": "tidal", "template": "express_tunnel" });
    let other = owner.post("/provider/sites", body).await;
    let other = format!("/provider/sites/{}/domain", other["id"].as_str().unwrap());
    assert_ne!(
        record(&claim(&demo, &owner, &other, "wash.sparkle.example").await).1,
        value
    );
    server.set(&name, Answer::Txt(vec![value]));
    let proven = owner.post(&check, json!({})).await;
    assert_eq!(
        (&proven["customDomain"], &proven["domainClaim"]),
        (&json!("wash.sparkle.example"), &Value::Null)
    );
    assert_eq!(status(&demo, "wash.sparkle.example").await, 200);
    let late = owner.post(&format!("{other}/check"), json!({})).await;
    assert_eq!(late["domainClaim"]["state"], "different");

    // A new claim leaves the current domain in use, and null ends both.
    let replaced = claim(&demo, &owner, &path, "shop.sparkle.example").await;
    assert_eq!(replaced["customDomain"], "wash.sparkle.example");
    assert_eq!(status(&demo, "wash.sparkle.example").await, 200);
    let unconfirmed = json!({ "domain": null, "password": "Wrong-1234" });
    let refused = owner.refused(Method::PUT, &path, Some(unconfirmed)).await;
    assert_eq!(refused, (403, "wrong_password".to_owned()));
    let removal = json!({ "domain": null, "password": demo.staff("demo").1 });
    let removed = owner.done(Method::PUT, &path, Some(removal)).await;
    assert_eq!(
        (&removed["customDomain"], &removed["domainClaim"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(status(&demo, "wash.sparkle.example").await, 404);
    let trail = owner.get("/provider/audit?limit=4").await;
    let actions: Vec<_> = trail["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["action"])
        .collect();
    assert_eq!(actions[..3], ["site.domain", "site.domain_claim", "site.domain"]);
    assert!(demo.server.stop().await);
}

#[test]
fn command_line_shows_and_checks_the_record_of_a_domain() {
    let server = NameServer::start();
    let installation = Installation::new();
    let account = installation.account();
    installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    let run = |words: &[&str]| {
        let mut command = installation.suds();
        command.env("SUDS_DNS", server.address.to_string()).args(words);
        command.output().unwrap()
    };
    let said = run(&["site", "domain", "sparkle", "tidal.example"]);
    let text = String::from_utf8(said.stdout).unwrap();
    assert!(
        said.status.success() && text.contains("_suds.tidal.example TXT suds-site="),
        "{text}"
    );
    assert!(text.contains("Status: not checked yet"), "{text}");
    let (name, value) = record(&installation.json(&["site", "domain", "sparkle"]));

    let check = ["site", "domain", "sparkle", "--check"];
    assert!(failure(&run(&check)).contains("no TXT record _suds.tidal.example"));
    server.set(&name, Answer::Txt(vec!["suds-site=other".to_owned()]));
    assert!(failure(&run(&check)).contains("has another value"));
    server.set(&name, Answer::Txt(vec![value]));
    assert!(run(&check).status.success());
    let shown = installation.json(&["site", "show", "sparkle"]);
    assert_eq!(shown["customDomain"], "tidal.example");
    assert!(failure(&run(&check)).contains("no custom domain is waiting"));
    assert_eq!(
        run(&["site", "domain", "sparkle", "a.example", "--check"])
            .status
            .code(),
        Some(2)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn international_domain_is_accepted_and_found() {
    let demo = Demo::start_with(|config| config.domain_proof = Some(false)).await;
    let owner = demo.owner("demo").await;
    let path = path_of(&owner, "sparkle").await;
    let site = claim(&demo, &owner, &path, "M\u{fc}ller.example").await;
    assert_eq!(site["customDomain"], "xn--mller-kva.example");
    for search in [
        "m\u{fc}ller.example",
        "MU\u{308}LLER",
        "xn--mller",
        "xn--mller-kva.example",
    ] {
        let query: String = search.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let found = owner.get(&format!("/provider/sites?search={query}")).await;
        assert_eq!(found["count"], 1, "{search}: {found}");
        assert_eq!(found["items"][0]["subdomain"], "sparkle", "{search}");
    }
    assert!(demo.server.stop().await);
}
