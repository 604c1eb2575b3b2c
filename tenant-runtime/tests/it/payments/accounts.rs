//! Cards and payments belong to a merchant account: what becomes of them when the site leaves it.

use std::path::Path;

use jiff::SignedDuration;
use paystub::ChargeState;
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use super::charge::{charged, take_back};
use crate::checkout::unknown::{pending, unanswered, wash};
use crate::support::mailbox::{decoded, mails};
use crate::support::processors::{CardForm, settings};
use crate::support::{Customer, GOOD_CARD, Installation, PASSWORD, REPEATED_CARD, TIMED_OUT_CARD, TestSite, manifest};

const PROCESSOR: &str = "/admin/processor";
const PREVIEW: &str = "/admin/processor/preview";
const TRIAL: &str = "/admin/processor/test";

/// Credentials of a Moneris store that the stub gets to know by them.
fn store(store_id: &str) -> Value {
    let settings =
        json!({"storeId": store_id, "apiToken": format!("token-of-{store_id}"), "checkoutId": "chktSPARKLE"});
    json!({"name": "moneris", "endpoints": "stub", "settings": settings})
}

/// A site that sells through the Moneris store `store5`.
async fn site() -> TestSite {
    let settings = store("store5")["settings"].clone();
    Installation::new().await.site_with_processor("moneris", settings).await
}

/// The owner, who may change credentials.
async fn owner_of(site: &TestSite) -> Customer {
    let owner = site.owner().await;
    owner.unlock().await;
    owner
}

/// Moves the site to the Moneris store with this ID, which the stub knows from a test of the connection.
async fn move_to(owner: &Customer, store_id: &str) -> Value {
    owner.post(TRIAL, store(store_id)).await.succeeded();
    owner.save(PROCESSOR, store(store_id)).await.succeeded()
}

/// State and refunded minor units of each charge at the Moneris store in the stub.
fn charges_at(site: &TestSite, store_id: &str) -> Vec<(ChargeState, i64)> {
    let charges = site.installation.stub.charges();
    charges
        .iter()
        .filter(|charge| charge.merchant == format!("moneris:{store_id}"))
        .map(|charge| (charge.state, charge.refunded))
        .collect()
}

