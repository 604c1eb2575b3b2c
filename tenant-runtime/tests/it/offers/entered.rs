//! Offers as staff enter, change and withdraw them.

use serde_json::json;
use tenant_runtime::http::Role;

use super::{add_code, add_deal, claim, deals, enter, house, names, offer};
use crate::support::{Installation, manifest};

#[tokio::test]
async fn managers_create_offers_and_attendants_see_them() {
    let (site, manager, ada) = house().await;
    let attendant = site.staff(Role::Attendant).await;
    let entered = offer("Five off", json!({"award": {"type": "DollarDiscItem", "amount": 500}}));
    ada.post("/admin/deals", entered.clone())
        .await
        .refused(403, "not_admin");
    attendant
        .post("/admin/deals", entered.clone())
        .await
        .refused(403, "not_admin");
    let added = manager
        .post_once("/admin/deals", "a", entered.clone())
        .await
        .succeeded();
    let again = manager.post_once("/admin/deals", "a", entered).await.succeeded();
    assert_eq!(added, again, "the same press");
    let list = attendant.get("/admin/deals").await.succeeded();
    assert_eq!(list, json!({"items": [added]}));

    let refusal = manager
        .post("/admin/deals", offer(" ", json!({"locations": [7]})))
        .await;
    let refusal = refusal.refused(422, "invalid_fields");
    assert!(
        refusal["fields"]["name"].is_string() && refusal["fields"]["locations"].is_string(),
        "{refusal}"
    );
    let code = offer("Code", json!({"code": "SUDS"}));
    manager
        .post("/admin/deals", code.clone())
        .await
        .refused(422, "invalid_fields");
    manager.post("/admin/promo-codes", code).await.succeeded();
    let same = offer("Other", json!({"code": "suds"}));
    let refusal = manager.post("/admin/promo-codes", same).await.refused(409, "taken");
    assert!(refusal["fields"]["code"].is_string(), "{refusal}");

    let noted: Vec<(String, String)> = site
        .rows("SELECT action, subject FROM audit WHERE action LIKE 'offer%'")
        .await;
    let noted: Vec<(&str, &str)> = noted
        .iter()
        .map(|(action, subject)| (action.as_str(), subject.as_str()))
        .collect();
    assert_eq!(noted, [("offer_added", "offer:1"), ("offer_added", "offer:2")]);
}

#[tokio::test]
async fn change_keeps_claimed_items_and_the_start() {
    let (_, manager, ada) = house().await;
    let id = add_deal(
        &manager,
        "Five off",
        json!({"award": {"type": "DollarDiscTrans", "amount": 500}}),
    )
    .await;
    claim(&ada, &id).await.succeeded();
    let path = format!("/admin/deals/{id}");
    let changed = offer(
        "Six off",
        json!({"award": {"type": "DollarDiscTrans", "amount": 600}, "claimLimit": 2}),
    );
    let change = json!({"version": 1, "offer": changed});
    let changed = manager.put(&path, change).await.succeeded();
    assert_eq!(
        (
            &changed["offer"]["name"],
            &changed["offer"]["startsAt"],
            &changed["claimed"]
        ),
        (&json!("Six off"), &json!("2026-11-20T15:00:00Z"), &json!(1))
    );
    claim(&ada, &id).await.succeeded();
    let mut worth: Vec<i64> = ada
        .wallet()
        .await
        .iter()
        .map(|item| item["discount"].as_i64().unwrap())
        .collect();
    worth.sort_unstable();
    assert_eq!(worth, [500, 600]);
    // After the end date, no one can claim it, and claimed items stay.
    let ended = offer(
        "Six off",
        json!({"startsAt": "2026-11-01T00:00:00Z", "endsAt": "2026-11-20T15:00:00Z"}),
    );
    let change = json!({"version": changed["version"], "offer": ended});
    manager.put(&path, change).await.succeeded();
    claim(&ada, &id).await.refused(422, "expired");
    assert_eq!(ada.wallet().await.len(), 2);
    let promo = format!("/admin/promo-codes/{id}");
    manager.delete(&promo).await.refused(404, "not_found");
}

