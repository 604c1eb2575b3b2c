//! The mails of a site as its people write them, and who they come from.

use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::{Customer, Installation, TestSite, mailbox};

const RECEIPT: &str = "/admin/mails/receipt/en";
const RECOVERY: &str = "/admin/mails/password_recovery/en";
const CONFIRMATION: &str = "/admin/mails/email_confirmation/en";

async fn draft(person: &Customer, mail: &str) -> Value {
    person.get(mail).await.succeeded()["parts"].clone()
}

async fn save(person: &Customer, mail: &str, change: impl FnOnce(&mut Value)) -> Value {
    let saved = person.get(mail).await.succeeded();
    let mut edited = saved["parts"].clone();
    edited["basedOn"] = saved["versionId"].clone();
    change(&mut edited);
    person.put(mail, edited).await.succeeded()
}

async fn confirmation(site: &TestSite, email: &str) -> String {
    site.customer_with_email(email).await;
    site.run_jobs().await;
    mailbox::mails(site, "email_confirmation", email).remove(0)
}

#[tokio::test]
async fn every_email_has_a_preview_with_sample_data() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let mails = manager.get("/admin/mails").await.succeeded();
    assert_eq!(mails["languages"], json!(["en"]));
    let items = mails["items"].as_array().unwrap();
    assert!(items.len() > 20, "{mails}");
    for item in items {
        let mail = format!("/admin/mails/{}/en", item["kind"].as_str().unwrap());
        let draft = draft(&manager, &mail).await;
        let shown = manager.post(&format!("{mail}/preview"), draft).await.succeeded();
        assert!(!shown["subject"].as_str().unwrap().is_empty(), "{mail}");
        assert!(shown["html"].as_str().unwrap().contains("<html"), "{mail}");
        assert!(!shown["text"].as_str().unwrap().contains("none"), "{mail}: {shown}");
    }
    manager.get("/admin/mails/receipt/fr").await.refused(404, "not_found");
    manager.get("/admin/mails/invoice/en").await.refused(404, "not_found");
    site.staff(Role::Attendant)
        .await
        .get("/admin/mails")
        .await
        .refused(403, "not_admin");
}

#[tokio::test]
async fn custom_template_is_sent_until_reset() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let saved = save(&manager, CONFIRMATION, |mail| {
        mail["subject"] = json!("Ahoy {{ first_name }}");
    })
    .await;
    assert!(
        confirmation(&site, "ada@example.com")
            .await
            .contains("Subject: Ahoy Ada\r\n")
    );
    let mails = manager.get("/admin/mails").await.succeeded();
    let written = mails["items"].as_array().unwrap().iter();
    let written: Vec<_> = written.filter(|item| item["ownLanguages"] == json!(["en"])).collect();
    assert_eq!(written.len(), 1);

    let mut stale = saved["parts"].clone();
    stale["basedOn"] = json!(0);
    manager.put(CONFIRMATION, stale).await.refused(409, "stale_revision");
    let reset = manager.delete(CONFIRMATION).await.succeeded();
    assert_eq!(reset["parts"], saved["builtIn"]);
    let mail = confirmation(&site, "bea@example.com").await;
    assert!(mail.contains("Subject: Verify your email"), "{mail}");

    let versions = manager.get(&format!("{CONFIRMATION}/versions")).await.succeeded();
    let versions = versions["items"].as_array().unwrap();
    assert_eq!(versions.len(), 2);
    assert_eq!(
        (&versions[0]["isBuiltIn"], &versions[1]["isBuiltIn"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(versions[1]["parts"], saved["parts"]);
}

#[tokio::test]
async fn invalid_template_is_rejected_with_its_line() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    for (mail, field, source, told) in [
        (RECEIPT, "text", "Thanks!\n{{ details.total", "Line 2: "),
        (RECEIPT, "text", "Thanks!\n\n{{ frist_name }}", "Line 3: "),
        (RECEIPT, "subject", "{{ company|shout }}", "Line 1: "),
        (RECEIPT, "markup", "<mjml>\n<nonsense/></mjml>", "<nonsense"),
        (RECEIPT, "subject", " ", "Input is required."),
        (CONFIRMATION, "text", "Welcome!", "this email's link"),
        (CONFIRMATION, "text", "Here: {{ link }}", "on its own line"),
    ] {
        let mut edited = draft(&manager, mail).await;
        edited[field] = json!(source);
        for way in ["preview", "test"] {
            let refused = manager.post(&format!("{mail}/{way}"), edited.clone()).await;
            let refused = refused.refused(422, "invalid_fields");
            assert!(refused["fields"][field].as_str().unwrap().contains(told), "{refused}");
        }
        edited["basedOn"] = json!(0);
        manager.put(mail, edited).await.refused(422, "invalid_fields");
    }
    let kept: Vec<(i64,)> = site.rows("SELECT COUNT(*) FROM notifications_mail_templates").await;
    assert_eq!(kept, [(0,)]);
}

#[tokio::test]
async fn draft_is_emailed_to_oneself_only() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let account = manager.get("/users").await.succeeded();
    let mut edited = draft(&manager, RECEIPT).await;
    edited["subject"] = json!("Try {{ details.order_number }}");
    manager.post(&format!("{RECEIPT}/test"), edited).await.succeeded();
    let mail = mailbox::mails(&site, "receipt", account["email"].as_str().unwrap()).remove(0);
    assert!(mail.contains("Subject: Try 1000042\r\n"), "{mail}");
}

