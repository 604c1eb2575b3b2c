//! Activity of a disputed order, and the kiosks that redeemed its items.

use serde_json::json;

use super::{House, ONE, fraud};

#[tokio::test]
async fn order_activity_shows_disputes_and_redeemed_codes() {
    let house = House::new().await;
    let order = house.two_washes("a").await;
    let kiosk = house.site.kiosk_at(1).await;
    let code = house.ada.wallet().await[0]["code"].as_str().unwrap().to_owned();
    let code = code.replace(' ', "");
    kiosk.redeem(&code).await;
    let id = house.disputed(&order, fraud(ONE)).await;
    house.settled(&order, id, "accepted").await;
    let history = house.manager.get(&format!("{order}/history")).await.succeeded();
    let acts = history["acts"].as_array().unwrap().iter();
    let acts: Vec<&str> = acts.map(|act| act["action"].as_str().unwrap()).collect();
    assert_eq!(acts[..2], ["dispute_settled", "dispute_recorded"]);
    let used = &history["uses"][0];
    assert!(used["location"].is_string() && used["terminal"].is_string(), "{used}");
    assert!(code.ends_with(used["codeEnds"].as_str().unwrap()));
}

#[tokio::test]
async fn order_activity_shows_club_uses_it_paid_for() {
    let house = House::new().await;
    let ada = house.ada.with_vehicle().await;
    let join = json!({"products": [{"productId": 301}], "acceptedTerms": true});
    let placed = ada.post_once("/orders", "join", join).await.succeeded();
    let order = format!("/admin/orders/{}", placed["transRecordId"].as_str().unwrap());
    let history = format!("{order}/history");
    let kiosk = house.site.kiosk_at(1).await;
    let token = ada.ask_token("WashClub").await.succeeded();
    let body = json!({"code": token["tempId"], "terminalTxnId": "reserve"});
    let reserved = kiosk.post("/terminal/redemptions", body).await.succeeded();
    let told = house.manager.get(&history).await.succeeded();
    assert_eq!(told["clubUses"], json!([]), "it is only held");
    let confirm = format!(
        "/terminal/redemptions/{}/confirm",
        reserved["redemptionId"].as_str().unwrap()
    );
    kiosk
        .post(&confirm, json!({"terminalTxnId": "confirm"}))
        .await
        .succeeded();
    let told = house.manager.get(&history).await.succeeded();
    let used = &told["clubUses"][0];
    assert_eq!((&used["club"], &told["uses"]), (&json!("sparkle Club"), &json!([])));
    assert!(used["location"].is_string() && used["terminal"].is_string(), "{used}");

    let usable = format!("{order}/still-usable");
    let club = house.manager.get(&usable).await.succeeded()["clubs"][0].clone();
    assert_eq!(
        (&club["name"], &club["paidUntil"]),
        (&json!("sparkle Club"), &json!("2026-12-20"))
    );
    let end = format!("/admin/clubs/{}/end", club["membershipId"]);
    house.manager.post(&end, json!({})).await.succeeded();
    assert_eq!(house.manager.get(&usable).await.succeeded()["clubs"], json!([]));
    // That doesn't undo its use.
    let told = house.manager.get(&history).await.succeeded();
    assert_eq!(told["clubUses"].as_array().unwrap().len(), 1);
}
