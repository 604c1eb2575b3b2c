//! Sites whose prices include tax: what staff enter is what customers pay.

use std::path::Path;

use jiff::Timestamp;
use reqwest::Method;
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::mailbox::{decoded, mails};
use crate::support::{Customer, Installation, PASSWORD, TestSite, manifest};

/// A site with 20 % tax in its prices, and 10 % at its second location.
async fn house() -> (TestSite, Customer, Customer) {
    let mut manifest = manifest("sparkle");
    manifest.site_config.insert("pricesIncludeTax".to_owned(), true.into());
    for (location, rate) in manifest.locations.iter_mut().zip([200_000, 100_000]) {
        location.location.taxes = ["wash", "club", "merchandise"]
            .map(|class| (class.to_owned(), rate))
            .into();
    }
    let installation = Installation::new().await;
    let site = installation.site_from("sparkle", Path::new("."), &manifest).await;
    let manager = site.staff(Role::Manager).await;
    let ada = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card()
        .await
        .with_vehicle()
        .await;
    (site, manager, ada)
}

async fn set_price(manager: &Customer, product: i64, price: i64) {
    let path = format!("/admin/products/{product}");
    let mut record = manager.get(&path).await.succeeded();
    record["product"]["price"] = json!(price);
    let change = json!({"version": record["version"], "product": record["product"]});
    let changed = manager.put(&path, change).await.succeeded();
    assert_eq!(changed["product"]["price"], price);
}

async fn price_of(manager: &Customer, product: i64) -> Value {
    manager.get(&format!("/admin/products/{product}")).await.succeeded()["product"]["price"].clone()
}

fn order(product: i64, total: i64) -> Value {
    json!({"products": [{"productId": product}], "acceptedTerms": true, "expectedTotal": total})
}

fn wanted(product: i64) -> Value {
    json!({"products": [{"productId": product}]})
}

async fn quote(ada: &Customer, product: i64) -> (i64, i64, i64) {
    let quoted = ada.post("/orders/quote", wanted(product)).await.succeeded();
    let amount = |field: &str| quoted[field].as_i64().unwrap();
    (amount("subtotal"), amount("taxes"), amount("total"))
}

/// Sums by account.
async fn books(site: &TestSite) -> Vec<(String, i64)> {
    site.rows("SELECT account, SUM(amount) FROM ledger_entries GROUP BY account ORDER BY account")
        .await
}

fn account(name: &str, amount: i64) -> (String, i64) {
    (name.to_owned(), amount)
}

async fn at(site: &TestSite, instant: &str) {
    let instant: Timestamp = instant.parse().unwrap();
    let now = site.tenant().await.now();
    site.installation.clock.advance(instant.duration_since(now));
    site.run_jobs().await;
}

fn charges(site: &TestSite) -> Vec<i64> {
    let charges = site.installation.stub.charges();
    charges.iter().map(|charge| charge.amount).collect()
}

async fn include_tax(manager: &Customer, include: bool) {
    let mut config = manager.site.visitor().get("/accounts/site-config").await.succeeded();
    config["pricesIncludeTax"] = json!(include);
    let body = json!({ "siteConfig": config });
    manager.post("/accounts/site-config", body).await.succeeded();
}

#[tokio::test]
async fn entered_price_is_charged() {
    let (site, manager, ada) = house().await;
    set_price(&manager, 101, 999).await;
    let shown = ada.get("/products/washes").await.succeeded();
    let wash = shown.as_array().unwrap().iter().find(|wash| wash["productId"] == 101);
    let wash = wash.unwrap();
    assert_eq!((&wash["price"], &wash["taxes"]), (&json!(832), &json!(167)));
    assert_eq!(quote(&ada, 101).await, (832, 167, 999));
    let there = json!({"products": [{"productId": 101}], "locationId": 2});
    let there = ada.post("/orders/quote", there).await.succeeded();
    assert_eq!(
        (&there["subtotal"], &there["taxes"], &there["total"]),
        (&json!(908), &json!(91), &json!(999)),
        "the same at a location with another rate"
    );
    let paid = ada.post_once("/orders", "a", order(101, 999)).await.succeeded();
    assert_eq!((&paid["approved"], &paid["total"]), (&json!(true), &json!(999)));
    assert_eq!(
        books(&site).await,
        [account("clearing", 999), account("sales", -832), account("tax", -167)]
    );
    let accept = [("Accept", "text/csv")];
    let csv = manager.send(Method::GET, "/admin/products", None, &accept).await.text;
    assert!(csv.contains("sparkle Sunrise,9.99,"), "{csv}");
    let changed = manager.get("/admin/products/101").await.succeeded();
    assert_eq!(changed["product"]["price"], 999);
}

