use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use paystub::ChargeState;
use platform::quota::Quota;
use serde_json::json;
use tenant_runtime::tenant::Tenant;

use crate::support::processors::{CardForm, settings};
use crate::support::{Customer, GOOD_CARD, Installation, PASSWORD, SetupSocket};

#[tokio::test]
async fn card_is_saved_through_the_processors_form() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await;
    let mut socket = SetupSocket::open(&site).await;
    let form = ada
        .get(&format!("/payments/hosted-forms?socketId={}", socket.id))
        .await
        .succeeded();
    assert_eq!(form["processor"], "moneris");
    assert_eq!(form["setupData"]["display"], "frame");
    let reference = form["setupData"]["reference"].as_str().unwrap();
    assert_eq!(form["setupData"]["formUrl"], format!("/payments/form/{reference}"));
    let ticket = form["setupData"]["ticket"].as_str().unwrap();

    ada.take_receipt(ticket, &socket.id).await.refused(409, "in_progress");
    assert_eq!(ada.get("/users/payment").await.succeeded()["onFile"], false);
    ada.type_card(ticket, GOOD_CARD).await;
    let told = ada.take_receipt(ticket, &socket.id).await.succeeded();
    assert_eq!(told, json!({"success": true, "errorMessage": null}));
    assert_eq!(socket.next().await.unwrap(), told);
    assert!(socket.next().await.is_none(), "the socket closes after the outcome");
    assert_eq!(
        ada.take_receipt(ticket, &socket.id).await.succeeded(),
        told,
        "repeating changes nothing"
    );

    let card = ada.get("/users/payment").await.succeeded();
    assert_eq!(
        card,
        json!({"onFile": true, "accountLeft": false, "locked": false, "cardType": "Visa", "maskedCardNumber": "**** **** **** 4242",
            "expirationMonth": 12, "expirationYear": 2039})
    );
}

#[tokio::test]
async fn number_token_and_credentials_are_not_stored_in_plain_text() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let token = site.installation.stub.cards()[0].token.clone();
    let folder = site.installation.site_file(site.site.id);
    let folder = folder.parent().unwrap();
    let files = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| std::fs::read(entry.unwrap().path()).unwrap());
    let bytes: Vec<u8> = files.flatten().collect();
    for secret in [GOOD_CARD, token.as_str(), "token-sparkle"] {
        let found = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
        assert!(!found, "{secret} lies in {}", folder.display());
    }
    drop(ada);
}

#[tokio::test]
async fn only_a_confirmed_customer_opens_a_form() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let socket = SetupSocket::open(&site).await;
    let path = format!("/payments/hosted-forms?socketId={}", socket.id);
    ada.get(&path).await.refused(403, "email_unconfirmed");
    site.visitor().get(&path).await.refused(401, "invalid_token");
    ada.confirmed().await.get(&path).await.succeeded();
}

#[tokio::test]
async fn socket_serves_one_form() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await;
    let socket = SetupSocket::open(&site).await;
    ada.open_form(&socket).await;
    let path = format!("/payments/hosted-forms?socketId={}", socket.id);
    ada.get(&path).await.refused(422, "expired");
    ada.get("/payments/hosted-forms?socketId=00000000000000000000000000000000")
        .await
        .refused(422, "expired");
    ada.get("/payments/hosted-forms").await.refused(400, "malformed");
    let other = SetupSocket::open(&site).await;
    ada.get(&format!("/payments/moneris/setup?socketId={}", other.id))
        .await
        .succeeded();
}

