//! Orders at a kiosk, with a token that charges the customer's card on file.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use platform::db::{TenantRead, TenantWrite};
use platform::money::Currency;

use super::charge::Charge;
use super::jobs;
use super::rules::{KioskLine, OrderState, Origin, new_record_id};
use super::store::lines;
use super::store::orders::{self, NewOrder};
use super::wire::{Quote, Requires};
use crate::error::Fault;
use crate::payments::SiteProcessor;
use crate::tenant::TenantContext;

/// Purchase at a kiosk.
#[derive(Clone, Copy, Debug)]
pub struct KioskOrder<'a> {
    pub customer_id: i64,
    pub location_id: i64,
    pub lines: &'a [KioskLine],
    /// Of the kiosk's request.
    pub fingerprint: &'a [u8; 32],
}

/// A recorded kiosk order, to be charged once after the commit.
pub struct BegunAtKiosk {
    pub order_id: i64,
    pub charge: Box<Charge>,
}

/// Stores a kiosk's order and payment within the transaction `db`. `None`: the customer has no chargeable card.
/// `processor`: loaded before the transaction.
pub async fn begin_at_kiosk(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    processor: &Arc<SiteProcessor>,
    currency: Currency,
    new: KioskOrder<'_>,
) -> Result<Option<BegunAtKiosk>, Fault> {
    let now = tenant.now();
    let subtotal = new.lines.iter().map(|line| line.price).sum();
    let taxes = new.lines.iter().map(|line| line.taxes).sum();
    let quote = Quote {
        lines: Vec::new(),
        credit: None,
        discount: None,
        discount_item_id: None,
        subtotal,
        taxes,
        total: subtotal + taxes,
        currency: currency.code().to_owned(),
        requires: Requires::default(),
    };
    let order = NewOrder {
        trans_record_id: new_record_id(&*tenant.runtime.random),
        customer_id: new.customer_id,
        origin: Origin::Kiosk,
        location_id: Some(new.location_id),
        quote: &quote,
        fingerprint: new.fingerprint,
        has_key: false,
        accepted_terms: None,
        discount_item_id: None,
        now,
    };
    let order = orders::insert_order(db, &order).await?;
    for line in new.lines {
        lines::insert_of_kiosk(db, order.id, line).await?;
    }
    let charge = Charge::intend(db, tenant, (processor, currency), &order, None).await?;
    Ok(charge.map(|charge| BegunAtKiosk {
        order_id: order.id,
        charge,
    }))
}

/// Status of a kiosk order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KioskOrderState {
    /// Its request is waiting for the processor.
    UnderWay,
    /// It is unknown whether it was paid.
    Unknown,
    Declined,
    Paid,
    /// It was paid and completely refunded.
    GivenBack,
}

/// A kiosk order with its status.
#[derive(Clone, Debug)]
pub struct AtKiosk {
    pub state: KioskOrderState,
    pub trans_record_id: String,
    /// Order number.
    pub number: String,
    /// Minor units.
    pub total: i64,
    /// Authorization code or decline reason.
    pub code: String,
}

/// Status of the kiosk order `id` at `now`.
pub async fn at_kiosk(db: &mut TenantRead, id: i64, now: Timestamp) -> Result<AtKiosk, Fault> {
    let order = orders::find_order_by_id(db, id).await?;
    let order = order.ok_or_else(|| Fault::internal("a kiosk's order is missing"))?;
    let state = match order.state {
        _ if order.is_under_way(now) => KioskOrderState::UnderWay,
        OrderState::Pending | OrderState::Unknown | OrderState::Flagged => KioskOrderState::Unknown,
        OrderState::Failed => KioskOrderState::Declined,
        OrderState::Paid | OrderState::PartiallyRefunded => KioskOrderState::Paid,
        OrderState::Refunded | OrderState::Voided => KioskOrderState::GivenBack,
    };
    Ok(AtKiosk {
        state,
        number: order.number(),
        trans_record_id: order.trans_record_id,
        total: order.total,
        code: order.code,
    })
}

/// Refunds a paid kiosk order completely, after the transaction `db` is committed.
pub async fn give_back(db: &mut TenantWrite, order_id: i64, now: Timestamp) -> Result<(), sqlx::Error> {
    jobs::enqueue_take_back(db, order_id, now).await
}

/// Amount charged to a customer at kiosks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Charged {
    pub count: i64,
    /// Minor units.
    pub amount: i64,
}

/// Amount charged (or possibly charged) to a customer at kiosks on the local day of `now`, minus refunds.
pub async fn charged_at_kiosks(
    db: &mut TenantRead,
    customer_id: i64,
    now: Timestamp,
    time_zone: &TimeZone,
) -> Result<Charged, Fault> {
    let morning = now
        .to_zoned(time_zone.clone())
        .start_of_day()
        .map_err(Fault::internal)?;
    let since = morning.timestamp().as_millisecond();
    let (count, amount) = orders::charged_at_kiosks(db, customer_id, since).await?;
    Ok(Charged { count, amount })
}
