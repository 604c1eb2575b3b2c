//! Deals and promo codes: who finds and claims them, and how often.

mod entered;
mod imported;
mod races;

use jiff::SignedDuration;
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::{Customer, Installation, Reply, TestSite};

/// Offer entered by staff, with changes.
fn offer(name: &str, changes: Value) -> Value {
    let mut offer = json!({"name": name, "award": {"type": "Item"}});
    for (key, value) in changes.as_object().unwrap() {
        offer[key] = value.clone();
    }
    offer
}

/// Adds a deal; answers its id.
async fn add_deal(manager: &Customer, name: &str, changes: Value) -> Value {
    let added = manager.post("/admin/deals", offer(name, changes)).await.succeeded();
    added["id"].clone()
}

async fn add_code(manager: &Customer, code: &str, changes: Value) -> Value {
    let mut entered = offer(code, changes);
    entered["code"] = json!(code);
    manager.post("/admin/promo-codes", entered).await.succeeded()["id"].clone()
}

async fn claim(customer: &Customer, deal: &Value) -> Reply {
    customer.post("/users/deals", json!({ "dealId": deal })).await
}

async fn enter(customer: &Customer, code: &str) -> Reply {
    customer.post("/promo-codes", json!({ "code": code })).await
}

async fn deals(customer: &Customer, query: &str) -> Vec<Value> {
    let deals = customer.get(&format!("/deals{query}")).await.succeeded();
    deals.as_array().unwrap().clone()
}

fn names(deals: &[Value]) -> Vec<&str> {
    deals.iter().map(|deal| deal["name"].as_str().unwrap()).collect()
}

async fn house() -> (TestSite, Customer, Customer) {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let ada = site.customer().await.confirmed().await;
    (site, manager, ada)
}

#[tokio::test]
async fn deal_is_claimed_once_and_added_to_the_wallet() {
    let (site, manager, ada) = house().await;
    let wash = json!({
        "description": "For new faces.", "terms": "One a car.", "locations": [2],
        "expiry": {"type": "relative", "days": 14},
        "kiosk": {"kioskItem": "PLU 7", "allowUpgrade": true, "autoSelect": false},
    });
    let id = add_deal(&manager, "A wash on us", wash).await;
    let expected = json!({
        "dealId": id, "name": "A wash on us", "description": "For new faces.", "terms": "One a car.", "locations": [2],
        "numberClaimed": 0, "claimLimit": 1, "award": {"type": "Item"}, "endsAt": null,
    });
    assert_eq!(deals(&ada, "").await, [expected]);
    assert_eq!(deals(&ada, "?locationId=1").await, Vec::<Value>::new());
    assert_eq!(deals(&ada, "?locationId=2").await.len(), 1);

    let elsewhere = json!({"dealId": id, "locationId": 1});
    let refused = ada.post("/users/deals", elsewhere).await;
    refused.refused(422, "not_for_this_location");
    let body = json!({ "dealId": id });
    let claimed = ada.post_once("/users/deals", "c", body.clone()).await.succeeded();
    assert_eq!(claimed["name"], "A wash on us");
    let again = ada.post_once("/users/deals", "c", body).await.succeeded();
    assert_eq!(again, claimed, "the same press");
    claim(&ada, &id).await.refused(409, "already_claimed");
    assert_eq!(deals(&ada, "").await[0]["numberClaimed"], 1);

    let wallet = ada.wallet().await;
    assert_eq!(wallet.len(), 1);
    assert_eq!(
        (
            &wallet[0]["id"],
            &wallet[0]["itemType"],
            &wallet[0]["expirationDate"],
            &wallet[0]["locations"]
        ),
        (&claimed["itemId"], &json!("Item"), &json!("2026-12-04"), &json!([2]))
    );
    let code = json!({ "code": wallet[0]["code"] });
    let kiosk = site.kiosk_at(2).await;
    let resolved = kiosk.post("/terminal/codes/resolve", code).await.succeeded();
    assert_eq!(
        (&resolved["class"], &resolved["kioskItem"], &resolved["allowUpgrade"]),
        (&json!("award"), &json!("PLU 7"), &json!(true))
    );
    let inbox = ada
        .send(reqwest::Method::PATCH, "/users/notifications", None, &[])
        .await
        .succeeded();
    assert_eq!(inbox[0]["body"], "A wash on us is now in your wallet.");

    // Each customer has a separate count.
    let bob = site.customer_with_email("bob@example.com").await;
    assert_eq!(deals(&bob, "").await[0]["numberClaimed"], 0);
    claim(&bob, &id).await.refused(403, "email_unconfirmed");
    enter(&bob, "NONE").await.refused(403, "email_unconfirmed");
}

#[tokio::test]
async fn claims_default_to_the_home_location() {
    let (_, manager, ada) = house().await;
    let id = add_deal(&manager, "East", json!({"locations": [2]})).await;
    ada.post("/users/homeLocation", json!({"locationId": 1}))
        .await
        .succeeded();
    assert_eq!(deals(&ada, "").await, Vec::<Value>::new());
    claim(&ada, &id).await.refused(422, "not_for_this_location");
    let here = json!({"dealId": id, "locationId": 2});
    ada.post("/users/deals", here).await.succeeded();
}

