//! Bounced emails: immediately, from a real server that rejects their recipient, or later, as a delivery report.

use serde_json::{Value, json};
use tenant_runtime::http::Role;
use tenant_runtime::notifications::bounces;

use crate::support::mailbox::mails;
use crate::support::{Customer, Installation, Manner, Reply, TestSite};

const BOB: &str = "bob@example.com";
const WORDS: &str = "550 5.1.1 nobody is here";

async fn bounced(manager: &Customer) -> Vec<Value> {
    let list = manager.get("/admin/bounces").await.succeeded();
    list.as_array().unwrap().clone()
}

/// Items that need attention, by type.
async fn waiting(manager: &Customer) -> Vec<(String, i64)> {
    let work = manager.get("/admin/waiting").await.succeeded();
    let work = work.as_array().unwrap().iter();
    let told = work.map(|work| {
        (
            work["kind"].as_str().unwrap().to_owned(),
            work["count"].as_i64().unwrap(),
        )
    });
    told.filter(|(kind, _)| kind != "low_stock").collect()
}

fn one_bounce() -> Vec<(String, i64)> {
    vec![("bounced_mails".to_owned(), 1)]
}

/// Site where Ada's receipt bounces.
async fn house() -> (std::sync::Arc<Installation>, TestSite, Customer, Customer) {
    let installation = Installation::with_mail_server().await;
    let site = installation.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let manager = site.staff(Role::Manager).await;
    site.run_jobs().await;
    installation.mail_server(Manner::Refuses(WORDS));
    let order = json!({"products": [{"productId": 101}]});
    ada.post_once("/orders", "wash", order).await.succeeded();
    site.run_jobs().await;
    (installation, site, ada, manager)
}

#[tokio::test]
async fn bounced_email_needs_review_and_is_resent_to_the_corrected_address() {
    let (installation, site, ada, manager) = house().await;
    let bounce = bounced(&manager).await.remove(0);
    assert_eq!(
        (
            &bounce["kind"],
            &bounce["recipient"],
            &bounce["words"],
            &bounce["canRetry"]
        ),
        (&json!("receipt"), &json!(ada.email), &json!(WORDS), &json!(true))
    );
    assert_eq!(waiting(&manager).await, one_bounce(), "and is told once");
    assert_eq!(manager.get("/admin/jobs").await.succeeded(), json!([]));
    let customer = format!("/admin/customers/{}", bounce["userId"].as_str().unwrap());
    let seen = manager.get(&customer).await.succeeded();
    assert_eq!(
        (&seen["bounces"][0]["kind"], &seen["bounces"][0]["words"]),
        (&json!("receipt"), &json!(WORDS))
    );
    // It is not tried as if the server were down.
    installation.clock.advance(jiff::SignedDuration::from_hours(24));
    installation.mail_server(Manner::RefusesTo(BOB, WORDS));
    site.run_jobs().await;
    assert!(mails(&site, "receipt", &ada.email).is_empty());

    let manager = Customer::log_in(&site, &manager.email, crate::support::PASSWORD).await;
    let contact = json!({"firstName": "Ada", "lastName": "Hill", "email": "ada.right@example.com",
        "cellPhoneNumber": "6025550142", "zipPostalCode": "85001"});
    manager.correct_contact(&customer, contact).await.succeeded();
    let retry = format!("/admin/bounces/{}/retry", bounce["bounceId"]);
    manager.post(&retry, json!({})).await.succeeded();
    site.run_jobs().await;
    assert_eq!(mails(&site, "receipt", "ada.right@example.com").len(), 1);
    assert!(bounced(&manager).await.is_empty() && waiting(&manager).await.is_empty());
    manager.post(&retry, json!({})).await.refused(404, "not_found");
}

