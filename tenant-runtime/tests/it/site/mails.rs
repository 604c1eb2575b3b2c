//! Design of a site's emails: logo and custom templates.

use std::path::Path;

use tenant_runtime::provision::{Manifest, ProvisionError, Source};

use super::uploads::merchant;
use crate::support::{Customer, Installation, TestSite, mailbox};

#[tokio::test]
async fn emails_show_the_logo_as_png() {
    let site = merchant().await;
    site.customer().await;
    site.run_jobs().await;
    let mail = mailbox::mails(&site, "email_confirmation", "ada@example.com").remove(0);
    let origin = site.installation.runtime.origins.of(&site.site);
    // As it is once the lines of the transfer are joined (RFC 2045, section 6.7).
    let html = mail.replace("=\r\n", "");
    let (_, rest) = html
        .split_once(&format!("{origin}/uploads/"))
        .unwrap_or_else(|| panic!("{mail}"));
    let (name, _) = rest.split_once('"').unwrap();
    assert!(name.ends_with(".png"), "{name}");
    let picture = site.visitor().get(&format!("/uploads/{name}")).await;
    assert_eq!(
        (picture.status, picture.header("content-type")),
        (200, Some("image/png"))
    );
}

/// A site of the test merchant with these files in `mailTemplates/`.
async fn site_with(templates: &[(&str, &str)]) -> TestSite {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), templates);
    let manifest = crate::support::manifest("sparkle");
    Installation::new()
        .await
        .site_from("sparkle", folder.path(), &manifest)
        .await
}

fn write(folder: &Path, templates: &[(&str, &str)]) {
    for (name, source) in templates {
        let file = folder.join("mailTemplates").join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, source).unwrap();
    }
}

async fn confirmation(site: &TestSite) -> String {
    site.customer().await;
    site.run_jobs().await;
    mailbox::mails(site, "email_confirmation", "ada@example.com").remove(0)
}

#[tokio::test]
async fn site_can_customize_its_emails() {
    let site = site_with(&[
        ("email_confirmation.subject", "Ahoy {{ first_name }}"),
        ("email_confirmation.txt", "Sail here, {{ first_name }}:\n\n{{ link }}\n"),
    ])
    .await;
    let mail = confirmation(&site).await;
    assert!(mail.contains("Subject: Ahoy Ada\r\n"), "{mail}");
    assert!(mail.contains("Sail here, Ada:"), "{mail}");
    // The link still works, and so do the parts that are built in.
    assert!(mailbox::newest_link(&site, "email_confirmation", "ada@example.com").contains("/confirmEmail?"));
    assert!(mail.contains("text/html"), "{mail}");
}

#[tokio::test]
async fn site_emails_use_the_customers_language() {
    let folder = tempfile::tempdir().unwrap();
    write(
        folder.path(),
        &[
            ("email_confirmation.subject", "Ahoy {{ first_name }}"),
            ("fr/email_confirmation.subject", "Salut {{ first_name }}"),
            ("password_recovery.subject", "Lost, {{ first_name }}?"),
        ],
    );
    let mut manifest = crate::support::manifest("sparkle");
    let languages = serde_json::json!(["en-CA", "fr-CA"]);
    manifest.site_config.insert("languages".to_owned(), languages);
    let installation = Installation::new().await;
    let site = installation.site_from("sparkle", folder.path(), &manifest).await;
    for (email, wanted, subject) in [
        ("ann@example.com", "en", "Subject: Ahoy Ada"),
        ("bea@example.com", "fr", "Subject: Salut Ada"),
    ] {
        let form = Some(Customer::form(email));
        let headers = [("Accept-Language", wanted)];
        site.visitor()
            .send(reqwest::Method::POST, "/users", form, &headers)
            .await
            .succeeded();
        let path = format!("/users/forgot-password?email={email}");
        site.visitor().get(&path).await.succeeded();
        site.run_jobs().await;
        site.run_jobs().await;
        let mail = mailbox::decoded(&mailbox::mails(&site, "email_confirmation", email).remove(0));
        assert!(mail.contains(subject), "{mail}");
    }
    // In a language that the site has not written it in, it is the built-in one.
    let recovery = |email| mailbox::decoded(&mailbox::mails(&site, "password_recovery", email).remove(0));
    assert!(recovery("ann@example.com").contains("Subject: Lost, Ada?"));
    let french = recovery("bea@example.com");
    assert!(
        !french.contains("Lost") && french.contains("choisissez-le maintenant"),
        "{french}"
    );
}

#[tokio::test]
async fn broken_template_is_replaced_by_the_built_in_one() {
    let site = site_with(&[("email_confirmation.subject", "Ahoy {{ first_name }}")]).await;
    let tenant = site.tenant().await;
    let mut db = tenant.write().await.unwrap();
    sqlx::query("UPDATE notifications_mail_templates SET source = 'Ahoy {{ first_name'")
        .execute(db.conn())
        .await
        .unwrap();
    db.commit().await.unwrap();
    let mail = confirmation(&site).await;
    assert!(mail.contains("Subject: Verify your email"), "{mail}");
}

#[tokio::test]
async fn template_errors_are_found_when_a_site_is_created() {
    let site = Installation::new().await.site().await;
    let folder = tempfile::tempdir().unwrap();
    write(
        folder.path(),
        &[("receipt.txt", "Thanks!\n{% for line in details.lines %}\n")],
    );
    let tenant = site.tenant().await;
    let mut db = tenant.write().await.unwrap();
    let mut manifest: Manifest = crate::support::manifest("sparkle");
    manifest.source = Source::Folder(folder.path().to_owned());
    let refused = tenant_runtime::provision::provision(
        &mut db,
        (tenant.storage(), &tenant.sandbox()),
        tenant.keys(),
        tenant.now(),
        &manifest,
    )
    .await;
    let Err(error @ ProvisionError::Manifest(_)) = refused else {
        panic!("{refused:?}")
    };
    let told = error.to_string();
    assert!(told.contains("mailTemplates/receipt.txt: line "), "{told}");
    assert!(told.contains("syntax error"), "{told}");
}
