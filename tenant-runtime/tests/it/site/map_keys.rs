use serde_json::json;
use tenant_runtime::http::Role;
use tenant_runtime::site;

use crate::support::Installation;

const KEYS: &str = "/admin/map-keys";
const TOKEN: &str = "eyJhbGciOiJFUzI1NiJ9.eyJvIjoxfQ.c2ln";

#[tokio::test]
async fn owner_sets_and_removes_keys() {
    let site = Installation::new().await.site().await;
    let (owner, manager) = (site.owner().await, site.staff(Role::Manager).await);
    let address = site.tenant().await.origin();
    let none = owner.get(KEYS).await.succeeded();
    assert_eq!(
        (&none["google"], &none["apple"], &none["addresses"]),
        (&json!(""), &json!(""), &json!([address]))
    );
    manager.get(KEYS).await.refused(403, "not_admin");
    let body = json!({"google": " AIzaSy-0_x ", "apple": TOKEN});
    manager.put(KEYS, body.clone()).await.refused(403, "not_admin");
    let set = owner.save(KEYS, body).await.succeeded();
    assert_eq!((&set["google"], &set["apple"]), (&json!("AIzaSy-0_x"), &json!(TOKEN)));
    let keys = site::map_keys(&mut site.tenant().await.read().await.unwrap())
        .await
        .unwrap();
    assert_eq!(keys.google.unwrap().to_string(), "AIzaSy-0_x");

    assert_eq!(owner.save(KEYS, json!({})).await.succeeded(), none);
    let noted: Vec<(String, String)> = site
        .rows("SELECT action, subject FROM audit WHERE action = 'map_keys_set'")
        .await;
    assert_eq!(noted.len(), 2);
}

#[tokio::test]
async fn invalid_key_returns_a_field_error() {
    let site = Installation::new().await.site().await;
    let owner = site.owner().await;
    for (field, wrong) in [
        ("google", "two words"),
        ("google", TOKEN),
        ("google", &*"x".repeat(101)),
        ("apple", "AIzaSy-0_x"),
        ("apple", "a.b.c&d"),
        ("apple", &*format!("a.b.{}", "x".repeat(2000))),
    ] {
        let refusal = owner
            .save(KEYS, json!({ field: wrong }))
            .await
            .refused(422, "invalid_fields");
        assert!(refusal["fields"][field].is_string(), "{wrong}: {refusal}");
    }
}
