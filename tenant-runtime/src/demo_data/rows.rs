//! Generated rows as values: a batch is written as JSON, with one statement per table.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

use crate::ledger::Sealed;

#[derive(Serialize)]
pub(super) struct CustomerRow {
    pub(super) id: i64,
    pub(super) email: String,
    pub(super) first: &'static str,
    pub(super) last: &'static str,
    pub(super) folded: String,
    pub(super) month: i64,
    pub(super) day: i64,
    pub(super) phone: String,
    pub(super) marketing: i64,
    pub(super) referral: String,
    pub(super) home: i64,
    pub(super) at: i64,
    pub(super) make: &'static str,
    pub(super) model: &'static str,
    pub(super) year: String,
    pub(super) plate: String,
    pub(super) color: &'static str,
    pub(super) blocked: Option<i64>,
}

/// Kiosks and deals of the year.
#[derive(Default)]
pub(super) struct Surroundings {
    pub(super) lanes: Vec<LaneRow>,
    pub(super) deals: Vec<DealRow>,
}

#[derive(Serialize)]
pub(super) struct LaneRow {
    pub(super) id: String,
    pub(super) location: i64,
    pub(super) at: i64,
}

#[derive(Clone, Serialize)]
pub(super) struct DealRow {
    pub(super) id: i64,
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    pub(super) award: &'static str,
    pub(super) amount: Option<i64>,
    pub(super) at: i64,
}

/// Orders and everything that follows from them.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) orders: Vec<OrderRow>,
    pub(super) lines: Vec<LineRow>,
    pub(super) payments: Vec<PaymentRow>,
    pub(super) reversals: Vec<ReversalRow>,
    pub(super) addresses: Vec<AddressRow>,
    pub(super) entries: Vec<EntryRow>,
    pub(super) items: Vec<ItemRow>,
    pub(super) claims: Vec<ClaimRow>,
    pub(super) redemptions: Vec<RedemptionRow>,
    pub(super) points: Vec<PointsRow>,
    pub(super) cards: Vec<CardRow>,
    pub(super) holds: Vec<HoldRow>,
    pub(super) movements: Vec<MovementRow>,
    pub(super) memberships: Vec<MembershipRow>,
    pub(super) periods: Vec<PeriodRow>,
    pub(super) uses: Vec<UseRow>,
    pub(super) kiosk_sales: Vec<KioskSaleRow>,
    /// Memberships to be billed, and when.
    pub(super) bills: Vec<(i64, Timestamp)>,
}

#[derive(Serialize)]
pub(super) struct OrderRow {
    pub(super) id: i64,
    pub(super) record: String,
    pub(super) customer: i64,
    pub(super) location: i64,
    pub(super) state: &'static str,
    pub(super) subtotal: i64,
    pub(super) taxes: i64,
    pub(super) code: String,
    pub(super) terms: Option<String>,
    pub(super) at: i64,
    pub(super) settled: i64,
    pub(super) origin: &'static str,
    pub(super) discount_item: Option<i64>,
    pub(super) discount: i64,
}

/// An order with its seal.
#[derive(Serialize)]
pub(super) struct SealedOrderRow<'a> {
    #[serde(flatten)]
    pub(super) order: &'a OrderRow,
    /// Hexadecimal digits.
    pub(super) seal: String,
}

#[derive(Serialize)]
pub(super) struct LineRow {
    pub(super) id: i64,
    pub(super) order: i64,
    pub(super) product: i64,
    pub(super) kind: String,
    pub(super) name: String,
    pub(super) price: i64,
    pub(super) taxes: i64,
    pub(super) rate: i64,
    pub(super) value: i64,
    pub(super) quantity: i64,
    pub(super) discount: i64,
    pub(super) monthly: Option<i64>,
    pub(super) limit: Option<i64>,
    pub(super) per: Option<String>,
    pub(super) reversal: Option<i64>,
    pub(super) refunded: i64,
    pub(super) address: Option<i64>,
    pub(super) fulfillment: Option<&'static str>,
    pub(super) carrier: Option<&'static str>,
    pub(super) tracking: Option<String>,
}

#[derive(Serialize)]
pub(super) struct AddressRow {
    pub(super) id: i64,
    pub(super) customer: i64,
    pub(super) location: i64,
    pub(super) street: String,
    pub(super) at: i64,
}

#[derive(Serialize)]
pub(super) struct PaymentRow {
    pub(super) reference: String,
    pub(super) order: i64,
    pub(super) customer: i64,
    pub(super) amount: i64,
    pub(super) refunded: i64,
    pub(super) state: &'static str,
    pub(super) code: String,
    pub(super) transaction: Option<String>,
    pub(super) initiator: &'static str,
    pub(super) decline: Option<&'static str>,
    pub(super) at: i64,
}

#[derive(Serialize)]
pub(super) struct ReversalRow {
    pub(super) id: i64,
    pub(super) order: i64,
    pub(super) amount: i64,
    pub(super) code: String,
    pub(super) at: i64,
}

