//! Places orders in the shop. The intent is durable before the processor is called, and nothing is created before its
//! approval. An order whose response was lost is found by its key.

use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope, Json};
use platform::idempotency::Keep;
use serde::Deserialize;
use utoipa::ToSchema;

use super::charge::{Charge, settle};
use super::error::CheckoutError;
use super::quote::{Priced, price, read_entries};
use super::rules::cart::Refusal;
use super::rules::entries::{Address, Destination};
use super::rules::price::PricedUnit;
use super::rules::{Order, OrderState, Origin, SAME_BODY_WITHIN, new_record_id, terms_version};
use super::store::club_orders;
use super::store::lines::{self, CARD_NUMBER, CARD_PLACE, NewLine, SealedCard};
use super::store::orders::{self, NewOrder};
use super::store::shipping;
use super::{OrderBody, OrderResult, effects, jobs};
use crate::catalog::{self, ProductType};
use crate::error::Fault;
use crate::gift_cards::rules::parse_number;
use crate::http::{Idempotency, IdempotentJson, Person, carry_through};
use crate::language::{Formats, Locale};
use crate::payments::processor::{Decline, Initiator};
use crate::tenant::{Tenant, TenantContext};
use crate::{clubs, identity, payments, site, wallet};

/// Place an order
///
/// Repeated with the same `Idempotency-Key`, it charges nothing and returns the result of the first request. `RequestRefused`
/// and `RequestTurnedAway` list what an error says about an earlier request with the same key.
#[utoipa::path(post, path = "/orders", tag = "checkout", request_body = OrderBody,
    responses((status = 200, body = Envelope<OrderResult>)))]
pub(super) async fn place_order(
    tenant: Tenant,
    person: Person,
    locale: Locale,
    request: IdempotentJson<OrderBody>,
) -> Result<Response, ApiError> {
    let runtime = Arc::clone(&tenant.runtime);
    let purchase = async move {
        let order = match intend(&tenant, &person, &locale, &request.value, &request.idempotency).await? {
            Intent::Earlier(order) if order.is_under_way(tenant.now()) => return Err(CheckoutError::InProgress),
            Intent::Earlier(order) => order,
            Intent::Free(order) => settle(&tenant, &order, None).await?.order,
            Intent::Charge(charge) => charge.carry_out(&tenant).await,
        };
        answer(&order, &locale)
    };
    Ok(Answer(carry_through(&runtime, purchase).await?).into_response())
}

/// Interpretation of a purchase request.
enum Intent {
    /// It repeats an earlier one.
    Earlier(Order),
    /// A new order without anything to pay.
    Free(Order),
    /// A new order to be charged.
    Charge(Box<Charge>),
}

/// Writes the order and its payment down in one transaction with the idempotency key.
async fn intend(
    tenant: &Tenant,
    person: &Person,
    locale: &Locale,
    body: &OrderBody,
    idempotency: &Idempotency,
) -> Result<Intent, CheckoutError> {
    let now = tenant.now();
    let config = site::saved_config(tenant).await?;
    let currency = config.config.currency;
    let formats = Formats::new(locale.clone(), &config.config.country, currency);
    let entries = read_entries(body, &config.config.country);
    let processor = payments::processor_of(tenant).await;
    let moment = wallet::moment(tenant).await?;
    let mut db = tenant.write().await?;
    if let Some(earlier) = earlier(&mut db, person, idempotency, now).await? {
        return Ok(Intent::Earlier(earlier));
    }
    if orders::has_blocking_order(&mut db, person.id).await? {
        return Err(CheckoutError::PaymentPending);
    }
    let priced = price(&mut db, tenant, person, body.location_id, entries?, &formats, moment).await?;
    let terms = requirements(&mut db, &priced, body.accepted_terms).await?;
    if priced.has_club() && first_month_is_pending(&mut db, person.id).await? {
        return Err(CheckoutError::PaymentPending);
    }
    let total = priced.quote.total;
    if body.expected_total.is_some_and(|expected| expected != total) {
        return Err(CheckoutError::PriceChanged);
    }
    let order = write_order(&mut db, tenant, person, &priced, terms, idempotency).await?;
    let intent = if total == 0 {
        // A member has a card from the beginning, even if the first month is free: the second is charged to it.
        if priced.has_club() {
            let processor = processor?;
            let initiator = Initiator::Customer;
            if !payments::has_chargeable_card(&mut db, tenant, &processor, person.id, initiator).await? {
                return Err(CheckoutError::CardRequired);
            }
        }
        jobs::enqueue_sweep(&mut db, order.id, now).await?;
        Intent::Free(order.clone())
    } else {
        let purchase = paid_for(&mut db, person, idempotency).await?;
        let charge = Charge::intend(&mut db, tenant, (&processor?, currency), &order, purchase.as_deref()).await?;
        Intent::Charge(charge.ok_or(CheckoutError::CardRequired)?)
    };
    // The key leads to the order, whose row has the current result.
    idempotency.finish(&mut db, &order.trans_record_id).await?;
    db.commit().await?;
    Ok(intent)
}

