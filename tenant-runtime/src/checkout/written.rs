//! An answer of the processor that could not be written is kept in memory and tried again: it is known nowhere else.

use std::time::Duration;

use platform::causes::Causes;
use tracing::Instrument as _;

use super::error::CheckoutError;
use super::rules::{Order, OrderState};
use super::settle::settle;
use super::settle_reversal;
use crate::payments::processor::Outcome;
use crate::tenant::Tenant;

/// The first pause before another try, and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(15));

/// Writes how the payment `reference` of `order` went. What cannot be written now, because the disk is full or the
/// writer is busy, is tried again until it is committed, while the customer
/// is told to wait: the order as it then stands is answered.
pub(super) async fn settle_for_sure(tenant: &Tenant, order: &Order, reference: &str, outcome: Outcome) -> Order {
    let error = match settle(tenant, order, Some((reference, &outcome))).await {
        Ok(settled) => return settled,
        Err(error) => error,
    };
    // Its customer is told to wait for a mail.
    let awaited = Order {
        state: OrderState::Unknown,
        ..order.clone()
    };
    let (held, order, reference) = (tenant.clone(), awaited.clone(), reference.to_owned());
    hold(tenant, error, move |earlier| {
        // All that a person needs to settle it by hand, should this process end before it could.
        tracing::error!(order.id = order.id, order.number = order.number(), order.total = order.total,
            payment.reference = reference, ?outcome, error = %Causes(earlier), "{CANNOT}");
        let (tenant, order, reference, outcome) = (held.clone(), order.clone(), reference.clone(), outcome.clone());
        async move { settle(&tenant, &order, Some((&reference, &outcome))).await.map(drop) }
    });
    awaited
}

/// The same for what a processor answered to the reversal `id`, which is open until then.
pub(super) async fn settle_reversal_for_sure(tenant: &Tenant, id: i64, outcome: Outcome) {
    let Err(error) = settle_reversal::settle(tenant, id, &outcome, None).await else {
        return;
    };
    let held = tenant.clone();
    hold(tenant, error, move |earlier| {
        tracing::error!(reversal.id = id, ?outcome, error = %Causes(earlier), "{CANNOT}");
        let (tenant, outcome) = (held.clone(), outcome.clone());
        async move { settle_reversal::settle(&tenant, id, &outcome, None).await }
    });
}

const CANNOT: &str = "the processor has answered, but the answer cannot be written; it is tried again";

/// Repeats `write`, which gets the error of the try before it, in a task that a stop waits for.
fn hold<W>(tenant: &Tenant, first: CheckoutError, write: impl Fn(&CheckoutError) -> W + Send + 'static)
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
