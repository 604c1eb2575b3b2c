//! Orders as the merchant's staff see and correct them: the page of one order here, its changes in the files below.

mod acceptances;
mod list;
mod refund;
mod settlement;
mod shipment;

use jiff::Timestamp;
use platform::audit::{self, Change};
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Path};
use serde::Serialize;
use utoipa::ToSchema;

use self::list::summary_of;
use super::customer_orders::send_again;
use super::disputes::{self, OrderDispute, standing};
use super::rules::Actor;
use super::rules::reversal::{RefundDestination, RefundReason, Reversal};
use super::rules::shipment::ShipmentState;
use super::store::reversals::{self, SoldLine, sold_lines};
use super::store::{orders, shipping};
use super::wire::OrderSummary;
use super::{ShippingAddress, refund_plan, store};
use crate::catalog::ProductType;
use crate::gift_cards::Loaded;
use crate::http::{Caller, Person, Policy, Routes, limits, routes};
use crate::tenant::Tenant;
use crate::{gift_cards, payments, wallet};

pub(super) fn routes() -> Routes {
    let read = Policy::attendant(limits::READ);
    let write = Policy::manager(limits::WRITE);
    Routes::default()
        .call(
            routes!(list::list_orders),
            read.table_for(Caller::Manager).asks_for_password_for_table(),
        )
        .call(routes!(acceptances::list_acceptances), Policy::manager(limits::READ))
        .call(routes!(get_order), read)
        .call(routes!(refund::refund_lines), write.takes_idempotency_key())
        .call(routes!(refund::void_order), write.takes_idempotency_key())
        .call(routes!(settlement::settle_reversal), write)
        .call(routes!(disputes::record_dispute), write)
        .call(routes!(disputes::settle_dispute), write)
        .call(routes!(disputes::take_codes_back), write)
        .call(routes!(settlement::settle_order), write)
        .call(routes!(shipment::move_goods), write)
        .call(routes!(resend_order), Policy::attendant(limits::MAIL))
}

impl From<&Person> for Actor {
    fn from(person: &Person) -> Self {
        Self::Staff(person.id)
    }
}

/// Gift card issued by a refund.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct IssuedCard {
    card_id: i64,
    last_four: String,
}

/// Completed or pending refund or void.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderReversal {
    reversal_id: i64,
    /// `void` or `refund`.
    kind: &'static str,
    /// `initiated`, `done`, `declined`, or `unknown` until staff check it with the processor.
    state: &'static str,
    /// Minor units.
    amount: i64,
    /// Authorization code or decline reason.
    code: String,
    /// Actor, as in the audit log.
    requested_by: String,
    /// Null if no reason was selected.
    reason: Option<RefundReason>,
    destination: RefundDestination,
    /// Gift card issued by the refund; null if none.
    gift_card: Option<IssuedCard>,
    /// Whether refunded memberships end with it.
    ends_membership: bool,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(value_type = Option<String>, format = DateTime)]
    settled_at: Option<Timestamp>,
}

impl From<Reversal> for OrderReversal {
    fn from(reversal: Reversal) -> Self {
        Self {
            reversal_id: reversal.id,
            kind: reversal.kind.into_str(),
            state: reversal.state.into_str(),
            amount: reversal.amount,
            code: reversal.code,
            requested_by: reversal.requested_by,
            reason: reversal.options.reason,
            destination: reversal.options.destination,
            gift_card: None,
            ends_membership: reversal.options.ends_membership,
            created_at: reversal.created_at,
            settled_at: reversal.settled_at,
        }
    }
}

impl OrderReversal {
    /// The same, with the gift card that it issued.
    async fn with_card(self, db: &mut TenantRead) -> Result<Self, sqlx::Error> {
        let issued = gift_cards::issued_by_refund(db, self.reversal_id).await?;
        let gift_card = issued.map(|(card_id, last_four)| IssuedCard { card_id, last_four });
        Ok(Self { gift_card, ..self })
    }
}

