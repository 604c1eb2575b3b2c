//! Refunds of an order that is being refunded in another tab. Every test ends with the check of the site's file.

use serde_json::json;

use super::parts::House;

#[tokio::test]
async fn two_tabs_never_refund_more_than_was_paid() {
    let house = House::new().await;
    let order = house.bought(&[101]).await;
    let line = house.line(&order).await;
    let path = format!("{order}/refund");
    let body = json!({"parts": [{"lineId": line, "amount": 900}]});
    let (one, other) = tokio::join!(
        house.manager.post_once(&path, "tab-1", body.clone()),
        house.manager.post_once(&path, "tab-2", body.clone())
    );
    let made = [&one, &other].into_iter().filter(|reply| reply.status == 200).count();
    assert_eq!(made, 1);
    let charge = &house.site.installation.stub.charges()[0];
    assert_eq!(charge.refunded, 900);
    // 4.03 is left.
    house.manager.post(&path, body).await.refused(422, "invalid_fields");
    assert_eq!(house.lines(&order).await.len(), 2);
}

#[tokio::test]
async fn second_tab_does_not_repeat_a_refund() {
    let house = House::new().await;
    let order = house.bought(&[101]).await;
    let line = house.line(&order).await;
    let part = json!({"lineId": line, "amount": 500});
    // Both tabs show the order as it was before any refund.
    let body = json!({"parts": [part], "expectedAmount": 500, "expectedRefunded": 0});
    house.refund(&order, "one", body.clone()).await;
    let path = format!("{order}/refund");
    let refused = house.manager.post_once(&path, "two", body.clone()).await;
    let refused = refused.refused(409, "price_changed");
    let message = "This order has been refunded since you opened it. Check what's left to refund.";
    assert_eq!(refused["fields"]["expectedAmount"], message);
    let repeated = house.refund(&order, "one", body.clone()).await;
    assert_eq!(repeated["amount"], 500, "a lost response");
    let mut seen = body;
    seen["expectedRefunded"] = json!(500);
    house.refund(&order, "three", seen).await;
    assert_eq!(house.detail(&order).await["givenBack"], 1000);
}

#[tokio::test]
async fn refund_is_refused_while_another_one_is_in_progress() {
    let house = House::new().await;
    let order = house.bought(&[101]).await;
    let line = house.line(&order).await;
    let stub = &house.site.installation.stub;
    stub.set_manners(|manners| manners.broken = true);
    let body = json!({"parts": [{"lineId": line, "amount": 500}]});
    let open = house.refund(&order, "a", body.clone()).await;
    assert_eq!(open["state"], "unknown");
    stub.set_manners(|manners| manners.broken = false);
    let refusal = house.manager.post(&format!("{order}/refund"), body).await;
    let refusal = refusal.refused(409, "in_progress");
    assert!(
        refusal["errorMessage"].as_str().unwrap().contains("Another refund"),
        "{refusal}"
    );
}
