//! Results of an order for members: months paid with it, and how the club was used in them.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use platform::audit;
use platform::db::{TenantRead, TenantWrite};
use platform::jobs::{self, Handlers, Job, JobError};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::rules::standing::EndReason;
pub use super::store::sold::{ClubUse, SoldMonth};
use super::{dues, store};
use crate::error::Fault;
use crate::jobs::on_job;
use crate::runtime::SharedRuntime;
use crate::tenant::{Tenant, TenantContext};

/// Pause before a membership that is being charged is looked at again.
const LOOK_AGAIN_AFTER: SignedDuration = SignedDuration::from_mins(5);

/// Months paid by these order lines, oldest first.
pub async fn months_sold_with(db: &mut TenantRead, lines: &[i64]) -> Result<Vec<SoldMonth>, sqlx::Error> {
    store::sold::months(db, lines).await
}

/// The last paid month of a membership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaidClubMonth {
    pub start: Date,
    /// First day after the period.
    pub end: Date,
    /// `None`: it was free.
    pub order_line_id: Option<i64>,
}

/// The last paid month of the membership. `None`: the membership doesn't exist.
pub async fn last_paid_month(db: &mut TenantRead, membership_id: i64) -> Result<Option<PaidClubMonth>, sqlx::Error> {
    let last = store::periods::last_paid(db, membership_id).await?;
    Ok(last.map(|last| PaidClubMonth {
        start: last.month.start,
        end: last.month.end,
        order_line_id: last.order_line_id,
    }))
}

/// Whether a renewal on these lines is in progress.
pub async fn is_being_charged(db: &mut TenantRead, lines: &[i64]) -> Result<bool, sqlx::Error> {
    for month in store::sold::months(db, lines).await? {
        let dues = dues::dues(db, month.membership_id).await?;
        if dues.and_then(|dues| dues.open).is_some_and(|open| open.is_under_way) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Ends the memberships whose months on these lines were refunded. No renewal starts while such a refund is open. If an
/// earlier build started one, a job ends the membership after it settles.
pub async fn end_refunded(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    lines: &[i64],
    actor: &str,
) -> Result<(), Fault> {
    let now = tenant.now();
    for month in store::sold::months(db, lines).await? {
        if month.has_ended {
            continue;
        }
        let ending = EndRefunded {
            membership_id: month.membership_id,
            actor: actor.to_owned(),
        };
        if !end_now(db, now, &ending).await? {
            jobs::enqueue(db, now, now + LOOK_AGAIN_AFTER, &ending).await?;
        }
    }
    Ok(())
}

/// Returns false if a renewal is being charged.
async fn end_now(db: &mut TenantWrite, now: Timestamp, ending: &EndRefunded) -> Result<bool, Fault> {
    let id = ending.membership_id;
    let Some(dues) = dues::dues(db, id).await? else {
        return Ok(true);
    };
    if !dues.membership.standing.is_live() {
        return Ok(true);
    }
    if dues.open.as_ref().is_some_and(|open| open.is_under_way) {
        return Ok(false);
    }
    store::set_pause(db, id, None).await?;
    dues.end(db, now, EndReason::Cancelled).await?;
    dues::look_again(db, now, id).await?;
    let entry = audit::Entry {
        actor: &ending.actor,
        action: "club_ended",
        subject: &format!("club_membership:{id}"),
        detail: json!({"refunded": true}),
    };
    audit::record(db, now, entry).await?;
    Ok(true)
}

/// Ends a membership whose month was refunded while a renewal was being charged.
#[derive(Serialize, Deserialize)]
struct EndRefunded {
    membership_id: i64,
    /// As in the audit log.
    actor: String,
}

impl Job for EndRefunded {
    /// `suds site check` knows this type and its key: a membership that ends with a refund has such a job until it has
    /// ended.
    const KIND: &'static str = "clubs.end_refunded";
    const NEVER_GIVEN_UP: bool = true;

    fn key(&self) -> Option<String> {
        Some(self.membership_id.to_string())
    }
}

pub(super) fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, end_later);
}

async fn end_later(tenant: Tenant, ending: EndRefunded) -> Result<(), JobError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    if !end_now(&mut db, now, &ending).await? {
        return Err(JobError::NotBefore(now + LOOK_AGAIN_AFTER));
    }
    Ok(db.commit().await?)
}

/// Uses of a club in a month, latest first.
pub async fn uses_in(db: &mut TenantRead, month: &SoldMonth) -> Result<Vec<ClubUse>, sqlx::Error> {
    store::sold::uses(db, month).await
}

/// IDs of the months paid with a line of an order.
pub async fn months_paid_with(db: &mut TenantRead, order_line_id: i64) -> Result<Vec<i64>, sqlx::Error> {
    store::sold::month_ids(db, order_line_id).await
}

/// The line of the order that started the membership.
pub async fn joined_with(db: &mut TenantRead, membership_id: i64) -> Result<i64, sqlx::Error> {
    store::sold::joined_with(db, membership_id).await
}
