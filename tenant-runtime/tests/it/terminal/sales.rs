use std::path::Path;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use super::{bought, code_of};
use crate::support::{Installation, manifest};

fn sale(txn: &str, code: Option<&str>) -> Value {
    let mut sale = json!({"amount": 1086, "taxes": 86, "terminalTxnId": txn, "soldAt": "2026-11-20T14:58:00Z",
        "lines": [{"name": "Foam", "price": 1000, "taxes": 86}]});
    if let Some(code) = code {
        sale["customerCode"] = json!(code);
    }
    sale
}

#[tokio::test]
async fn kiosk_sales_are_stored_once_with_their_customer() {
    let mut manifest = manifest("sparkle");
    manifest.site_config.insert("loyaltyProgram".to_owned(), true.into());
    let installation = Installation::new().await;
    let site = installation.site_from("sparkle", Path::new("."), &manifest).await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let kiosk = site.kiosk_at(1).await;
    let tell = async |body: Value| kiosk.post("/terminal/sales", body).await;
    let told = tell(sale("cash", None)).await.succeeded();
    assert_eq!(tell(sale("cash", None)).await.succeeded(), told, "repeated");
    let code = code_of(&bought(&ada, &[101]).await[0]);
    tell(sale("wallet", Some(&code))).await.succeeded();
    let token = ada.token("TempToken").await;
    tell(sale("token", Some(&token))).await.succeeded();
    tell(sale("again", Some(&token))).await.refused(409, "token_used");
    tell(sale("nobody", Some("000000000000")))
        .await
        .refused(422, "invalid_code");
    let mut wrong = sale("wrong", None);
    wrong["amount"] = json!(1000);
    let refused = tell(wrong).await.refused(422, "invalid_fields");
    assert!(refused["fields"]["amount"].is_string(), "{refused}");

    let mut early = sale("early", None);
    early["soldAt"] = json!("2099-01-01T00:00:00Z");
    let refused = tell(early).await.refused(422, "invalid_fields");
    assert!(refused["fields"]["soldAt"].is_string(), "{refused}");
    let mut by_card = sale("card", None);
    by_card["tender"] = json!("card");
    tell(by_card).await.succeeded();
    let booked: Vec<(String, i64)> = site
        .rows("SELECT account, SUM(amount) FROM ledger_entries WHERE txn_id LIKE 'kiosk_sale:%' GROUP BY account ORDER BY account")
        .await;
    let account = |name: &str, amount| (name.to_owned(), amount);
    assert_eq!(
        booked,
        [
            account("sales", -4000),
            account("tax", -344),
            account("till:card", 1086),
            account("till:cash", 3258)
        ]
    );

    // Points for the net price, once per sale; the purchased wash earns its own.
    let points: Vec<(String, i64)> = site
        .rows("SELECT subject, points FROM loyalty_points WHERE subject LIKE 'kiosk_sale:%' ORDER BY id")
        .await;
    assert_eq!(
        points,
        [("kiosk_sale:2".to_owned(), 1000), ("kiosk_sale:3".to_owned(), 1000)]
    );

    let kept = async || -> Vec<(Option<i64>, i64, i64)> {
        site.rows("SELECT customer_id, amount, location_id FROM terminal_sales ORDER BY id")
            .await
    };
    let id = kept().await[1].0;
    assert!(id.is_some());
    let [nobody, hers] = [(None, 1086, 1), (id, 1086, 1)];
    assert_eq!(kept().await, [nobody, hers, hers, nobody]);
    ada.leave().await;
    assert_eq!(kept().await, [nobody; 4]);
}

#[tokio::test]
async fn sale_is_reported_within_14_days_and_after_pairing() {
    let site = Installation::new().await.site().await;
    let kiosk = site.kiosk_at(1).await;
    site.installation.clock.advance(SignedDuration::from_hours(20 * 24));
    for (txn, sold_at, message) in [
        ("future", "2026-12-10T15:06:00Z", "Enter a time in the past."),
        ("old", "2026-11-26T14:59:59Z", "Report sales within 14 days."),
        ("1970", "1970-01-01T00:00:00Z", "Report sales within 14 days."),
    ] {
        let mut body = sale(txn, None);
        body["soldAt"] = json!(sold_at);
        let refused = kiosk.post("/terminal/sales", body).await.refused(422, "invalid_fields");
        assert_eq!(refused["fields"]["soldAt"], message, "{txn}");
    }
    // A kiosk that was paired today sold nothing yesterday.
    let new = site.kiosk_at(1).await;
    let mut body = sale("before", None);
    body["soldAt"] = json!("2026-12-09T15:00:00Z");
    let refused = new
        .post("/terminal/sales", body.clone())
        .await
        .refused(422, "invalid_fields");
    assert_eq!(
        refused["fields"]["soldAt"],
        "This sale happened before the terminal was paired."
    );
    kiosk.post("/terminal/sales", body).await.succeeded();
    assert_eq!(site.ledger().await.len(), 3, "only what was taken");
}

