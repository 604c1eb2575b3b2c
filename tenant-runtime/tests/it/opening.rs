//! Shop before its owner opens it, and while it is closed.

use std::path::Path;
use std::sync::Arc;

use reqwest::Method;
use serde_json::{Value, json};
use tenant_runtime::http::Role;
use tenant_runtime::opening;
use tenant_runtime::provision::Manifest;

use crate::support::{Customer, Installation, PASSWORD, TestSite, manifest};

fn wash() -> Value {
    json!({"products": [{"productId": 101}], "acceptedTerms": true})
}

/// A whole merchant whose shop isn't open yet.
async fn closed_site() -> TestSite {
    let mut closed = with_policies();
    closed.open = false;
    site_from(&closed).await
}

fn with_policies() -> Manifest {
    let mut whole = manifest("sparkle");
    whole.merchant.privacy_policy = "<p>We keep little.</p>".to_owned();
    whole.merchant.wash_club_terms = "<p>Monthly.</p>".to_owned();
    whole
}

async fn site_from(manifest: &Manifest) -> TestSite {
    let installation: Arc<Installation> = Installation::new().await;
    installation.site_from("sparkle", Path::new("."), manifest).await
}

async fn close(site: &TestSite, text: &str) {
    let tenant = site.tenant().await;
    let mut db = tenant.write().await.unwrap();
    opening::close(&mut db, tenant.now(), opening::PROVIDER, text)
        .await
        .unwrap();
    db.commit().await.unwrap();
}

/// Needs that keep the shop from opening.
async fn blocking(owner: &Customer) -> Vec<String> {
    let opening = owner.get("/admin/opening").await.succeeded();
    let needs = opening["needs"].as_array().unwrap().iter();
    let blocking = needs.filter(|need| need["blocks"] == true);
    blocking.map(|need| need["kind"].as_str().unwrap().to_owned()).collect()
}

async fn confirm_all(owner: &Customer) {
    for kind in blocking(owner).await {
        let confirmed = owner
            .post("/admin/opening/confirmations", json!({ "kind": kind }))
            .await;
        confirmed.succeeded();
    }
}

const SHOP: [&str; 7] = [
    "/products/washes",
    "/products/bundles",
    "/products/washClubs",
    "/products/giftCards",
    "/products/merchandise",
    "/gift-cards?cardNumber=1234",
    "/deals",
];

#[tokio::test]
async fn closed_shop_rejects_the_public_and_serves_its_team() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let attendant = site.staff(Role::Attendant).await;
    let kiosk = site.kiosk_at(1).await;
    let code = site.pairing_code(1).await;
    let charges = site.installation.stub.charges().len();
    close(&site, "").await;

    let visitor = site.visitor();
    for path in SHOP {
        visitor.get(path).await.refused(403, "site_not_open");
        ada.get(path).await.refused(403, "site_not_open");
    }
    for path in ["/products/washes", "/products/merchandise", "/deals"] {
        attendant.get(path).await.succeeded();
    }
    ada.post("/orders/quote", wash()).await.refused(403, "site_not_open");
    attendant.post("/orders/quote", wash()).await.succeeded();
    visitor
        .post("/users", Customer::form("eve@example.com"))
        .await
        .refused(403, "site_not_open");
    // Nothing is charged, not even by the team.
    for person in [&ada, &attendant] {
        let order = person.post_once("/orders", "closed", wash()).await;
        order.refused(403, "site_not_open");
        person
            .get("/payments/hosted-forms?socketId=x")
            .await
            .refused(403, "site_not_open");
        person.ask_token("air_pay").await.refused(403, "site_not_open");
    }
    for path in ["/terminal/me", "/terminal/plates/SUDS1"] {
        kiosk.get(path).await.refused(403, "site_not_open");
    }
    assert_eq!(site.installation.stub.charges().len(), charges);

    // Customers keep what they have, and kiosks can be paired.
    for path in ["/users", "/users/wallet", "/users/purchases"] {
        ada.get(path).await.succeeded();
    }
    for path in ["/merchant", "/locations", "/accounts/site-config"] {
        visitor.get(path).await.succeeded();
    }
    attendant.get("/admin/orders").await.succeeded();
    Customer::log_in(&site, &ada.email, PASSWORD).await;
    let paired = visitor
        .send(
            Method::POST,
            "/terminal/pair",
            Some(json!({ "pairingCode": code })),
            &[],
        )
        .await;
    paired.succeeded();

    let (tenant, now) = (site.tenant().await, site.tenant().await.now());
    let mut db = tenant.write().await.unwrap();
    opening::open(&mut db, now, opening::PROVIDER).await.unwrap();
    db.commit().await.unwrap();
    kiosk.get("/terminal/me").await.succeeded();
    ada.post_once("/orders", "closed", wash()).await.succeeded();
}

#[tokio::test]
async fn site_of_a_complete_manifest_is_open() {
    let site = Installation::new().await.site().await;
    let owner = site.owner().await;
    let opening = owner.get("/admin/opening").await.succeeded();
    assert_eq!(opening["open"], true);
    assert_eq!(opening["changedAt"], Value::Null);
    // Existing sites have no row, either.
    assert!(site.rows::<(i64,)>("SELECT id FROM opening_state").await.is_empty());
    site.visitor().get("/products/washes").await.succeeded();
}

