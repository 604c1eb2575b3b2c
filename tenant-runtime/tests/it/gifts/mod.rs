use jiff::SignedDuration;
use serde_json::{Value, json};
use tenant_runtime::domain::Event;
use tenant_runtime::gifts;

use crate::gift_cards::mailed_number;
use crate::support::mailbox::{self, mails};
use crate::support::{Customer, Installation, PASSWORD, TestSite};

const BOB: &str = "bob@example.com";

/// Ada, who buys, at a new site.
async fn ada() -> (TestSite, Customer) {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    (site, ada)
}

async fn give(ada: &Customer, product: i64, email: &str) -> Value {
    let unit = json!({
        "productId": product, "isGift": true, "giftedEmail": email, "giftedTo": "Bob",
        "giftMessage": "Shine on,\nyours", "giftHeader": 0,
    });
    let body = json!({"products": [unit]});
    let result = ada
        .post_once("/orders", &format!("{product}-{}", email.trim()), body)
        .await
        .succeeded();
    assert_eq!(result["approved"], true, "{result}");
    ada.site.run_jobs().await;
    result
}

#[tokio::test]
async fn gift_is_added_to_the_recipients_wallet_and_emailed() {
    let (site, ada) = ada().await;
    let bob = site.customer_with_email(BOB).await.confirmed().await;
    give(&ada, 101, " Bob@Example.com ").await;
    let items = bob.wallet().await;
    assert_eq!(items.len(), 1);
    assert_eq!(
        (&items[0]["isGift"], &items[0]["giftedFrom"], &items[0]["giftMessage"]),
        (&json!(true), &json!("Ada O'Neil"), &json!("Shine on,\nyours"))
    );
    assert!(ada.wallet().await.is_empty(), "never in the sender's wallet");
    let mail = mails(&site, "gift", "Bob@Example.com").pop().unwrap();
    let code = items[0]["code"].as_str().unwrap();
    let shown = format!("{}-{}-{}", &code[..4], &code[4..8], &code[8..]);
    for text in [
        "Happy Birthday!",
        "Ada O'Neil",
        "Shine on,",
        "sparkle Sunrise",
        shown.as_str(),
        "/wallet",
    ] {
        assert!(mail.contains(text), "{text} in {mail}");
    }
    let purchases = ada.get("/users/purchases").await.succeeded();
    let line = &purchases[0]["purchasedProducts"][0];
    assert_eq!((&line["isGift"], &line["giftedTo"]), (&json!(true), &json!("Bob")));
    assert_eq!(
        ada.get("/users/gifts/recipients").await.succeeded(),
        json!([{"email": "Bob@Example.com", "name": "Bob"}])
    );
    assert_eq!(bob.get("/users/gifts/recipients").await.succeeded(), json!([]));
    let export = ada.get("/users/export").await.text;
    assert!(export.contains("Bob@Example.com") && !export.contains(code));
}

#[tokio::test]
async fn gift_waits_until_its_address_is_confirmed() {
    let (site, ada) = ada().await;
    let bob = site.customer_with_email(BOB).await;
    give(&ada, 101, BOB).await;
    assert!(
        bob.wallet().await.is_empty(),
        "whoever types an address does not get its gifts"
    );
    let mail = mails(&site, "gift", BOB).pop().unwrap();
    // The last whole day: it ends in the afternoon of the next one.
    let text = mailbox::decoded(&mail);
    assert!(text.contains("by November 19, 2027"), "{text}");
    assert!(mail.contains("/signUp?email=bob%40example.com&to=%2Fwallet"), "{mail}");
    // It may know that there is something, and nothing of it that would be worth a lie about the address.
    let waiting = json!([{"name": "sparkle Sunrise"}]);
    assert_eq!(bob.get("/users/gifts/waiting").await.succeeded(), waiting);
    assert_eq!(ada.get("/users/gifts/waiting").await.succeeded(), json!([]));
    let stranger = site.customer_with_email("carl@example.com").await;
    assert_eq!(stranger.get("/users/gifts/waiting").await.succeeded(), json!([]));
    let bob = bob.confirmed().await;
    assert_eq!(bob.get("/users/gifts/waiting").await.succeeded(), json!([]));
    assert_eq!(bob.wallet().await[0]["isGift"], true);
    // Another confirmation finds nothing more.
    site.installation.clock.advance(SignedDuration::from_hours(24 * 366));
    site.run_jobs().await;
}

#[tokio::test]
async fn recovered_password_claims_waiting_gifts() {
    let (site, ada) = ada().await;
    site.customer_with_email(BOB).await;
    give(&ada, 101, BOB).await;
    site.visitor()
        .get(&format!("/users/emails/forgot-password?email={BOB}"))
        .await
        .succeeded();
    for _ in 0..2 {
        site.run_jobs().await;
    }
    let link = mailbox::newest_link(&site, "password_recovery", BOB);
    let (_, token) = link.split_once("&token=").unwrap();
    let body = json!({"email": BOB, "token": token, "password": "Fresh-Suds-8", "confirmPassword": "Fresh-Suds-8"});
    site.visitor().post("/users/forgot-password", body).await.succeeded();
    let bob = Customer::log_in(&site, BOB, "Fresh-Suds-8").await;
    assert_eq!(bob.wallet().await.len(), 1);
}

