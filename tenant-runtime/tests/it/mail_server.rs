//! Email while the server is down or rejects it, or during a refund: no purchase is lost (promise 9).

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use serde_json::{Value, json};
use tenant_runtime::process;
use tokio_util::sync::CancellationToken;

use crate::gift_cards::mailed_number;
use crate::support::mailbox::{decoded, mails, newest_link};
use crate::support::{Customer, Installation, Manner, PASSWORD, TestSite};

const BOB: &str = "bob@example.com";
const GOODBYE: &str = "identity.account_deleted";

async fn buyer(site: &TestSite) -> Customer {
    site.customer().await.confirmed().await.with_card().await
}

/// A gift card for oneself and one for Bob.
async fn buy(ada: &Customer) -> String {
    let products = json!([{"productId": 401}, {"productId": 401, "isGift": true, "giftedEmail": BOB}]);
    let result = ada
        .post_once("/orders", "cards", json!({ "products": products }))
        .await
        .succeeded();
    assert_eq!(result["approved"], true, "{result}");
    result["transRecordId"].as_str().unwrap().to_owned()
}

/// Payload, error and state of the newest failed job of `kind`.
async fn failed(site: &TestSite, kind: &str) -> (String, String, bool) {
    let mut db = site.tenant().await.read().await.unwrap();
    let newest =
        "SELECT payload, last_error, dead FROM jobs WHERE kind = ? AND last_error IS NOT NULL ORDER BY id DESC";
    sqlx::query_as(newest).bind(kind).fetch_one(db.conn()).await.unwrap()
}

#[tokio::test]
async fn day_without_a_mail_server_loses_nothing() {
    let installation = Installation::with_mail_server().await;
    let site = installation.site().await;
    let ada = buyer(&site).await;
    installation.mail_server(Manner::Down);
    buy(&ada).await;
    let path = format!("/users/emails/forgot-password?email={}", ada.email);
    site.visitor().get(&path).await.succeeded();
    for _ in 0..24 * 12 {
        site.run_jobs().await;
        installation.clock.advance(SignedDuration::from_mins(5));
    }
    assert!(mails(&site, "gift_card", &ada.email).is_empty());
    installation.mail_server(Manner::Takes);
    for _ in 0..2 {
        site.run_jobs().await;
        installation.clock.advance(SignedDuration::from_mins(5));
    }
    for (kind, email) in [
        ("receipt", ada.email.as_str()),
        ("gift_card", &ada.email),
        ("gift", BOB),
        ("password_recovery", &ada.email),
    ] {
        assert_eq!(mails(&site, kind, email).len(), 1, "{kind}");
    }
    let number = mailed_number(&site, "gift_card", &ada.email);
    let ada = Customer::log_in(&site, &ada.email, PASSWORD).await;
    let balance = ada.get(&format!("/gift-cards?cardNumber={number}")).await.succeeded();
    assert_eq!(balance["balance"], 5500);
    // A link that comes late is good for as long as one that comes at once.
    let link = newest_link(&site, "password_recovery", &ada.email);
    let (_, token) = link.split_once("&token=").unwrap();
    let new = "Fresh-Suds-8";
    let body = json!({"email": ada.email, "token": token, "password": new, "confirmPassword": new});
    site.visitor().post("/users/forgot-password", body).await.succeeded();
}

