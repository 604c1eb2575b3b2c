//! Charging the card on file, for the domains that sell.
//!
//! The caller writes its intent and calls [`initiate`] in one transaction, commits, awaits [`charge`] outside any
//! transaction, and calls [`settle`] in the transaction of the effect. What stays unknown is asked for with [`look_up`].

use std::sync::Arc;

use data_encoding::HEXLOWER;
use jiff::Timestamp;
use platform::causes::Causes;
use platform::db::{TenantRead, TenantWrite};
use platform::money::Currency;

use super::error::PaymentError;
use super::permit::{self, Refusal};
use super::processor::{Approval, Captured, ChargeRequest, Decline, DeclineKind, Found, Initiator, Outcome};
use super::rules::{PaymentState, Resolution, Settlement, resolve};
use super::settings::{SiteProcessor, processor_of};
use super::{card, jobs, payer, store};
use crate::error::Fault;
use crate::tenant::Tenant;

/// A charge to be made for an order.
#[derive(Clone, Copy, Debug)]
pub struct NewPayment {
    pub order_id: i64,
    pub customer_id: i64,
    /// Minor units, more than 0.
    pub amount: i64,
    pub currency: Currency,
    pub initiator: Initiator,
}

/// A payment that is written down and may be sent, once.
pub struct Initiated {
    order_id: i64,
    processor: Arc<SiteProcessor>,
    request: ChargeRequest,
    refusal: Option<Refusal>,
}

impl Initiated {
    /// Our number of the payment, at the processor too.
    pub fn reference(&self) -> &str {
        &self.request.reference
    }
}

/// Writes a payment down with the transaction `db`. `None`: the customer has no card that this site's processor can
/// charge. `processor` comes from [`processor_of`], asked before the transaction began.
///
/// # Errors
/// When the database refuses.
pub async fn initiate(
    db: &mut TenantWrite,
    tenant: &Tenant,
    processor: &Arc<SiteProcessor>,
    new: NewPayment,
) -> Result<Option<Initiated>, sqlx::Error> {
    let card = card::chargeable(db, tenant, new.customer_id).await?;
    let Some(card) = card.filter(|card| card.processor == processor.name) else {
        return Ok(None);
    };
    let reference = HEXLOWER.encode(&tenant.runtime.random.bytes::<16>());
    let sealed = card::seal(tenant, &place_of_payment(&reference), &card.token);
    let row = store::NewPaymentRow {
        reference: &reference,
        order_id: new.order_id,
        customer_id: new.customer_id,
        processor: &processor.name,
        amount: new.amount,
        currency: new.currency.code(),
        token_sealed: &sealed,
        initiator: new.initiator.into_str(),
    };
    store::insert_payment(db, &row, tenant.now().as_millisecond()).await?;
    let request = ChargeRequest {
        reference,
        payer: payer(tenant.id(), new.customer_id),
        token: card.token,
        network_id: card.network_id,
        amount: new.amount,
        currency: new.currency,
        initiator: new.initiator,
    };
    let refusal = permit::refusal(db, tenant).await?;
    Ok(Some(Initiated {
        refusal,
        order_id: new.order_id,
        processor: Arc::clone(processor),
        request,
    }))
}

/// Whether the customer has a card that this site's processor can charge.
///
/// # Errors
/// When the database refuses.
pub async fn has_chargeable_card(
    db: &mut TenantRead,
    tenant: &Tenant,
    processor: &SiteProcessor,
    customer_id: i64,
) -> Result<bool, sqlx::Error> {
    let card = card::chargeable(db, tenant, customer_id).await?;
    Ok(card.is_some_and(|card| card.processor == processor.name))
}

/// Sends the charge. Consumes it: a payment is sent once, and an unknown outcome is looked up, never sent again.
pub async fn charge(initiated: Initiated) -> Outcome {
    if let Some(refusal) = initiated.refusal {
        let reference = &initiated.request.reference;
        tracing::error!(order.id = initiated.order_id, payment.reference = reference, %refusal, "a charge was not sent");
        return Outcome::Declined(Decline::soft(Decline::UNREACHABLE));
    }
    let outcome = initiated.processor.adapter.charge(&initiated.request).await;
    let label = match &outcome {
        Outcome::Approved(_) => "approved",
        Outcome::Declined(_) => "declined",
        Outcome::Unknown(why) => {
            tracing::error!(
                order.id = initiated.order_id,
                processor = initiated.processor.name,
                payment.reference = initiated.request.reference,
                why,
                "the outcome of a charge is unknown"
            );
            "unknown"
        }
    };
    metrics::counter!("suds_charges_total", "processor" => initiated.processor.name.clone(), "outcome" => label)
        .increment(1);
    outcome
}

/// Writes the outcome of a charge with the transaction `db`. `false`: it was settled before, by another answer or a
/// look-up, and nothing may follow from this one.
///
/// # Errors
/// When the database refuses.
pub async fn settle(
    db: &mut TenantWrite,
    tenant: &Tenant,
    reference: &str,
    outcome: &Outcome,
) -> Result<bool, sqlx::Error> {
    let settlement = Settlement::of(outcome);
    let now = tenant.now().as_millisecond();
    let settled = store::settle_payment(db, reference, settlement, now).await?;
    if settled && settlement.given_up {
        jobs::enqueue_reconciliation(db, tenant, reference).await?;
    }
    Ok(settled)
}

