//! A held site answers reads, and does and takes nothing that moves money or sends messages.

use std::sync::Arc;

use jiff::SignedDuration;
use platform::tenancy::{Hold, Site};
use serde_json::{Value, json};
use tenant_runtime::hold::{self, DifferenceKind, ListingState};
use tenant_runtime::payments::Processors;

use crate::support::{Customer, Installation, TestSite};

fn wash() -> Value {
    json!({"products": [{"productId": 101}], "acceptedTerms": true})
}

async fn with_customer() -> (TestSite, Customer) {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    (site, ada)
}

/// Holds a site as a restore does; answers it as the directory knows it then.
async fn hold(site: &TestSite) -> Arc<Site> {
    let held = Site {
        hold: Some(Hold {
            at: site.tenant().await.now(),
            complete_until: None,
        }),
        ..(*site.site).clone()
    };
    site.installation.set(held.clone());
    Arc::new(held)
}

#[tokio::test]
async fn held_site_rejects_purchases_and_answers_reads() {
    let (site, ada) = with_customer().await;
    let owner = site.owner().await;
    hold(&site).await;
    let charges = site.installation.stub.charges().len();

    let refused = ada.post_once("/orders", "wash", wash()).await;
    assert_eq!(refused.header("retry-after"), Some("300"));
    refused.refused(503, "site_held");
    for path in ["/temptoken", "/promo-codes", "/users/vehicle"] {
        ada.post(path, json!({})).await.refused(503, "site_held");
    }
    ada.get("/payments/hosted-forms?socketId=x")
        .await
        .refused(503, "site_held");
    for path in [
        "/admin/orders/x/refund",
        "/admin/orders/x/void",
        "/admin/orders/x/settlement",
    ] {
        owner.post(path, json!({})).await.refused(503, "site_held");
    }
    assert_eq!(site.installation.stub.charges().len(), charges);

    for path in ["/users", "/users/wallet", "/users/purchases", "/products/washes"] {
        ada.get(path).await.succeeded();
    }
    ada.post("/orders/quote", wash()).await.succeeded();
    owner.get("/admin/orders").await.succeeded();
    Customer::log_in(&site, &owner.email, crate::support::PASSWORD).await;
    // The same key buys once the site is released.
    site.installation.set((*site.site).clone());
    ada.post_once("/orders", "wash", wash()).await.succeeded();
    assert_eq!(site.installation.stub.charges().len(), charges + 1);
}

#[tokio::test]
async fn hold_set_while_a_body_arrives_rejects_the_request() {
    let (site, ada) = with_customer().await;
    let charges = site.installation.stub.charges().len();
    let order = ada.begin_post("/orders", &wash()).await;
    hold(&site).await;
    let response = order.finish().await;
    assert!(response.starts_with("HTTP/1.1 503"), "{response}");
    assert!(response.contains("site_held"), "{response}");
    assert_eq!(site.installation.stub.charges().len(), charges);
}

/// Kiosks and staff cannot spend what the file may not know to be spent.
#[tokio::test]
async fn every_call_that_spends_is_rejected_by_its_policy() {
    let installation = Installation::new().await;
    let spends = [
        "/api/v1/orders",
        "/api/v1/orders/withdrawal",
        "/api/v1/temptoken",
        "/api/v1/users/washclub",
        "/api/v1/users/payment",
        "/api/v1/terminal/codes/resolve",
        "/api/v1/terminal/redemptions",
        "/api/v1/terminal/redemptions/{redemptionId}/confirm",
        "/api/v1/terminal/redemptions/{redemptionId}/cancel",
        "/api/v1/terminal/payments",
        "/api/v1/terminal/payments/{paymentId}/confirm",
        "/api/v1/terminal/payments/{paymentId}/void",
        "/api/v1/terminal/sales",
        "/api/v1/terminal/gift-cards/authorize",
        "/api/v1/terminal/gift-cards/{authorizationId}/capture",
        "/api/v1/terminal/gift-cards/{authorizationId}/void",
        "/api/v1/admin/orders/{transRecordId}/refund",
        "/api/v1/admin/orders/{transRecordId}/void",
        "/api/v1/admin/orders/{transRecordId}/settlement",
        "/api/v1/admin/clubs/{membershipId}/retry",
        "/api/v1/admin/customers/{userId}/items",
        "/api/v1/admin/gift-cards/{cardId}/adjustments",
        "/api/v1/admin/notifications",
    ];
    for path in spends {
        let routes: Vec<_> = installation
            .table
            .iter()
            .filter(|route| route.path == path && route.method != http::Method::GET)
            .collect();
        assert!(!routes.is_empty(), "there is no {path}");
        for route in routes {
            assert!(
                route.policy.is_refused_while_held(&route.method),
                "{} {path}",
                route.method
            );
        }
    }
}

