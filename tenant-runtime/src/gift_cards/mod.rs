//! Gift cards: stored value for whoever holds the number (docs/RULES.md#gift-cards).

mod balance;
mod jobs;
pub mod rules;
mod store;

pub use jobs::{enqueue_mail, enqueue_mail_again, register_jobs};

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use platform::http::ApiError;
use platform::keys::Purpose;
use serde::Serialize;
use utoipa_axum::routes;

use crate::http::{Captcha, Policy, Routes, limits};
use crate::tenant::Tenant;
use rules::State;
use store::{Movement, NewCardRow};

/// For finding a card without storing its number.
const NUMBER_LOOKUP: Purpose = Purpose("gift-card-number-lookup");
/// For telling its number to whom it was sold.
const NUMBER_DISPLAY: Purpose = Purpose("gift-card-number-display");
/// What a sealed number is bound to.
const NUMBER_PLACE: &str = "gift_cards/number";

/// A card of this site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    pub id: i64,
    pub state: State,
    /// Minor units, never negative.
    pub balance: i64,
    pub last_four: String,
}

impl Card {
    /// Whether it can be spent and reloaded.
    pub fn is_in_use(&self) -> bool {
        self.state == State::Active
    }

    /// Whether `value` more may be put on it.
    pub fn takes(&self, value: i64) -> bool {
        self.is_in_use() && rules::has_room(self.balance, value)
    }
}

/// A card to be issued for a paid line.
#[derive(Clone, Copy, Debug)]
pub struct NewCard {
    pub order_line_id: i64,
    /// Minor units.
    pub value: i64,
}

/// What a refunded line takes back from its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Debit {
    pub card_id: i64,
    /// Minor units: at most what the line had put on it and what is left.
    pub amount: i64,
}

/// A card as its buyer's export tells it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BoughtCard {
    pub last_four: String,
    pub state: String,
    /// Minor units.
    pub balance: i64,
    pub bought: Timestamp,
}

pub fn routes() -> Routes {
    Routes::default().call(
        routes!(balance::get_balance),
        Policy::anyone(limits::GIFT_CARD_BALANCE)
            .reading_token()
            .captcha(Captcha::WithoutToken),
    )
}

/// The ledger's account of a card: a liability, so it stands at the negative of the balance.
pub fn account(card_id: i64) -> String {
    format!("gift_card:{card_id}")
}

/// Issues a card within the transaction of its sale; answers its id. The caller books the sale on [`account`].
///
/// # Errors
/// When the database refuses.
pub async fn issue(db: &mut TenantWrite, tenant: &Tenant, new: NewCard) -> Result<i64, ApiError> {
    let now = tenant.now().as_millisecond();
    // Seventeen random digits hardly ever collide; another draw helps.
    for _ in 0..4 {
        let number = rules::new_number(&*tenant.runtime.random);
        let row = NewCardRow {
            number_hmac: &lookup(tenant, &number),
            number_sealed: &tenant.keys().seal(NUMBER_DISPLAY, NUMBER_PLACE, number.as_bytes()),
            last_four: &number[number.len() - 4..],
            order_line_id: new.order_line_id,
            now,
        };
        if let Some(id) = store::insert(db, &row).await? {
            fill(db, id, "issue", new, now).await?;
            return Ok(id);
        }
    }
    Err(ApiError::internal("no free gift card number was found"))
}

/// Puts what a paid line is worth on a card that [takes](Card::takes) it.
///
/// # Errors
/// When the database refuses.
pub async fn reload(db: &mut TenantWrite, tenant: &Tenant, card_id: i64, load: NewCard) -> Result<(), ApiError> {
    Ok(fill(db, card_id, "reload", load, tenant.now().as_millisecond()).await?)
}

async fn fill(
    db: &mut TenantWrite,
    card_id: i64,
    kind: &'static str,
    load: NewCard,
    at: i64,
) -> Result<(), sqlx::Error> {
    if load.value == 0 {
        return Ok(());
    }
    let movement = Movement {
        gift_card_id: card_id,
        kind,
        amount: load.value,
        order_line_id: load.order_line_id,
        at,
    };
    store::insert_movement(db, &movement).await
}

/// The card with this number, which [`rules::parse_number`] has accepted.
///
/// # Errors
/// When the database refuses.
pub async fn find(db: &mut TenantRead, tenant: &Tenant, number: &str) -> Result<Option<Card>, sqlx::Error> {
    store::find(db, &lookup(tenant, number)).await
}

