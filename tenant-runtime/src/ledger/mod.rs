//! Double-entry ledger of all money in minor units: the amounts of a transaction sum to zero. Only written here.

mod entry;
mod jobs;
mod seal;
mod store;

pub use entry::Sealed;
pub use jobs::register_jobs;
pub use seal::{Sealer, Seals, seals};

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

/// Tender the kiosk accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Tender {
    #[default]
    Cash,
    /// With the kiosk's own card reader.
    Card,
}

/// Account of a posting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// Money at the processor.
    Clearing,
    /// At prices before discounts.
    Sales,
    /// Discounts on sales.
    Discounts,
    Tax,
    /// Charged-back money in open disputes.
    Disputed,
    /// Money lost to chargebacks.
    Chargebacks,
    /// Adjustments beyond a price, such as a gift card bonus.
    Adjustment,
    /// Money that kiosks took themselves.
    Till(Tender),
    /// Differences from rounding cash payments.
    Rounding,
    /// Kiosk sales for stored value; the kiosks' registers account for the items.
    Kiosks,
    /// Gift card amounts held for kiosks.
    Held,
    /// Gift card by ID: a liability, so its balance is the negative of the card's.
    GiftCard(i64),
}

impl Account {
    /// Account type as stored.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Clearing => "clearing",
            Self::Sales => "sales",
            Self::Discounts => "discounts",
            Self::Tax => "tax",
            Self::Disputed => "disputed",
            Self::Chargebacks => "chargebacks",
            Self::Adjustment => "adjustment",
            Self::Till(Tender::Cash) => "till_cash",
            Self::Till(Tender::Card) => "till_card",
            Self::Rounding => "rounding",
            Self::Kiosks => "kiosks",
            Self::Held => "held",
            Self::GiftCard(_) => "gift_card",
        }
    }

    /// ID of the gift card for its account. `None` for all other accounts.
    pub const fn id(self) -> Option<i64> {
        match self {
            Self::GiftCard(id) => Some(id),
            _ => None,
        }
    }

    /// Account in the format of the previous build.
    pub fn text(self) -> String {
        match self {
            Self::Till(tender) => format!("till:{}", tender.into_str()),
            Self::GiftCard(id) => format!("gift_card:{id}"),
            other => other.kind().to_owned(),
        }
    }
}

/// Source of a transaction, with its ID.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Payment of an order.
    Sale(i64),
    /// Charge of an order that was approved too late.
    Late(i64),
    /// A refund or void.
    Reversal(i64),
    /// A chargeback.
    Dispute(i64),
    /// Outcome of a dispute.
    DisputeEnd(i64),
    /// A sale for cash or with a kiosk's own card reader.
    KioskSale(i64),
    /// A hold on a gift card.
    Hold(String),
    /// A movement that corrects a gift card's balance.
    Adjustment(i64),
}

impl Source {
    /// Source type as stored.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Sale(_) => "sale",
            Self::Late(_) => "late",
            Self::Reversal(_) => "reversal",
            Self::Dispute(_) => "dispute",
            Self::DisputeEnd(_) => "dispute_end",
            Self::KioskSale(_) => "kiosk_sale",
            Self::Hold(_) => "hold",
            Self::Adjustment(_) => "adjustment",
        }
    }

    /// ID of the source as a number. `None` for a hold.
    pub fn number(&self) -> Option<i64> {
        match self {
            Self::Hold(_) => None,
            Self::Sale(id)
            | Self::Late(id)
            | Self::Reversal(id)
            | Self::Dispute(id)
            | Self::DisputeEnd(id)
            | Self::KioskSale(id)
            | Self::Adjustment(id) => Some(*id),
        }
    }

    /// ID of a hold.
    pub fn hold(&self) -> Option<&str> {
        match self {
            Self::Hold(id) => Some(id),
            _ => None,
        }
    }
}

/// An order and its location.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    pub id: i64,
    pub location_id: Option<i64>,
}

/// Transaction that groups postings. Several domains may post their parts, which needn't sum to zero individually.
#[derive(Clone, Debug)]
pub struct Transaction {
    /// In the format of the previous build.
    text: String,
    source: Source,
    /// `None`: there is no order.
    order_id: Option<i64>,
    /// Location of the order or kiosk; `None` for none.
    location_id: Option<i64>,
    at: Timestamp,
}