/// Whether the processor's `transaction` is that of another payment than `reference`: one transaction settles one order.
///
/// # Errors
/// When the database refuses.
pub async fn settled_another(db: &mut TenantRead, reference: &str, transaction: &str) -> Result<bool, sqlx::Error> {
    store::settled_another(db, reference, transaction).await
}

/// Writes with the transaction `db` that a charge for which nothing is sold was approved over `amount` minor units, which need not
/// be what was asked for. `false`: it was approved before.
///
/// # Errors
/// When the database refuses.
pub async fn accept_late(
    db: &mut TenantWrite,
    tenant: &Tenant,
    reference: &str,
    approval: &Approval,
    amount: i64,
) -> Result<bool, sqlx::Error> {
    store::approve_late(db, reference, approval, amount, tenant.now().as_millisecond()).await
}

/// A payment whose outcome is not known.
#[derive(Clone, Debug)]
pub struct Unsettled {
    pub reference: String,
    pub order_id: i64,
    pub sent_at: Timestamp,
}

/// Payments written at or before `before` whose outcome is not known, oldest first: 100 at most.
///
/// # Errors
/// When the database refuses.
pub async fn unsettled(db: &mut TenantRead, before: Timestamp) -> Result<Vec<Unsettled>, sqlx::Error> {
    let rows = store::unsettled_before(db, before.as_millisecond(), 100).await?;
    Ok(rows
        .into_iter()
        .map(|row| Unsettled {
            sent_at: instant(row.created_at),
            reference: row.reference,
            order_id: row.order_id,
        })
        .collect())
}

/// Asks the processor what became of a payment. To be called outside any transaction; the caller settles with the answer.
///
/// # Errors
/// [`PaymentError::NotFound`] for an unknown reference, or when the site's file cannot be read.
pub async fn look_up(tenant: &Tenant, reference: &str) -> Result<Resolution, PaymentError> {
    let mut db = tenant.read().await?;
    let row = store::find_payment(&mut db, reference)
        .await?
        .ok_or(PaymentError::NotFound)?;
    drop(db);
    let found = ask(tenant, &row).await?;
    Ok(resolve(found, instant(row.created_at), tenant.now()))
}

/// Asks about the charge of `row`.
///
/// # Errors
/// When the site's file cannot be read.
pub(super) async fn ask(tenant: &Tenant, row: &store::PaymentRow) -> Result<Found, PaymentError> {
    let askable = match (processor_for(tenant, row).await, request_of(tenant, row)) {
        (Ok(processor), Ok(request)) => Ok((processor, request)),
        (Err(error @ (PaymentError::NoProcessor | PaymentError::LeftProcessor)), _) | (Ok(_), Err(error)) => Err(error),
        (Err(error), _) => return Err(error),
    };
    let found = match askable {
        Ok((processor, request)) => processor.adapter.look_up(&request).await,
        Err(error) => {
            tracing::error!(order.id = row.order_id, payment.reference = row.reference,
                error = %Causes(&error), "nobody can be asked about a charge");
            Found::NoLookUp
        }
    };
    tell(row, &found);
    if let Found::Approved(approval) = &found
        && settled_another(&mut tenant.read().await?, &row.reference, &approval.transaction).await?
    {
        tracing::error!(
            order.id = row.order_id,
            payment.reference = row.reference,
            "a look-up was answered with the charge of another order"
        );
        return Ok(Found::NoAnswer("the charge of another order".to_owned()));
    }
    Ok(found)
}

fn tell(row: &store::PaymentRow, found: &Found) {
    match found {
        Found::OtherAmount(approval, amount) => {
            tracing::error!(
                order.id = row.order_id,
                payment.reference = row.reference,
                asked = row.amount,
                approved = amount,
                transaction = approval.transaction,
                code = approval.code,
                "another amount was approved than was asked for"
            );
        }
        found => tracing::info!(payment.reference = row.reference, ?found, "a payment was looked up"),
    }
}

/// The charge as it was sent, rebuilt for a look-up.
pub(super) fn request_of(tenant: &Tenant, row: &store::PaymentRow) -> Result<ChargeRequest, PaymentError> {
    let sealed = row.token_sealed.as_deref().unwrap_or_default();
    let token = card::open(tenant, &place_of_payment(&row.reference), sealed).map_err(Fault::internal)?;
    Ok(ChargeRequest {
        reference: row.reference.clone(),
        payer: payer(tenant.id(), row.customer_id),
        token,
        network_id: None,
        amount: row.amount,
        currency: currency_of(row)?,
        initiator: row
            .initiator
            .parse()
            .map_err(|_| Fault::internal(format!("initiator {}", row.initiator)))?,
    })
}

