//! A charge from intent to settlement. Callers use [`Charge::intend`] with the order, and [`Charge::carry_out`] after
//! the commit. The state [`machine`](super::rules::machine) decides what follows from the processor's response.
//!
//! The intent is durable before the processor is called. A response that can't be stored is kept in memory and retried,
//! because nothing else knows it.

use std::sync::Arc;

use platform::audit::{self, Change};
use platform::causes::Causes;
use platform::db::TenantWrite;
use platform::money::Currency;
use serde_json::json;

use super::effects;
use super::error::CheckoutError;
use super::jobs::{self, repeat};
use super::rules::machine::{Act, Heard, Movement, News, Stage, age_at, next};
use super::rules::{Order, OrderState, TAKEN_BACK};
use super::settlement::{End, correct, deliver, earned, tell};
use super::store::{lines, orders};
use crate::error::Fault;
use crate::payments::processor::Outcome;
use crate::payments::{self, Initiated, NewPayment, SiteProcessor};
use crate::tenant::{Tenant, TenantContext};
use crate::{identity, loyalty, site};

/// Reason of a failed order whose payment was approved after its customer deleted the account.
const ACCOUNT_DELETED: &str = "account_deleted";

/// The intent to charge for an order, to be carried out once after its commit.
pub struct Charge {
    order: Order,
    initiated: Initiated,
}

impl Charge {
    /// Stores the intent within the transaction `db`, and a job that recovers the charge if this process dies.
    /// `paid_for`: see [`NewPayment`]. `None`: the customer has no chargeable card.
    pub(super) async fn intend(
        db: &mut TenantWrite,
        tenant: &TenantContext,
        (processor, currency): (&Arc<SiteProcessor>, Currency),
        order: &Order,
        paid_for: Option<&str>,
    ) -> Result<Option<Box<Self>>, sqlx::Error> {
        let payment = NewPayment {
            order_id: order.id,
            customer_id: order.customer_id,
            amount: order.total,
            currency,
            initiator: order.origin.initiator(),
            paid_for,
        };
        let Some(initiated) = payments::initiate(db, tenant, processor, payment).await? else {
            return Ok(None);
        };
        jobs::enqueue_sweep(db, order.id, tenant.now()).await?;
        Ok(Some(Box::new(Self {
            order: order.clone(),
            initiated,
        })))
    }

    /// Calls the processor and settles the result. Returns the resulting order. If the result can't be stored because
    /// the disk is full or the writer is busy, it is retried until committed, and the customer sees that an email will
    /// follow.
    pub async fn carry_out(self: Box<Self>, tenant: &Tenant) -> Order {
        let Self { order, initiated } = *self;
        let reference = initiated.reference().to_owned();
        let heard = Heard::answer(payments::charge(tenant, initiated).await);
        let error = match settle(tenant, &order, Some((&reference, &heard))).await {
            Ok(settled) => return settled.order,
            Err(error) => error,
        };
        // The customer sees that an email will follow.
        let awaited = Order {
            state: OrderState::Unknown,
            ..order
        };
        let (held, order) = (tenant.clone(), awaited.clone());
        repeat(tenant, error, move |earlier| {
            // All that a person needs to settle it by hand, should this process end before it could.
            tracing::error!(order.id = order.id, order.number = order.number(), order.total = order.total,
                payment.reference = reference, outcome = ?heard.outcome, error = %Causes(earlier),
                "failed to save the processor's response; retrying");
            let (tenant, order, reference, heard) = (held.clone(), order.clone(), reference.clone(), heard.clone());
            async move {
                let settled = settle(&tenant, &order, Some((&reference, &heard))).await;
                settled.map(drop)
            }
        });
        awaited
    }
}

/// Order after the result of its charge, with the remaining work.
pub(super) struct Settled {
    pub(super) order: Order,
    pub(super) act: Act,
}

/// Settles the charge of an order with its outcome, and writes everything that follows from it, in one transaction. What was
/// settled before stays; an approval of an order that had failed is booked and reversed. `known`: the order as its customer knows
/// it. `payment`: its reference and what is heard of it; `None`: there is nothing to pay.
///
/// # Errors
/// [`CheckoutError::OtherOrderPaid`] for a transaction that paid another order, if a person names it, or [`CheckoutError::OwnOrder`].
pub(super) async fn settle(
    tenant: &Tenant,
    known: &Order,
    payment: Option<(&str, &Heard)>,
) -> Result<Settled, CheckoutError> {
    let config = site::saved_config(tenant).await?;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let verdict = match payment {
        Some((reference, heard)) => judge(&mut db, tenant, reference, heard).await?,
        None => Verdict::of_free(orders::existing(&mut db, known.id).await?),
    };
    let (before, act) = (&verdict.order, verdict.act);
    let is_news = match (act, &verdict.charge) {
        (Act::Settle, None) => true,
        (Act::Settle, Some((reference, heard))) => payments::settle(&mut db, tenant, reference, &heard.outcome).await?,
        (Act::Correct, Some((reference, heard))) => correct(&mut db, tenant, before, reference, heard).await?,
        _ => {
            return Ok(Settled {
                order: verdict.order,
                act,
            });
        }
    };
    if !is_news {
        return Ok(Settled {
            order: verdict.order,
            act: Act::Rest,
        });
    }
    let order = verdict.order_after();
    if before.state.is_unsettled() {
        orders::set_state(&mut db, order.id, order.state, &order.code, now).await?;
        effects::settle_discount(&mut db, &order, order.state).await?;
        let lines = lines::of_order(&mut db, order.id).await?;
        if order.state.is_paid() {
            effects::record_sale(&mut db, &order, now).await?;
            for line in &lines {
                deliver(&mut db, tenant, &config.config.time_zone, (&order, line)).await?;
            }
            loyalty::paid(&mut db, tenant, earned(&order, &lines)).await?;
        } else if order.state.has_failed() {
            effects::release_stock(&mut db, &lines).await?;
        }
        let was_awaited = known.waits_for_a_person(now) || before.waits_for_a_person(now);
        tell(&mut db, tenant, (&order, &lines), verdict.end(was_awaited)).await?;
        if !order.state.is_unsettled() {
            jobs::withdraw_sweep(&mut db, order.id).await?;
            effects::forget_if_deleted(&mut db, order.customer_id).await?;
        }
    } else if order.code != before.code {
        orders::set_state(&mut db, order.id, order.state, &order.code, now).await?;
    }
    let by_hand = verdict.charge.as_ref();
    let by_hand = by_hand.and_then(|(reference, heard)| Some((reference, heard.actor?, heard.unsold)));
    if let Some((reference, actor, unsold)) = by_hand {
        let change = Change::between(
            json!({"state": before.state.into_str()}),
            json!({"state": order.state.into_str()}),
        );
        let change = change.with(json!({"payment": reference, "code": order.code, "takenBack": unsold}));
        let subject = format!("order:{}", order.id);
        audit::note(&mut db, now, &actor.to_string(), "order_settled", &subject, change).await?;
    }
    db.commit().await?;
    Ok(Settled { order, act })
}

