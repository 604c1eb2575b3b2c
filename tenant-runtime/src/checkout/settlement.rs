//! Consequences of the charge of an order, in the one transaction that settles it: ledger, goods, messages.

use jiff::tz::TimeZone;
use platform::db::TenantWrite;
use serde_json::json;

use super::error::CheckoutError;
use super::rules::machine::Heard;
use super::rules::shipment::ShipmentState;
use super::rules::{Actor, Order, Origin};
use super::store::lines::{CARD_NUMBER, CARD_PLACE, Line};
use super::store::{orders, shipping};
use super::{effects, jobs};
use crate::catalog::ProductType;
use crate::clubs::{self, NewMember};
use crate::domain::{self, Event, Failure, RenewalOrder};
use crate::error::Fault;
use crate::gift_cards::{self, Load, NewCard};
use crate::gifts::{self, Gift, NewGift, What};
use crate::notifications::inbox::{self, About, Notice};
use crate::payments::processor::{Decline, DeclineKind, Outcome};
use crate::tenant::TenantContext;
use crate::wallet::rules::{Expiry, ItemKind};
use crate::wallet::{self, Giver, KioskRules, NewItem};
use crate::{loyalty, payments};

/// Result of the charge of an order.
#[derive(Clone, Copy)]
pub(super) enum End<'a> {
    Paid,
    /// `outcome`: result of the charge. `was_awaited`: whether the customer saw that an email would follow.
    Failed {
        outcome: &'a Outcome,
        was_awaited: bool,
    },
    InDoubt,
}

/// Books that the charge `reference` of `order` was approved though nothing is sold for it, and has it reversed after the commit.
/// `false`: it was booked before.
pub(super) async fn correct(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    order: &Order,
    reference: &str,
    heard: &Heard,
) -> Result<bool, CheckoutError> {
    let now = tenant.now();
    let approval = heard
        .approval()
        .ok_or_else(|| Fault::internal("nothing was approved"))?;
    let amount = heard.unsold.unwrap_or(order.total);
    if !payments::accept_late(db, reference, approval, amount, now).await? {
        return Ok(false);
    }
    tracing::error!(
        order.id = order.id,
        payment.reference = reference,
        amount,
        "a charge without a sale was approved"
    );
    effects::record_late_approval(db, order, amount, now).await?;
    let detail = json!({"payment": reference, "amount": amount});
    effects::record(
        db,
        tenant,
        order,
        &Actor::System.to_string(),
        "order_approved_late",
        detail,
    )
    .await?;
    jobs::enqueue_take_back(db, order.id, now).await?;
    Ok(true)
}

/// Publishes the outcome of `order`'s charge, within the transaction that settles it.
pub(super) async fn tell(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    (order, lines): (&Order, &[Line]),
    end: End<'_>,
) -> Result<(), Fault> {
    let now = tenant.now();
    match (order.origin, end) {
        (Origin::Shop, End::Paid) => Ok(jobs::enqueue_receipt(db, order.id, now).await?),
        (Origin::Kiosk, End::Paid) => {
            let subject = format!("order:{}", order.id);
            let about = About {
                subject: Some(&subject),
                name: lines.first().map(|line| line.name.as_str()),
                recipient: None,
            };
            inbox::notify_about(db, order.customer_id, Notice::PaidAtKiosk, about, now).await?;
            domain::publish(db, tenant, Event::KioskOrderPaid { order_id: order.id }).await?;
            Ok(jobs::enqueue_receipt(db, order.id, now).await?)
        }
        (Origin::Shop | Origin::Kiosk, End::Failed { was_awaited: true, .. }) => {
            Ok(jobs::enqueue_failure_mail(db, order.id, now).await?)
        }
        (Origin::Shop | Origin::Kiosk, End::Failed { .. } | End::InDoubt) => Ok(()),
        (Origin::Renewal, end) => {
            if let Some(renewal) = renewal_of(db, order).await? {
                let event = match end {
                    End::Paid => Event::RenewalPaid(renewal),
                    End::InDoubt => Event::RenewalInDoubt(renewal),
                    End::Failed { outcome, .. } => Event::RenewalFailed(renewal, failure(outcome)),
                };
                domain::publish(db, tenant, event).await?;
            }
            match end {
                End::Paid => Ok(jobs::enqueue_receipt(db, order.id, now).await?),
                End::Failed { .. } | End::InDoubt => Ok(()),
            }
        }
    }
}

/// The membership that a renewal's order renews. An order that an earlier build wrote doesn't name it: the month that it charges
/// knows the membership.
async fn renewal_of(db: &mut TenantWrite, order: &Order) -> Result<Option<RenewalOrder>, Fault> {
    let Some(row) = orders::renewal(db, order.id).await? else {
        return Ok(None);
    };
    let order_line_id = row.order_line_id;
    let membership_id = match row.membership_id {
        Some(id) => Some(id),
        None => clubs::membership_charged_with(db, order_line_id).await?,
    };
    Ok(membership_id.map(|membership_id| RenewalOrder {
        membership_id,
        order_line_id,
    }))
}

fn failure(outcome: &Outcome) -> Failure {
    let Outcome::Declined(decline) = outcome else {
        // Approved, and reversed.
        return Failure::Soft;
    };
    match (decline.code.as_str(), decline.kind) {
        (Decline::UNREACHABLE | Decline::NOT_PROCESSED, _) => Failure::Unreachable,
        (Decline::NOT_SENT, _) => Failure::NotAsked,
        (_, DeclineKind::Soft) => Failure::Soft,
        (_, DeclineKind::Hard) => Failure::Hard,
    }
}

