//! Writing an order down: what it needs beyond a price, its lines, its addresses and the pieces it takes from the stock.

use platform::db::{TenantRead, TenantWrite};
use platform::keys::Purpose;

use super::effects;
use super::error::CheckoutError;
use super::quote::Priced;
use super::rules::cart::Refusal;
use super::rules::entries::{Address, Destination};
use super::rules::{self, Order, Origin, PricedUnit};
use super::store::addresses;
use super::store::lines::{self, NewLine, SealedCard};
use super::store::orders::{self, NewOrder};
use crate::catalog::{self, ProductType};
use crate::gift_cards::rules::parse_number;
use crate::http::Person;
use crate::site;
use crate::tenant::Tenant;

/// For the number of a gift card between its order and its reload.
pub(super) const CARD_NUMBER: Purpose = Purpose("checkout-card-number");
/// What a sealed number is bound to.
pub(super) const CARD_PLACE: &str = "checkout_order_lines/card";

/// The terms that a customer accepts with an order.
pub(super) struct AcceptedTerms {
    version: String,
    body: String,
}

/// Whether `priced` has all that its order needs; answers the club's terms where they are accepted with it.
///
/// # Errors
/// [`CheckoutError::VehicleRequired`], [`CheckoutError::TermsRequired`] or [`CheckoutError::AddressRequired`].
pub(super) async fn requirements(
    db: &mut TenantRead,
    priced: &Priced,
    accepted_terms: Option<bool>,
) -> Result<Option<AcceptedTerms>, CheckoutError> {
    let requires = priced.quote.requires;
    if requires.vehicle {
        return Err(CheckoutError::VehicleRequired);
    }
    if requires.terms && accepted_terms != Some(true) {
        return Err(CheckoutError::TermsRequired);
    }
    if priced.units.iter().any(lacks_address) {
        return Err(CheckoutError::AddressRequired);
    }
    if !requires.terms {
        return Ok(None);
    }
    let body = site::wash_club_terms(db).await?;
    Ok(Some(AcceptedTerms {
        version: rules::terms_version(&body),
        body,
    }))
}

fn lacks_address(unit: &PricedUnit) -> bool {
    unit.listing.product_type.is_fulfillable() && !matches!(unit.unit.destination, Some(Destination::To(_)))
}

/// Writes the order with its lines, and takes what it needs out of the stock.
///
/// # Errors
/// [`Refusal::SoldOut`] when others were faster.
pub(super) async fn order(
    db: &mut TenantWrite,
    tenant: &Tenant,
    person: &Person,
    priced: &Priced,
    terms: Option<AcceptedTerms>,
    fingerprint: &[u8; 32],
) -> Result<Order, CheckoutError> {
    let now = tenant.now();
    if let Some(terms) = &terms {
        orders::keep_terms(db, &terms.version, &terms.body, now).await?;
    }
    let new = NewOrder {
        trans_record_id: new_record_id(tenant),
        customer_id: person.id,
        origin: Origin::Shop,
        location_id: priced.location,
        quote: &priced.quote,
        fingerprint,
        accepted_terms: terms.as_ref().map(|terms| terms.version.as_str()),
        discount_item_id: priced.discount_item_id,
        now,
    };
    let order = orders::insert_order(db, &new).await?;
    effects::hold_discount(db, &order).await?;
    let mut known = Vec::new();
    for unit in &priced.units {
        let line = NewLine {
            unit,
            card: sealed_card(tenant, unit),
            address_id: address_id(db, tenant, person, unit, &mut known).await?,
            stock_taken: take_stock(db, unit).await?,
        };
        lines::insert(db, order.id, &line).await?;
    }
    Ok(order)
}

/// What an order is called in addresses and to clients.
pub(super) fn new_record_id(tenant: &Tenant) -> String {
    tenant.runtime.random.string("0123456789abcdefghjkmnpqrstvwxyz", 20)
}

fn sealed_card(tenant: &Tenant, unit: &PricedUnit) -> Option<SealedCard> {
    let entered = unit.unit.card_number.as_deref();
    let recharge = unit.listing.product_type == ProductType::GiftCardRecharge;
    let number = entered
        .filter(|_| recharge)
        .and_then(|entered| parse_number(entered).ok())?;
    Some(SealedCard {
        sealed: tenant.keys().seal(CARD_NUMBER, CARD_PLACE, number.as_bytes()),
        last_four: number[number.len().saturating_sub(4)..].to_owned(),
    })
}

/// Each address of an order is written once.
async fn address_id<'a>(
    db: &mut TenantWrite,
    tenant: &Tenant,
    person: &Person,
    unit: &'a PricedUnit,
    known: &mut Vec<(&'a Address, i64)>,
) -> Result<Option<i64>, sqlx::Error> {
    let Some(Destination::To(address)) = &unit.unit.destination else {
        return Ok(None);
    };
    if let Some((_, id)) = known.iter().find(|(other, _)| *other == address) {
        return Ok(Some(*id));
    }
    let id = addresses::insert(db, person.id, address, tenant.now().as_millisecond()).await?;
    known.push((address, id));
    Ok(Some(id))
}

async fn take_stock(db: &mut TenantWrite, unit: &PricedUnit) -> Result<bool, CheckoutError> {
    if unit.listing.stock.is_none() {
        return Ok(false);
    }
    if catalog::take_piece(db, unit.listing.id).await? {
        return Ok(true);
    }
    let name = unit.listing.name.clone();
    Err(Refusal::SoldOut { name, left: 0 }.into())
}
