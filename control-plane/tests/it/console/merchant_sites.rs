//! Site actions of a merchant's team in the back office.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Caller, Demo, PASSWORD};

impl Demo {
    /// Person at the site, logged in as the demo's person with this role.
    async fn at_site_as(&self, role: &str) -> (Caller, String) {
        let is_theirs = |row: &&Value| row["role"] == role && row["site"] == "sparkle";
        let row = self.credentials.iter().find(is_theirs).unwrap();
        let mut caller = self.at_site().await;
        let body = json!({ "email": row["email"], "password": row["password"] });
        let tokens = caller.post("/users/login", body).await;
        caller.token = tokens["accessToken"].as_str().map(str::to_owned);
        (caller, row["email"].as_str().unwrap().to_owned())
    }

    async fn granted(&self, words: &[&str]) {
        use control_plane::{accounts, sites};
        let plane = &self.server.plane;
        let mut db = plane.db.read().await.unwrap();
        let site = sites::store::find_live(&mut db, &"sparkle".parse().unwrap())
            .await
            .unwrap()
            .unwrap();
        let [company, hs_account_id, email] = words else {
            panic!()
        };
        let account = accounts::create(plane, company, Some((*hs_account_id).to_owned()), "test")
            .await
            .unwrap();
        if !email.is_empty() {
            accounts::grant(plane, &account, &site, email, "test").await.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn merchants_create_sites_for_granted_accounts() {
    let demo = Demo::start().await;
    let (owner, email) = demo.at_site_as("owner").await;
    assert_eq!(owner.get("/accounts").await, json!([]), "the demo grants nothing");
    // However they write the address.
    demo.granted(&["Blue Wave", "hs-1", &email.to_uppercase()]).await;
    demo.granted(&["Foam Brothers", "hs-2", "somebody@else.example"]).await;
    demo.granted(&["Tidal", "hs-3", ""]).await;
    let granted = owner.get("/accounts").await;
    assert_eq!(granted, json!([{ "hsAccountId": "hs-1", "companyName": "Blue Wave" }]));

    for (name, answer) in [
        (
            "Spar kle",
            json!({ "subdomain": "sparkle", "available": false, "reason": "taken" }),
        ),
        (
            "Console",
            json!({ "subdomain": "console", "available": false, "reason": "reserved" }),
        ),
        (
            "9",
            json!({ "subdomain": "9", "available": false, "reason": "malformed" }),
        ),
        (
            "bubbles",
            json!({ "subdomain": "bubbles", "available": true, "reason": null }),
        ),
    ] {
        assert_eq!(owner.get(&format!("/accounts/subdomains/{name}")).await, answer);
    }

    let body = |account: &str, config: Value| {
        Some(json!({ "hsAccountId": account, "subdomain": "Blue Wave", "siteConfig": config }))
    };
    for other in ["hs-2", "hs-3", "nothing"] {
        let refused = owner
            .refused(Method::POST, "/accounts", body(other, json!("express_tunnel")))
            .await;
        assert_eq!(refused, (404, "not_found".to_owned()), "{other}");
    }
    let (customer, _) = demo.at_site_as("customer").await;
    let refused = customer
        .refused(Method::POST, "/accounts", body("hs-1", json!("express_tunnel")))
        .await;
    assert_eq!(refused, (403, "not_admin".to_owned()));
    for bad in [json!("nowhere"), json!({ "companyName": "" , "country": "XX" })] {
        let refused = owner.refused(Method::POST, "/accounts", body("hs-1", bad)).await;
        assert_eq!(refused, (422, "invalid_fields".to_owned()));
    }
    let configs = owner.get("/accounts/starting-configs").await;
    assert_eq!(configs[0]["name"], "express_tunnel");
    assert_eq!(
        configs[0]["picture"],
        "/site-templates/express_tunnel/images/express_tunnel.svg"
    );
    let countries = owner.get("/accounts/countries").await;
    let canada = countries.as_array().unwrap().iter().find(|one| one["code"] == "CA");
    assert_eq!(
        canada.unwrap(),
        &json!({ "code": "CA", "currency": "CAD", "timeZone": "America/Toronto" })
    );

    let saved = owner.get("/accounts/site-config").await;
    let mut whole = saved["config"].clone();
    if whole.is_null() {
        whole = saved.clone();
    }
    for own in ["version", "revision", "timeStamp", "tones"] {
        whole.as_object_mut().unwrap().remove(own);
    }
    whole["companyName"] = json!("Blue Wave Wash");
    let made = owner.done(Method::POST, "/accounts", body("hs-1", whole)).await;
    assert_eq!(made["subdomain"], "bluewave");
    let refused = owner
        .refused(Method::POST, "/accounts", body("hs-1", json!("express_tunnel")))
        .await;
    assert_eq!(refused, (409, "taken".to_owned()));
    let staff = demo.owner("demo").await;
    let listed = staff.get("/provider/sites?search=bluewave").await;
    assert_eq!(listed["items"][0]["account"]["companyName"], "Blue Wave");
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn owner_changes_the_subdomain() {
    let demo = Demo::start().await;
    let (owner, _) = demo.at_site_as("owner").await;
    let to = |subdomain: &str| Some(json!({ "subdomain": subdomain }));
    let path = "/accounts/settings/app";
    let (customer, _) = demo.at_site_as("customer").await;
    assert_eq!(customer.refused(Method::POST, path, to("tidal")).await.0, 403);
    let refused = owner.refused(Method::POST, path, to("tidal")).await;
    assert_eq!(refused, (403, "password_required".to_owned()));
    let is_theirs = |row: &&Value| row["role"] == "owner" && row["site"] == "sparkle";
    let password = &demo.credentials.iter().find(is_theirs).unwrap()["password"];
    owner.post("/users/unlock", json!({ "password": password })).await;
    for bad in ["admin", "a", "!!"] {
        let (status, answer) = owner.call(Method::POST, path, to(bad)).await;
        assert_eq!(status, 422, "{answer}");
        assert!(answer["fields"]["subdomain"].is_string(), "{answer}");
    }
    let renamed = owner.done(Method::POST, path, to("Sparkle-Spa")).await;
    assert_eq!(renamed["subdomain"], "sparkle-spa");
    assert!(
        renamed["address"]
            .as_str()
            .unwrap()
            .starts_with("http://sparkle-spa.localhost:")
    );
    // The session remains valid when the site is renamed.
    let there = Caller {
        host: "sparkle-spa.localhost".to_owned(),
        ..owner
    };
    assert!(
        there
            .get("/admin/audit")
            .await
            .to_string()
            .contains("subdomain_changed")
    );
    let staff = demo.owner("demo").await;
    let trail = staff.get("/provider/audit").await;
    assert_eq!(trail["items"][1]["action"], "site.rename", "{trail}");
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_grant_site_creation() {
    let demo = Demo::start().await;
    let (operator, _) = demo.newcomer("demo", "operator").await;
    let account = operator.get("/provider/accounts").await[0]["id"].clone();
    let path = format!("/provider/accounts/{}/grants", account.as_str().unwrap());
    let site = operator.get("/provider/sites").await["items"][0]["id"].clone();
    let grantee = |email: &str| json!({ "siteId": site, "email": email, "password": PASSWORD });
    let granted = operator.post(&path, grantee("Ann@example.com")).await;
    assert_eq!(granted[0]["email"], "Ann@example.com", "{granted}");
    assert_eq!(
        operator.post(&path, grantee("ann@EXAMPLE.com")).await,
        granted,
        "once for each mailbox"
    );
    assert_eq!(operator.get(&path).await, granted);
    let refused = operator.refused(Method::POST, &path, Some(grantee("ann"))).await;
    assert_eq!(refused, (422, "invalid_fields".to_owned()));
    let dev = demo.owner("dev").await;
    assert_eq!(dev.get(&path).await, json!([]), "it is at another environment's site");
    let mut elsewhere = grantee("ann@example.com");
    elsewhere["password"] = json!(demo.staff("dev").1);
    let refused = dev.refused(Method::POST, &path, Some(elsewhere)).await;
    assert_eq!(refused, (422, "invalid_fields".to_owned()));
    let revoked = format!("{path}?siteId={}&email=ann%40example.com", site.as_str().unwrap());
    assert_eq!(operator.done(Method::DELETE, &revoked, None).await, json!([]));
    assert_eq!(operator.done(Method::DELETE, &revoked, None).await, json!([]));
    assert!(demo.server.stop().await);
}