#[tokio::test]
async fn list_shows_deals_that_can_be_claimed_now() {
    let (site, manager, ada) = house().await;
    let open =
        json!({"startsAt": "2026-11-20T15:00:00Z", "endsAt": "2026-11-20T15:40:00Z", "expiry": {"type": "withOffer"}});
    let open = add_deal(&manager, "Open", open).await;
    let later = add_deal(&manager, "Later", json!({"startsAt": "2026-11-20T15:15:00Z"})).await;
    let other = site.installation.site_called("bluewave").await;
    add_deal(&other.staff(Role::Manager).await, "Elsewhere", json!({})).await;

    assert_eq!(names(&deals(&ada, "").await), ["Open"]);
    claim(&ada, &later).await.refused(404, "not_found");
    claim(&ada, &json!(999)).await.refused(404, "not_found");
    site.installation.clock.advance(SignedDuration::from_mins(20));
    assert_eq!(names(&deals(&ada, "").await), ["Open", "Later"]);
    claim(&ada, &open).await.succeeded();
    // The local day on which the offer ends.
    assert_eq!(ada.wallet().await[0]["expirationDate"], "2026-11-20");
    site.installation.clock.advance(SignedDuration::from_mins(20));
    assert_eq!(names(&deals(&ada, "").await), ["Later"]);
    claim(&ada, &open).await.refused(422, "expired");
}

#[tokio::test]
async fn promo_code_is_not_case_sensitive() {
    let (site, manager, ada) = house().await;
    let five = json!({"award": {"type": "DollarDiscTrans", "amount": 500}, "claimLimit": 2, "totalCap": 3});
    add_code(&manager, "Suds-5", five).await;
    add_code(&manager, "SOON", json!({"startsAt": "2026-12-01T00:00:00Z"})).await;
    let over = json!({"startsAt": "2026-11-01T00:00:00Z", "endsAt": "2026-11-02T00:00:00Z"});
    add_code(&manager, "OVER", over).await;

    assert_eq!(enter(&ada, " suds-5 ").await.succeeded()["name"], "Suds-5");
    let wallet = ada.wallet().await;
    assert_eq!(
        (
            &wallet[0]["itemType"],
            &wallet[0]["discount"],
            &wallet[0]["expirationDate"]
        ),
        (&json!("DollarDiscTrans"), &json!(500), &json!(null))
    );
    enter(&ada, "\u{feff}SU\u{ad}DS-5\u{200b}").await.succeeded();
    enter(&ada, "SUDS-5").await.refused(409, "already_claimed");
    let bob = site.customer_with_email("bob@example.com").await.confirmed().await;
    enter(&bob, "SUDS-5").await.succeeded();
    enter(&bob, "SUDS-5").await.refused(409, "sold_out");

    enter(&ada, "NONE").await.refused(422, "invalid_code");
    enter(&ada, "SOON").await.refused(422, "invalid_code");
    enter(&ada, "OVER").await.refused(422, "expired");
    for wrong in ["", "  ", "123456789012345678901"] {
        let refusal = enter(&ada, wrong).await.refused(422, "invalid_fields");
        assert!(refusal["fields"]["code"].is_string(), "{refusal}");
    }
    let listed = deals(&ada, "").await;
    assert_eq!(listed, Vec::<Value>::new(), "a promo code is in no list");
    let deal = add_deal(&manager, "A deal", json!({})).await;
    let codes = manager.get("/admin/promo-codes").await.succeeded();
    assert!(codes["items"].as_array().unwrap().iter().all(|code| code["id"] != deal));
}

#[tokio::test]
async fn captcha_is_required_after_ten_wrong_codes() {
    let installation = Installation::with_captcha().await;
    let site = installation.site().await;
    // One of the merchant's people, who needed none to sign up.
    let ada = site.staff(Role::Manager).await;
    add_code(&ada, "SUDS", json!({})).await;
    for attempt in 1..=10 {
        let refusal = enter(&ada, "NONE").await.refused(422, "invalid_code");
        assert_eq!(refusal["fields"]["captcha"].is_string(), attempt == 10, "{attempt}");
    }
    let refusal = enter(&ada, "SUDS").await.refused(422, "invalid_fields");
    assert!(refusal["fields"]["captcha"].is_string(), "{refusal}");
    let solution = crate::support::captcha(&site).await;
    let headers = [("Captcha-Token", solution.as_str())];
    let body = json!({"code": "SUDS"});
    let entered = ada
        .send(reqwest::Method::POST, "/promo-codes", Some(body), &headers)
        .await;
    entered.succeeded();
    // A tenth of an hour later one is free again.
    installation.clock.advance(SignedDuration::from_mins(7));
    enter(&ada, "NONE").await.refused(422, "invalid_code");
}
