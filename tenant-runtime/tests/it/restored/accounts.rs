//! Merchant accounts used between the backup and the restore, or before: all are asked.

use std::sync::Arc;

use jiff::SignedDuration;
use platform::tenancy::Site;
use serde_json::{Value, json};
use tenant_runtime::hold::{DifferenceKind, ListingState};

use super::{Backup, close, release, report, wash};
use crate::support::processors::settings;
use crate::support::{Customer, GOOD_CARD, Installation, PASSWORD, TestSite};

const PROCESSOR: &str = "/admin/processor";

/// Credentials of another account at the processor.
fn account(processor: &str, id: &str) -> Value {
    let text = settings(processor).to_string();
    let settings: Value = serde_json::from_str(&text.replace("store5", id).replace("1013", id)).unwrap();
    json!({"name": processor, "endpoints": "stub", "settings": settings})
}

/// A site at the account of the tests, its owner, and a customer with a card there.
async fn shop(processor: &str) -> (TestSite, Customer, Customer) {
    let site = Installation::new().await.site_through(processor).await;
    let ada = site.customer().await.confirmed().await;
    let ada = ada.with_card_number(GOOD_CARD).await;
    let owner = site.owner().await;
    (site, owner, ada)
}

/// Moves the site to another account, which the stub knows from a test of the connection. The customer adds the card again.
async fn move_to(owner: &Customer, ada: Customer, account: Value) -> Customer {
    owner.unlock().await;
    let tested = owner.post("/admin/processor/test", account.clone()).await.succeeded();
    assert_eq!(tested["result"], "works");
    owner.save(PROCESSOR, account).await.succeeded();
    ada.with_card_number(GOOD_CARD).await
}

/// Lets the time pass until after the charges of the stub, which has its own clock.
fn pass(site: &TestSite) {
    let charged_at = site.installation.stub.charges()[0].at;
    let ahead = charged_at.duration_since(site.installation.runtime.clock.now()) + SignedDuration::from_mins(1);
    site.installation.clock.advance(ahead.max(SignedDuration::ZERO));
}

/// Kinds of the differences and their transactions' references or processors.
async fn differences(site: &TestSite, held: &Arc<Site>) -> Vec<(DifferenceKind, String)> {
    let report = report(site, held).await;
    let named = report.differences.into_iter().map(|one| (one.kind, one.subject));
    named.collect()
}

#[tokio::test]
async fn purchase_at_an_account_used_since_the_backup_is_not_charged_again() {
    let (site, owner, ada) = shop("moneris").await;
    let backup = Backup::of(&site).await;
    let ada = move_to(&owner, ada, account("moneris", "store6")).await;
    let first = ada.post_once("/orders", "wash", wash()).await.succeeded();
    assert_eq!(first["approved"], true);
    let held = backup.restore(&site).await;
    let unlisted = [
        (DifferenceKind::UnlistedProcessor, "moneris".to_owned()),
        (DifferenceKind::UnlistedProcessor, "moneris, store6".to_owned()),
    ];
    assert_eq!(differences(&site, &held).await, unlisted);
    let site = release(site).await;

    let again = ada.post_once("/orders", "wash", wash()).await.succeeded();
    assert_eq!((&again["approved"], &again["total"]), (&json!(true), &first["total"]));
    assert_eq!(site.installation.stub.charges().len(), 1);
    assert_eq!(ada.wallet().await.len(), 1);
    // The account that has the charge refunds it.
    let owner = Customer::log_in(&site, &owner.email, PASSWORD).await;
    let void = format!("/admin/orders/{}/void", again["transRecordId"].as_str().unwrap());
    let done = owner.post_once(&void, "void", json!({})).await.succeeded();
    assert_eq!(done["state"], "done", "{done}");
    assert_eq!(site.installation.stub.reversals().len(), 1);
    // Another purchase is charged at the account in use.
    ada.post_once("/orders", "another", wash()).await.succeeded();
    let charges = site.installation.stub.charges();
    let merchants: Vec<_> = charges.iter().map(|charge| &*charge.merchant).collect();
    assert_eq!(merchants, ["moneris:store6", "moneris:store5"]);
}