#[tokio::test]
async fn offer_update_requires_the_read_version() {
    let (_, manager, ada) = house().await;
    let id = add_deal(&manager, "Five off", json!({"claimLimit": 2})).await;
    let path = format!("/admin/deals/{id}");
    let read = manager.get(&path).await.succeeded();
    claim(&ada, &id).await.succeeded();
    let mine = json!({"version": read["version"], "offer": offer("Mine", json!({"claimLimit": 2}))});
    let changed = manager.put(&path, mine).await.succeeded();
    assert_eq!(
        (&read["version"], &changed["version"]),
        (&json!(1), &json!(2)),
        "a claim makes no new version"
    );
    let theirs = json!({"version": read["version"], "offer": offer("Theirs", json!({}))});
    manager.put(&path, theirs).await.refused(409, "stale_revision");
    let blind = manager.put(&path, offer("Blind", json!({}))).await;
    blind.refused(400, "malformed");
    assert_eq!(names(&deals(&ada, "").await), ["Mine"]);

    manager.get("/admin/deals/99").await.refused(404, "not_found");

    let id = add_code(&manager, "SUDS", json!({})).await;
    let path = format!("/admin/promo-codes/{id}");
    assert_eq!(manager.get(&path).await.succeeded()["offer"]["code"], "SUDS");
    for (version, code) in [(1, 200), (1, 409), (2, 200)] {
        let change = json!({"version": version, "offer": offer("Code", json!({"code": "SUDS"}))});
        assert_eq!(manager.put(&path, change).await.status, code, "version {version}");
    }
}

#[tokio::test]
async fn withdrawal_revokes_unused_items_and_frees_the_code() {
    let (site, manager, ada) = house().await;
    let id = add_code(&manager, "SUDS", json!({"claimLimit": 3})).await;
    for _ in 0..2 {
        enter(&ada, "SUDS").await.succeeded();
    }
    let used = ada.wallet().await.remove(0);
    let kiosk = site.kiosk_at(1).await;
    kiosk.redeem(used["code"].as_str().unwrap()).await;

    let path = format!("/admin/promo-codes/{id}");
    let withdrawn = manager.delete(&path).await.succeeded();
    assert_eq!(withdrawn["withdrawnAt"], "2026-11-20T15:00:00Z");
    let again = manager.delete(&path).await.refused(422, "expired");
    assert_eq!(again["errorMessage"], "This discount has been withdrawn.");
    manager
        .put(
            &path,
            json!({"version": withdrawn["version"], "offer": offer("x", json!({"code": "X"}))}),
        )
        .await
        .refused(422, "expired");
    assert!(ada.wallet().await.is_empty());
    let states: Vec<(String,)> = site.rows("SELECT state FROM wallet_items ORDER BY state").await;
    assert_eq!(states, [("revoked".to_owned(),), ("used".to_owned(),)]);
    enter(&ada, "SUDS").await.refused(422, "expired");
    add_code(&manager, "suds", json!({})).await;
    enter(&ada, "SUDS").await.succeeded();
}

#[tokio::test]
async fn manifest_declares_offers() {
    let mut declared = manifest("sparkle");
    declared.deals = serde_json::from_value(json!([offer("Declared", json!({}))])).unwrap();
    declared.promo_codes = serde_json::from_value(json!([offer("Code", json!({"code": "SUDS"}))])).unwrap();
    let installation = Installation::new().await;
    let site = installation
        .site_from("sparkle", std::path::Path::new("."), &declared)
        .await;
    let ada = site.customer().await.confirmed().await;
    assert_eq!(names(&deals(&ada, "").await), ["Declared"]);
    enter(&ada, "suds").await.succeeded();
}

