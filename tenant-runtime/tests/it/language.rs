//! Languages of a site's responses and emails.

use serde_json::json;

use crate::support::{Customer, DECLINED_CARD, Installation, PASSWORD, Reply, TestSite, mailbox, manifest};

const ENGLISH: (&str, &str) = ("Accept-Language", "en-US,en;q=0.9");
const FRENCH: (&str, &str) = ("Accept-Language", "fr-FR,fr;q=0.9,en;q=0.4");

/// A site in Montréal with French as its default language.
async fn foamco() -> TestSite {
    let mut manifest = manifest("foamco");
    for (key, value) in [
        ("companyName", json!("Foam & Co.")),
        ("languages", json!(["fr-CA", "en-CA"])),
        ("country", json!("CA")),
        ("currency", json!("CAD")),
        ("contact", json!({"phone": "5145550121"})),
    ] {
        manifest.site_config.insert(key.to_owned(), value);
    }
    let installation = Installation::new().await;
    installation
        .site_from("foamco", std::path::Path::new("."), &manifest)
        .await
}

fn message(reply: &Reply) -> &str {
    reply.body["errorMessage"].as_str().unwrap()
}

#[tokio::test]
async fn responses_use_the_requested_language() {
    let site = foamco().await;
    let visitor = site.visitor();
    let wrong = json!({"email": "nobody@example.com", "password": "wrong"});
    let log_in = async |headers: &[(&str, &str)]| {
        let reply = visitor
            .send(reqwest::Method::POST, "/users/login", Some(wrong.clone()), headers)
            .await;
        assert_eq!(
            reply.body["errorCode"], "wrong_credentials",
            "codes are the same in every language"
        );
        reply
    };
    for (headers, said, language) in [
        (&[][..], "E-mail ou mot de passe incorrect.", "fr"),
        (&[FRENCH][..], "E-mail ou mot de passe incorrect.", "fr"),
        (&[ENGLISH][..], "Incorrect email or password.", "en"),
    ] {
        let reply = log_in(headers).await;
        assert_eq!(message(&reply), said);
        assert_eq!(reply.header("content-language"), Some(language));
    }

    // Fields, refusals of the gate, and texts of answers that succeed.
    let form = visitor
        .post("/users", json!({"email": "x"}))
        .await
        .refused(422, "invalid_fields");
    assert_eq!(form["fields"]["firstName"], "Ce champ est obligatoire.");
    assert_eq!(form["fields"]["email"], "Saisissez une adresse e-mail valide.");
    let mut stranger = site.visitor();
    stranger.app_key = None;
    let reply = stranger.send(reqwest::Method::GET, "/locations", None, &[FRENCH]).await;
    assert_eq!(message(&reply), "Cette clé d’application n’appartient pas à ce site.");
    let states = visitor.get("/accounts/states").await.succeeded();
    let quebec = states
        .as_array()
        .unwrap()
        .iter()
        .find(|state| state["code"] == "QC")
        .unwrap();
    assert_eq!(quebec["name"], "Québec");
    let english = visitor
        .send(reqwest::Method::GET, "/accounts/states", None, &[ENGLISH])
        .await
        .succeeded();
    assert!(english.to_string().contains("British Columbia"), "{english}");
}

