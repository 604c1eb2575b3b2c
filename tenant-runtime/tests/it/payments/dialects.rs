//! The same story through every processor but `moneris`, whose tests stand beside: a card is set up on the processor's
//! page, charged, taken back and deleted.

use std::sync::Arc;

use jiff::SignedDuration;
use paystub::ChargeState;
use serde_json::{Value, json};
use tenant_runtime::payments::processor::{DeclineKind, Initiator, Outcome};
use tenant_runtime::payments::{self, NewPayment, Resolution};
use tenant_runtime::tenant::Tenant;

use crate::support::browser::{Browser, Page, hidden_fields};
use crate::support::{Customer, GOOD_CARD, Installation, SetupSocket, TestSite, manifest};

mod bad_days;

const DIALECTS: [&str; 4] = ["worldpay", "ips", "exacthosted", "moneris_deprecated"];

fn settings(name: &str) -> Value {
    match name {
        "worldpay" | "ips" => {
            json!({"accountId": "1013", "accountToken": "secret", "acceptorId": "3928", "applicationId": "15684"})
        }
        "exacthosted" => json!({
            "xLogin": "WSP-GOODS", "transactionKey": "GOODS-transaction-key", "responseKey": "GOODS-response-key",
            "gatewayId": "GOODS", "password": "GOODS-password",
        }),
        "moneris" => json!({"storeId": "store5", "apiToken": "yesguy", "checkoutId": "chktSPARKLE"}),
        "moneris_deprecated" => {
            json!({"storeId": "store5", "apiToken": "yesguy", "resId": "res-store5", "resKey": "reskey"})
        }
        other => panic!("{other}"),
    }
}

async fn site(name: &str) -> TestSite {
    site_with(name, settings(name)).await
}

async fn site_with(name: &str, settings: Value) -> TestSite {
    let mut manifest = manifest::of("sparkle");
    let processor = json!({"name": name, "endpoints": "stub", "settings": settings});
    manifest.processor = serde_json::from_value(processor).unwrap();
    let installation = Installation::new().await;
    installation
        .site_from("sparkle", std::path::Path::new("."), &manifest)
        .await
}

/// Opens a card form and the processor's page in it.
async fn open(customer: &Customer, socket: &SetupSocket, browser: &Browser) -> Page {
    let form = customer
        .get(&format!("/payments/hosted-forms?socketId={}", socket.id))
        .await
        .ok();
    assert_eq!(form["setupData"]["ticket"], Value::Null);
    let origin = customer.site.installation.runtime.origins.of(&customer.site.site);
    let url = format!("{origin}{}", form["setupData"]["formUrl"].as_str().unwrap());
    let document = browser.get(url.parse().unwrap()).await;
    // A page that forbids frames has taken the document's place.
    if document.html.contains(">Card number</label>") {
        return document;
    }
    // The document frames the page: by its address, or by a form that aims at the frame.
    match crate::support::browser::attribute(&document.html, "src") {
        Some(address) => browser.get(address.parse().unwrap()).await,
        None => {
            let action = crate::support::browser::attribute(&document.html, "action").unwrap();
            browser
                .post(action.parse().unwrap(), &hidden_fields(&document.html))
                .await
        }
    }
}

async fn type_card(browser: &Browser, page: &Page, number: &str, action: &str) -> Page {
    let typed = [
        ("card_number", number),
        ("expiry", "12/39"),
        ("cvv", "123"),
        ("action", action),
    ];
    browser.submit(page, &typed).await
}

/// Puts a card on file; answers the last page that the browser sees.
async fn with_card(customer: &Customer, number: &str) -> Page {
    let browser = Browser::new(&customer.site);
    let mut socket = SetupSocket::open(&customer.site).await;
    let page = open(customer, &socket, &browser).await;
    assert!(page.html.contains(">Card number</label>"), "{}", page.html);
    let last = type_card(&browser, &page, number, "save").await;
    assert_eq!(
        socket.next().await.unwrap(),
        json!({"success": true, "errorMessage": null}),
        "{}",
        last.html
    );
    last
}

