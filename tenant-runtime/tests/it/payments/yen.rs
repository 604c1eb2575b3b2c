//! Charges in a currency without fraction digits, through each adapter.

use std::path::Path;

use jiff::SignedDuration;
use platform::tenancy::{Hold, Site};
use reqwest::Method;
use serde_json::json;
use tenant_runtime::hold;
use tenant_runtime::payments::Processors;

use crate::support::processors::{PROCESSORS, settings};
use crate::support::{GOOD_CARD, Installation, TestSite, manifest};

/// A site in yen whose merchant account is in yen, too: the stub tells it by the end of its ID.
async fn site_in_yen(processor: &str) -> TestSite {
    let mut manifest = manifest("sparkle");
    manifest.site_config.insert("currency".to_owned(), "JPY".into());
    let text = settings(processor).to_string();
    let text = text.replace("store5", "store5-JPY").replace("1013", "1013-JPY");
    let settings: serde_json::Value = serde_json::from_str(&text.replace("GOODS", "GOODS-JPY")).unwrap();
    let processor = json!({"name": processor, "endpoints": "stub", "settings": settings});
    manifest.processor = serde_json::from_value(processor).unwrap();
    Installation::new()
        .await
        .site_from("sparkle", Path::new("."), &manifest)
        .await
}

#[tokio::test]
async fn yen_are_charged_refunded_and_reported_without_fraction() {
    for processor in PROCESSORS {
        let site = site_in_yen(processor).await;
        let ada = site
            .customer()
            .await
            .confirmed()
            .await
            .with_card_number(GOOD_CARD)
            .await;
        let owner = site.owner().await;
        let order = json!({"products": [{"productId": 101}, {"productId": 101}]});
        let paid = ada.post_once("/orders", "key", order).await.succeeded();
        assert_eq!(paid["approved"], true, "{processor}: {paid}");
        // 1,200 yen each, with 8.6% tax.
        let charges = site.installation.stub.charges();
        assert_eq!(
            charges.iter().map(|charge| charge.amount).collect::<Vec<_>>(),
            [2606],
            "{processor}"
        );

        let id = paid["transRecordId"].as_str().unwrap();
        let detail = owner.get(&format!("/admin/orders/{id}")).await.succeeded();
        let body = json!({"lines": [detail["lines"][0]["lineId"]]});
        let refund = format!("/admin/orders/{id}/refund");
        let refunded = owner.post_once(&refund, "refund", body).await.succeeded();
        assert_eq!(
            (&refunded["state"], &refunded["amount"]),
            (&json!("done"), &json!(1303)),
            "{processor}: {refunded}"
        );
        assert_eq!(site.installation.stub.charges()[0].refunded, 1303, "{processor}");

        let day = "from=2026-11-20&to=2026-11-20&group=day";
        let report = owner.get(&format!("/admin/reports/sales?{day}")).await.succeeded();
        let figure = |measure: &str| {
            let figures = report["figures"].as_array().unwrap();
            let found = figures.iter().find(|figure| figure["measure"] == measure);
            found.unwrap()["value"].as_i64()
        };
        assert_eq!(
            (
                figure("grossSales"),
                figure("refunds"),
                figure("netSales"),
                figure("taxes")
            ),
            (Some(2400), Some(1200), Some(1200), Some(103)),
            "{processor}"
        );
        let csv = owner
            .send(
                Method::GET,
                &format!("/admin/reports/sales?{day}"),
                None,
                &[("Accept", "text/csv")],
            )
            .await
            .text;
        assert!(csv.contains(",1200,") && !csv.contains("12.00"), "{processor}: {csv}");
    }
}

/// The list of Express, compared with the file of a held site.
#[tokio::test]
async fn yen_in_a_listing_have_no_fraction() {
    let site = site_in_yen("worldpay").await;
    let ada = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card_number(GOOD_CARD)
        .await;
    let order = json!({"products": [{"productId": 101}]});
    ada.post_once("/orders", "key", order).await.succeeded();
    // The stub has a separate clock.
    let charged_at = site.installation.stub.charges()[0].at;
    let now = site.installation.runtime.clock.now();
    let ahead = (charged_at + SignedDuration::from_mins(1)).duration_since(now);
    site.installation.clock.advance(ahead);
    site.change("UPDATE payments SET created_at = 0, reference = 'another'")
        .await;
    let now = site.installation.runtime.clock.now();
    let held = Site {
        hold: Some(Hold {
            at: now,
            complete_until: None,
        }),
        ..(*site.site).clone()
    };
    let processors = Processors::new(Some(site.installation.stub.url().to_owned()), None).unwrap();
    let open = site.installation.runtime.sites.open(&site.site).await.unwrap();
    let report = hold::report(&processors, (&held, &open), now).await.unwrap();
    let amounts: Vec<_> = report.differences.iter().filter_map(|one| one.amount).collect();
    assert_eq!(amounts, [1303]);
}
