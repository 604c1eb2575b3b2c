//! Charges at the level that the selling domains call.

use std::time::Duration;

use paystub::ChargeState;
use platform::db::TenantWrite;
use serde_json::json;
use tenant_runtime::payments::processor::{Decline, Found, Initiator, Outcome, ReversalKind};
use tenant_runtime::payments::{self, Initiated, NewPayment, NewReversal, PaymentState};
use tenant_runtime::tenant::Tenant;

use crate::support::processors::{PROCESSORS, settings};
use crate::support::{Customer, GOOD_CARD, Installation, TIMED_OUT_CARD, TestSite};

/// An order that failed for other reasons: something for a payment to hang on that `suds site check` has no quarrel with.
pub async fn order(db: &mut TenantWrite, number: i64) -> i64 {
    let id = sqlx::query_scalar::<_, i64>(
        "INSERT INTO checkout_orders
            (trans_record_id, customer_id, state, subtotal, taxes, total, currency, fingerprint, created_at)
         VALUES ('t' || ?, (SELECT MIN(id) FROM customers), 'failed', 1299, 0, 1299, 'USD', x'00', 0) RETURNING id",
    )
    .bind(number)
    .fetch_one(db.conn())
    .await
    .unwrap();
    sqlx::query(
        "INSERT INTO checkout_order_lines
            (order_id, product_type, name, price, taxes, tax_rate_ppm, value, quantity, is_gift, stock_taken)
         VALUES (?, 'AppWash', 'Wash', 1299, 0, 0, 0, 1, 0, 0)",
    )
    .bind(id)
    .execute(db.conn())
    .await
    .unwrap();
    id
}

/// Writes a payment of 12.99 down for the only customer; answers it and its order, or `None` without a card to charge.
async fn initiate(tenant: &Tenant, number: i64, initiator: Initiator) -> Option<(Initiated, i64)> {
    let processor = payments::processor_of(tenant).await.unwrap();
    let mut db = tenant.write().await.unwrap();
    let order_id = order(&mut db, number).await;
    let customer_id = sqlx::query_scalar("SELECT MIN(id) FROM customers")
        .fetch_one(db.conn())
        .await
        .unwrap();
    let new = NewPayment {
        order_id,
        customer_id,
        amount: 1299,
        currency: "USD".parse().unwrap(),
        initiator,
        paid_for: None,
    };
    let initiated = payments::initiate(&mut db, tenant, &processor, new).await.unwrap()?;
    db.commit().await.unwrap();
    Some((initiated, order_id))
}

/// Sends a payment of 12.99; answers its reference, order and outcome, not yet settled.
async fn charge(site: &TestSite, number: i64) -> (String, i64, Outcome) {
    charge_by(site, number, Initiator::Customer).await
}

async fn charge_by(site: &TestSite, number: i64, initiator: Initiator) -> (String, i64, Outcome) {
    let tenant = site.tenant().await;
    let (initiated, order_id) = initiate(&tenant, number, initiator).await.unwrap();
    let reference = initiated.reference().to_owned();
    (reference, order_id, payments::charge(&tenant, initiated).await)
}

/// Charges 12.99 and writes what became of it; answers the payment's reference and outcome.
pub async fn charged(site: &TestSite, number: i64) -> (String, Outcome) {
    charged_by(site, number, Initiator::Customer).await
}

/// As [`charged`], with an initiator.
pub async fn charged_by(site: &TestSite, number: i64, initiator: Initiator) -> (String, Outcome) {
    let (reference, _, outcome) = charge_by(site, number, initiator).await;
    settle(site, &reference, &outcome).await;
    (reference, outcome)
}

async fn settle(site: &TestSite, reference: &str, outcome: &Outcome) -> bool {
    let tenant = site.tenant().await;
    let mut db = tenant.write().await.unwrap();
    let settled = payments::settle(&mut db, &tenant, reference, outcome).await.unwrap();
    db.commit().await.unwrap();
    settled
}

async fn state(site: &TestSite, order_id: i64) -> PaymentState {
    let tenant = site.tenant().await;
    let mut db = tenant.read().await.unwrap();
    payments::payment_of_order(&mut db, order_id)
        .await
        .unwrap()
        .unwrap()
        .state
}

/// Voids a payment at its processor.
pub async fn void(tenant: &Tenant, payment: &str) -> Outcome {
    let void = NewReversal {
        payment,
        reference: &format!("v{payment}"),
        kind: ReversalKind::Void,
        amount: 0,
        has_twin: false,
    };
    payments::reverse(tenant, void).await.unwrap()
}

/// Refund of `amount` minor units of a payment, with its own reference.
pub fn refund_of<'a>(payment: &'a str, reference: &'a str, amount: i64) -> NewReversal<'a> {
    NewReversal {
        payment,
        reference,
        kind: ReversalKind::Refund,
        amount,
        has_twin: false,
    }
}

/// Voids a payment, so that `suds site check` finds nothing at the processor that no order accounts for.
pub async fn take_back(tenant: &Tenant, reference: &str) {
    assert!(matches!(void(tenant, reference).await, Outcome::Approved(_)));
    let mut db = tenant.write().await.unwrap();
    assert!(payments::record_void(&mut db, reference).await.unwrap());
    db.commit().await.unwrap();
}

async fn buyer(number: &str) -> (TestSite, Customer) {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await.confirmed().await.with_card_number(number).await;
    (site, ada)
}

