//! Permissions of each role, for every route that requires one.

use reqwest::Method;
use serde_json::json;
use tenant_runtime::http::Role;
use tenant_runtime::http::{Caller, HostKind, RouteEntry};

use super::log_in::claims;
use crate::support::{Client, Installation, Reply, TIMED_OUT_CARD};

/// The least role that a route asks for.
fn least(caller: Caller) -> Option<Role> {
    match caller {
        Caller::Anyone
        | Caller::Optional
        | Caller::Customer
        | Caller::Confirmed
        | Caller::Terminal
        | Caller::Staff(_) => None,
        Caller::Attendant => Some(Role::Attendant),
        Caller::Manager => Some(Role::Manager),
        Caller::Owner => Some(Role::Owner),
    }
}

async fn call(client: &Client, route: &RouteEntry, accept: &str) -> Reply {
    let path: String = route
        .path
        .split('/')
        .map(|part| if part.starts_with('{') { "1" } else { part })
        .collect::<Vec<_>>()
        .join("/");
    let body = (route.method != Method::GET).then(|| json!({}));
    client
        .send(route.method.clone(), &path, body, &[("Accept", accept)])
        .await
}

/// Caller of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Visitor {
    Nobody,
    /// One of this site's people, the customer without a confirmed address.
    With(Role),
    /// A kiosk, by its key.
    Kiosk,
    /// The owner of another site.
    Foreigner,
}

/// Expected response of a route's policy; `None` for access.
fn expected(caller: Caller, visitor: Visitor) -> Option<&'static str> {
    match (caller, visitor) {
        (Caller::Anyone, _) | (Caller::Optional, Visitor::Nobody) | (Caller::Terminal, Visitor::Kiosk) => None,
        (Caller::Terminal, _) | (_, Visitor::Nobody | Visitor::Kiosk | Visitor::Foreigner) => Some("invalid_token"),
        (Caller::Confirmed, Visitor::With(Role::Customer)) => Some("email_unconfirmed"),
        (caller, Visitor::With(role)) => least(caller).filter(|least| role < *least).map(|_| "not_admin"),
    }
}

/// Every route, with every kind of visitor.
#[tokio::test]
async fn route_accepts_the_roles_of_its_policy() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    // Customer 1, for staff actions that end sessions.
    site.customer_with_email("bystander@example.com").await;
    let with_token = |token: Option<String>| {
        let mut client = site.visitor();
        client.token = token;
        client
    };
    let mut visitors = vec![(Visitor::Nobody, site.visitor())];
    visitors.push((Visitor::With(Role::Customer), site.customer().await.client.clone()));
    for role in [Role::Attendant, Role::Manager, Role::Owner] {
        visitors.push((Visitor::With(role), site.staff(role).await.client.clone()));
    }
    visitors.push((Visitor::Kiosk, with_token(site.kiosk_at(1).await.client.token.clone())));
    let foreigner = installation.site_called("bluewave").await.owner().await;
    visitors.push((Visitor::Foreigner, with_token(foreigner.client.token.clone())));

    let mut routes: Vec<&RouteEntry> = installation.table.iter().collect();
    routes.retain(|route| route.policy.host == HostKind::Site && route.policy.caller != Caller::Anyone);
    // A session or a key that has ended comes in nowhere: what ends one is called last.
    routes.sort_by_key(|route| route.path.ends_with("/logout") || route.path.ends_with("/terminal/key"));
    let mut tried = 0;
    for route in routes {
        let table = route.policy.table;
        for (accept, caller) in [("*/*", Some(route.policy.caller)), ("text/csv", table)] {
            let Some(caller) = caller else { continue };
            for (visitor, client) in &visitors {
                let reply = call(client, route, accept).await;
                let name = format!("{visitor:?} {} {} {accept}: {}", route.method, route.path, reply.text);
                let refusals = ["invalid_token", "not_admin", "email_unconfirmed"];
                let said = reply.body["errorCode"].as_str().filter(|code| refusals.contains(code));
                assert_eq!(said, expected(caller, *visitor), "{name}");
                tried += 1;
            }
        }
    }
    assert!(tried > 500, "{tried}");
}