/// While the server is slow to accept one recipient, emails to others are sent, including those that become due later.
#[tokio::test]
async fn slow_recipient_delays_no_other_email_of_its_site() {
    let installation = Installation::with_mail_server().await;
    let site = installation.site().await;
    site.customer_with_email("slow@example.com").await;
    site.customer_with_email("first@example.com").await;
    installation.mail_server(Manner::Holds("slow@example.com"));
    let stop = CancellationToken::new();
    let runner = process::runner(&installation.runtime);
    let running = tokio::spawn(runner.run(Arc::clone(&installation.runtime.due), stop.clone()));
    let arrived = async |email: &str| {
        while mails(&site, "email_confirmation", email).is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let others = async {
        arrived("first@example.com").await;
        for _ in 0..3 {
            let path = "/users/emails/forgot-password?email=first@example.com";
            site.visitor().get(path).await.succeeded();
        }
        while mails(&site, "password_recovery", "first@example.com").len() < 3 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), others).await.unwrap();
    assert!(mails(&site, "email_confirmation", "slow@example.com").is_empty());
    installation.mail_server(Manner::Takes);
    tokio::time::timeout(Duration::from_secs(60), arrived("slow@example.com"))
        .await
        .unwrap();
    stop.cancel();
    running.await.unwrap();
    let left: Vec<(String,)> = site
        .rows("SELECT kind FROM jobs WHERE kind LIKE 'identity.%mail%'")
        .await;
    assert_eq!(left, []);
    assert_eq!(mails(&site, "email_confirmation", "first@example.com").len(), 1);
}

#[tokio::test]
async fn addresses_in_a_mail_servers_response_are_not_stored() {
    let installation = Installation::with_mail_server().await;
    let site = installation.site().await;
    let ada = buyer(&site).await;
    // The first speaks of the mailbox, the second of our own credentials.
    for (answer, error, given_up) in [
        (
            "550 5.1.1 <bob@example.com> Bob is not here",
            "the email server responded with 550 5.1.1 … Bob is not here",
            true,
        ),
        (
            "535 5.7.8 ada@example.com may not",
            "the email server responded with 535 5.7.8 … may not",
            false,
        ),
    ] {
        installation.mail_server(Manner::Refuses(answer));
        let body = json!({"products": [{"productId": 401, "isGift": true, "giftedEmail": BOB}]});
        assert_eq!(
            ada.post_once("/orders", &answer[..3], body).await.succeeded()["approved"],
            true
        );
        site.run_jobs().await;
        let (_, told, dead) = failed(&site, "gifts.mail").await;
        assert_eq!((told.as_str(), dead), (error, given_up));
        if dead {
            site.expect_dead(&["checkout.receipt", "gifts.mail"]).await;
        }
    }
}

/// Inbox of a customer: titles and bodies, newest first.
async fn inbox(customer: &Customer) -> Vec<(String, String)> {
    let list = customer
        .send(reqwest::Method::PATCH, "/users/notifications", None, &[])
        .await
        .succeeded();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let rows = list.as_array().unwrap().iter();
    rows.map(|row| (text(&row["title"]), text(&row["body"]))).collect()
}

/// A site with French as its second language, and a customer who reads it if `french`.
async fn sender(installation: &std::sync::Arc<Installation>, french: bool) -> (TestSite, Customer) {
    let mut manifest = crate::support::manifest("sparkle");
    manifest
        .site_config
        .insert("languages".to_owned(), json!(["en-CA", "fr-CA"]));
    let site = installation
        .site_from("sparkle", std::path::Path::new("."), &manifest)
        .await;
    let ada = buyer(&site).await;
    if french {
        let body = json!({"email": ada.email, "password": PASSWORD});
        site.visitor()
            .send(
                reqwest::Method::POST,
                "/users/login",
                Some(body),
                &[("Accept-Language", "fr")],
            )
            .await
            .succeeded();
    }
    site.run_jobs().await;
    (site, ada)
}