#[tokio::test]
async fn owner_opens_after_confirming_inherited_content() {
    let site = closed_site().await;
    let owner = site.owner().await;
    let visitor = site.visitor();
    visitor.get("/products/washes").await.refused(403, "site_not_open");
    assert_eq!(blocking(&owner).await, ["terms", "privacy", "club_terms", "sender"]);
    let open = json!({"open": true});
    let refusal = owner
        .put("/admin/opening", open.clone())
        .await
        .refused(422, "invalid_fields");
    assert_eq!(refusal["fields"]["privacy"], "Check your privacy policy.", "{refusal}");
    assert_eq!(refusal["fields"].as_object().unwrap().len(), 4, "{refusal}");

    let manager = site.staff(Role::Manager).await;
    manager.get("/admin/opening").await.succeeded();
    manager
        .put("/admin/opening", open.clone())
        .await
        .refused(403, "not_admin");
    confirm_all(&owner).await;
    let opened = owner.put("/admin/opening", open).await.succeeded();
    assert_eq!(opened["open"], true);
    assert!(opened["firstOpenedAt"].is_string(), "{opened}");
    visitor.get("/products/washes").await.succeeded();
}

#[tokio::test]
async fn opening_names_each_missing_requirement() {
    let site = closed_site().await;
    let owner = site.owner().await;
    confirm_all(&owner).await;
    let blocked_by = async |change: &'static str| {
        site.change(change).await;
        blocking(&owner).await
    };
    assert_eq!(
        blocked_by("UPDATE catalog_locations SET address1 = ''").await,
        ["location"]
    );
    let at_sea = "UPDATE catalog_locations SET address1 = '1 Main St', latitude = 0, longitude = 0";
    assert_eq!(blocked_by(at_sea).await, ["location"]);
    let untaxed = "DELETE FROM catalog_taxes";
    assert_eq!(blocked_by(untaxed).await, ["location", "taxes"]);
    let unsold = "UPDATE catalog_products SET active = 0";
    assert_eq!(blocked_by(unsold).await, ["location", "taxes", "product"]);
    let unwritten = "UPDATE site_texts SET html = ''";
    let missing = ["location", "taxes", "product", "terms", "privacy"];
    assert_eq!(blocked_by(unwritten).await, missing);
    let unpaid = "DELETE FROM payments_processor";
    let all = ["location", "taxes", "product", "terms", "privacy", "payments"];
    assert_eq!(blocked_by(unpaid).await, all);

    let refusal = owner
        .put("/admin/opening", json!({"open": true}))
        .await
        .refused(422, "invalid_fields");
    let fields = refusal["fields"].as_object().unwrap();
    assert!(all.iter().all(|kind| fields.contains_key(*kind)), "{refusal}");
    let confirm = async |kind: &str| {
        owner
            .post("/admin/opening/confirmations", json!({ "kind": kind }))
            .await
    };
    confirm("location").await.refused(422, "invalid_fields");
    for decision in ["taxes", "payments"] {
        confirm(decision).await.succeeded();
    }
    assert_eq!(blocking(&owner).await, ["location", "product", "terms", "privacy"]);
}

#[tokio::test]
async fn shop_closes_temporarily_with_a_message() {
    let site = site_from(&with_policies()).await;
    let owner = site.owner().await;
    let closed = json!({"open": false, "closedText": " Back in May "});
    owner
        .put("/admin/opening", closed.clone())
        .await
        .refused(403, "password_required");
    site.visitor().get("/products/washes").await.succeeded();
    owner.unlock().await;
    let closed = owner.put("/admin/opening", closed).await.succeeded();
    assert_eq!(closed["closedText"], "Back in May");
    site.visitor()
        .get("/products/washes")
        .await
        .refused(403, "site_not_open");
    let too_long = json!({"open": false, "closedText": "x".repeat(501)});
    owner
        .put("/admin/opening", too_long)
        .await
        .refused(422, "invalid_fields");
    // It opened with these policies before.
    assert_eq!(blocking(&owner).await, [""; 0]);
    let opened = owner.put("/admin/opening", json!({"open": true})).await.succeeded();
    assert_eq!((&opened["open"], &opened["closedText"]), (&json!(true), &json!("")));
    let actions: Vec<(String,)> = site
        .rows("SELECT action FROM audit WHERE subject = 'shop' ORDER BY id")
        .await;
    assert_eq!(actions, [("shop_closed".to_owned(),), ("shop_opened".to_owned(),)]);
}

#[tokio::test]
async fn setup_guide_stays_until_the_shop_is_open() {
    let site = closed_site().await;
    let owner = site.owner().await;
    let aside = owner
        .put("/admin/checklist", json!({"dismissed": true}))
        .await
        .succeeded();
    assert_eq!((&aside["dismissed"], &aside["open"]), (&json!(false), &json!(false)));
    let step = |list: &Value, kind: &str| {
        let mut steps = list["steps"].as_array().unwrap().iter();
        steps.find(|step| step["kind"] == kind).unwrap().clone()
    };
    let privacy =
        json!({"kind": "privacy", "done": false, "standing": "to_check", "needed": true, "confirms": "privacy"});
    assert_eq!(step(&aside, "privacy"), privacy);
    let opening = json!({"kind": "opening", "done": false, "standing": "missing", "needed": false, "confirms": null});
    assert_eq!(step(&aside, "opening"), opening);
    confirm_all(&owner).await;
    owner.put("/admin/opening", json!({"open": true})).await.succeeded();
    let list = owner.get("/admin/checklist").await.succeeded();
    assert_eq!(step(&list, "opening")["done"], true);
    assert_eq!(list["dismissed"], true);
}
