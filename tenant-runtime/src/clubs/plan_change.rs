//! Changing to another club: what is left of the month that is paid goes towards the new one, which begins as the old one ends
//! (docs/RULES.md#clubs).

use jiff::Timestamp;
use jiff::civil::Date;
use platform::audit;
use platform::db::{TenantRead, TenantWrite};
use serde_json::json;

use super::rules::plan_change::{ChangeRefusal, may_change};
use super::tell::{Told, tell};
use super::{NewMember, current, dues, store};
use crate::error::Fault;

/// What a member gets for the rest of a month when another club takes the place of the one that it is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonthCredit {
    /// As the club is called.
    pub club: String,
    pub period_id: i64,
    /// What the month was paid with; `None`: it was free.
    pub order_line_id: Option<i64>,
    /// Minor units, net.
    pub amount: i64,
}

/// What a customer who is in a club gets for it on changing to the club `product_id`, which costs `monthly_price` (minor units, net).
/// `None`: the customer is in no club.
///
/// # Errors
/// The inner one says why it cannot be changed now.
pub async fn credit_for_change(
    db: &mut TenantRead,
    customer_id: i64,
    (product_id, monthly_price): (i64, i64),
    today: Date,
) -> Result<Option<Result<MonthCredit, ChangeRefusal>>, Fault> {
    let Some(dues) = dues::dues_of_customer(db, customer_id).await? else {
        return Ok(None);
    };
    if dues.product_id == product_id {
        return Ok(Some(Err(ChangeRefusal::SameClub)));
    }
    let membership = &dues.membership;
    let next_month = dues.price_of(membership.next_billing_date);
    if let Err(refusal) = may_change(membership.standing, dues.open.is_some(), next_month, monthly_price) {
        return Ok(Some(Err(refusal)));
    }
    let paid = store::periods::last_paid(db, membership.id).await?;
    let paid = paid.ok_or_else(|| Fault::internal("a membership without a month"))?;
    Ok(Some(Ok(MonthCredit {
        club: membership.name.clone(),
        period_id: paid.id,
        order_line_id: paid.order_line_id,
        amount: paid.month.unused(today, membership.next_billing_date),
    })))
}

/// Ends the club of who joins another one with the rest of its month, within the transaction of the sale. `false`: it is not that month
/// any more, as when the sale was settled days later, and the club goes on.
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

/// Tells of the club that has taken the place of the membership `before`, and keeps that for the audit.
pub(super) async fn tell_changed(
    db: &mut TenantWrite,
    now: Timestamp,
    member: &NewMember<'_>,
    before: i64,
) -> Result<(), Fault> {
    let membership = current(db, member.customer_id).await?;
    let membership = membership.ok_or_else(|| Fault::internal("a club that was just joined is gone"))?;
    tell(db, now, &membership, Told::Changed).await?;
    let entry = audit::Entry {
        actor: &format!("customer:{}", member.customer_id),
        action: "club_changed",
        subject: &format!("club_membership:{}", membership.id),
        detail: json!({"before": before, "orderLine": member.order_line_id}),
    };
    Ok(audit::record(db, now, entry).await?)
}
