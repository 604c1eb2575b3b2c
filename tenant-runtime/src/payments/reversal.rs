//! Voids and refunds of charges, for the domains that sell.

use std::sync::Arc;

use super::error::PaymentError;
use super::permit;
use super::processor::{Captured, Decline, Found, Outcome, ReversalKind, ReversalRequest};
use super::rules::PaymentState;
use super::site_processor::{SiteProcessor, processor_at};
use super::store::payments;
use crate::error::Fault;
use crate::tenant::Tenant;

/// A void or refund of an approved payment.
#[derive(Clone, Copy, Debug)]
pub struct NewReversal<'a> {
    /// Of the payment.
    pub payment: &'a str,
    /// Our reference, unique per reversal.
    pub reference: &'a str,
    pub kind: ReversalKind,
    /// Minor units of a refund. A void covers the whole charge.
    pub amount: i64,
    /// Whether the payment has another refund of the same amount.
    pub has_twin: bool,
}

/// Asks the processor to void or refund an approved payment. Outside of transactions. Call
/// [`record_void`](super::record_void) or [`record_refund`](super::record_refund) afterwards.
///
/// # Errors
/// [`PaymentError::NotFound`] if the payment is unknown or was never approved, [`PaymentError::LeftProcessor`] if its
/// merchant account's credentials were deleted.
pub async fn reverse(tenant: &Tenant, reversal: NewReversal<'_>) -> Result<Outcome, PaymentError> {
    if let Some(refusal) = permit::refusal(&mut tenant.read().await?, tenant).await? {
        tracing::error!(payment.reference = reversal.payment, %refusal, "failed to send a reversal");
        return Ok(Outcome::Declined(Decline::soft(Decline::UNREACHABLE)));
    }
    let (processor, request) = reversal_request(tenant, reversal).await?;
    Ok(processor.adapter.reverse(&request).await)
}

/// Looks up the result of a void or refund at the processor. Outside of transactions.
pub async fn look_up_reversal(tenant: &Tenant, reversal: NewReversal<'_>) -> Result<Found, PaymentError> {
    let found = match reversal_request(tenant, reversal).await {
        Ok((processor, request)) => processor.adapter.look_up_reversal(&request).await,
        Err(PaymentError::NoProcessor | PaymentError::LeftProcessor) => Found::NoLookUp,
        Err(error) => return Err(error),
    };
    tracing::info!(payment.reference = reversal.payment, ?found, "reversal looked up");
    Ok(found)
}

async fn reversal_request(
    tenant: &Tenant,
    reversal: NewReversal<'_>,
) -> Result<(Arc<SiteProcessor>, ReversalRequest), PaymentError> {
    let mut db = tenant.read().await?;
    let row = payments::find_payment(&mut db, reversal.payment)
        .await?
        .filter(|row| row.state == PaymentState::Approved.into_str());
    drop(db);
    let row = row.ok_or(PaymentError::NotFound)?;
    let charge = Captured {
        reference: row.reference.clone(),
        transaction: row.processor_transaction.clone().ok_or(PaymentError::NotFound)?,
        amount: row.amount,
        currency: row.currency.parse().map_err(Fault::internal)?,
    };
    let request = ReversalRequest {
        reference: reversal.reference.to_owned(),
        amount: match reversal.kind {
            ReversalKind::Void => charge.amount,
            ReversalKind::Refund => reversal.amount,
        },
        charge,
        kind: reversal.kind,
        has_twin: reversal.has_twin,
    };
    Ok((processor_at(tenant, row.account_id).await?, request))
}
