//! Activity of an order.

use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::Installation;

fn actions(history: &Value) -> Vec<&str> {
    let acts = history["acts"].as_array().unwrap();
    acts.iter().map(|act| act["action"].as_str().unwrap()).collect()
}

fn jobs(history: &Value) -> Vec<(&str, &str)> {
    let jobs = history["jobs"].as_array().unwrap();
    jobs.iter()
        .map(|job| (job["kind"].as_str().unwrap(), job["state"].as_str().unwrap()))
        .collect()
}

#[tokio::test]
async fn order_shows_its_activity_and_emails() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let manager = site.staff(Role::Manager).await;
    let order = json!({"products": [{"productId": 101}]});
    let placed = ada.post_once("/orders", "wash", order).await.succeeded();
    let path = format!("/admin/orders/{}", placed["transRecordId"].as_str().unwrap());
    let history = async || manager.get(&format!("{path}/history")).await.succeeded();

    // The receipt is to be mailed, which is work until it is done.
    assert_eq!(jobs(&history().await), [("checkout.receipt", "waiting")]);
    site.run_jobs().await;
    let sent = history().await;
    assert!(jobs(&sent).is_empty(), "{sent}");
    assert_eq!(actions(&sent), ["mail_sent"]);
    assert_eq!(
        (&sent["acts"][0]["actor"], &sent["acts"][0]["detail"]["mail"]),
        (&json!("checkout"), &json!("receipt"))
    );

    manager.post(&format!("{path}/void"), json!({})).await.succeeded();
    site.run_jobs().await;
    let told = history().await;
    let acts = actions(&told);
    assert!(acts.contains(&"mail_sent") && acts.len() > 2, "{told}");
    let by_manager = told["acts"]
        .as_array()
        .unwrap()
        .iter()
        .find(|act| act["role"] == "manager");
    let by_manager = by_manager.unwrap();
    assert_eq!(by_manager["actorName"], "Olga Owner", "{told}");
    // Failed jobs are listed with the reason.
    site.change(
        "INSERT INTO jobs (kind, payload, due_at, attempts, dead, created_at, last_error)
         VALUES ('checkout.reversal_mail', '{\"reversal_id\":1}', 0, 9, 1, 0, 'No such mailbox')",
    )
    .await;
    let left = history().await;
    assert_eq!(jobs(&left), [("checkout.reversal_mail", "dead")]);
    assert_eq!(left["jobs"][0]["error"], "No such mailbox");
    site.change("DELETE FROM jobs WHERE dead = 1").await;

    manager
        .get("/admin/orders/nothing/history")
        .await
        .refused(404, "not_found");
    let attendant = site.staff(Role::Attendant).await;
    attendant
        .get(&format!("{path}/history"))
        .await
        .refused(403, "not_admin");
}
