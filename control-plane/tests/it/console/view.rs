//! Looking into a site's back office: for operators, for a while, and only to read.

use reqwest::Method;
use serde_json::json;
use tenant_runtime::http::{Caller as Demanded, HostKind};

use super::table::{path_of, routes};
use super::{Caller, Demo};

impl Demo {
    /// Staff member with a read-only view of the site.
    async fn looking(&self) -> Caller {
        let (operator, _) = self.newcomer("demo", "operator").await;
        let listed = operator.get("/provider/sites?search=sparkle").await;
        let path = format!("/provider/sites/{}/view", listed["items"][0]["id"].as_str().unwrap());
        for reason in ["", &"x".repeat(201)] {
            let refused = operator
                .refused(Method::POST, &path, Some(json!({ "reason": reason })))
                .await;
            assert_eq!(refused, (422, "invalid_fields".to_owned()));
        }
        let view = operator.post(&path, json!({ "reason": "Call about receipts" })).await;
        let (link, token) = (view["link"].as_str().unwrap(), view["token"].as_str().unwrap());
        assert!(
            link.starts_with("http://sparkle.localhost:") && link.ends_with(token),
            "{link}"
        );
        let acts = operator.get("/provider/audit").await;
        assert_eq!(acts["items"][0]["action"], "site.view");
        assert_eq!(acts["items"][0]["details"]["reason"], "Call about receipts");
        Caller {
            token: Some(token.to_owned()),
            ..self.at_site().await
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn view_is_read_only_on_every_route() {
    let demo = Demo::start().await;
    let looking = demo.looking().await;
    let mut reads = 0;
    for route in routes(HostKind::Site) {
        let path = path_of(&route);
        if route.method != Method::GET {
            let refused = looking.refused(route.method.clone(), &path, None).await;
            assert_eq!(refused, (403, "read_only".to_owned()), "{} {path}", route.method);
            continue;
        }
        let (status, answer) = looking.call(Method::GET, &path, None).await;
        match route.policy.caller {
            Demanded::Attendant | Demanded::Manager | Demanded::Owner if route.policy.asks_for_password => {
                assert_eq!(answer["errorCode"], "password_required", "{path}");
            }
            Demanded::Attendant | Demanded::Manager | Demanded::Owner => {
                assert!(![401, 403, 500].contains(&status), "{path}: {status} {answer}");
                reads += 1;
            }
            Demanded::Customer | Demanded::Confirmed if !route.policy.shows_back_office => {
                assert_eq!((status, &answer["errorCode"]), (403, &json!("read_only")), "{path}");
            }
            _ => {}
        }
    }
    assert!(reads > 20, "the back office is read: {reads}");
    assert_eq!(looking.get("/users").await["role"], "owner");
    // Both audit logs record it, and the site's team can read it.
    let trail = looking.get("/admin/audit").await;
    assert!(
        trail.to_string().contains("back_office_viewed") && trail.to_string().contains("Call about receipts"),
        "{trail}"
    );
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn view_covers_one_site_and_requires_an_operator() {
    let demo = Demo::start().await;
    let looking = demo.looking().await;
    let owner = demo.owner("demo").await;
    let account = owner.get("/provider/accounts").await[0]["id"].clone();
    let body = json!({ "accountId": account, "subdomain": "tidal", "template": "express_tunnel" });
    let other = owner.post("/provider/sites", body).await;
    let mut at_other = Caller {
        host: "tidal.localhost".to_owned(),
        ..demo.caller()
    };
    let key = at_other.get("/accounts/site-key?subdomain=tidal").await;
    at_other.app_key = Some(key["appKey"].as_str().unwrap().to_owned());
    at_other.token.clone_from(&looking.token);
    let refused = at_other.refused(Method::GET, "/admin/staff", None).await;
    assert_eq!(refused, (401, "invalid_token".to_owned()));
    let at_console = Caller {
        token: looking.token.clone(),
        ..demo.caller()
    };
    assert_eq!(at_console.refused(Method::GET, "/provider/me", None).await.0, 401);
    let dev = demo.owner("dev").await;
    let path = format!("/provider/sites/{}/view", other["id"].as_str().unwrap());
    assert_eq!(
        dev.refused(Method::POST, &path, Some(json!({ "reason": "Look" })))
            .await
            .0,
        404
    );
    assert!(demo.server.stop().await);
}