impl Transaction {
    /// Payment of an order.
    pub fn sale(trans_record_id: &str, order: Placed, at: Timestamp) -> Self {
        Self::of_order(format!("sale:{trans_record_id}"), Source::Sale(order.id), order, at)
    }

    /// Payment of an order for which nothing is sold.
    pub fn late(trans_record_id: &str, order: Placed, at: Timestamp) -> Self {
        Self::of_order(format!("late:{trans_record_id}"), Source::Late(order.id), order, at)
    }

    /// Refunds of an order.
    pub fn reversal(reversal_id: i64, order: Placed, at: Timestamp) -> Self {
        Self::of_order(
            format!("reversal:{reversal_id}"),
            Source::Reversal(reversal_id),
            order,
            at,
        )
    }

    /// Chargeback of an order.
    pub fn dispute(dispute_id: i64, order: Placed, at: Timestamp) -> Self {
        Self::of_order(format!("dispute:{dispute_id}"), Source::Dispute(dispute_id), order, at)
    }

    /// Outcome of an order's chargeback.
    pub fn dispute_end(dispute_id: i64, order: Placed, at: Timestamp) -> Self {
        Self::of_order(
            format!("dispute_end:{dispute_id}"),
            Source::DisputeEnd(dispute_id),
            order,
            at,
        )
    }

    /// Kiosk sale at `location_id` with its own tender.
    pub fn kiosk_sale(sale_id: i64, location_id: i64, at: Timestamp) -> Self {
        Self {
            location_id: Some(location_id),
            ..Self::of_none(format!("kiosk_sale:{sale_id}"), Source::KioskSale(sale_id), at)
        }
    }

    /// Hold on a gift card by a terminal.
    pub fn hold(hold_id: &str, at: Timestamp) -> Self {
        Self::of_none(format!("hold:{hold_id}"), Source::Hold(hold_id.to_owned()), at)
    }

    /// Staff adjustment of a gift card, by its transaction.
    pub fn adjustment(movement_id: i64, at: Timestamp) -> Self {
        Self::of_none(format!("adjustment:{movement_id}"), Source::Adjustment(movement_id), at)
    }

    const fn of_order(text: String, source: Source, order: Placed, at: Timestamp) -> Self {
        Self {
            text,
            source,
            order_id: Some(order.id),
            location_id: order.location_id,
            at,
        }
    }

    const fn of_none(text: String, source: Source, at: Timestamp) -> Self {
        Self {
            text,
            source,
            order_id: None,
            location_id: None,
            at,
        }
    }

    /// Booking time.
    pub const fn at(&self) -> Timestamp {
        self.at
    }
}

/// Whether anything was booked.
pub async fn has_entries(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    store::has_entries(db).await
}

/// Posts `amounts` to a transaction, within the database transaction of the event. Zero amounts are skipped.
///
/// # Errors
/// The query fails, or there are no keys to seal the entries.
pub async fn post(
    db: &mut TenantWrite,
    transaction: &Transaction,
    amounts: &[(Account, i64)],
) -> Result<(), sqlx::Error> {
    let mut sealer = Sealer::open(db).await?;
    for (account, amount) in amounts.iter().filter(|(_, amount)| *amount != 0) {
        let entry = Entry {
            account: *account,
            text: account.text(),
            amount: *amount,
            transaction,
        };
        let seal = sealer.seal(&entry.sealed());
        store::insert(db, &entry, seal.as_ref().map(<[u8; 32]>::as_slice)).await?;
    }
    Ok(())
}

/// An amount in an account.
struct Entry<'a> {
    account: Account,
    /// Account in the format of the previous build.
    text: String,
    /// Minor units.
    amount: i64,
    transaction: &'a Transaction,
}

impl Entry<'_> {
    fn sealed(&self) -> Sealed<'_> {
        let source = &self.transaction.source;
        let number = source.number().map(|id| id.to_string());
        Sealed {
            txn_id: &self.transaction.text,
            account: &self.text,
            account_kind: Some(self.account.kind()),
            account_id: self.account.id(),
            source_kind: Some(source.kind()),
            source_id: number.or_else(|| source.hold().map(str::to_owned)),
            amount: self.amount,
            order_id: self.transaction.order_id,
            location_id: self.transaction.location_id,
            at: self.transaction.at.as_millisecond(),
        }
    }
}
