//! SQL of billing periods.

use jiff::civil::Date;
use platform::db::{TenantRead, TenantWrite};

use super::date;
use crate::clubs::rules::plan_change::PaidMonth;

/// A paid month.
pub(in crate::clubs) struct PaidPeriod {
    pub(in crate::clubs) membership_id: i64,
    pub(in crate::clubs) start: Date,
    pub(in crate::clubs) end: Date,
    /// Minor units, net.
    pub(in crate::clubs) amount: i64,
    /// Gross amount, for a club sold at a gross price.
    pub(in crate::clubs) gross_amount: Option<i64>,
    pub(in crate::clubs) order_line_id: i64,
}

pub(in crate::clubs) async fn insert_paid_period(db: &mut TenantWrite, period: &PaidPeriod) -> Result<(), sqlx::Error> {
    let (start, end) = (period.start.to_string(), period.end.to_string());
    sqlx::query!(
        "INSERT INTO club_periods (membership_id, period_start, period_end, amount, gross_amount, state, order_line_id)
         VALUES (?, ?, ?, ?, ?, 'paid', ?)",
        period.membership_id,
        start,
        end,
        period.amount,
        period.gross_amount,
        period.order_line_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// The last paid month of a membership.
pub(in crate::clubs) struct LastPaid {
    pub(in crate::clubs) id: i64,
    /// `None`: it was free.
    pub(in crate::clubs) order_line_id: Option<i64>,
    pub(in crate::clubs) month: PaidMonth,
    /// Whether its worth includes tax.
    pub(in crate::clubs) gross: bool,
}

/// The last paid month of a membership.
pub(in crate::clubs) async fn last_paid(
    db: &mut TenantRead,
    membership_id: i64,
) -> Result<Option<LastPaid>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT id AS "id!", period_start, period_end, amount, gross_amount, order_line_id FROM club_periods
           WHERE membership_id = ? AND state = 'paid' ORDER BY period_start DESC LIMIT 1"#,
        membership_id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(|row| {
        Ok(LastPaid {
            id: row.id,
            order_line_id: row.order_line_id,
            month: PaidMonth {
                start: date(&row.period_start)?,
                end: date(&row.period_end)?,
                worth: row.gross_amount.unwrap_or(row.amount),
            },
            gross: row.gross_amount.is_some(),
        })
    })
    .transpose()
}

/// Number of months of a membership up to the month `id`, or all.
pub(in crate::clubs) async fn count_until(
    db: &mut TenantRead,
    membership_id: i64,
    id: Option<i64>,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COUNT(*) AS "count!: i64" FROM club_periods WHERE membership_id = ?1 AND (?2 IS NULL OR id <= ?2)"#,
        membership_id,
        id
    )
    .fetch_one(db.conn())
    .await
}

/// The membership of a month.
pub(in crate::clubs) async fn membership_of(db: &mut TenantRead, id: i64) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!("SELECT membership_id FROM club_periods WHERE id = ?", id)
        .fetch_optional(db.conn())
        .await
}

/// Membership whose open period is charged with this order line.
pub async fn membership_charged_with(db: &mut TenantRead, order_line_id: i64) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT membership_id FROM club_periods WHERE order_line_id = ? AND state IN ('charging', 'unknown')",
        order_line_id
    )
    .fetch_optional(db.conn())
    .await
}

pub(in crate::clubs) async fn is_charging(db: &mut TenantRead, membership_id: i64) -> Result<bool, sqlx::Error> {
    let charging = sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM club_periods WHERE membership_id = ? AND state IN ('charging', 'unknown')"#,
        membership_id
    );
    Ok(charging.fetch_optional(db.conn()).await?.is_some())
}

/// Inserts a month to charge.
pub(in crate::clubs) async fn insert_due_period(
    db: &mut TenantWrite,
    membership_id: i64,
    start: Date,
    end: Date,
    (amount, gross_amount): (i64, Option<i64>),
) -> Result<i64, sqlx::Error> {
    let (start, end) = (start.to_string(), end.to_string());
    sqlx::query_scalar!(
        r#"INSERT INTO club_periods (membership_id, period_start, period_end, amount, gross_amount, state)
           VALUES (?, ?, ?, ?, ?, 'due') RETURNING id AS "id!""#,
        membership_id,
        start,
        end,
        amount,
        gross_amount
    )
    .fetch_one(db.conn())
    .await
}

