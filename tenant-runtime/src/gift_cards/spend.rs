//! Actions by terminals on gift cards. Terminals check permissions themselves.

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use super::release::{self, Release};
use super::rules::hold::{self, HELD_FOR, Hold, HoldState, Refusal, Spender, Wanted};
use super::store::{self, Movement, holds};
use super::{Card, rules};
use crate::error::Fault;
use crate::ledger::{self, Account, Transaction};
use crate::tenant::TenantContext;

/// Holds `wanted` of `card`, which was read in this transaction. The balance decreases immediately, and increases again
/// unless the hold is captured in time.
///
/// # Errors
/// The inner error is the reason why the card can't pay.
pub async fn authorize(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    card: &mut Card,
    wanted: Wanted,
    by: Spender<'_>,
) -> Result<Result<Hold, Refusal>, Fault> {
    let amount = match hold::authorize(card, wanted.amount, wanted.takes_less) {
        Ok(amount) => amount,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let now = tenant.now();
    let hold = Hold {
        id: BASE64URL_NOPAD.encode(&tenant.runtime.random.bytes::<16>()),
        card_id: card.id,
        amount,
        captured: 0,
        state: HoldState::Held,
        held_until: now + HELD_FOR,
    };
    holds::insert(db, &hold, by, now.as_millisecond()).await?;
    book(db, &hold, -amount, &[(Account::Held, -amount)], now).await?;
    card.balance -= amount;
    release::enqueue(db, now, hold.held_until, &release_of(&hold)).await?;
    Ok(Ok(hold))
}

/// The terminal's hold `id` and its card.
pub async fn find_hold(db: &mut TenantRead, id: &str, terminal_id: &str) -> Result<Option<(Hold, Card)>, sqlx::Error> {
    let Some(hold) = holds::find(db, id, terminal_id).await? else {
        return Ok(None);
    };
    let card = store::by_id(db, hold.card_id).await?;
    Ok(card.map(|card| (hold, card)))
}

/// Captures `wanted` minor units of a hold, or all of it. The rest returns to the card.
///
/// # Errors
/// The inner one says why not.
pub async fn capture(
    db: &mut TenantWrite,
    hold: &mut Hold,
    card: &mut Card,
    wanted: Option<i64>,
    now: Timestamp,
) -> Result<Result<(), Refusal>, Fault> {
    let before = hold.state;
    let back = match hold.capture(wanted, card) {
        Ok(back) => back,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let sold = (Account::Kiosks, -hold.captured);
    match before {
        HoldState::Held => settle(db, hold, card, back, &[(Account::Held, hold.amount), sold], now).await?,
        HoldState::Expired => settle(db, hold, card, back, &[sold], now).await?,
        HoldState::Captured | HoldState::Voided => {}
    }
    Ok(Ok(()))
}

/// Releases a hold.
///
/// # Errors
/// The inner one: it was captured.
pub async fn void(
    db: &mut TenantWrite,
    hold: &mut Hold,
    card: &mut Card,
    now: Timestamp,
) -> Result<Result<(), Refusal>, Fault> {
    match hold.void() {
        Ok(back) => Ok(Ok(settle(db, hold, card, back, &[(Account::Held, back)], now).await?)),
        Err(refusal) => Ok(Err(refusal)),
    }
}

/// Releases an expired hold. Does nothing if it was settled.
pub(super) async fn expire(db: &mut TenantWrite, id: &str, now: Timestamp) -> Result<(), Fault> {
    let Some((mut hold, _)) = holds::find_any(db, id).await? else {
        return Ok(());
    };
    let back = hold.expire();
    if let Some(mut card) = store::by_id(db, hold.card_id).await?
        && back > 0
    {
        settle(db, &hold, &mut card, back, &[(Account::Held, back)], now).await?;
    }
    Ok(())
}

/// Settles a hold. `back` minor units return to the card; `others` are the other accounts involved.
async fn settle(
    db: &mut TenantWrite,
    hold: &Hold,
    card: &mut Card,
    back: i64,
    others: &[(Account, i64)],
    now: Timestamp,
) -> Result<(), Fault> {
    holds::update(db, hold, now.as_millisecond()).await?;
    book(db, hold, back, others, now).await?;
    card.balance += back;
    if back > 0 {
        // The refund of its sale had deducted everything left and voided it. It now has a value again.
        store::revive(db, card.id).await?;
        if card.state == rules::State::Void {
            card.state = rules::State::Active;
        }
    }
    release::withdraw(db, &release_of(hold)).await?;
    Ok(())
}

async fn book(
    db: &mut TenantWrite,
    hold: &Hold,
    amount: i64,
    others: &[(Account, i64)],
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    if amount != 0 {
        let movement = Movement {
            gift_card_id: hold.card_id,
            kind: if amount < 0 { "redeem" } else { "adjust" },
            amount,
            order_line_id: None,
            hold_id: Some(&hold.id),
            at: now.as_millisecond(),
        };
        store::insert_movement(db, &movement).await?;
    }
    let transaction = Transaction::hold(&hold.id, now);
    ledger::post(db, &transaction, &[(Account::GiftCard(hold.card_id), -amount)]).await?;
    ledger::post(db, &transaction, others).await
}

fn release_of(hold: &Hold) -> Release {
    Release {
        hold_id: hold.id.clone(),
    }
}
