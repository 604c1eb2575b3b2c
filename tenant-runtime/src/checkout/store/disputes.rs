use jiff::Timestamp;
use jiff::civil::Date;
use platform::db::{TenantRead, TenantWrite};

use crate::checkout::rules::dispute::{Dispute, DisputeState, Entered};

struct Row {
    id: i64,
    order_id: i64,
    state: String,
    amount: i64,
    reason: String,
    case_number: Option<String>,
    respond_by: String,
    took_back: bool,
    recorded_by: String,
    created_at: i64,
    settled_at: Option<i64>,
}

impl TryFrom<Row> for Dispute {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> Result<Self, sqlx::Error> {
        let instant = |ms| Timestamp::from_millisecond(ms).map_err(|error| sqlx::Error::Decode(error.into()));
        let text = |text: String| sqlx::Error::Decode(text.into());
        Ok(Self {
            id: row.id,
            order_id: row.order_id,
            state: row.state.parse().map_err(|_| text(row.state))?,
            amount: row.amount,
            reason: row.reason.parse().map_err(|_| text(row.reason))?,
            case_number: row.case_number,
            respond_by: day(&row.respond_by)?,
            took_back: row.took_back,
            recorded_by: row.recorded_by,
            created_at: instant(row.created_at)?,
            settled_at: row.settled_at.map(instant).transpose()?,
        })
    }
}

fn day(text: &str) -> Result<Date, sqlx::Error> {
    text.parse()
        .map_err(|error: jiff::Error| sqlx::Error::Decode(error.into()))
}

pub(in crate::checkout) async fn insert(
    db: &mut TenantWrite,
    order_id: i64,
    entered: &Entered,
    recorded_by: &str,
    now: Timestamp,
) -> Result<i64, sqlx::Error> {
    let (reason, respond_by) = (entered.reason.into_str(), entered.respond_by.to_string());
    let now = now.as_millisecond();
    sqlx::query_scalar!(
        r#"INSERT INTO checkout_disputes
               (order_id, amount, reason, case_number, respond_by, took_back, recorded_by, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id AS "id!""#,
        order_id,
        entered.amount,
        reason,
        entered.case_number,
        respond_by,
        entered.takes_back,
        recorded_by,
        now
    )
    .fetch_one(db.conn())
    .await
}

/// Oldest first.
pub(in crate::checkout) async fn of_order(db: &mut TenantRead, order_id: i64) -> Result<Vec<Dispute>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id AS "id!", order_id, state, amount, reason, case_number, respond_by,
                  took_back AS "took_back: bool", recorded_by, created_at, settled_at
           FROM checkout_disputes WHERE order_id = ? ORDER BY id"#,
        order_id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(Dispute::try_from).collect()
}

/// Settles an open dispute. Returns false if it is already settled.
pub(in crate::checkout) async fn settle(
    db: &mut TenantWrite,
    id: i64,
    state: DisputeState,
    now: Timestamp,
) -> Result<bool, sqlx::Error> {
    let (state, now) = (state.into_str(), now.as_millisecond());
    let result = sqlx::query!(
        "UPDATE checkout_disputes SET state = ?, settled_at = ? WHERE id = ? AND state = 'open'",
        state,
        now,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Records that an order's codes are voided because of a dispute.
pub(in crate::checkout) async fn note_taken_back(db: &mut TenantWrite, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("UPDATE checkout_disputes SET took_back = 1 WHERE id = ?", id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Whether a dispute keeps an order's codes voided.
pub(in crate::checkout) async fn keeps_codes(db: &mut TenantRead, order_id: i64) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM checkout_disputes
             WHERE order_id = ? AND took_back = 1 AND state <> 'won') AS "keeps!: bool""#,
        order_id
    )
    .fetch_one(db.conn())
    .await
}

/// Whether the order of a line has a dispute that isn't won.
pub(in crate::checkout) async fn is_disputed(db: &mut TenantRead, line_id: i64) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM checkout_disputes d JOIN checkout_order_lines l ON l.order_id = d.order_id
             WHERE l.id = ? AND d.state <> 'won') AS "disputed!: bool""#,
        line_id
    )
    .fetch_one(db.conn())
    .await
}

/// Orders with a dispute in this state.
pub(in crate::checkout) async fn orders_with(
    db: &mut TenantRead,
    state: DisputeState,
) -> Result<Vec<i64>, sqlx::Error> {
    let state = state.into_str();
    sqlx::query_scalar!("SELECT DISTINCT order_id FROM checkout_disputes WHERE state = ?", state)
        .fetch_all(db.conn())
        .await
}

/// Number of open disputes, and the earliest response deadline.
pub(in crate::checkout) async fn open(db: &mut TenantRead) -> Result<(i64, Option<Date>), sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT COUNT(*) AS "count!: i64", MIN(respond_by) AS "due: String"
           FROM checkout_disputes WHERE state = 'open'"#
    )
    .fetch_one(db.conn())
    .await?;
    Ok((row.count, row.due.as_deref().map(day).transpose()?))
}