/// What a line put on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    pub card_id: i64,
    /// Minor units.
    pub amount: i64,
    /// Minor units; what the card is worth now, whoever loaded it.
    pub balance: i64,
}

/// What a line put on a card; `None`: nothing on any.
///
/// # Errors
/// When the database refuses.
pub async fn load_of_line(db: &mut TenantRead, order_line_id: i64) -> Result<Option<Load>, sqlx::Error> {
    let load = store::load_of_line(db, order_line_id).await?;
    Ok(load.map(|load| Load {
        card_id: load.gift_card_id,
        amount: load.amount,
        balance: load.balance,
    }))
}

/// Takes `amount` of what a line put on a card off it, because the line is being refunded: no more than
/// [`rules::refundable`]. A card that was sold with the line and has nothing left is void. `None`: the line put nothing on a
/// card. The caller books it.
///
/// # Errors
/// When the database refuses.
pub async fn debit_for_refund(
    db: &mut TenantWrite,
    order_line_id: i64,
    amount: i64,
    now: Timestamp,
) -> Result<Option<Debit>, sqlx::Error> {
    let Some(load) = store::load_of_line(db, order_line_id).await? else {
        return Ok(None);
    };
    if amount > 0 {
        let movement = Movement {
            gift_card_id: load.gift_card_id,
            kind: "refund",
            amount: -amount,
            order_line_id,
            at: now.as_millisecond(),
        };
        store::insert_movement(db, &movement).await?;
    }
    if load.is_issue && amount == load.balance {
        store::set_state(db, load.gift_card_id, State::Void).await?;
    }
    Ok(Some(Debit {
        card_id: load.gift_card_id,
        amount,
    }))
}

/// What [`debit_for_refund`] took for a line and [`undo_refund`] has not put back.
///
/// # Errors
/// When the database refuses.
pub async fn debited_by_refund(db: &mut TenantRead, order_line_id: i64) -> Result<Option<Debit>, sqlx::Error> {
    let Some(load) = store::load_of_line(db, order_line_id).await? else {
        return Ok(None);
    };
    Ok(Some(Debit {
        card_id: load.gift_card_id,
        amount: store::debited_of_line(db, order_line_id).await?,
    }))
}

/// Puts back what [`debit_for_refund`] took for a refund that the processor declined. The caller books it.
///
/// # Errors
/// When the database refuses.
pub async fn undo_refund(
    db: &mut TenantWrite,
    order_line_id: i64,
    debit: Debit,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    if debit.amount > 0 {
        let movement = Movement {
            gift_card_id: debit.card_id,
            kind: "adjust",
            amount: debit.amount,
            order_line_id,
            at: now.as_millisecond(),
        };
        store::insert_movement(db, &movement).await?;
    }
    store::revive(db, debit.card_id).await
}

/// Whether the number of the card that a line was sold with still has to be mailed to its buyer.
///
/// # Errors
/// When the database refuses.
pub async fn waits_for_its_mail(db: &mut TenantRead, order_line_id: i64) -> Result<bool, sqlx::Error> {
    let card = store::mailed(db, order_line_id).await?;
    Ok(card.is_some_and(|card| !card.is_mailed))
}

/// Number and value in minor units of the card that a line was sold with.
///
/// # Errors
/// When the database refuses or the number cannot be opened.
pub async fn sold_with(
    tenant: &Tenant,
    db: &mut TenantRead,
    order_line_id: i64,
) -> Result<Option<(String, i64)>, ApiError> {
    let Some(load) = store::load_of_line(db, order_line_id).await? else {
        return Ok(None);
    };
    let number = tenant
        .keys()
        .open(NUMBER_DISPLAY, NUMBER_PLACE, &load.number_sealed)
        .map_err(ApiError::internal)?;
    let number = String::from_utf8(number).map_err(ApiError::internal)?;
    Ok(Some((number, load.amount)))
}

/// The cards that a customer bought for themselves, the newest first.
///
/// # Errors
/// When the database refuses.
pub async fn bought_by(db: &mut TenantRead, customer_id: i64) -> Result<Vec<BoughtCard>, sqlx::Error> {
    store::bought_by(db, customer_id).await
}

fn lookup(tenant: &Tenant, number: &str) -> [u8; 32] {
    tenant.keys().hmac(NUMBER_LOOKUP, number.as_bytes())
}
