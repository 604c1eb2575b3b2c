//! Decision about a refund: the lines and parts that it covers, its amount, and whether it voids the charge.

use std::collections::{BTreeMap, BTreeSet};

use jiff::tz::TimeZone;
use platform::db::{TenantRead, TenantWrite};

use super::disputes;
use super::error::CheckoutError;
use super::rules::part::{self, Divisible, Part, PartRefusal};
use super::rules::refund::{self as rules, Planned, Refusal, Returnable};
use super::rules::reversal::{Kind, RefundDestination, RefundOptions, Reversal, ReversalState};
use super::rules::{Actor, Order, dispute};
use super::store::{lines, parts, reversals};
use crate::catalog::ProductType;
use crate::clubs::ChosenClub;
use crate::gift_cards::Loaded;
use crate::payments::PaymentState;
use crate::tenant::TenantContext;
use crate::{clubs, gift_cards, identity, payments, wallet};

/// Lines that a refund covers as a whole.
pub(super) enum RefundScope {
    /// All that aren't refunded yet.
    Rest,
    Lines(Vec<i64>),
}

/// A request for a refund.
pub(super) struct RefundRequest {
    pub(super) trans_record_id: String,
    pub(super) scope: RefundScope,
    /// Parts of other lines.
    pub(super) parts: Vec<(i64, Part)>,
    pub(super) options: RefundOptions,
    /// Minor units that staff confirmed. `None` accepts any amount.
    pub(super) expected_amount: Option<i64>,
    /// Minor units that staff saw as refunded before. `None` accepts any amount.
    pub(super) expected_refunded: Option<i64>,
    /// Reason for refunding redeemed or shipped lines too. `None` refunds only the others.
    pub(super) override_reason: Option<String>,
    pub(super) actor: Actor,
}

/// Lines and amount of a reversal.
pub(super) struct RefundPlan {
    pub(super) lines: Vec<Planned>,
    pub(super) kind: Kind,
    /// Minor units.
    pub(super) amount: i64,
}

/// Decides on a refund of `order`; splits the requested parts off their lines. `time_zone`: the site's.
///
/// # Errors
/// [`CheckoutError::OwnOrder`], [`CheckoutError::ReversalInProgress`] while another reversal of the order is open,
/// [`CheckoutError::RefundedSince`] if staff saw the order before its latest refund,
/// [`CheckoutError::RenewalInProgress`], [`CheckoutError::Part`] or [`CheckoutError::Reversal`].
pub(super) async fn decide(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    order: &Order,
    request: &RefundRequest,
    time_zone: &TimeZone,
) -> Result<RefundPlan, CheckoutError> {
    request.actor.may_move_money_of(order)?;
    let earlier = reversals::of_order(db, order.id).await?;
    if earlier.iter().any(|reversal| reversal.state.is_unsettled()) {
        return Err(CheckoutError::ReversalInProgress);
    }
    let done = earlier.iter().filter(|reversal| reversal.state == ReversalState::Done);
    let refunded: i64 = done.map(|reversal| reversal.amount).sum();
    if request.expected_refunded.is_some_and(|expected| expected != refunded) {
        return Err(CheckoutError::RefundedSince);
    }
    if matches!(request.scope, RefundScope::Rest) && order.state.has_failed() {
        return whole_charge(db, order).await;
    }
    let parts = split(db, order, request).await?;
    if !order.state.is_paid() {
        return Err(Refusal::NotPaid.into());
    }
    let sold = returnables(db, order.id).await?;
    let wanted = match &request.scope {
        RefundScope::Rest => rules::rest(&sold),
        RefundScope::Lines(lines) => [lines.as_slice(), &parts].concat(),
    };
    let lines = rules::plan(&sold, &wanted, request.override_reason.is_some())?;
    let amount = lines.iter().map(|line| line.amount).sum();
    disputes::allow_refund(db, order, amount).await?;
    let kind = match request.options.destination {
        RefundDestination::Card => {
            let paid_at = order.settled_at.unwrap_or(order.created_at);
            rules::kind(&lines, &sold, paid_at, tenant.now(), time_zone)
        }
        RefundDestination::GiftCard => {
            let account = identity::find_account(db, order.customer_id).await?;
            account.ok_or(Refusal::NoAccount)?;
            Kind::Refund
        }
    };
    if request.options.ends_membership {
        let planned: Vec<i64> = lines.iter().map(|line| line.line_id).collect();
        if clubs::months_sold_with(db, &planned).await?.is_empty() {
            return Err(Refusal::NoMembership.into());
        }
        if clubs::is_being_charged(db, &planned).await? {
            return Err(CheckoutError::RenewalInProgress);
        }
    }
    Ok(RefundPlan { lines, kind, amount })
}

/// Amounts of an order that can still be refunded, in minor units.
#[derive(Default)]
pub(super) struct Refundable {
    /// By line; one that can't be refunded is missing.
    pub(super) lines: BTreeMap<i64, i64>,
    /// Cards that lines loaded, by line.
    pub(super) cards: BTreeMap<i64, Loaded>,
    /// Lines with a club that starts later.
    pub(super) later: BTreeSet<i64>,
    /// Of all lines at once, without money that a bank took.
    pub(super) total: i64,
}

