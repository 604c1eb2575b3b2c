//! Audit log of staff actions: every route by which staff change something is called here once.

mod catalogue;
mod customers;
mod house;
mod orders;
mod people;
mod settings;
mod site_config;
mod work;

use reqwest::Method;
use serde_json::{Value, json};
use tenant_runtime::http::{Caller, HostKind, Role, RouteEntry};

use self::house::{Called, House, invitation};
use crate::support::Installation;

fn changes_something(route: &RouteEntry) -> bool {
    let by_staff = [Caller::Attendant, Caller::Manager, Caller::Owner].contains(&route.policy.caller);
    by_staff && route.method != Method::GET && route.policy.host == HostKind::Site
}

#[tokio::test]
async fn every_staff_change_is_recorded() {
    let house = House::new().await;
    // Members of a club can be paused.
    house
        .ada
        .post_once(
            "/orders",
            "join",
            json!({"products": [{"productId": 301}], "acceptedTerms": true}),
        )
        .await
        .succeeded();
    for route in house
        .site
        .installation
        .table
        .iter()
        .filter(|route| changes_something(route))
    {
        let path = route.path.strip_prefix("/api/v1").unwrap();
        let Called::Replied(reply) = house.call(&route.method, path).await else {
            continue;
        };
        let request = reply.header("x-request-id").unwrap().to_owned();
        reply.succeeded();
        let written: Vec<(String, String, String)> = house
            .site
            .rows("SELECT request_id, actor, role FROM audit WHERE role IS NOT NULL")
            .await;
        let by_owner = (request, "customer:2".to_owned(), "owner".to_owned());
        assert!(written.contains(&by_owner), "{} {path} leaves no entry", route.method);
    }
}

#[tokio::test]
async fn event_has_the_differences_and_no_secret() {
    let house = House::new().await;
    let mut config = house.config().await;
    let before = config["companyName"].clone();
    config["companyName"] = json!("Suds & Sons");
    house
        .owner
        .post("/accounts/site-config", json!({ "siteConfig": config }))
        .await
        .succeeded();
    let file = house.site.installation.push_service().key_file().to_string();
    house.owner.upload("/firebase/private-key", file).await.succeeded();
    let entries: Vec<(String, String, String)> = house
        .site
        .rows(r#"SELECT action, "before", "after" FROM audit WHERE "before" IS NOT NULL AND role IS NOT NULL ORDER BY id"#)
        .await;
    let entries: Vec<(&str, Value, Value)> = entries
        .iter()
        .map(|(action, before, after)| {
            let read = |text: &str| serde_json::from_str(text).unwrap();
            (action.as_str(), read(before), read(after))
        })
        .collect();
    assert_eq!(
        entries,
        [
            (
                "site_config_saved",
                json!({"companyName": before}),
                json!({"companyName": "Suds & Sons"})
            ),
            (
                "firebase_key_changed",
                json!({"projectId": null}),
                json!({"projectId": "suds-test"})
            ),
        ]
    );
}

/// Actions as a customer aren't staff actions.
#[tokio::test]
async fn event_of_a_customer_has_no_role() {
    let site = Installation::new().await.site().await;
    site.customer().await;
    site.owner().await;
    let log_ins: Vec<(String, Option<String>)> = site
        .rows("SELECT actor, role FROM audit WHERE action = 'log_in' ORDER BY id")
        .await;
    assert_eq!(
        log_ins,
        [
            ("customer:1".to_owned(), None),
            ("customer:2".to_owned(), Some("owner".to_owned()))
        ]
    );
}

#[tokio::test]
async fn managers_can_view_and_export_the_audit_log() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let owner = site.owner().await;
    let attendant = site.staff(Role::Attendant).await;
    owner
        .post("/admin/staff/invitations", invitation("eve"))
        .await
        .succeeded();
    manager
        .save("/loyalty/settings", json!({"pointGoal": 400}))
        .await
        .succeeded();
    attendant.get("/admin/audit").await.refused(403, "not_admin");

    let page = manager.get("/admin/audit?limit=1").await.succeeded();
    let newest = &page["items"][0];
    assert_eq!(
        (
            &newest["action"],
            &newest["actorName"],
            &newest["role"],
            &newest["subject"]
        ),
        (
            &json!("loyalty_changed"),
            &json!("Olga Owner"),
            &json!("manager"),
            &json!("loyalty")
        )
    );
    let next = manager
        .get(&format!("/admin/audit?limit=1&cursor={}", page["nextCursor"]))
        .await
        .succeeded();
    assert_ne!(next["items"][0]["id"], newest["id"]);
    assert_eq!(next["count"], page["count"]);

    let narrowed = async |query: &str| {
        let page = manager.get(&format!("/admin/audit?{query}")).await.succeeded();
        let items = page["items"].as_array().unwrap().iter();
        items
            .map(|entry| entry["action"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(narrowed("subject=loyalty").await, ["loyalty_changed"]);
    assert_eq!(narrowed("subject=invitation").await, ["staff_invited"]);
    assert_eq!(narrowed("action=loyalty_changed&person=1").await, ["loyalty_changed"]);
    assert_eq!(narrowed("action=loyalty_changed&person=2").await, [""; 0]);
    assert_eq!(
        narrowed("subject=loyalty&from=2026-11-20&to=2026-11-20").await,
        ["loyalty_changed"]
    );
    assert_eq!(narrowed("from=2026-11-21").await, [""; 0]);

    let accept = [("Accept", "text/csv")];
    let csv = manager
        .send(Method::GET, "/admin/audit?subject=loyalty", None, &accept)
        .await
        .text;
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 2, "{csv}");
    assert!(
        rows[1].contains("loyalty_changed") && rows[1].contains("Olga Owner"),
        "{csv}"
    );
}