#[tokio::test]
async fn dismissed_bounce_is_removed_and_attendants_cannot_dismiss() {
    let (_installation, site, _ada, manager) = house().await;
    let path = format!("/admin/bounces/{}", bounced(&manager).await[0]["bounceId"]);
    let attendant = site.staff(Role::Attendant).await;
    attendant.get("/admin/bounces").await.refused(403, "not_admin");
    attendant.delete(&path).await.refused(403, "not_admin");
    attendant
        .post(&format!("{path}/retry"), json!({}))
        .await
        .refused(403, "not_admin");
    manager.delete(&path).await.succeeded();
    assert!(bounced(&manager).await.is_empty() && waiting(&manager).await.is_empty());
    manager.delete(&path).await.refused(404, "not_found");
}

#[tokio::test]
async fn bounce_is_erased_with_the_account() {
    let (_installation, site, ada, manager) = house().await;
    assert_eq!(bounced(&manager).await.len(), 1);
    ada.leave().await;
    assert!(bounced(&manager).await.is_empty());
    site.run_jobs().await;
    assert!(bounced(&manager).await.is_empty(), "nor is the goodbye kept");
    site.change("DELETE FROM jobs WHERE dead = 1").await;
}

/// Delivery report about `mail`.
fn report(mail: &str, action: &str) -> String {
    let header = mail.split("\r\n\r\n").next().unwrap();
    [
        "From: MAILER-DAEMON@mx.example.net",
        "Subject: Undelivered Mail Returned to Sender",
        "MIME-Version: 1.0",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"",
        "",
        "--b",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; mx.example.net",
        "",
        "Final-Recipient: rfc822; somebody@example.com",
        &format!("Action: {action}"),
        "Diagnostic-Code: smtp; 550 5.1.1 No such user",
        "",
        "--b",
        "Content-Type: text/rfc822-headers",
        "",
        header,
        "",
        "--b--",
        "",
    ]
    .join("\r\n")
}

/// Forwards a report to the site, like `suds mail bounced`; returns whether it concerns one of its emails.
async fn returned(site: &TestSite, report: &str) -> bool {
    let returned = bounces::read(report.as_bytes()).unwrap();
    assert_eq!(returned.site, "sparkle");
    let tenant = site.tenant().await;
    let mut db = tenant.write().await.unwrap();
    let is_ours = bounces::returned(&mut db, tenant.keys(), &returned, tenant.now())
        .await
        .unwrap();
    db.commit().await.unwrap();
    is_ours
}

#[tokio::test]
async fn later_bounce_is_recognized_and_a_forged_one_is_not() {
    let installation = Installation::with_mail_server().await;
    let site = installation.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let manager = site.staff(Role::Manager).await;
    let order = json!({"products": [{"productId": 101}]});
    ada.post_once("/orders", "wash", order).await.succeeded();
    site.run_jobs().await;
    let mail = mails(&site, "receipt", &ada.email).remove(0);

    assert_eq!(
        bounces::read(report(&mail, "delayed").as_bytes()),
        Err(bounces::Misread::NotFailed)
    );
    // Another recipient, another kind, another mail: none of them was sent.
    let id = mail.split("Message-ID: <").nth(1).unwrap();
    let digest = &id[..32];
    for (from, to) in [
        (ada.email.as_str(), BOB),
        ("X-Suds-Kind: receipt", "X-Suds-Kind: gift"),
        (digest, "0123456789abcdef0123456789abcdef"),
        (&id[..65], digest),
    ] {
        let forged = report(&mail.replace(from, to), "failed");
        assert!(!returned(&site, &forged).await, "{from}");
    }
    assert!(bounced(&manager).await.is_empty());

    for _ in 0..2 {
        assert!(returned(&site, &report(&mail, "failed")).await);
    }
    let told = bounced(&manager).await;
    assert_eq!(told.len(), 1, "a mail comes back once: {told:?}");
    assert_eq!(
        (
            &told[0]["kind"],
            &told[0]["recipient"],
            &told[0]["words"],
            &told[0]["canRetry"]
        ),
        (
            &json!("receipt"),
            &json!(ada.email),
            &json!("550 5.1.1 No such user"),
            &json!(true)
        )
    );
}

/// Emails of a kind to a recipient, after the site's jobs have run.
async fn mailed(site: &TestSite, kind: &str, to: &str) -> Vec<String> {
    site.run_jobs().await;
    mails(site, kind, to)
}

