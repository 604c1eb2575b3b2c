use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use crate::terminal::rules::payment::{Payment, PaymentState};

/// A new payment.
pub(in crate::terminal) struct NewKioskPayment<'a> {
    pub(in crate::terminal) id: &'a str,
    pub(in crate::terminal) terminal_id: &'a str,
    pub(in crate::terminal) order_id: i64,
    pub(in crate::terminal) scanned_at: Option<i64>,
    pub(in crate::terminal) created_at: i64,
}

pub(in crate::terminal) async fn insert(db: &mut TenantWrite, new: &NewKioskPayment<'_>) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO terminal_payments (id, terminal_id, order_id, scanned_at, created_at) VALUES (?, ?, ?, ?, ?)",
        new.id,
        new.terminal_id,
        new.order_id,
        new.scanned_at,
        new.created_at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

struct Row {
    id: String,
    order_id: i64,
    state: String,
    confirm_by: Option<i64>,
}

impl TryFrom<Row> for Payment {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> Result<Self, sqlx::Error> {
        let confirm_by = row.confirm_by.map(Timestamp::from_millisecond).transpose();
        Ok(Self {
            id: row.id,
            order_id: row.order_id,
            state: row
                .state
                .parse()
                .map_err(|_| sqlx::Error::Decode(format!("payment state {}", row.state).into()))?,
            confirm_by: confirm_by.map_err(|error| sqlx::Error::Decode(error.into()))?,
        })
    }
}

/// The payment `id`, if it belongs to the terminal.
pub(in crate::terminal) async fn find(
    db: &mut TenantRead,
    id: &str,
    terminal_id: &str,
) -> Result<Option<Payment>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id AS "id!", order_id, state, confirm_by FROM terminal_payments WHERE id = ? AND terminal_id = ?"#,
        id,
        terminal_id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Payment::try_from).transpose()
}

/// The payment of an order at any terminal.
pub(in crate::terminal) async fn find_of_order(
    db: &mut TenantRead,
    order_id: i64,
) -> Result<Option<Payment>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id AS "id!", order_id, state, confirm_by FROM terminal_payments WHERE order_id = ?"#,
        order_id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Payment::try_from).transpose()
}

pub(in crate::terminal) async fn set_confirm_by(
    db: &mut TenantWrite,
    id: &str,
    confirm_by: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE terminal_payments SET confirm_by = ? WHERE id = ?",
        confirm_by,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(in crate::terminal) async fn settle(
    db: &mut TenantWrite,
    id: &str,
    state: PaymentState,
    now: i64,
) -> Result<(), sqlx::Error> {
    let state = state.into_str();
    sqlx::query!(
        "UPDATE terminal_payments SET state = ?, settled_at = ? WHERE id = ?",
        state,
        now,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
