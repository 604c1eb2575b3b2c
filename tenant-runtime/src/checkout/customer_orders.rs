//! Orders for their customers: results, purchases, resent emails and shipping addresses.

use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope, Path, Query};
use serde::Deserialize;
use utoipa::IntoParams;

use super::error::CheckoutError;
use super::rules::Order;
use super::rules::entries::Address;
use super::store::{lines, orders, shipping};
use super::{OrderResult, Purchase, ShippingAddress, jobs, rules};
use crate::catalog::ProductType;
use crate::domain::Objection;
use crate::error::Fault;
use crate::fields::email_key;
use crate::http::Person;
use crate::language::Locale;
use crate::notifications::allowance::{self, Asked};
use crate::tenant::{Tenant, TenantContext};
use crate::{clubs, gift_cards, gifts, identity};

/// Get the result of an order
#[utoipa::path(get, path = "/orders/{transRecordId}", tag = "checkout",
    params(("transRecordId" = String, Path)), responses((status = 200, body = Envelope<OrderResult>)))]
pub(super) async fn get_order(
    tenant: Tenant,
    person: Person,
    locale: Locale,
    Path(id): Path<String>,
) -> Result<Answer<OrderResult>, ApiError> {
    let mut db = tenant.read().await?;
    let order = orders::find_order(&mut db, &id, person.id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    Ok(Answer(order.result(&locale)))
}

/// List paid orders, newest first
///
/// Without orders for clubs that never started.
#[utoipa::path(get, path = "/users/purchases", tag = "checkout",
    responses((status = 200, body = Envelope<Vec<Purchase>>)))]
pub(super) async fn list_purchases(tenant: Tenant, person: Person) -> Result<Answer<Vec<Purchase>>, ApiError> {
    let mut db = tenant.read().await?;
    let mut purchases = purchases_of(&mut db, person.id).await?;
    for chosen in lines::chosen_clubs(&mut db, person.id).await? {
        if clubs::was_dropped(&mut db, chosen.line_id).await? {
            purchases.retain(|purchase| purchase.trans_record_id != chosen.trans_record_id);
        }
    }
    Ok(Answer(purchases))
}

/// Paid orders of a customer, newest first.
pub async fn purchases_of(db: &mut TenantRead, customer_id: i64) -> Result<Vec<Purchase>, sqlx::Error> {
    let mut purchases = Vec::new();
    for order in orders::paid_orders(db, customer_id).await? {
        let orders::Amounts {
            subtotal,
            discount,
            credit,
            taxes,
            currency,
        } = orders::amounts(db, order.id).await?;
        let saved = lines::saved_taxes(db, order.id).await?;
        purchases.push(Purchase {
            currency,
            subtotal,
            discount,
            credit,
            discount_taxes: saved.discount,
            credit_taxes: saved.credit,
            taxes,
            state: order.state.into_str(),
            purchase_date: order.created_at,
            total: order.total,
            order_number: rules::order_number(order.id),
            purchased_products: lines::purchased_products(db, order.id).await?,
            trans_record_id: order.trans_record_id,
        });
    }
    Ok(purchases)
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResendQuery {
    trans_record_id: String,
}

/// Resend the emails of a paid order
///
/// The receipt and gift card numbers go to the buyer; gifts go to their recipients.
#[utoipa::path(get, path = "/users/purchases/resend", tag = "checkout", params(ResendQuery),
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn resend_purchase(
    tenant: Tenant,
    person: Person,
    Query(query): Query<ResendQuery>,
) -> Result<Answer<bool>, ApiError> {
    let mut db = tenant.write().await?;
    let order = orders::find_order(&mut db, &query.trans_record_id, person.id).await?;
    send_again(&mut db, &tenant, order).await?;
    db.commit().await?;
    Ok(Answer(true))
}

/// Enqueues the emails of a paid order again, except for refunded items.
///
/// # Errors
/// [`CheckoutError::NotFound`] if the order isn't paid, [`CheckoutError::TooManyMails`] if its buyer has received too
/// many.
pub(super) async fn send_again(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    order: Option<Order>,
) -> Result<Order, CheckoutError> {
    let order = order
        .filter(|order| order.state.was_paid())
        .ok_or(CheckoutError::NotFound)?;
    // Of a deleted account nothing but its gifts is left to be sent.
    if let Some(account) = identity::find_account(db, order.customer_id).await? {
        let email_key = email_key(&account.email);
        allowance::take(db, tenant, Asked::Again, &email_key).await??;
    }
    let now = tenant.now();
    jobs::enqueue_receipt(db, order.id, now).await?;
    for line in lines::of_order(db, order.id).await? {
        if line.gift.is_some() {
            gifts::mail_again(db, line.id, now).await?;
        } else if line.product_type == ProductType::GiftCard {
            gift_cards::enqueue_mail_again(db, now, line.id).await?;
        }
    }
    Ok(order)
}

impl From<Address> for ShippingAddress {
    fn from(address: Address) -> Self {
        Self {
            first: address.first,
            last: address.last,
            address1: address.address1,
            address2: address.address2,
            city: address.city,
            state: address.state,
            zip_code: address.zip_code,
            use_home: None,
            is_home: Some(address.is_home),
            addressed_to: address.addressed_to,
        }
    }
}

/// Get the caller's shipping address
///
/// The home address, otherwise the last one used, or null. Shipping elsewhere doesn't change the home
/// address.
#[utoipa::path(get, path = "/users/shipping-address", tag = "checkout",
    responses((status = 200, body = Envelope<Option<ShippingAddress>>)))]
pub(super) async fn get_shipping_address(
    tenant: Tenant,
    person: Person,
) -> Result<Answer<Option<ShippingAddress>>, ApiError> {
    let address = shipping::home_or_latest_address(&mut tenant.read().await?, person.id).await?;
    Ok(Answer(address.map(ShippingAddress::from)))
}

/// All addresses of a customer, newest first.
pub async fn addresses_of(db: &mut TenantRead, customer_id: i64) -> Result<Vec<ShippingAddress>, sqlx::Error> {
    let found = shipping::addresses_of_customer(db, customer_id).await?;
    Ok(found.into_iter().map(ShippingAddress::from).collect())
}

/// Whether goods bought by a customer aren't shipped yet.
pub async fn has_goods_to_send(db: &mut TenantRead, customer_id: i64) -> Result<bool, sqlx::Error> {
    shipping::waits_for_goods(db, customer_id).await
}

/// Reason that prevents deleting an account now: a payment that isn't settled.
pub async fn objection(db: &mut TenantRead, customer_id: i64) -> Result<Option<Objection>, Fault> {
    let is_pending = orders::has_blocking_order(db, customer_id).await?;
    Ok(is_pending.then_some(Objection::PaymentPending))
}
