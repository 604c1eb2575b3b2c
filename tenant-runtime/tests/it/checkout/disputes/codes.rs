//! Codes, gift cards, memberships and points of a disputed order.

use serde_json::json;
use tenant_runtime::http::Role;

use super::{BOTH, DUE, House, ONE, fraud};
use crate::support::{Installation, manifest};

#[tokio::test]
async fn codes_are_voided_on_request_and_restored_when_won() {
    let house = House::new().await;
    let order = house.two_washes("a").await;
    let mut body = fraud(ONE);
    body["takeBack"] = json!(true);
    let id = house.disputed(&order, body.clone()).await;
    assert_eq!(house.ada.wallet().await.len(), 0);
    // One is refunded in the meantime, so it isn't restored.
    let line = house.detail(&order).await["lines"][0]["lineId"].clone();
    let refund = json!({"lines": [line]});
    house.manager.post(&format!("{order}/refund"), refund).await.succeeded();
    house.holds().await;
    house.settled(&order, id, "won").await;
    assert_eq!(house.ada.wallet().await.len(), 1);

    let second = house.two_washes("b").await;
    let id = house.disputed(&second, body).await;
    // A declined refund keeps the disputed codes voided.
    house
        .site
        .installation
        .stub
        .set_manners(|manners| manners.broken = true);
    let line = house.detail(&second).await["lines"][0]["lineId"].clone();
    let open = house
        .manager
        .post(&format!("{second}/refund"), json!({"lines": [line]}))
        .await
        .succeeded();
    house
        .site
        .installation
        .stub
        .set_manners(|manners| manners.broken = false);
    house.settled(&second, id, "lost").await;
    let path = format!("{second}/reversals/{}", open["reversalId"]);
    house.manager.post(&path, json!({"done": false})).await.succeeded();
    house.holds().await;
    assert_eq!(house.ada.wallet().await.len(), 1, "that of the first order");
}

#[tokio::test]
async fn codes_can_be_voided_later_without_a_refund() {
    let house = House::new().await;
    let order = house.two_washes("a").await;
    let id = house.disputed(&order, fraud(BOTH)).await;
    assert_eq!(house.ada.wallet().await.len(), 2);
    let booked = house.site.ledger().await;
    let path = format!("{order}/disputes/{id}/take-back");
    let attendant = house.site.staff(Role::Attendant).await;
    attendant.post(&path, json!({})).await.refused(403, "not_admin");
    for _ in 0..2 {
        let taken = house.manager.post(&path, json!({})).await.succeeded();
        assert_eq!((&taken["state"], &taken["takeBack"]), (&json!("open"), &json!(true)));
        assert!(house.ada.wallet().await.is_empty());
    }
    house.holds().await;
    assert_eq!(house.site.ledger().await, booked, "no money moves");
    let elsewhere = house.two_washes("b").await;
    let foreign = format!("{elsewhere}/disputes/{id}/take-back");
    house.manager.post(&foreign, json!({})).await.refused(404, "not_found");
    house.settled(&order, id, "won").await;
    assert_eq!(house.ada.wallet().await.len(), 4, "those of the other order too");
    house.manager.post(&path, json!({})).await.refused(409, "taken");

    // Nor does what is lost stay in use.
    let id = house.disputed(&elsewhere, fraud(BOTH)).await;
    house.settled(&elsewhere, id, "lost").await;
    let path = format!("{elsewhere}/disputes/{id}/take-back");
    house.manager.post(&path, json!({})).await.succeeded();
    assert_eq!(house.ada.wallet().await.len(), 2);
    house.holds().await;
}

#[tokio::test]
async fn valid_items_of_an_order_are_listed() {
    let mut declared = manifest("sparkle");
    declared.site_config.insert("loyaltyProgram".to_owned(), true.into());
    let installation = Installation::new().await;
    let site = installation
        .site_from("sparkle", std::path::Path::new("."), &declared)
        .await;
    let house = House::at(site).await;
    let attendant = house.site.staff(Role::Attendant).await;
    let ada = house.ada.get("/users").await.succeeded();

    // A card is bought on its own.
    let bought = json!({"products": [{"productId": 401}]});
    let placed = house.ada.post_once("/orders", "card", bought).await.succeeded();
    let path = format!(
        "/admin/orders/{}/still-usable",
        placed["transRecordId"].as_str().unwrap()
    );
    attendant.get(&path).await.refused(403, "not_admin");
    let usable = house.manager.get(&path).await.succeeded();
    let card = &usable["giftCards"][0];
    assert_eq!((&card["balance"], &usable["codes"]), (&json!(5500), &json!([])));
    let block = format!("/admin/gift-cards/{}/block", card["cardId"]);
    house
        .manager
        .post(&block, json!({"reason": "disputed"}))
        .await
        .succeeded();
    assert_eq!(house.manager.get(&path).await.succeeded()["giftCards"], json!([]));

    house.two_washes("before").await;
    let order = house.two_washes("washes").await;
    let path = format!("{order}/still-usable");
    let usable = house.manager.get(&path).await.succeeded();
    let codes = usable["codes"].as_array().unwrap();
    assert_eq!(codes.len(), 2, "those of this order");
    let shown: Vec<String> = house
        .ada
        .wallet()
        .await
        .iter()
        .map(|item| item["code"].as_str().unwrap().replace(' ', ""))
        .collect();
    for code in codes {
        assert_eq!((&code["usesLeft"], &code["userId"]), (&json!(1), &ada["userId"]));
        let ends = code["codeEnds"].as_str().unwrap();
        assert!(shown.iter().any(|whole| whole.ends_with(ends)), "{code}");
    }
    assert_eq!(usable["clubs"], json!([]));
    let earned = usable["points"]["earned"].as_i64().unwrap();
    assert!(
        earned > 0 && usable["points"]["balance"].as_i64().unwrap() > earned,
        "{usable}"
    );

    let body = json!({"amount": 1, "reason": "fraud", "respondBy": DUE, "takeBack": true});
    house.disputed(&order, body).await;
    // Points of the other order stay.
    let points = format!("/admin/customers/{}/points", ada["userId"].as_str().unwrap());
    let back = json!({"points": -earned, "reason": "disputed"});
    house.manager.post_once(&points, "points", back).await.succeeded();
    assert_eq!(
        house.manager.get(&path).await.succeeded(),
        json!({"codes": [], "giftCards": [], "clubs": [], "points": null})
    );
    house
        .manager
        .get("/admin/orders/none/still-usable")
        .await
        .refused(404, "not_found");
}