#[tokio::test]
async fn gift_emails_are_limited_and_none_is_lost() {
    let site = Installation::with_limits().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let unit = json!({"productId": 101, "isGift": true, "giftedEmail": BOB});
    let order = json!({"products": vec![unit; 12]});
    assert_eq!(
        ada.post_once("/orders", "twelve", order).await.succeeded()["approved"],
        true
    );
    site.run_jobs().await;
    assert_eq!(mails(&site, "gift", BOB).len(), 10);
    for _ in 0..2 {
        site.installation.clock.advance(SignedDuration::from_mins(6));
        site.run_jobs().await;
    }
    assert_eq!(mails(&site, "gift", BOB).len(), 12);
}

#[tokio::test]
async fn later_sign_up_claims_every_waiting_gift() {
    let (site, ada) = ada().await;
    give(&ada, 201, BOB).await;
    give(&ada, 101, BOB).await;
    let mail = mails(&site, "gift", BOB);
    assert!(
        mail.iter().any(|mail| mail.contains("Your codes:")),
        "a bundle has several"
    );
    site.installation.clock.advance(SignedDuration::from_hours(24 * 100));
    let bob = site.customer_with_email("BOB@example.com").await.confirmed().await;
    let items = bob.wallet().await;
    assert_eq!(items.len(), 4);
    assert!(items.iter().all(|item| item["giftedFrom"] == "Ada O'Neil"), "{items:?}");
}

#[tokio::test]
async fn unclaimed_gift_expires_after_365_days() {
    let (site, ada) = ada().await;
    give(&ada, 101, BOB).await;
    site.installation
        .clock
        .advance(SignedDuration::from_hours(24 * 365 - 1));
    site.run_jobs().await;
    let bob = site.customer_with_email(BOB).await;
    site.installation.clock.advance(SignedDuration::from_hours(1));
    site.run_jobs().await;
    let bob = Customer::log_in(&site, &bob.email, PASSWORD).await.confirmed().await;
    assert!(bob.wallet().await.is_empty());
}

#[tokio::test]
async fn gift_to_yourself_stays_out_of_your_wallet() {
    let (site, ada) = ada().await;
    give(&ada, 101, &ada.email).await;
    assert!(ada.wallet().await.is_empty());
    assert_eq!(mails(&site, "gift", &ada.email).len(), 1, "the code is in the mail");
}

#[tokio::test]
async fn refunded_gift_cannot_be_claimed_unless_restored() {
    let (site, ada) = ada().await;
    give(&ada, 101, BOB).await;
    let tenant = site.tenant().await;
    let mut db = tenant.write().await.unwrap();
    gifts::revoke(&mut db, 1, tenant.now()).await.unwrap();
    db.commit().await.unwrap();
    let bob = site.customer_with_email(BOB).await.confirmed().await;
    assert!(bob.wallet().await.is_empty());
    let mut db = tenant.write().await.unwrap();
    gifts::restore(&mut db, 1, tenant.now()).await.unwrap();
    let confirmed = Event::EmailConfirmed { customer_id: 2 };
    gifts::on_event(&mut db, &tenant, confirmed).await.unwrap();
    db.commit().await.unwrap();
    assert_eq!(bob.wallet().await.len(), 1);
}

#[tokio::test]
async fn gift_card_is_emailed_to_its_recipient() {
    let (site, ada) = ada().await;
    give(&ada, 401, BOB).await;
    assert!(
        mails(&site, "gift_card", &ada.email).is_empty(),
        "the number is not the buyer's"
    );
    assert!(mails(&site, "gift", BOB).pop().unwrap().contains("$55.00"));
    let number = mailed_number(&site, "gift", BOB);
    let balance = ada.get(&format!("/gift-cards?cardNumber={number}")).await.succeeded();
    assert_eq!(balance["balance"], 5500);
}

#[tokio::test]
async fn clubs_reloads_and_merchandise_cannot_be_given() {
    let (_, ada) = ada().await;
    for product in [301, 411, 501] {
        let unit = json!({"productId": product, "isGift": true, "giftedEmail": BOB, "cardNumber": "79927398713"});
        let refusal = ada.post("/orders", json!({"products": [unit]})).await;
        let refusal = refusal.refused(422, "invalid_fields");
        assert!(refusal["fields"]["products[0].isGift"].is_string(), "{refusal}");
    }
}

#[tokio::test]
async fn gifts_of_a_deleted_sender_reach_their_recipients() {
    let (site, ada) = ada().await;
    let bob = site.customer_with_email(BOB).await.confirmed().await;
    give(&ada, 101, BOB).await;
    give(&ada, 101, "cleo@example.com").await;
    ada.leave().await;
    assert_eq!(bob.wallet().await[0]["giftedFrom"], Value::Null);
    let cleo = site.customer_with_email("cleo@example.com").await.confirmed().await;
    assert_eq!(cleo.wallet().await.len(), 1);
}

#[tokio::test]
async fn gifts_of_a_deleted_recipient_are_erased() {
    let (site, ada) = ada().await;
    let bob = site.customer_with_email(BOB).await.confirmed().await;
    give(&ada, 101, BOB).await;
    bob.leave().await;
    assert_eq!(ada.get("/users/gifts/recipients").await.succeeded(), json!([]));
    let purchases = ada.get("/users/purchases").await.succeeded();
    assert_eq!(purchases[0]["purchasedProducts"][0]["giftedEmail"], Value::Null);
    let again = site.customer_with_email(BOB).await.confirmed().await;
    assert!(again.wallet().await.is_empty());
}