/// Creates what a line of a paid order includes. A gift's codes and cards go to its recipient. `time_zone`: the site's.
pub(super) async fn deliver(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    time_zone: &TimeZone,
    (order, line): (&Order, &Line),
) -> Result<(), Fault> {
    match line.product_type {
        ProductType::AppWash | ProductType::AppBundle => issue_codes(db, tenant, time_zone, (order, line)).await,
        // Billing starts the month of a renewal.
        ProductType::AppClub if order.origin == Origin::Renewal => Ok(()),
        ProductType::AppClub => {
            let terms = orders::accepted_terms(db, order.id).await?.unwrap_or_default();
            clubs::join(db, tenant, time_zone, new_member(order, line, &terms)?).await
        }
        ProductType::GiftCard => issue_card(db, tenant, (order, line)).await,
        ProductType::GiftCardRecharge => {
            let number = card_number(tenant, line)?;
            let card = gift_cards::find(db, tenant, &number).await?;
            // A card that was voided, blocked or filled since the order can't be reloaded: the value goes on a new one.
            let Some(card) = card.filter(|card| card.takes(line.value)) else {
                return issue_card(db, tenant, (order, line)).await;
            };
            let sale = effects::sale_of(order, tenant.now());
            Ok(gift_cards::reload(db, card.id, load(line), &sale).await?)
        }
        // Goods go to those who pack them, or wait for an address.
        ProductType::Swag if line.address_id.is_some() => {
            Ok(shipping::set_shipment_state(db, line.id, ShipmentState::Queued).await?)
        }
        ProductType::Swag => Ok(shipping::set_shipment_state(db, line.id, ShipmentState::AwaitingAddress).await?),
        // Its kiosk has it.
        ProductType::AirPay => Ok(()),
    }
}

/// Issues a code for each wash, a bundle's under one label.
async fn issue_codes(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    time_zone: &TimeZone,
    (order, line): (&Order, &Line),
) -> Result<(), Fault> {
    let gift = line.gift.as_ref();
    let (owner, giver) = match gift {
        None => (Some(order.customer_id), None),
        Some(gift) => (
            gifts::hold_or_deliver(db, tenant, new_gift(order, line, gift, What::Items)).await?,
            gifts::sender_name(db, order.customer_id).await?,
        ),
    };
    for _ in 0..line.quantity {
        let item = NewItem {
            customer_id: owner,
            order_line_id: Some(line.id),
            kind: match line.product_type {
                ProductType::AppBundle => ItemKind::AppBundle,
                _ => ItemKind::AppWash,
            },
            name: &line.name,
            locations: &line.locations,
            washes: &line.washes,
            expiry: line.good_for_days.map_or(Expiry::Year, Expiry::Days),
            max_uses: 1,
            kiosk: &KioskRules::default(),
            gift: gift.map(|gift| Giver {
                name: giver.as_deref(),
                message: gift.message.as_deref(),
            }),
        };
        wallet::issue(db, tenant, time_zone, item).await?;
    }
    Ok(())
}

/// Issues a gift card. Its number is emailed to the buyer, or to the recipient of the gift.
async fn issue_card(db: &mut TenantWrite, tenant: &TenantContext, (order, line): (&Order, &Line)) -> Result<(), Fault> {
    let sold = NewCard {
        load: load(line),
        name: &line.name,
        buyer_id: line.gift.is_none().then_some(order.customer_id),
        in_place_of: line.card_last_four.as_deref(),
    };
    gift_cards::issue(db, tenant, &sold, &effects::sale_of(order, tenant.now())).await?;
    match &line.gift {
        None => gift_cards::enqueue_mail(db, tenant.now(), line.id).await?,
        Some(gift) => {
            gifts::hold_or_deliver(db, tenant, new_gift(order, line, gift, What::Card)).await?;
        }
    }
    Ok(())
}

/// The buyer of a club.
fn new_member<'a>(order: &Order, line: &'a Line, terms: &'a str) -> Result<NewMember<'a>, Fault> {
    let (Some(product_id), Some(plan)) = (line.product_id, line.plan) else {
        return Err(Fault::internal("a club without its plan"));
    };
    Ok(NewMember {
        customer_id: order.customer_id,
        order_line_id: line.id,
        product_id,
        name: &line.name,
        price: line.price + line.credit,
        gross_price: plan
            .monthly_price
            .is_gross()
            .then_some(line.price + line.credit + line.taxes_with_credit),
        credited_period_id: line.credited_period_id,
        starts_on: line.starts_on,
        plan,
        locations: &line.locations,
        washes: &line.washes,
        accepted_terms: terms,
    })
}

const fn new_gift<'a>(order: &Order, line: &'a Line, gift: &'a Gift, what: What) -> NewGift<'a> {
    NewGift {
        order_line_id: line.id,
        item_name: line.name.as_str(),
        sender_id: order.customer_id,
        gift,
        what,
    }
}

const fn load(line: &Line) -> Load {
    Load {
        order_line_id: line.id,
        value: line.value,
        price: line.price,
    }
}

/// What earns points in a paid order.
pub(super) fn earned(order: &Order, lines: &[Line]) -> loyalty::PaidOrder {
    let line = |line: &Line| loyalty::PaidLine {
        id: line.id,
        product_type: line.product_type,
        price: line.price,
    };
    loyalty::PaidOrder {
        id: order.id,
        customer_id: order.customer_id,
        lines: lines.iter().map(line).collect(),
    }
}

/// The number of the card that a line reloads, which the quote has checked.
fn card_number(tenant: &TenantContext, line: &Line) -> Result<String, Fault> {
    let sealed = line
        .card_sealed
        .as_deref()
        .ok_or_else(|| Fault::internal("a reload without its card"))?;
    let number = tenant
        .keys()
        .open(CARD_NUMBER, CARD_PLACE, sealed)
        .map_err(Fault::internal)?;
    String::from_utf8(number).map_err(Fault::internal)
}
