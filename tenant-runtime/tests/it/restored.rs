//! A site whose file is restored to a time before it charged cards: nothing is charged a second time.

use std::path::PathBuf;
use std::sync::Arc;

use platform::tenancy::{Hold, Site};
use serde_json::{Value, json};
use tenant_runtime::hold;

use crate::support::{Customer, Installation, TestSite};

/// A copy of a site's file.
struct Backup(PathBuf);

impl Backup {
    async fn of(site: &TestSite) -> Self {
        let file = close(site).await;
        let copy = file.with_extension("backup");
        std::fs::copy(file, &copy).unwrap();
        Self(copy)
    }

    /// Puts the copy in the site's place, held as after a restore.
    async fn restore(self, site: &TestSite) -> Arc<Site> {
        let file = close(site).await;
        std::fs::rename(self.0, file).unwrap();
        let held = Site {
            hold: Some(Hold {
                at: site.installation.runtime.clock.now(),
                complete_until: None,
            }),
            ..(*site.site).clone()
        };
        site.installation.set(held.clone());
        Arc::new(held)
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
