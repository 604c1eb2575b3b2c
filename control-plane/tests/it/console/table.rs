//! Every route of the table, at the console and at a site: callers without access are rejected.

use control_plane::serve;
use tenant_runtime::http::{Caller as Demanded, HostKind, RouteEntry, StaffRole};
use tenant_runtime::router;

use super::{Caller, Demo};

/// The path of a route with ids that nothing has.
pub(super) fn path_of(route: &RouteEntry) -> String {
    let parts = route.path.split('/').map(|part| {
        if part.starts_with('{') {
            "00000000-0000-4000-8000-000000000000"
        } else {
            part
        }
    });
    parts.collect::<Vec<_>>().join("/")
}

pub(super) fn routes(host: HostKind) -> Vec<RouteEntry> {
    let table = router::routes().and(serve::routes()).table().into_iter();
    let routes: Vec<_> = table
        .filter(|route| route.described && route.policy.host == host)
        .collect();
    assert!(routes.len() > 8, "{routes:?}");
    routes
}

fn of_staff(route: &RouteEntry) -> Option<StaffRole> {
    match route.policy.caller {
        Demanded::Staff(least) => Some(least),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_console_call_requires_staff() {
    let demo = Demo::start().await;
    let owner = demo.owner("demo").await;
    let (viewer, _) = demo.newcomer("demo", "viewer").await;
    let merchant = merchant(&demo).await;
    let stranger = demo.caller();
    for route in routes(HostKind::Console) {
        let path = path_of(&route);
        let at_site = Caller {
            token: owner.token.clone(),
            ..demo.at_site().await
        };
        let refused = at_site.refused(route.method.clone(), &path, None).await;
        // 405: another method of the path is a site's.
        assert!(
            [404, 405].contains(&refused.0),
            "{} {path} at a site: {refused:?}",
            route.method
        );
        let Some(least) = of_staff(&route) else { continue };
        for caller in [&stranger, &merchant] {
            let refused = caller.refused(route.method.clone(), &path, None).await;
            assert_eq!(refused, (401, "invalid_token".to_owned()), "{} {path}", route.method);
        }
        if least > StaffRole::Viewer {
            let refused = viewer.refused(route.method.clone(), &path, None).await;
            assert_eq!(refused, (403, "not_admin".to_owned()), "{} {path}", route.method);
        }
    }
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_tokens_and_site_calls_are_separate() {
    let demo = Demo::start().await;
    let owner = demo.owner("demo").await;
    let at_site = Caller {
        token: owner.token.clone(),
        ..demo.at_site().await
    };
    for route in routes(HostKind::Site) {
        let path = path_of(&route);
        if route.policy.caller > Demanded::Anyone {
            let refused = at_site.refused(route.method.clone(), &path, None).await;
            assert_eq!(refused, (401, "invalid_token".to_owned()), "{} {path}", route.method);
        }
        let refused = owner.refused(route.method.clone(), &path, None).await;
        assert!(
            [404, 405].contains(&refused.0),
            "{} {path} at the console: {refused:?}",
            route.method
        );
    }
    assert!(demo.server.stop().await);
}

/// The merchant's owner, whose token is held to the console.
pub(super) async fn merchant(demo: &Demo) -> Caller {
    let is_theirs = |row: &&serde_json::Value| row["role"] == "owner" && row["site"] == "sparkle";
    let row = demo.credentials.iter().find(is_theirs).unwrap();
    let body = serde_json::json!({ "email": row["email"], "password": row["password"] });
    let tokens = demo.at_site().await.post("/users/login", body).await;
    Caller {
        token: tokens["accessToken"].as_str().map(str::to_owned),
        ..demo.caller()
    }
}