pub(super) fn captured(row: &store::PaymentRow, transaction: &str, currency: Currency) -> Captured {
    Captured {
        reference: row.reference.clone(),
        transaction: transaction.to_owned(),
        amount: row.amount,
        currency,
    }
}

pub(super) fn currency_of(row: &store::PaymentRow) -> Result<Currency, Fault> {
    row.currency.parse().map_err(Fault::internal)
}

pub(super) fn instant(ms: i64) -> Timestamp {
    Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH)
}

fn place_of_payment(reference: &str) -> String {
    format!("payments/{reference}/token")
}

/// What is known of a payment.
#[derive(Clone, Debug)]
pub struct PaymentRecord {
    pub reference: String,
    pub order_id: i64,
    /// Its name in manifests.
    pub processor: String,
    pub state: PaymentState,
    /// Minor units: what was asked for, or charged.
    pub amount: i64,
    /// Minor units.
    pub refunded: i64,
    /// Authorisation code, or the reason of a decline.
    pub code: String,
    /// Of a decline: whether the same card may do later.
    pub decline_kind: Option<DeclineKind>,
}

/// The latest payment of an order; `None`: there is none, as for an order of total 0.
///
/// # Errors
/// When the database refuses.
pub async fn payment_of_order(db: &mut TenantRead, order_id: i64) -> Result<Option<PaymentRecord>, sqlx::Error> {
    let row = store::find_payment_of_order(db, order_id).await?;
    Ok(row.map(|row| PaymentRecord {
        state: row.state.parse().unwrap_or(PaymentState::Unknown),
        decline_kind: row.decline_kind.and_then(|kind| kind.parse().ok()),
        reference: row.reference,
        order_id: row.order_id,
        processor: row.processor,
        amount: row.amount,
        refunded: row.refunded,
        code: row.code,
    }))
}

/// Takes a whole approved payment back at the processor. Outside any transaction; then [`record_void`].
///
/// # Errors
/// [`PaymentError::NotFound`] for a payment that is unknown or was never approved, [`PaymentError::LeftProcessor`] when the site
/// has left the processor.
pub async fn void(tenant: &Tenant, reference: &str) -> Result<Outcome, PaymentError> {
    let (processor, captured) = match approved(tenant, reference).await? {
        Ok(found) => found,
        Err(refusal) => return Ok(not_sent(reference, refusal)),
    };
    Ok(processor.adapter.void(&captured).await)
}

/// Gives back `amount` (minor units) of an approved payment. Outside any transaction; then [`record_refund`].
///
/// # Errors
/// As [`void`].
pub async fn refund(tenant: &Tenant, reference: &str, amount: i64) -> Result<Outcome, PaymentError> {
    let (processor, captured) = match approved(tenant, reference).await? {
        Ok(found) => found,
        Err(refusal) => return Ok(not_sent(reference, refusal)),
    };
    Ok(processor.adapter.refund(&captured, amount).await)
}

/// Outcome of a void or refund that this site may not send.
fn not_sent(reference: &str, refusal: Refusal) -> Outcome {
    tracing::error!(payment.reference = reference, %refusal, "a reversal was not sent");
    Outcome::Declined(Decline::soft(Decline::UNREACHABLE))
}

async fn approved(
    tenant: &Tenant,
    reference: &str,
) -> Result<Result<(Arc<SiteProcessor>, Captured), Refusal>, PaymentError> {
    let mut db = tenant.read().await?;
    if let Some(refusal) = permit::refusal(&mut db, tenant).await? {
        return Ok(Err(refusal));
    }
    let row = store::find_payment(&mut db, reference)
        .await?
        .filter(|row| row.state == PaymentState::Approved.into_str());
    drop(db);
    let row = row.ok_or(PaymentError::NotFound)?;
    let transaction = row.processor_transaction.clone().ok_or(PaymentError::NotFound)?;
    let currency = currency_of(&row)?;
    Ok(Ok((
        processor_for(tenant, &row).await?,
        captured(&row, &transaction, currency),
    )))
}

/// The site's processor, if it is still the one that has this payment.
pub(super) async fn processor_for(
    tenant: &Tenant,
    row: &store::PaymentRow,
) -> Result<Arc<SiteProcessor>, PaymentError> {
    let processor = processor_of(tenant).await?;
    if processor.name == row.processor {
        Ok(processor)
    } else {
        Err(PaymentError::LeftProcessor)
    }
}

/// Writes a void with the transaction `db`. `false`: the payment is not approved any more.
///
/// # Errors
/// When the database refuses.
pub async fn record_void(db: &mut TenantWrite, reference: &str) -> Result<bool, sqlx::Error> {
    store::mark_voided(db, reference).await
}

/// Writes a refund of `amount` minor units with the transaction `db`. `false`: less is left.
///
/// # Errors
/// When the database refuses.
pub async fn record_refund(db: &mut TenantWrite, reference: &str, amount: i64) -> Result<bool, sqlx::Error> {
    store::add_refund(db, reference, amount).await
}

/// Minor units that lie at the processor by our books: what `clearing` must amount to.
///
/// # Errors
/// When the database refuses.
pub async fn net_approved(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    store::net_approved(db).await
}
