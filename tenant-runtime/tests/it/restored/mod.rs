//! A site whose file is restored to a time before it charged cards: nothing is charged a second time.

mod accounts;
mod reversed;

use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;
use platform::db::{ConnectionKind, TenantRead, connect};
use platform::tenancy::{Hold, Site};
use serde_json::{Value, json};
use tenant_runtime::hold::{self, ChargeSearch, DifferenceKind, HoldReport};
use tenant_runtime::payments::{self, Processors};

use crate::clubs::{at, club, joined, standing, stands};
use crate::support::{Customer, Installation, TestSite};

/// A copy of a site's file, and when it was made.
struct Backup(PathBuf, Timestamp);

impl Backup {
    async fn of(site: &TestSite) -> Self {
        let file = close(site).await;
        let now = site.installation.runtime.clock.now();
        let copy = file.with_extension(format!("backup-{}", now.as_millisecond()));
        std::fs::copy(file, &copy).unwrap();
        Self(copy, now)
    }

    /// Puts the copy in the site's place, held as after a restore.
    async fn restore(self, site: &TestSite) -> Arc<Site> {
        let file = close(site).await;
        let used = {
            let connection = connect(&file, ConnectionKind::Reader).await.unwrap();
            let mut replaced = TenantRead::detached(connection);
            let used = payments::used_accounts(&mut replaced, &site.site.keys, self.1).await;
            used.unwrap()
        };
        std::fs::rename(self.0, file).unwrap();
        let held = Site {
            hold: Some(Hold {
                at: site.installation.runtime.clock.now(),
                complete_until: None,
            }),
            ..(*site.site).clone()
        };
        site.installation.set(held.clone());
        let held = Arc::new(held);
        let open = site.installation.runtime.sites.open(&held).await.unwrap();
        let mut db = open.write().await.unwrap();
        let now = site.installation.runtime.clock.now();
        payments::keep_accounts(&mut db, &held.keys, now, &used).await.unwrap();
        db.commit().await.unwrap();
        held
    }
}

/// Closes the file of a site, and answers where it lies.
async fn close(site: &TestSite) -> PathBuf {
    assert!(site.installation.runtime.sites.drain(site.site.id).await);
    site.installation.site_file(site.site.id)
}

/// Releases a held site as the copy of the second epoch.
async fn release(site: TestSite) -> TestSite {
    let mut db = site.tenant().await.write().await.unwrap();
    let now = site.installation.runtime.clock.now();
    hold::release(&mut db, 2, "test", now, &[]).await.unwrap();
    db.commit().await.unwrap();
    close(&site).await;
    let released = Site {
        epoch: 2,
        ..(*site.site).clone()
    };
    site.installation.set(released.clone());
    TestSite {
        site: Arc::new(released),
        ..site
    }
}

/// Differences of a held site.
async fn report(site: &TestSite, held: &Site) -> HoldReport {
    let processors = Processors::new(Some(site.installation.stub.url().to_owned()), None).unwrap();
    let open = site.installation.runtime.sites.open(held).await.unwrap();
    let now = site.installation.runtime.clock.now();
    hold::report(&processors, (held, &open), now).await.unwrap()
}

/// Lets the time pass, and does no work.
fn advance(site: &TestSite, instant: &str) {
    let instant: Timestamp = instant.parse().unwrap();
    let clock = &site.installation.clock;
    clock.advance(instant.duration_since(site.installation.runtime.clock.now()));
}

fn wash() -> Value {
    json!({"products": [{"productId": 101}], "acceptedTerms": true})
}

async fn with_customer() -> (TestSite, Customer) {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    (site, ada)
}

#[tokio::test]
async fn purchase_repeated_after_a_restore_is_not_charged_twice() {
    let (site, ada) = with_customer().await;
    let backup = Backup::of(&site).await;
    let first = ada.post_once("/orders", "wash", wash()).await.succeeded();
    backup.restore(&site).await;
    let site = release(site).await;
    assert_eq!(ada.wallet().await, [] as [Value; 0], "the file doesn't know the order");

    let again = ada.post_once("/orders", "wash", wash()).await.succeeded();
    assert_eq!(site.installation.stub.charges().len(), 1);
    assert_eq!(again["total"], first["total"]);
    assert_eq!(ada.wallet().await.len(), 1);
    ada.post_once("/orders", "another", wash()).await.succeeded();
    assert_eq!(site.installation.stub.charges().len(), 2, "another purchase is charged");
}