async fn send_again(manager: &Customer, bounce: &Value) -> Reply {
    let path = format!("/admin/bounces/{}/retry", bounce["bounceId"]);
    manager.post(&path, json!({})).await
}

#[tokio::test]
async fn later_bounce_is_rendered_again_for_the_corrected_address() {
    let installation = Installation::with_mail_server().await;
    let site = installation.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let manager = site.staff(Role::Manager).await;
    for product in [101, 401] {
        let order = json!({"products": [{"productId": product}]});
        ada.post_once("/orders", &product.to_string(), order).await.succeeded();
        site.run_jobs().await;
    }
    // The first of the two receipts is that of the wash.
    for kind in ["receipt", "gift_card"] {
        let mail = mailed(&site, kind, &ada.email).await.remove(0);
        assert!(returned(&site, &report(&mail, "failed")).await);
    }
    let list = bounced(&manager).await;
    let customer = format!("/admin/customers/{}", list[0]["userId"].as_str().unwrap());
    let right = "ada.right@example.com";
    let contact = json!({"firstName": "Ada", "lastName": "Hill", "email": right,
        "cellPhoneNumber": "6025550142", "zipPostalCode": "85001"});
    manager.correct_contact(&customer, contact).await.succeeded();
    for bounce in &list {
        assert_eq!(bounce["canRetry"], true, "{bounce}");
        send_again(&manager, bounce).await.succeeded();
        send_again(&manager, bounce).await.refused(404, "not_found");
    }
    // Also the number of the card, which is mailed once only by itself.
    for kind in ["receipt", "gift_card"] {
        assert_eq!(mailed(&site, kind, right).await.len(), 1, "{kind}");
    }
    assert!(bounced(&manager).await.is_empty());
    // The corrected address has locked the card.
    let ada = Customer::log_in(&site, right, crate::support::PASSWORD).await;
    ada.confirmed().await.with_card().await;
    // The data to recreate it is kept as long as the bounce.
    installation.clock.advance(jiff::SignedDuration::from_hours(91 * 24));
    let ada = Customer::log_in(&site, right, crate::support::PASSWORD).await;
    let order = json!({"products": [{"productId": 101}]});
    ada.post_once("/orders", "later", order).await.succeeded();
    site.run_jobs().await;
    let kept: Vec<(String,)> = site.rows("SELECT job_kind FROM notifications_taken_mails").await;
    assert_eq!(kept, [("checkout.receipt".to_owned(),)]);
}

#[tokio::test]
async fn email_with_a_personal_link_is_not_resent() {
    let installation = Installation::with_mail_server().await;
    let site = installation.site().await;
    let ada = site.customer().await;
    let manager = site.staff(Role::Manager).await;
    let mail = mailed(&site, "email_confirmation", &ada.email).await.remove(0);
    assert!(returned(&site, &report(&mail, "failed")).await);
    let bounce = bounced(&manager).await.remove(0);
    assert_eq!(bounce["canRetry"], false);
    send_again(&manager, &bounce).await.refused(409, "taken");
    assert_eq!(bounced(&manager).await.len(), 1, "and stays");
}

#[tokio::test]
async fn bounced_test_email_is_reported_to_its_author_only() {
    let installation = Installation::with_mail_server().await;
    let site = installation.site().await;
    let manager = site.staff(Role::Manager).await;
    site.run_jobs().await;
    let draft = json!({"subject": "A draft", "text": "Hello", "markup": "<mjml><mj-body></mj-body></mjml>"});
    let path = "/admin/mails/receipt/en/test";
    manager.post(path, draft.clone()).await.succeeded();
    let mail = mails(&site, "receipt", &manager.email).remove(0);
    assert!(!returned(&site, &report(&mail, "failed")).await);
    installation.mail_server(Manner::Refuses(WORDS));
    let refused = manager.post(path, draft).await;
    assert_ne!(refused.status, 200, "{}", refused.text);
    assert!(bounced(&manager).await.is_empty() && waiting(&manager).await.is_empty());
}
