//! A charge from its intent to its settlement, whoever starts it.
//!
//! The intent is durable before the processor is asked. An answer that cannot be written is kept in memory and tried again: it
//! is known nowhere else.

use std::sync::Arc;
use std::time::Duration;

use platform::causes::Causes;
use platform::db::TenantWrite;
use platform::money::Currency;
use tracing::Instrument as _;

use super::error::CheckoutError;
use super::jobs;
use super::rules::{Order, OrderState};
use super::settlement::{Heard, settle_charge, settle_reversal};
use crate::payments::{self, Initiated, NewPayment, SiteProcessor};
use crate::tenant::Tenant;

/// The first pause before another try, and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(15));

const CANNOT: &str = "the processor has answered, but the answer cannot be written; it is tried again";

/// The intent to charge for an order, to be carried out once after its commit.
pub(super) struct Charge {
    order: Order,
    initiated: Initiated,
}

impl Charge {
    /// Writes the intent with the transaction `db`, and the job that looks after it should this process die. `paid_for`: as in
    /// [`NewPayment`]. `None`: the customer has no card that can be charged.
    ///
    /// # Errors
    /// When the database refuses.
    pub(super) async fn intend(
        db: &mut TenantWrite,
        tenant: &Tenant,
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

    /// Asks the processor and settles with its answer; returns the order as it then stands. What cannot be written now, because
    /// the disk is full or the writer is busy, is tried again until it is committed, and the customer is told to wait.
    pub(super) async fn carry_out(self: Box<Self>, tenant: &Tenant) -> Order {
        let Self { order, initiated } = *self;
        let reference = initiated.reference().to_owned();
        let heard = Heard::answer(payments::charge(initiated).await);
        let error = match settle_charge(tenant, &order, Some((&reference, &heard))).await {
            Ok(settled) => return settled.order,
            Err(error) => error,
        };
        // Its customer is told to wait for an email.
        let awaited = Order {
            state: OrderState::Unknown,
            ..order
        };
        let (held, order) = (tenant.clone(), awaited.clone());
        repeat(tenant, error, move |earlier| {
            // All that a person needs to settle it by hand, should this process end before it could.
            tracing::error!(order.id = order.id, order.number = order.number(), order.total = order.total,
                payment.reference = reference, outcome = ?heard.outcome, error = %Causes(earlier), "{CANNOT}");
            let (tenant, order, reference, heard) = (held.clone(), order.clone(), reference.clone(), heard.clone());
            async move {
                let settled = settle_charge(&tenant, &order, Some((&reference, &heard))).await;
                settled.map(drop)
            }
        });
        awaited
    }
}

/// Settles the reversal `id` with the processor's answer, as a charge is settled.
pub(super) async fn settle_reversal_for_sure(tenant: &Tenant, id: i64, heard: Heard) {
    let Err(error) = settle_reversal(tenant, id, &heard).await else {
        return;
    };
    let held = tenant.clone();
    repeat(tenant, error, move |earlier| {
        tracing::error!(reversal.id = id, outcome = ?heard.outcome, error = %Causes(earlier), "{CANNOT}");
        let (tenant, heard) = (held.clone(), heard.clone());
        async move { settle_reversal(&tenant, id, &heard).await.map(drop) }
    });
}

/// Repeats `write`, which gets the error of the try before it, in a task that a stop waits for.
fn repeat<W>(tenant: &Tenant, first: CheckoutError, write: impl Fn(&CheckoutError) -> W + Send + 'static)
where
    W: Future<Output = Result<(), CheckoutError>> + Send + 'static,
{
    let held = async move {
        let (mut pause, longest) = PAUSES;
        let mut next = write(&first);
        loop {
            tokio::time::sleep(pause).await;
            let Err(error) = next.await else { return };
            next = write(&error);
            pause = (pause * 2).min(longest);
        }
    };
    tenant.runtime.under_way.spawn(held.in_current_span());
}
