use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use crate::terminal::rules::{Redeemed, Redemption, RedemptionState};

/// A redemption that begins.
pub(in crate::terminal) struct NewRedemption<'a> {
    pub(in crate::terminal) id: &'a str,
    pub(in crate::terminal) terminal_id: &'a str,
    pub(in crate::terminal) location_id: i64,
    pub(in crate::terminal) of: Redeemed,
    pub(in crate::terminal) kiosk_item: Option<&'a str>,
    pub(in crate::terminal) scanned_at: Option<i64>,
    pub(in crate::terminal) reserved_until: i64,
    pub(in crate::terminal) created_at: i64,
}

pub(in crate::terminal) async fn insert(db: &mut TenantWrite, new: &NewRedemption<'_>) -> Result<(), sqlx::Error> {
    let (item_id, membership_id) = match new.of {
        Redeemed::Item(id) => (Some(id), None),
        Redeemed::Membership(id) => (None, Some(id)),
    };
    sqlx::query!(
        "INSERT INTO terminal_redemptions
           (id, terminal_id, location_id, item_id, membership_id, kiosk_item, scanned_at, reserved_until, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        new.id,
        new.terminal_id,
        new.location_id,
        item_id,
        membership_id,
        new.kiosk_item,
        new.scanned_at,
        new.reserved_until,
        new.created_at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// The redemption `id`, if it is the terminal's.
pub(in crate::terminal) async fn find(
    db: &mut TenantRead,
    id: &str,
    terminal_id: &str,
) -> Result<Option<Redemption>, sqlx::Error> {
    let row = sqlx::query!(
        "SELECT item_id, membership_id, state, reserved_until FROM terminal_redemptions WHERE id = ? AND terminal_id = ?",
        id,
        terminal_id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(|row| {
        Ok(Redemption {
            id: id.to_owned(),
            of: match (row.item_id, row.membership_id) {
                (Some(id), None) => Redeemed::Item(id),
                (None, Some(id)) => Redeemed::Membership(id),
                _ => return Err(sqlx::Error::Decode("a redemption of nothing".into())),
            },
            state: row
                .state
                .parse()
                .map_err(|_| sqlx::Error::Decode(format!("redemption state {}", row.state).into()))?,
            reserved_until: Timestamp::from_millisecond(row.reserved_until)
                .map_err(|error| sqlx::Error::Decode(error.into()))?,
        })
    })
    .transpose()
}

pub(in crate::terminal) async fn settle(
    db: &mut TenantWrite,
    id: &str,
    state: RedemptionState,
    now: i64,
) -> Result<(), sqlx::Error> {
    let state = state.into_str();
    sqlx::query!(
        "UPDATE terminal_redemptions SET state = ?2, settled_at = ?3 WHERE id = ?1",
        id,
        state,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