#[tokio::test]
async fn form_belongs_to_its_customer() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let elsewhere = installation.site_called("bluewave").await;
    let ada = site.customer().await.confirmed().await;
    let eve = site.customer_with_email("eve@example.com").await.confirmed().await;
    let bob = elsewhere.customer().await.confirmed().await;
    let socket = SetupSocket::open(&site).await;
    let of_eve = SetupSocket::open(&site).await;
    let ticket = ada.open_form(&socket).await;
    ada.type_card(&ticket, GOOD_CARD).await;
    eve.take_receipt(&ticket, &socket.id).await.refused(404, "not_found");
    eve.take_receipt(&ticket, &of_eve.id).await.refused(404, "not_found");
    bob.take_receipt(&ticket, &socket.id).await.refused(404, "not_found");
    ada.take_receipt(&ticket, &of_eve.id).await.refused(404, "not_found");
    // A socket of one site cannot be bound at another.
    bob.get(&format!("/payments/hosted-forms?socketId={}", of_eve.id))
        .await
        .refused(422, "expired");
    ada.take_receipt(&ticket, &socket.id).await.succeeded();
    assert_eq!(eve.get("/users/payment").await.succeeded()["onFile"], false);
}

#[tokio::test]
async fn form_expires_after_15_minutes() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await;
    let socket = SetupSocket::open(&site).await;
    let ticket = ada.open_form(&socket).await;
    ada.type_card(&ticket, GOOD_CARD).await;
    site.installation.clock.advance(SignedDuration::from_mins(15));
    ada.take_receipt(&ticket, &socket.id).await.refused(422, "expired");
    assert_eq!(ada.get("/users/payment").await.succeeded()["onFile"], false);
}

#[tokio::test]
async fn forms_are_kept_for_a_week() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await;
    for (days, kept) in [(0, 1), (7, 2), (1, 2)] {
        site.installation.clock.advance(SignedDuration::from_hours(24 * days));
        let ada = Customer::log_in(&site, &ada.email, PASSWORD).await;
        ada.open_form(&SetupSocket::open(&site).await).await;
        let forms: Vec<(i64,)> = site.rows("SELECT COUNT(*) FROM payments_card_setups").await;
        assert_eq!(forms, [(kept,)], "after {days} days");
    }
}

#[tokio::test]
async fn duplicate_results_of_a_form_save_one_card() {
    let mut settings = settings("moneris");
    settings["cardAmount"] = json!(250);
    let site = Installation::new().await.site_with_processor("moneris", settings).await;
    let ada = site.customer().await.confirmed().await;
    let socket = SetupSocket::open(&site).await;
    let ticket = ada.open_form(&socket).await;
    ada.type_card(&ticket, GOOD_CARD).await;
    let stub = &site.installation.stub;
    // Both find the form open, and ask.
    stub.set_manners(|manners| manners.latency = Duration::from_millis(300));
    let (one, other) = tokio::join!(
        ada.take_receipt(&ticket, &socket.id),
        ada.take_receipt(&ticket, &socket.id)
    );
    assert_eq!(
        (&one.succeeded()["success"], &other.succeeded()["success"]),
        (&json!(true), &json!(true))
    );
    stub.set_manners(|manners| manners.latency = Duration::ZERO);
    let tenant = site.tenant().await;
    let left: Vec<String> = sqlx::query_scalar("SELECT kind FROM jobs WHERE kind LIKE 'payments.%'")
        .fetch_all(tenant.read().await.unwrap().conn())
        .await
        .unwrap();
    assert_eq!(left, ["payments.void_verification"]);
    site.run_jobs().await;
    assert_eq!(stub.cards().len(), 1, "the card that is on file stays in the vault");
}

#[tokio::test]
async fn site_without_a_processor_opens_no_form() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await;
    let settings = site.visitor().get("/settings/app/processor/mobile").await.succeeded();
    assert_eq!(settings, json!({"processor": "moneris", "environment": "qa"}));

    // The stub takes no part in a production environment.
    let mut production = site.site.as_ref().clone();
    production.environment.production = true;
    site.installation.set(production);
    let socket = SetupSocket::open(&site).await;
    // The adapter is kept with the public data.
    let tenant = Tenant::open(&site.installation.runtime, Arc::clone(&site.site))
        .await
        .unwrap();
    let mut db = tenant.write().await.unwrap();
    db.changes_public_data();
    db.commit().await.unwrap();
    let refused = ada
        .get(&format!("/payments/hosted-forms?socketId={}", socket.id))
        .await
        .refused(403, "feature_disabled");
    assert_eq!(refused["errorMessage"], "No Payment processor!");
    let settings = site.visitor().get("/settings/app/processor/mobile").await.succeeded();
    assert_eq!(settings, json!({"processor": null}));
}

