//! The processor's response is stored, however long that takes.

use std::time::Duration;

use serde_json::json;

use super::unknown::wash;
use crate::support::mailbox::mails;
use crate::support::{DECLINED_CARD, GOOD_CARD, Installation, Log, TestSite};

/// Returns when a payment has been written down and its processor is being asked.
pub async fn being_charged(site: &TestSite) {
    let tenant = site.tenant().await;
    loop {
        let mut db = tenant.read().await.unwrap();
        let begun: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM payments WHERE state = 'initiated'")
            .fetch_one(db.conn())
            .await
            .unwrap();
        drop(db);
        if begun > 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn response_that_cannot_be_saved_is_kept_until_it_can() {
    for (processor, card, approved) in [
        ("exacthosted", GOOD_CARD, true),
        ("exacthosted", DECLINED_CARD, false),
        ("moneris", GOOD_CARD, true),
    ] {
        let (log, _guard) = Log::of_this_test();
        let site = Installation::impatient().await.site_through(processor).await;
        let customer = site.customer().await.confirmed().await.with_card_number(card).await;
        site.installation
            .stub
            .set_manners(|manners| manners.latency = Duration::from_millis(500));
        let tenant = site.tenant().await;
        let (reply, writer) = tokio::join!(customer.post_once("/orders", "key", wash()), async {
            being_charged(&site).await;
            tenant.write().await.unwrap()
        });
        let told = reply.succeeded();
        assert_eq!((&told["approved"], &told["code"]), (&json!(false), &json!("pending")));
        assert!(log.errors("failed to save the processor's response") > 0);
        // It is known without a lookup.
        drop(writer);
        let path = format!("/orders/{}", told["transRecordId"].as_str().unwrap());
        let settled = loop {
            let order = customer.get(&path).await.succeeded();
            if order["code"] != "pending" {
                break order;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        assert_eq!(settled["approved"], approved, "{processor}: {settled}");
        let wallet = customer.get("/users/wallet").await.succeeded();
        assert_eq!(wallet.as_array().unwrap().len(), usize::from(approved));
        assert_eq!(site.installation.stub.charges().len(), 1);
        // The announced email.
        site.installation
            .stub
            .set_manners(|manners| manners.latency = Duration::ZERO);
        site.run_jobs().await;
        let kind = if approved { "receipt" } else { "payment_failed" };
        assert_eq!(mails(&site, kind, &customer.email).len(), 1);
    }
}

#[tokio::test]
async fn refund_that_cannot_be_saved_is_kept_until_it_can() {
    let site = Installation::impatient().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    let bought = customer.post_once("/orders", "key", wash()).await.succeeded();
    let owner = site.owner().await;
    let path = format!("/admin/orders/{}", bought["transRecordId"].as_str().unwrap());
    let stub = &site.installation.stub;
    stub.set_manners(|manners| manners.latency = Duration::from_millis(500));
    let tenant = site.tenant().await;
    let void = format!("{path}/void");
    let (reply, writer) = tokio::join!(owner.post_once(&void, "void", json!({})), async {
        loop {
            let begun: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM checkout_reversals")
                .fetch_one(tenant.read().await.unwrap().conn())
                .await
                .unwrap();
            if begun > 0 {
                break tenant.write().await.unwrap();
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    assert_eq!(reply.succeeded()["state"], "initiated");
    drop(writer);
    while owner.get(&path).await.succeeded()["reversals"][0]["state"] == "initiated" {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let detail = owner.get(&path).await.succeeded();
    assert_eq!(
        (&detail["state"], &detail["reversals"][0]["state"]),
        (&json!("voided"), &json!("done"))
    );
}
