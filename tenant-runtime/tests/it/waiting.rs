//! Items that need attention.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::{Installation, TestSite};

/// The mugs of every test's merchant run out.
fn mugs() -> Value {
    json!({"kind": "low_stock", "count": 1, "due": null})
}

async fn waiting(site: &TestSite) -> Value {
    // After another login, it is the same manager.
    let manager = crate::support::Customer::log_in(site, "manager@example.com", crate::support::PASSWORD).await;
    manager.get("/admin/waiting").await.succeeded()
}

#[tokio::test]
async fn failed_job_is_listed_retried_and_discarded() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    assert_eq!(waiting(&site).await, json!([mugs()]));
    site.change(
        "INSERT INTO jobs (kind, payload, due_at, attempts, dead, last_error, created_at) VALUES
             ('identity.empty_wal', '{}', 0, 3, 1, 'the log is being read', 0),
             ('gifts.mail', '{}', 0, 9, 1, 'no such mailbox', 0)",
    )
    .await;
    let told = json!([mugs(), {"kind": "undelivered_mails", "count": 1, "due": null}, {"kind": "dead_jobs", "count": 1, "due": null}]);
    assert_eq!(waiting(&site).await, told);
    let dead = manager.get("/admin/jobs").await.succeeded();
    assert_eq!(
        (&dead[0]["kind"], &dead[0]["isMail"]),
        (&json!("identity.empty_wal"), &json!(false))
    );
    assert_eq!(
        (&dead[1]["error"], &dead[1]["attempts"]),
        (&json!("no such mailbox"), &json!(9))
    );

    let attendant = site.staff(Role::Attendant).await;
    attendant.get("/admin/waiting").await.refused(403, "not_admin");
    let (first, second) = (&dead[0]["jobId"], &dead[1]["jobId"]);
    attendant
        .post(&format!("/admin/jobs/{first}/retry"), json!({}))
        .await
        .refused(403, "not_admin");
    manager
        .post(&format!("/admin/jobs/{first}/retry"), json!({}))
        .await
        .succeeded();
    manager.delete(&format!("/admin/jobs/{second}")).await.succeeded();
    manager
        .delete(&format!("/admin/jobs/{second}"))
        .await
        .refused(404, "not_found");
    assert_eq!(waiting(&site).await, json!([mugs()]));
    site.run_jobs().await;
    let acts: Vec<(String,)> = site
        .rows("SELECT action FROM audit WHERE subject LIKE 'job:%' ORDER BY id")
        .await;
    assert_eq!(acts, [("job_retried".to_owned(),), ("job_discarded".to_owned(),)]);
}

#[tokio::test]
async fn security_emails_are_counted_as_undelivered_emails() {
    let site = Installation::new().await.site().await;
    site.staff(Role::Manager).await;
    site.change(
        "INSERT INTO jobs (kind, payload, due_at, attempts, dead, last_error, created_at) VALUES
             ('identity.email_changed', '{}', 0, 9, 1, 'no such mailbox', 0),
             ('staff.mail_account_change', '{}', 0, 9, 1, 'no such mailbox', 0),
             ('checkout.receipt', '{}', 0, 9, 1, 'no such mailbox', 0)",
    )
    .await;
    let emails = json!({"kind": "undelivered_mails", "count": 3, "due": null});
    assert_eq!(waiting(&site).await, json!([mugs(), emails]));
    // The check at the end of each test finds failed jobs.
    site.change("DELETE FROM jobs WHERE dead = 1").await;
}

#[tokio::test]
async fn clock_that_may_be_wrong_needs_attention() {
    let site = Installation::new().await.site().await;
    site.staff(Role::Manager).await;
    let tenant = site.tenant().await;
    tenant.runtime.is_clock_held.store(true, Ordering::Relaxed);
    let clock = json!({"kind": "clock_held", "count": 1, "due": null});
    assert!(waiting(&site).await.as_array().unwrap().contains(&clock));
    tenant.runtime.is_clock_held.store(false, Ordering::Relaxed);
    assert_eq!(waiting(&site).await, json!([mugs()]));
}

#[tokio::test]
async fn merchandise_low_in_stock_needs_attention() {
    let site = Installation::new().await.site().await;
    site.staff(Role::Manager).await;
    assert_eq!(waiting(&site).await, json!([mugs()]));
    site.change("UPDATE catalog_products SET stock = 5 WHERE id = 502")
        .await;
    assert_eq!(
        waiting(&site).await,
        json!([{"kind": "low_stock", "count": 2, "due": null}])
    );
    site.change("UPDATE catalog_products SET stock = 6 WHERE product_type = 'Swag'")
        .await;
    assert_eq!(waiting(&site).await, json!([]));
}