#[derive(Serialize)]
pub(super) struct EntryRow {
    pub(super) txn: String,
    pub(super) account: String,
    pub(super) account_kind: &'static str,
    pub(super) account_id: Option<i64>,
    pub(super) source_kind: &'static str,
    pub(super) source_number: Option<i64>,
    pub(super) hold: Option<String>,
    pub(super) amount: i64,
    pub(super) order: Option<i64>,
    pub(super) location: Option<i64>,
    pub(super) at: i64,
}

impl EntryRow {
    pub(super) fn sealed(&self) -> Sealed<'_> {
        let number = self.source_number.map(|id| id.to_string());
        Sealed {
            txn_id: &self.txn,
            account: &self.account,
            account_kind: Some(self.account_kind),
            account_id: self.account_id,
            source_kind: Some(self.source_kind),
            source_id: number.or_else(|| self.hold.clone()),
            amount: self.amount,
            order_id: self.order,
            location_id: self.location,
            at: self.at,
        }
    }
}

/// An entry with its seal.
#[derive(Serialize)]
pub(super) struct SealedRow<'a> {
    #[serde(flatten)]
    pub(super) entry: &'a EntryRow,
    /// Hexadecimal digits.
    pub(super) seal: Option<String>,
}

#[derive(Serialize)]
pub(super) struct ItemRow {
    pub(super) id: i64,
    pub(super) customer: i64,
    pub(super) line: Option<i64>,
    pub(super) kind: &'static str,
    pub(super) name: String,
    pub(super) lookup: String,
    pub(super) sealed: String,
    pub(super) at: i64,
    pub(super) expires: Option<String>,
    pub(super) used: i64,
    pub(super) state: &'static str,
    pub(super) reversal: Option<i64>,
    pub(super) discount: Option<i64>,
}

#[derive(Serialize)]
pub(super) struct ClaimRow {
    pub(super) offer: i64,
    pub(super) customer: i64,
    pub(super) item: i64,
    pub(super) at: i64,
}

#[derive(Serialize)]
pub(super) struct RedemptionRow {
    pub(super) id: String,
    pub(super) lane: String,
    pub(super) location: i64,
    pub(super) item: Option<i64>,
    pub(super) membership: Option<i64>,
    pub(super) at: i64,
}

#[derive(Serialize)]
pub(super) struct PointsRow {
    pub(super) customer: i64,
    pub(super) kind: &'static str,
    pub(super) points: i64,
    pub(super) subject: Option<String>,
    pub(super) at: i64,
}

#[derive(Serialize)]
pub(super) struct CardRow {
    pub(super) id: i64,
    pub(super) lookup: String,
    pub(super) sealed: String,
    pub(super) last_four: String,
    pub(super) state: &'static str,
    pub(super) line: i64,
    pub(super) name: String,
    pub(super) buyer: i64,
    pub(super) at: i64,
}

#[derive(Serialize)]
pub(super) struct HoldRow {
    pub(super) id: String,
    pub(super) card: i64,
    pub(super) lane: String,
    pub(super) location: i64,
    pub(super) amount: i64,
    pub(super) at: i64,
}

#[derive(Serialize)]
pub(super) struct MovementRow {
    pub(super) card: i64,
    pub(super) kind: &'static str,
    pub(super) amount: i64,
    pub(super) line: Option<i64>,
    pub(super) hold: Option<String>,
    pub(super) at: i64,
}

#[derive(Serialize)]
pub(super) struct MembershipRow {
    pub(super) id: i64,
    pub(super) customer: i64,
    pub(super) line: i64,
    pub(super) product: i64,
    pub(super) name: String,
    pub(super) price: i64,
    pub(super) monthly: i64,
    pub(super) limit: Option<i64>,
    pub(super) per: Option<String>,
    pub(super) plate: String,
    pub(super) terms: String,
    pub(super) anchor: String,
    pub(super) next: String,
    pub(super) status: &'static str,
    pub(super) billing: &'static str,
    pub(super) joined: i64,
    pub(super) ended: Option<i64>,
    pub(super) reason: Option<&'static str>,
    pub(super) unpaid_since: Option<String>,
}

#[derive(Serialize)]
pub(super) struct PeriodRow {
    pub(super) membership: i64,
    pub(super) start: String,
    pub(super) end: String,
    pub(super) amount: i64,
    pub(super) state: &'static str,
    pub(super) attempts: i64,
    pub(super) again: Option<i64>,
    pub(super) line: Option<i64>,
}

#[derive(Serialize)]
pub(super) struct UseRow {
    pub(super) membership: i64,
    pub(super) day: String,
    pub(super) location: i64,
    pub(super) at: i64,
    pub(super) redemption: String,
}

#[derive(Serialize)]
pub(super) struct KioskSaleRow {
    pub(super) id: i64,
    pub(super) lane: String,
    pub(super) location: i64,
    pub(super) lines: Value,
    pub(super) amount: i64,
    pub(super) taxes: i64,
    pub(super) tender: &'static str,
    pub(super) at: i64,
}