/// Replaces the secret at the processor, and saves the new one.
async fn rotate(site: &TestSite, owner: &Customer) {
    site.installation.stub.set_secret("moneris:store5", "rotated").unwrap();
    let text = account("moneris", "store5").to_string().replace("yesguy", "rotated");
    owner.unlock().await;
    owner
        .save(PROCESSOR, serde_json::from_str(&text).unwrap())
        .await
        .succeeded();
}

/// Buys a wash, which is approved. Returns the order's reference.
async fn bought(ada: &Customer, key: &str) -> String {
    let order = ada.post_once("/orders", key, wash()).await.succeeded();
    assert_eq!(order["approved"], true, "{order}");
    order["transRecordId"].as_str().unwrap().to_owned()
}

/// Voids an order, and buys another wash.
async fn void_and_buy(site: &TestSite, owner: &Customer, ada: &Customer, order: &str) {
    let owner = Customer::log_in(site, &owner.email, PASSWORD).await;
    let void = format!("/admin/orders/{order}/void");
    let done = owner.post_once(&void, "void", json!({})).await.succeeded();
    assert_eq!(done["state"], "done", "{done}");
    bought(ada, "another").await;
}

#[tokio::test]
async fn credentials_rotated_since_the_backup_are_kept() {
    let (site, owner, ada) = shop("moneris").await;
    let first = bought(&ada, "first").await;
    let backup = Backup::of(&site).await;
    site.installation.clock.advance(SignedDuration::from_mins(1));
    rotate(&site, &owner).await;
    backup.restore(&site).await;
    let site = release(site).await;
    void_and_buy(&site, &owner, &ada, &first).await;
}

/// The site rotated the credentials of its account after the backup, and then moved to another account.
#[tokio::test]
async fn credentials_rotated_before_a_move_are_kept() {
    let (site, owner, ada) = shop("moneris").await;
    let first = bought(&ada, "first").await;
    let backup = Backup::of(&site).await;
    site.installation.clock.advance(SignedDuration::from_mins(1));
    rotate(&site, &owner).await;
    let ada = move_to(&owner, ada, account("moneris", "store6")).await;
    backup.restore(&site).await;
    let site = release(site).await;
    void_and_buy(&site, &owner, &ada, &first).await;
}

#[tokio::test]
async fn credentials_in_a_backup_that_is_newer_than_the_replaced_file_stay() {
    let (site, owner, ada) = shop("moneris").await;
    let first = bought(&ada, "first").await;
    let old = Backup::of(&site).await;
    site.installation.clock.advance(SignedDuration::from_mins(1));
    rotate(&site, &owner).await;
    let new = Backup::of(&site).await;
    // Without the accounts of the replaced file, as before they were kept.
    std::fs::rename(old.0, close(&site).await).unwrap();
    new.restore(&site).await;
    let site = release(site).await;
    void_and_buy(&site, &owner, &ada, &first).await;
}

/// The site moved to another account after the backup, and sold there.
#[tokio::test]
async fn charge_at_an_account_used_since_the_backup_is_listed() {
    let (site, owner, ada) = shop("worldpay").await;
    let backup = Backup::of(&site).await;
    let ada = move_to(&owner, ada, account("worldpay", "2013")).await;
    ada.post_once("/orders", "wash", wash()).await.succeeded();
    let held = backup.restore(&site).await;
    pass(&site);
    let charge = site.installation.stub.charges().remove(0);
    assert_eq!(
        differences(&site, &held).await,
        [(DifferenceKind::Charge, charge.order_no)]
    );
    assert_eq!(report(&site, &held).await.listing, ListingState::Listed);
}

/// The site left the account before the backup, and voided a charge there afterwards.
#[tokio::test]
async fn void_at_an_account_left_before_the_backup_is_listed() {
    let (site, owner, ada) = shop("worldpay").await;
    ada.post_once("/orders", "wash", wash()).await.succeeded();
    let _ada = move_to(&owner, ada, account("worldpay", "2013")).await;
    let backup = Backup::of(&site).await;
    let charge = site.installation.stub.charges().remove(0);
    site.installation.stub.void_by_hand(&charge).unwrap();
    let held = backup.restore(&site).await;
    pass(&site);
    assert_eq!(
        differences(&site, &held).await,
        [(DifferenceKind::Void, charge.order_no)]
    );
}
