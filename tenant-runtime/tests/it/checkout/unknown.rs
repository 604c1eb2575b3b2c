use jiff::SignedDuration;
use paystub::ChargeState;
use serde_json::{Value, json};

use crate::support::mailbox::mails;
use crate::support::{Customer, DECLINED_CARD, GOOD_CARD, Installation, Log, PASSWORD, TIMED_OUT_CARD, TestSite};

pub fn wash() -> Value {
    json!({"products": [{"productId": 101}]})
}

/// Buys what will not be answered in time.
pub async fn pending(customer: &Customer, key: &str, order: Value) -> Value {
    let result = customer.post_once("/orders", key, order).await.succeeded();
    assert_eq!(
        (&result["approved"], &result["code"]),
        (&json!(false), &json!("pending"))
    );
    result
}

/// Lets a day pass in which the processor does not answer.
pub async fn a_bad_day(site: &TestSite) {
    site.installation.stub.set_manners(|manners| manners.broken = true);
    for _ in 0..25 {
        site.installation.clock.advance(SignedDuration::from_hours(1));
        site.run_jobs().await;
    }
    site.installation.stub.set_manners(|manners| manners.broken = false);
}

/// Site with a customer whose charges have an unknown outcome.
pub async fn unanswered() -> (TestSite, Customer) {
    let site = Installation::new().await.site().await;
    // No look-up is made before the test clock moves.
    site.installation
        .stub
        .set_manners(|manners| manners.settle_after = std::time::Duration::ZERO);
    let customer = site.customer().await.confirmed().await;
    (site, customer.with_card_number(TIMED_OUT_CARD).await)
}

#[tokio::test]
async fn unknown_payment_is_looked_up_and_never_sent_again() {
    let (site, customer) = unanswered().await;
    let result = pending(&customer, "key", wash()).await;
    assert_eq!(customer.get("/users/wallet").await.succeeded(), json!([]));
    customer
        .post_once("/orders", "other", wash())
        .await
        .refused(409, "payment_pending");

    let id = result["transRecordId"].as_str().unwrap();
    for _ in 0..10 {
        site.installation.clock.advance(SignedDuration::from_secs(61));
        site.run_jobs().await;
    }
    let settled = customer.get(&format!("/orders/{id}")).await.succeeded();
    assert_eq!(settled["approved"], true, "{settled}");
    assert_eq!(customer.post_once("/orders", "key", wash()).await.succeeded(), settled);
    assert_eq!(customer.wallet().await.len(), 1);
    assert_eq!(site.installation.stub.charges().len(), 1);
}

#[tokio::test]
async fn unreachable_processor_charges_nothing() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    site.installation.stub.stop().await;
    let reply = customer.post_once("/orders", "key", wash()).await;
    assert!(reply.header("retry-after").is_some());
    reply.refused(503, "processor_unavailable");
    customer
        .post_once("/orders", "key", wash())
        .await
        .refused(503, "processor_unavailable");
    assert_eq!(customer.get("/users/wallet").await.succeeded(), json!([]));
}

#[tokio::test]
async fn payment_unresolved_for_a_day_needs_review_and_blocks_no_one() {
    let (site, customer) = unanswered().await;
    let first = pending(&customer, "first", wash()).await;
    a_bad_day(&site).await;
    let owner = site.owner().await;
    let flagged = owner.get("/admin/orders?state=flagged").await.succeeded();
    assert_eq!(flagged["items"][0]["transRecordId"], first["transRecordId"]);
    let customer = Customer::log_in(&site, &customer.email, PASSWORD).await;
    let second = pending(&customer, "second", wash()).await;
    assert_ne!(second["transRecordId"], first["transRecordId"]);

    // The processor is asked again and again, and answers at last.
    for _ in 0..25 {
        site.installation.clock.advance(SignedDuration::from_hours(1));
        site.run_jobs().await;
    }
    let customer = Customer::log_in(&site, &customer.email, PASSWORD).await;
    for order in [first, second] {
        let path = format!("/orders/{}", order["transRecordId"].as_str().unwrap());
        assert_eq!(customer.get(&path).await.succeeded()["approved"], true);
    }
    assert_eq!(site.installation.stub.charges().len(), 2);
}

/// Leaves the only order as a process leaves it that dies while the processor is asked.
async fn forget_the_answer(site: &TestSite) {
    let tenant = site.tenant().await;
    let mut db = tenant.write().await.unwrap();
    for sql in [
        "UPDATE payments SET state = 'initiated', settled_at = NULL",
        "UPDATE checkout_orders SET state = 'pending', settled_at = NULL",
    ] {
        sqlx::query(sql).execute(db.conn()).await.unwrap();
    }
    db.commit().await.unwrap();
}

#[tokio::test]
async fn settled_order_is_not_swept() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    customer.post_once("/orders", "key", wash()).await.succeeded();
    let tenant = site.tenant().await;
    let mut db = tenant.read().await.unwrap();
    let left: Vec<String> = sqlx::query_scalar("SELECT kind FROM jobs ORDER BY id")
        .fetch_all(db.conn())
        .await
        .unwrap();
    assert_eq!(left, ["checkout.receipt"]);
}