/// With who, what and when. Managers are not emailed, and other credentials of the same account change nothing.
#[tokio::test]
async fn owners_are_emailed_when_the_merchant_account_changes() {
    let site = site().await;
    let manager = site.staff(Role::Manager).await;
    let owner = owner_of(&site).await;
    let mut renewed = store("store5");
    renewed["settings"]["checkoutId"] = json!("chktOTHER");
    owner.save(PROCESSOR, renewed).await.succeeded();
    site.run_jobs().await;
    let kind = "merchant_account_changed";
    assert_eq!(mails(&site, kind, &owner.email).len(), 0);
    move_to(&owner, "store6").await;
    site.run_jobs().await;
    let told = mails(&site, kind, &owner.email);
    assert_eq!((told.len(), mails(&site, kind, &manager.email).len()), (1, 0));
    let text = decoded(&told[0]);
    for part in [
        "Olga Owner changed ",
        "'s merchant account on November 20, 2026 at ",
        "Before: moneris, store5",
        "Now: moneris, store6",
        "/mmtpo/settings/payments",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// docs/RULES.md#promises, 15.
#[tokio::test]
async fn unresolved_charge_is_looked_up_at_the_previous_account() {
    let site = site().await;
    let ada = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card_number(TIMED_OUT_CARD)
        .await;
    let order = pending(&ada, "key", wash()).await;
    assert_eq!(charges_at(&site, "store5"), [(ChargeState::Approved, 0)]);

    let owner = owner_of(&site).await;
    let preview = owner.post(PREVIEW, store("store6")).await.succeeded();
    assert_eq!(
        preview,
        json!({"changesAccount": true, "merchantId": "store6", "cardsLeft": 1, "members": 0, "cardsBack": 0,
            "openCharges": 1, "refundablePayments": 0})
    );
    move_to(&owner, "store6").await;
    for _ in 0..10 {
        site.installation.clock.advance(SignedDuration::from_secs(61));
        site.run_jobs().await;
    }
    let id = order["transRecordId"].as_str().unwrap();
    let settled = ada.get(&format!("/orders/{id}")).await.succeeded();
    assert_eq!(settled["approved"], true, "{settled}");
    assert_eq!(ada.wallet().await.len(), 1);
    assert!(charges_at(&site, "store6").is_empty());
}

#[tokio::test]
async fn card_of_another_account_is_not_chargeable() {
    let site = site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let owner = owner_of(&site).await;
    let before = owner.get(PROCESSOR).await.succeeded();
    assert_eq!(
        (&before["cardsOnFile"], &before["cardsElsewhere"]),
        (&json!(1), &json!(0))
    );

    let after = move_to(&owner, "store6").await;
    assert_eq!(
        (&after["cardsOnFile"], &after["cardsElsewhere"]),
        (&json!(0), &json!(1))
    );
    let left = &after["leftAccounts"][0];
    assert_eq!(
        (
            &left["processor"],
            &left["merchantId"],
            &left["cards"],
            &left["hasCredentials"]
        ),
        (&json!("moneris"), &json!("store5"), &json!(1), &json!(true))
    );
    let card = ada.get("/users/payment").await.succeeded();
    assert_eq!(
        card,
        json!({"onFile": false, "accountLeft": true, "locked": false, "cardType": "Visa", "maskedCardNumber": "**** **** **** 4242",
            "expirationMonth": 12, "expirationYear": 2039})
    );
    ada.post_once("/orders", "left", wash())
        .await
        .refused(422, "card_required");
    assert!(
        site.installation.stub.charges().is_empty(),
        "the processor was not asked"
    );

    // After switching back, the card is chargeable again.
    let preview = owner.post(PREVIEW, store("store5")).await.succeeded();
    assert_eq!((&preview["cardsLeft"], &preview["cardsBack"]), (&json!(0), &json!(1)));
    let back = move_to(&owner, "store5").await;
    let left = &back["leftAccounts"][0];
    assert_eq!((&left["merchantId"], &left["cards"]), (&json!("store6"), &json!(0)));
    assert_eq!(back["cardsOnFile"], 1);
    let bought = ada.post_once("/orders", "back", wash()).await.succeeded();
    assert_eq!(bought["approved"], true, "{bought}");
    assert_eq!(charges_at(&site, "store5"), [(ChargeState::Approved, 0)]);
}

#[tokio::test]
async fn new_secret_of_the_same_account_keeps_cards() {
    let site = site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let owner = owner_of(&site).await;
    let mut other = store("store5");
    other["settings"]["checkoutId"] = json!("chktOTHER");
    let preview = owner.post(PREVIEW, other.clone()).await.succeeded();
    assert_eq!(preview["changesAccount"], false);
    owner.save(PROCESSOR, other).await.succeeded();
    let bought = ada.post_once("/orders", "key", wash()).await.succeeded();
    assert_eq!(bought["approved"], true, "{bought}");
}

#[tokio::test]
async fn card_added_again_is_deleted_from_the_previous_vault() {
    let site = site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    move_to(&owner_of(&site).await, "store6").await;
    ada.put_on_file(GOOD_CARD).await;
    site.run_jobs().await;
    let vaults: Vec<String> = site
        .installation
        .stub
        .cards()
        .into_iter()
        .map(|card| card.merchant)
        .collect();
    assert_eq!(vaults, ["moneris:store6"]);
    let card = ada.get("/users/payment").await.succeeded();
    assert_eq!((&card["onFile"], &card["accountLeft"]), (&json!(true), &json!(false)));
    let bought = ada.post_once("/orders", "key", wash()).await.succeeded();
    assert_eq!(bought["approved"], true, "{bought}");
    assert_eq!(charges_at(&site, "store6").len(), 1);
}

#[tokio::test]
async fn member_can_remove_a_card_that_cannot_be_charged() {
    let site = site().await;
    let ada = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card()
        .await
        .with_vehicle()
        .await;
    let ada = ada.in_club(301).await;
    let owner = owner_of(&site).await;
    let preview = owner.post(PREVIEW, store("store6")).await.succeeded();
    assert_eq!((&preview["cardsLeft"], &preview["members"]), (&json!(1), &json!(1)));
    ada.delete("/users/payment").await.refused(422, "card_required");
    move_to(&owner, "store6").await;
    ada.delete("/users/payment").await.succeeded();
    site.run_jobs().await;
    assert!(
        site.installation.stub.cards().is_empty(),
        "it left the vault of the old store"
    );
}

#[tokio::test]
async fn form_opened_at_the_previous_account_stores_no_card() {
    let site = site().await;
    let ada = site.customer().await.confirmed().await;
    let mut form = CardForm::open(&ada).await;
    move_to(&owner_of(&site).await, "store6").await;
    form.press(&ada, GOOD_CARD, "save").await;
    let told = form.socket.next().await.unwrap();
    assert_eq!(told["success"], false, "{told}");
    site.run_jobs().await;
    assert!(
        site.installation.stub.cards().is_empty(),
        "its token left the vault again"
    );
    let card = ada.get("/users/payment").await.succeeded();
    assert_eq!((&card["onFile"], &card["accountLeft"]), (&json!(false), &json!(false)));
}

/// A relay is answered with the key of the gateway that sent it.
#[tokio::test]
async fn relay_of_a_previous_gateway_is_answered() {
    let site = Installation::new().await.site_through("exacthosted").await;
    let ada = site.customer().await.confirmed().await;
    let form = CardForm::open(&ada).await;
    let mut other = settings("exacthosted");
    for (name, value) in [
        ("xLogin", "WSP-OTHER"),
        ("transactionKey", "OTHER-transaction-key"),
        ("responseKey", "OTHER-response-key"),
        ("gatewayId", "OTHER"),
        ("password", "OTHER-password"),
    ] {
        other[name] = json!(value);
    }
    let other = json!({"name": "exacthosted", "endpoints": "stub", "settings": other});
    owner_of(&site).await.save(PROCESSOR, other).await.succeeded();
    // The stub refuses an answer that is not signed with the page's own key.
    let (event, last) = form.press(&ada, GOOD_CARD, "save").await;
    assert_eq!(event, Some("error"), "{}", last.html);
    site.run_jobs().await;
    let held: Vec<ChargeState> = site
        .installation
        .stub
        .verifications()
        .iter()
        .map(|held| held.state)
        .collect();
    assert_eq!(held, [ChargeState::Voided]);
    assert_eq!(ada.get("/users/payment").await.succeeded()["onFile"], false);
}

#[tokio::test]
async fn payment_is_refunded_at_the_previous_account() {
    let site = site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let bought = ada.post_once("/orders", "key", wash()).await.succeeded();
    let owner = owner_of(&site).await;
    let moved = move_to(&owner, "store6").await;
    assert_eq!(moved["leftAccounts"][0]["refundablePayments"], 1);
    site.installation.clock.advance(SignedDuration::from_hours(48));
    let owner = Customer::log_in(&site, &owner.email, PASSWORD).await;
    let id = bought["transRecordId"].as_str().unwrap();
    let order = owner.get(&format!("/admin/orders/{id}")).await.succeeded();
    let refund = owner
        .post_once(
            &format!("/admin/orders/{id}/refund"),
            "refund",
            json!({"lines": [order["lines"][0]["lineId"]]}),
        )
        .await
        .succeeded();
    assert_eq!(refund["state"], "done", "{refund}");
    assert_eq!(charges_at(&site, "store5"), [(ChargeState::Approved, 1303)]);
}

#[tokio::test]
async fn credentials_are_deleted_once_nothing_is_open() {
    let (site, ada) = unanswered().await;
    let owner = owner_of(&site).await;
    pending(&ada, "key", wash()).await;
    let sealed = async || {
        let rows: Vec<(Option<Vec<u8>>,)> = site
            .rows("SELECT settings_sealed FROM payments_accounts ORDER BY id LIMIT 1")
            .await;
        rows[0].0.is_some()
    };
    move_to(&owner, "store6").await;
    assert!(sealed().await);
    site.installation.clock.advance(SignedDuration::from_hours(25));
    site.run_jobs().await;
    assert!(sealed().await, "the payment can be refunded");
    for _ in 0..8 {
        site.installation.clock.advance(SignedDuration::from_hours(24 * 25));
        site.run_jobs().await;
    }
    assert!(!sealed().await);
    let owner = Customer::log_in(&site, &owner.email, PASSWORD).await;
    let left = owner.get(PROCESSOR).await.succeeded()["leftAccounts"][0].clone();
    assert_eq!(
        (&left["cards"], &left["hasCredentials"], &left["refundablePayments"]),
        (&json!(1), &json!(false), &json!(0))
    );
}

/// Two stores may number their transactions alike.
#[tokio::test]
async fn transaction_of_one_store_pays_an_order_at_another() {
    let site = site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let first = ada.post_once("/orders", "first", wash()).await.succeeded();
    assert_eq!(first["approved"], true, "{first}");
    move_to(&owner_of(&site).await, "store6").await;
    ada.put_on_file(REPEATED_CARD).await;
    let second = ada.post_once("/orders", "second", wash()).await.succeeded();
    assert_eq!(second["approved"], true, "{second}");
    assert_eq!(
        (charges_at(&site, "store5").len(), charges_at(&site, "store6").len()),
        (1, 1)
    );
}

#[tokio::test]
async fn site_currency_must_be_supported_by_the_processor() {
    let mut manifest = manifest("sparkle");
    manifest.site_config.insert("currency".to_owned(), json!("GBP"));
    let site = Installation::new()
        .await
        .site_from("sparkle", Path::new("."), &manifest)
        .await;
    let owner = owner_of(&site).await;
    let sandbox = |name: &str| json!({"name": name, "endpoints": "sandbox", "settings": settings(name)});
    for name in ["moneris", "moneris_deprecated", "exacthosted", "worldpay"] {
        let refused = owner
            .save(PROCESSOR, sandbox(name))
            .await
            .refused(422, "invalid_fields");
        assert_eq!(
            refused["fields"]["name"], "This processor doesn't accept GBP, your site's currency. It accepts CAD, USD.",
            "{name}"
        );
    }
    // Nothing is documented about the bridge.
    owner.save(PROCESSOR, sandbox("ips")).await.succeeded();
    let tested = owner.post(TRIAL, store("store5")).await.succeeded();
    assert_eq!(
        tested,
        json!({"result": "works", "currency": {"code": "GBP", "support": "unknown", "merchantId": "store5"}})
    );
}

/// A file of the build before has its cards and payments at the account that its processor is now.
#[tokio::test]
async fn rows_without_an_account_belong_to_the_current_one() {
    let site = site().await;
    let _ada = site.customer().await.confirmed().await.with_card().await;
    let (reference, _) = charged(&site, 1).await;
    site.change("UPDATE payments_cards SET account_id = NULL").await;
    site.change(
        "INSERT INTO payments (reference, order_id, customer_id, processor, amount, currency, created_at)
         SELECT 'earlier', order_id, customer_id, 'moneris', 1, 'USD', 0 FROM payments",
    )
    .await;
    let rows: Vec<(i64, i64)> = site
        .rows(
            "SELECT account_id, (SELECT account_id FROM payments_processor) FROM payments WHERE reference = 'earlier'",
        )
        .await;
    assert_eq!(rows[0].0, rows[0].1);
    site.change("DELETE FROM payments WHERE reference = 'earlier'").await;
    site.change("UPDATE payments_cards SET account_id = (SELECT account_id FROM payments_processor)")
        .await;
    take_back(&site.tenant().await, &reference).await;
}
