//! SQL for this domain.

use platform::db::{TenantRead, TenantWrite};
use serde::Serialize;

pub(super) mod accounts;
pub(super) mod payments;

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

/// Deletes a few at a time, so that no request has to delete many.
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
    /// Since when it is locked.
    pub(super) locked_at: Option<i64>,
}

pub(super) async fn find_card(db: &mut TenantRead, customer_id: i64) -> Result<Option<CardRow>, sqlx::Error> {
    sqlx::query_as!(
        CardRow,
        r#"SELECT processor, token_sealed, brand, last_four, expiry_month, expiry_year, network_id, account_id AS "account_id!",
             locked_at
           FROM payments_cards WHERE customer_id = ?"#,
        customer_id
    )
    .fetch_optional(db.conn())
    .await
}

/// Brand and last digits of the card that was added by `at`.
pub(super) async fn card_name_since(
    db: &mut TenantRead,
    customer_id: i64,
    at: i64,
) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT brand || ' ' || last_four AS "name!: String" FROM payments_cards WHERE customer_id = ? AND created_at <= ?"#,
        customer_id,
        at
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

/// Locks a customer's card. A locked card keeps the time of its lock.
pub(super) async fn lock_card(db: &mut TenantWrite, customer_id: i64, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE payments_cards SET locked_at = COALESCE(locked_at, ?) WHERE customer_id = ?",
        now,
        customer_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Unlocks a customer's card that was locked at `since` or later.
pub(super) async fn unlock_card(db: &mut TenantWrite, customer_id: i64, since: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE payments_cards SET locked_at = NULL WHERE customer_id = ? AND locked_at >= ?",
        customer_id,
        since
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