/// Amounts of `order` that can be refunded now: by whole lines, used or sent or not. Nothing while another reversal is open.
pub(super) async fn refundable(
    db: &mut TenantRead,
    order: &Order,
    reversals: &[Reversal],
) -> Result<Refundable, sqlx::Error> {
    let sold = returnables(db, order.id).await?;
    let cards = sold
        .iter()
        .filter_map(|line| Some((line.line_id, line.card?)))
        .collect();
    let later = sold.iter().filter(|line| line.choice == Some(ChosenClub::Pending));
    let later = later.map(|line| line.line_id).collect();
    if !order.state.is_paid() || reversals.iter().any(|reversal| reversal.state.is_unsettled()) {
        return Ok(Refundable {
            cards,
            later,
            ..Refundable::default()
        });
    }
    let undisputed = dispute::undisputed(disputes::standing(db, order).await?);
    let total = rules::total_left(&sold);
    Ok(Refundable {
        lines: rules::amounts_left(&sold),
        cards,
        later,
        total: undisputed.map_or(total, |most| most.min(total)),
    })
}

/// Splits the requested parts off their lines; returns the IDs of the new lines.
async fn split(db: &mut TenantWrite, order: &Order, request: &RefundRequest) -> Result<Vec<i64>, CheckoutError> {
    let mut requested = match &request.scope {
        RefundScope::Rest => Vec::new(),
        RefundScope::Lines(lines) => lines.clone(),
    };
    let mut split = Vec::with_capacity(request.parts.len());
    for (line_id, part) in &request.parts {
        let line = parts::divisible(db, (order.id, *line_id))
            .await?
            .ok_or(Refusal::NoSuchLine(*line_id))?;
        if requested.contains(line_id) {
            return Err(CheckoutError::Part(PartRefusal::Twice(line.name)));
        }
        requested.push(*line_id);
        let line = Divisible {
            unused: wallet::unused_of_line(db, *line_id).await?,
            credited: credited(db, *line_id, (line.price, line.taxes)).await?,
            ..line
        };
        let share = part::share(&line, *part).map_err(CheckoutError::Part)?;
        let id = parts::split(db, *line_id, share).await?;
        if share.codes > 0 {
            wallet::move_unused(db, (*line_id, id), share.codes).await?;
        }
        split.push(id);
    }
    Ok(split)
}

/// Whether a refund is open that ends the membership, or its change to another club.
pub async fn has_open_end(db: &mut TenantRead, membership_id: i64) -> Result<bool, sqlx::Error> {
    if let Some(line) = clubs::chosen_with(db, membership_id).await?
        && reversals::is_being_returned(db, line).await?
    {
        return Ok(true);
    }
    let lines = reversals::lines_of_open_ends(db).await?;
    let months = clubs::months_sold_with(db, &lines).await?;
    Ok(months.iter().any(|month| month.membership_id == membership_id))
}

/// Minor units, with taxes, of a month of a club that went towards another club.
async fn credited(db: &mut TenantRead, line_id: i64, (price, taxes): (i64, i64)) -> Result<i64, sqlx::Error> {
    let months = clubs::months_paid_with(db, line_id).await?;
    let credited = lines::credited_for(db, &months).await?;
    Ok(part::with_taxes(credited, price, taxes))
}

/// The whole charge of a failed order, for which no line was sold.
async fn whole_charge(db: &mut TenantWrite, order: &Order) -> Result<RefundPlan, CheckoutError> {
    let payment = payments::payment_of_order(db, order.id).await?;
    let payment = payment
        .filter(|payment| payment.state == PaymentState::Approved)
        .ok_or(Refusal::NotPaid)?;
    Ok(RefundPlan {
        lines: Vec::new(),
        // The processor may have booked it on a later day, so try a void first.
        kind: Kind::Void,
        amount: payment.amount,
    })
}

async fn returnables(db: &mut TenantRead, order_id: i64) -> Result<Vec<Returnable>, sqlx::Error> {
    let mut found = Vec::new();
    for line in reversals::sold_lines(db, order_id).await? {
        let is_choice = line.product_type == ProductType::AppClub
            && line.price + line.discount + line.credit == 0
            && clubs::months_sold_with(db, &[line.id]).await?.is_empty();
        let choice = match is_choice {
            true => Some(clubs::chosen_club(db, line.id).await?),
            false => None,
        };
        found.push(Returnable {
            line_id: line.id,
            paid: line.price + line.taxes,
            credited: credited(db, line.id, (line.price, line.taxes)).await?,
            returned: line.reversal_id.is_some(),
            used: wallet::used_of_line(db, line.id).await?,
            sent: line.fulfillment.is_some_and(|state| state.is_sent()),
            card: gift_cards::load_of_line(db, line.id).await?,
            choice,
            name: line.name,
        });
    }
    Ok(found)
}
