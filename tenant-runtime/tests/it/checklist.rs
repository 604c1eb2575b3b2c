//! Setup guide for a new merchant.

use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::processors::settings;
use crate::support::{Customer, Installation, TestSite};

/// The steps that are not done.
async fn open(manager: &Customer) -> Vec<String> {
    let list = manager.get("/admin/checklist").await.succeeded();
    let steps = list["steps"].as_array().unwrap().iter();
    let open = steps.filter(|step| step["done"] == json!(false));
    open.map(|step| step["kind"].as_str().unwrap().to_owned()).collect()
}

async fn made_empty(site: &TestSite) {
    for statement in [
        "UPDATE site_merchant SET support_email = ''",
        "UPDATE site_texts SET html = ''",
        "UPDATE catalog_products SET active = 0",
        "UPDATE catalog_locations SET active = 0",
        "DELETE FROM catalog_taxes",
    ] {
        site.change(statement).await;
    }
}

async fn publish(owner: &Customer, kind: &str) {
    let texts = owner.get("/admin/texts").await.succeeded();
    let mut texts = texts["items"].as_array().unwrap().iter();
    let before = texts.find(|text| text["kind"] == kind).unwrap();
    let text = json!({"html": "<p>Be kind.</p>", "basedOn": before["textId"]});
    owner.post(&format!("/admin/texts/{kind}"), text).await.succeeded();
}

#[tokio::test]
async fn each_step_is_completed_by_its_action() {
    let site = Installation::new().await.site_through("moneris").await;
    let owner = site.owner().await;
    made_empty(&site).await;
    let all = [
        "contact",
        "appearance",
        "location",
        "taxes",
        "product",
        "terms",
        "privacy",
        "processor",
        "mail",
        "people",
        "terminal",
        "sale",
    ];
    assert_eq!(open(&owner).await, all);
    let left = async |done: usize| assert_eq!(open(&owner).await, all[done..], "after {}", all[done - 1]);

    let contacts = json!({"supportEmail": "help@suds.example", "supportPhone": ""});
    owner.save("/admin/support", contacts).await.succeeded();
    left(1).await;

    let mut config = owner.get("/accounts/site-config").await.succeeded();
    config["forceLocations"] = json!(true);
    let saved = owner
        .post("/accounts/site-config", json!({ "siteConfig": config }))
        .await
        .succeeded();
    // That shows nothing of how the site looks.
    left(1).await;
    let mut config = saved;
    config["companyName"] = json!("Suds & Sons");
    let saved = owner
        .post("/accounts/site-config", json!({ "siteConfig": config }))
        .await
        .succeeded();
    // The name belongs to another step.
    left(1).await;
    let mut config = saved;
    config["brand"]["primary"] = json!("#8a2be2");
    owner
        .post("/accounts/site-config", json!({ "siteConfig": config }))
        .await
        .succeeded();
    left(2).await;

    let place = json!({"name": "West", "address1": "9 High St", "city": "Mesa", "latitude": 33.4, "longitude": -111.8});
    let west = owner.post("/admin/locations", place).await.succeeded()["locationId"].clone();
    left(3).await;
    let untaxed = json!({"locations": [], "shipTo": {}});
    owner.save("/admin/taxes", untaxed).await.succeeded();
    left(4).await;
    let wash = json!({"productType": "AppWash", "name": "Foam", "price": 1500});
    let wash = owner.post("/admin/products", wash).await.succeeded()["productId"].clone();
    left(5).await;
    for (done, kind) in [(6, "terms"), (7, "privacy")] {
        publish(&owner, kind).await;
        left(done).await;
    }

    owner.unlock().await;
    let typed = json!({"name": "moneris", "endpoints": "stub", "settings": settings("moneris")});
    let works = async || {
        let tried = owner.post("/admin/processor/test", typed.clone()).await.succeeded();
        tried["result"] == "works"
    };
    site.installation.stub.set_manners(|manners| manners.broken = true);
    assert!(!works().await);
    left(7).await;
    site.installation.stub.set_manners(|manners| manners.broken = false);
    assert!(works().await);
    left(8).await;

    let draft = owner.get("/admin/mails/refund/en").await.succeeded()["parts"].clone();
    owner.post("/admin/mails/refund/en/test", draft).await.succeeded();
    left(9).await;
    let invited = json!({"firstName": "Eve", "lastName": "Lane", "email": "eve@example.com", "role": "manager"});
    owner.post("/admin/staff/invitations", invited).await.succeeded();
    left(10).await;
    site.kiosk_at(west.as_i64().unwrap()).await;
    left(11).await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let order = json!({"products": [{ "productId": wash }]});
    ada.post_once("/orders", "first", order).await.succeeded();
    assert_eq!(open(&owner).await, [""; 0]);
}

#[tokio::test]
async fn guide_is_dismissed_and_restored_for_everyone() {
    let site = Installation::new().await.site().await;
    let (owner, manager) = (site.owner().await, site.staff(Role::Manager).await);
    let dismissed =
        async |person: &Customer| -> Value { person.get("/admin/checklist").await.succeeded()["dismissed"].clone() };
    assert_eq!(dismissed(&owner).await, false);
    // Twice, as two people at once do.
    for person in [&owner, &manager] {
        let aside = person
            .put("/admin/checklist", json!({"dismissed": true}))
            .await
            .succeeded();
        assert_eq!(aside["dismissed"], true);
    }
    assert_eq!(dismissed(&manager).await, true);
    manager
        .put("/admin/checklist", json!({"dismissed": false}))
        .await
        .succeeded();
    assert_eq!(dismissed(&owner).await, false);
    let attendant = site.staff(Role::Attendant).await;
    attendant.get("/admin/checklist").await.refused(403, "not_admin");
}
