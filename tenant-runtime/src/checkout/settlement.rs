//! Consequences of the charge of an order, in the one transaction that settles it: ledger, goods, messages.

use jiff::tz::TimeZone;
use platform::db::TenantWrite;
use serde_json::json;

use super::error::CheckoutError;
use super::rules::shipment::ShipmentState;
use super::rules::{Actor, Order, Origin};
use super::store::lines::{self, CARD_NUMBER, CARD_PLACE, Line};
use super::store::{orders, shipping};
use super::{effects, jobs};
use crate::catalog::ProductType;
use crate::clubs::{self, NewMember};
use crate::domain::{self, Event, Failure, RenewalOrder};
use crate::error::Fault;
use crate::gift_cards::{self, Load, NewCard};
use crate::gifts::{self, Gift, NewGift, What};
use crate::notifications::inbox::{self, About, Notice};
use crate::payments::processor::{Approval, Decline, DeclineKind, Outcome};
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

/// Writes the new state of an order that was open, and all that follows from it. `time_zone`: the site's.
pub(super) async fn enter(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    time_zone: &TimeZone,
    order: &Order,
    end: End<'_>,
) -> Result<(), CheckoutError> {
    let now = tenant.now();
    orders::set_state(db, order.id, order.state, &order.code, now).await?;
    effects::settle_discount(db, order, order.state).await?;
    let lines = lines::of_order(db, order.id).await?;
    match end {
        End::Paid => {
            effects::record_sale(db, order, now).await?;
            fulfil(db, tenant, (order, &lines), time_zone).await?;
        }
        End::Failed { .. } => effects::release_stock(db, &lines).await?,
        End::InDoubt => {}
    }
    tell(db, tenant, (order, &lines), end).await?;
    if !order.state.is_unsettled() {
        jobs::withdraw_sweep(db, order.id).await?;
        effects::forget_if_deleted(db, order.customer_id).await?;
    }
    Ok(())
}

/// Books that the charge `reference` of `order` was approved over `amount` minor units though nothing is sold for it, and has it
/// reversed after the commit. `false`: it was booked before.
pub(super) async fn correct(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    order: &Order,
    (reference, approval): (&str, &Approval),
    amount: i64,
) -> Result<bool, sqlx::Error> {
    let now = tenant.now();
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
async fn tell(
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

/// Creates what the lines of a paid order include. `time_zone`: the site's.
async fn fulfil(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    (order, lines): (&Order, &[Line]),
    time_zone: &TimeZone,
) -> Result<(), Fault> {
    for line in lines {
        let paid = PaidLine { order, line };
        match line.product_type {
            ProductType::AppWash => paid.issue_codes(db, tenant, ItemKind::AppWash, time_zone).await?,
            ProductType::AppBundle => paid.issue_codes(db, tenant, ItemKind::AppBundle, time_zone).await?,
            ProductType::AppClub => paid.join_club(db, tenant, time_zone).await?,
            ProductType::GiftCard => paid.issue_card(db, tenant).await?,
            ProductType::GiftCardRecharge => paid.reload_card(db, tenant).await?,
            ProductType::Swag => queue(db, line).await?,
            // Its kiosk has it.
            ProductType::AirPay => {}
        }
    }
    let paid = lines.iter().map(|line| loyalty::PaidLine {
        id: line.id,
        product_type: line.product_type,
        price: line.price,
    });
    let paid = loyalty::PaidOrder {
        id: order.id,
        customer_id: order.customer_id,
        lines: &paid.collect::<Vec<_>>(),
    };
    loyalty::paid(db, tenant, paid).await
}

struct PaidLine<'a> {
    order: &'a Order,
    line: &'a Line,
}

impl PaidLine<'_> {
    /// Issues a code for each wash, a bundle's under one label. A gift's codes go to its recipient.
    async fn issue_codes(
        &self,
        db: &mut TenantWrite,
        tenant: &TenantContext,
        kind: ItemKind,
        time_zone: &TimeZone,
    ) -> Result<(), Fault> {
        let Self { order, line } = self;
        let gift = line.gift.as_ref();
        let (owner, giver) = match gift {
            None => (Some(order.customer_id), None),
            Some(gift) => (
                self.give(db, tenant, gift, What::Items).await?,
                gifts::sender_name(db, order.customer_id).await?,
            ),
        };
        for _ in 0..line.quantity {
            let item = NewItem {
                customer_id: owner,
                order_line_id: Some(line.id),
                kind,
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

    /// Returns the account that owns it now, if any.
    async fn give(
        &self,
        db: &mut TenantWrite,
        tenant: &TenantContext,
        gift: &Gift,
        what: What,
    ) -> Result<Option<i64>, sqlx::Error> {
        let gift = NewGift {
            order_line_id: self.line.id,
            item_name: &self.line.name,
            sender_id: self.order.customer_id,
            gift,
            what,
        };
        gifts::hold_or_deliver(db, tenant, gift).await
    }

    /// Starts the buyer's membership. For a renewal, billing starts the month.
    async fn join_club(&self, db: &mut TenantWrite, tenant: &TenantContext, time_zone: &TimeZone) -> Result<(), Fault> {
        let Self { order, line } = self;
        if order.origin == Origin::Renewal {
            return Ok(());
        }
        let (Some(product_id), Some(plan)) = (line.product_id, line.plan) else {
            return Err(Fault::internal("a club without its plan"));
        };
        let terms = orders::accepted_terms(db, order.id).await?.unwrap_or_default();
        let member = NewMember {
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
            accepted_terms: &terms,
        };
        clubs::join(db, tenant, time_zone, member).await
    }

    /// Issues a card. Its number is emailed to the buyer, or to the recipient of the gift.
    async fn issue_card(&self, db: &mut TenantWrite, tenant: &TenantContext) -> Result<(), Fault> {
        let sold = NewCard {
            load: self.load(),
            name: &self.line.name,
            buyer_id: self.line.gift.is_none().then_some(self.order.customer_id),
            in_place_of: self.line.card_last_four.as_deref(),
        };
        gift_cards::issue(db, tenant, &sold, &effects::sale_of(self.order, tenant.now())).await?;
        match &self.line.gift {
            None => gift_cards::enqueue_mail(db, tenant.now(), self.line.id).await?,
            Some(gift) => {
                self.give(db, tenant, gift, What::Card).await?;
            }
        }
        Ok(())
    }

    /// A card that was voided, blocked or filled since the order cannot be reloaded: the value goes on a new one.
    async fn reload_card(&self, db: &mut TenantWrite, tenant: &TenantContext) -> Result<(), Fault> {
        let number = card_number(tenant, self.line)?;
        let card = gift_cards::find(db, tenant, &number).await?;
        let Some(card) = card.filter(|card| card.takes(self.line.value)) else {
            return self.issue_card(db, tenant).await;
        };
        let sale = effects::sale_of(self.order, tenant.now());
        Ok(gift_cards::reload(db, card.id, self.load(), &sale).await?)
    }

    fn load(&self) -> Load {
        Load {
            order_line_id: self.line.id,
            value: self.line.value,
            price: self.line.price,
        }
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

/// Goods go to those who pack them, or wait for an address.
async fn queue(db: &mut TenantWrite, line: &Line) -> Result<(), Fault> {
    let state = if line.address_id.is_some() {
        ShipmentState::Queued
    } else {
        ShipmentState::AwaitingAddress
    };
    Ok(shipping::set_shipment_state(db, line.id, state).await?)
}
