//! Charging the card on file, for the domains that sell.
//!
//! The caller writes its intent and calls [`initiate`] in one transaction, commits, awaits [`charge`] outside any
//! transaction, and calls [`settle`] in the transaction of the effect. What stays unknown is looked up with [`look_up`].

use std::sync::Arc;

use data_encoding::HEXLOWER;
use platform::causes::Causes;
use platform::db::{TenantRead, TenantWrite};
use platform::jobs::{self, Job, Lane};
use platform::keys::{Purpose, SiteKeys};
use platform::money::Currency;
use platform::tenancy::{FIRST_EPOCH, epoch_of};
use serde::{Deserialize, Serialize};

use super::card::Chargeable;
use super::look_up::{look_up_elsewhere, look_up_paid};
use super::permit::{self, Refusal};
use super::processor::{ChargeRequest, Decline, Found, Initiator, Outcome};
use super::rules::{PaymentState, SEARCHED_EVERY, Settlement, label_of};
use super::site_processor::SiteProcessor;
use super::store::payments;
use super::{card, payer};
use crate::tenant::{Tenant, TenantContext};

/// Searching for a charge that no look-up found. The domain that sells does this job: it books and reverses a late approval.
#[derive(Serialize, Deserialize)]
pub struct Reconcile {
    pub reference: String,
}

impl Job for Reconcile {
    const KIND: &'static str = "payments.reconcile";
    const LANE: Lane = Lane::Money;
    const NEVER_GIVEN_UP: bool = true;
}

/// For references derived from what they pay for.
const REFERENCE: Purpose = Purpose("payments-reference");

/// A charge to be made for an order.
#[derive(Clone, Copy, Debug)]
pub struct NewPayment<'a> {
    pub order_id: i64,
    pub customer_id: i64,
    /// Minor units, more than 0.
    pub amount: i64,
    pub currency: Currency,
    pub initiator: Initiator,
    /// Subject of a charge that must happen only once, even if this file is restored to an earlier state. The reference
    /// is derived from it and looked up before the charge is sent. Charges requested by customers are looked up only in
    /// restored or imported files, because the original file knows its own charges. `None` for a random reference.
    pub paid_for: Option<&'a str>,
}

