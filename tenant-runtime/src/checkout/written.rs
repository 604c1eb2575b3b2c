//! An answer of the processor that could not be written is held until it stands: nobody else knows it.

use std::time::Duration;

use platform::http::ApiError;

use super::rules::{Order, OrderState};
use super::settle::settle;
use crate::payments::processor::Outcome;
use crate::tenant::Tenant;

/// The first pause before another try, and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(15));

/// Writes how the payment `reference` of `order` went. What cannot be written now, because the disk is full or somebody else
/// writes, is tried again until it stands, while the customer is told to wait: the order as it then stands is answered.
pub(super) async fn settle_for_sure(tenant: &Tenant, order: &Order, reference: &str, outcome: Outcome) -> Order {
    match settle(tenant, order, Some((reference, &outcome))).await {
        Ok(settled) => settled,
        Err(error) => {
            tell(tenant, order, reference, &outcome, &error);
            // Its customer is told to wait for a mail.
            let awaited = Order {
                state: OrderState::Unknown,
                ..order.clone()
            };
            let (tenant, reference, waiting) = (tenant.clone(), reference.to_owned(), awaited.clone());
            let under_way = tenant.runtime.under_way.clone();
            under_way.spawn(async move { until_it_stands(&tenant, &waiting, &reference, &outcome).await });
            awaited
        }
    }
}

async fn until_it_stands(tenant: &Tenant, order: &Order, reference: &str, outcome: &Outcome) {
    let (mut pause, longest) = PAUSES;
    loop {
        tokio::time::sleep(pause).await;
        match settle(tenant, order, Some((reference, outcome))).await {
            Ok(_) => return,
            Err(error) => tell(tenant, order, reference, outcome, &error),
        }
        pause = (pause * 2).min(longest);
    }
}

/// Logs all that a person needs to settle the order by hand, should this process end before it could.
fn tell(tenant: &Tenant, order: &Order, reference: &str, outcome: &Outcome, error: &ApiError) {
    tracing::error!(site.id = %tenant.id(), order.id = order.id, order.number = order.number(), order.total = order.total,
        payment.reference = reference, ?outcome, error = error.message(),
        "the processor has answered, but the answer cannot be written; it is tried again");
}
