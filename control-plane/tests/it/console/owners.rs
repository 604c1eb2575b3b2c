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

    let with_password = |email: &str| json!({ "email": email, "password": demo.staff("demo").1 });
    let invited = owner.post(&path, with_password("mx@example.com")).await;
    assert_eq!(states(&invited), [(address, "accepted"), ("mx@example.com", "pending")]);
    let resend = format!("{path}/{}/resend", invited["items"][1]["invitationId"]);
    let moved = owner.post(&resend, with_password("max.stone@example.com")).await;
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
        let (status, code) = owner.refused(Method::POST, path, Some(with_password(email))).await;
        assert_eq!((status, &*code), expected, "{path} {email}");
    }
    let passkeys = path.replace("/owners", "/passkeys");
    assert_eq!(owner.get(&passkeys).await, json!({"people": 0, "onlyPasskeys": 0}));
    // An unattended screen doesn't let anyone in.
    for (path, password, expected) in [
        (&path, None, (400, "malformed")),
        (&path, Some("Wrong-1234"), (403, "wrong_password")),
        (&resend, None, (422, "invalid_fields")),
        (&resend, Some("Wrong-1234"), (403, "wrong_password")),
    ] {
        let mut body = json!({ "email": "eve@example.com" });
        if let Some(password) = password {
            body["password"] = json!(password);
        }
        let (status, code) = owner.refused(Method::POST, path, Some(body)).await;
        assert_eq!((status, &*code), expected, "{path} {password:?}");
    }
    // Viewers see owners, and staff of other environments don't.
    let (viewer, _) = demo.newcomer("demo", "viewer").await;
    assert_eq!(viewer.get(&path).await["items"].as_array().unwrap().len(), 2);
    let refused = viewer
        .refused(Method::POST, &path, Some(with_password("eve@example.com")))
        .await;
    assert_eq!(refused.0, 403);
    let dev = demo.owner("dev").await;
    assert_eq!(dev.refused(Method::GET, &path, None).await.0, 404);
    assert!(demo.server.stop().await);
}
