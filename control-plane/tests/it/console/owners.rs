//! Owners of a site at the console.

use reqwest::Method;
use serde_json::{Value, json};

use super::Demo;

fn states(owners: &Value) -> Vec<(&str, &str)> {
    let items = owners["items"].as_array().unwrap().iter();
    items
        .map(|owner| (owner["email"].as_str().unwrap(), owner["state"].as_str().unwrap()))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn owners_are_listed_invited_and_their_addresses_corrected() {
    let demo = Demo::start().await;
    let owner = demo.owner("demo").await;
    let site = owner.get("/provider/sites?search=sparkle").await["items"][0]["id"].clone();
    let path = format!("/provider/sites/{}/owners", site.as_str().unwrap());
    let listed = owner.get(&path).await;
    let accepted = listed["items"][0].clone();
    assert_eq!(
        (&accepted["state"], &accepted["invitationId"]),
        (&json!("accepted"), &Value::Null)
    );
    let address = accepted["email"].as_str().unwrap();

    let invited = owner.post(&path, json!({ "email": "mx@example.com" })).await;
    assert_eq!(states(&invited), [(address, "accepted"), ("mx@example.com", "pending")]);
    let resend = format!("{path}/{}/resend", invited["items"][1]["invitationId"]);
    let moved = owner.post(&resend, json!({ "email": "max.stone@example.com" })).await;
    assert_eq!(
        states(&moved),
        [(address, "accepted"), ("max.stone@example.com", "pending")]
    );
    owner.post(&resend, json!({})).await;

    for (path, email, expected) in [
        (&path, address, (409, "taken")),
        (&path, "max.stone@example.com", (409, "taken")),
        (&path, "max", (422, "invalid_fields")),
        (&resend, address, (409, "taken")),
        (&format!("{path}/99/resend"), "eve@example.com", (404, "not_found")),
    ] {
        let (status, code) = owner.refused(Method::POST, path, Some(json!({ "email": email }))).await;
        assert_eq!((status, &*code), expected, "{path} {email}");
    }
    let passkeys = path.replace("/owners", "/passkeys");
    assert_eq!(owner.get(&passkeys).await, json!({"people": 0, "onlyPasskeys": 0}));
    // Viewers see owners, and staff of other environments don't.
    let (viewer, _) = demo.newcomer("demo", "viewer").await;
    assert_eq!(viewer.get(&path).await["items"].as_array().unwrap().len(), 2);
    let refused = viewer
        .refused(Method::POST, &path, Some(json!({ "email": "eve@example.com" })))
        .await;
    assert_eq!(refused.0, 403);
    let dev = demo.owner("dev").await;
    assert_eq!(dev.refused(Method::GET, &path, None).await.0, 404);
    assert!(demo.server.stop().await);
}
