//! The club that a member has chosen for the months to come, which costs no more than the member's own (docs/RULES.md#clubs).

use platform::audit;
use platform::db::TenantWrite;
use serde_json::json;

use super::events::{MembershipEvent, notify_member};
use super::rules::standing::Status;
use super::store::next_plans::NewPlan;
use super::{Dues, Membership, NewMember, current, dues, store, taxes};
use crate::error::Fault;
use crate::tenant::Tenant;

/// Keeps what `member` has chosen until the month that is paid ends, within the transaction of the sale. It takes the place of what was
/// chosen before. Nothing was paid for it, so that nothing is owed where the membership has ended or was cancelled meanwhile.
pub(super) async fn promise(db: &mut TenantWrite, tenant: &Tenant, member: &NewMember<'_>) -> Result<(), Fault> {
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
        notify_member(db, now, &chosen, MembershipEvent::Chosen).await?;
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

/// Gives the membership `id` at once the plan that `member` has paid for.
pub(super) async fn replace(db: &mut TenantWrite, id: i64, member: &NewMember<'_>) -> Result<(), sqlx::Error> {
    let rate = taxes::rate(db, member.customer_id).await?;
    store::next_plans::put(db, id, &NewPlan::sold_to(member), rate).await?;
    store::next_plans::follow(db, id).await.map(drop)
}

/// Gives a membership the plan that its member has chosen, as the month begins that is not opened yet. Answers what it owes then.
///
/// # Errors
/// When the database refuses.
pub async fn follow_plan(db: &mut TenantWrite, tenant: &Tenant, dues: Dues) -> Result<Dues, Fault> {
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
    dues.ok_or_else(|| Fault::internal("a membership is gone"))
}
