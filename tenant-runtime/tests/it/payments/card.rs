use serde_json::json;

use crate::support::{GOOD_CARD, Installation};

#[tokio::test]
async fn new_card_replaces_the_previous_one() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let ada = ada.with_card_number("5454545454545454").await;
    let card = ada.get("/users/payment").await.succeeded();
    assert_eq!(
        (&card["cardType"], &card["maskedCardNumber"]),
        (&json!("Mastercard"), &json!("**** **** **** 5454"))
    );
    assert_eq!(ada.get("/users").await.succeeded()["cctag"], "Mastercard 5454");
    assert_eq!(site.installation.stub.cards().len(), 2);
    site.run_jobs().await;
    let left = site.installation.stub.cards();
    assert_eq!(
        left.iter().map(|card| card.last_four.as_str()).collect::<Vec<_>>(),
        ["5454"],
        "the old one left the vault"
    );
}

#[tokio::test]
async fn removed_card_is_deleted_from_the_vault() {
    let site = Installation::new().await.site().await;
    let ada = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card_number(GOOD_CARD)
        .await;
    let none = json!({"onFile": false, "accountLeft": false, "locked": false, "cardType": null, "maskedCardNumber": null, "expirationMonth": null, "expirationYear": null});
    assert_eq!(ada.delete("/users/payment").await.succeeded(), none);
    assert_eq!(ada.get("/users/payment").await.succeeded(), none);
    assert!(ada.get("/users").await.succeeded()["cctag"].is_null());
    assert_eq!(
        ada.delete("/users/payment").await.succeeded(),
        none,
        "repeating changes nothing"
    );

    let stub = &site.installation.stub;
    stub.set_manners(|manners| manners.broken = true);
    site.run_jobs().await;
    assert_eq!(stub.cards().len(), 1, "the processor was not reached");
    stub.set_manners(|manners| manners.broken = false);
    site.installation.clock.advance(jiff::SignedDuration::from_mins(5));
    site.run_jobs().await;
    assert!(stub.cards().is_empty());
}

#[tokio::test]
async fn card_is_visible_to_its_owner_only() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let eve = site.customer_with_email("eve@example.com").await.confirmed().await;
    assert_eq!(eve.get("/users/payment").await.succeeded()["onFile"], false);
    eve.delete("/users/payment").await.succeeded();
    assert_eq!(ada.get("/users/payment").await.succeeded()["onFile"], true);
    site.visitor().get("/users/payment").await.refused(401, "invalid_token");
}