#[tokio::test]
async fn gross_discount_matches_its_offer() {
    let (site, manager, ada) = house().await;
    set_price(&manager, 101, 1800).await;
    let award = json!({"type": "DollarDiscItem", "amount": 200});
    let entered = json!({"name": "2 off", "code": "TWO", "award": award});
    let added = manager.post("/admin/promo-codes", entered).await.succeeded();
    assert_eq!(added["offer"]["award"]["amount"], 200);
    ada.post("/promo-codes", json!({"code": "TWO"})).await.succeeded();
    let item = ada.get("/users/wallet").await.succeeded()[0].clone();
    assert_eq!(item["discount"], 200);
    let kiosk = site.kiosk_at(1).await;
    let resolved = kiosk
        .post("/terminal/codes/resolve", json!({"code": item["code"]}))
        .await
        .succeeded();
    assert_eq!(
        (&resolved["discount"], &resolved["discountTaxes"]),
        (&json!(167), &json!(33))
    );

    let quoted = ada.post("/orders/quote", wanted(101)).await.succeeded();
    assert_eq!(quoted["discount"], json!({"name": "2 off", "amount": 167, "taxes": 33}));
    assert_eq!(quote(&ada, 101).await, (1333, 267, 1600));
    let paid = ada.post_once("/orders", "a", order(101, 1600)).await.succeeded();
    assert_eq!(paid["approved"], true);
    assert_eq!(
        books(&site).await,
        [
            account("clearing", 1600),
            account("discounts", 167),
            account("sales", -1500),
            account("tax", -267)
        ]
    );
    let purchase = ada.get("/users/purchases").await.succeeded()[0].clone();
    assert_eq!(
        (&purchase["discount"], &purchase["discountTaxes"]),
        (&json!(167), &json!(33))
    );
    let product = &purchase["purchasedProducts"][0];
    assert_eq!(
        (&product["unitPrice"], &product["unitTaxes"]),
        (&json!(1500), &json!(300))
    );
    site.run_jobs().await;
    let receipt = decoded(&mails(&site, "receipt", &ada.email).remove(0));
    assert!(receipt.contains("Discount: -$2.00"), "{receipt}");
}

#[tokio::test]
async fn member_pays_the_agreed_or_announced_gross_price() {
    let (site, manager, ada) = house().await;
    set_price(&manager, 301, 2999).await;
    ada.post_once("/orders", "join", order(301, 900)).await.succeeded();
    assert_eq!(charges(&site), [900]);
    let listed = manager.get("/admin/clubs").await.succeeded();
    assert_eq!(listed["items"][0]["monthlyPrice"], 2999);
    let entered = json!({"productId": 301, "monthlyPrice": 3199, "from": "2027-01-10"});
    manager.post("/admin/clubs/prices", entered).await.succeeded();
    site.run_jobs().await;
    let told = decoded(&mails(&site, "club_price", &ada.email).remove(0));
    assert!(told.contains("$31.99"), "{told}");
    assert!(told.contains("including tax") && !told.contains("plus tax"), "{told}");
    assert!(told.contains("Until then, it costs $29.99."), "{told}");

    at(&site, "2026-12-20T09:00:00Z").await;
    at(&site, "2027-01-20T09:00:00Z").await;
    assert_eq!(charges(&site), [900, 2999, 3199]);
    let gross: i64 = books(&site)
        .await
        .iter()
        .filter(|(account, _)| account == "sales" || account == "tax")
        .map(|(_, amount)| amount)
        .sum();
    assert_eq!(gross, -(900 + 2999 + 3199));
}

