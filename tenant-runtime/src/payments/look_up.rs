//! Looking up charges at their processor. Charges nothing.

use jiff::Timestamp;
use platform::causes::Causes;
use platform::money::decimal;

use super::error::PaymentError;
use super::processor::{Captured, ChargeRequest, Decline, Found, Processor, Reversed};
use super::site_processor::processor_at;
use super::store::{accounts, payments};
use super::{card, payer};
use crate::error::Fault;
use crate::tenant::Tenant;

/// Looks up a payment at the processor. Call it outside transactions; the caller settles the result.
///
/// # Errors
/// [`PaymentError::NotFound`] for an unknown reference, or the site's file can't be read.
pub async fn look_up(tenant: &Tenant, reference: &str) -> Result<Found, PaymentError> {
    let mut db = tenant.read().await?;
    let row = payments::find_payment(&mut db, reference)
        .await?
        .ok_or(PaymentError::NotFound)?;
    drop(db);
    let askable = match (processor_at(tenant, row.account_id).await, request_of(tenant, &row)) {
        (Ok(processor), Ok(request)) => Ok((processor, request)),
        (Err(error @ (PaymentError::NoProcessor | PaymentError::LeftProcessor)), _) | (Ok(_), Err(error)) => Err(error),
        (Err(error), _) => return Err(error),
    };
    let found = match askable {
        Ok((processor, request)) => look_up_paid(&*processor.adapter, &request, tenant.now()).await,
        Err(error) => {
            tracing::error!(order.id = row.order_id, payment.reference = row.reference,
                error = %Causes(&error), "no processor can look up a charge");
            Found::NoLookUp
        }
    };
    log_found(&row, &found);
    if let Found::Approved(approval) = &found
        && payments::settled_another(&mut tenant.read().await?, &row.reference, &approval.transaction).await?
    {
        tracing::error!(
            order.id = row.order_id,
            payment.reference = row.reference,
            "a lookup returned another order's charge"
        );
        return Ok(Found::NoAnswer("another order's charge".to_owned()));
    }
    Ok(found)
}

fn log_found(row: &payments::PaymentRow, found: &Found) {
    match found {
        Found::OtherAmount(approval, amount) => {
            tracing::error!(
                order.id = row.order_id,
                payment.reference = row.reference,
                asked = row.amount,
                approved = amount,
                transaction = approval.transaction,
                code = approval.code,
                "the approved amount differs from the requested amount"
            );
        }
        found => tracing::info!(payment.reference = row.reference, ?found, "payment looked up"),
    }
}

/// Rebuilds a sent charge for a lookup.
fn request_of(tenant: &Tenant, row: &payments::PaymentRow) -> Result<ChargeRequest, PaymentError> {
    let sealed = row.token_sealed.as_deref().unwrap_or_default();
    let token = card::open(tenant, &card::place_in_payment(&row.reference), sealed).map_err(Fault::internal)?;
    Ok(ChargeRequest {
        reference: row.reference.clone(),
        payer: payer(tenant.id(), row.customer_id),
        token,
        network_id: None,
        amount: row.amount,
        currency: row.currency.parse().map_err(Fault::internal)?,
        initiator: row
            .initiator
            .parse()
            .map_err(|_| Fault::internal(format!("initiator {}", row.initiator)))?,
    })
}

/// Looks up a charge. One that was voided or refunded since pays for nothing: it counts as declined, or as another amount if a part
/// is left.
pub(super) async fn look_up_paid(adapter: &dyn Processor, request: &ChargeRequest, now: Timestamp) -> Found {
    let found = adapter.look_up(request).await;
    let Found::Approved(approval) = &found else {
        return found;
    };
    let charge = Captured {
        reference: request.reference.clone(),
        transaction: approval.transaction.clone(),
        amount: request.amount,
        currency: request.currency,
    };
    match adapter.look_up_reversed(&charge, now).await {
        Reversed::Amount(0) | Reversed::NoLookUp => found,
        Reversed::Amount(amount) if amount >= charge.amount => Found::Declined(Decline::soft(Decline::REVERSED)),
        Reversed::Amount(amount) => {
            let left = decimal(charge.amount - amount, &charge.currency);
            Found::OtherAmount(approval.clone(), left)
        }
        Reversed::NoAnswer(why) => Found::NoAnswer(why),
    }
}

/// Looks up a charge at the merchant accounts, other than `account_id`, that another copy of this file has used. The payment then belongs to the account
/// that has it.
pub(super) async fn look_up_elsewhere(
    tenant: &Tenant,
    account_id: i64,
    request: &ChargeRequest,
) -> Result<Found, PaymentError> {
    let now = tenant.now();
    let asked = accounts::asked_at(&mut tenant.read().await?, now.as_millisecond()).await?;
    for account_id in asked.into_iter().filter(|id| *id != account_id) {
        let other = match processor_at(tenant, account_id).await {
            Ok(other) => other,
            // Its credentials are gone, which the release of the site has named.
            Err(PaymentError::LeftProcessor) => continue,
            Err(error) => return Err(error),
        };
        let found = look_up_paid(&*other.adapter, request, now).await;
        match found {
            Found::Nothing | Found::NoLookUp => {}
            Found::NoAnswer(_) => return Ok(found),
            Found::Approved(_) | Found::Declined(_) | Found::OtherAmount(..) => {
                let mut db = tenant.write().await?;
                payments::move_to_account(&mut db, &request.reference, account_id, &other.name).await?;
                db.commit().await?;
                return Ok(found);
            }
        }
    }
    Ok(Found::Nothing)
}