#[tokio::test]
async fn undeliverable_gift_is_returned_to_its_sender() {
    for (product, french, subject, title, says) in [
        (
            101,
            false,
            "Your gift to Bob wasn't delivered",
            "Your gift wasn't delivered",
            "Code:",
        ),
        (
            401,
            true,
            "pour Bob",
            "Votre cadeau n’a pas été remis",
            "Voici le numéro de la carte",
        ),
    ] {
        let installation = Installation::with_mail_server().await;
        let (site, ada) = sender(&installation, french).await;
        let gift = json!({"productId": product, "isGift": true, "giftedEmail": BOB, "giftedTo": "Bob"});
        let bought = ada
            .post_once("/orders", "gift", json!({"products": [gift]}))
            .await
            .succeeded();
        assert_eq!(bought["approved"], true, "{bought}");
        installation.mail_server(Manner::RefusesTo(BOB, "550 5.1.1 nobody is here"));
        site.run_jobs().await;
        let (_, told, dead) = failed(&site, "gifts.mail").await;
        assert_eq!(
            (told.as_str(), dead),
            ("the email server responded with 550 5.1.1 nobody is here", true)
        );
        site.run_jobs().await;
        let mail = mails(&site, "gift_undelivered", &ada.email);
        assert_eq!(mail.len(), 1);
        let mail = decoded(&mail[0]);
        assert!(
            mail.contains(subject) && mail.contains(says) && mail.contains(BOB),
            "{mail}"
        );
        assert!(newest_link(&site, "gift_undelivered", &ada.email).ends_with("/purchaseHistory"));
        let code = mail.lines().find_map(|line| {
            let digits: String = line.trim().chars().filter(char::is_ascii_alphanumeric).collect();
            (line.starts_with("  ") && digits.len() >= 8).then_some(digits)
        });
        let (told_title, body) = inbox(&ada).await.remove(0);
        assert_eq!(told_title, title);
        assert!(body.contains("Bob") && body.contains("sparkle"), "{body}");

        // Sent again to a mailbox that takes it, it is the same gift.
        installation.mail_server(Manner::Takes);
        let resend = format!(
            "/users/purchases/resend?transRecordId={}",
            bought["transRecordId"].as_str().unwrap()
        );
        ada.get(&resend).await.succeeded();
        site.run_jobs().await;
        let gift = decoded(&mails(&site, "gift", BOB).remove(0));
        let code = code.unwrap_or_else(|| panic!("{mail}"));
        let plain: String = gift.chars().filter(char::is_ascii_alphanumeric).collect();
        assert!(plain.contains(&code), "{code}: {gift}");
        site.expect_dead(&["gifts.mail"]).await;
    }
}

#[tokio::test]
async fn claimed_gift_is_not_returned_to_its_sender() {
    let installation = Installation::with_mail_server().await;
    let (site, ada) = sender(&installation, false).await;
    let bob = site.customer_with_email(BOB).await.confirmed().await;
    let gift = json!({"productId": 101, "isGift": true, "giftedEmail": BOB, "giftedTo": "Bob"});
    ada.post_once("/orders", "gift", json!({"products": [gift]}))
        .await
        .succeeded();
    installation.mail_server(Manner::RefusesTo(BOB, "550 5.1.1 nobody is here"));
    site.run_jobs().await;
    site.run_jobs().await;
    let mail = decoded(&mails(&site, "gift_undelivered", &ada.email).remove(0));
    assert!(
        mail.contains("safe in that account's wallet") && !mail.contains("its code"),
        "{mail}"
    );
    assert_eq!(inbox(&ada).await.len(), 1);
    // Notifications about Bob are deleted with Bob's account.
    bob.leave().await;
    assert_eq!(inbox(&ada).await, []);
    site.run_jobs().await;
    site.expect_dead(&["gifts.mail"]).await;
}

#[tokio::test]
async fn customer_is_told_in_the_app_if_a_card_number_bounces() {
    let installation = Installation::with_mail_server().await;
    let (site, ada) = sender(&installation, false).await;
    installation.mail_server(Manner::Refuses("550 5.1.1 nobody is here"));
    let card = json!({"products": [{"productId": 401}]});
    ada.post_once("/orders", "card", card).await.succeeded();
    site.run_jobs().await;
    let (title, body) = inbox(&ada).await.remove(0);
    assert_eq!(title, "Your gift card wasn't delivered");
    assert!(body.contains("sparkle") && body.contains("your purchases"), "{body}");
    site.expect_dead(&["checkout.receipt", "gift_cards.mail"]).await;
}

