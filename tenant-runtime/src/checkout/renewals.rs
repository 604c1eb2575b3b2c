//! Orders that aren't placed by a customer: further months of a club.

use std::sync::Arc;

use platform::db::{TenantRead, TenantWrite};
use platform::money::Currency;

use super::charge::Charge;
use super::rules::entries::Unit;
use super::rules::price::{PricedUnit, quote};
use super::rules::{Origin, new_record_id};
use super::store::lines::{self, NewLine, orders_of_lines};
use super::store::orders::{self, NewOrder};
use crate::catalog::tax::Price;
use crate::catalog::{self, Listing, UseLimit};
use crate::error::Fault;
use crate::payments::processor::Initiator;
use crate::payments::{self, SiteProcessor};
use crate::tenant::TenantContext;
use crate::{clubs, identity};

/// Renewal of a club on the terms of its sale.
#[derive(Clone, Copy, Debug)]
pub struct Renewal<'a> {
    pub membership_id: i64,
    /// Number of the month, from 1.
    pub month: i64,
    pub customer_id: i64,
    pub product_id: i64,
    pub name: &'a str,
    pub price: Price,
    pub use_limit: Option<UseLimit>,
    /// Empty for all locations.
    pub locations: &'a [i64],
    /// Names of the washes that it includes.
    pub washes: &'a [String],
}

/// Result of a renewal.
pub enum Renewing {
    /// Nothing to pay, so there is no order.
    Free,
    /// The customer has no chargeable card, so there is no order.
    NoCard,
    /// The site has no payment processor, so there is no order.
    NoProcessor,
    /// Its order is recorded, to be charged once after the commit. Events of this domain report the result.
    Begun { order_line_id: i64, charge: Box<Charge> },
}

/// Stores a renewal's order and payment within the transaction `db`. `processor`: looked up before the transaction.
pub async fn begin_renewal(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    processor: Option<&Arc<SiteProcessor>>,
    currency: Currency,
    renewal: Renewal<'_>,
) -> Result<Renewing, Fault> {
    let now = tenant.now();
    let listing = catalog::find(db, renewal.product_id).await?;
    let listing = Listing {
        name: renewal.name.to_owned(),
        price: renewal.price,
        signup_price: None,
        use_limit: renewal.use_limit,
        locations: renewal.locations.to_vec(),
        washes: renewal.washes.to_vec(),
        ..listing.ok_or_else(|| Fault::internal("a club's product is missing"))?
    };
    let home = identity::find_account(db, renewal.customer_id).await?;
    let home = home.and_then(|account| account.home_location_id);
    let location_id = catalog::pricing_location(db, None, home).await?;
    let rate = catalog::tax_rate(db, location_id, &listing.tax_class).await?;
    let unit = Unit {
        product_id: listing.id,
        gift: None,
        card_number: None,
        destination: None,
    };
    let units = [PricedUnit::new(unit, listing, rate, true)];
    let quote = quote(&units, (None, None), currency, false).ok_or_else(|| Fault::internal("a month has no price"))?;
    if quote.total == 0 {
        return Ok(Renewing::Free);
    }
    let Some(processor) = processor else {
        return Ok(Renewing::NoProcessor);
    };
    let has_card =
        payments::has_chargeable_card(db, tenant, processor, renewal.customer_id, Initiator::Recurring).await?;
    if !has_card {
        return Ok(Renewing::NoCard);
    }
    let new = NewOrder {
        trans_record_id: new_record_id(&*tenant.runtime.random),
        customer_id: renewal.customer_id,
        origin: Origin::Renewal,
        location_id,
        quote: &quote,
        // Of no request.
        fingerprint: &[0; 32],
        has_key: false,
        accepted_terms: None,
        discount_item_id: None,
        now,
    };
    let order = orders::insert_order(db, &new).await?;
    orders::set_membership(db, order.id, renewal.membership_id).await?;
    let [unit] = &units;
    let line = NewLine {
        unit,
        card: None,
        address_id: None,
        stock_taken: false,
    };
    let order_line_id = lines::insert(db, order.id, &line).await?;
    let month = paid_for(db, renewal.membership_id, renewal.month).await?;
    let charge = Charge::intend(db, tenant, (processor, currency), &order, Some(&month)).await?;
    let charge = charge.ok_or_else(|| Fault::internal("a card is missing"))?;
    Ok(Renewing::Begun { order_line_id, charge })
}

/// Identifies a month of a membership in the references of its charges. Membership IDs start again in a restored
/// database, so it uses the order that started the membership. A month charged late starts on another day, so it uses
/// the month's number.
///
/// # Errors
/// The membership has no order.
pub async fn paid_for(db: &mut TenantRead, membership_id: i64, month: i64) -> Result<String, Fault> {
    let line = clubs::joined_with(db, membership_id).await?;
    let joined = orders_of_lines(db, &[line]).await?;
    let (_, order) = joined
        .first()
        .ok_or_else(|| Fault::internal("a membership without its order"))?;
    Ok(format!("club/{order}/{month}"))
}
