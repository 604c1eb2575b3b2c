//! Placing an order: the intent is durable before the processor is called, and nothing is created before it approves.

use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::http::{Answer, ApiError, Envelope};
use platform::idempotency::Keep;

use super::error::CheckoutError;
use super::quote::{price, read_entries};
use super::rules::{Order, SAME_BODY_WITHIN};
use super::settle::settle;
use super::store::orders;
use super::written::settle_for_sure;
use super::{OrderBody, OrderResult, jobs, status, write};
use crate::http::Person;
use crate::http::{Idempotency, IdempotentJson, carry_through};
use crate::language::{Formats, Locale};
use crate::payments::processor::Initiator;
use crate::payments::{self, Initiated, NewPayment};
use crate::tenant::Tenant;
use crate::{site, wallet};

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
    let (order, initiated) = match intend(&tenant, &person, &locale, &body, &idempotency).await? {
        Intent::Earlier(order) if order.is_under_way(tenant.now()) => {
            return Err(CheckoutError::InProgress);
        }
        Intent::Earlier(order) => return status::answer(&order, &locale),
        Intent::New { order, initiated } => (order, initiated),
    };
    let settled = match initiated {
        None => settle(&tenant, &order, None).await?,
        Some(initiated) => {
            let reference = initiated.reference().to_owned();
            let outcome = payments::charge(initiated).await;
            settle_for_sure(&tenant, &order, &reference, outcome).await
        }
    };
    status::answer(&settled, &locale)
}

/// What a request for a purchase turns out to be.
enum Intent {
    /// It repeats an earlier one.
    Earlier(Order),
    New {
        order: Order,
        /// `None`: there is nothing to pay.
        initiated: Option<Initiated>,
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
    let total = priced.quote.total;
    if body.expected_total.is_some_and(|expected| expected != total) {
        return Err(CheckoutError::PriceChanged);
    }
    let order = write::order(&mut db, tenant, person, &priced, terms, &idempotency.fingerprint).await?;
    let initiated = if total == 0 {
        // A member has a card from the beginning, even if the first month is free: the second is charged to it.
        if priced.has_club() && !payments::has_chargeable_card(&mut db, tenant, &*processor?, person.id).await? {
            return Err(CheckoutError::CardRequired);
        }
        None
    } else {
        let payment = NewPayment {
            order_id: order.id,
            customer_id: person.id,
            amount: total,
            currency,
            initiator: Initiator::Customer,
        };
        let initiated = payments::initiate(&mut db, tenant, &processor?, payment).await?;
        Some(initiated.ok_or(CheckoutError::CardRequired)?)
    };
    jobs::enqueue_sweep(&mut db, order.id, now).await?;
    // The key leads to the order, whose row knows the answer of any later moment.
    idempotency.finish(&mut db, &order.trans_record_id).await?;
    if idempotency.has_key() {
        orders::set_has_key(&mut db, order.id).await?;
    }
    db.commit().await?;
    Ok(Intent::New { order, initiated })
}

async fn earlier(
    db: &mut TenantWrite,
    person: &Person,
    idempotency: &Idempotency,
    now: Timestamp,
) -> Result<Option<Order>, CheckoutError> {
    if let Some(stored) = idempotency.claim(db, now, Keep::ForGood).await? {
        return Ok(Some(status::order_of_key(db, &stored, person).await?));
    }
    if idempotency.has_key() {
        return Ok(None);
    }
    let since = now - SAME_BODY_WITHIN;
    Ok(orders::find_same_body(db, person.id, &idempotency.fingerprint, since.as_millisecond()).await?)
}
