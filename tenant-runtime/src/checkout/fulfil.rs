//! What the lines of a paid order create, in the transaction that settles it.

use jiff::tz::TimeZone;
use platform::db::TenantWrite;

use super::books;
use super::rules::shipment::ShipmentState;
use super::rules::{Order, Origin};
use super::store::lines::{CARD_NUMBER, CARD_PLACE, Line};
use super::store::{orders, shipping};
use crate::catalog::ProductType;
use crate::clubs::{self, NewMember};
use crate::error::Fault;
use crate::gift_cards::{self, Load, NewCard};
use crate::gifts::{self, Gift, NewGift, What};
use crate::loyalty;
use crate::tenant::Tenant;
use crate::wallet::rules::{Expiry, ItemKind};
use crate::wallet::{self, Giver, KioskRules, NewItem};

/// Creates what the lines of a paid order promise. `time_zone`: the site's.
pub(super) async fn fulfil(
    db: &mut TenantWrite,
    tenant: &Tenant,
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
    /// One wash, or each wash of a bundle: a code of its own, under the same label. Of a gift they go to its recipient.
    async fn issue_codes(
        &self,
        db: &mut TenantWrite,
        tenant: &Tenant,
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

    /// Answers the account that has it now, if one has.
    async fn give(
        &self,
        db: &mut TenantWrite,
        tenant: &Tenant,
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

    /// Makes its buyer a member. Whoever billed a renewal gives its member the month.
    async fn join_club(&self, db: &mut TenantWrite, tenant: &Tenant, time_zone: &TimeZone) -> Result<(), Fault> {
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
            accepted_terms: &terms,
        };
        clubs::join(db, tenant, time_zone, member).await
    }

    /// A new card; its number is mailed to the buyer, or to the recipient of the gift.
    async fn issue_card(&self, db: &mut TenantWrite, tenant: &Tenant) -> Result<(), Fault> {
        let sold = NewCard {
            load: self.load(),
            name: &self.line.name,
            buyer_id: self.line.gift.is_none().then_some(self.order.customer_id),
            in_place_of: self.line.card_last_four.as_deref(),
        };
        gift_cards::issue(db, tenant, &sold, &books::sale_of(self.order, tenant.now())).await?;
        match &self.line.gift {
            None => gift_cards::enqueue_mail(db, tenant.now(), self.line.id).await?,
            Some(gift) => {
                self.give(db, tenant, gift, What::Card).await?;
            }
        }
        Ok(())
    }

    /// A card that was voided, blocked or filled since the order cannot be reloaded: the value goes on a new one.
    async fn reload_card(&self, db: &mut TenantWrite, tenant: &Tenant) -> Result<(), Fault> {
        let number = card_number(tenant, self.line)?;
        let card = gift_cards::find(db, tenant, &number).await?;
        let Some(card) = card.filter(|card| card.takes(self.line.value)) else {
            return self.issue_card(db, tenant).await;
        };
        let sale = books::sale_of(self.order, tenant.now());
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
fn card_number(tenant: &Tenant, line: &Line) -> Result<String, Fault> {
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