#[tokio::test]
async fn failed_goodbye_email_forgets_its_recipient() {
    let installation = Installation::with_mail_server().await;
    let site = installation.site().await;
    let ada = site.customer().await.confirmed().await;
    site.run_jobs().await;
    installation.mail_server(Manner::Refuses("451 later"));
    ada.leave().await;
    site.run_jobs().await;
    let (payload, _, dead) = failed(&site, GOODBYE).await;
    assert!(payload.contains(&ada.email) && !dead, "it is still to be sent");
    // Five days later.
    let mut db = site.tenant().await.write().await.unwrap();
    sqlx::query("UPDATE jobs SET attempts = 1449 WHERE last_error IS NOT NULL")
        .execute(db.conn())
        .await
        .unwrap();
    db.commit().await.unwrap();
    installation.clock.advance(SignedDuration::from_mins(5));
    site.run_jobs().await;
    let (payload, told, dead) = failed(&site, GOODBYE).await;
    assert_eq!((payload.as_str(), dead), ("{}", true));
    assert_eq!(told, "the email server responded with 451 later");
    site.expect_dead(&[GOODBYE]).await;
}

#[tokio::test]
async fn purchase_emails_can_be_resent() {
    let site = Installation::new().await.site().await;
    let (ada, owner) = (buyer(&site).await, site.owner().await);
    let order = buy(&ada).await;
    site.run_jobs().await;
    let number = mailed_number(&site, "gift_card", &ada.email);
    let resend = format!("/users/purchases/resend?transRecordId={order}");
    ada.get(&resend).await.succeeded();
    site.run_jobs().await;
    let by_staff = format!("/admin/orders/{order}/resend");
    owner.post(&by_staff, json!({})).await.succeeded();
    site.run_jobs().await;
    for (kind, email) in [
        ("receipt", ada.email.as_str()),
        ("gift_card", &ada.email),
        ("gift", BOB),
    ] {
        assert_eq!(mails(&site, kind, email).len(), 3, "{kind}");
    }
    assert_eq!(mailed_number(&site, "gift_card", &ada.email), number);
    owner.get(&resend).await.refused(404, "not_found");
    ada.post(&by_staff, json!({})).await.refused(403, "not_admin");
    owner
        .post("/admin/orders/nonsense/resend", json!({}))
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn purchase_emails_are_limited_per_hour() {
    let site = Installation::with_limits().await.site().await;
    let ada = buyer(&site).await;
    let resend = format!("/users/purchases/resend?transRecordId={}", buy(&ada).await);
    for _ in 0..3 {
        ada.get(&resend).await.succeeded();
    }
    ada.get(&resend).await.refused(429, "too_many_requests");
}

#[tokio::test]
async fn declined_refund_keeps_the_card_numbers() {
    let site = Installation::new().await.site().await;
    let (ada, owner) = (buyer(&site).await, site.owner().await);
    let order = buy(&ada).await;
    site.installation.stub.set_manners(|manners| manners.broken = true);
    let open = owner
        .post_once(&format!("/admin/orders/{order}/void"), "key", json!({}))
        .await
        .succeeded();
    assert_eq!(open["state"], "unknown", "{open}");
    site.run_jobs().await;
    let sent = |kind: &str, email: &str| mails(&site, kind, email).len();
    assert_eq!((sent("gift_card", &ada.email), sent("gift", BOB)), (0, 0));
    let settle = format!("/admin/orders/{order}/reversals/{}", open["reversalId"]);
    let settled: Value = owner.post(&settle, json!({"done": false})).await.succeeded();
    assert_eq!(settled["state"], "declined", "{settled}");
    site.run_jobs().await;
    assert_eq!((sent("gift_card", &ada.email), sent("gift", BOB)), (1, 1));
}
