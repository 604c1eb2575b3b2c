//! SQL of membership uses, including those reserved by kiosks.

use jiff::civil::Date;
use platform::db::{TenantRead, TenantWrite};

use super::date;
use crate::clubs::rules::uses::{Counted, Uses};

/// Uses on the local days `counted`, and those held by kiosks at `now`.
pub(in crate::clubs) async fn uses(
    db: &mut TenantRead,
    membership_id: i64,
    counted: Counted,
    now: i64,
) -> Result<Uses, sqlx::Error> {
    let (from, before) = (counted.from.to_string(), counted.before.map(|day| day.to_string()));
    sqlx::query_as!(
        Uses,
        r#"SELECT COUNT(*) FILTER (WHERE reserved_until IS NULL) AS "used!: i64",
                  COUNT(*) FILTER (WHERE reserved_until > ?4) AS "reserved!: i64"
           FROM club_uses WHERE membership_id = ?1 AND used_on >= ?2 AND (?3 IS NULL OR used_on < ?3)"#,
        membership_id,
        from,
        before,
        now
    )
    .fetch_one(db.conn())
    .await
}

/// A use reserved by a kiosk.
pub(in crate::clubs) struct NewUse<'a> {
    pub(in crate::clubs) membership_id: i64,
    pub(in crate::clubs) redemption_id: &'a str,
    pub(in crate::clubs) used_on: Date,
    pub(in crate::clubs) location_id: i64,
    pub(in crate::clubs) reserved_until: i64,
    pub(in crate::clubs) at: i64,
}

pub(in crate::clubs) async fn insert_use(db: &mut TenantWrite, new: &NewUse<'_>) -> Result<(), sqlx::Error> {
    let used_on = new.used_on.to_string();
    sqlx::query!(
        "INSERT INTO club_uses (membership_id, redemption_id, used_on, location_id, reserved_until, at)
         VALUES (?, ?, ?, ?, ?, ?)",
        new.membership_id,
        new.redemption_id,
        used_on,
        new.location_id,
        new.reserved_until,
        new.at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// A use reserved by a kiosk and not confirmed.
pub(in crate::clubs) struct ReservedUse {
    pub(in crate::clubs) membership_id: i64,
    pub(in crate::clubs) used_on: Date,
    pub(in crate::clubs) reserved_until: i64,
}

pub(in crate::clubs) async fn reserved_use(
    db: &mut TenantRead,
    redemption_id: &str,
) -> Result<Option<ReservedUse>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT membership_id, used_on, reserved_until AS "reserved_until!" FROM club_uses
           WHERE redemption_id = ? AND reserved_until IS NOT NULL"#,
        redemption_id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(|row| {
        Ok(ReservedUse {
            membership_id: row.membership_id,
            used_on: date(&row.used_on)?,
            reserved_until: row.reserved_until,
        })
    })
    .transpose()
}

pub(in crate::clubs) async fn confirm_use(
    db: &mut TenantWrite,
    redemption_id: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE club_uses SET reserved_until = NULL, at = ?2 WHERE redemption_id = ?1",
        redemption_id,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Releases an unconfirmed use.
pub(in crate::clubs) async fn release_use(db: &mut TenantWrite, redemption_id: &str) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "DELETE FROM club_uses WHERE redemption_id = ? AND reserved_until IS NOT NULL",
        redemption_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