/// Order with its lines, payment and reversals.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderDetail {
    #[serde(flatten)]
    order: OrderSummary,
    /// Whether the payment status is unknown. Look up the charge in the processor's dashboard and post the outcome to
    /// `…/settlement`.
    waits_for_person: bool,
    lines: Vec<OrderLine>,
    /// Null if nothing was due.
    payment: Option<OrderPayment>,
    reversals: Vec<OrderReversal>,
    disputes: Vec<OrderDispute>,
    /// Amount that can still be disputed, in minor units: charged, not refunded and not disputed.
    disputable: i64,
    /// Minor units that can still be refunded at once; 0 while a refund is pending. Less than the sum of the lines if several
    /// loaded the same card, or if a bank charged back part of the payment.
    refundable: i64,
}

/// Gift card that a line loaded. Several lines may have loaded the same one.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LoadedCard {
    card_id: i64,
    /// Loaded amount, in minor units.
    amount: i64,
    /// Current balance, in minor units.
    balance: i64,
    /// Whether a kiosk holds part of it, so that the line can't be refunded.
    is_held: bool,
}

impl From<Loaded> for LoadedCard {
    fn from(load: Loaded) -> Self {
        Self {
            card_id: load.card_id,
            amount: load.amount,
            balance: load.balance,
            is_held: load.is_held,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OrderLine {
    line_id: i64,
    /// Null if the line isn't a catalog product.
    product_id: Option<i64>,
    app_product_type: ProductType,
    name: String,
    /// Minor units, net.
    price: i64,
    /// Discount in minor units. Original price = price + discount + credit.
    discount: i64,
    /// Credit for the rest of the previous club's period, in minor units.
    credit: i64,
    /// Minor units.
    taxes: i64,
    is_gift: bool,
    gifted_email: Option<String>,
    gifted_to: Option<String>,
    /// Last four digits of the reloaded gift card.
    card_last_four: Option<String>,
    /// Codes redeemed, or reserved by a terminal.
    used: i64,
    /// Codes that are still valid.
    unused: i64,
    /// Number of codes in a bundle; otherwise 1.
    quantity: i64,
    /// Names of the washes that a club or bundle includes.
    washes: Vec<String>,
    /// Line this part was split from for a refund; null if it was sold as is.
    part_of: Option<i64>,
    address: Option<ShippingAddress>,
    fulfillment_state: Option<ShipmentState>,
    carrier: Option<String>,
    tracking: Option<String>,
    /// Reversal that refunds it.
    reversal_id: Option<i64>,
    /// Refunded or being refunded, in minor units.
    refunded: i64,
    /// Minor units that a refund of the whole line pays now, with an override if it was used or shipped; null if it can't be
    /// refunded. Excludes a spent gift card balance and credit toward another club.
    refundable: Option<i64>,
    /// Null if it loaded none.
    loaded_card: Option<LoadedCard>,
    /// Whether it is a club that starts on the next billing date. It can be refunded only with another line, which undoes the change.
    starts_later: bool,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OrderPayment {
    /// Our reference, also shown in the processor's dashboard; with E-xact, its first 20 characters.
    reference: String,
    /// `moneris`, `moneris_deprecated`, `exacthosted`, `worldpay` or `ips`.
    processor: String,
    /// `initiated`, `approved`, `declined`, `unknown`, `voided` or `refunded`.
    state: &'static str,
    /// Minor units.
    amount: i64,
    /// Minor units.
    refunded: i64,
    code: String,
}

/// Get an order
#[utoipa::path(get, path = "/admin/orders/{transRecordId}", tag = "admin", operation_id = "get_admin_order",
    params(("transRecordId" = String, Path)), responses((status = 200, body = Envelope<OrderDetail>)))]
pub(super) async fn get_order(tenant: Tenant, Path(id): Path<String>) -> Result<Answer<OrderDetail>, ApiError> {
    let mut db = tenant.read().await?;
    let (order_id, order) = summary_of(&mut db, &id).await?;
    let placed = orders::find_order_by_id(&mut db, order_id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let reversals = reversals::of_order(&mut db, order_id).await?;
    let mut refundable = refund_plan::refundable(&mut db, &placed, &reversals).await?;
    let mut lines = Vec::new();
    for line in sold_lines(&mut db, order_id).await? {
        let codes = (
            wallet::used_of_line(&mut db, line.id).await?,
            wallet::unused_of_line(&mut db, line.id).await?,
        );
        let address = match line.address_id {
            Some(address) => shipping::find_address(&mut db, address)
                .await?
                .map(ShippingAddress::from),
            None => None,
        };
        let left = Left {
            refundable: refundable.lines.get(&line.id).copied(),
            card: refundable.cards.remove(&line.id),
            starts_later: refundable.later.contains(&line.id),
        };
        lines.push(shown(line, codes, address, left));
    }
    let payment = payments::payment_of_order(&mut db, order_id).await?;
    let mut refunds = Vec::new();
    for reversal in reversals {
        refunds.push(OrderReversal::from(reversal).with_card(&mut db).await?);
    }
    let disputes = store::disputes::of_order(&mut db, order_id).await?;
    let disputable = standing(&mut db, &placed).await?.left();
    Ok(Answer(OrderDetail {
        waits_for_person: placed.waits_for_a_person(tenant.now()),
        order,
        lines,
        payment: payment.map(|payment| OrderPayment {
            reference: payment.reference,
            processor: payment.processor,
            state: payment.state.into_str(),
            amount: payment.amount,
            refunded: payment.refunded,
            code: payment.code,
        }),
        reversals: refunds,
        disputes: disputes.into_iter().map(OrderDispute::from).collect(),
        disputable,
        refundable: refundable.total,
    }))
}

/// Amount and items that a refund of a line returns.
struct Left {
    refundable: Option<i64>,
    card: Option<Loaded>,
    starts_later: bool,
}

fn shown(line: SoldLine, (used, unused): (i64, i64), address: Option<ShippingAddress>, left: Left) -> OrderLine {
    OrderLine {
        line_id: line.id,
        product_id: line.product_id,
        app_product_type: line.product_type,
        name: line.name,
        price: line.price,
        discount: line.discount,
        credit: line.credit,
        taxes: line.taxes,
        is_gift: line.is_gift,
        gifted_email: line.gifted_email,
        gifted_to: line.gifted_to,
        card_last_four: line.card_last_four,
        used,
        unused,
        quantity: line.quantity,
        washes: line.washes,
        part_of: line.part_of,
        address,
        fulfillment_state: line.fulfillment,
        carrier: line.carrier,
        tracking: line.tracking,
        reversal_id: line.reversal_id,
        refunded: line.refunded,
        refundable: left.refundable,
        loaded_card: left.card.map(LoadedCard::from),
        starts_later: left.starts_later,
    }
}

/// Resend the emails of a paid order
///
/// The receipt and gift card numbers go to the buyer; gifts go to their recipients.
#[utoipa::path(post, path = "/admin/orders/{transRecordId}/resend", tag = "admin",
    params(("transRecordId" = String, Path)), responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn resend_order(
    tenant: Tenant,
    person: Person,
    Path(id): Path<String>,
) -> Result<Answer<bool>, ApiError> {
    let mut db = tenant.write().await?;
    let order = orders::find_any_order(&mut db, &id).await?;
    let order = send_again(&mut db, &tenant, order).await?;
    let subject = format!("order:{}", order.id);
    let change = Change::default();
    audit::note(
        &mut db,
        tenant.now(),
        &person.actor(),
        "order_mails_sent_again",
        &subject,
        change,
    )
    .await?;
    db.commit().await?;
    Ok(Answer(true))
}