/// The check compares what a member pays with what was agreed to or announced, in whichever way prices are entered now.
#[tokio::test]
async fn announced_price_passes_the_check_after_a_switch_of_the_price_basis() {
    let (site, manager, ada) = house().await;
    ada.post_once("/orders", "join", order(301, 900)).await.succeeded();
    let entered = json!({"productId": 301, "monthlyPrice": 3199, "from": "2027-01-10"});
    manager.post("/admin/clubs/prices", entered).await.succeeded();
    at(&site, "2026-12-20T09:00:00Z").await;
    at(&site, "2027-01-20T09:00:00Z").await;
    assert_eq!(site.violations().await, [] as [String; 0]);
    site.change("UPDATE club_memberships SET gross_monthly_price = 1").await;
    let found = site.violations().await;
    assert!(found.iter().any(|one| one.contains("costs 0.01 a month")), "{found:?}");
    site.change("UPDATE club_memberships SET gross_monthly_price = 3199")
        .await;

    let manager = Customer::log_in(&site, &manager.email, PASSWORD).await;
    for include in [false, true, false] {
        include_tax(&manager, include).await;
        assert_eq!(site.violations().await, [] as [String; 0], "{include}");
    }
    site.change("UPDATE club_memberships SET monthly_price = 0").await;
    assert!(!site.violations().await.is_empty());
    site.change("UPDATE club_memberships SET monthly_price = 2666").await;
}

#[tokio::test]
async fn remaining_days_of_a_gross_period_are_credited_gross() {
    let (site, manager, ada) = house().await;
    set_price(&manager, 302, 3999).await;
    ada.post_once("/orders", "join", order(301, 900)).await.succeeded();
    at(&site, "2026-11-30T18:00:00Z").await;
    let ada = Customer::log_in(&site, &ada.email, PASSWORD).await;
    // 20 of 30 days of 9.00.
    assert_eq!(quote(&ada, 302).await.2, 3999 - 600);
    let quoted = ada.post("/orders/quote", wanted(302)).await.succeeded();
    let credit = &quoted["credit"];
    assert_eq!(
        credit["amount"].as_i64().unwrap() + credit["taxes"].as_i64().unwrap(),
        600
    );
    let paid = ada.post_once("/orders", "up", order(302, 3399)).await.succeeded();
    assert_eq!(paid["approved"], true);
    at(&site, "2026-12-30T18:00:00Z").await;
    assert_eq!(charges(&site), [900, 3399, 3999]);
}

#[tokio::test]
async fn switch_of_the_price_basis_changes_no_charge() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let manager = site.staff(Role::Manager).await;
    let ada = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card()
        .await
        .with_vehicle()
        .await;
    ada.post_once("/orders", "join", order(301, 945)).await.succeeded();
    let entered = json!({"productId": 301, "monthlyPrice": 2700, "from": "2027-01-10"});
    manager.post("/admin/clubs/prices", entered).await.succeeded();
    let award = json!({"type": "DollarDiscItem", "amount": 200});
    let entered = json!({"name": "2 off", "code": "TWO", "award": award});
    let offer = manager.post("/admin/promo-codes", entered).await.succeeded();
    ada.post("/promo-codes", json!({"code": "TWO"})).await.succeeded();
    let before = quote(&ada, 101).await;
    assert_eq!(before, (1000, 86, 1086));

    include_tax(&manager, true).await;
    assert_eq!(quote(&ada, 101).await, before);
    assert_eq!(price_of(&manager, 101).await, 1303);
    assert_eq!(price_of(&manager, 401).await, 5000, "gift cards have no tax");
    let path = format!("/admin/promo-codes/{}", offer["id"]);
    let changed = manager.get(&path).await.succeeded();
    assert_eq!(changed["offer"]["award"]["amount"], 217);
    assert_eq!(ada.get("/users/wallet").await.succeeded()[0]["discount"], 217);
    let listed = manager.get("/admin/clubs").await.succeeded();
    assert_eq!(listed["items"][0]["monthlyPrice"], 2625);
    at(&site, "2026-12-20T09:00:00Z").await;

    let manager = Customer::log_in(&site, &manager.email, PASSWORD).await;
    include_tax(&manager, false).await;
    assert_eq!(price_of(&manager, 101).await, 1200);
    let changed = manager.get(&path).await.succeeded();
    assert_eq!(changed["offer"]["award"]["amount"], 200);
    at(&site, "2027-01-20T09:00:00Z").await;
    assert_eq!(charges(&site), [945, 2625, 2835]);
}