async fn card_on_file(customer: Customer, name: &str, number: &str) {
    if name == "moneris" {
        customer.with_card_number(number).await;
    } else {
        with_card(&customer, number).await;
    }
}

async fn tenant(site: &TestSite) -> Tenant {
    Tenant::open(&site.installation.runtime, Arc::clone(&site.site))
        .await
        .unwrap()
}

/// Charges 12.99; answers the payment's reference and what became of it.
async fn charge(tenant: &Tenant, number: i64) -> (String, Outcome) {
    let processor = payments::processor_of(tenant).await.unwrap();
    let mut db = tenant.write().await.unwrap();
    let order_id = super::charge::order(&mut db, number).await;
    let customer_id = sqlx::query_scalar("SELECT MIN(id) FROM customers")
        .fetch_one(db.conn())
        .await
        .unwrap();
    let new = NewPayment {
        order_id,
        customer_id,
        amount: 1299,
        currency: "USD".parse().unwrap(),
        initiator: Initiator::Customer,
    };
    let initiated = payments::initiate(&mut db, tenant, &processor, new)
        .await
        .unwrap()
        .unwrap();
    db.commit().await.unwrap();
    let reference = initiated.reference().to_owned();
    let outcome = payments::charge(initiated).await;
    let mut db = tenant.write().await.unwrap();
    payments::settle(&mut db, tenant, &reference, &outcome).await.unwrap();
    db.commit().await.unwrap();
    (reference, outcome)
}

/// Gives an approved payment back, which no order of these tests has entered in its books.
async fn give_back(tenant: &Tenant, reference: &str) {
    let mut db = tenant.write().await.unwrap();
    assert!(payments::record_void(&mut db, reference).await.unwrap());
    db.commit().await.unwrap();
}

#[tokio::test]
async fn a_card_is_set_up_charged_taken_back_and_deleted() {
    for name in DIALECTS {
        let site = site(name).await;
        let ada = site.customer().await.confirmed().await;
        let last = with_card(&ada, GOOD_CARD).await;
        assert!(last.html.contains("event:'complete'"), "{name}: {}", last.html);
        let card = ada.get("/users/payment").await.ok();
        assert_eq!(
            card,
            json!({"onFile": true, "cardType": "Visa", "maskedCardNumber": "**** **** **** 4242", "expirationMonth": 12,
                "expirationYear": 2039}),
            "{name}"
        );

        let tenant = tenant(&site).await;
        let stub = &site.installation.stub;
        let (voided, outcome) = charge(&tenant, 1).await;
        assert!(matches!(outcome, Outcome::Approved(_)), "{name}: {outcome:?}");
        assert!(voided.starts_with(&stub.charges()[0].order_no), "{name}");
        assert_eq!(stub.charges()[0].amount, 1299);
        assert!(
            matches!(payments::void(&tenant, &voided).await.unwrap(), Outcome::Approved(_)),
            "{name}"
        );
        assert_eq!(stub.charges()[0].state, ChargeState::Voided, "{name}");
        let (refunded, _) = charge(&tenant, 2).await;
        for amount in [300, 999] {
            let refund = payments::refund(&tenant, &refunded, amount).await.unwrap();
            assert!(matches!(refund, Outcome::Approved(_)), "{name}: {refund:?}");
        }
        assert!(
            !matches!(
                payments::refund(&tenant, &refunded, 1).await.unwrap(),
                Outcome::Approved(_)
            ),
            "{name}"
        );
        assert_eq!(stub.charges()[1].refunded, 1299, "{name}");
        // A void that comes too late becomes a refund.
        let (late, _) = charge(&tenant, 3).await;
        stub.set_manners(|manners| manners.day_closed = true);
        let too_late = payments::void(&tenant, &late).await.unwrap();
        assert!(matches!(too_late, Outcome::Declined(_)), "{name}: {too_late:?}");
        let refund = payments::refund(&tenant, &late, 1299).await.unwrap();
        assert!(matches!(refund, Outcome::Approved(_)), "{name}: {refund:?}");
        stub.set_manners(|manners| manners.day_closed = false);

        let mut db = tenant.write().await.unwrap();
        assert!(payments::record_refund(&mut db, &late, 1299).await.unwrap());
        assert!(payments::record_void(&mut db, &voided).await.unwrap());
        assert!(payments::record_refund(&mut db, &refunded, 1299).await.unwrap());
        db.commit().await.unwrap();

        ada.delete("/users/payment").await.ok();
        site.run_jobs().await;
        // A tag of E-xact cannot be forgotten at the processor.
        assert_eq!(stub.cards().len(), usize::from(name == "exacthosted"), "{name}");
    }
}