/// A payment that is written down and may be sent, once.
pub struct Initiated {
    order_id: i64,
    /// Whether another copy of the file may have made the charge.
    may_be_made: bool,
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

/// Stores a payment within the transaction `db`. `None`: the customer has no card that this site's processor can
/// charge. `processor` comes from [`processor_of`](super::processor_of), called before the transaction.
pub async fn initiate(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    processor: &Arc<SiteProcessor>,
    new: NewPayment<'_>,
) -> Result<Option<Initiated>, sqlx::Error> {
    let card = card::chargeable(db, tenant, new.customer_id).await?;
    let serves = |card: &Chargeable| card.account_id == processor.account_id && card.serves(new.initiator);
    let Some(card) = card.filter(serves) else {
        return Ok(None);
    };
    let reference = match new.paid_for {
        None => HEXLOWER.encode(&tenant.runtime.random.bytes::<16>()),
        Some(paid_for) => {
            let (_, reference, earlier) = next_attempt(db, tenant.keys(), paid_for).await?;
            match earlier {
                None => {}
                Some(PaymentState::Declined) => payments::release_reference(db, &reference).await?,
                Some(_) => return Err(sqlx::Error::Protocol("retrying a charge".to_owned())),
            }
            reference
        }
    };
    let sealed = card::seal(tenant, &card::place_in_payment(&reference), &card.token);
    let row = payments::NewPaymentRow {
        reference: &reference,
        order_id: new.order_id,
        customer_id: new.customer_id,
        processor: &processor.name,
        account_id: processor.account_id,
        amount: new.amount,
        currency: new.currency.code(),
        token_sealed: &sealed,
        initiator: new.initiator.into_str(),
    };
    payments::insert_payment(db, &row, tenant.now().as_millisecond()).await?;
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
    let is_looked_up = new.initiator != Initiator::Customer || epoch_of(db).await? > FIRST_EPOCH;
    Ok(Some(Initiated {
        refusal,
        order_id: new.order_id,
        may_be_made: new.paid_for.is_some() && is_looked_up,
        processor: Arc::clone(processor),
        request,
    }))
}

/// Number and reference of the next attempt to charge for `paid_for`, and the state of the payment with this reference:
/// unsettled, or declined without asking the bank. An attempt lasts until the processor has answered it: one that was not sent, or
/// that no look-up found, is repeated under its reference, so that it cannot be charged twice.
pub(super) async fn next_attempt(
    db: &mut TenantRead,
    keys: &SiteKeys,
    paid_for: &str,
) -> Result<(u32, String, Option<PaymentState>), sqlx::Error> {
    let mut attempt = 1;
    loop {
        let reference = reference_of(keys, paid_for, attempt);
        let Some(earlier) = payments::find_payment(db, &reference).await? else {
            return Ok((attempt, reference, None));
        };
        let state = earlier.state.parse().unwrap_or(PaymentState::Unknown);
        let unanswered = [Decline::UNREACHABLE, Decline::NOT_SENT, Decline::NOT_PROCESSED];
        let is_repeated = state == PaymentState::Declined && unanswered.contains(&earlier.code.as_str());
        if state.is_unsettled() || is_repeated {
            return Ok((attempt, reference, Some(state)));
        }
        attempt += 1;
    }
}

/// The reference of an attempt, counted from 1, to charge for `paid_for`.
pub(super) fn reference_of(keys: &SiteKeys, paid_for: &str, attempt: u32) -> String {
    let digest = keys.hmac(REFERENCE, format!("{paid_for}/{attempt}").as_bytes());
    HEXLOWER.encode(&digest[..16])
}

/// Whether the customer has a card that this site's processor can charge.
pub async fn has_chargeable_card(
    db: &mut TenantRead,
    tenant: &TenantContext,
    processor: &SiteProcessor,
    customer_id: i64,
    initiator: Initiator,
) -> Result<bool, sqlx::Error> {
    let card = card::chargeable(db, tenant, customer_id).await?;
    Ok(card.is_some_and(|card| card.account_id == processor.account_id && card.serves(initiator)))
}

/// Sends the charge. Consumes it, because a payment is sent once; an unknown outcome is looked up, never sent again. A
/// charge with a derived reference is looked up first, because another copy of this file may have sent it.
pub async fn charge(tenant: &Tenant, initiated: Initiated) -> Outcome {
    if let Some(refusal) = initiated.refusal {
        let reference = &initiated.request.reference;
        tracing::error!(order.id = initiated.order_id, payment.reference = reference, %refusal, "failed to send a charge");
        return Outcome::Declined(Decline::soft(Decline::UNREACHABLE));
    }
    let outcome = match made_before(tenant, &initiated).await {
        Some(outcome) => outcome,
        None => initiated.processor.adapter.charge(&initiated.request).await,
    };
    if let Outcome::Unknown(why) = &outcome {
        tracing::error!(
            order.id = initiated.order_id,
            processor = initiated.processor.name,
            payment.reference = initiated.request.reference,
            why,
            "a charge's status is unknown"
        );
    }
    let (processor, label) = (initiated.processor.name.clone(), label_of(&outcome));
    metrics::counter!("suds_charges_total", "processor" => processor, "outcome" => label).increment(1);
    outcome
}

/// Outcome of a charge sent by another copy of this file. `None` if there is none or the processor has no lookup.
async fn made_before(tenant: &Tenant, initiated: &Initiated) -> Option<Outcome> {
    if !initiated.may_be_made {
        return None;
    }
    let mut found = look_up_paid(&*initiated.processor.adapter, &initiated.request, tenant.now()).await;
    if matches!(found, Found::Nothing | Found::NoLookUp) {
        found = look_up_elsewhere(tenant, initiated.processor.account_id, &initiated.request)
            .await
            .unwrap_or_else(|error| {
                tracing::error!(payment.reference = initiated.request.reference, error = %Causes(&error),
                "failed to look up a charge in another merchant account");
                Found::NoAnswer("another merchant account can't be asked".to_owned())
            });
    }
    if !matches!(found, Found::Nothing | Found::NoLookUp) {
        tracing::warn!(
            order.id = initiated.order_id,
            payment.reference = initiated.request.reference,
            ?found,
            "a charge was looked up before it was sent"
        );
    }
    match found {
        Found::Nothing | Found::NoLookUp => None,
        Found::Approved(approval) => Some(Outcome::Approved(approval)),
        Found::Declined(decline) => Some(Outcome::Declined(decline)),
        // Nothing was sent, and it is looked up again before it is.
        Found::NoAnswer(why) if why == Found::NO_CONNECTION => {
            Some(Outcome::Declined(Decline::soft(Decline::UNREACHABLE)))
        }
        // A customer reads that the processor can't be reached. A renewal counts its attempts.
        Found::NoAnswer(_) => Some(Outcome::Declined(Decline::soft(match initiated.request.initiator {
            Initiator::Customer => Decline::UNREACHABLE,
            Initiator::Merchant | Initiator::Recurring => Decline::NOT_SENT,
        }))),
        Found::OtherAmount(..) => Some(Outcome::Unknown("another amount was charged before".to_owned())),
    }
}

/// Writes the outcome of a charge with the transaction `db`. `false`: it was settled before, by another answer or a
/// look-up, and nothing may follow from this one.
pub async fn settle(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    reference: &str,
    outcome: &Outcome,
) -> Result<bool, sqlx::Error> {
    let settlement = Settlement::of(outcome);
    let now = tenant.now().as_millisecond();
    let settled = payments::settle_payment(db, reference, settlement, now).await?;
    if settled && settlement.given_up {
        let search = Reconcile {
            reference: reference.to_owned(),
        };
        jobs::enqueue(db, tenant.now(), tenant.now() + SEARCHED_EVERY, &search).await?;
    }
    Ok(settled)
}
