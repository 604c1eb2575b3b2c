//! All SQL of this domain.

use platform::db::{TenantRead, TenantWrite};
use serde::Serialize;

use super::processor::Approval;
use super::rules::Settlement;

pub(super) mod accounts;

#[derive(Serialize)]
pub(super) struct ProcessorRow {
    pub(super) name: String,
    pub(super) endpoints: String,
    pub(super) settings_sealed: Vec<u8>,
    /// The merchant account in use.
    pub(super) account_id: i64,
}

pub(super) async fn set_processor(db: &mut TenantWrite, row: &ProcessorRow, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO payments_processor (id, name, endpoints, settings_sealed, account_id, updated_at) VALUES (1, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, endpoints = excluded.endpoints,
            settings_sealed = excluded.settings_sealed, account_id = excluded.account_id, updated_at = excluded.updated_at",
        row.name,
        row.endpoints,
        row.settings_sealed,
        row.account_id,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn find_processor(db: &mut TenantRead) -> Result<Option<ProcessorRow>, sqlx::Error> {
    sqlx::query_as!(
        ProcessorRow,
        r#"SELECT name, endpoints, settings_sealed, account_id AS "account_id!" FROM payments_processor WHERE id = 1"#
    )
    .fetch_optional(db.conn())
    .await
}

pub(super) async fn p2p_terminal(db: &mut TenantRead) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar!("SELECT terminal_id FROM payments_p2p WHERE id = 1")
        .fetch_optional(db.conn())
        .await
}

pub(super) async fn set_p2p_terminal(db: &mut TenantWrite, terminal_id: &str, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO payments_p2p (id, terminal_id, updated_at) VALUES (1, ?, ?)
         ON CONFLICT (id) DO UPDATE SET terminal_id = excluded.terminal_id, updated_at = excluded.updated_at",
        terminal_id,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) struct SetupRow {
    pub(super) reference: String,
    pub(super) customer_id: i64,
    pub(super) socket_id: String,
    pub(super) processor: String,
    pub(super) account_id: i64,
    pub(super) session: String,
    pub(super) amount: i64,
    pub(super) currency: String,
    pub(super) state: String,
    pub(super) expires_at: i64,
}

pub(super) async fn insert_setup(db: &mut TenantWrite, row: &SetupRow, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO payments_card_setups
            (reference, customer_id, socket_id, processor, account_id, session, amount, currency, created_at, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        row.reference,
        row.customer_id,
        row.socket_id,
        row.processor,
        row.account_id,
        row.session,
        row.amount,
        row.currency,
        now,
        row.expires_at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// A few at a time, so that no request pays for a pile.
pub(super) async fn delete_setups_before(db: &mut TenantWrite, before: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "DELETE FROM payments_card_setups WHERE reference IN
            (SELECT reference FROM payments_card_setups WHERE created_at < ? LIMIT 8)",
        before
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn find_setup(db: &mut TenantRead, reference: &str) -> Result<Option<SetupRow>, sqlx::Error> {
    sqlx::query_as!(
        SetupRow,
        r#"SELECT reference, customer_id, socket_id, processor, account_id AS "account_id!", session, amount, currency, state,
             expires_at
           FROM payments_card_setups WHERE reference = ?"#,
        reference
    )
    .fetch_optional(db.conn())
    .await
}

pub(super) async fn find_setup_by_session(
    db: &mut TenantRead,
    processor: &str,
    session: &str,
) -> Result<Option<SetupRow>, sqlx::Error> {
    sqlx::query_as!(
        SetupRow,
        r#"SELECT reference, customer_id, socket_id, processor, account_id AS "account_id!", session, amount, currency, state,
             expires_at
           FROM payments_card_setups WHERE processor = ? AND session = ?"#,
        processor,
        session
    )
    .fetch_optional(db.conn())
    .await
}

/// Ends an open set-up; `false`: it had ended before.
/// Whether the account has been deleted whose card the form was to store.
pub(super) async fn is_abandoned(db: &mut TenantRead, reference: &str) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT abandoned AS "abandoned: bool" FROM payments_card_setups WHERE reference = ?"#,
        reference
    )
    .fetch_one(db.conn())
    .await
}

/// Says of every form of a customer that the account has been deleted.
pub(super) async fn abandon_setups(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE payments_card_setups SET abandoned = 1 WHERE customer_id = ?",
        customer_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn end_setup(db: &mut TenantWrite, reference: &str, state: &str) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "UPDATE payments_card_setups SET state = ? WHERE reference = ? AND state = 'open'",
        state,
        reference
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

pub(super) struct CardRow {
    pub(super) processor: String,
    pub(super) account_id: i64,
    pub(super) token_sealed: Vec<u8>,
    pub(super) brand: String,
    pub(super) last_four: String,
    pub(super) expiry_month: i64,
    pub(super) expiry_year: i64,
    pub(super) network_id: Option<String>,
}

pub(super) async fn find_card(db: &mut TenantRead, customer_id: i64) -> Result<Option<CardRow>, sqlx::Error> {
    sqlx::query_as!(
        CardRow,
        r#"SELECT processor, token_sealed, brand, last_four, expiry_month, expiry_year, network_id, account_id AS "account_id!"
           FROM payments_cards WHERE customer_id = ?"#,
        customer_id
    )
    .fetch_optional(db.conn())
    .await
}

pub(super) async fn insert_card(
    db: &mut TenantWrite,
    customer_id: i64,
    row: &CardRow,
    now: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO payments_cards
            (customer_id, processor, account_id, token_sealed, brand, last_four, expiry_month, expiry_year, network_id, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        customer_id,
        row.processor,
        row.account_id,
        row.token_sealed,
        row.brand,
        row.last_four,
        row.expiry_month,
        row.expiry_year,
        row.network_id,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn delete_card(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM payments_cards WHERE customer_id = ?", customer_id)
        .execute(db.conn())
        .await?;
    Ok(())
}

pub(super) struct NewPaymentRow<'a> {
    pub(super) reference: &'a str,
    pub(super) order_id: i64,
    pub(super) customer_id: i64,
    pub(super) processor: &'a str,
    pub(super) account_id: i64,
    pub(super) amount: i64,
    pub(super) currency: &'a str,
    pub(super) token_sealed: &'a [u8],
    pub(super) initiator: &'a str,
}

pub(super) async fn insert_payment(db: &mut TenantWrite, row: &NewPaymentRow<'_>, now: i64) -> Result<(), sqlx::Error> {
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

pub(super) struct PaymentRow {
    pub(super) reference: String,
    pub(super) order_id: i64,
    pub(super) customer_id: i64,
    pub(super) processor: String,
    pub(super) account_id: i64,
    pub(super) amount: i64,
    pub(super) refunded: i64,
    pub(super) currency: String,
    pub(super) state: String,
    pub(super) code: String,
    pub(super) processor_transaction: Option<String>,
    pub(super) token_sealed: Option<Vec<u8>>,
    pub(super) initiator: String,
    pub(super) decline_kind: Option<String>,
    pub(super) created_at: i64,
}

pub(super) async fn find_payment(db: &mut TenantRead, reference: &str) -> Result<Option<PaymentRow>, sqlx::Error> {
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
pub(super) async fn find_payment_of_order(
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

pub(super) struct UnsettledRow {
    pub(super) reference: String,
    pub(super) order_id: i64,
    pub(super) created_at: i64,
}

pub(super) async fn unsettled_before(
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

/// Moves a payment on from `initiated` or `unknown`; `false`: it was settled before.
pub(super) async fn settle_payment(
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

/// Whether a payment with this transaction, at the same merchant account, is another than `reference`.
pub(super) async fn settled_another(
    db: &mut TenantRead,
    reference: &str,
    transaction: &str,
) -> Result<bool, sqlx::Error> {
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

/// Moves a payment that is open, or counted as declined, to `approved` over `amount`; `false`: it was approved before.
pub(super) async fn approve_late(
    db: &mut TenantWrite,
    reference: &str,
    approval: &Approval,
    amount: i64,
    now: i64,
) -> Result<bool, sqlx::Error> {
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

/// Makes room for another attempt under the reference of one that the processor has not answered.
pub(super) async fn release_reference(db: &mut TenantWrite, reference: &str) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE payments SET reference = reference || '.' || id, token_sealed = NULL WHERE reference = ?",
        reference
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Ends what look-ups of a settled payment need.
pub(super) async fn forget_token(db: &mut TenantWrite, reference: &str) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE payments SET token_sealed = NULL WHERE reference = ? AND settled_at IS NOT NULL",
        reference
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn mark_voided(db: &mut TenantWrite, reference: &str) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "UPDATE payments SET state = 'voided' WHERE reference = ? AND state = 'approved' AND refunded = 0",
        reference
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

pub(super) async fn add_refund(db: &mut TenantWrite, reference: &str, amount: i64) -> Result<bool, sqlx::Error> {
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

/// Minor units at the processor: approved charges less refunds.
pub(super) async fn net_approved(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COALESCE(SUM(amount - refunded), 0) AS "net: i64" FROM payments WHERE state IN ('approved', 'refunded')"#
    )
    .fetch_one(db.conn())
    .await
}
