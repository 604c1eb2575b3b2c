//! Gift card with its transactions and holds, for staff.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::rules::State;

/// A gift card for staff.
#[derive(Clone, Debug)]
pub struct FoundCard {
    pub id: i64,
    /// Product name at the time of sale.
    pub name: String,
    pub last_four: String,
    pub state: State,
    /// Minor units.
    pub balance: i64,
    /// Amount held by terminals, in minor units. It may be released.
    pub held: i64,
    /// `None`: not sold here.
    pub order_line_id: Option<i64>,
    /// Refund that issued it.
    pub reversal_id: Option<i64>,
    /// `None` for a granted card.
    pub buyer_id: Option<i64>,
    pub created_at: Timestamp,
    /// Time its number was first emailed to the buyer.
    pub mailed_at: Option<Timestamp>,
}

impl FoundCard {
    /// Whether it can be used to pay.
    pub fn can_be_spent(&self) -> bool {
        self.state == State::Active && self.balance > 0
    }
}

/// Transaction of a gift card.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = GiftCardMovement)]
pub struct CardMovement {
    /// `issue`, `reload`, `redeem`, `refund`, `adjust` or `void`.
    pub kind: String,
    /// Minor units; positive amounts increase the balance.
    pub amount: i64,
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
}

/// Gift card authorization by a terminal.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GiftCardHold)]
pub struct HeldAmount {
    /// Minor units.
    pub amount: i64,
    /// Captured amount, in minor units.
    pub captured: i64,
    /// `held`, `captured`, `voided` or `expired`.
    pub state: String,
    pub location_id: i64,
    #[schema(value_type = String, format = DateTime)]
    pub held_until: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
}
