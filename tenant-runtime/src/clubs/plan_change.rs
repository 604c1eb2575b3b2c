//! Switching to another club (docs/RULES.md#clubs): a more expensive one starts immediately, and the rest of the paid
//! month counts toward it. Others start when that month ends.

use jiff::Timestamp;
use jiff::civil::Date;
use platform::audit;
use platform::db::{TenantRead, TenantWrite};
use serde_json::json;

use super::events::{Details, MembershipEvent, MonthlyPrices, notify_member};
use super::rules::plan_change::{Begins, ChangeRefusal, may_change};
use super::rules::standing::Status;
use super::store::next_plans::NewPlan;
use super::{Dues, Membership, NewMember, current, dues, store, taxes};
use crate::catalog::tax::Price;
use crate::error::Fault;
use crate::tenant::TenantContext;

/// Credit for the rest of a month when a member changes clubs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonthCredit {
    /// Name of the club.
    pub club: String,
    pub period_id: i64,
    /// Line that paid for the month. `None` if it was free.
    pub order_line_id: Option<i64>,
    pub amount: Price,
}

/// Switch of a member from one club to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClubChange {
    /// It starts immediately, and the rest of the paid month counts toward it.
    AtOnce(MonthCredit),
    /// It starts on that day, after the paid month, and is charged from then on.
    Later(Date),
}

/// Later club that a member chose in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChosenClub {
    /// It starts on the next billing date.
    Pending,
    Started,
    /// It was dropped before it started.
    Dropped,
}

/// Switch of a member to the club `product_id`, which costs `monthly_price` and is taxed at `rate_ppm` parts per
/// million. `None`: the customer isn't in a club.
///
/// # Errors
/// The inner one says why it can't be changed now.
pub async fn change_of_club(
    db: &mut TenantRead,
    customer_id: i64,
    (product_id, monthly_price, rate_ppm): (i64, Price, i64),
    today: Date,
) -> Result<Option<Result<ClubChange, ChangeRefusal>>, Fault> {
    let Some(dues) = dues::dues_of_customer(db, customer_id).await? else {
        return Ok(None);
    };
    if dues.product_id == product_id {
        return Ok(Some(Err(ChangeRefusal::SameClub)));
    }
    let membership = &dues.membership;
    let next_billing_date = membership.next_billing_date;
    let charged = |price: Price| price.at(rate_ppm).gross();
    let next_month = charged(dues.price_of(next_billing_date));
    match may_change(
        membership.standing,
        dues.open.is_some(),
        next_month,
        charged(monthly_price),
    ) {
        Err(refusal) => return Ok(Some(Err(refusal))),
        Ok(Begins::NextMonth) => return Ok(Some(Ok(ClubChange::Later(next_billing_date)))),
        Ok(Begins::AtOnce) => {}
    }
    let paid = store::periods::last_paid(db, membership.id).await?;
    let paid = paid.ok_or_else(|| Fault::internal("a membership without a billing period"))?;
    Ok(Some(Ok(ClubChange::AtOnce(MonthCredit {
        club: membership.name.clone(),
        period_id: paid.id,
        order_line_id: paid.order_line_id,
        amount: Price::new(paid.month.unused(today, next_billing_date), paid.gross),
    }))))
}

/// Ends the current club of a customer who joins another one with the rest of its month, in the transaction of the
/// sale. Returns false if that is no longer the current month, for example because the sale was settled days later. The
/// club then continues.
pub(super) async fn make_way(
    db: &mut TenantWrite,
    now: Timestamp,
    member: &NewMember<'_>,
    membership_id: i64,
) -> Result<bool, Fault> {
    let Some(dues) = dues::dues(db, membership_id).await? else {
        return Ok(false);
    };
    let last = store::periods::last_paid(db, membership_id).await?.map(|paid| paid.id);
    if member.credited_period_id.is_none() || member.credited_period_id != last || dues.open.is_some() {
        return Ok(false);
    }
    dues.make_way(db, now).await?;
    Ok(true)
}

/// Whether `member` has paid for a more expensive club than the membership's current one, with the rest of an earlier
/// month of it.
pub(super) async fn is_upgrade(
    db: &mut TenantRead,
    member: &NewMember<'_>,
    membership_id: i64,
) -> Result<bool, sqlx::Error> {
    let credited = match member.credited_period_id {
        Some(period) => store::periods::membership_of(db, period).await?,
        None => None,
    };
    if credited != Some(membership_id) {
        return Ok(false);
    }
    let dues = dues::dues(db, membership_id).await?;
    let rate = taxes::rate(db, member.customer_id).await?;
    let charged = |price: Price| price.at(rate).gross();
    Ok(dues.is_some_and(|dues| {
        charged(dues.price_of(dues.membership.next_billing_date)) < charged(member.plan.monthly_price)
    }))
}

