//! Changes of a customer's address by the team, and how the earlier address undoes them.

use jiff::SignedDuration;
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::mailbox::{decoded, mails, newest_link};
use crate::support::{Customer, Installation, PASSWORD, TestSite};

const KIND: &str = "email_changed";
const THEIRS: &str = "eve@example.com";
const THEIR_PASSWORD: &str = "Foamy-Lane-42";

fn contact(email: &str) -> Value {
    json!({"firstName": "Ada", "lastName": "O'Neil", "email": email, "cellPhoneNumber": "6025550199", "zipPostalCode": "85004"})
}

async fn undo(site: &TestSite, email: &str, token: &str) -> crate::support::Reply {
    let body = json!({ "email": email, "token": token });
    site.visitor().post("/users/emails/undo", body).await
}

/// Sets a password by the link emailed to `email`.
async fn recover(site: &TestSite, email: &str, password: &str) {
    let path = format!("/users/emails/forgot-password?email={email}");
    site.visitor().get(&path).await.succeeded();
    site.run_jobs().await;
    let link = newest_link(site, "password_recovery", email);
    let token = link.split("token=").nth(1).unwrap();
    let body = json!({"email": email, "token": token, "password": password, "confirmPassword": password});
    site.visitor().post("/users/forgot-password", body).await.succeeded();
}

fn token_of(site: &TestSite, email: &str) -> String {
    let link = newest_link(site, KIND, email);
    assert!(link.contains("/undoEmailChange?email="), "{link}");
    link.split("token=").nth(1).unwrap().to_owned()
}

/// A customer with a card, whom a manager has moved to another address.
async fn moved() -> (TestSite, Customer, Customer) {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let manager = site.staff(Role::Manager).await;
    manager.correct("contact", contact(THEIRS)).await.succeeded();
    (site, ada, manager)
}

async fn wash(site: &TestSite) -> Value {
    let washes = site.visitor().get("/products/washes").await.succeeded();
    json!({"products": [{"productId": washes[0]["productId"]}]})
}

#[tokio::test]
async fn changed_address_locks_the_card_and_can_be_undone() {
    let (site, ada, _) = moved().await;
    ada.get("/users").await.refused(401, "invalid_token");
    site.run_jobs().await;
    let mail = decoded(&mails(&site, KIND, "ada@example.com")[0]);
    assert!(mail.contains("undo the change"), "{mail}");
    assert!(mails(&site, KIND, THEIRS).is_empty());
    let noted: Vec<(String,)> = site
        .rows("SELECT detail FROM audit WHERE action = 'contact_changed'")
        .await;
    assert!(
        noted[0].0.contains("cardLocked") && noted[0].0.contains("sessionsEnded"),
        "{noted:?}"
    );

    // The holder of the new address gets in, but can't buy with the card.
    recover(&site, THEIRS, THEIR_PASSWORD).await;
    let eve = Customer::log_in(&site, THEIRS, THEIR_PASSWORD).await;
    let card = eve.get("/users/payment").await.succeeded();
    assert_eq!((&card["onFile"], &card["locked"]), (&json!(false), &json!(true)));
    let refused = eve.post_once("/orders", "theirs", wash(&site).await).await;
    refused.refused(422, "card_required");
    eve.ask_token("TempToken").await.refused(422, "card_required");
    // No other account can use the earlier address.
    site.visitor()
        .post("/users", Customer::form("ada@example.com"))
        .await
        .refused(409, "taken");
    let free = site
        .visitor()
        .post("/users/unique", json!({"email": "ada@example.com"}))
        .await;
    assert_eq!(free.succeeded(), false);

    let token = token_of(&site, "ada@example.com");
    for (email, token) in [("ada@example.com", "wrong"), (THEIRS, &*token)] {
        undo(&site, email, token).await.refused(422, "invalid_code");
    }
    assert_eq!(undo(&site, "ada@example.com", &token).await.succeeded(), true);
    undo(&site, "ada@example.com", &token)
        .await
        .refused(422, "invalid_code");
    eve.get("/users").await.refused(401, "invalid_token");
    let body = json!({"email": THEIRS, "password": THEIR_PASSWORD});
    site.visitor()
        .post("/users/login", body)
        .await
        .refused(401, "wrong_credentials");
    let body = json!({"email": "ada@example.com", "password": THEIR_PASSWORD});
    site.visitor()
        .post("/users/login", body)
        .await
        .refused(401, "wrong_credentials");
    let ada = Customer::log_in(&site, "ada@example.com", PASSWORD).await;
    assert_eq!(ada.get("/users").await.succeeded()["emailConfirmed"], true);
    assert_eq!(ada.get("/users/payment").await.succeeded()["onFile"], true);
    ada.post_once("/orders", "own", wash(&site).await).await.succeeded();
}

