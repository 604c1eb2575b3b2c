//! Free items at a kiosk.

use jiff::tz::TimeZone;
use serde_json::json;
use tenant_runtime::wallet::rules::{Expiry, ItemKind};
use tenant_runtime::wallet::{self, KioskRules, NewItem};

use super::code_of;
use crate::support::{Customer, Installation, TestSite};

async fn award(site: &TestSite, owner: &Customer, kind: ItemKind, name: &str, expiry: Expiry, kiosk: &KioskRules) {
    let tenant = site.tenant().await;
    let account = owner.get("/users").await.succeeded();
    let item = NewItem {
        customer_id: account["userId"].as_str().unwrap().parse().ok(),
        order_line_id: None,
        kind,
        name,
        locations: &[2],
        washes: &[],
        expiry,
        max_uses: 1,
        kiosk,
        gift: None,
    };
    let mut db = tenant.write().await.unwrap();
    wallet::issue(&mut db, &tenant, &TimeZone::UTC, item).await.unwrap();
    db.commit().await.unwrap();
}

#[tokio::test]
async fn kiosk_learns_the_wash_of_an_award_and_the_amount_of_a_discount() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let runs = KioskRules {
        kiosk_item: Some("PLU 7".to_owned()),
        allow_upgrade: true,
        auto_select: true,
    };
    award(&site, &ada, ItemKind::Item, "A wash on us", Expiry::Days(14), &runs).await;
    let five_off = ItemKind::DollarDiscTrans { amount: 500 };
    award(&site, &ada, five_off, "5 off", Expiry::Never, &KioskRules::default()).await;
    let wallet = ada.wallet().await;
    let (discount, wash) = (&wallet[0], &wallet[1]);
    assert_eq!(
        (&discount["itemType"], &discount["discount"], &wash["discount"]),
        (&json!("DollarDiscTrans"), &json!(500), &json!(null))
    );

    let kiosk = site.kiosk_at(2).await;
    let resolved = kiosk
        .post("/terminal/codes/resolve", json!({ "code": code_of(wash) }))
        .await;
    assert_eq!(
        resolved.succeeded(),
        json!({"class": "award", "name": "A wash on us", "itemType": "Item", "washes": [], "discount": null, "discountTaxes": 0,
            "kioskItem": "PLU 7",
            "allowUpgrade": true, "autoSelect": true, "useLimitCount": 0, "maxUses": 1, "expirationDate": "2026-12-04", "club": null})
    );
    let resolved = kiosk
        .post("/terminal/codes/resolve", json!({ "code": code_of(discount) }))
        .await
        .succeeded();
    assert_eq!(
        (&resolved["class"], &resolved["discount"], &resolved["expirationDate"]),
        (&json!("discount"), &json!(500), &json!(null))
    );
    let elsewhere = site.kiosk_at(1).await;
    let refused = elsewhere.post("/terminal/codes/resolve", json!({ "code": code_of(discount) }));
    refused.await.refused(422, "not_for_this_location");
}
