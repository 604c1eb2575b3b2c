use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use crate::terminal::rules::{Redeemed, Redemption, RedemptionState};

/// Reserved code.
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

/// The redemption `id`, if it belongs to the terminal.
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

/// Label of a redemption's terminal.
pub async fn terminal_of(db: &mut TenantRead, redemption_id: &str) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT t.label FROM terminal_redemptions r JOIN terminals t ON t.id = r.terminal_id WHERE r.id = ?",
        redemption_id
    )
    .fetch_optional(db.conn())
    .await
}

/// A use of an item.
#[derive(Clone, Debug)]
pub struct UsedItem {
    pub item_id: i64,
    pub at: Timestamp,
    pub location_id: i64,
    /// The merchant's name for the terminal.
    pub terminal: String,
}

/// Confirmed redemptions of these items, newest first.
pub async fn uses_of_items(db: &mut TenantRead, items: &[i64]) -> Result<Vec<UsedItem>, sqlx::Error> {
    let items = serde_json::to_string(items).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let rows = sqlx::query!(
        r#"SELECT r.item_id AS "item_id!", r.settled_at AS "at!", r.location_id, t.label
           FROM terminal_redemptions r JOIN terminals t ON t.id = r.terminal_id
           WHERE r.item_id IN (SELECT value FROM json_each(?)) AND r.state = 'confirmed'
           ORDER BY r.settled_at DESC"#,
        items
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(UsedItem {
                item_id: row.item_id,
                at: Timestamp::from_millisecond(row.at).map_err(|error| sqlx::Error::Decode(error.into()))?,
                location_id: row.location_id,
                terminal: row.label,
            })
        })
        .collect()
}