#[tokio::test]
async fn held_site_does_no_background_work_until_its_release() {
    let (site, ada) = with_customer().await;
    ada.post_once("/orders", "wash", wash()).await.succeeded();
    let held = hold(&site).await;
    site.installation.clock.advance(SignedDuration::from_hours(24 * 40));
    assert_eq!(site.installation.run_jobs(&held).await, 0);
    assert!(site.run_jobs().await > 0, "its work has waited");
}

/// The gate and the runner are passed by: the site was held, or another copy became the newest, after they looked.
#[tokio::test]
async fn charge_of_an_old_copy_is_not_sent() {
    let (site, ada) = with_customer().await;
    let charges = site.installation.stub.charges().len();
    // Its file is open already, and of the first epoch.
    site.tenant().await.read().await.unwrap();
    let newer = Site {
        epoch: 2,
        ..(*site.site).clone()
    };
    site.installation.set(newer);
    let refused = ada.post_once("/orders", "wash", wash()).await;
    assert_eq!(refused.status, 503, "{}", refused.text);
    assert_eq!(site.installation.stub.charges().len(), charges);
}

/// As after an import into an environment that isn't production.
#[tokio::test]
async fn production_endpoints_are_not_used_outside_production() {
    let (site, ada) = with_customer().await;
    let owner = site.owner().await;
    owner.unlock().await;
    let settings = owner.get("/admin/processor").await.succeeded()["settings"].clone();
    let held = hold(&site).await;
    let mut db = site.tenant().await.write().await.unwrap();
    sqlx::query("UPDATE payments_processor SET endpoints = 'production'")
        .execute(db.conn())
        .await
        .unwrap();
    // The adapter is kept with the public data.
    db.changes_public_data();
    db.commit().await.unwrap();
    let compared = report(&site, &held).await;
    assert_eq!(compared.listing, ListingState::NoProcessor);
    let kinds: Vec<_> = compared.differences.iter().map(|one| one.kind).collect();
    assert!(kinds.contains(&DifferenceKind::UnlistedProcessor), "{kinds:?}");

    // Released all the same.
    site.installation.set((*site.site).clone());
    let typed = json!({"name": "moneris", "endpoints": "production", "settings": settings});
    for path in ["/admin/processor/test", "/admin/processor/preview"] {
        let refused = owner.post(path, typed.clone()).await.refused(422, "invalid_fields");
        assert!(refused["fields"]["endpoints"].is_string(), "{path}: {refused}");
    }
    let refused = ada.post_once("/orders", "wash", wash()).await;
    assert!(refused.text.contains("No Payment processor!"), "{}", refused.text);
    assert_eq!(site.installation.stub.charges().len(), 0);
}

/// A card's verification is voided, and its token deleted, by the newest copy only. The runner is passed by: the file was open before.
#[tokio::test]
async fn card_jobs_of_an_old_copy_ask_no_processor() {
    let site = Installation::new().await.site_through("worldpay").await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    site.run_jobs().await;
    ada.with_card_number("4111111111111111").await;
    let stub = &site.installation.stub;
    let asked = async || {
        let waiting: Vec<(String,)> = site
            .rows("SELECT kind FROM jobs WHERE kind LIKE 'payments.%' AND kind <> 'payments.forget_credentials' ORDER BY kind")
            .await;
        let open = stub
            .verifications()
            .iter()
            .filter(|one| one.state == paystub::ChargeState::Approved)
            .count();
        (waiting.len(), open, stub.cards().len())
    };
    let before = asked().await;
    assert!(before.0 > 0, "{before:?}");
    let newer = Site {
        epoch: 2,
        ..(*site.site).clone()
    };
    site.installation.set(newer.clone());
    site.installation.run_jobs(&Arc::new(newer)).await;
    assert_eq!(asked().await, before);
    site.installation.set((*site.site).clone());
    site.installation.clock.advance(SignedDuration::from_hours(1));
    site.run_jobs().await;
    assert_eq!(asked().await.0, 0);
}

#[tokio::test]
async fn file_of_another_epoch_is_held_when_it_is_opened() {
    let (site, ada) = with_customer().await;
    let sites = &site.installation.runtime.sites;
    let newer = Site {
        epoch: 2,
        ..(*site.site).clone()
    };
    assert!(sites.drain(site.site.id).await);
    site.installation.set(newer.clone());
    ada.post_once("/orders", "wash", wash()).await.refused(503, "site_held");
    ada.get("/users/wallet").await.succeeded();
    assert_eq!(site.installation.run_jobs(&Arc::new(newer)).await, 0);
}