/// Decision about an order, before it is written.
struct Verdict<'a> {
    /// The order as it is stored.
    order: Order,
    /// Reference of its charge, with the part of the news that concerns the order. `None`: there is nothing to pay.
    charge: Option<(&'a str, Heard)>,
    then: Stage,
    act: Act,
}

impl Verdict<'_> {
    /// For an order without a charge, which is paid as soon as it is recorded.
    fn of_free(order: Order) -> Self {
        Self {
            act: if order.state.is_unsettled() {
                Act::Settle
            } else {
                Act::Rest
            },
            charge: None,
            then: Stage::Approved,
            order,
        }
    }

    /// The order in the state that follows.
    fn order_after(&self) -> Order {
        let state = match self.then {
            Stage::Approved => OrderState::Paid,
            Stage::Intent | Stage::Asked => OrderState::Unknown,
            Stage::Declined | Stage::NotFound => OrderState::Failed,
        };
        let before = &self.order;
        let code = match &self.charge {
            None => &before.code,
            Some((_, heard)) if self.act == Act::Correct => match heard.unsold {
                Some(_) => TAKEN_BACK,
                None if before.state.is_unsettled() => ACCOUNT_DELETED,
                None => &before.code,
            },
            Some((_, heard)) => match &heard.outcome {
                Outcome::Approved(approval) => &approval.code,
                Outcome::Declined(decline) => &decline.code,
                Outcome::Unknown(_) => "",
            },
        };
        Order {
            state,
            code: code.to_owned(),
            ..before.clone()
        }
    }

    /// `was_awaited`: whether the customer saw that an email would follow.
    fn end(&self, was_awaited: bool) -> End<'_> {
        match (self.then, &self.charge) {
            (Stage::Declined | Stage::NotFound, Some((_, heard))) => End::Failed {
                outcome: &heard.outcome,
                was_awaited,
            },
            (Stage::Intent | Stage::Asked, _) => End::InDoubt,
            _ => End::Paid,
        }
    }
}

/// Decides what follows from `heard` for the order of the charge `reference`.
async fn judge<'a>(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    reference: &'a str,
    heard: &Heard,
) -> Result<Verdict<'a>, CheckoutError> {
    let record = payments::payment(db, reference).await?;
    let record = record.ok_or_else(|| Fault::internal("a payment is missing"))?;
    // A later attempt may have taken the reference over.
    let order = orders::existing(db, record.order_id).await?;
    let heard = proven(db, &order, reference, heard).await?;
    let stage = Stage::of_charge(&order, Some(record.state));
    let age = age_at(record.created_at, tenant.now());
    let (then, act) = next(Movement::Charge, stage, heard.news, age);
    Ok(Verdict {
        order,
        charge: Some((reference, heard)),
        then,
        act,
    })
}

/// Outcome as far as it concerns `order`. An approval for a deleted account pays for nothing, and a transaction that
/// paid another order proves nothing.
async fn proven(db: &mut TenantWrite, order: &Order, reference: &str, heard: &Heard) -> Result<Heard, CheckoutError> {
    if let Some(actor) = heard.actor {
        actor.may_move_money_of(order)?;
    }
    let Some(approval) = heard.approval() else {
        return Ok(heard.clone());
    };
    if payments::settled_another(db, reference, &approval.transaction).await? {
        if heard.actor.is_some() {
            return Err(CheckoutError::OtherOrderPaid);
        }
        tracing::error!(order.id = order.id, "a charge returned another order's transaction");
        let mistaken = Outcome::Unknown("its transaction paid another order".to_owned());
        return Ok(Heard::answer(mistaken));
    }
    let is_open = order.state.is_unsettled() && heard.unsold.is_none();
    if is_open && identity::find_account(db, order.customer_id).await?.is_none() {
        return Ok(Heard {
            news: News::FoundUnsold,
            ..heard.clone()
        });
    }
    Ok(heard.clone())
}