/// Whether another account of the same person is about to pay the first month's price of a club: a price that is paid once.
async fn first_month_is_pending(db: &mut TenantRead, customer_id: i64) -> Result<bool, sqlx::Error> {
    if clubs::was_ever_member(db, customer_id).await? {
        return Ok(false);
    }
    for account in identity::accounts_of_person(db, customer_id).await? {
        if club_orders::has_open_club_order(db, account).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Identifies a purchase by its customer's address and its key. Customer IDs start over in a restored file. `None`:
/// without a key, purchases can't be distinguished.
async fn paid_for(
    db: &mut TenantRead,
    person: &Person,
    idempotency: &Idempotency,
) -> Result<Option<String>, sqlx::Error> {
    let Some(key) = idempotency.key() else { return Ok(None) };
    let account = identity::find_account(db, person.id).await?;
    Ok(account.map(|account| format!("shop/{}/{key}", account.email.to_lowercase())))
}

async fn earlier(
    db: &mut TenantWrite,
    person: &Person,
    idempotency: &Idempotency,
    now: Timestamp,
) -> Result<Option<Order>, CheckoutError> {
    if let Some(stored) = idempotency.claim(db, now, Keep::ForGood).await? {
        return Ok(Some(order_of_key(db, &stored, person).await?));
    }
    if idempotency.has_key() {
        return Ok(None);
    }
    let since = now - SAME_BODY_WITHIN;
    Ok(orders::find_same_body(db, person.id, &idempotency.fingerprint, since.as_millisecond()).await?)
}

/// Order in the stored response of an idempotency key.
///
/// # Errors
/// There is no such order, or the database refuses.
async fn order_of_key(db: &mut TenantRead, stored: &str, person: &Person) -> Result<Order, Fault> {
    let id: String = serde_json::from_str(stored).map_err(Fault::internal)?;
    let order = orders::find_order(db, &id, person.id).await?;
    order.ok_or_else(|| Fault::internal("no order for an idempotency key"))
}

/// Response to a purchase.
///
/// # Errors
/// [`CheckoutError::ProcessorUnreachable`] when nothing was charged for that reason.
fn answer(order: &Order, locale: &Locale) -> Result<OrderResult, CheckoutError> {
    if order.state == OrderState::Failed && order.code == Decline::UNREACHABLE {
        return Err(CheckoutError::ProcessorUnreachable);
    }
    Ok(order.result(locale))
}

/// Order whose response was lost.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Withdrawal {
    /// `Idempotency-Key` of the order.
    #[schema(min_length = 1, max_length = 128)]
    key: String,
}

/// Look up or withdraw an order by its idempotency key
///
/// Returns the result of the order with this `Idempotency-Key`. `null` means that no order exists and none will: later
/// requests with the key return `key_reused`.
#[utoipa::path(post, path = "/orders/withdrawal", tag = "checkout", request_body = Withdrawal,
    responses((status = 200, body = Envelope<Option<OrderResult>>)))]
pub(super) async fn withdraw_order(
    tenant: Tenant,
    person: Person,
    locale: Locale,
    Json(withdrawal): Json<Withdrawal>,
) -> Result<Answer<Option<OrderResult>>, ApiError> {
    let key = Idempotency::of_earlier("/orders", &person, withdrawal.key)?;
    let mut db = tenant.write().await?;
    let Some(stored) = key.retire(&mut db, tenant.now()).await? else {
        db.commit().await?;
        return Ok(Answer(None));
    };
    let order = order_of_key(&mut db, &stored, &person).await?;
    Ok(Answer(Some(order.result(&locale))))
}

/// The terms that a customer accepts with an order.
struct AcceptedTerms {
    version: String,
    body: String,
}

/// Checks that `priced` has everything its order needs. Returns the accepted club terms, if any.
///
/// # Errors
/// [`CheckoutError::VehicleRequired`], [`CheckoutError::TermsRequired`] or [`CheckoutError::AddressRequired`].
async fn requirements(
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
        version: terms_version(&body),
        body,
    }))
}

fn lacks_address(unit: &PricedUnit) -> bool {
    unit.listing.product_type.is_fulfillable() && !matches!(unit.unit.destination, Some(Destination::To(_)))
}

/// Stores the order with its lines and deducts the stock.
///
/// # Errors
/// [`Refusal::SoldOut`] if someone else was faster.
async fn write_order(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    person: &Person,
    priced: &Priced,
    terms: Option<AcceptedTerms>,
    idempotency: &Idempotency,
) -> Result<Order, CheckoutError> {
    let now = tenant.now();
    if let Some(terms) = &terms {
        orders::keep_terms(db, &terms.version, &terms.body, now).await?;
    }
    let new = NewOrder {
        trans_record_id: new_record_id(&*tenant.runtime.random),
        customer_id: person.id,
        origin: Origin::Shop,
        location_id: priced.location,
        quote: &priced.quote,
        fingerprint: &idempotency.fingerprint,
        has_key: idempotency.has_key(),
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

fn sealed_card(tenant: &TenantContext, unit: &PricedUnit) -> Option<SealedCard> {
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
    tenant: &TenantContext,
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
    let id = shipping::insert_address(db, person.id, address, tenant.now().as_millisecond()).await?;
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
