//! Generated year of data. The check at the end of every test verifies its consistency.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use tenant_runtime::demo_data::{DemoDataError, Made, Progress, Site, Wanted, make_up};

use crate::support::{Installation, TestSite, manifest};

pub const SMALL: Wanted = Wanted {
    customers: 200,
    orders: 3_000,
    seed: 5,
};

/// Makes up a small year at a site.
pub async fn small_year(site: &TestSite, wanted: Wanted) -> Made {
    made_up(site, wanted, false, &|_, _| {}).await.unwrap()
}

async fn made_up(
    site: &TestSite,
    wanted: Wanted,
    is_production: bool,
    told: &Progress<'_>,
) -> Result<Made, DemoDataError> {
    let tenant = site.tenant().await;
    let open = site.installation.runtime.sites.open(&site.site).await.unwrap();
    let place = Site {
        open: &open,
        keys: tenant.keys(),
        is_production,
        now: tenant.now(),
    };
    make_up(place, wanted, told).await
}

type Sold = (i64, String, i64, i64);

async fn orders(site: &TestSite) -> Vec<Sold> {
    site.rows("SELECT id, state, total, created_at FROM checkout_orders ORDER BY id")
        .await
}

/// A site whose customers collect points.
async fn loyal() -> TestSite {
    let mut manifest = manifest("sparkle");
    manifest.site_config.insert("loyaltyProgram".to_owned(), true.into());
    let installation = Installation::new().await;
    installation.site_from("sparkle", Path::new("."), &manifest).await
}

#[tokio::test]
async fn sample_year_has_every_kind_of_row() {
    let site = loyal().await;
    let last = AtomicUsize::new(0);
    let made = made_up(&site, SMALL, false, &|done, total| {
        assert!(done <= total && done > last.swap(done, Ordering::Relaxed));
    })
    .await
    .unwrap();
    assert_eq!((made.customers, made.orders), (SMALL.customers, SMALL.orders));
    assert_eq!(last.into_inner(), SMALL.customers + SMALL.orders);
    assert!(
        made.memberships > 5 && made.gift_cards > 20 && made.redemptions > 1_000,
        "{made:?}"
    );

    let sold = orders(&site).await;
    assert!(sold.is_sorted_by_key(|(_, _, _, at)| *at), "orders count up in time");
    for state in ["paid", "failed", "refunded", "partially_refunded"] {
        assert!(sold.iter().any(|(_, of, ..)| of == state), "no order is {state}");
    }
    let kinds: Vec<(String, i64)> = site
        .rows("SELECT kind, COUNT(*) FROM loyalty_points GROUP BY kind ORDER BY kind")
        .await;
    let kinds: Vec<&str> = kinds.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds, ["award", "earn", "reverse"]);
    let claimed: Vec<(i64, i64)> = site
        .rows("SELECT claimed, (SELECT COUNT(*) FROM checkout_orders WHERE discount > 0) FROM offers")
        .await;
    assert!(
        claimed
            .iter()
            .all(|(claimed, discounts)| *claimed > 10 && *discounts > 10),
        "{claimed:?}"
    );
    let standings: Vec<(String, String)> = site
        .rows("SELECT DISTINCT status, billing_state FROM club_memberships ORDER BY status, billing_state")
        .await;
    assert!(standings.len() > 1, "{standings:?}");
    let ways: Vec<(String, i64)> = site
        .rows(
            "SELECT fulfillment, COUNT(*) FROM checkout_order_lines WHERE fulfillment IS NOT NULL GROUP BY fulfillment",
        )
        .await;
    let ways: Vec<&str> = ways.iter().map(|(way, _)| way.as_str()).collect();
    assert!(["delivered", "queued"].iter().all(|way| ways.contains(way)), "{ways:?}");
    // Refunds and accepted terms have their people.
    let owner = site.owner().await;
    let newest = owner.get("/admin/orders?limit=1").await.succeeded();
    assert_eq!(newest["count"], SMALL.orders);
    let audit = owner.get("/admin/audit?action=order_reversal_done").await.succeeded();
    assert!(audit["items"].as_array().unwrap().len() > 10, "{audit}");
    let texts: Vec<(i64,)> = site
        .rows("SELECT MAX(id) FROM site_texts WHERE kind = 'clubTerms'")
        .await;
    let accepted = owner.get(&format!("/admin/acceptances?textId={}", texts[0].0)).await;
    assert!(!accepted.succeeded()["items"].as_array().unwrap().is_empty());

    // Another year at the same site differs.
    small_year(&site, Wanted { orders: 50, ..SMALL }).await;
    assert_eq!(orders(&site).await.len(), SMALL.orders + 50);
}

#[tokio::test]
async fn same_seed_repeats_the_sample_year() {
    let wanted = Wanted {
        customers: 40,
        orders: 200,
        seed: 9,
    };
    let mut years = Vec::new();
    for seed in [9, 9, 10] {
        let site = Installation::new().await.site().await;
        small_year(&site, Wanted { seed, ..wanted }).await;
        years.push(orders(&site).await);
    }
    assert_eq!(years[0], years[1]);
    assert_ne!(years[0], years[2]);
}

#[tokio::test]
async fn sample_data_is_rejected_in_production_or_beyond_limits() {
    let site = Installation::new().await.site().await;
    let refused = made_up(&site, SMALL, true, &|_, _| {}).await;
    assert!(matches!(refused, Err(DemoDataError::Production)), "{refused:?}");
    for (customers, orders) in [(0, 1), (2_000_000, 1), (1, 6_000_000)] {
        let wanted = Wanted {
            customers,
            orders,
            ..SMALL
        };
        let refused = made_up(&site, wanted, false, &|_, _| {}).await;
        assert!(matches!(refused, Err(DemoDataError::TooMany)), "{refused:?}");
    }
    assert!(orders(&site).await.is_empty());
}