/// Moves a month to charge.
pub(in crate::clubs) async fn move_due_period(
    db: &mut TenantWrite,
    id: i64,
    (start, end): (Date, Date),
    (amount, gross_amount): (i64, Option<i64>),
) -> Result<(), sqlx::Error> {
    let (start, end) = (start.to_string(), end.to_string());
    sqlx::query!(
        "UPDATE club_periods SET period_start = ?, period_end = ?, amount = ?, gross_amount = ? WHERE id = ? AND state = 'due'",
        start,
        end,
        amount,
        gross_amount,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Records that a charge for the open period `id` is about to be sent, with its order line.
pub async fn set_charging(db: &mut TenantWrite, id: i64, order_line_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE club_periods SET state = 'charging', attempts = attempts + 1, next_attempt_at = NULL, order_line_id = ?
         WHERE id = ?",
        order_line_id,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Records that the result of the charge for the open period `id` is unknown.
pub async fn set_unknown(db: &mut TenantWrite, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("UPDATE club_periods SET state = 'unknown' WHERE id = ?", id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Sets up a month to be paid by another order than before. `again`, `not_asked_since`: Unix ms.
pub(in crate::clubs) async fn set_due(
    db: &mut TenantWrite,
    id: i64,
    again: Option<i64>,
    not_asked_since: Option<i64>,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE club_periods SET state = 'due', next_attempt_at = ?, not_asked_since = ?, order_line_id = NULL WHERE id = ?",
        again,
        not_asked_since,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Automatic retries of declined months after `now`, by period. Those of an outage aren't at a local time.
pub(in crate::clubs) async fn coming_retries(db: &mut TenantRead, now: i64) -> Result<Vec<(i64, i64)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", next_attempt_at AS "at!" FROM club_periods
           WHERE state = 'due' AND next_attempt_at > ? AND not_asked_since IS NULL"#,
        now
    );
    let rows = rows.fetch_all(db.conn()).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.at)).collect())
}

pub(in crate::clubs) async fn move_retry(db: &mut TenantWrite, id: i64, at: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("UPDATE club_periods SET next_attempt_at = ? WHERE id = ?", at, id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Allows retries of a declined month until that local day.
pub(in crate::clubs) async fn set_last_try(db: &mut TenantWrite, id: i64, day: Date) -> Result<(), sqlx::Error> {
    let day = day.to_string();
    sqlx::query!("UPDATE club_periods SET last_try_on = ? WHERE id = ?", day, id)
        .execute(db.conn())
        .await?;
    Ok(())
}

pub(in crate::clubs) async fn set_paid(db: &mut TenantWrite, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE club_periods SET state = 'paid', next_attempt_at = NULL WHERE id = ?",
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Gives the unpaid period of a membership up.
pub(in crate::clubs) async fn give_up_open_period(db: &mut TenantWrite, membership_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE club_periods SET state = 'unpaid', next_attempt_at = NULL WHERE membership_id = ? AND state = 'due'",
        membership_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// First days of the period that contains `day` and of the next one. `None` before the first period.
pub(in crate::clubs) async fn period_of(
    db: &mut TenantRead,
    membership_id: i64,
    day: Date,
) -> Result<(Option<Date>, Option<Date>), sqlx::Error> {
    let day = day.to_string();
    let starts = sqlx::query!(
        r#"SELECT MAX(period_start) FILTER (WHERE period_start <= ?2) AS "start: String",
                  MIN(period_start) FILTER (WHERE period_start > ?2) AS "next: String"
           FROM club_periods WHERE membership_id = ?1"#,
        membership_id,
        day
    )
    .fetch_one(db.conn())
    .await?;
    let of = |start: Option<String>| start.as_deref().map(date).transpose();
    Ok((of(starts.start)?, of(starts.next)?))
}