#[tokio::test]
async fn offer_list_is_searched_and_exported() {
    let (site, manager, _) = house().await;
    let five = add_code(
        &manager,
        "FIVE",
        json!({"description": "Éclat", "award": {"type": "DollarDiscItem", "amount": 550}}),
    )
    .await;
    add_code(&manager, "LATER", json!({"startsAt": "2027-01-01T00:00:00Z"})).await;
    let gone = add_code(&manager, "GONE", json!({})).await;
    manager.delete(&format!("/admin/promo-codes/{gone}")).await.succeeded();
    for (query, codes) in [
        ("", vec!["FIVE", "LATER", "GONE"]),
        ("?q=eclat", vec!["FIVE"]),
        ("?state=running", vec!["FIVE"]),
        ("?state=coming", vec!["LATER"]),
        ("?state=ended", vec![]),
        ("?state=withdrawn", vec!["GONE"]),
    ] {
        let list = manager.get(&format!("/admin/promo-codes{query}")).await.succeeded();
        let items = list["items"].as_array().unwrap().iter();
        let found: Vec<&str> = items.map(|item| item["offer"]["code"].as_str().unwrap()).collect();
        assert_eq!(found, codes, "{query}");
    }
    let csv = [("Accept", "text/csv")];
    let path = "/admin/promo-codes?state=running";
    let table = manager.send(reqwest::Method::GET, path, None, &csv).await.text;
    let row = table.lines().nth(1).unwrap();
    assert!(
        row.starts_with(&format!("{five},")) && row.contains(",FIVE,DollarDiscItem,5.50,"),
        "{table}"
    );
    assert_eq!(table.lines().count(), 2);
    let attendant = site.staff(Role::Attendant).await;
    let denied = attendant.send(reqwest::Method::GET, path, None, &csv).await;
    denied.refused(403, "not_admin");
}

#[tokio::test]
async fn offers_keep_their_order() {
    let (site, manager, ada) = house().await;
    let (one, two) = (
        add_deal(&manager, "One", json!({})).await,
        add_deal(&manager, "Two", json!({})).await,
    );
    let code = add_code(&manager, "SUDS", json!({})).await;
    assert_eq!(names(&deals(&ada, "").await), ["One", "Two"]);
    let put = async |path: &str, place| manager.put(path, place).await;
    put("/admin/deals/order", json!({"id": two, "before": one}))
        .await
        .succeeded();
    assert_eq!(names(&deals(&ada, "").await), ["Two", "One"]);
    let listed = manager.get("/admin/deals").await.succeeded();
    assert_eq!((&listed["items"][0]["id"], &listed["items"][1]["id"]), (&two, &one));
    // A new one stands behind all, and one of another kind is not there.
    add_deal(&manager, "Three", json!({})).await;
    assert_eq!(names(&deals(&ada, "").await), ["Two", "One", "Three"]);
    put("/admin/deals/order", json!({"id": two, "before": null}))
        .await
        .succeeded();
    assert_eq!(names(&deals(&ada, "").await), ["One", "Three", "Two"]);
    for (path, place) in [
        ("/admin/deals/order", json!({"id": code, "before": null})),
        ("/admin/deals/order", json!({"id": one, "before": code})),
        ("/admin/promo-codes/order", json!({"id": one, "before": null})),
    ] {
        put(path, place).await.refused(404, "not_found");
    }
    put("/admin/deals/order", json!({"id": one}))
        .await
        .refused(400, "malformed");

    let other = add_code(&manager, "OTHER", json!({})).await;
    let place = json!({"id": other, "before": code});
    put("/admin/promo-codes/order", place.clone()).await.succeeded();
    let listed = manager.get("/admin/promo-codes").await.succeeded();
    assert_eq!(
        (&listed["items"][0]["id"], &listed["items"][0]["version"]),
        (&other, &json!(1))
    );
    let attendant = site.staff(Role::Attendant).await;
    let refused = attendant.put("/admin/promo-codes/order", place).await;
    refused.refused(403, "not_admin");
    let noted: Vec<(String,)> = site
        .rows("SELECT subject FROM audit WHERE action = 'offer_moved' ORDER BY id")
        .await;
    let noted: Vec<&str> = noted.iter().map(|(subject,)| subject.as_str()).collect();
    assert_eq!(noted, [2, 2, 5].map(|id| format!("offer:{id}")));
}
