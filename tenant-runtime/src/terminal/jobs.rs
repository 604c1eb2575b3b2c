//! Payments that no terminal confirms.

use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::jobs::{self, Handlers, Job, JobError, Lane};
use serde::{Deserialize, Serialize};

use super::rules::payment::{CONFIRMED_WITHIN, PaymentState};
use super::store::payments;
use crate::checkout;
use crate::domain::Event;
use crate::error::Fault;
use crate::jobs::on_job;
use crate::runtime::SharedRuntime;
use crate::tenant::{Tenant, TenantContext};

/// Voids the order `order_id` unless its terminal has confirmed it.
#[derive(Serialize, Deserialize)]
struct VoidUnconfirmed {
    order_id: i64,
}

impl Job for VoidUnconfirmed {
    /// `suds site check` expects such a job, with its key, for each paid but unconfirmed order.
    const KIND: &'static str = "terminal.void_unconfirmed";
    const LANE: Lane = Lane::Money;
    const NEVER_GIVEN_UP: bool = true;

    fn key(&self) -> Option<String> {
        Some(self.order_id.to_string())
    }
}

pub(super) fn register(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, void_unconfirmed);
}

/// Handles a paid terminal order: it must be confirmed in time, or was voided before.
pub async fn on_event(db: &mut TenantWrite, tenant: &TenantContext, event: Event) -> Result<(), Fault> {
    let Event::KioskOrderPaid { order_id } = event else {
        return Ok(());
    };
    let Some(payment) = payments::find_of_order(db, order_id).await? else {
        return Ok(());
    };
    let now = tenant.now();
    if payment.state == PaymentState::Voided {
        return Ok(checkout::give_back(db, order_id, now).await?);
    }
    let confirm_by = now + CONFIRMED_WITHIN;
    payments::set_confirm_by(db, &payment.id, confirm_by.as_millisecond()).await?;
    Ok(jobs::enqueue(db, now, confirm_by, &VoidUnconfirmed { order_id }).await?)
}

/// It was already confirmed or voided.
pub(super) async fn withdraw(db: &mut TenantWrite, order_id: i64) -> Result<(), sqlx::Error> {
    jobs::withdraw(db, &VoidUnconfirmed { order_id }).await
}

async fn void_unconfirmed(tenant: Tenant, VoidUnconfirmed { order_id }: VoidUnconfirmed) -> Result<(), JobError> {
    let now: Timestamp = tenant.now();
    let mut db = tenant.write().await?;
    let payment = payments::find_of_order(&mut db, order_id).await?;
    let Some(payment) = payment.filter(|payment| payment.state == PaymentState::Open) else {
        return Ok(());
    };
    payments::settle(&mut db, &payment.id, PaymentState::Voided, now.as_millisecond()).await?;
    checkout::give_back(&mut db, order_id, now).await?;
    Ok(db.commit().await?)
}
