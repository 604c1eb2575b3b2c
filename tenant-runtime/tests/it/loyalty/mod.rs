mod awards;
mod points;
mod referrals;

use std::path::Path;

use crate::support::{Customer, Installation, TestSite, manifest};

/// A site with points for purchases.
async fn site() -> TestSite {
    let mut manifest = manifest("sparkle");
    manifest.site_config.insert("loyaltyProgram".to_owned(), true.into());
    Installation::new()
        .await
        .site_from("sparkle", Path::new("."), &manifest)
        .await
}

async fn points(customer: &Customer) -> i64 {
    let points = customer.get("/users/points").await.succeeded();
    points["current_points"].as_i64().unwrap()
}

/// Everyone's entries, oldest first: kind, points, subject.
async fn entries(site: &TestSite) -> Vec<(String, i64, Option<String>)> {
    site.rows("SELECT kind, points, subject FROM loyalty_points ORDER BY id")
        .await
}

fn entry(kind: &str, points: i64, subject: &str) -> (String, i64, Option<String>) {
    let subject = (!subject.is_empty()).then(|| subject.to_owned());
    (kind.to_owned(), points, subject)
}
