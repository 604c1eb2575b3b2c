//! Tables exported as CSV contain local times: what happens in the evening belongs to that day.

use jiff::SignedDuration;
use reqwest::Method;

use crate::gift_cards::{buy, buyer};
use crate::support::Installation;

#[tokio::test]
async fn exported_tables_contain_local_times() {
    let site = Installation::new().await.site().await;
    // 6 p.m. in Phoenix, and November 21 in UTC.
    site.installation.clock.advance(SignedDuration::from_hours(10));
    let ada = buyer(&site).await;
    buy(&ada, "card", serde_json::json!({"productId": 401})).await;
    let owner = site.owner().await;
    owner.unlock().await;
    for (path, times) in [
        ("/admin/orders", 2),
        ("/admin/customers", 2),
        ("/admin/gift-cards", 1),
        ("/admin/audit", 1),
    ] {
        let table = owner.send(Method::GET, path, None, &[("Accept", "text/csv")]).await;
        assert_eq!(table.status, 200, "{path}");
        let row = table.text.lines().nth(1).unwrap();
        assert_eq!(row.matches("2026-11-20T18:00:").count(), times, "{path}: {row}");
        assert_eq!(row.matches("-07:00").count(), times, "{path}: {row}");
        assert!(!table.text.contains("2026-11-21"), "{path}: {}", table.text);
    }
}
