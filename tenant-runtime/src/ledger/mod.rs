//! Every movement of money, in double entry and minor units: the amounts of one transaction sum to zero. Only written here.

mod store;

use jiff::Timestamp;
use platform::db::TenantWrite;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

/// With what a kiosk was paid that took the money itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Tender {
    #[default]
    Cash,
    /// By a reader of the kiosk's own.
    Card,
}

/// What a posting stands under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// Money that lies at the processor.
    Clearing,
    /// At the prices before any discount.
    Sales,
    /// What discounts took off sales.
    Discounts,
    Tax,
    /// What banks took back, whose disputes are open.
    Disputed,
    /// What banks took back for good: a loss.
    Chargebacks,
    /// What was given or taken beyond a price, such as the bonus on a gift card.
    Adjustment,
    /// Money that kiosks took themselves.
    Till(Tender),
    /// What kiosks sold for stored value: their tills account for the goods.
    Kiosks,
    /// What is off gift cards, held for kiosks.
    Held,
    /// A gift card, by its id: a liability, so it stands at the negative of the card's balance.
    GiftCard(i64),
}

impl Account {
    fn name(self) -> String {
        match self {
            Self::Clearing => "clearing".to_owned(),
            Self::Sales => "sales".to_owned(),
            Self::Discounts => "discounts".to_owned(),
            Self::Tax => "tax".to_owned(),
            Self::Disputed => "disputed".to_owned(),
            Self::Chargebacks => "chargebacks".to_owned(),
            Self::Adjustment => "adjustment".to_owned(),
            Self::Till(tender) => format!("till:{}", tender.into_str()),
            Self::Kiosks => "kiosks".to_owned(),
            Self::Held => "held".to_owned(),
            Self::GiftCard(id) => format!("gift_card:{id}"),
        }
    }
}

/// An order, and the location for which it was placed.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    pub id: i64,
    pub location_id: Option<i64>,
}

/// What postings belong together. Several domains may post to one: each its part, which need not sum to zero alone.
#[derive(Clone, Debug)]
pub struct Transaction {
    id: String,
    /// `None`: no order stands behind it.
    order_id: Option<i64>,
    /// Where the order was placed or the kiosk stands; `None`: nowhere.
    location_id: Option<i64>,
    at: Timestamp,
}

impl Transaction {
    /// The payment of an order.
    pub fn sale(trans_record_id: &str, order: Placed, at: Timestamp) -> Self {
        Self::of_order(format!("sale:{trans_record_id}"), order, at)
    }

    /// The payment of an order for which nothing is sold.
    pub fn late(trans_record_id: &str, order: Placed, at: Timestamp) -> Self {
        Self::of_order(format!("late:{trans_record_id}"), order, at)
    }

    /// Refunds of an order.
    pub fn reversal(reversal_id: i64, order: Placed, at: Timestamp) -> Self {
        Self::of_order(format!("reversal:{reversal_id}"), order, at)
    }

    /// What a bank took back of an order.
    pub fn dispute(dispute_id: i64, order: Placed, at: Timestamp) -> Self {
        Self::of_order(format!("dispute:{dispute_id}"), order, at)
    }

    /// What became of what a bank took back of an order.
    pub fn dispute_end(dispute_id: i64, order: Placed, at: Timestamp) -> Self {
        Self::of_order(format!("dispute_end:{dispute_id}"), order, at)
    }

    /// What a kiosk at `location_id` sold for money that it took itself.
    pub fn kiosk_sale(sale_id: i64, location_id: i64, at: Timestamp) -> Self {
        Self {
            location_id: Some(location_id),
            ..Self::of_none(format!("kiosk_sale:{sale_id}"), at)
        }
    }

    /// What a terminal holds of a gift card.
    pub fn hold(hold_id: &str, at: Timestamp) -> Self {
        Self::of_none(format!("hold:{hold_id}"), at)
    }

    /// What staff put on a gift card or take off it, by its movement.
    pub fn adjustment(movement_id: i64, at: Timestamp) -> Self {
        Self::of_none(format!("adjustment:{movement_id}"), at)
    }

    const fn of_order(id: String, order: Placed, at: Timestamp) -> Self {
        Self {
            id,
            order_id: Some(order.id),
            location_id: order.location_id,
            at,
        }
    }

    const fn of_none(id: String, at: Timestamp) -> Self {
        Self {
            id,
            order_id: None,
            location_id: None,
            at,
        }
    }

    /// When it is booked.
    pub const fn at(&self) -> Timestamp {
        self.at
    }
}

/// Posts `amounts` to a transaction, within the one of what they stand for. Nothing is posted for 0.
///
/// # Errors
/// When the database refuses.
pub async fn post(
    db: &mut TenantWrite,
    transaction: &Transaction,
    amounts: &[(Account, i64)],
) -> Result<(), sqlx::Error> {
    for (account, amount) in amounts.iter().filter(|(_, amount)| *amount != 0) {
        store::insert(db, transaction, &account.name(), *amount).await?;
    }
    Ok(())
}
