//! The mails of a paid order, once more: its receipt, the numbers of its gift cards, and its gifts, each to its recipient.

use platform::db::TenantWrite;
use platform::http::{Answer, ApiError, Envelope, Query};
use serde::Deserialize;
use utoipa::IntoParams;

use super::error::CheckoutError;
use super::jobs;
use super::rules::Order;
use super::store::{lines, orders};
use crate::catalog::ProductType;
use crate::fields::email_key;
use crate::http::Person;
use crate::identity;
use crate::notifications::allowance::{self, Asked};
use crate::tenant::Tenant;
use crate::{gift_cards, gifts};

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResendQuery {
    trans_record_id: String,
}

/// Resend the mails of a paid order
///
/// The receipt and gift-card numbers go to the buyer, gifts to their recipients.
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

/// Enqueues the mails of a paid order once more. What was refunded is not mailed.
///
/// # Errors
/// [`CheckoutError::NotFound`] for an order that is not paid, [`CheckoutError::TooManyMails`] when its buyer got too many of them.
pub(super) async fn send_again(
    db: &mut TenantWrite,
    tenant: &Tenant,
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