/// Notifies about the club that replaced the membership `before`, which cost `price` a month, and records it in the audit
/// log.
pub(super) async fn tell_changed(
    db: &mut TenantWrite,
    now: Timestamp,
    member: &NewMember<'_>,
    (before, price): (i64, Price),
) -> Result<(), Fault> {
    let membership = current(db, member.customer_id).await?;
    let membership = membership.ok_or_else(|| Fault::internal("a newly joined club is missing"))?;
    let prices = MonthlyPrices::new(price, member.plan.monthly_price);
    notify_member(db, now, &membership, MembershipEvent::Changed, prices.into()).await?;
    let entry = audit::Entry {
        actor: &format!("customer:{}", member.customer_id),
        action: "club_changed",
        subject: &format!("club_membership:{}", membership.id),
        detail: json!({"before": before, "orderLine": member.order_line_id}),
    };
    Ok(audit::record(db, now, entry).await?)
}

/// Price of the next month of a membership.
pub(super) async fn current_price(db: &mut TenantRead, membership_id: i64) -> Result<Price, Fault> {
    let dues = dues::dues(db, membership_id).await?;
    let dues = dues.ok_or_else(|| Fault::internal("a membership is missing"))?;
    Ok(dues.price_of(dues.membership.next_billing_date))
}

/// Stores the plan that `member` chose until the paid month ends, within the transaction of the sale. It replaces an
/// earlier choice. Nothing was paid for it, so nothing is owed if the membership has ended or was canceled.
pub(super) async fn promise(db: &mut TenantWrite, tenant: &TenantContext, member: &NewMember<'_>) -> Result<(), Fault> {
    let now = tenant.now();
    let membership = current(db, member.customer_id).await?;
    let membership = membership.filter(|membership| membership.standing.status == Status::Active);
    let subject = membership.as_ref().map(|membership| membership.id);
    if let Some(membership) = membership {
        let rate = taxes::rate(db, member.customer_id).await?;
        store::next_plans::put(db, membership.id, &NewPlan::sold_to(member), rate).await?;
        let chosen = Membership {
            name: member.name.to_owned(),
            ..membership
        };
        let prices = MonthlyPrices::new(current_price(db, chosen.id).await?, member.plan.monthly_price);
        notify_member(db, now, &chosen, MembershipEvent::Chosen, prices.into()).await?;
    }
    let entry = audit::Entry {
        actor: &format!("customer:{}", member.customer_id),
        action: if subject.is_some() {
            "club_chosen"
        } else {
            "club_choice_lapsed"
        },
        subject: &subject.map_or_else(
            || format!("customer:{}", member.customer_id),
            |id| format!("club_membership:{id}"),
        ),
        detail: json!({"orderLine": member.order_line_id}),
    };
    Ok(audit::record(db, now, entry).await?)
}

/// Switches the membership `id` to the plan that `member` paid for.
pub(super) async fn replace(db: &mut TenantWrite, id: i64, member: &NewMember<'_>) -> Result<(), sqlx::Error> {
    let rate = taxes::rate(db, member.customer_id).await?;
    store::next_plans::put(db, id, &NewPlan::sold_to(member), rate).await?;
    store::next_plans::follow(db, id).await.map(drop)
}

/// Applies the chosen plan at the start of the next month. Returns the amount due.
pub async fn follow_plan(db: &mut TenantWrite, tenant: &TenantContext, dues: Dues) -> Result<Dues, Fault> {
    let id = dues.membership.id;
    if dues.open.is_some() || !store::next_plans::follow(db, id).await? {
        return Ok(dues);
    }
    let entry = audit::Entry {
        actor: "billing",
        action: "club_changed",
        subject: &format!("club_membership:{id}"),
        detail: json!({"from": dues.product_id}),
    };
    audit::record(db, tenant.now(), entry).await?;
    let dues = dues::dues(db, id).await?;
    dues.ok_or_else(|| Fault::internal("a membership is missing"))
}

/// State of the later club that a member chose with this order line.
pub async fn chosen_club(db: &mut TenantRead, order_line_id: i64) -> Result<ChosenClub, sqlx::Error> {
    Ok(if store::next_plans::was_dropped(db, order_line_id).await? {
        ChosenClub::Dropped
    } else if store::next_plans::chooser(db, order_line_id).await?.is_some() {
        ChosenClub::Pending
    } else {
        ChosenClub::Started
    })
}

/// Order line in which the member chose the next club. `None` if there is no next club, or if staff chose it.
pub async fn chosen_with(db: &mut TenantRead, membership_id: i64) -> Result<Option<i64>, sqlx::Error> {
    store::next_plans::chosen_with(db, membership_id).await
}

/// Undoes the club changes of these refunded lines, unless they have taken effect. The members keep their current clubs and are notified.
pub async fn drop_refunded(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    lines: &[i64],
    actor: &str,
) -> Result<(), Fault> {
    let now = tenant.now();
    for line in lines {
        let Some(id) = store::next_plans::chooser(db, *line).await? else {
            continue;
        };
        store::next_plans::withdraw(db, id).await?;
        if let Some(dues) = dues::dues(db, id).await? {
            notify_member(
                db,
                now,
                &dues.membership,
                MembershipEvent::Reactivated,
                Details::default(),
            )
            .await?;
        }
        let entry = audit::Entry {
            actor,
            action: "club_move_undone",
            subject: &format!("club_membership:{id}"),
            detail: json!({"orderLine": line, "refunded": true}),
        };
        audit::record(db, now, entry).await?;
    }
    Ok(())
}
