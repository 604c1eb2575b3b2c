//! Redemptions in the export of a customer's data.

use serde_json::json;

use super::{bought, code_of, reservation};
use crate::support::{Installation, Kiosk};

async fn redeem(kiosk: &Kiosk, code: &str) {
    let redemption = kiosk
        .post("/terminal/redemptions", reservation(code, code))
        .await
        .succeeded();
    let id = redemption["redemptionId"].as_str().unwrap();
    let path = format!("/terminal/redemptions/{id}/confirm");
    let body = json!({ "terminalTxnId": format!("confirm-{id}") });
    kiosk.post(&path, body).await.succeeded();
}

#[tokio::test]
async fn export_contains_used_items_redemptions_and_reasons() {
    let site = Installation::new().await.site().await;
    let ada = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card()
        .await
        .with_vehicle()
        .await;
    let kiosk = site.kiosk_at(1).await;
    let items = bought(&ada, &[101]).await;
    redeem(&kiosk, &code_of(&items[0])).await;
    let ada = ada.in_club(301).await;
    redeem(&kiosk, &ada.token("WashClub").await).await;
    let owner = site.owner().await;
    let ended = json!({"reason": "asked"});
    let members = owner.get("/admin/clubs").await.succeeded();
    let id = &members["items"][0]["membershipId"];
    owner.post(&format!("/admin/clubs/{id}/end"), ended).await.succeeded();
    let points = json!({"points": 500, "reason": "kind gesture"});
    owner
        .post_once("/admin/customers/1/points", "points", points)
        .await
        .succeeded();

    assert!(ada.wallet().await.is_empty(), "a used code isn't in the wallet");
    let export = ada.get("/users/export").await.text;
    for part in [
        "records/wallet_items.json",
        "\"state\": \"used\"",
        "records/terminal_redemptions.json",
        "\"state\": \"confirmed\"",
        "\"kioskItem\": ",
        "\"location\": ",
        "\"settledAt\": \"2026-",
        "records/club_memberships.json",
        "records/club_uses.json",
        "\"endReason\": ",
        "kind gesture",
    ] {
        assert!(export.contains(part), "{part}");
    }
    for secret in [&code_of(&items[0]), "Hash", "Sealed", "Hmac"] {
        assert!(!export.contains(secret), "{secret}");
    }
}