#[tokio::test]
async fn payment_that_needs_review_is_logged_immediately_and_hourly() {
    let (log, _guard) = Log::of_this_test();
    let site = Installation::new().await.site_through("exacthosted").await;
    let customer = site.customer().await.confirmed().await;
    let customer = customer.with_card_number(TIMED_OUT_CARD).await;
    pending(&customer, "key", wash()).await;
    assert_eq!(log.errors("a charge's status is unknown"), 1);
    // It was unknown before it was swept.
    for told in 1..=3 {
        site.installation.clock.advance(SignedDuration::from_hours(1));
        site.run_jobs().await;
        assert_eq!(log.errors("an order's payment needs review"), told);
    }
    let owner = site.owner().await;
    let listed = owner.get("/admin/orders?state=unknown").await.succeeded();
    assert_eq!(listed["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn order_left_by_a_crash_can_be_resolved_in_any_state() {
    let site = Installation::new().await.site_through("exacthosted").await;
    let customer = site.customer().await.confirmed().await;
    let customer = customer.with_card_number(TIMED_OUT_CARD).await;
    let order = pending(&customer, "key", wash()).await;
    forget_the_answer(&site).await;
    let owner = site.owner().await;
    let path = format!("/admin/orders/{}", order["transRecordId"].as_str().unwrap());
    let charge = site.installation.stub.charges()[0].clone();
    let found = json!({"approved": true, "transaction": charge.id, "code": charge.auth_code});
    // Its request may still be waiting for the processor.
    assert_eq!(owner.get(&path).await.succeeded()["waitsForPerson"], false);
    owner
        .post(&format!("{path}/settlement"), found.clone())
        .await
        .refused(409, "taken");
    site.installation.clock.advance(SignedDuration::from_mins(1));
    let detail = owner.get(&path).await.succeeded();
    assert_eq!(
        (&detail["state"], &detail["waitsForPerson"]),
        (&json!("pending"), &json!(true))
    );
    let settled = owner.post(&format!("{path}/settlement"), found).await.succeeded();
    assert_eq!(settled["state"], "paid");
}

/// A previous processor can't be queried.
#[tokio::test]
async fn order_of_a_previous_processor_blocks_nothing() {
    let (site, customer) = unanswered().await;
    let order = pending(&customer, "key", wash()).await;
    let tenant = site.tenant().await;
    let mut db = tenant.write().await.unwrap();
    // Its credentials are forgotten.
    let account: i64 = sqlx::query_scalar(
        "INSERT INTO payments_accounts (processor, created_at, left_at) VALUES ('exacthosted', 0, 0) RETURNING id",
    )
    .fetch_one(db.conn())
    .await
    .unwrap();
    sqlx::query("UPDATE payments SET processor = 'exacthosted', account_id = ?")
        .bind(account)
        .execute(db.conn())
        .await
        .unwrap();
    db.commit().await.unwrap();
    for _ in 0..26 {
        site.installation.clock.advance(SignedDuration::from_hours(1));
        site.run_jobs().await;
    }
    let owner = site.owner().await;
    let path = format!("/admin/orders/{}", order["transRecordId"].as_str().unwrap());
    assert_eq!(owner.get(&path).await.succeeded()["state"], "flagged");
    let customer = Customer::log_in(&site, &customer.email, PASSWORD).await;
    pending(&customer, "second", wash()).await;
    let found = json!({"approved": true, "transaction": "1", "code": "ET1"});
    let settled = owner.post(&format!("{path}/settlement"), found).await.succeeded();
    assert_eq!(settled["state"], "paid");
}

#[tokio::test]
async fn unfulfillable_order_does_not_block_forever() {
    let (log, _guard) = Log::of_this_test();
    let site = Installation::new().await.site().await;
    let customer = site
        .customer()
        .await
        .confirmed()
        .await
        .with_card_number(GOOD_CARD)
        .await;
    let refuse = |on: bool| {
        let site = site.clone();
        async move {
            let tenant = site.tenant().await;
            let mut db = tenant.write().await.unwrap();
            let sql = if on {
                "CREATE TRIGGER refuse BEFORE INSERT ON wallet_items BEGIN SELECT RAISE(ABORT, 'no'); END"
            } else {
                "DROP TRIGGER refuse"
            };
            sqlx::query(sql).execute(db.conn()).await.unwrap();
            db.commit().await.unwrap();
        }
    };
    refuse(true).await;
    let order = pending(&customer, "key", wash()).await;
    for _ in 0..50 {
        site.installation.clock.advance(SignedDuration::from_mins(30));
        site.run_jobs().await;
    }
    assert!(log.errors("failed to save") > 24);
    let owner = site.owner().await;
    let path = format!("/admin/orders/{}", order["transRecordId"].as_str().unwrap());
    assert_eq!(owner.get(&path).await.succeeded()["state"], "flagged");
    refuse(false).await;
    site.installation.clock.advance(SignedDuration::from_mins(30));
    site.run_jobs().await;
    let owner = Customer::log_in(&site, &owner.email, PASSWORD).await;
    assert_eq!(owner.get(&path).await.succeeded()["state"], "paid");
    assert_eq!(site.installation.stub.charges()[0].state, ChargeState::Approved);
}

#[tokio::test]
async fn settled_payment_is_not_looked_up() {
    let site = Installation::new().await.site().await;
    let customer = site.customer().await.confirmed().await.with_card().await;
    let sweeps = async || -> i64 {
        let found: Vec<(i64,)> = site
            .rows("SELECT COUNT(*) FROM jobs WHERE kind = 'checkout.sweep'")
            .await;
        found[0].0
    };
    assert_eq!(
        customer.post_once("/orders", "paid", wash()).await.succeeded()["approved"],
        true
    );
    assert_eq!(sweeps().await, 0);
    let customer = customer.with_card_number(DECLINED_CARD).await;
    assert_eq!(
        customer.post_once("/orders", "declined", wash()).await.succeeded()["approved"],
        false
    );
    assert_eq!(sweeps().await, 0);
    site.run_jobs().await;
    assert!(
        mails(&site, "payment_failed", &customer.email).is_empty(),
        "they were told at once"
    );
    let customer = customer.with_card_number(TIMED_OUT_CARD).await;
    pending(&customer, "unknown", wash()).await;
    assert_eq!(sweeps().await, 1);
}