#[tokio::test]
async fn purchase_while_the_processor_fails_after_a_restore_is_not_declined() {
    let (site, ada) = with_customer().await;
    let backup = Backup::of(&site).await;
    backup.restore(&site).await;
    let site = release(site).await;
    let stub = &site.installation.stub;
    stub.set_manners(|manners| manners.broken = true);
    let refused = ada.post_once("/orders", "wash", wash()).await;
    refused.refused(503, "processor_unavailable");
    stub.set_manners(|manners| manners.broken = false);
    assert_eq!(stub.charges().len(), 0);
    ada.post_once("/orders", "again", wash()).await.succeeded();
    assert_eq!(stub.charges().len(), 1);
}

#[tokio::test]
async fn key_of_another_customer_finds_no_charge_after_a_restore() {
    let (site, ada) = with_customer().await;
    let backup = Backup::of(&site).await;
    ada.post_once("/orders", "wash", wash()).await.succeeded();
    backup.restore(&site).await;
    let site = release(site).await;
    let grace = site.customer_with_email("grace@example.com").await;
    let grace = grace.confirmed().await.with_card().await;
    grace.post_once("/orders", "wash", wash()).await.succeeded();
    assert_eq!(site.installation.stub.charges().len(), 2);
}

/// Site whose member paid for December with a charge that the restored file doesn't know.
async fn with_lost_month() -> (TestSite, Arc<Site>, Customer) {
    let (site, ada) = joined().await;
    at(&site, "2026-12-19T09:00:00Z").await;
    let backup = Backup::of(&site).await;
    at(&site, "2026-12-20T09:30:00Z").await;
    assert_eq!(site.installation.stub.charges().len(), 2, "joining, and December");
    let held = backup.restore(&site).await;
    (site, held, ada)
}

/// Promise 16 with a processor without a list. The site is released days after the month was due, so that the month begins on another
/// day.
#[tokio::test]
async fn period_charged_before_a_restore_is_not_charged_again() {
    let (site, held, ada) = with_lost_month().await;
    advance(&site, "2026-12-23T09:30:00Z");
    assert_eq!(site.installation.run_jobs(&held).await, 0);
    let site = release(site).await;
    site.run_jobs().await;
    assert_eq!(site.installation.stub.charges().len(), 2, "December is charged once");
    assert_eq!(standing(&ada).await, stands("active", "ok"));
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-01-23");
    at(&site, "2027-01-23T09:30:00Z").await;
    assert_eq!(site.installation.stub.charges().len(), 3, "January is charged");
}

#[tokio::test]
async fn due_renewals_are_looked_up_before_a_release() {
    let (site, held, _) = with_lost_month().await;
    advance(&site, "2026-12-23T09:30:00Z");
    let search = async || {
        let report = report(&site, &held).await;
        let due: Vec<_> = report
            .differences
            .into_iter()
            .filter(|one| one.kind == DifferenceKind::DueRenewal)
            .map(|one| (one.search, one.amount))
            .collect();
        due
    };
    assert_eq!(search().await, [(Some(ChargeSearch::Found), Some(2625))]);
    site.installation.stub.set_manners(|manners| manners.broken = true);
    assert_eq!(search().await, [(Some(ChargeSearch::NoAnswer), Some(2625))]);
    site.installation.stub.set_manners(|manners| manners.broken = false);
    site.change("DELETE FROM payments_cards").await;
    assert_eq!(search().await, [(Some(ChargeSearch::NotOffered), Some(2625))]);
}

#[tokio::test]
async fn renewal_charged_by_no_copy_is_not_found() {
    let (site, _) = joined().await;
    let backup = Backup::of(&site).await;
    let held = backup.restore(&site).await;
    advance(&site, "2026-12-20T09:30:00Z");
    let report = report(&site, &held).await;
    let due = report
        .differences
        .iter()
        .find(|one| one.kind == DifferenceKind::DueRenewal);
    assert_eq!(due.unwrap().search, Some(ChargeSearch::NotFound));
    assert_eq!(site.installation.stub.charges().len(), 1);
}
