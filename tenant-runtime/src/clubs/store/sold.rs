//! SQL of billing periods paid by an order's lines.

use jiff::Timestamp;
use jiff::civil::Date;
use platform::db::TenantRead;

use super::date;

/// Billing period sold with an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoldMonth {
    pub membership_id: i64,
    pub customer_id: i64,
    /// Name of the club.
    pub club: String,
    /// Whether the membership has ended, so that the rest of the month is lost.
    pub has_ended: bool,
    pub start: Date,
    /// First day after the period.
    pub end: Date,
}

/// A use of a club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubUse {
    pub at: Timestamp,
    /// `None`: unknown location.
    pub location_id: Option<i64>,
    /// Identifies its terminal. `None`: not reported by a terminal.
    pub redemption_id: Option<String>,
}

pub(in crate::clubs) async fn months(db: &mut TenantRead, lines: &[i64]) -> Result<Vec<SoldMonth>, sqlx::Error> {
    let lines = serde_json::to_string(lines).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let rows = sqlx::query!(
        r#"SELECT m.id AS "membership_id!", m.customer_id, m.name, m.status = 'inactive' AS "has_ended!: bool",
                  p.period_start, p.period_end
           FROM club_periods p JOIN club_memberships m ON m.id = p.membership_id
           WHERE p.order_line_id IN (SELECT value FROM json_each(?)) AND p.state = 'paid'
           ORDER BY p.period_start, p.id"#,
        lines
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(SoldMonth {
                membership_id: row.membership_id,
                customer_id: row.customer_id,
                club: row.name,
                has_ended: row.has_ended,
                start: date(&row.period_start)?,
                end: date(&row.period_end)?,
            })
        })
        .collect()
}

pub(in crate::clubs) async fn uses(db: &mut TenantRead, month: &SoldMonth) -> Result<Vec<ClubUse>, sqlx::Error> {
    let (from, before) = (month.start.to_string(), month.end.to_string());
    let rows = sqlx::query!(
        "SELECT at, location_id, redemption_id FROM club_uses
         WHERE membership_id = ? AND used_on >= ? AND used_on < ? AND reserved_until IS NULL
         ORDER BY at DESC, id DESC",
        month.membership_id,
        from,
        before
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(ClubUse {
                at: Timestamp::from_millisecond(row.at).map_err(|error| sqlx::Error::Decode(error.into()))?,
                location_id: row.location_id,
                redemption_id: row.redemption_id,
            })
        })
        .collect()
}

/// IDs of the months paid with a line of an order.
pub(in crate::clubs) async fn month_ids(db: &mut TenantRead, order_line_id: i64) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM club_periods WHERE order_line_id = ?"#,
        order_line_id
    )
    .fetch_all(db.conn())
    .await
}

/// The line of the order that started the membership.
pub(in crate::clubs) async fn joined_with(db: &mut TenantRead, membership_id: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!("SELECT order_line_id FROM club_memberships WHERE id = ?", membership_id)
        .fetch_one(db.conn())
        .await
}