#[tokio::test]
async fn errors_without_a_site_use_any_available_language() {
    let installation = Installation::with_limits().await;
    let site = installation.site().await;
    let mut suspended = (*site.site).clone();
    let mut nobody = site.visitor();
    nobody.host = "nobody.localhost".to_owned();
    let mut unreadable = site.visitor();
    unreadable.host = "spar_kle.localhost".to_owned();
    suspended.is_suspended = true;
    installation.set(suspended);
    let get = async |client: &crate::support::Client, headers: &[(&str, &str)]| {
        client.send(reqwest::Method::GET, "/locations", None, headers).await
    };
    let hindi = ("Accept-Language", "hi, *;q=0.1");
    for (client, code, french) in [
        (
            &nobody,
            "unknown_site",
            "Nous n’avons pas trouvé de site pour ce sous-domaine.",
        ),
        (&unreadable, "malformed", "En-tête Host non valide."),
        (&site.visitor(), "site_suspended", "Ce site est en pause"),
    ] {
        let reply = get(client, &[FRENCH]).await;
        assert_eq!(reply.body["errorCode"], code);
        assert!(message(&reply).starts_with(french), "{reply:?}");
        assert_eq!(reply.header("content-language"), Some("fr"));
        for headers in [&[][..], &[ENGLISH][..], &[hindi][..]] {
            let reply = get(client, headers).await;
            assert_eq!(reply.header("content-language"), Some("en"), "{headers:?}");
        }
    }
    let mail = async || {
        let path = "/users/emails/forgot-password?email=ada@example.com";
        nobody.send(reqwest::Method::GET, path, None, &[FRENCH]).await
    };
    let mut limited = mail().await;
    for _ in 0..40 {
        if limited.status == 429 {
            break;
        }
        limited = mail().await;
    }
    assert_eq!(limited.body["errorCode"], "too_many_requests");
    assert_eq!(limited.header("content-language"), Some("fr"));
}

#[tokio::test]
async fn site_with_one_language_responds_in_it() {
    let site = Installation::new().await.site().await;
    let reply = site
        .visitor()
        .send(reqwest::Method::GET, "/users", None, &[FRENCH])
        .await;
    assert_eq!(message(&reply), "Log in to continue.");
}

#[tokio::test]
async fn decline_reason_is_in_the_customers_language() {
    let site = foamco().await;
    let customer = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card_number(DECLINED_CARD)
        .await;
    let body = json!({"products": [{"productId": 101}]});
    let declined = customer.post_once("/orders", "a", body.clone()).await.succeeded();
    assert_eq!(declined["message"], "Votre carte a été refusée. Rien n’a été débité.");
    let headers = [("Idempotency-Key", "b"), ENGLISH];
    let declined = customer
        .send(reqwest::Method::POST, "/orders", Some(body), &headers)
        .await
        .succeeded();
    assert_eq!(declined["message"], "Your card was declined. Nothing was charged.");
}

#[tokio::test]
async fn emails_use_the_customers_last_language() {
    let site = foamco().await;
    let email = "ann@example.com";
    site.visitor()
        .send(reqwest::Method::POST, "/users", Some(Customer::form(email)), &[ENGLISH])
        .await
        .succeeded();
    site.run_jobs().await;
    let mail = mailbox::mails(&site, "email_confirmation", email).remove(0);
    assert!(mail.contains("Subject: Verify your email for Foam & Co.\r\n"), "{mail}");
    assert!(mail.contains("(514) 555-0121"), "{mail}");

    let body = json!({"email": email, "password": PASSWORD});
    site.visitor()
        .send(reqwest::Method::POST, "/users/login", Some(body), &[FRENCH])
        .await
        .succeeded();
    site.visitor()
        .send(
            reqwest::Method::GET,
            &format!("/users/forgot-password?email={email}"),
            None,
            &[ENGLISH],
        )
        .await
        .succeeded();
    // One job starts the recovery, another sends its mail.
    site.run_jobs().await;
    site.run_jobs().await;
    let mail = mailbox::decoded(&mailbox::mails(&site, "password_recovery", email).remove(0));
    assert!(mail.contains("choisissez-le maintenant"), "{mail}");
    assert!(mail.contains("chez Foam & Co. Si c’était vous"), "{mail}");
    assert!(mail.contains("514\u{a0}555-0121"), "{mail}");
}

#[tokio::test]
async fn amounts_are_formatted_by_country() {
    let site = foamco().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    let body = json!({"products": [{"productId": 401}]});
    customer.post_once("/orders", "a", body).await.succeeded();
    site.run_jobs().await;
    let mail = mailbox::decoded(&mailbox::mails(&site, "receipt", &customer.email).remove(0));
    assert!(mail.contains("Total\u{202f}: 50,00\u{a0}$"), "{mail}");
}
