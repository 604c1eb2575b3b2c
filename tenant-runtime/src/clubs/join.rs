//! Joining a club by buying it (docs/RULES.md#clubs).

use jiff::tz::TimeZone;
use platform::audit;
use platform::db::TenantWrite;
use serde_json::json;

use super::store::NewMembership;
use super::store::periods::PaidPeriod;
use super::{Membership, NewMember, current, dues, following, local_day, look_again, plan_change, store, taxes};
use crate::error::Fault;
use crate::identity;
use crate::tenant::TenantContext;

/// Starts a membership for the buyer of a club, from the current local day, within the transaction of the sale. The
/// first period is paid.
///
/// It replaces the club whose month was credited toward it. A membership that starts later is kept until then. A quote
/// rejects any other second club. If one is paid anyway, for example because the order settled days later, its month
/// extends the membership, and the audit log records it. A more expensive club then replaces the one renewed in the
/// meantime.
pub async fn join(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    time_zone: &TimeZone,
    member: NewMember<'_>,
) -> Result<(), Fault> {
    if member.starts_on.is_some() {
        return plan_change::promise(db, tenant, &member).await;
    }
    let now = tenant.now();
    let Some(membership) = current(db, member.customer_id).await? else {
        return begin(db, tenant, time_zone, &member).await;
    };
    let price = plan_change::current_price(db, membership.id).await?;
    if plan_change::make_way(db, now, &member, membership.id).await? {
        begin(db, tenant, time_zone, &member).await?;
        return plan_change::tell_changed(db, now, &member, (membership.id, price)).await;
    }
    prolong(db, tenant, &membership, &member).await
}

async fn begin(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    time_zone: &TimeZone,
    member: &NewMember<'_>,
) -> Result<(), Fault> {
    let now = tenant.now();
    let anchor = local_day(tenant, time_zone);
    let next_billing = following(anchor, anchor)?;
    let plate = identity::plate_of(db, member.customer_id).await?;
    let rate = taxes::rate(db, member.customer_id).await?;
    let membership_id = store::insert(
        db,
        &NewMembership {
            member,
            plate: plate.as_ref(),
            monthly_price: member.plan.monthly_price.columns(rate),
            anchor,
            next_billing,
            now: now.as_millisecond(),
        },
    )
    .await?;
    let period = PaidPeriod {
        membership_id,
        start: anchor,
        end: next_billing,
        amount: member.price,
        gross_amount: member.gross_price,
        order_line_id: member.order_line_id,
    };
    store::periods::insert_paid_period(db, &period).await?;
    Ok(look_again(db, now, membership_id).await?)
}

async fn prolong(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    membership: &Membership,
    member: &NewMember<'_>,
) -> Result<(), Fault> {
    let now = tenant.now();
    let open = dues::dues(db, membership.id)
        .await?
        .and_then(|dues| dues.open.map(|open| (dues, open)));
    let end = match open {
        Some((dues, open)) if !open.is_under_way => {
            store::periods::set_charging(db, open.id, member.order_line_id).await?;
            dues.pay(db, now, open).await?;
            open.end
        }
        open => {
            let start = open.map_or(membership.next_billing_date, |(_, open)| open.end);
            let end = following(membership.anchor, start)?;
            let period = PaidPeriod {
                membership_id: membership.id,
                start,
                end,
                amount: member.price,
                gross_amount: member.gross_price,
                order_line_id: member.order_line_id,
            };
            store::periods::insert_paid_period(db, &period).await?;
            store::set_next_billing_date(db, membership.id, end).await?;
            end
        }
    };
    look_again(db, now, membership.id).await?;
    if plan_change::is_upgrade(db, member, membership.id).await? {
        let price = plan_change::current_price(db, membership.id).await?;
        plan_change::replace(db, membership.id, member).await?;
        plan_change::tell_changed(db, now, member, (membership.id, price)).await?;
    }
    let (actor, subject) = (
        format!("customer:{}", member.customer_id),
        format!("club_membership:{}", membership.id),
    );
    let entry = audit::Entry {
        actor: &actor,
        action: "club_prolonged",
        subject: &subject,
        detail: json!({"orderLine": member.order_line_id, "nextBillingDate": end.to_string()}),
    };
    Ok(audit::record(db, tenant.now(), entry).await?)
}
