//! Completes a card form by asking the processor, never by trusting the browser.

use jiff::Timestamp;
use platform::http::{Answer, ApiError, Query};
use serde::Deserialize;

use super::PaymentError;
use super::Sockets;
use super::processor::{Captured, Completion, OpenSetup, Returned, VaultedCard};
use super::setup::open_setup;
use super::site_processor::{AccountRef, processor_at};
use super::socket::SetupOutcome;
use super::store::accounts;
use super::{card, jobs, store};
use crate::domain::{self, Event};
use crate::error::ErrorCode;
use crate::http::Person;
use crate::language::Locale;
use crate::tenant::Tenant;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct ReceiptQuery {
    /// Ticket from the set-up.
    ticket: String,
    socket_id: String,
}

/// Complete a card form
///
/// Asks the processor, server to server, and stores the card. The socket delivers the same result.
#[utoipa::path(get, path = "/payments/moneris/receipts", tag = "payments", params(ReceiptQuery),
    responses((status = 200, body = platform::http::Envelope<SetupOutcome>)))]
pub(super) async fn take_receipt(
    tenant: Tenant,
    person: Person,
    locale: Locale,
    Query(query): Query<ReceiptQuery>,
) -> Result<Answer<SetupOutcome>, ApiError> {
    let mut db = tenant.read().await?;
    let row = store::find_setup_by_session(&mut db, "moneris", &query.ticket).await?;
    drop(db);
    // Another customer's form counts as unknown.
    let row = row
        .filter(|row| row.customer_id == person.id && row.socket_id == query.socket_id)
        .ok_or_else(ApiError::not_found)?;
    match complete(&tenant, row, &Returned::new()).await? {
        Ended::Told(outcome) => Ok(Answer(outcome.said_in(&locale))),
        Ended::Unfinished | Ended::Cancelled | Ended::Unproven => Err(ErrorCode::InProgress
            .because("The card form isn't complete yet.")
            .retry_after(2)),
    }
}

/// Shown when a form ended without a card.
const REFUSED: &str = "We couldn't save your card. Check it or try another one.";

/// State of a setup.
pub(super) enum Ended {
    /// Finished, and the browser was notified.
    Told(SetupOutcome),
    /// The form is still open.
    Unfinished,
    /// The customer canceled. The form may be shown again.
    Cancelled,
    /// The result isn't from the processor. Nothing changed.
    Unproven,
}

/// Completes the setup `row` with the processor's response. Idempotent.
pub(super) async fn complete(
    tenant: &Tenant,
    row: store::SetupRow,
    returned: &Returned,
) -> Result<Ended, PaymentError> {
    match row.state.as_str() {
        "complete" => return Ok(Ended::Told(SetupOutcome::success())),
        "failed" => return Ok(Ended::Told(SetupOutcome::failure(REFUSED))),
        _ => {}
    }
    let now = tenant.now();
    if row.expires_at <= now.as_millisecond() {
        release(tenant, row, returned).await?;
        return Err(PaymentError::FormExpired);
    }
    let processor = processor_at(tenant, row.account_id).await?;
    let (customer_id, socket_id) = (row.customer_id, row.socket_id.clone());
    let setup = open_setup(tenant, row)?;
    let completion = processor.adapter.complete_setup(&setup, returned).await?;
    let outcome = match completion {
        Completion::Vaulted(vaulted) => keep(tenant, customer_id, &setup, processor.account(), &vaulted, now).await?,
        Completion::Refused(verification) => fail(tenant, &setup, processor.account(), verification.as_ref()).await?,
        Completion::Mismatch(what) => {
            tracing::error!(what, "a card form's receipt doesn't match it");
            fail(tenant, &setup, processor.account(), None).await?
        }
        Completion::Unproven(what) => {
            tracing::warn!(what, "the callback of a card form isn't from the processor");
            return Ok(Ended::Unproven);
        }
        Completion::Unfinished => return Ok(Ended::Unfinished),
        Completion::Cancelled => return Ok(Ended::Cancelled),
    };
    tenant
        .runtime
        .state::<Sockets>()?
        .tell(tenant.id(), &socket_id, &setup.reference, outcome.clone());
    Ok(Ended::Told(outcome))
}

async fn keep(
    tenant: &Tenant,
    customer_id: i64,
    setup: &OpenSetup,
    account: AccountRef<'_>,
    vaulted: &VaultedCard,
    now: Timestamp,
) -> Result<SetupOutcome, PaymentError> {
    let mut db = tenant.write().await?;
    // The account may have been deleted, or the merchant account changed. The card could then never be charged.
    let is_kept =
        !store::is_abandoned(&mut db, &setup.reference).await? && accounts::in_use(&mut db).await? == Some(account.id);
    let end = if is_kept { "complete" } else { "failed" };
    // A second request for the same form finds it completed. The card is stored.
    if store::end_setup(&mut db, &setup.reference, end).await? {
        if is_kept {
            card::put_on_file(&mut db, tenant, customer_id, account, vaulted, now).await?;
            domain::publish(&mut db, tenant, Event::CardStored { customer_id }).await?;
        } else {
            card::enqueue_deletion(&mut db, tenant, account, &vaulted.token, now).await?;
        }
        if let Some(verification) = &vaulted.verification {
            jobs::enqueue_void(&mut db, account, verification, now).await?;
        }
        db.commit().await?;
    }
    Ok(if is_kept {
        SetupOutcome::success()
    } else {
        SetupOutcome::failure(REFUSED)
    })
}

/// Ends a form without a card. Voids the verification, if any.
async fn fail(
    tenant: &Tenant,
    setup: &OpenSetup,
    account: AccountRef<'_>,
    verification: Option<&Captured>,
) -> Result<SetupOutcome, PaymentError> {
    let mut db = tenant.write().await?;
    if store::end_setup(&mut db, &setup.reference, "failed").await?
        && let Some(verification) = verification
    {
        jobs::enqueue_void(&mut db, account, verification, tenant.now()).await?;
    }
    db.commit().await?;
    Ok(SetupOutcome::failure(REFUSED))
}

/// Voids the verification of a card whose form had expired. Without a response from the processor, nothing changes.
async fn release(tenant: &Tenant, row: store::SetupRow, returned: &Returned) -> Result<(), PaymentError> {
    if row.amount == 0 {
        return Ok(());
    }
    let processor = processor_at(tenant, row.account_id).await?;
    let setup = open_setup(tenant, row)?;
    let verification = match processor.adapter.complete_setup(&setup, returned).await {
        Ok(Completion::Vaulted(card)) => card.verification,
        Ok(Completion::Refused(verification)) => verification,
        _ => None,
    };
    if verification.is_some() {
        fail(tenant, &setup, processor.account(), verification.as_ref()).await?;
    }
    Ok(())
}