/// Specified explicitly: refunds, settlements and exports are for managers.
#[tokio::test]
async fn attendants_look_up_and_managers_refund() {
    let installation = Installation::new().await;
    let at = |method: Method, path: &str| {
        let path = format!("/api/v1/admin/orders{path}");
        let found = installation
            .table
            .iter()
            .find(|route| route.method == method && route.path == path);
        found.unwrap_or_else(|| panic!("{method} {path}")).policy
    };
    assert_eq!(at(Method::GET, "").caller, Caller::Attendant);
    assert_eq!(at(Method::GET, "").table, Some(Caller::Manager));
    assert_eq!(at(Method::GET, "/{transRecordId}").caller, Caller::Attendant);
    for path in [
        "refund",
        "void",
        "settlement",
        "reversals/{reversalId}",
        "lines/{lineId}/fulfillment",
    ] {
        let policy = at(Method::POST, &format!("/{{transRecordId}}/{path}"));
        assert_eq!(policy.caller, Caller::Manager, "{path}");
    }
}

#[tokio::test]
async fn managers_and_owners_are_admins_and_attendants_are_not() {
    let site = Installation::new().await.site().await;
    for (role, admin) in [
        (Role::Attendant, "false"),
        (Role::Manager, "true"),
        (Role::Owner, "true"),
    ] {
        let person = site.staff(role).await;
        assert_eq!(
            claims(person.client.token.as_deref().unwrap())["IsAdmin"],
            admin,
            "{role:?}"
        );
    }
}

#[tokio::test]
async fn staff_cannot_refund_their_own_order() {
    let site = Installation::new().await.site_through("exacthosted").await;
    let owner = site.owner().await.with_card().await;
    let address = json!({"first": "Ada", "last": "Byron", "address1": "1 Main St", "city": "Phoenix", "state": "AZ",
        "zipCode": "85004"});
    let order = json!({"products": [{"productId": 502}], "address": address});
    let paid = owner.post_once("/orders", "paid", order).await.succeeded();
    let paid = format!("/admin/orders/{}", paid["transRecordId"].as_str().unwrap());
    let line = owner.get(&paid).await.succeeded()["lines"][0]["lineId"].clone();
    let owner = owner.with_card_number(TIMED_OUT_CARD).await;
    let order = json!({"products": [{"productId": 101}]});
    let unknown = owner.post_once("/orders", "unknown", order).await.succeeded();
    let unknown = format!("/admin/orders/{}", unknown["transRecordId"].as_str().unwrap());
    let manager = site.staff(Role::Manager).await;
    // Another customer's attempt with an unknown outcome.
    site.installation.stub.set_manners(|manners| manners.broken = true);
    let open = manager.post(&format!("{paid}/void"), json!({})).await.succeeded();
    assert_eq!(open["state"], "unknown");
    site.installation.stub.set_manners(|manners| manners.broken = false);
    let reversal = format!("{paid}/reversals/{}", open["reversalId"]);
    let no = json!({"done": false});
    owner.post(&reversal, no.clone()).await.refused(403, "not_admin");
    manager.post(&reversal, no).await.succeeded();
    for (path, body) in [
        (format!("{paid}/refund"), json!({"lines": [line]})),
        (format!("{paid}/void"), json!({})),
        (
            format!("{paid}/lines/{line}/fulfillment"),
            json!({"state": "cancelled"}),
        ),
        (format!("{unknown}/settlement"), json!({"approved": false})),
    ] {
        owner.post(&path, body).await.refused(403, "not_admin");
    }
    assert_eq!(site.installation.stub.charges()[0].refunded, 0);
    // A colleague may.
    let settled = manager
        .post(&format!("{unknown}/settlement"), json!({"approved": false}))
        .await;
    assert_eq!(settled.succeeded()["state"], "failed");
    let done = manager
        .post(&format!("{paid}/refund"), json!({"lines": [line]}))
        .await
        .succeeded();
    assert_eq!(done["state"], "done");
}