#[tokio::test]
async fn charges_behave_as_their_cards_say() {
    for name in DIALECTS {
        let site = site(name).await;
        let ada = site.customer().await.confirmed().await;
        let tenant = tenant(&site).await;
        for (index, number, kind) in [
            (1, "4000000000000002", DeclineKind::Soft),
            (2, "4000000000000069", DeclineKind::Hard),
        ] {
            with_card(&ada, number).await;
            let (_, outcome) = charge(&tenant, index).await;
            assert!(
                matches!(&outcome, Outcome::Declined(decline) if decline.kind == kind),
                "{name}: {outcome:?}"
            );
        }
        with_card(&ada, "4000000000000119").await;
        let (reference, outcome) = charge(&tenant, 3).await;
        assert!(matches!(outcome, Outcome::Unknown(_)), "{name}: {outcome:?}");
        let resolution = payments::look_up(&tenant, &reference).await.unwrap();
        match name {
            // It has no look-up: a person must.
            "exacthosted" => {
                assert_eq!(resolution, Resolution::UpToAPerson);
                site.installation.clock.advance(SignedDuration::from_hours(24));
                let resolution = payments::look_up(&tenant, &reference).await.unwrap();
                assert_eq!(resolution, Resolution::LeftToAPerson);
            }
            _ => assert!(
                matches!(resolution, Resolution::Settled(Outcome::Declined(_))),
                "{name}: {resolution:?}"
            ),
        }
    }
}

#[tokio::test]
async fn an_unanswered_charge_is_looked_up() {
    for name in ["worldpay", "moneris_deprecated"] {
        let site = site(name).await;
        let ada = site.customer().await.confirmed().await;
        with_card(&ada, "4000000000000127").await;
        let tenant = tenant(&site).await;
        let (reference, outcome) = charge(&tenant, 1).await;
        assert!(matches!(outcome, Outcome::Unknown(_)), "{name}: {outcome:?}");
        let resolution = payments::look_up(&tenant, &reference).await.unwrap();
        assert!(
            matches!(resolution, Resolution::Settled(Outcome::Approved(_))),
            "{name}: {resolution:?}"
        );
    }
}

#[tokio::test]
async fn a_page_that_forbids_frames_gets_a_window() {
    for (name, display) in [("moneris_deprecated", "window"), ("worldpay", "frame")] {
        let site = site(name).await;
        let ada = site.customer().await.confirmed().await;
        let socket = SetupSocket::open(&site).await;
        let form = ada
            .get(&format!("/payments/hosted-forms?socketId={}", socket.id))
            .await
            .ok();
        assert_eq!(form["setupData"]["display"], display, "{name}");
    }
}

#[tokio::test]
async fn each_processor_has_its_own_address_for_forms() {
    for (name, path) in [
        ("exacthosted", "/payments/exact/form_data"),
        ("worldpay", "/payments/worldpay/addnew"),
    ] {
        let site = site(name).await;
        let ada = site.customer().await.confirmed().await;
        let socket = SetupSocket::open(&site).await;
        ada.get(&format!("/payments/moneris/setup?socketId={}", socket.id))
            .await
            .refused(404, "not_found");
        let form = ada.get(&format!("{path}?socketId={}", socket.id)).await.ok();
        assert_eq!(form["processor"], name);
    }
}