#[tokio::test]
async fn card_is_unlocked_by_adding_it_again() {
    let site = Installation::new().await.site().await;
    site.customer().await.confirmed().await.with_card().await;
    let manager = site.staff(Role::Manager).await;
    manager
        .correct("contact", contact("ada.new@example.com"))
        .await
        .succeeded();
    let ada = Customer::log_in(&site, "ada.new@example.com", PASSWORD).await;
    let ada = ada.confirmed().await;
    let refused = ada.post_once("/orders", "first", wash(&site).await).await;
    refused.refused(422, "card_required");
    let ada = ada.with_card().await;
    ada.post_once("/orders", "second", wash(&site).await).await.succeeded();
    // Another correction of the same account leaves the address alone, and the card too.
    manager
        .correct("contact", contact("ada.new@example.com"))
        .await
        .succeeded();
    assert_eq!(ada.get("/users/payment").await.succeeded()["locked"], false);
}

#[tokio::test]
async fn undo_link_expires_and_is_erased() {
    let site = Installation::new().await.site().await;
    site.customer().await.confirmed().await;
    let manager = site.staff(Role::Manager).await;
    manager.correct("contact", contact(THEIRS)).await.succeeded();
    site.run_jobs().await;
    let token = token_of(&site, "ada@example.com");
    site.installation.clock.advance(SignedDuration::from_hours(7 * 24));
    undo(&site, "ada@example.com", &token).await.refused(422, "expired");
    site.run_jobs().await;
    let kept: Vec<(String,)> = site.rows("SELECT email FROM identity_email_changes").await;
    assert!(kept.is_empty(), "{kept:?}");
    undo(&site, "ada@example.com", &token)
        .await
        .refused(422, "invalid_code");
}

#[tokio::test]
async fn earlier_undo_also_reverts_later_changes() {
    let site = Installation::new().await.site().await;
    site.customer().await.confirmed().await;
    let manager = site.staff(Role::Manager).await;
    manager.correct("contact", contact(THEIRS)).await.succeeded();
    site.run_jobs().await;
    let link = newest_link(&site, "email_confirmation", THEIRS);
    let body = json!({"email": THEIRS, "token": link.split("token=").nth(1).unwrap()});
    site.visitor().post("/users/emails/confirm", body).await.succeeded();
    manager
        .correct("contact", contact("third@example.com"))
        .await
        .succeeded();
    site.run_jobs().await;
    let (first, second) = (token_of(&site, "ada@example.com"), token_of(&site, THEIRS));
    undo(&site, "ada@example.com", &first).await.succeeded();
    undo(&site, THEIRS, &second).await.refused(422, "invalid_code");
    Customer::log_in(&site, "ada@example.com", PASSWORD).await;
}

#[tokio::test]
async fn undo_of_a_later_change_keeps_the_card_locked() {
    let (site, _, manager) = moved().await;
    site.run_jobs().await;
    let link = newest_link(&site, "email_confirmation", THEIRS);
    let body = json!({"email": THEIRS, "token": link.split("token=").nth(1).unwrap()});
    site.visitor().post("/users/emails/confirm", body).await.succeeded();
    site.installation.clock.advance(SignedDuration::from_mins(5));
    manager
        .correct("contact", contact("third@example.com"))
        .await
        .succeeded();
    site.run_jobs().await;
    let (first, second) = (token_of(&site, "ada@example.com"), token_of(&site, THEIRS));
    undo(&site, THEIRS, &second).await.succeeded();
    let eve = Customer::log_in(&site, THEIRS, PASSWORD).await;
    assert_eq!(eve.get("/users/payment").await.succeeded()["locked"], true);
    undo(&site, "ada@example.com", &first).await.succeeded();
    let ada = Customer::log_in(&site, "ada@example.com", PASSWORD).await;
    assert_eq!(ada.get("/users/payment").await.succeeded()["locked"], false);
}

#[tokio::test]
async fn team_can_restore_an_earlier_address() {
    let (site, _, manager) = moved().await;
    manager.correct("contact", contact("ada@example.com")).await.succeeded();
    site.run_jobs().await;
    // The link confirms the address again, and unlocks the card.
    let token = token_of(&site, "ada@example.com");
    undo(&site, "ada@example.com", &token).await.succeeded();
    let ada = Customer::log_in(&site, "ada@example.com", PASSWORD).await;
    assert_eq!(ada.get("/users").await.succeeded()["emailConfirmed"], true);
    assert_eq!(ada.get("/users/payment").await.succeeded()["onFile"], true);
}

#[tokio::test]
async fn unconfirmed_address_is_notified_without_an_undo_link() {
    let site = Installation::new().await.site().await;
    // Mistyped at sign-up: it may be a stranger's.
    site.customer().await;
    let manager = site.staff(Role::Manager).await;
    manager.correct("contact", contact(THEIRS)).await.succeeded();
    site.run_jobs().await;
    let mail = decoded(&mails(&site, KIND, "ada@example.com")[0]);
    assert!(!mail.contains("undoEmailChange"), "{mail}");
    site.visitor()
        .post("/users", Customer::form("ada@example.com"))
        .await
        .succeeded();
}