async fn report(site: &TestSite, held: &Arc<Site>) -> hold::HoldReport {
    let processors = Processors::new(Some(site.installation.stub.url().to_owned()), None).unwrap();
    let open = site.installation.runtime.sites.open(held).await.unwrap();
    let now = site.tenant().await.now();
    hold::report(&processors, (held, &open), now).await.unwrap()
}

#[tokio::test]
async fn kiosk_reports_what_it_confirmed_and_a_silent_one_is_named() {
    let (site, ada) = with_customer().await;
    let kiosk = site.kiosk_at(2).await;
    let silent = site.kiosk_at(2).await;
    ada.post_once("/orders", "wash", wash()).await.succeeded();
    assert_eq!(kiosk.get("/terminal/me").await.succeeded()["journalSince"], Value::Null);
    let held = hold(&site).await;
    kiosk
        .post("/terminal/redemptions", json!({}))
        .await
        .refused(503, "site_held");
    let since = kiosk.get("/terminal/me").await.succeeded()["journalSince"].clone();
    let journal = json!({"since": since, "entries": [
        {"kind": "redemption", "id": "lost", "at": "2026-11-20T15:00:01Z"},
        {"kind": "payment", "id": "paid", "at": "2026-11-20T15:00:02Z", "amount": 1200},
    ]});
    let kept = kiosk.post("/terminal/journal", journal.clone()).await.succeeded();
    assert_eq!(kept["kept"], 2);
    kiosk.post("/terminal/journal", journal).await.succeeded();

    let report = report(&site, &held).await;
    let named: Vec<_> = report.differences.iter().map(|one| (one.kind, &*one.subject)).collect();
    assert!(named.contains(&(DifferenceKind::Redemption, "lost")), "{named:?}");
    assert!(named.contains(&(DifferenceKind::KioskCharge, "paid")), "{named:?}");
    let silents: Vec<_> = named
        .iter()
        .filter(|(kind, _)| *kind == DifferenceKind::SilentTerminal)
        .collect();
    assert_eq!(silents.len(), 1, "{named:?}");
    let id = &report
        .differences
        .iter()
        .find(|one| one.kind == DifferenceKind::SilentTerminal)
        .unwrap()
        .id;
    assert!(id.ends_with(&silent.id), "{id}");
}

/// Stub processors without a transaction list are named, with the renewals that will be charged on release.
#[tokio::test]
async fn processor_without_a_list_is_named_with_the_renewals_that_are_due() {
    let site = Installation::new().await.site().await;
    let ada = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card()
        .await
        .with_vehicle()
        .await
        .in_club(301)
        .await;
    let held = hold(&site).await;
    let first = report(&site, &held).await;
    assert_eq!(first.listing, ListingState::NotOffered);
    let kinds: Vec<_> = first.differences.iter().map(|one| one.kind).collect();
    assert_eq!(kinds, [DifferenceKind::UnlistedProcessor]);
    site.installation.clock.advance(SignedDuration::from_hours(24 * 31));
    let later = report(&site, &held).await;
    let due = later
        .differences
        .iter()
        .find(|one| one.kind == DifferenceKind::DueRenewal);
    assert!(due.is_some_and(|due| due.amount.is_some()), "{later:?}");
    drop(ada);
}

#[tokio::test]
async fn listed_transactions_are_compared_with_the_file() {
    let site = Installation::new().await.site_through("worldpay").await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    ada.post_once("/orders", "wash", wash()).await.succeeded();
    // The stub has its own clock.
    let charged_at = site.installation.stub.charges()[0].at;
    let ahead = (charged_at + SignedDuration::from_mins(1)).duration_since(site.tenant().await.now());
    site.installation.clock.advance(ahead);
    let held = hold(&site).await;
    let mut db = site.tenant().await.write().await.unwrap();
    sqlx::query("UPDATE payments SET created_at = 0, reference = 'another'")
        .execute(db.conn())
        .await
        .unwrap();
    db.commit().await.unwrap();
    let report = report(&site, &held).await;
    assert_eq!(report.listing, ListingState::Listed);
    let charges: Vec<_> = report
        .differences
        .iter()
        .filter(|one| one.kind == DifferenceKind::Charge)
        .collect();
    assert_eq!(charges.len(), 1, "{report:?}");
    assert_eq!(charges[0].amount, Some(site.installation.stub.charges()[0].amount));
}
