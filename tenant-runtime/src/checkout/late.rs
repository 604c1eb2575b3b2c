//! Approvals for which nothing is sold: the order was given up before anybody heard of them, the account that placed it is gone,
//! or they are over another amount. Such money goes back, once, as a reversal like any other.

use jiff::Timestamp;
use platform::audit;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::actor::Actor;
use super::books;
use super::reversal;
use super::rules::Order;
use super::store::orders;
use crate::jobs::on_job;
use crate::payments::processor::{Approval, Decline, Outcome};
use crate::payments::{self, PaymentState, Reconcile};
use crate::runtime::SharedRuntime;
use crate::tenant::Tenant;

/// Giving a charge back for which nothing is sold.
#[derive(Serialize, Deserialize)]
struct TakeBack {
    order_id: i64,
}

impl Job for TakeBack {
    /// `suds site check` knows it and its key: what lies at the processor for an order that failed has such a job.
    const KIND: &'static str = "checkout.take_back";
    const NEVER_GIVEN_UP: bool = true;

    fn key(&self) -> Option<String> {
        Some(self.order_id.to_string())
    }
}

pub(super) fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, look);
    on_job(handlers, runtime, take_back);
}

/// Books with the transaction `db` that the charge `reference` of `order` was approved, over `amount` minor units, though nothing
/// is sold for it. The money goes back after the commit. `false`: it was booked before.
///
/// # Errors
/// When the database refuses.
pub(super) async fn accept(
    db: &mut TenantWrite,
    tenant: &Tenant,
    order: &Order,
    (reference, approval): (&str, &Approval),
    amount: i64,
) -> Result<bool, sqlx::Error> {
    let now = tenant.now();
    if !payments::accept_late(db, tenant, reference, approval, amount).await? {
        return Ok(false);
    }
    tracing::error!(site.id = %tenant.id(), order.id = order.id, payment.reference = reference, amount, "a charge for which nothing is sold was approved");
    books::record_late_approval(db, order, amount, now).await?;
    let subject = format!("order:{}", order.id);
    let entry = audit::Entry {
        actor: &Actor::System.to_string(),
        action: "order_approved_late",
        subject: &subject,
        detail: json!({"payment": reference, "amount": amount}),
    };
    audit::record(db, now, entry).await?;
    enqueue(db, order.id, now).await?;
    Ok(true)
}

/// Takes the charge of an order back after the commit of `db`.
pub(super) async fn enqueue(db: &mut TenantWrite, order_id: i64, now: Timestamp) -> Result<(), sqlx::Error> {
    jobs::enqueue(db, now, now, &TakeBack { order_id }).await
}

/// Looks once more for a charge that was given up.
async fn look(tenant: Tenant, Reconcile { reference }: Reconcile) -> Result<(), JobError> {
    let Some(late) = payments::look_for_late(&tenant, &reference).await? else {
        return Ok(());
    };
    let mut db = tenant.write().await?;
    if let Some(order) = orders::find_order_by_id(&mut db, late.order_id).await?
        && accept(&mut db, &tenant, &order, (&reference, &late.approval), order.total).await?
    {
        db.commit().await?;
    }
    Ok(())
}

/// Gives the whole charge of an order back, and does not rest before the processor has said how it went.
async fn take_back(tenant: Tenant, TakeBack { order_id }: TakeBack) -> Result<(), JobError> {
    let mut db = tenant.read().await?;
    let order = orders::find_order_by_id(&mut db, order_id).await?;
    let payment = payments::payment_of_order(&mut db, order_id).await?;
    drop(db);
    let (Some(order), Some(payment)) = (order, payment) else {
        return Ok(());
    };
    if payment.state != PaymentState::Approved {
        return Ok(());
    }
    match reversal::take_back(&tenant, &order).await? {
        Some(Outcome::Approved(_)) => Ok(()),
        Some(Outcome::Declined(decline)) if decline.code != Decline::UNREACHABLE => {
            tracing::error!(site.id = %tenant.id(), order.id = order.id, payment.reference = payment.reference, code = decline.code,
                "a charge for which nothing is sold can neither be voided nor refunded: a person has to see to it");
            Ok(())
        }
        Some(_) => Err(JobError::NotBefore(tenant.now() + payments::OUTAGE)),
        // Somebody of the merchant's is at it.
        None => Err(JobError::NotBefore(tenant.now() + payments::RECONCILED_EVERY)),
    }
}
