use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use crate::gift_cards::rules::hold::{Hold, HoldState, Spender};

pub(in crate::gift_cards) async fn insert(
    db: &mut TenantWrite,
    hold: &Hold,
    by: Spender<'_>,
    now: i64,
) -> Result<(), sqlx::Error> {
    let held_until = hold.held_until.as_millisecond();
    sqlx::query!(
        "INSERT INTO gift_card_holds (id, gift_card_id, terminal_id, location_id, amount, held_until, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)",
        hold.id,
        hold.card_id,
        by.terminal_id,
        by.location_id,
        hold.amount,
        held_until,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// The hold `id`, if it belongs to the terminal.
pub(in crate::gift_cards) async fn find(
    db: &mut TenantRead,
    id: &str,
    terminal_id: &str,
) -> Result<Option<Hold>, sqlx::Error> {
    let found = find_any(db, id).await?;
    Ok(found.filter(|(_, owner)| owner == terminal_id).map(|(hold, _)| hold))
}

/// The hold `id` and its terminal.
pub(in crate::gift_cards) async fn find_any(
    db: &mut TenantRead,
    id: &str,
) -> Result<Option<(Hold, String)>, sqlx::Error> {
    let row = sqlx::query!(
        "SELECT gift_card_id, terminal_id, amount, captured, state, held_until FROM gift_card_holds WHERE id = ?",
        id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(|row| {
        let hold = Hold {
            id: id.to_owned(),
            card_id: row.gift_card_id,
            amount: row.amount,
            captured: row.captured,
            state: row
                .state
                .parse()
                .map_err(|_| sqlx::Error::Decode(format!("gift card hold state {}", row.state).into()))?,
            held_until: Timestamp::from_millisecond(row.held_until)
                .map_err(|error| sqlx::Error::Decode(error.into()))?,
        };
        Ok((hold, row.terminal_id))
    })
    .transpose()
}

pub(in crate::gift_cards) async fn update(db: &mut TenantWrite, hold: &Hold, now: i64) -> Result<(), sqlx::Error> {
    let state = hold.state.into_str();
    let settled_at = (hold.state != HoldState::Held).then_some(now);
    sqlx::query!(
        "UPDATE gift_card_holds SET state = ?2, captured = ?3, settled_at = ?4 WHERE id = ?1",
        hold.id,
        state,
        hold.captured,
        settled_at
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