#[tokio::test]
async fn emails_have_the_configured_sender() {
    let site = Installation::new().await.site().await;
    let (owner, manager) = (site.owner().await, site.staff(Role::Manager).await);
    let sender = json!({"name": "Suds and Sons", "mailbox": "Hello", "replyTo": "help@suds.example"});
    manager
        .save("/admin/mail-sender", sender.clone())
        .await
        .refused(403, "not_admin");
    let set = owner.save("/admin/mail-sender", sender).await.succeeded();
    assert_eq!(
        (&set["mailbox"], &set["host"]),
        (&json!("hello"), &json!("sparkle.localhost"))
    );
    assert_eq!(manager.get("/admin/mail-sender").await.succeeded(), set);
    let mail = confirmation(&site, "ada@example.com").await;
    assert!(
        mail.contains("From: \"Suds and Sons\" <hello@sparkle.localhost>\r\n"),
        "{mail}"
    );
    assert!(mail.contains("Reply-To: help@suds.example\r\n"), "{mail}");

    let wrong = json!({"name": "a@b", "mailbox": "x@y", "replyTo": "z"});
    let refused = owner
        .save("/admin/mail-sender", wrong)
        .await
        .refused(422, "invalid_fields");
    assert_eq!(refused["fields"].as_object().unwrap().len(), 3, "{refused}");
    let nothing = json!({"name": null, "mailbox": "", "replyTo": null});
    owner.save("/admin/mail-sender", nothing).await.succeeded();
    let mail = confirmation(&site, "bea@example.com").await;
    assert!(mail.contains("<no-reply@sparkle.localhost>"), "{mail}");
}

#[tokio::test]
async fn emails_about_logins_are_edited_by_owners_only() {
    let site = Installation::new().await.site().await;
    let (owner, manager) = (site.staff(Role::Owner).await, site.staff(Role::Manager).await);
    for kind in [
        "email_changed",
        "login_method_added",
        "merchant_account_changed",
        "password_changed",
        "password_recovery",
        "staff_invitation",
    ] {
        let mail = format!("/admin/mails/{kind}/en");
        let saved = manager.get(&mail).await.succeeded();
        let mut edited = saved["parts"].clone();
        edited["basedOn"] = saved["versionId"].clone();
        edited["subject"] = json!("News");
        manager.put(&mail, edited.clone()).await.refused(403, "not_admin");
        owner.put(&mail, edited).await.succeeded();
        manager.delete(&mail).await.refused(403, "not_admin");
        owner.delete(&mail).await.succeeded();
    }
}

#[tokio::test]
async fn email_without_its_link_is_replaced_by_the_default() {
    let site = Installation::new().await.site().await;
    let owner = site.staff(Role::Owner).await;
    let for_ann = |text: &Value| {
        json!(format!(
            "{{% if first_name == \"Ann\" %}}{}{{% else %}}News{{% endif %}}",
            text.as_str().unwrap()
        ))
    };
    save(&owner, RECOVERY, |mail| {
        mail["subject"] = json!("Ahoy {{ first_name }}");
        mail["text"] = for_ann(&mail["text"]);
    })
    .await;
    site.customer_with_email("bea@example.com").await;
    let path = "/users/emails/forgot-password?email=bea@example.com";
    site.visitor().get(path).await.succeeded();
    site.run_jobs().await;
    let mail = mailbox::mails(&site, "password_recovery", "bea@example.com").remove(0);
    assert!(mail.contains("/passwordRecovery?") && !mail.contains("Ahoy"), "{mail}");
}
