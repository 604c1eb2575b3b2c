//! Payments of orders.

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use crate::payments::processor::{Approval, DeclineKind};
use crate::payments::rules::{PaymentState, Settlement};

pub(in crate::payments) struct NewPaymentRow<'a> {
    pub(in crate::payments) reference: &'a str,
    pub(in crate::payments) order_id: i64,
    pub(in crate::payments) customer_id: i64,
    pub(in crate::payments) processor: &'a str,
    pub(in crate::payments) account_id: i64,
    pub(in crate::payments) amount: i64,
    pub(in crate::payments) currency: &'a str,
    pub(in crate::payments) token_sealed: &'a [u8],
    pub(in crate::payments) initiator: &'a str,
}

pub(in crate::payments) async fn insert_payment(
    db: &mut TenantWrite,
    row: &NewPaymentRow<'_>,
    now: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO payments
           (reference, order_id, customer_id, processor, account_id, amount, currency, token_sealed, initiator, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        row.reference,
        row.order_id,
        row.customer_id,
        row.processor,
        row.account_id,
        row.amount,
        row.currency,
        row.token_sealed,
        row.initiator,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(in crate::payments) struct PaymentRow {
    pub(in crate::payments) reference: String,
    pub(in crate::payments) order_id: i64,
    pub(in crate::payments) customer_id: i64,
    pub(in crate::payments) processor: String,
    pub(in crate::payments) account_id: i64,
    pub(in crate::payments) amount: i64,
    pub(in crate::payments) refunded: i64,
    pub(in crate::payments) currency: String,
    pub(in crate::payments) state: String,
    pub(in crate::payments) code: String,
    pub(in crate::payments) processor_transaction: Option<String>,
    pub(in crate::payments) token_sealed: Option<Vec<u8>>,
    pub(in crate::payments) initiator: String,
    pub(in crate::payments) decline_kind: Option<String>,
    pub(in crate::payments) created_at: i64,
}

pub(in crate::payments) async fn find_payment(
    db: &mut TenantRead,
    reference: &str,
) -> Result<Option<PaymentRow>, sqlx::Error> {
    sqlx::query_as!(
        PaymentRow,
        r#"SELECT reference, order_id, customer_id, processor, account_id AS "account_id!", amount, refunded, currency, state, code,
             processor_transaction, token_sealed, initiator, decline_kind, created_at
           FROM payments WHERE reference = ?"#,
        reference
    )
    .fetch_optional(db.conn())
    .await
}

/// The latest payment of an order.
pub(in crate::payments) async fn find_payment_of_order(
    db: &mut TenantRead,
    order_id: i64,
) -> Result<Option<PaymentRow>, sqlx::Error> {
    sqlx::query_as!(
        PaymentRow,
        r#"SELECT reference, order_id, customer_id, processor, account_id AS "account_id!", amount, refunded, currency, state, code,
             processor_transaction, token_sealed, initiator, decline_kind, created_at
           FROM payments WHERE order_id = ? ORDER BY id DESC LIMIT 1"#,
        order_id
    )
    .fetch_optional(db.conn())
    .await
}

pub(in crate::payments) struct UnsettledRow {
    pub(in crate::payments) reference: String,
    pub(in crate::payments) order_id: i64,
    pub(in crate::payments) created_at: i64,
}

pub(in crate::payments) async fn unsettled_before(
    db: &mut TenantRead,
    before: i64,
    limit: i64,
) -> Result<Vec<UnsettledRow>, sqlx::Error> {
    sqlx::query_as!(
        UnsettledRow,
        "SELECT reference, order_id, created_at FROM payments
         WHERE state IN ('initiated', 'unknown') AND created_at <= ? ORDER BY created_at LIMIT ?",
        before,
        limit
    )
    .fetch_all(db.conn())
    .await
}

/// Assigns an open payment to the merchant account that has its charge.
pub(in crate::payments) async fn move_to_account(
    db: &mut TenantWrite,
    reference: &str,
    account_id: i64,
    processor: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE payments SET account_id = ?2, processor = ?3 WHERE reference = ?1 AND state IN ('initiated', 'unknown')",
        reference,
        account_id,
        processor
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Settles a payment that is `initiated` or `unknown`. Returns false if it is already settled.
pub(in crate::payments) async fn settle_payment(
    db: &mut TenantWrite,
    reference: &str,
    settlement: Settlement<'_>,
    now: i64,
) -> Result<bool, sqlx::Error> {
    let state = settlement.state.into_str();
    let settled_at = (!settlement.state.is_unsettled()).then_some(now);
    let keeps_token = settlement.keeps_token();
    let decline_kind = settlement.decline_kind.map(|kind| kind.into_str());
    let result = sqlx::query!(
        "UPDATE payments SET state = ?2, code = ?3, processor_transaction = ?4, settled_at = ?5,
            token_sealed = CASE WHEN ?6 THEN token_sealed END, decline_kind = ?7, network_reference = ?8
         WHERE reference = ?1 AND state IN ('initiated', 'unknown')",
        reference,
        state,
        settlement.code,
        settlement.transaction,
        settled_at,
        keeps_token,
        decline_kind,
        settlement.network_reference
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Whether the processor's `transaction` at the same merchant account belongs to a payment other than `reference`: a
/// transaction settles one order.
pub async fn settled_another(db: &mut TenantRead, reference: &str, transaction: &str) -> Result<bool, sqlx::Error> {
    let other = sqlx::query_scalar!(
        "SELECT other.id FROM payments own JOIN payments other
           ON other.account_id = own.account_id AND other.processor_transaction = ?2 AND other.id <> own.id
         WHERE own.reference = ?1",
        reference,
        transaction
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(other.is_some())
}

/// Records the late approval of a charge for which nothing is sold, over `amount` minor units, which may differ from
/// the request. `false` if it was already approved.
pub async fn accept_late(
    db: &mut TenantWrite,
    reference: &str,
    approval: &Approval,
    amount: i64,
    now: Timestamp,
) -> Result<bool, sqlx::Error> {
    let now = now.as_millisecond();
    let result = sqlx::query!(
        "UPDATE payments SET state = 'approved', code = ?2, processor_transaction = ?3, amount = ?4, settled_at = ?5,
            token_sealed = NULL, decline_kind = NULL, network_reference = ?6
         WHERE reference = ?1 AND state IN ('initiated', 'unknown', 'declined')",
        reference,
        approval.code,
        approval.transaction,
        amount,
        now,
        approval.network_reference
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Allows another attempt with the reference of one that the processor hasn't answered.
pub(in crate::payments) async fn release_reference(db: &mut TenantWrite, reference: &str) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE payments SET reference = reference || '.' || id, token_sealed = NULL WHERE reference = ?",
        reference
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Ends the search for a charge not found by lookups: its card's token is no longer needed.
pub async fn end_search(db: &mut TenantWrite, reference: &str) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE payments SET token_sealed = NULL WHERE reference = ? AND settled_at IS NOT NULL",
        reference
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Records a void. `false` if the payment is no longer approved.
pub async fn record_void(db: &mut TenantWrite, reference: &str) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "UPDATE payments SET state = 'voided' WHERE reference = ? AND state = 'approved' AND refunded = 0",
        reference
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Records a refund of `amount` minor units. `false` if less is left.
pub async fn record_refund(db: &mut TenantWrite, reference: &str, amount: i64) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "UPDATE payments SET refunded = refunded + ?2,
            state = CASE WHEN refunded + ?2 = amount THEN 'refunded' ELSE state END
         WHERE reference = ?1 AND state = 'approved' AND refunded + ?2 <= amount",
        reference,
        amount
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Minor units at the processor by our books, which must equal `clearing`: approved charges minus refunds.
pub async fn net_approved(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COALESCE(SUM(amount - refunded), 0) AS "net: i64" FROM payments WHERE state IN ('approved', 'refunded')"#
    )
    .fetch_one(db.conn())
    .await
}

/// Stored payment.
#[derive(Clone, Debug)]
pub struct PaymentRecord {
    pub reference: String,
    pub order_id: i64,
    /// Name in manifests.
    pub processor: String,
    pub state: PaymentState,
    /// Minor units requested or charged.
    pub amount: i64,
    /// Minor units.
    pub refunded: i64,
    /// Authorization code or decline reason.
    pub code: String,
    /// For a decline: whether the same card may work later.
    pub decline_kind: Option<DeclineKind>,
    /// Whether the data for a lookup is still stored.
    pub can_be_looked_up: bool,
    pub created_at: Timestamp,
}

impl From<PaymentRow> for PaymentRecord {
    fn from(row: PaymentRow) -> Self {
        Self {
            state: row.state.parse().unwrap_or(PaymentState::Unknown),
            decline_kind: row.decline_kind.and_then(|kind| kind.parse().ok()),
            can_be_looked_up: row.token_sealed.is_some(),
            created_at: instant(row.created_at),
            reference: row.reference,
            order_id: row.order_id,
            processor: row.processor,
            amount: row.amount,
            refunded: row.refunded,
            code: row.code,
        }
    }
}

/// Payment by reference.
pub async fn payment(db: &mut TenantRead, reference: &str) -> Result<Option<PaymentRecord>, sqlx::Error> {
    Ok(find_payment(db, reference).await?.map(PaymentRecord::from))
}

/// Latest payment of an order. `None` for unpaid orders, such as those with a total of 0.
pub async fn payment_of_order(db: &mut TenantRead, order_id: i64) -> Result<Option<PaymentRecord>, sqlx::Error> {
    let row = find_payment_of_order(db, order_id).await?;
    Ok(row.map(PaymentRecord::from))
}

/// A payment with an unknown result.
#[derive(Clone, Debug)]
pub struct Unsettled {
    pub reference: String,
    pub order_id: i64,
    pub sent_at: Timestamp,
}

/// Payments written at or before `before` with an unknown outcome, oldest first: at most 100.
pub async fn unsettled(db: &mut TenantRead, before: Timestamp) -> Result<Vec<Unsettled>, sqlx::Error> {
    let rows = unsettled_before(db, before.as_millisecond(), 100).await?;
    Ok(rows
        .into_iter()
        .map(|row| Unsettled {
            sent_at: instant(row.created_at),
            reference: row.reference,
            order_id: row.order_id,
        })
        .collect())
}

fn instant(ms: i64) -> Timestamp {
    Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH)
}
