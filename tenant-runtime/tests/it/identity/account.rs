use serde_json::{Value, json};

use crate::support::Installation;

#[tokio::test]
async fn customer_sees_only_their_own_account() {
    let site = Installation::new().await.site().await;
    let (ada, bob) = (site.customer().await, site.customer_with_email("bob@example.com").await);
    let (adas, bobs) = (ada.get("/users").await.succeeded(), bob.get("/users").await.succeeded());
    assert_eq!(
        (&adas["email"], &bobs["email"]),
        (&json!("ada@example.com"), &json!("bob@example.com"))
    );
    assert_ne!(adas["userId"], bobs["userId"]);
}

#[tokio::test]
async fn home_location_is_one_of_the_sites() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let home = |id: Value| json!({ "locationId": id });
    assert_eq!(ada.get("/users/homeLocation").await.succeeded(), home(Value::Null));
    assert_eq!(
        ada.post("/users/homeLocation", home(json!(2))).await.succeeded(),
        home(json!(2))
    );
    assert_eq!(ada.get("/users").await.succeeded()["homeLocationId"], 2);
    ada.post("/users/homeLocation", home(json!(99)))
        .await
        .refused(422, "invalid_fields");
    ada.post("/users/homeLocation", home(json!("2")))
        .await
        .refused(400, "malformed");
    assert_eq!(ada.get("/users/homeLocation").await.succeeded(), home(json!(2)));
    assert_eq!(
        ada.post("/users/homeLocation", home(json!(0))).await.succeeded(),
        home(Value::Null)
    );
}

#[tokio::test]
async fn device_is_registered_by_header_or_body() {
    let site = Installation::new().await.site().await;
    let mut ada = site.customer().await;
    let body = json!({"deviceId": "k3Jd8sLq0PzXw2Rt5Yvb"});
    assert_eq!(ada.post("/devices", body.clone()).await.succeeded(), body);
    ada.client.device = Some("from-the-header".to_owned());
    assert_eq!(
        ada.post("/devices", json!({})).await.succeeded()["deviceId"],
        "from-the-header"
    );
    ada.client.device = None;
    for bad in [
        json!({}),
        json!({"deviceId": ""}),
        json!({"deviceId": "x".repeat(65)}),
        json!({"deviceId": "a b"}),
    ] {
        ada.post("/devices", bad).await.refused(422, "invalid_fields");
    }
    site.visitor()
        .post("/devices", body)
        .await
        .refused(401, "invalid_token");
}
