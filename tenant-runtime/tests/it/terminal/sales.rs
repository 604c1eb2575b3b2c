use std::path::Path;

use serde_json::{Value, json};

use super::{bought, code_of};
use crate::support::{Installation, manifest};

fn sale(txn: &str, code: Option<&str>) -> Value {
    let mut sale = json!({"amount": 1086, "taxes": 86, "terminalTxnId": txn, "soldAt": "2026-11-20T14:00:00Z",
        "lines": [{"name": "Foam", "price": 1000, "taxes": 86}]});
    if let Some(code) = code {
        sale["customerCode"] = json!(code);
    }
    sale
}

#[tokio::test]
async fn sales_of_kiosks_are_kept_once_with_whom_they_know() {
    let mut manifest = manifest("sparkle");
    manifest.site_config.insert("loyaltyProgram".to_owned(), true.into());
    let installation = Installation::new().await;
    let site = installation.site_from("sparkle", Path::new("."), &manifest).await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let kiosk = site.kiosk_at(2).await;
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

    // For the net price, once a sale; the wash that was bought gives its own.
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
    let [nobody, hers] = [(None, 1086, 2), (id, 1086, 2)];
    assert_eq!(kept().await, [nobody, hers, hers, nobody]);
    ada.leave().await;
    assert_eq!(kept().await, [nobody; 4]);
}