#[tokio::test]
async fn approved_charge_is_settled_once_and_voided() {
    let (site, _ada) = buyer(GOOD_CARD).await;
    let (reference, order_id, outcome) = charge(&site, 1).await;
    assert!(matches!(outcome, Outcome::Approved(_)), "{outcome:?}");
    assert_eq!(state(&site, order_id).await, PaymentState::Initiated);
    assert!(settle(&site, &reference, &outcome).await);
    assert!(
        !settle(&site, &reference, &outcome).await,
        "a second answer changes nothing"
    );
    assert!(!settle(&site, &reference, &Outcome::Declined(Decline::soft("481"))).await);
    assert_eq!(state(&site, order_id).await, PaymentState::Approved);
    let charges = site.installation.stub.charges();
    assert_eq!(
        (charges.len(), charges[0].amount, charges[0].order_no.as_str()),
        (1, 1299, reference.as_str())
    );

    let tenant = site.tenant().await;
    assert!(matches!(void(&tenant, &reference).await, Outcome::Approved(_)));
    let mut db = tenant.write().await.unwrap();
    assert!(payments::record_void(&mut db, &reference).await.unwrap());
    assert!(!payments::record_void(&mut db, &reference).await.unwrap());
    assert_eq!(payments::net_approved(&mut db).await.unwrap(), 0);
    db.commit().await.unwrap();
    assert_eq!(site.installation.stub.charges()[0].state, ChargeState::Voided);
}

#[tokio::test]
async fn refunds_never_exceed_the_charge() {
    let (site, _ada) = buyer(GOOD_CARD).await;
    let (reference, order_id, outcome) = charge(&site, 1).await;
    settle(&site, &reference, &outcome).await;
    let tenant = site.tenant().await;
    for (amount, done, net) in [(300, true, 999), (1000, false, 999), (999, true, 0)] {
        let number = format!("r{amount}");
        let refund = payments::reverse(&tenant, refund_of(&reference, &number, amount)).await;
        let refund = refund.unwrap();
        assert_eq!(matches!(refund, Outcome::Approved(_)), done, "{refund:?}");
        let mut db = tenant.write().await.unwrap();
        assert_eq!(
            payments::record_refund(&mut db, &reference, amount).await.unwrap(),
            done
        );
        assert_eq!(payments::net_approved(&mut db).await.unwrap(), net);
        db.commit().await.unwrap();
    }
    assert_eq!(state(&site, order_id).await, PaymentState::Refunded);
    assert_eq!(site.installation.stub.charges()[0].refunded, 1299);
    assert!(
        payments::reverse(&tenant, refund_of(&reference, "r1", 1))
            .await
            .is_err()
    );
}

#[tokio::test]
async fn charge_that_times_out_is_found_later() {
    let (site, _ada) = buyer(TIMED_OUT_CARD).await;
    site.installation
        .stub
        .set_manners(|manners| manners.settle_after = Duration::from_secs(1));
    let (reference, order_id, outcome) = charge(&site, 1).await;
    assert!(matches!(outcome, Outcome::Unknown(_)), "{outcome:?}");
    assert!(settle(&site, &reference, &outcome).await);
    assert_eq!(state(&site, order_id).await, PaymentState::Unknown);
    let tenant = site.tenant().await;
    assert_eq!(payments::look_up(&tenant, &reference).await.unwrap(), Found::Nothing);
    let now = site.installation.clock.clone();
    let mut db = tenant.read().await.unwrap();
    let open = payments::unsettled(&mut db, platform::clock::Clock::now(&now))
        .await
        .unwrap();
    assert_eq!(
        open.iter().map(|payment| payment.order_id).collect::<Vec<_>>(),
        [order_id]
    );
    drop(db);

    tokio::time::sleep(Duration::from_millis(1500)).await;
    let Found::Approved(approval) = payments::look_up(&tenant, &reference).await.unwrap() else {
        panic!()
    };
    let found = Outcome::Approved(approval);
    assert!(settle(&site, &reference, &found).await);
    assert_eq!(state(&site, order_id).await, PaymentState::Approved);
    assert_eq!(site.installation.stub.charges().len(), 1);
    take_back(&tenant, &reference).await;
}

#[tokio::test]
async fn unreachable_processor_takes_no_money() {
    for name in PROCESSORS {
        let site = Installation::new().await.site_through(name).await;
        site.customer().await.confirmed().await.put_on_file(GOOD_CARD).await;
        site.run_jobs().await;
        site.installation.stub.stop().await;
        let (_, _, outcome) = charge(&site, 1).await;
        assert_eq!(
            outcome,
            Outcome::Declined(Decline::soft(Decline::UNREACHABLE)),
            "{name}"
        );
        assert!(site.installation.stub.charges().is_empty(), "{name}");
    }
}

/// A gateway that does not let the merchant in has not asked a bank.
#[tokio::test]
async fn gateway_that_rejects_the_merchant_takes_no_money() {
    let mut settings = settings("exacthosted");
    settings["password"] = json!("another");
    let site = Installation::new()
        .await
        .site_with_processor("exacthosted", settings)
        .await;
    let ada = site.customer().await.confirmed().await;
    ada.put_on_file(GOOD_CARD).await;
    let (_, _, outcome) = charge(&site, 1).await;
    assert_eq!(outcome, Outcome::Declined(Decline::soft(Decline::NOT_SENT)));
    assert!(site.installation.stub.charges().is_empty());
}

#[tokio::test]
async fn charge_without_a_card_is_not_started() {
    let site = Installation::new().await.site().await;
    let _ada = site.customer().await;
    let tenant = site.tenant().await;
    assert!(initiate(&tenant, 1, Initiator::Customer).await.is_none());
}
