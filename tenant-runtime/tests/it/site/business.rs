//! Business details: the seller in documents, and the site's currency.

use jiff::SignedDuration;
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::mailbox::{decoded, mails};
use crate::support::processors::settings;
use crate::support::{Customer, Installation, PASSWORD};

/// Saves the config with one key changed.
async fn set(person: &Customer, key: &str, value: Value) -> crate::support::Reply {
    let mut config = person.site.visitor().get("/accounts/site-config").await.succeeded();
    config[key] = value;
    person
        .post("/accounts/site-config", json!({ "siteConfig": config }))
        .await
}

fn seller() -> Value {
    json!({"legalName": " Sparkle Wash LLC ", "address1": "12 Main St", "address2": "", "city": "Mesa", "state": "AZ",
        "zipCode": "85201", "taxNumber": "AZ 20-1234567"})
}

#[tokio::test]
async fn seller_is_in_emails_receipts_and_at_kiosks() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    set(&manager, "business", seller()).await.succeeded();
    ada.post_once(
        "/orders",
        "k",
        json!({"products": [{"productId": 101}], "locationId": 1}),
    )
    .await
    .succeeded();
    site.run_jobs().await;
    let line = "Sparkle Wash LLC, 12 Main St, Mesa, AZ 85201";
    let receipt = decoded(&mails(&site, "receipt", &ada.email)[0]);
    assert_eq!(receipt.matches(line).count(), 2, "in the text and the HTML: {receipt}");
    assert_eq!(receipt.matches("AZ 20-1234567").count(), 2, "{receipt}");
    // Accountants need date, place and card, in the text and the HTML.
    for part in ["November 20, 2026", "sparkle Central", "1 Main St", "Visa", "4242"] {
        assert!(receipt.matches(part).count() >= 2, "{part}: {receipt}");
    }
    let order = ada.get("/users/purchases").await.succeeded()[0]["transRecordId"].clone();
    site.installation.clock.advance(SignedDuration::from_hours(26));
    let manager = Customer::log_in(&site, &manager.email, PASSWORD).await;
    let path = format!("/admin/orders/{}/void", order.as_str().unwrap());
    manager.post_once(&path, "void", json!({})).await.succeeded();
    site.run_jobs().await;
    let refund = decoded(&mails(&site, "refund", &ada.email)[0]);
    assert_eq!(refund.matches(line).count(), 2, "{refund}");
    for part in ["November 21, 2026", "4242"] {
        assert!(refund.matches(part).count() >= 2, "{part}: {refund}");
    }
}

#[tokio::test]
async fn invalid_details_are_rejected_at_their_fields() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let mut long = seller();
    long["taxNumber"] = json!("1".repeat(41));
    for (key, value, field) in [
        ("business", long, "business.taxNumber"),
        ("contact", json!({"phone": "call us", "email": ""}), "contact.phone"),
        ("contact", json!({"phone": "", "email": "nobody"}), "contact.email"),
        ("timeZone", json!("Mars/Base"), "timeZone"),
    ] {
        let refused = set(&manager, key, value).await.refused(422, "invalid_fields");
        assert!(refused["fields"][field].is_string(), "{refused}");
    }
}

#[tokio::test]
async fn currency_can_change_until_the_first_sale() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let can_change = async || manager.get("/admin/business").await.succeeded()["canChangeCurrency"].clone();
    assert_eq!(can_change().await, true);
    set(&manager, "currency", json!("CAD")).await.succeeded();
    set(&manager, "currency", json!("USD")).await.succeeded();
    let ada = site.customer().await.confirmed().await.with_card().await;
    ada.post_once("/orders", "k", json!({"products": [{"productId": 101}]}))
        .await
        .succeeded();
    assert_eq!(can_change().await, false);
    let refused = set(&manager, "currency", json!("EUR")).await;
    let refused = refused.refused(422, "invalid_fields");
    assert_eq!(
        refused["fields"]["currency"],
        "You can't change the currency after the first sale."
    );
    let restored = manager
        .post("/accounts/site-config/restore", json!({"revision": 2}))
        .await;
    assert!(restored.refused(422, "invalid_fields")["fields"]["currency"].is_string());
}

#[tokio::test]
async fn currency_must_be_one_that_the_processor_accepts() {
    let site = Installation::new().await.site_through("moneris").await;
    let owner = site.owner().await;
    owner.unlock().await;
    let processor = json!({"name": "moneris", "endpoints": "sandbox", "settings": settings("moneris")});
    owner.save("/admin/processor", processor).await.succeeded();
    let refused = set(&owner, "currency", json!("GBP")).await;
    let refused = refused.refused(422, "invalid_fields");
    assert_eq!(
        refused["fields"]["currency"],
        "Your payment processor doesn't accept GBP. It accepts CAD, USD."
    );
    assert_eq!(
        owner.get("/admin/business").await.succeeded()["canChangeCurrency"],
        true
    );
}
