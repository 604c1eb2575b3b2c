//! Placing an order in the shop: the intent is durable before the processor is asked, and nothing is created before it approves.

use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope};
use platform::idempotency::Keep;

use super::charge::Charge;
use super::error::CheckoutError;
use super::quote::{price, read_entries};
use super::rules::{Order, SAME_BODY_WITHIN};
use super::settlement::settle_charge;
use super::store::orders;
use super::{OrderBody, OrderResult, customer_orders, jobs, write};
use crate::http::Person;
use crate::http::{Idempotency, IdempotentJson, carry_through};
use crate::language::{Formats, Locale};
use crate::payments;
use crate::tenant::Tenant;
use crate::{clubs, identity, site, wallet};

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
    let purchase = purchase(tenant, person, locale, request.value, request.idempotency);
    Ok(Answer(carry_through(&runtime, purchase).await?).into_response())
}

async fn purchase(
    tenant: Tenant,
    person: Person,
    locale: Locale,
    body: OrderBody,
    idempotency: Idempotency,
) -> Result<OrderResult, CheckoutError> {
    let (order, charge) = match intend(&tenant, &person, &locale, &body, &idempotency).await? {
        Intent::Earlier(order) if order.is_under_way(tenant.now()) => {
            return Err(CheckoutError::InProgress);
        }
        Intent::Earlier(order) => return customer_orders::answer(&order, &locale),
        Intent::New { order, charge } => (order, charge),
    };
    let settled = match charge {
        None => settle_charge(&tenant, &order, None).await?.order,
        Some(charge) => charge.carry_out(&tenant).await,
    };
    customer_orders::answer(&settled, &locale)
}

/// What a request for a purchase turns out to be.
enum Intent {
    /// It repeats an earlier one.
    Earlier(Order),
    New {
        order: Order,
        /// `None`: there is nothing to pay.
        charge: Option<Box<Charge>>,
    },
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
    let terms = write::requirements(&mut db, &priced, body.accepted_terms).await?;
    if priced.has_club() && first_month_is_pending(&mut db, person.id).await? {
        return Err(CheckoutError::PaymentPending);
    }
    let total = priced.quote.total;
    if body.expected_total.is_some_and(|expected| expected != total) {
        return Err(CheckoutError::PriceChanged);
    }
    let order = write::order(&mut db, tenant, person, &priced, terms, &idempotency.fingerprint).await?;
    let charge = if total == 0 {
        // A member has a card from the beginning, even if the first month is free: the second is charged to it.
        if priced.has_club() && !payments::has_chargeable_card(&mut db, tenant, &*processor?, person.id).await? {
            return Err(CheckoutError::CardRequired);
        }
        jobs::enqueue_sweep(&mut db, order.id, now).await?;
        None
    } else {
        let purchase = paid_for(&mut db, person, idempotency).await?;
        let charge = Charge::intend(&mut db, tenant, (&processor?, currency), &order, purchase.as_deref()).await?;
        Some(charge.ok_or(CheckoutError::CardRequired)?)
    };
    // The key leads to the order, whose row knows the answer of any later moment.
    idempotency.finish(&mut db, &order.trans_record_id).await?;
    if idempotency.has_key() {
        orders::set_has_key(&mut db, order.id).await?;
    }
    db.commit().await?;
    Ok(Intent::New { order, charge })
}

/// Whether another account of the same person is about to pay the first month's price of a club: a price that is paid once.
async fn first_month_is_pending(db: &mut TenantRead, customer_id: i64) -> Result<bool, sqlx::Error> {
    if clubs::was_ever_member(db, customer_id).await? {
        return Ok(false);
    }
    for account in identity::accounts_of_person(db, customer_id).await? {
        if orders::has_open_club_order(db, account).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Names a purchase by its customer's address and its key. The ids of customers begin again in a restored file. `None`: the
/// request carries no key, and nothing tells it from another purchase.
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
        return Ok(Some(customer_orders::order_of_key(db, &stored, person).await?));
    }
    if idempotency.has_key() {
        return Ok(None);
    }
    let since = now - SAME_BODY_WITHIN;
    Ok(orders::find_same_body(db, person.id, &idempotency.fingerprint, since.as_millisecond()).await?)
}