#[tokio::test]
async fn sale_from_before_a_rate_change_has_its_earlier_rate() {
    let site = Installation::new().await.site().await;
    let kiosk = site.kiosk_at(1).await;
    let manager = site.staff(Role::Manager).await;
    let sold_at = site.tenant().await.now();
    site.installation.clock.advance(SignedDuration::from_mins(5));
    let before = manager.get("/admin/taxes").await.succeeded();
    let mut taxes = json!({"locations": before["locations"], "shipTo": before["shipTo"]});
    taxes["locations"][0]["rates"] = json!({"wash": 100_000});
    manager.save("/admin/taxes", taxes).await.succeeded();
    let report = |id: &str, taxes: i64, sold_at: Timestamp| {
        let lines = json!([{"name": "Foam", "price": 1000, "taxes": taxes}]);
        json!({"amount": 1000 + taxes, "taxes": taxes, "terminalTxnId": id, "lines": lines, "soldAt": sold_at.to_string()})
    };
    site.installation.clock.advance(SignedDuration::from_mins(1));
    let later = site.tenant().await.now();
    kiosk
        .post("/terminal/sales", report("before", 86, sold_at))
        .await
        .succeeded();
    kiosk
        .post("/terminal/sales", report("after", 100, later))
        .await
        .succeeded();
    kiosk
        .post("/terminal/sales", report("late", 86, later))
        .await
        .refused(422, "invalid_fields");
}

#[tokio::test]
async fn line_tax_matches_a_rate_of_the_location() {
    let site = Installation::new().await.site().await;
    let kiosk = site.kiosk_at(1).await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let lines = json!([{"name": "Foam", "price": 1000, "taxes": 86}, {"name": "Air", "price": 1, "taxes": 99}]);
    let body = json!({"amount": 1186, "taxes": 185, "terminalTxnId": "odd", "lines": lines});
    let field = "lines[1].taxes";
    let message = "Send the tax at this location's rate. It may differ by one minor unit.";
    let refused = kiosk
        .post("/terminal/sales", body.clone())
        .await
        .refused(422, "invalid_fields");
    assert_eq!(refused["fields"], json!({ field: message }));
    let mut payment = body;
    payment["tempId"] = json!(ada.token("TempToken").await);
    let refused = kiosk
        .post("/terminal/payments", payment.clone())
        .await
        .refused(422, "invalid_fields");
    assert_eq!(refused["fields"], json!({ field: message }));
    assert!(site.installation.stub.charges().is_empty() && site.ledger().await.is_empty());

    // The token is as good as before, and a minor unit more or less is another way of rounding.
    payment["lines"][1]["taxes"] = json!(0);
    payment["lines"][0]["taxes"] = json!(87);
    (payment["amount"], payment["taxes"]) = (json!(1088), json!(87));
    let paid = kiosk.post("/terminal/payments", payment).await.succeeded();
    assert_eq!(paid["state"], "approved");
}

#[tokio::test]
async fn cash_is_rounded_as_the_currency_requires() {
    let mut manifest = manifest("sparkle");
    manifest.site_config.insert("currency".to_owned(), json!("CAD"));
    let installation = Installation::new().await;
    let site = installation.site_from("sparkle", Path::new("."), &manifest).await;
    let kiosk = site.kiosk_at(1).await;
    let manager = site.staff(Role::Manager).await;
    let before = manager.get("/admin/taxes").await.succeeded();
    let mut taxes = json!({"locations": before["locations"], "shipTo": before["shipTo"]});
    taxes["locations"][0]["rates"] = json!({"wash": 149_750});
    manager.save("/admin/taxes", taxes).await.succeeded();
    let sale = |txn: &str, amount: i64, tender: &str| {
        json!({"amount": amount, "taxes": 374, "tender": tender, "terminalTxnId": txn,
            "lines": [{"name": "Wash", "price": 2500, "taxes": 374}]})
    };
    let report = async |body: Value| kiosk.post("/terminal/sales", body).await;
    report(sale("r1", 2875, "cash")).await.succeeded();
    report(sale("exact", 2874, "cash")).await.succeeded();
    for (txn, amount, tender) in [("r2", 2870, "cash"), ("r3", 2873, "cash"), ("r4", 2875, "card")] {
        let refused = report(sale(txn, amount, tender)).await.refused(422, "invalid_fields");
        assert!(refused["fields"]["amount"].is_string(), "{refused}");
    }
    let mut down = sale("r5", 2870, "cash");
    (down["lines"][0]["price"], down["lines"][0]["taxes"], down["taxes"]) = (json!(2872), json!(0), json!(0));
    report(down).await.succeeded();
    let booked: Vec<(String, i64)> = site
        .rows("SELECT account_kind, SUM(amount) FROM ledger_entries GROUP BY account_kind ORDER BY account_kind")
        .await;
    let account = |kind: &str, amount| (kind.to_owned(), amount);
    assert_eq!(
        booked,
        [
            account("rounding", 1),
            account("sales", -7872),
            account("tax", -748),
            account("till_cash", 8619)
        ]
    );
    assert_eq!(site.violations().await, [""; 0]);
}