#[tokio::test]
async fn unreachable_processor_is_reported_and_nothing_stored() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await;
    let mut socket = SetupSocket::open(&site).await;
    let path = format!("/payments/hosted-forms?socketId={}", socket.id);
    let stub = &site.installation.stub;
    stub.set_manners(|manners| manners.broken = true);
    let refused = ada.get(&path).await;
    assert!(refused.header("retry-after").is_some());
    refused.refused(503, "processor_unavailable");
    stub.set_manners(|manners| manners.broken = false);
    // The same socket does for the next try.
    let ticket = ada.open_form(&socket).await;
    ada.type_card(&ticket, GOOD_CARD).await;
    stub.set_manners(|manners| manners.broken = true);
    ada.take_receipt(&ticket, &socket.id)
        .await
        .refused(503, "processor_unavailable");
    assert_eq!(ada.get("/users/payment").await.succeeded()["onFile"], false);
    stub.set_manners(|manners| manners.broken = false);
    ada.take_receipt(&ticket, &socket.id).await.succeeded();
    assert_eq!(socket.next().await.unwrap()["success"], true);
    stub.stop().await;
    let socket = SetupSocket::open(&site).await;
    let path = format!("/payments/hosted-forms?socketId={}", socket.id);
    ada.get(&path).await.refused(503, "processor_unavailable");
}

#[tokio::test]
async fn card_forms_are_limited_to_five_per_hour() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await;
    // The kit's installation multiplies every limit by 1000.
    let tenant = Tenant::open(&site.installation.runtime, Arc::clone(&site.site))
        .await
        .unwrap();
    let scale = tenant.runtime.limits.scale();
    let mut db = tenant.write().await.unwrap();
    let quota = Quota {
        name: "payments.setups",
        count: 5,
        per: SignedDuration::from_hours(1),
    };
    let id = ada.get("/users").await.succeeded()["userId"]
        .as_str()
        .unwrap()
        .to_owned();
    for _ in 0..5 * scale - 1 {
        platform::quota::take(&mut db, quota.times(scale), &format!("customer:{id}"), tenant.now())
            .await
            .unwrap()
            .unwrap();
    }
    db.commit().await.unwrap();
    let socket = SetupSocket::open(&site).await;
    ada.open_form(&socket).await;
    let socket = SetupSocket::open(&site).await;
    let path = format!("/payments/hosted-forms?socketId={}", socket.id);
    ada.get(&path).await.refused(429, "too_many_requests");
}

#[tokio::test]
async fn form_completed_after_account_deletion_stores_no_card() {
    for name in ["moneris_deprecated", "exacthosted", "worldpay"] {
        let site = Installation::new().await.site_through(name).await;
        let ada = site.customer().await.confirmed().await;
        let form = CardForm::open(&ada).await;
        ada.leave().await;
        form.press(&ada, GOOD_CARD, "save").await;
        site.run_jobs().await;
        let cards: Vec<(i64,)> = site.rows("SELECT COUNT(*) FROM payments_cards").await;
        assert_eq!(cards, [(0,)], "{name}");
        // E-xact has no call that removes a card.
        let is_gone = site.installation.stub.cards().is_empty();
        assert!(is_gone || name == "exacthosted", "{name}: it has left the vault");
        let verified = site.installation.stub.verifications();
        assert!(
            verified.iter().all(|one| one.state == ChargeState::Voided),
            "{name}: {verified:?}"
        );
    }
}
